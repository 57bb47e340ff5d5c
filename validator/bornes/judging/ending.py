"""How a hand ends: the target, and every way in which a draw pile can run out (spec/rulesets.md 1.8)."""

from __future__ import annotations

from bornes.change import changed
from bornes.evidence import Answer
from bornes.legal import anyone_holds_playable
from bornes.table import Game, Over, Table, distance_left, exhausted, next_to_act


def at_target(game: Game, table: Table, side: int) -> bool:
    """Whether a side's miles end the hand."""
    miles = table.cars[side].miles
    return miles == table.target or (game.ruleset.finish == "at_least" and miles > table.target)


def finished(game: Game, table: Table, side: int) -> Table:
    """The table after a side reached the target: the hand is over at once."""
    return changed(
        table,
        drawn=False,
        windows={},
        perhaps_over=table.perhaps_over and game.ruleset.exhaustion != "nobody_can_play",
        over=Over(
            "trip",
            side,
            exhausted=exhausted(game, table),
            drawless=table.drawless_seen,
            perhaps=perhaps_without_distance(game, table),
        ),
    )


def perhaps_without_distance(game: Game, table: Table) -> bool:
    """Whether the hand was perhaps over because no distance card was left to draw."""
    return table.perhaps_over and game.ruleset.exhaustion == "stop_when_no_distance_left"


def may_extend(game: Game, table: Table, side: int) -> bool:
    """Whether a side that just laid a distance card may call an extension."""
    return (
        game.seating.extension_miles is not None
        and table.caller is None
        and table.cars[side].miles == table.target == game.seating.target_miles
    )


def extended(game: Game, table: Table, side: int) -> Table:
    """The table after a side called the extension."""
    return changed(table, caller=side, target=game.seating.extension_miles or table.target)


def exhausted_over(table: Table) -> Table:
    """The table after the hand ended by exhaustion."""
    # Whether `nobody_can_play` had ended it before does not matter: nothing laid since can have changed it.
    perhaps = table.perhaps_over and (table.last_turn_perhaps or table.last_turn)
    over = Over("exhausted", exhausted=True, perhaps=perhaps)
    return changed(table, drawn=False, windows={}, perhaps_over=False, over=over)


def note_pile(game: Game, table: Table) -> Table:
    """The table after a look at the draw pile: is this the last turn, for certain or perhaps?"""
    how = game.ruleset.exhaustion
    if how == "stop_when_pile_empty":
        return changed(table, last_turn=not table.pile.count)
    if how == "stop_when_no_distance_left":
        left = distance_left(game, table)
        return changed(
            table,
            last_turn=left is Answer.NO,
            last_turn_perhaps=left is Answer.UNVERIFIED,
            perhaps_over=table.perhaps_over and left is not Answer.YES,
        )
    return table


def note_playable(game: Game, table: Table) -> Table:
    """The table after every draw, lay, discard and interrupt: with `nobody_can_play`, is the hand over?"""
    if table.over is not None or not exhausted(game, table):
        return table
    if not any(hand.size for hand in table.holdings):
        return exhausted_over(table)
    if game.ruleset.exhaustion != "nobody_can_play":
        return table
    somebody = anyone_holds_playable(game, table, harmless_limits=False)
    if somebody is Answer.NO:
        return exhausted_over(table)
    return changed(table, perhaps_over=somebody is Answer.UNVERIFIED)


def turn_finished(game: Game, table: Table, seat: int, *, extra: bool) -> Table:
    """The table after a turn: who acts next, and whether the hand ends here."""
    table = changed(table, drawn=False, drawn_faces=(), coup_turn=False, extra=extra, last_actor=seat)
    if table.last_turn and not extra:
        return exhausted_over(table)
    if table.last_turn_perhaps and not extra:
        table = changed(table, perhaps_over=True)
    acting = next_to_act(game, table, seat if extra else game.left_of(seat))
    if table.last_turn and acting != seat:
        return exhausted_over(table)
    return note_playable(game, changed(table, to_act=acting, extra=extra and acting == seat))
