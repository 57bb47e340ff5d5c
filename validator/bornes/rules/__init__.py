"""The rules about a card that is laid, in checking order: one function, one question.

The rules about turns, draws, hands, coups, endings and claims look at more than a car; they stand in the
modules of this folder that bear these names.
"""

from __future__ import annotations

from bornes.rules import distance, hazards, remedies
from bornes.rules.breach import Breach, Lay, LayRule

LAY_RULES: tuple[LayRule, ...] = (
    hazards.on_another_side,
    hazards.not_on_covered_car,
    hazards.only_on_started_car,
    hazards.not_on_hazard,
    hazards.not_on_remedy,
    hazards.not_on_bare_right_of_way,
    hazards.not_on_limit,
    remedies.remedy_meets_its_hazard,
    remedies.roll_is_useful,
    remedies.end_of_limit_meets_limit,
    distance.needs_rolling_car,
    distance.within_speed_limit,
    distance.within_count_of_200s,
    distance.not_past_target,
)


def breaches(lay: Lay) -> list[Breach]:
    """Everything that is wrong with laying this card there; empty if it is legal."""
    return [breach for rule in LAY_RULES if (breach := rule(lay)) is not None]


__all__ = ["LAY_RULES", "Breach", "Lay", "breaches"]
