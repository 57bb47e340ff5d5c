"""Claimed points against the replay's: whether they differ, and by which component (U-SCORE)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from bornes.ruleset import Ruleset
from bornes_notation.wording import AND, listed, worded


def difference_words(ruleset: Ruleset, score: Mapping[str, int], difference: int) -> str:
    """How a claim that is `difference` points off may have come about, in words; "" if nothing fits.

    Looks for one or two components that are counted and should not be, or the other way round.
    """
    steps = _steps(ruleset, score)
    for count in (1, 2):
        for chosen in combinations(steps, count):
            if sum(steps[name] for name in chosen) == difference:
                return listed(chosen, AND)
    if score.get("distance", 0) + difference >= 0 and abs(difference) % 25 == 0:
        if difference > 0:
            return worded("with %(points)s more distance", points=difference)
        return worded("with %(points)s less distance", points=-difference)
    return ""


def _steps(ruleset: Ruleset, score: Mapping[str, int]) -> dict[str, int]:
    """What a scorer may have got wrong, in words, and by how many points; the likeliest first."""
    possible = _possible(ruleset)
    steps: dict[str, int] = {}
    for name in COUNTED:
        worth = possible[name]
        if score.get(name):
            steps[worded("with one %(name)s more (%(points)s)", name=name, points=worth)] = worth
            steps[worded("with one %(name)s less (%(points)s)", name=name, points=worth)] = -worth
        else:
            steps[worded("with one %(name)s (%(points)s)", name=name, points=worth)] = worth
    for name, points in score.items():
        if name not in ("distance", *COUNTED):
            steps[worded("without %(name)s (%(points)s)", name=name, points=points)] = -points
    for name, points in possible.items():
        if not score.get(name) and name not in COUNTED:
            steps[worded("with %(name)s (%(points)s)", name=name, points=points)] = points
    return {words: points for words, points in steps.items() if points}


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
