"""Score sheets by look-up: the components of `bornes.scoring`, each asked once for what it depends on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from bornes.car import Car
from bornes.drawpile import DrawPile
from bornes.scoring import end_components, laid_components
from bornes.table import Game, Over, Table
from bornes_notation.cards import SAFETIES

Points: TypeAlias = dict[str, int]
"""Points by component, those that are 0 left out. Not to be changed."""

_SHEETS_MAX: Final = 8192


class Ended(NamedTuple):
    """How a hand ended, as far as the score asks: see `bornes.table.Over`. No finisher or caller: -1."""

    finisher: int
    caller: int
    exhausted: bool
    drawless: bool


class Laid(NamedTuple):
    """What lies before a side at the end of a hand, counted."""

    km: int
    bonus_km: int
    safeties: int
    coups: int
    two_hundreds: int
    hundreds: int


class ScoreSheets:
    """The points of one game, as they are asked for; bounded."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._by_laid: dict[tuple[int, ...], Points] = {}
        self._by_end: dict[tuple[object, ...], Points] = {}

    def sheet(self, side: int, laid: Sequence[Laid], ended: Ended, won: tuple[int, ...]) -> Points:
        """A side's points: for what it laid, then for how the hand ended."""
        own = laid[side]
        at_zero = sum([not each.km for each in laid]) - (not own.km)
        by_laid = self._by_laid.get(own[:4])
        if by_laid is None:
            by_laid = self._for_laid(own)
        key = (side, not own.km, not own.two_hundreds, not own.hundreds, at_zero, ended, won)
        by_end = self._by_end.get(key)
        if by_end is None:
            by_end = self._for_end(key, own, at_zero, ended)
        return {**by_laid, **by_end}

    def _for_laid(self, own: Laid) -> Points:
        if len(self._by_laid) >= _SHEETS_MAX:
            self._by_laid.clear()
        points = _without_zeros(laid_components(self._game.ruleset, _car(own)))
        self._by_laid[own[:4]] = points
        return points

    def _for_end(self, key: tuple[object, ...], own: Laid, at_zero: int, ended: Ended) -> Points:
        if len(self._by_end) >= _SHEETS_MAX:
            self._by_end.clear()
        side: int = key[0]  # type: ignore[assignment]
        won: tuple[int, ...] = key[-1]  # type: ignore[assignment]
        sides = len(self._game.sides)
        others = iter([0] * at_zero + [25] * sides)
        cars = tuple(_car(own if other == side else own._replace(km=next(others))) for other in range(sides))
        over = Over(
            "trip" if ended.finisher >= 0 else "exhausted",
            None if ended.finisher < 0 else ended.finisher,
            exhausted=ended.exhausted,
            drawless=ended.drawless,
        )
        caller = None if ended.caller < 0 else ended.caller
        table = Table(cars=cars, holdings=(), pile=DrawPile(), caller=caller, over=over)
        points = _without_zeros(end_components(self._game, table, over, side, won))
        self._by_end[key] = points
        return points


def _without_zeros(components: Points) -> Points:
    return {name: points for name, points in components.items() if points}


def _car(laid: Laid) -> Car:
    return Car(
        km=laid.km,
        two_hundreds=laid.two_hundreds,
        has_100=laid.hundreds > 0,
        bonus_km=laid.bonus_km,
        safeties=SAFETIES[: laid.safeties],
        coups=SAFETIES[: laid.coups],
    )
