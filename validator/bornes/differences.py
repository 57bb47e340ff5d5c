"""Rulesets side by side: the value of every knob as text, and where two rulesets differ."""

from __future__ import annotations

from typing import NamedTuple

from bornes.knobs import KNOBS
from bornes.ruleset import STANDARD_PACK, Ruleset, Seating


class Difference(NamedTuple):
    """A knob (or one seating, ``seatings.2x1``) on which two rulesets differ, and both values as text."""

    knob: str
    left: str
    right: str


def seating_text(seating: Seating | None) -> str:
    """The terms of a seating in short: ``700>1000 reduced_deck``, ``1000``, ``no`` if it is not allowed."""
    if seating is None:
        return "no"
    extension = f">{seating.extension_miles}" if seating.extension_miles is not None else ""
    return f"{seating.target_miles}{extension}{' reduced_deck' if seating.reduced_deck else ''}"


def knob_values(ruleset: Ruleset) -> dict[str, str]:
    """The value text of every knob, by id, in the order of the specification.

    Maps are written in one line: ``2x1: 700>1000 reduced_deck, 2x2: 1000`` and ``25: 10, 50: 10, …``.
    """
    return {knob.id: _text(ruleset, knob.id) for knob in KNOBS}


def diff(left: Ruleset, right: Ruleset) -> tuple[Difference, ...]:
    """The knobs on which two rulesets differ, seating by seating, in the order of the specification."""
    return tuple(
        Difference(knob, one, other)
        for (knob, one), other in zip(_rows(left, right).items(), _rows(right, left).values(), strict=True)
        if one != other
    )


def _rows(ruleset: Ruleset, beside: Ruleset) -> dict[str, str]:
    values = knob_values(ruleset)
    if ruleset.seatings is None or beside.seatings is None:
        return values
    names = sorted({*ruleset.seatings, *beside.seatings}, key=lambda name: (name[-1], name[0]))
    seatings = {f"seatings.{name}": seating_text(ruleset.seatings.get(name)) for name in names}
    return {**seatings, **{knob: text for knob, text in values.items() if knob != "seatings"}}


def _text(ruleset: Ruleset, knob_id: str) -> str:
    if knob_id == "seatings":
        if ruleset.seatings is None:
            return "any"
        return ", ".join(f"{name}: {seating_text(each)}" for name, each in ruleset.seatings.items())
    if knob_id == "deck.cards":
        if ruleset.deck_cards == STANDARD_PACK:
            return "standard"
        return ", ".join(f"{card}: {count}" for card, count in ruleset.deck_cards.items())
    knob = _KNOB[knob_id]
    return knob.text(getattr(ruleset, knob.attribute))


_KNOB = {knob.id: knob for knob in KNOBS}
