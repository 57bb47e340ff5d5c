"""Distance cards: rolling, speed limit, 200s, exact target (spec/rulesets.md 1.5)."""

from __future__ import annotations

from bornes.car import REMEDY_OF, STOPPING, limited, rolling, top
from bornes.rules.breach import Breach, Lay
from bornes_notation.cards import Card

LIMIT_KM = 50
"""The greatest distance card allowed under a speed limit."""


def needs_rolling_car(lay: Lay) -> Breach | None:
    """U-ROLLING: a distance card needs a rolling car."""
    if not lay.card.km or rolling(lay.car, lay.ruleset):
        return None
    uppermost = top(lay.car, lay.ruleset)
    if uppermost is not None and uppermost in STOPPING:
        return Breach(
            "MB230", f"while {lay.side} is stopped by {uppermost} ({REMEDY_OF[uppermost]} is needed)"
        )
    if uppermost is None and not lay.car.needs_roll:
        return Breach("MB232", f"before {lay.side} has started (R+ or R* is needed first)")
    return Breach("MB233", f"while {lay.side} waits for a Roll (R+ or R* is needed first)")


def within_speed_limit(lay: Lay) -> Breach | None:
    """U-LIMIT-50: a limited car may lay only 25 and 50."""
    if lay.card.km <= LIMIT_KM or not limited(lay.car):
        return None
    return Breach("MB231", f"while {lay.side} is under a speed limit (25 or 50 allowed)")


def not_past_target(lay: Lay) -> Breach | None:
    """U-OVERSHOOT: with an exact finish no distance card takes the miles past the target in force."""
    miles = lay.car.miles + lay.card.km
    if not lay.card.km or lay.ruleset.finish != "exact" or miles <= lay.target_miles:
        return None
    left = lay.target_miles - lay.car.miles
    allowed = f"at most {left} allowed" if left > 0 else "none allowed"
    return Breach(
        "MB234",
        f"which takes {lay.side} from {lay.car.miles} past the target of {lay.target_miles} ({allowed})",
    )


def within_count_of_200s(lay: Lay) -> Breach | None:
    """max_200: a car may hold only so many 200s."""
    if lay.card is not Card.KM_200 or lay.car.two_hundreds < lay.ruleset.max_200:
        return None
    return Breach(
        "MB235",
        f"while {lay.side} has {lay.car.two_hundreds} of them (at most {lay.ruleset.max_200} allowed)",
    )
