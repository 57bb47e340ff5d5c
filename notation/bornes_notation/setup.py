"""Reads the keys and values of ``setup`` lines (spec/notation.md#setup)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bornes_notation.cards import DISTANCES, SAFETIES, Card, Face, Family, Kind
from bornes_notation.errors import Fault
from bornes_notation.record import Setup, is_seat
from bornes_notation.wording import worded, wording_of


@dataclass(frozen=True, slots=True)
class SideSetup:
    """The car of a side to start from; None: as at the start of a hand.

    Attributes:
        side: Its letter.
        km: Kilometres of its distance cards.
        bonus: Bonus kilometres.
        battle: Battle pile, bottom first.
        speed: Speed pile, bottom first.
        safeties: Safeties on the table, each with whether it was a coup fourré.
        two_hundreds: How many of the distance cards are 200.
        needs_roll: Whether the car must show a Roll before it goes on.
    """

    side: str
    km: int | None = None
    bonus: int | None = None
    battle: tuple[Card, ...] | None = None
    speed: tuple[Card, ...] | None = None
    safeties: tuple[tuple[Card, bool], ...] | None = None
    two_hundreds: int | None = None
    needs_roll: bool | None = None


@dataclass(frozen=True, slots=True)
class TableSetup:
    """The rest of a position to start from; None: as at the start of a hand.

    Attributes:
        pile: Cards left in the draw pile; None: what hands and named cards leave of the pack.
        discard: Discard pile, bottom first.
        next: The seat to act.
        target: Target in force, in miles.
        caller: Side that called the extension.
    """

    pile: int | None = None
    discard: tuple[Face, ...] | None = None
    next: str | None = None
    target: int | None = None
    caller: str | None = None


class SetupValueError(ValueError):
    """A value that its key cannot have; the message says what it can."""


_Value: TypeAlias = Callable[[str], Any]
_LEAST_KM = min(card.km for card in DISTANCES)
_PAIR = re.compile("[a-z0-9-]+=[^ \t;]+")


def side_setup(setup: Setup) -> SideSetup:
    """The typed values of ``setup SIDE …``.

    Raises:
        SetupValueError: on an unknown key, a repeated key, or a value that its key cannot have.
    """
    if setup.side is None:
        raise SetupValueError(worded("this setup line names no side"))
    return SideSetup(setup.side, **_values(setup, _SIDE_KEYS))


def table_setup(setup: Setup) -> TableSetup:
    """The typed values of ``setup`` without a side.

    Raises:
        SetupValueError: as `side_setup`.
    """
    if setup.side is not None:
        raise SetupValueError(worded("this setup line names a side"))
    return TableSetup(**_values(setup, _TABLE_KEYS))


def setup_faults(setup: Setup, text: str, seats: tuple[str, ...]) -> tuple[Fault, ...]:
    """What is wrong with the keys and values of a setup line, given its text and the header's seats."""
    places = [pair.span() for pair in _PAIR.finditer(text, len("setup"))]
    keys = _TABLE_KEYS if setup.side is None else _SIDE_KEYS
    faults = []
    seen: set[str] = set()
    for (key, value), place in zip(setup.pairs, places, strict=True):
        message, expected = _fault(key, value, keys, seats)
        if key in seen:
            message, expected = worded("%(key)s is given twice; once is enough", key=key), ()
        seen.add(key)
        if message:
            faults.append(Fault("MB013", message, place, expected))
    return tuple(faults)


def _fault(
    key: str, value: str, keys: Mapping[str, tuple[str, _Value]], seats: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """Message and what was expected; an empty message if the pair is right."""
    if key not in keys:
        others = _SIDE_KEYS if keys is _TABLE_KEYS else _TABLE_KEYS
        hint = ""
        if key in others and others is _SIDE_KEYS:
            hint = worded("; %(key)s stands in a setup line with a side", key=key)
        elif key in others:
            hint = worded("; %(key)s stands in a setup line without a side", key=key)
        return worded(
            "%(key)s is no key of this setup line (%(keys)s)%(hint)s",
            key=key,
            keys=", ".join(keys),
            hint=hint,
        ), tuple(keys)
    try:
        read = keys[key][1](value)
    except SetupValueError as error:
        if value.endswith(","):
            right = f"{key}={value.rstrip(',')}"
            return worded("no comma stands between the keys, only blanks: %(right)s", right=right), (right,)
        return worded("%(key)s=%(value)s: %(error)s", key=key, value=value, error=wording_of(error)), ()
    if not seats or read is None:
        return "", ()
    sides = tuple(dict.fromkeys(seat[0] for seat in seats))
    if key == "next" and read not in seats and not (read[1:] == "1" and read[0] in seats):
        return worded(
            "next=%(value)s: the record has the seats %(seats)s", value=value, seats=", ".join(seats)
        ), seats
    if key == "caller" and read not in sides:
        return worded(
            "caller=%(value)s: the record has the sides %(sides)s", value=value, sides=", ".join(sides)
        ), sides
    return "", ()


def _values(setup: Setup, keys: Mapping[str, tuple[str, _Value]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in setup.pairs:
        if key not in keys:
            raise SetupValueError(
                worded("%(key)s is no key of this setup line (%(keys)s)", key=key, keys=", ".join(keys))
            )
        field, read = keys[key]
        if field in values:
            raise SetupValueError(worded("%(key)s is given twice", key=key))
        values[field] = read(value)
    return values


def _number(value: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", value):
        raise SetupValueError(worded("a whole number of at most 9 digits is needed"))
    return int(value)


def _km(value: str) -> int:
    km = _number(value)
    if km % _LEAST_KM:
        raise SetupValueError("no cards add up to that; distance cards are 25, 50, 75, 100 and 200")
    return km


def _words(value: str) -> Iterable[str]:
    return () if value == "-" else value.split(",")


def _card(word: str, allowed: tuple[Card, ...]) -> Card:
    if word not in allowed:
        raise SetupValueError(
            worded(
                "%(word)s cannot lie there; allowed, joined by commas: %(cards)s; or -",
                word=word or worded("nothing"),
                cards=" ".join(allowed),
            )
        )
    return Card(word)


def _cards(value: str, allowed: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(_card(word, allowed) for word in _words(value))


_BATTLE = tuple(
    card for card in Card if card.kind in (Kind.HAZARD, Kind.REMEDY) and card.family is not Family.LIMIT
)


def _battle(value: str) -> tuple[Card, ...]:
    return _cards(value, _BATTLE)


def _speed(value: str) -> tuple[Card, ...]:
    return _cards(value, (Card.SPEED_LIMIT, Card.END_OF_LIMIT))


def _safeties(value: str) -> tuple[tuple[Card, bool], ...]:
    return tuple((_card(word.removesuffix("!"), SAFETIES), word.endswith("!")) for word in _words(value))


def _discard(value: str) -> tuple[Face, ...]:
    return tuple(None if word == "?" else _card(word, tuple(Card)) for word in _words(value))


def _yes_or_no(value: str) -> bool:
    if value not in ("yes", "no"):
        raise SetupValueError(worded("yes or no is needed"))
    return value == "yes"


def _seat(value: str) -> str:
    if not is_seat(value):
        raise SetupValueError(worded("a seat is needed"))
    return value


def _caller(value: str) -> str | None:
    if value == "-":
        return None
    if not is_seat(value) or len(value) > 1:
        raise SetupValueError(worded("a side is needed, or - for nobody"))
    return value


_SIDE_KEYS: Mapping[str, tuple[str, _Value]] = {
    "km": ("km", _km),
    "bonus": ("bonus", _number),
    "battle": ("battle", _battle),
    "speed": ("speed", _speed),
    "safeties": ("safeties", _safeties),
    "200s": ("two_hundreds", _number),
    "needs-roll": ("needs_roll", _yes_or_no),
}
_TABLE_KEYS: Mapping[str, tuple[str, _Value]] = {
    "pile": ("pile", _number),
    "discard": ("discard", _discard),
    "next": ("next", _seat),
    "target": ("target", _number),
    "caller": ("caller", _caller),
}
