"""Claimed points against the replay's: whether they differ, and by which component (U-SCORE)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from bornes.ruleset import Ruleset


def difference_words(ruleset: Ruleset, score: Mapping[str, int], difference: int) -> str:
    """How a claim that is `difference` points off may have come about, in words; "" if nothing fits.

    Looks for one or two components that are counted and should not be, or the other way round.
    """
    steps: dict[str, int] = {}
    for name in ("coup_fourre", "safety"):
        points = _possible(ruleset)[name]
        if points:
            more = " more" if score.get(name) else ""
            steps[f"with one {name}{more} ({points})"] = points
        if points and score.get(name):
            steps[f"with one {name} less ({points})"] = -points
    for name, points in score.items():
        if points and name not in ("distance", "coup_fourre", "safety"):
            steps[f"without {name} ({points})"] = -points
    for name, points in _possible(ruleset).items():
        if points and not score.get(name) and name not in ("coup_fourre", "safety"):
            steps[f"with {name} ({points})"] = points
    for count in (1, 2):
        for chosen in combinations(steps, count):
            if sum(steps[name] for name in chosen) == difference:
                return " and ".join(chosen)
    if score.get("distance", 0) + difference >= 0 and abs(difference) % 25 == 0:
        return f"with {abs(difference)} {'more' if difference > 0 else 'less'} distance"
    return ""


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
