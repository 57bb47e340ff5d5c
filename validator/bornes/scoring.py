"""What a hand is worth: named components that sum to a total (spec/rulesets.md 3 and 6)."""

from __future__ import annotations

from collections.abc import Sequence

from bornes.car import Car, owns_all_safeties
from bornes.ruleset import Ruleset
from bornes.table import Game, Over, Table

BY_PEOPLE = frozenset({"conceded", "forfeit", "adjudicated", "abandoned", "unfinished"})
"""Ends that no rule brought about: nobody wins such a hand, and no bonus for its end is paid."""

OUTSIDE_TOTAL = frozenset({"abandoned", "unfinished"})
"""Ends after which a hand is provisional: it does not enter the match totals."""


def hand_winners(game: Game, table: Table) -> tuple[int, ...]:
    """The finisher; if nobody finished, whom `nobody_finishes` and `furthest_tie` name."""
    over = table.over
    if over is None or over.how in BY_PEOPLE:
        return ()
    if over.finisher is not None:
        return (over.finisher,)
    return furthest(game.ruleset, [car.miles for car in table.cars])


def furthest(ruleset: Ruleset, miles: Sequence[int]) -> tuple[int, ...]:
    """Who wins a hand that nobody finished, by the miles of the sides: one, several or none."""
    most = max(miles)
    if ruleset.nobody_finishes == "no_winner" or not most:
        return ()
    best = tuple([side for side, reached in enumerate(miles) if reached == most])
    return best if len(best) == 1 or ruleset.furthest_tie == "shared" else ()


def score_hand(game: Game, table: Table) -> tuple[dict[str, int], ...]:
    """Points of each side by component, those that are 0 left out; the order is that of a score sheet."""
    scores = [laid_components(game.ruleset, car) for car in table.cars]
    if table.over is not None and table.over.how not in BY_PEOPLE:
        winners = hand_winners(game, table)
        for side in range(len(scores)):
            scores[side].update(end_components(game, table, table.over, side, winners))
    for side, points in enumerate(table.penalties):
        scores[side]["penalty"] = points
    return tuple({name: points for name, points in score.items() if points} for score in scores)


def laid_components(ruleset: Ruleset, car: Car) -> dict[str, int]:
    """What the cards on the table are worth, however the hand ended."""
    return {
        "distance": car.km,
        "bonus_km": car.bonus_km * ruleset.score_bonus_km,
        "safety": len(car.safeties) * ruleset.score_safety,
        "all_safeties": ruleset.score_all_safeties if owns_all_safeties(car) else 0,
        "coup_fourre": len(car.coups) * ruleset.score_coup_fourre,
    }


def end_components(
    game: Game, table: Table, over: Over, side: int, winners: tuple[int, ...]
) -> dict[str, int]:
    """What the end of the hand is worth to a side."""
    ruleset = game.ruleset
    car = table.cars[side]
    won = side in winners
    finished = over.finisher == side
    without_200 = won and not car.two_hundreds
    return {
        "trip": ruleset.score_trip if won else 0,
        "delayed_action": ruleset.score_delayed_action if finished and _delayed(ruleset, over) else 0,
        "safe_trip": ruleset.score_safe_trip if without_200 else 0,
        "no_200_no_100": ruleset.score_no_200_no_100 if without_200 and car.has_100 is False else 0,
        "extension": _extension(game, table, over, side),
        "shut_out": ruleset.score_shut_out if finished and _others_at_zero(table, side) else 0,
        "capot": _capot(ruleset, table, side),
    }


def _delayed(ruleset: Ruleset, over: Over) -> bool:
    return over.exhausted if ruleset.score_delayed_action_when == "pile_empty" else over.drawless


def _extension(game: Game, table: Table, over: Over, side: int) -> int:
    ruleset = game.ruleset
    if table.caller is None:
        return 0
    points = 0
    by_caller = over.finisher == table.caller
    if over.finisher == side and (by_caller or ruleset.extension_success_to == "finisher"):
        points += ruleset.score_extension
    owed = ruleset.extension_failure_to == "each_opponent" or (
        ruleset.extension_failure_to == "each_if_finished" and over.finisher is not None
    )
    if not by_caller and side != table.caller and owed:
        points += ruleset.score_extension
    return points


def _others_at_zero(table: Table, side: int) -> bool:
    return not any(car.km for other, car in enumerate(table.cars) if other != side)


def _capot(ruleset: Ruleset, table: Table, side: int) -> int:
    """For a side that has laid distance: each side that has laid none, or once if there is one."""
    if not table.cars[side].km:
        return 0
    at_zero = sum(not car.km for car in table.cars)
    return at_zero * ruleset.score_capot_each + (ruleset.score_capot_once if at_zero else 0)
