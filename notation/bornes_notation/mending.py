"""Says what a line that the grammar refuses would have to be, by the slips people make.

Nothing is mended in the record: the offer stands in the message, and the line stays unreadable.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, NamedTuple

from bornes_notation.errors import Fault
from bornes_notation.headers import meant_header
from bornes_notation.slips import AFTER, BEFORE, SEAT, SIDE, SLIPS, Players
from bornes_notation.wording import SEMICOLON, listed, worded

LONGEST_MENDED: Final = 400
"""No offer is made for a longer line: each one costs some readings of the line."""

MOST_WORDS: Final = 8
"""Nor for one of more words of letters: that is prose, and no slip."""
_WORD = re.compile("[A-Za-z]{3,}")


_LONGEST_SHOWN: Final = 120
_SECOND_TURN = re.compile(rf"[ \t][0-9]+\.[ \t]*{SEAT}{AFTER}|[ \t]{SEAT}[ \t]+(?=[0-9(/AFTRL])")
_LETTER = re.compile(rf"{BEFORE}(?P<letter>[AFTRL])(?![A-Za-z0-9+*>-])")
_TURN = re.compile(rf"[ \t]*(?:[0-9]+\.)?[ \t]*({SIDE})[1-9]?{AFTER}")


def meant(fault: Fault, text: str, players: Players, *, heading: bool) -> Fault:
    """The fault that the grammar has found, at its place, with what the line was probably meant to be.

    Args:
        fault: What the grammar says.
        text: The line without its comment.
        players: The seats of the header so far, with their players.
        heading: Whether the line stands before the first hand, where header lines are.
    """
    header = meant_header(text) if heading else None
    if header is not None:
        right = f"{header.key}: {header.value}"
        colon = worded("a colon follows the key of a header line; write %(right)s", right=right[:100])
        return replace(fault, message=colon, expected=(f"{header.key}:",))
    offer = mended(text, players)
    if offer is not None:
        message = listed((*offer.whys, *would_be(offer)), SEMICOLON)
        return replace(fault, message=message, expected=(offer.part,) if offer.part else ())
    return _second_turn(fault, text) or _letter_alone(fault, text, players) or fault


def _second_turn(fault: Fault, text: str) -> Fault | None:
    """``1. X R+ 2. Y R+``."""
    turn = _TURN.match(text)
    rest = text[turn.end() :] if turn else ""
    found = _SECOND_TURN.search(rest)
    if found is None:
        return None
    message = worded(
        "a second turn begins with %(turn)s; each turn stands on a line of its own", turn=found[0].strip()
    )
    return replace(fault, message=message, expected=())


def _letter_alone(fault: Fault, text: str, players: Players) -> Fault | None:
    """``X (50) R``."""
    found = _LETTER.match(text, fault.columns[0])
    if found is None:
        return None
    letter = found["letter"]
    turn = _TURN.match(text)
    sides = [side for side in dict.fromkeys(seat[0] for seat in players) if turn and side != turn[1]]
    hazards = [f"{letter}->{side}" for side in sides] or [f"{letter}-"]
    offers = (f"{letter}+", *([] if letter == "L" else [f"{letter}*"]), *hazards)
    write = worded("%(left)s or %(right)s", left=", ".join(offers[:-1]), right=offers[-1])
    message = worded("%(letter)s alone is no card; write %(offers)s", letter=letter, offers=write)
    return replace(fault, message=message, expected=offers)


class Mended(NamedTuple):
    """What a line could be.

    Attributes:
        text: The whole line; the grammar takes it.
        part: The words of it that were written otherwise.
        whys: A sentence for each slip.
    """

    text: str
    part: str
    whys: tuple[str, ...]


def would_be(offer: Mended | None) -> tuple[str, ...]:
    """What a message says last, showing the mended line if it is not too long to be read."""
    if offer is None or len(offer.text) > _LONGEST_SHOWN:
        return ()
    return (worded("the line would be: %(line)s", line=offer.text),)


def mended(text: str, players: Players) -> Mended | None:
    """The readable line that is the fewest slips away; None if none is.

    Args:
        text: A line without its comment, which the grammar refuses.
        players: The seats of the header, with their players.
    """
    if len(text) > LONGEST_MENDED or len(_WORD.findall(text)) > MOST_WORDS:
        return None
    line, whys = text.rstrip(" \t"), []
    for slip in SLIPS:
        alone, why = slip.mend(text, players)
        if why and _is_readable(alone):
            return _offer(text, alone, (why,))
    for slip in SLIPS:
        line, why = slip.mend(line, players)
        if why:
            whys.append(why)
            if _is_readable(line):
                return _offer(text, line, tuple(dict.fromkeys(whys)))
    return None


def _offer(before: str, after: str, whys: tuple[str, ...]) -> Mended:
    old, new = before.split(), after.split()
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    end = 0
    while end < min(len(old), len(new)) - same and old[-1 - end] == new[-1 - end]:
        end += 1
    return Mended(" ".join(new), " ".join(new[same : len(new) - end]), whys)


def _is_readable(text: str) -> bool:
    """Whether the grammar takes the text as a line of a game."""
    from lark.exceptions import UnexpectedInput

    from bornes_notation.grammar import parse_line
    from bornes_notation.parsed import HeaderText, Version

    try:
        item = parse_line(text).item
    except UnexpectedInput:
        return False
    return item is not None and not isinstance(item, HeaderText | Version)
