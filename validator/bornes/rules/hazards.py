"""Hazards: on whom they may be laid, and when (spec/rulesets.md 1.5, second table)."""

from __future__ import annotations

from bornes.car import (
    SAFETY_OF,
    STOPPING,
    covered,
    dead,
    rolling,
    rolls_by_right_of_way_alone,
    stopped,
    top,
)
from bornes.rules.breach import Breach, Lay
from bornes_notation.cards import Card, Kind
from bornes_notation.wording import worded


def on_another_side(lay: Lay) -> Breach | None:
    """U-TARGET: a hazard goes on a car of another side."""
    if lay.card.kind is not Kind.HAZARD or not lay.own:
        return None
    return Breach("MB201", worded("on its own side (a hazard goes on another side)"))


def not_on_covered_car(lay: Lay) -> Breach | None:
    """U-PROTECTED: a hazard that a safety covers cannot be laid."""
    if lay.card.kind is not Kind.HAZARD or lay.own or not covered(lay.car, lay.card):
        return None
    return Breach(
        "MB202",
        worded(
            "although %(safety)s protects %(side)s against it for the whole hand",
            safety=SAFETY_OF[lay.card],
            side=lay.side,
        ),
    )


def only_on_started_car(lay: Lay) -> Breach | None:
    """U-STARTED: no stopping hazard is laid on a car that has not started."""
    if not _stops(lay) or rolling(lay.car, lay.ruleset) or lay.car.needs_roll:
        return None
    if top(lay.car, lay.ruleset) is not None:
        return None
    return Breach(
        "MB203", worded("before %(side)s has started (only L- can be laid on it yet)", side=lay.side)
    )


def not_on_hazard(lay: Lay) -> Breach | None:
    """hazard_on_hazard: may a stopping hazard be laid on one in force?"""
    if not _stops(lay) or lay.ruleset.hazard_on_hazard or not stopped(lay.car, lay.ruleset):
        return None
    return Breach(
        "MB204",
        worded("while %(side)s is already stopped by %(top)s", side=lay.side, top=top(lay.car, lay.ruleset)),
    )


def not_on_remedy(lay: Lay) -> Breach | None:
    """hazard_on_remedy: may a stopping hazard be laid on a car that waits for its Roll?"""
    if not _stops(lay) or lay.ruleset.hazard_on_remedy or rolling(lay.car, lay.ruleset):
        return None
    if stopped(lay.car, lay.ruleset):
        return None
    if top(lay.car, lay.ruleset) is None and not lay.car.needs_roll:
        return None
    return Breach("MB205", worded("while %(side)s is not rolling: it waits for a Roll", side=lay.side))


def not_on_bare_right_of_way(lay: Lay) -> Breach | None:
    """hazard_on_bare_right_of_way: may a car be stopped that rolls only by R* on an empty pile?"""
    if not _stops(lay) or lay.ruleset.hazard_on_bare_right_of_way:
        return None
    if not rolls_by_right_of_way_alone(lay.car, lay.ruleset):
        return None
    return Breach(
        "MB206", worded("while %(side)s rolls only by R*, with no card on its battle pile", side=lay.side)
    )


def not_on_limit(lay: Lay) -> Breach | None:
    """limit_on_limit: may a speed limit be laid on one in force?"""
    if lay.card is not Card.SPEED_LIMIT or lay.own or lay.ruleset.limit_on_limit:
        return None
    if lay.car.speed[-1:] != (Card.SPEED_LIMIT,) or dead(lay.car, Card.SPEED_LIMIT, lay.ruleset):
        return None
    return Breach("MB207", worded("while %(side)s is already under a speed limit", side=lay.side))


def _stops(lay: Lay) -> bool:
    return lay.card in STOPPING and not lay.own
