"""What a hand is played by, as numbers: the knobs that the loop asks at every turn, and the seats."""

from __future__ import annotations

from typing import NamedTuple

from bornes.automaton.moves import Steps, steps_of
from bornes.automaton.rows import CARDS, CODE, CarTable
from bornes.automaton.scores import ScoreSheets
from bornes.table import Game
from bornes_notation.cards import SAFETIES


class GiveUpError(Exception):
    """The hand is not plainly legal: the judge must look at it."""


class Terms(NamedTuple):
    """What a hand is played by: the knobs the loop asks, out of a ruleset and a seating."""

    game: Game
    cars: CarTable
    sheets: ScoreSheets
    steps: Steps
    seats: dict[str, int]
    sides: int
    side_of: tuple[int, ...]
    next_seat: tuple[int, ...]
    pack: tuple[int, ...]
    pack_size: int
    base_target: int
    extension: int
    exact: bool
    how: str


def terms_of(game: Game, cars: CarTable) -> Terms:
    """The terms of a game."""
    next_seat = tuple(game.left_of(seat) for seat in range(len(game.seats)))
    return Terms(
        game=game,
        cars=cars,
        sheets=ScoreSheets(game),
        steps=steps_of(game.seats, next_seat, _discards_by_rule(game)),
        seats={seat: index for index, seat in enumerate(game.seats)},
        sides=len(game.sides),
        side_of=game.side_of,
        next_seat=next_seat,
        pack=tuple(game.pack[card] for card in CARDS),
        pack_size=game.pack_size,
        base_target=game.seating.target_miles,
        extension=game.seating.extension_miles or 0,
        exact=game.ruleset.finish == "exact",
        how=game.ruleset.exhaustion,
    )


def _discards_by_rule(game: Game) -> frozenset[int]:
    """Codes of the cards that may not simply be discarded."""
    if game.ruleset.discard_when != "always":
        return frozenset(CODE.values())
    return frozenset() if game.ruleset.discard_safety else frozenset(CODE[card] for card in SAFETIES)
