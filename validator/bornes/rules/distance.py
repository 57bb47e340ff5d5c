"""Distance cards: rolling, speed limit, 200s, exact target (spec/rulesets.md 1.5)."""

from __future__ import annotations

from bornes.car import REMEDY_OF, STOPPING, limited, rolling, top
from bornes.rules.breach import Breach, Lay
from bornes_notation.cards import Card
from bornes_notation.wording import worded

LIMIT_KM = 50
"""The greatest distance card allowed under a speed limit."""


def needs_rolling_car(lay: Lay) -> Breach | None:
    """U-ROLLING: a distance card needs a rolling car."""
    if not lay.card.km or rolling(lay.car, lay.ruleset):
        return None
    uppermost = top(lay.car, lay.ruleset)
    if uppermost is not None and uppermost in STOPPING:
        return Breach(
            "MB230",
            worded(
                "while %(side)s is stopped by %(uppermost)s (%(remedy)s is needed)",
                side=lay.side,
                uppermost=uppermost,
                remedy=REMEDY_OF[uppermost],
            ),
        )
    if uppermost is None and not lay.car.needs_roll:
        return Breach(
            "MB232", worded("before %(side)s has started (R+ or R* is needed first)", side=lay.side)
        )
    return Breach(
        "MB233", worded("while %(side)s waits for a Roll (R+ or R* is needed first)", side=lay.side)
    )


def within_speed_limit(lay: Lay) -> Breach | None:
    """U-LIMIT-50: a limited car may lay only 25 and 50."""
    if lay.card.km <= LIMIT_KM or not limited(lay.car):
        return None
    return Breach("MB231", worded("while %(side)s is under a speed limit (25 or 50 allowed)", side=lay.side))


def not_past_target(lay: Lay) -> Breach | None:
    """U-OVERSHOOT: with an exact finish no distance card takes the miles past the target in force."""
    miles = lay.car.miles + lay.card.km
    if not lay.card.km or lay.ruleset.finish != "exact" or miles <= lay.target_miles:
        return None
    left = lay.target_miles - lay.car.miles
    allowed = worded("at most %(left)s allowed", left=left) if left > 0 else worded("none allowed")
    return Breach(
        "MB234",
        worded(
            "which takes %(side)s from %(miles)s past the target of %(target_miles)s (%(allowed)s)",
            side=lay.side,
            miles=lay.car.miles,
            target_miles=lay.target_miles,
            allowed=allowed,
        ),
    )


def within_count_of_200s(lay: Lay) -> Breach | None:
    """max_200: a car may hold only so many 200s."""
    if lay.card is not Card.KM_200 or lay.car.two_hundreds < lay.ruleset.max_200:
        return None
    return Breach(
        "MB235",
        worded(
            "while %(side)s has %(two_hundreds)s of them (at most %(max_200)s allowed)",
            side=lay.side,
            two_hundreds=lay.car.two_hundreds,
            max_200=lay.ruleset.max_200,
        ),
    )
