"""Remedies and Roll: each needs its own hazard in force (spec/rulesets.md 1.5)."""

from __future__ import annotations

from bornes.car import HAZARD_OF, NEED_PLAIN_REMEDY, PLAIN_REMEDIES, limited, stopped, top, useful_roll
from bornes.rules.breach import Breach, Lay
from bornes_notation.cards import Card
from bornes_notation.wording import worded


def remedy_meets_its_hazard(lay: Lay) -> Breach | None:
    """U-REMEDY for A+ F+ T+: the top is the hazard of its family, or useless ones are allowed."""
    if lay.card not in PLAIN_REMEDIES:
        return None
    uppermost = top(lay.car, lay.ruleset)
    if uppermost is HAZARD_OF[lay.card]:
        return None
    if stopped(lay.car, lay.ruleset):
        return Breach(
            "MB210",
            worded(
                "while %(side)s is stopped by %(uppermost)s, not by %(hazard)s",
                side=lay.side,
                uppermost=uppermost,
                hazard=HAZARD_OF[lay.card],
            ),
        )
    if lay.ruleset.useless_remedies == "yes":
        return None
    return Breach(
        "MB211", worded("although no %(hazard)s stops %(side)s", hazard=HAZARD_OF[lay.card], side=lay.side)
    )


def roll_is_useful(lay: Lay) -> Breach | None:
    """U-REMEDY for R+: it does something, or the ruleset allows a useless one there."""
    if lay.card is not Card.ROLL or useful_roll(lay.car, lay.ruleset):
        return None
    uppermost = top(lay.car, lay.ruleset)
    if uppermost is not None and uppermost in NEED_PLAIN_REMEDY:
        return Breach(
            "MB212",
            worded(
                "while %(side)s is stopped by %(uppermost)s, which a Roll does not cure",
                side=lay.side,
                uppermost=uppermost,
            ),
        )
    if lay.ruleset.useless_remedies == "yes":
        return None
    if lay.ruleset.useless_remedies == "roll_only" and (uppermost is None or uppermost in PLAIN_REMEDIES):
        return None
    if lay.car.has_right_of_way:
        return Breach(
            "MB213", worded("although R* gives %(side)s the Roll for the whole hand", side=lay.side)
        )
    return Breach("MB214", worded("although %(side)s is rolling", side=lay.side))


def end_of_limit_meets_limit(lay: Lay) -> Breach | None:
    """U-REMEDY for L+: a limit is in force, or useless ones are allowed."""
    if lay.card is not Card.END_OF_LIMIT or limited(lay.car) or lay.ruleset.useless_remedies == "yes":
        return None
    return Breach("MB215", worded("although %(side)s is under no speed limit", side=lay.side))
