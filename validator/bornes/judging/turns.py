"""A turn line: whose turn it is, its draw, its actions, and what was shown out of turn during it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bornes.change import changed
from bornes.findings import Notes
from bornes.judging import afterend
from bornes.judging.actions import VOIDABLE, act
from bornes.judging.draws import draw_for_turn
from bornes.judging.ending import note_pile, note_playable
from bornes.judging.interrupts import interrupt
from bornes.reasons import CALL_NOT_WRITTEN, COUP_IN_DOUBT
from bornes.rules import coup
from bornes.table import Game, Table, exhausted
from bornes_notation.cards import SAFETIES, Face
from bornes_notation.record import Action, Attack, Discard, Pass, Play, Turn
from bornes_notation.wording import marked, worded


@dataclass(frozen=True, slots=True)
class Event:
    """An action or interrupt of a turn line, which a ruling may name.

    Attributes:
        seat: Who did it.
        interrupt: Whether it was shown out of turn.
        card: The card laid, shown or discarded; None for a pass or a face that is not written.
    """

    seat: str
    interrupt: bool
    card: Face = None


def events_of(turn: Turn) -> tuple[Event, ...]:
    """The events of a turn line, in order."""
    return (
        *(Event(turn.seat, interrupt=False, card=_card_of(action)) for action in turn.actions),
        *(Event(shown.seat, interrupt=True, card=shown.shown.card) for shown in turn.interrupts),
    )


def _card_of(action: Action) -> Face:
    match action:
        case Discard(face=face):
            return face
        case Attack(card=card) | Play(card=card):
            return card
        case _:
            return None


def faces_of(turn: Turn) -> list[Face]:
    """The cards that a turn line names, hidden ones as None."""
    draws = [turn.draw, *(shown.draw for shown in turn.interrupts)]
    faces: list[Face] = [face for draw in draws if draw is not None for face in draw.faces]
    faces += [action.face for action in turn.actions if isinstance(action, Discard)]
    faces += [action.card for action in turn.actions if isinstance(action, Attack | Play)]
    faces += [shown.shown.card for shown in turn.interrupts]
    return faces


def run_turn(game: Game, table: Table, turn: Turn, notes: Notes, treatments: Mapping[int, str]) -> Table:
    """The table after a turn line. `treatments` says by event index what rulings decided."""
    table = _call_presumed(table, notes)
    seat = game.seat_index(turn.seat)
    if _skipped_pass(game, table, seat, turn):
        return table
    if table.over is not None:
        afterend.note_turn(game, table, seat, turn, notes)
        return table
    afterend.note_perhaps_over(game, table, notes)
    table = begin_turn(game, table, seat, turn, notes)
    table = _run_actions(game, table, seat, turn, notes, treatments)
    return _run_interrupts(game, table, turn, notes, treatments)


def _run_actions(
    game: Game, table: Table, seat: int, turn: Turn, notes: Notes, treatments: Mapping[int, str]
) -> Table:
    for index, action in enumerate(turn.actions):
        notes.event = index
        if table.over is not None:
            afterend.note_action(game, table, seat, action, notes)
            continue
        if index:
            notes.violation(
                "MB240",
                worded(SECOND_THING if index == 1 else FURTHER_THING, seat=turn.seat),
                action.columns,
                table=table,
                seat=seat,
            )
            retracted = treatments.get(index) == "retract"
            if retracted or (game.policy == "void" and index not in treatments):
                taken_back = act(game, table, seat, action, turn, notes, "retract")
                table = changed(table, holdings=taken_back.holdings)
                if retracted:
                    break
                continue
            table = changed(table, to_act=seat)
        table = act(game, table, seat, action, turn, notes, treatments.get(index))
        if index < len(turn.actions) - 1 and _ended_with_turn(game, table):
            table = changed(table, over=None)  # the turn goes on
        if treatments.get(index) == "retract":
            break
    if turn.call is not None and not turn.actions:
        notes.violation(
            "MB520",
            worded("%(seat)s called without laying a card", seat=turn.seat),
            turn.call_columns,
            table=table,
            seat=seat,
        )
    notes.event = None
    return table


SECOND_THING = marked("%(seat)s did a second thing in one turn (one card is laid or discarded)")
FURTHER_THING = marked("%(seat)s did a further thing in one turn (one card is laid or discarded)")


def _ended_with_turn(game: Game, table: Table) -> bool:
    """Whether the hand is over only because the turn is."""
    ends_with_turn = game.ruleset.exhaustion in ("stop_when_pile_empty", "stop_when_no_distance_left")
    return ends_with_turn and table.over is not None and table.over.how == "exhausted"


def _run_interrupts(
    game: Game, table: Table, turn: Turn, notes: Notes, treatments: Mapping[int, str]
) -> Table:
    offset = len(turn.actions)
    if _undone(game, notes, treatments, offset):
        return table
    for index, shown in enumerate(turn.interrupts, start=offset):
        table = _call_presumed(table, notes)
        notes.event = index
        if table.over is not None:
            afterend.note_shown(game, table, shown, notes)
            continue
        afterend.note_perhaps_over(game, table, notes)
        table = interrupt(game, table, shown, notes, treatments.get(index))
        if treatments.get(index) in ("retract", "void"):
            break
    notes.event = None
    return table


def _undone(game: Game, notes: Notes, treatments: Mapping[int, str], actions: int) -> bool:
    """Whether the play of this line was taken back, and with it all that follows on the line."""
    if any(treatments.get(index) in ("retract", "void") for index in range(actions)):
        return True
    return game.policy == "void" and any(
        finding.code in VOIDABLE and finding.event is not None and finding.event not in treatments
        for finding in notes.findings
    )


def _call_presumed(table: Table, notes: Notes) -> Table:
    """Play went on at the base target without a call: it must have been an extension."""
    if table.if_called is None:
        return table
    notes.undecided("U-EXT", CALL_NOT_WRITTEN)
    return table.if_called


def begin_turn(game: Game, table: Table, seat: int, turn: Turn, notes: Notes) -> Table:
    """The table after the order of play was judged and the turn's draw made."""
    continues = table.drawn and seat == table.to_act
    if seat != table.to_act:
        _note_order(game, table, seat, turn, notes)
        table = changed(table, to_act=seat, drawn=False)
    table = changed(table, or_else=None, or_else_doubt=False, coup_turn=False, extra=False)
    if continues and (turn.draw is None or not turn.draw.faces):
        return changed(table, drawn=True)
    if continues:
        notes.violation(
            "MB123",
            worded("%(seat)s drew again in a turn that goes on (its draw was made before)", seat=turn.seat),
            turn.draw.columns if turn.draw else turn.seat_columns,
            table=table,
            seat=seat,
        )
    drawless = exhausted(game, table)
    table, faces = draw_for_turn(game, table, seat, turn.draw, notes)
    table = changed(
        table,
        drawn=True,
        drawn_faces=faces,
        drawn_from_discard=turn.draw is not None and turn.draw.from_discard,
        turns=table.turns + 1,
        drawless_seen=table.drawless_seen or drawless,
    )
    if table.drawn_faces:
        table = coup.after_draw(game, table, seat, table.drawn_faces)
    return note_playable(game, note_pile(game, table))


def _note_order(game: Game, table: Table, seat: int, turn: Turn, notes: Notes) -> None:
    if table.or_else == seat:
        if table.or_else_doubt:
            notes.undecided("U-ORDER", COUP_IN_DOUBT)
        return
    waiting = game.seats[table.to_act]
    if table.drawn:
        code, why = "MB112", worded("%(waiting)s has drawn and not finished its turn", waiting=waiting)
    elif table.extra:
        code, why = "MB111", worded("%(waiting)s has another turn after its safety", waiting=waiting)
    else:
        code, why = "MB110", worded("it is %(waiting)s's turn", waiting=waiting)
    notes.violation(
        code,
        worded("%(seat)s took a turn out of order: %(why)s", seat=turn.seat, why=why),
        turn.seat_columns,
        table=table,
        seat=seat,
        because=_extra_turn_lines(game, table) if code == "MB111" else (),
    )


def _extra_turn_lines(game: Game, table: Table) -> tuple[int, ...]:
    """The line of the safety that earned the seat to act its extra turn."""
    side = game.side_of[table.to_act]
    laid = [table.laid_at[side, card] for card in SAFETIES if (side, card) in table.laid_at]
    return (max(laid),) if laid else ()


def _skipped_pass(game: Game, table: Table, seat: int, turn: Turn) -> bool:
    """A seat without a card that writes its pass while exhausted: it is skipped, or the hand is over."""
    return (
        all(isinstance(action, Pass) for action in turn.actions)
        and len(turn.actions) == 1
        and not turn.interrupts
        and (turn.draw is None or not turn.draw.faces)
        and not table.holdings[seat].size
        and exhausted(game, table)
    )
