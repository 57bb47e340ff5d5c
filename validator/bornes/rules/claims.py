"""Claimed points against the replay's: whether they differ, and by which component (U-SCORE)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from bornes.ruleset import Ruleset
from bornes_notation.wording import AND, listed, worded


def difference_words(ruleset: Ruleset, score: Mapping[str, int], difference: int) -> str:
    """How a claim that is `difference` points off may have come about, in words; "" if nothing fits.

    Looks for one or two components that are counted and should not be, or the other way round; those that the
    side really has, left out or counted twice, come before any that it has not.
    """
    steps = _steps(ruleset, score)
    for count in (1, 2):
        fitting = [
            chosen
            for chosen in combinations(steps, count)
            if sum(steps[words].points for words in chosen) == difference
        ]
        if fitting:  # of equals min takes the first, the likeliest
            likeliest = min(fitting, key=lambda chosen: sum(not steps[words].there for words in chosen))
            return listed(likeliest, AND)
    if score.get("distance", 0) + difference >= 0 and abs(difference) % 25 == 0:
        if difference > 0:
            return worded("with %(points)s more distance", points=difference)
        return worded("with %(points)s less distance", points=-difference)
    return ""


class _Step(NamedTuple):
    """By how many points a claim changes, and whether the side has that component."""

    points: int
    there: bool


def _steps(ruleset: Ruleset, score: Mapping[str, int]) -> dict[str, _Step]:
    """What a scorer may have got wrong, in words, and by how many points; the likeliest first."""
    possible = _possible(ruleset)
    steps: dict[str, _Step] = {}
    for name in COUNTED:
        there, worth = bool(score.get(name)), possible[name]
        if there:
            more = worded("with one %(name)s more (%(points)s)", name=name, points=worth)
            less = worded("with one %(name)s less (%(points)s)", name=name, points=worth)
            steps[more], steps[less] = _Step(worth, there), _Step(-worth, there)
        else:
            steps[worded("with one %(name)s (%(points)s)", name=name, points=worth)] = _Step(worth, there)
    for name, points in score.items():
        if name not in ("distance", *COUNTED):
            without = worded("without %(name)s (%(points)s)", name=name, points=points)
            twice = worded("with %(name)s twice (%(points)s)", name=name, points=points)
            steps[without], steps[twice] = _Step(-points, there=True), _Step(points, there=True)
    for name, points in possible.items():
        if not score.get(name) and name not in COUNTED:
            once = worded("with %(name)s (%(points)s)", name=name, points=points)
            steps[once] = _Step(points, there=False)
    return {words: step for words, step in steps.items() if step.points}


COUNTED = ("coup_fourre", "safety")
"""Components that a side can have several of."""


def _possible(ruleset: Ruleset) -> dict[str, int]:
    return {
        "safety": ruleset.score_safety,
        "all_safeties": ruleset.score_all_safeties,
        "coup_fourre": ruleset.score_coup_fourre,
        "trip": ruleset.score_trip,
        "delayed_action": ruleset.score_delayed_action,
        "safe_trip": ruleset.score_safe_trip,
        "extension": ruleset.score_extension,
        "shut_out": ruleset.score_shut_out,
        "capot": ruleset.score_capot_each or ruleset.score_capot_once,
    }
