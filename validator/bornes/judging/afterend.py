"""What is done after the end of a hand, or perhaps after it (U-HAND-OVER)."""

from __future__ import annotations

from bornes.findings import Notes
from bornes.judging.ending import perhaps_without_distance
from bornes.legal import harmless_limit
from bornes.reasons import DISTANCE_PERHAPS_GONE
from bornes.table import Game, Table
from bornes_notation.record import Action, Attack, Discard, Interrupt, Pass, Turn
from bornes_notation.wording import worded


def note_perhaps_over(game: Game, table: Table, notes: Notes) -> None:
    """A turn line or an interrupt, where the hand was perhaps over (U-HAND-OVER)."""
    if perhaps_without_distance(game, table):
        notes.undecided("U-HAND-OVER", DISTANCE_PERHAPS_GONE)


def note_turn(game: Game, table: Table, seat: int, turn: Turn, notes: Notes) -> None:
    """Notes a turn after the hand was over, all but what `nobody_can_play` lets pass."""
    drew = turn.draw is not None and bool(turn.draw.faces)
    harmless = not drew and all(_harmless(game, table, action) for action in turn.actions)
    if not (harmless and _over_by_nobody(game, table)):
        notes.violation(
            "MB501",
            worded(
                "%(seat)s took a turn after the hand was over (%(how)s)",
                seat=turn.seat,
                how=_how(game, table),
            ),
            turn.seat_columns,
            table=table,
            seat=seat,
        )
    for index, shown in enumerate(turn.interrupts, start=len(turn.actions)):
        notes.event = index
        note_shown(game, table, shown, notes)
    notes.event = None


def note_action(game: Game, table: Table, seat: int, action: Action, notes: Notes) -> None:
    """Notes a further action of the line with which the hand ended."""
    if _over_by_nobody(game, table) and _harmless(game, table, action):
        return
    notes.violation(
        "MB501",
        worded(
            "%(seat)s played on after the hand was over (%(how)s)",
            seat=game.seats[seat],
            how=_how(game, table),
        ),
        action.columns,
        table=table,
        seat=seat,
    )


def note_shown(game: Game, table: Table, shown: Interrupt, notes: Notes) -> None:
    """Notes a card shown after the hand was over."""
    notes.violation(
        "MB502",
        worded(
            "%(seat)s showed %(card)s after the hand was over (%(how)s)",
            seat=shown.seat,
            card=shown.shown.card,
            how=_how(game, table),
        ),
        shown.shown.columns,
        table=table,
        seat=game.seat_index(shown.seat),
    )


def _over_by_nobody(game: Game, table: Table) -> bool:
    how = game.ruleset.exhaustion
    return how == "nobody_can_play" and table.over is not None and table.over.how == "exhausted"


def _harmless(game: Game, table: Table, action: Action) -> bool:
    """Whether an action after the end of a hand that nobody could play on changes nothing."""
    match action:
        case Discard() | Pass():
            return True
        case Attack():
            return harmless_limit(game, table, action)
    return False


def _how(game: Game, table: Table) -> str:
    over = table.over
    if over is None:
        return ""
    if over.how == "trip" and over.finisher is not None:
        return worded(
            "%(side)s reached %(miles)s",
            side=game.sides[over.finisher],
            miles=table.cars[over.finisher].miles,
        )
    return {"exhausted": worded("nothing is left to play")}.get(over.how, over.how)
