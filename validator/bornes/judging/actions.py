"""One action of a turn: a card laid or discarded, or a pass. Judged, applied, and the turn passed on."""

from __future__ import annotations

from bornes.change import changed
from bornes.evidence import Answer
from bornes.findings import Notes
from bornes.holding import Holding
from bornes.judging.ending import at_target, note_pile, note_playable, turn_finished
from bornes.judging.hands import contradicted, forget, take_card
from bornes.judging.lays import (
    note_breaches,
    note_needless_call,
    with_call,
    with_card_laid,
    with_safety,
)
from bornes.legal import harmless_limit, holds_playable, playable
from bornes.reasons import FACE_NOT_RECORDED, HAND_NOT_RECORDED
from bornes.rules import coup
from bornes.table import Game, Table, exhausted
from bornes_notation.cards import Card, Kind
from bornes_notation.record import NOWHERE, Action, Attack, Columns, Discard, Line, Other, Pass, Play, Turn
from bornes_notation.wording import worded

_NO_LINE = Line(Other(""))
"""Where nothing is noted: the second look at a card whose faults are known already."""


def act(
    game: Game, table: Table, seat: int, action: Action, turn: Turn, notes: Notes, treatment: str | None
) -> Table:
    """The table after an action of the seat to act.

    `treatment` is what a ruling says of it: retract, void, stands or None.
    """
    notes.plays += 1
    before = table
    found = len(notes.findings)
    call = turn.call if action is turn.actions[-1] else None
    match action:
        case Pass():
            after = _pass(game, table, seat, action, notes)
        case Discard(face=face):
            after = _discard(game, table, seat, face, notes, action.columns)
        case Play(card=card) if card.kind is Kind.SAFETY:
            after = _safety(game, table, seat, card, notes, action.columns)
        case Play(card=card):
            side = game.side_of[seat]
            after = _lay(game, table, seat, card, side, notes, action.columns, turn, call, treatment)
        case Attack(card=card, side=letter):
            on = game.sides.index(letter)
            after = _lay(game, table, seat, card, on, notes, action.columns, turn, call, treatment)
    if not any(finding.event == notes.event for finding in notes.findings):
        _settle(game, before, seat, action, notes)
    guilty = any(finding.code in VOIDABLE for finding in notes.findings[found:])
    if treatment is None and game.policy == "void" and guilty:
        # Its call is undone with it.
        notes.findings[found:] = [each for each in notes.findings[found:] if each.code != "MB520"]
        return _void(game, before, seat, action)
    _note_call(game, before, seat, action, turn, notes)
    if treatment == "retract":
        after = changed(before, drawn=True)
        return forget(after, seat) if contradicted(notes.findings[found:]) else after
    if treatment == "void":
        return _void(game, before, seat, action)
    return after


VOIDABLE = frozenset(
    {
        *("MB130", "MB131", "MB140"),
        *("MB201", "MB202", "MB203", "MB204", "MB205", "MB206", "MB207"),
        *("MB210", "MB211", "MB212", "MB213", "MB214", "MB215"),
        *("MB230", "MB231", "MB232", "MB233", "MB234", "MB235"),
        *("MB242", "MB243"),
    }
)
"""Faults of a lay or a discard, which policy `void` undoes."""


def _settle(game: Game, before: Table, seat: int, action: Action, notes: Notes) -> None:
    """A playable card lawfully laid: nobody can have ended the hand before for want of one."""
    if game.ruleset.exhaustion != "nobody_can_play" or not exhausted(game, before):
        return
    if not isinstance(action, Play | Attack) or (
        isinstance(action, Attack) and harmless_limit(game, before, action)
    ):
        return
    if playable(game, before, seat, action.card, harmless_limits=False):
        notes.settle()


def _note_call(game: Game, before: Table, seat: int, action: Action, turn: Turn, notes: Notes) -> None:
    if (
        turn.call is not None
        and action is turn.actions[-1]
        and not _reaches_target(game, before, seat, action)
    ):
        note_needless_call(game, before, seat, turn.call, notes, turn.call_columns)


def _reaches_target(game: Game, table: Table, seat: int, action: Action) -> bool:
    if not isinstance(action, Play) or not action.card.km:
        return False
    laid = with_card_laid(game, table, seat, action.card, game.side_of[seat], 0, stands=False)
    return at_target(game, laid, game.side_of[seat])


def _lay(
    game: Game,
    table: Table,
    seat: int,
    card: Card,
    on: int,
    notes: Notes,
    columns: Columns,
    turn: Turn,
    call: bool | None,
    treatment: str | None,
) -> Table:
    in_doubt = note_breaches(game, table, seat, card, on, notes, columns)
    table = take_card(game, table, seat, card, notes, columns, "MB130")
    table = changed(table, in_doubt=True) if in_doubt else table
    table = coup.after_play(game, _after_drawless(game, table, seat))
    side = game.side_of[seat]
    miles = table.cars[side].miles
    table = with_card_laid(game, table, seat, card, on, notes.line.line, stands=treatment == "stands")
    table = note_pile(game, table)
    reached = table.cars[side].miles > miles and at_target(game, table, side)
    overshot = game.ruleset.finish == "exact" and miles + card.km > table.target
    if reached and not (treatment == "stands" and overshot):
        table = with_call(game, table, seat, call, notes, turn.call_columns)
        if table.if_called is not None:
            go_on = turn_finished(game, table.if_called, seat, extra=False)
            return changed(table, if_called=go_on)
    if table.over is not None:
        return table
    return turn_finished(game, table, seat, extra=False)


def _safety(game: Game, table: Table, seat: int, card: Card, notes: Notes, columns: Columns) -> Table:
    nothing_left = exhausted(game, table)
    claim = coup.claim(game, table, seat, card)
    is_coup = claim.answer is not Answer.NO
    side = game.side_of[seat]
    in_doubt = claim.answer is Answer.UNVERIFIED
    if in_doubt:
        notes.undecided("U-COUP", HAND_NOT_RECORDED)
    table = take_card(game, table, seat, card, notes, columns, "MB130")
    table = coup.after_play(game, _after_drawless(game, table, seat))
    table = with_safety(game, table, side, card, is_coup=is_coup, claim=claim)
    table = table.with_laid_at(side, card, notes.line.line)
    if table.over is not None:
        return table
    table = note_pile(game, table)
    extra = is_coup or game.ruleset.safety_extra_turn
    if nothing_left and not game.ruleset.extra_turn_when_exhausted:
        extra = False
    finished = turn_finished(game, table, seat, extra=extra)
    if in_doubt and not game.ruleset.safety_extra_turn and extra:
        finished = changed(finished, or_else=game.left_of(seat), or_else_doubt=True)
    return finished


def _discard(game: Game, table: Table, seat: int, face: Card | None, notes: Notes, columns: Columns) -> Table:
    _note_discard(game, table, seat, face, notes, columns)
    if face is not None:
        table = take_card(game, table, seat, face, notes, columns, "MB131")
    else:
        if table.holdings[seat].size:
            notes.undecided("U-HOLD", FACE_NOT_RECORDED)
        else:
            notes.violation(
                "MB131",
                worded("%(seat)s discarded a card, but its hand was empty", seat=game.seats[seat]),
                columns,
                table=table,
                seat=seat,
            )
        table = table.with_holding(seat, table.holdings[seat].without_unknown())
    table = coup.after_play(game, _after_drawless(game, table, seat))
    table = note_pile(game, changed(table, discard=(*table.discard, face)))
    return turn_finished(game, table, seat, extra=False)


def _note_discard(
    game: Game, table: Table, seat: int, face: Card | None, notes: Notes, columns: Columns
) -> None:
    """Notes what the knobs about discards forbid: `discard_safety`, `discard_when`."""
    name = game.seats[seat]
    if not game.ruleset.discard_safety:
        if face is not None and face.kind is Kind.SAFETY:
            notes.violation(
                "MB243",
                worded("%(seat)s discarded %(card)s (a safety may not be discarded)", seat=name, card=face),
                columns,
                table=table,
                seat=seat,
                offer=True,
            )
        elif face is None and not _no_safety(table, seat):
            notes.undecided("discard_safety", FACE_NOT_RECORDED)
    if game.ruleset.discard_when == "only_if_no_play":
        hand = table.holdings[seat]
        if face is not None and face not in hand.known and hand.unknown:
            # The card discarded is one of the hand, whatever else is known of it.
            hand = Holding((*hand.known, face), hand.unknown - 1, hand.missing)
        can_play = holds_playable(game, table.with_holding(seat, hand), seat, safeties=False)
        if face is not None and face.kind is not Kind.SAFETY and playable(game, table, seat, face):
            can_play = Answer.YES
        if can_play is Answer.YES:
            notes.violation(
                "MB242",
                worded(
                    "%(seat)s discarded %(card)s although it could play (a card is discarded only if none but safeties can be played)",
                    seat=name,
                    card=face or worded("a card"),
                ),
                columns,
                table=table,
                seat=seat,
                offer=True,
            )
        elif can_play is Answer.UNVERIFIED:
            notes.undecided("discard_when", HAND_NOT_RECORDED)


def _no_safety(table: Table, seat: int) -> bool:
    hand = table.holdings[seat]
    return not hand.unknown and all(card.kind is not Kind.SAFETY for card in hand.known)


def _passed(seat: str, size: int) -> str:
    if size == 1:
        return worded("%(seat)s passed with 1 card in hand (one is laid or discarded each turn)", seat=seat)
    return worded(
        "%(seat)s passed with %(count)s cards in hand (one is laid or discarded each turn)",
        seat=seat,
        count=size,
    )


def _pass(game: Game, table: Table, seat: int, action: Pass, notes: Notes) -> Table:
    size = table.holdings[seat].size
    if size:
        notes.violation(
            "MB241",
            _passed(game.seats[seat], size),
            action.columns,
            table=table,
            seat=seat,
            offer=True,
        )
    return turn_finished(game, _after_drawless(game, table, seat), seat, extra=False)


def _after_drawless(game: Game, table: Table, seat: int) -> Table:
    """A turn without a draw closes, by its action, what its draw would have closed."""
    return table if table.drawn_faces else coup.after_draw(game, table, seat, ())


def _void(game: Game, before: Table, seat: int, action: Action) -> Table:
    """The play is undone, its card goes to the discard pile, the turn is spent."""
    table = before
    match action:
        case Play(card=card) | Attack(card=card):
            face: Card | None = card
        case Discard(face=face):
            pass
        case Pass():
            return turn_finished(game, table, seat, extra=False)
    if face is None:
        table = table.with_holding(seat, table.holdings[seat].without_unknown())
    else:
        quiet = Notes(game=game, line=_NO_LINE)
        table = take_card(game, table, seat, face, quiet, NOWHERE, "MB130")
    table = _after_drawless(game, table, seat)
    table = note_pile(game, changed(table, discard=(*table.discard, face)))
    return note_playable(game, turn_finished(game, table, seat, extra=False))
