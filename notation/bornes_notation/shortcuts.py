"""Quick readings of the lines that hardly ever repeat: deals, piles, ends of hands, ``x-`` lines.

Each gives exactly what the grammar gives, or None: then the grammar decides. A property test holds them
together.
"""

from __future__ import annotations

import re

from bornes_notation.cards import Card, Face
from bornes_notation.parsed import BLANKS, Name, Parsed
from bornes_notation.record import Columns, Deal, End, Other, Pile, is_seat

_FACES: dict[str, Face] = {card.value: card for card in Card} | {"?": None}
_OTHER = re.compile(r"x-[a-z0-9-]+[^\n;]*")
_END = re.compile(r"end (trip|exhausted|adjudicated|abandoned|unfinished)((?: [XYZWVUQP] -?[0-9]{1,9})*)")
_POINTS = re.compile(r" ([XYZWVUQP]) (-?[0-9]{1,9})")


def quick_parse(text: str) -> Parsed | None:
    """What the grammar would give for a line without number and comment, or None if it must be asked."""
    start = text[:2]
    if start == "de":
        return _deal(text)
    if start == "pi":
        return _pile(text)
    if start == "en":
        return _end(text)
    if start == "x-" and _OTHER.fullmatch(text):
        return Parsed(Other(text.strip(BLANKS)))
    return None


def _deal(text: str) -> Parsed | None:
    words = text.split(" ")
    if words[0] != "deal" or len(words) < 3 or not is_seat(words[1]):
        return None
    faces = _faces(words[2:])
    if faces is None:
        return None
    seat = words[1]
    return Parsed(Deal(seat, faces), (Name("seat", seat, (5, 5 + len(seat))),))


def _pile(text: str) -> Parsed | None:
    words = text.split(" ")
    faces = _faces(words[1:]) if words[0] == "pile" and len(words) > 1 else None
    return None if faces is None else Parsed(Pile(faces))


def _faces(words: list[str]) -> tuple[Face, ...] | None:
    try:
        return tuple([_FACES[word] for word in words])
    except KeyError:
        return None


def _end(text: str) -> Parsed | None:
    found = _END.fullmatch(text)
    if found is None:
        return None
    points: list[tuple[str, int]] = []
    names: list[Name] = []
    columns: list[Columns] = []
    for pair in _POINTS.finditer(text, found.start(2)):
        points.append((pair[1], int(pair[2])))
        names.append(Name("side", pair[1], pair.span(1)))
        columns.append(pair.span(2))
    return Parsed(End(found[1], None, tuple(points), tuple(columns)), tuple(names))
