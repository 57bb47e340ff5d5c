"""What a hand is played by, as numbers: the knobs that the loop asks at every turn, and the seats."""

from __future__ import annotations

from typing import NamedTuple

from bornes.automaton.moves import Moves
from bornes.automaton.rows import CARDS, CarTable
from bornes.table import Game


class GiveUpError(Exception):
    """The hand is not plainly legal: the judge must look at it."""


class Terms(NamedTuple):
    """What a hand is played by: the knobs the loop asks, out of a ruleset and a seating."""

    game: Game
    cars: CarTable
    moves: Moves
    side_of: tuple[int, ...]
    next_seat: tuple[int, ...]
    pack: tuple[int, ...]
    base_target: int
    extension: int
    exact: bool
    how: str


def terms_of(game: Game, cars: CarTable, moves: Moves) -> Terms:
    """The terms of a game."""
    return Terms(
        game=game,
        cars=cars,
        moves=moves,
        side_of=game.side_of,
        next_seat=tuple(game.left_of(seat) for seat in range(len(game.seats))),
        pack=tuple(game.pack[card] for card in CARDS),
        base_target=game.seating.target_miles,
        extension=game.seating.extension_miles or 0,
        exact=game.ruleset.finish == "exact",
        how=game.ruleset.exhaustion,
    )
