"""Checks the seats and sides named in a line against the header, and names seats canonically."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bornes_notation.errors import Fault
from bornes_notation.parsed import Name
from bornes_notation.record import Attack, Check, Deal, Hand, Interrupt, Item, Ruling, Setup, Show, Turn
from bornes_notation.wording import OR, listed, worded


def turn_names(seat: Name, turn: Turn) -> tuple[Name, ...]:
    """The seats and sides named in a turn line, its own seat first; the columns of the turn tell the others."""
    names = [seat]
    names += [_target(action) for action in turn.actions if isinstance(action, Attack)]
    for interrupt in turn.interrupts:
        start = interrupt.columns[0]
        names.append(Name("seat", interrupt.seat, (start, start + len(interrupt.seat))))
        if isinstance(interrupt.shown, Attack):
            names.append(_target(interrupt.shown))
    return tuple(names)


def _target(attack: Attack) -> Name:
    return Name("target", attack.side, (attack.columns[1] - 1, attack.columns[1]))


def name_faults(names: Sequence[Name], seats: tuple[str, ...]) -> tuple[Fault, ...]:
    """What is wrong with the names of a line; nothing if the header names no seat at all."""
    if not seats:
        return ()
    found = [fault for name in names if (fault := _fault(name, seats)) is not None]
    return (*found, *repeated_sides(names))


def repeated_sides(names: Sequence[Name]) -> tuple[Fault, ...]:
    """Sides that stand twice in the points of a line, or among its winners."""
    seen: set[tuple[str, str]] = set()
    faults = []
    for name in names:
        key = (name.role, name.text)
        if key in seen and name.role in ("side", "winner"):
            message = worded("side %(name)s is named twice; once is enough", name=name.text)
            faults.append(Fault("MB019", message, name.columns))
        seen.add(key)
    return tuple(faults)


def only_seats(seats: Sequence[str]) -> Mapping[str, str]:
    """Other ways to write the only seat of a side: ``X1`` for ``X``."""
    return {f"{seat}1": seat for seat in seats if len(seat) == 1}


def with_canonical_names(item: Item, renamed: Mapping[str, str]) -> Item:
    """The item with the only seat of a side written as its side; the same item if nothing changes."""
    if not renamed:
        return item
    match item:
        case Hand(_, first):
            return replace(item, first=renamed.get(first, first))
        case Deal(seat) | Show(seat):
            return replace(item, seat=renamed.get(seat, seat))
        case Turn(seat):
            interrupts = tuple(_interrupt(interrupt, renamed) for interrupt in item.interrupts)
            return replace(item, seat=renamed.get(seat, seat), interrupts=interrupts)
        case Check(_, str(who)) | Ruling(_, str(who)):
            return replace(item, who=renamed.get(who, who))
        case Setup(None, pairs):
            canonical = tuple((key, renamed.get(v, v) if key == "next" else v) for key, v in pairs)
            return replace(item, pairs=canonical)
        case _:
            return item


def _interrupt(interrupt: Interrupt, renamed: Mapping[str, str]) -> Interrupt:
    return replace(interrupt, seat=renamed.get(interrupt.seat, interrupt.seat))


def _fault(name: Name, seats: tuple[str, ...]) -> Fault | None:
    """Why a name cannot stand where it stands; None if it can."""
    letter, mates = name.text[0], tuple(seat for seat in seats if seat[0] == name.text[0])
    if not mates:
        sides = tuple(dict.fromkeys(seat[0] for seat in seats))
        allowed = sides if name.role in ("side", "target", "winner", "loser") else seats
        message = worded(
            "%(name)s has no header line; the record has %(allowed)s",
            name=name.text,
            allowed=", ".join(allowed),
        )
        return Fault("MB017", message, name.columns, allowed)
    if len(name.text) == 1:
        if name.role != "seat" or letter in mates:
            return None
        message = worded(
            "side %(letter)s has %(count)s seats; say which: %(mates)s",
            letter=letter,
            count=len(mates),
            mates=listed(mates, OR),
        )
        return Fault("MB018", message, name.columns, mates)
    if name.text in mates or (name.text == f"{letter}1" and letter in mates):
        return None
    message = worded(
        "%(name)s has no header line; side %(letter)s has %(mates)s",
        name=name.text,
        letter=letter,
        mates=", ".join(mates),
    )
    return Fault("MB017", message, name.columns, mates)
