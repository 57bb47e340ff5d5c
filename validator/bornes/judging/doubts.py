"""Coups fourrés in doubt: the position if they were none (spec/rulesets.md#evidence-coup)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bornes.car import Car, lay_safety, top_index
from bornes.change import changed
from bornes.ruleset import Ruleset
from bornes.table import Doubt, Table
from bornes_notation.cards import Card


def doubt_of(
    ruleset: Ruleset, before: Car, side: int, safety: Card, *, bonus_km: int, unseen_draw: bool
) -> Doubt:
    """A coup in doubt, laid on the car as it was before; `bonus_km` are those it earned as a coup."""
    plain, coup = (lay_safety(before, safety, ruleset, coup=is_coup) for is_coup in (False, True))
    cured_by_coup = coup.thrown[: len(coup.thrown) - len(plain.thrown)]
    return Doubt(
        side,
        safety,
        unseen_draw,
        bonus_km,
        hazard=cured_by_coup[0] if cured_by_coup else None,
        index=top_index(before, ruleset) or 0,
        needs_roll=plain.car.needs_roll and not coup.car.needs_roll,
    )


def without_coups(table: Table) -> Iterator[Table]:
    """The position if some or all of the coups in doubt were plain safeties, in every way."""
    for count in range(1, len(table.doubts) + 1):
        for doubts in combinations(table.doubts, count):
            other = table
            for doubt in doubts:
                other = other.with_car(doubt.side, _plain(other.cars[doubt.side], doubt))
            yield other


def _plain(car: Car, doubt: Doubt) -> Car:
    battle, at = car.battle, doubt.index
    if doubt.hazard is not None:
        battle = (*battle[:at], doubt.hazard, *battle[at:])
    return changed(
        car,
        battle=battle,
        coups=tuple(card for card in car.coups if card is not doubt.safety),
        bonus_km=car.bonus_km - doubt.bonus_km,
        needs_roll=car.needs_roll or (doubt.needs_roll and Card.ROLL not in battle[at:]),
    )
