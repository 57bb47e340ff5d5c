"""Score sheets by look-up: the components of `bornes.scoring`, each asked once for what it depends on."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bornes.car import Car
from bornes.drawpile import DrawPile
from bornes.scoring import end_components, hand_winners, laid_components
from bornes.table import Game, Over, Table
from bornes_notation.cards import SAFETIES


class Ended(NamedTuple):
    """How a hand ended, as far as the score asks: see `bornes.table.Over`."""

    finisher: int
    caller: int
    exhausted: bool
    drawless: bool


class Laid(NamedTuple):
    """What lies before a side at the end of a hand, counted."""

    km: int
    two_hundreds: int
    hundreds: int
    bonus_km: int
    safeties: int
    coups: int


def winners(game: Game, laid: tuple[Laid, ...], ended: Ended) -> tuple[int, ...]:
    """The hand winners."""
    if ended.finisher >= 0:
        return (ended.finisher,)
    return hand_winners(game, _table(laid, ended))


@lru_cache(maxsize=8192)
def sheet(
    game: Game, side: int, laid: Laid, at_zero: int, ended: Ended, won: tuple[int, ...]
) -> tuple[dict[str, int], int]:
    """A side's points by component, those that are 0 left out, and their sum. Not to be changed.

    `at_zero` is how many other sides have laid no distance card.
    """
    sides = len(game.sides)
    zeros = iter([0] * at_zero + [25] * sides)
    cars = tuple(laid if other == side else laid._replace(km=next(zeros)) for other in range(sides))
    table = _table(cars, ended)
    assert table.over is not None
    score = laid_components(game.ruleset, table.cars[side])
    score.update(end_components(game, table, table.over, side, won))
    score = {name: points for name, points in score.items() if points}
    return score, sum(score.values())


def _table(laid: tuple[Laid, ...], ended: Ended) -> Table:
    return Table(
        cars=tuple(
            Car(
                km=each.km,
                two_hundreds=each.two_hundreds,
                hundreds=each.hundreds,
                bonus_km=each.bonus_km,
                safeties=SAFETIES[: each.safeties],
                coups=SAFETIES[: each.coups],
            )
            for each in laid
        ),
        holdings=(),
        pile=DrawPile(),
        caller=None if ended.caller < 0 else ended.caller,
        over=Over(
            "trip" if ended.finisher >= 0 else "exhausted",
            None if ended.finisher < 0 else ended.finisher,
            exhausted=ended.exhausted,
            drawless=ended.drawless,
        ),
    )
