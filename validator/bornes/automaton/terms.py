"""What a hand is played by, as numbers: the knobs that the loop asks at every turn, and the seats."""

from __future__ import annotations

from typing import NamedTuple

from bornes.automaton.moves import Steps, steps_of
from bornes.automaton.rows import CARDS, CODE, CarTable
from bornes.automaton.scores import ScoreSheets
from bornes.judging.match import Match
from bornes.report import Report
from bornes.table import Game
from bornes_notation.cards import SAFETIES, Card


class GiveUpError(Exception):
    """The hand is not plainly legal: the judge must look at it."""


class Terms(NamedTuple):
    """What a hand is played by: the knobs the loop asks, out of a ruleset and a seating.

    Attributes:
        before: The match before its first hand.
        report: A report with all that does not hang on the play.
        pack: Copies of each card that are dealt or drawn; cards that lie on the table from the start are not.
        pile_size: Cards in the draw pile after the deal.
    """

    game: Game
    cars: CarTable
    sheets: ScoreSheets
    steps: Steps
    seats: dict[str, int]
    sides: int
    side_of: tuple[int, ...]
    next_seat: tuple[int, ...]
    before: Match
    report: Report
    pack: tuple[int, ...]
    pile_size: int
    base_target: int
    extension: int
    exact: bool
    how: str


def terms_of(game: Game, cars: CarTable) -> Terms | None:
    """The terms of a game; None if there are too few cards to begin it."""
    next_seat = tuple(game.left_of(seat) for seat in range(len(game.seats)))
    pack = [game.pack[card] for card in CARDS]
    if game.ruleset.start_needs_roll == "given":
        pack[CODE[Card.ROLL]] -= len(game.sides)
    pile_size = sum(pack) - game.ruleset.hand_size * len(game.seats)
    if pile_size <= 0 or min(pack) < 0:
        return None
    return Terms(
        game=game,
        cars=cars,
        sheets=ScoreSheets(game),
        steps=steps_of(game.seats, next_seat, _discards_by_rule(game)),
        seats={seat: index for index, seat in enumerate(game.seats)},
        sides=len(game.sides),
        side_of=game.side_of,
        next_seat=next_seat,
        report=Report(
            index=1,
            ruleset=game.ruleset.id,
            ruleset_version=game.ruleset.version,
            options=game.ruleset.options,
            policy=game.policy,
            verdict="legal",
        ),
        before=Match(dict.fromkeys(game.sides, 0)),
        pack=tuple(pack),
        pile_size=pile_size,
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
