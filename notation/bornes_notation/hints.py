"""Messages for the slips that people make when they write a record by hand.

Each hint looks at a line that the grammar has refused (without its comment), and answers only if it knows
better than the grammar what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from bornes_notation.errors import Fault
from bornes_notation.headers import KEYS
from bornes_notation.mending import mended, would_be
from bornes_notation.slips import BEFORE as _BEFORE
from bornes_notation.slips import CARD as _CARD
from bornes_notation.slips import KEYWORDS
from bornes_notation.slips import SIDE as _SIDE
from bornes_notation.wording import OR, SEMICOLON, Wording, listed, marked, worded

Seats: TypeAlias = tuple[str, ...]
Hint: TypeAlias = Callable[[str, Seats], Fault | None]


def hint(text: str, seats: Seats) -> Fault | None:
    """The first tailored message that fits an unreadable line, if any."""
    return next((fault for ask in _HINTS if (fault := ask(text, seats)) is not None), None)


def _slip(pattern: str, message: str, code: str = "MB005", expected: tuple[str, ...] = ()) -> Hint:
    """A hint for a line in which a pattern is found; its group ``at`` is the place (or the whole match)."""
    compiled = re.compile(pattern)

    def ask(text: str, _: Seats) -> Fault | None:
        found = compiled.search(text)
        if found is None:
            return None
        place = found.span("at") if "at" in compiled.groupindex else found.span()
        groups = {key: value or "" for key, value in found.groupdict().items()}
        offered = tuple(word.format(**groups) for word in expected)
        return Fault(code, Wording(message, groups), place, offered)

    return ask


def _others(text: str, seats: Seats) -> Sequence[str]:
    """The sides that the seat of a turn line may attack, as far as the line and the header tell."""
    sides = dict.fromkeys(seat[0] for seat in seats) or dict.fromkeys("XY")
    own = re.match(rf"[ \t]*(?:[0-9]+\.?)?[ \t]*({_SIDE})", text)
    return [side for side in sides if own is None or side != own[1]]


_ATTACK = re.compile(rf"{_BEFORE}([AFTRL])([ \t]*)(->|>|-)([ \t]*)({_SIDE})([0-9]?)(?![A-Za-z0-9]|[ \t]*!)")
_LEGAL_ATTACK = re.compile(rf"[AFTRL]-[ \t]*>[ \t]*{_SIDE}")
_NO_SIDE = re.compile(rf"{_BEFORE}(?P<hazard>[AFTRL]-)(?![ \t]*>[ \t]*{_SIDE})")
_TURN = re.compile(rf"[ \t]*(?:[0-9]+\.)?[ \t]*{_SIDE}[1-9]?(?![0-9A-Za-z])")


def _attack_form(text: str, _: Seats) -> Fault | None:
    """``T -> Y``, ``T>Y``, ``T-Y``, ``T->Y1``."""
    for found in _ATTACK.finditer(text):
        family, side, seat = found[1], found[5], found[6]
        right = f"{family}->{side}"
        if seat:
            message = worded("a hazard lies on a side, not on a seat; write %(right)s", right=right)
        elif _LEGAL_ATTACK.fullmatch(found[0]):
            continue
        else:
            message = worded("a hazard laid on a side is written in one word: %(right)s", right=right)
        return Fault("MB005", message, found.span(), (right,))
    return None


def _attack_without_side(text: str, seats: Seats) -> Fault | None:
    """``X (50) T-``: a hazard that is laid names the side."""
    if not _TURN.match(text):
        return None
    for found in _NO_SIDE.finditer(text):
        before = text[: found.start()].rstrip(" \t")
        if before.endswith(("/", "<")) or before.count("(") > before.count(")"):
            continue
        offers = tuple(f"{found['hazard']}>{side}" for side in _others(text, seats))
        message = worded(
            "%(hazard)s is laid on no side; write %(offers)s",
            hazard=found["hazard"],
            offers=listed(offers, OR),
        )
        return Fault("MB005", message, found.span(), offers)
    return None


def _small_key(text: str, _: Seats) -> Fault | None:
    """``event: …``: header keys begin with a capital, and only they have a colon."""
    found = re.match(r"[ \t]*(?P<at>(?!x-)[a-z][A-Za-z0-9-]*)[ \t]*:", text)
    if found is None:
        return None
    word = found["at"]
    right = word[0].upper() + word[1:]
    if word in KEYWORDS:
        why = worded("no colon follows %(word)s; only header lines have one", word=word)
        message = listed((why, *would_be(mended(text, {}))), SEMICOLON)
        return Fault("MB005", message, found.span("at"), (word,))
    if right in KEYS or re.fullmatch(rf"{_SIDE}[0-9]?", right):
        message = worded("header keys begin with a capital letter: %(right)s", right=right)
        return Fault("MB005", message, found.span("at"), (right,))
    message = worded(
        "%(word)s is no key of the notation; a line of your own begins with x-, without a colon: "
        "x-%(small)s, or in the header with X-: X-%(right)s:",
        word=word[:40],
        small=word.lower()[:40],
        right=right[:40],
    )
    return Fault("MB005", message, found.span("at"), (f"x-{word.lower()}", f"X-{right}:"))


def _lower_case(text: str, _: Seats) -> Fault | None:
    """``x1``, ``r+``."""
    found = re.search(
        r"(?<![A-Za-z0-9=:-])(?P<at>[xyzwvuqp][1-9]?|[aftrl][-+*])(?![A-Za-z0-9=]|-[a-z])", text
    )
    if found is None:
        return None
    right = found["at"].upper()
    return Fault(
        "MB005",
        worded("seats and cards are written in capitals: %(right)s", right=right),
        found.span("at"),
        (right,),
    )


_HINTS: tuple[Hint, ...] = (
    _small_key,
    _slip(r"(?P<at>[0-9]{10,})", marked("a number has at most 9 digits"), "MB006"),
    _slip(rf"^[ \t]*(?P<at>0+\.)[ \t]*{_SIDE}", marked("turn numbers count from 1"), "MB007"),
    _slip(
        rf"^[ \t]*(?P<at>0+(?P<number>[1-9][0-9]*)\.)[ \t]*{_SIDE}",
        marked("a turn number has no leading zero; write %(number)s."),
        "MB007",
        ("{number}.",),
    ),
    _slip(
        r"^[ \t]*MBN(?P<at>(?:[ \t]+.*)?)$",
        marked("a record begins with MBN and the number of the version: MBN 1"),
        expected=("MBN 1",),
    ),
    _slip(
        r"^[ \t]*(?P<at>(?!MBN)(?i:mbn))(?![A-Za-z-])",
        "a record begins with MBN, in capitals, and the number of the version: MBN 1",
        expected=("MBN",),
    ),
    _slip(
        rf"^[ \t]*(?:[0-9]+\.[ \t]*)?(?P<at>(?P<seat>{_SIDE}[1-9]?)[ \t]*!)",
        marked(
            "a card shown out of turn stands on the line of the last thing that had happened before it, "
            "at its end: 5. X A->Y Y! A*"
        ),
    ),
    _slip(
        rf"^[ \t]*(?P<at>(?P<number>[1-9][0-9]*))[ \t]*(?:[,:)]|[ \t])[ \t]*{_SIDE}[1-9]?(?![A-Za-z0-9])",
        marked("a full stop follows the number of a turn: %(number)s."),
        expected=("{number}.",),
    ),
    _slip(
        r"^[ \t]*hand[ \t]+(?P<at>(?P<number>[0-9]+)[.:,])",
        marked("neither full stop nor comma nor colon follows the number of a hand: hand %(number)s first"),
        expected=("{number}",),
    ),
    _slip(
        rf"{_BEFORE}(?P<at>(?P<seat>{_SIDE}(?:[1-9][0-9]+|0[0-9]*)))",
        marked("%(seat)s is no seat; the seats of a side are numbered 1 to 9"),
    ),
    _slip(
        r"^[ \t]*ruling[ \t].*(?P<at>(?P<code>MB[0-9]{3})[ \t]+(?P<points>[-+][0-9]+))",
        marked("the code stands after the points: %(points)s %(code)s"),
        expected=("{points} {code}",),
    ),
    _slip(
        r"^[ \t]*ruling[ \t]+penalty[ \t]+\w+[ \t]+(?P<at>(?P<points>[0-9]+))",
        marked("the points of a penalty have a sign: -%(points)s or +%(points)s"),
        expected=("-{points}", "+{points}"),
    ),
    _slip(
        r"^[ \t]*result\b.*(?P<at>\bwon)[ \t]*$",
        marked("won needs the side that won: won X"),
        expected=("won X",),
    ),
    _slip(
        r"^[ \t]*(?:end|result)\b.*(?P<at>\b(?P<word>conceded|forfeit))[ \t]*$",
        marked("%(word)s needs the side that did it: %(word)s X"),
        expected=("{word} X",),
    ),
    _slip(
        rf"(?P<at>(?P<card>25|50|75|100|200|[AFTRL][+*])[ \t]*-?>[ \t]*{_SIDE}[1-9]?)",
        marked("%(card)s is laid on one's own side and names none; only a hazard goes on another side"),
        expected=("{card}",),
    ),
    _attack_form,
    _slip(
        rf"/[ \t]*(?P<at>(?P<hazard>[AFTRL]-)[ \t]*>[ \t]*{_SIDE})",
        marked("a card that is discarded names no side: /%(hazard)s"),
        expected=("/{hazard}",),
    ),
    _lower_case,
    _slip(r"(?P<at>L\*)", marked("there is no L*; R* covers speed limits too"), expected=("R*",)),
    _slip(
        rf"![ \t]*{_CARD}(?:>{_SIDE})?[ \t]+(?P<at>(?P<card>{_CARD}))(?![ \t]*>)",
        marked("the card drawn after a card shown out of turn stands in parentheses: (%(card)s)"),
        expected=("({card})",),
    ),
    _slip(
        rf"{_BEFORE}(?P<at>(?P<card>{_CARD})\.)(?:[ \t]|$)",
        marked("no full stop after a card: %(card)s"),
        expected=("{card}",),
    ),
    _slip(
        rf"(?P<at>{_BEFORE}(?P<card>25|50|75|100|200)\?)",
        marked("a card is known or not: %(card)s or ?"),
        expected=("{card}", "?"),
    ),
    _attack_without_side,
)
