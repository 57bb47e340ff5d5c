"""Whether an ``end`` line stands where the hand ended and names how it ended (U-END)."""

from __future__ import annotations

from dataclasses import dataclass

from bornes.change import changed
from bornes.evidence import Answer
from bornes.judging.ending import exhausted_over, perhaps_without_distance
from bornes.legal import anyone_holds_playable
from bornes.reasons import DISTANCE_PERHAPS_GONE, HAND_NOT_RECORDED, HAND_PERHAPS_OVER, Reason
from bornes.scoring import BY_PEOPLE
from bornes.table import Game, Over, Table, exhausted
from bornes_notation.record import End
from bornes_notation.wording import worded


@dataclass(frozen=True, slots=True)
class EndRuling:
    """The table after an ``end`` line, and what is wrong with the line.

    Attributes:
        table: The hand is over in it.
        code, message: The violation; code "" if there is none.
        undecided: Why the line could not be judged; None if it could.
    """

    table: Table
    code: str = ""
    message: str = ""
    undecided: Reason | None = None


def judge_end(game: Game, table: Table, end: End) -> EndRuling:
    """What an ``end`` line means here: the first one of its hand."""
    if table.over is not None:
        return _named(game, table, end, table.over)
    if end.reason in BY_PEOPLE:
        perhaps = HAND_PERHAPS_OVER if table.perhaps_over else None
        return EndRuling(_ended(game, table, end.reason), undecided=perhaps)
    if table.perhaps_over:
        return EndRuling(exhausted_over(table), undecided=HAND_PERHAPS_OVER)
    if end.reason == "exhausted":
        return _stopped(game, table)
    furthest = max(car.miles for car in table.cars)
    return EndRuling(
        exhausted_over(table),
        "MB510",
        worded(
            "the hand is ended by trip, but nobody has reached %(target)s (the most is %(furthest)s)",
            target=table.target,
            furthest=furthest,
        ),
    )


def _stopped(game: Game, table: Table) -> EndRuling:
    over = exhausted_over(table)
    if not exhausted(game, table):
        if _may_lack_distance(game, table):
            return EndRuling(over, undecided=DISTANCE_PERHAPS_GONE)
        return EndRuling(
            over,
            "MB510",
            _left(table.pile.count),
        )
    if game.ruleset.exhaustion == "play_out":
        somebody = anyone_holds_playable(game, table)
        if somebody is Answer.NO:
            return EndRuling(over)
        if somebody is Answer.UNVERIFIED:
            return EndRuling(over, undecided=HAND_NOT_RECORDED)
    return EndRuling(
        over, "MB510", worded("the hand is ended by exhaustion, but a card in hand can still be played")
    )


def _left(count: int) -> str:
    if count == 1:
        return worded("the hand is ended by exhaustion, but the draw pile still has 1 card")
    return worded("the hand is ended by exhaustion, but the draw pile still has %(count)s cards", count=count)


def _may_lack_distance(game: Game, table: Table) -> bool:
    """Whether a draw pile that was set up perhaps holds no distance card: those not set up lie somewhere."""
    return (
        game.ruleset.exhaustion == "stop_when_no_distance_left"
        and table.pile_set_up
        and not table.pile.surely_holds_distance
    )


def _named(game: Game, table: Table, end: End, over: Over) -> EndRuling:
    if over.perhaps and over.how == "trip" and end.reason in ("trip", "exhausted"):
        return EndRuling(table, undecided=HAND_PERHAPS_OVER)
    if end.reason == over.how:
        return _of_loser(game, table, end, over)
    how = worded("by %(how)s", how=over.how)
    if over.finisher is not None:
        how = worded(
            "by trip: %(side)s reached %(miles)s",
            side=game.sides[over.finisher],
            miles=table.cars[over.finisher].miles,
        )
    return EndRuling(
        table,
        "MB511",
        worded("the hand is written as ended %(reason)s, but it ended %(how)s", reason=end.reason, how=how),
    )


def _of_loser(game: Game, table: Table, end: End, over: Over) -> EndRuling:
    """Whether a hand is forfeited by the side that the ruling names."""
    loser = None if over.loser is None else game.sides[over.loser]
    if loser in (None, end.side):
        return EndRuling(table)
    return EndRuling(
        table,
        "MB511",
        worded(
            "the hand is written as forfeited by %(side)s, but the ruling names %(loser)s",
            side=end.side,
            loser=loser,
        ),
    )


def _ended(game: Game, table: Table, reason: str) -> Table:
    return changed(
        table, drawn=False, windows={}, over=Over(reason, perhaps=perhaps_without_distance(game, table))
    )
