"""A card shown out of turn: a coup fourré, or a false one (spec/rulesets.md 1.7, 2.1)."""

from __future__ import annotations

from bornes.change import changed
from bornes.evidence import Answer
from bornes.findings import Notes
from bornes.judging.draws import draw_as_replacement, from_pile
from bornes.judging.ending import at_target, exhausted_over, note_pile, note_playable
from bornes.judging.hands import contradicted, forget, take_card
from bornes.judging.lays import with_call, with_card_laid, with_safety
from bornes.reasons import HAND_NOT_RECORDED
from bornes.rules import coup
from bornes.table import Game, Table, exhausted, next_to_act
from bornes_notation.cards import Kind
from bornes_notation.record import NOWHERE, Attack, Interrupt
from bornes_notation.wording import worded


def interrupt(game: Game, table: Table, shown: Interrupt, notes: Notes, treatment: str | None) -> Table:
    """The table after a card was shown out of turn; `treatment` is what a ruling says of it."""
    notes.plays += 1
    before = table
    found = len(notes.findings)
    seat = game.seat_index(shown.seat)
    claim = _claim(game, table, seat, shown)
    if claim.answer is Answer.NO:
        notes.violation(
            claim.code,
            worded(
                "%(seat)s showed %(card)s %(reason)s",
                seat=game.seats[seat],
                card=shown.shown.card,
                reason=claim.reason,
            ),
            shown.shown.columns,
            table=table,
            seat=seat,
            because=() if claim.line is None else (claim.line,),
        )
        after = _false_coup(game, table, seat, shown, notes)
        undone = treatment in UNDONE
        if game.policy == "void" and treatment is None:
            # The card is taken back; the draw stays, as all draws do under this policy.
            after, undone = (
                _refused(_with_draw(game, before, seat, shown, Notes(game, notes.line)), seat),
                True,
            )
        elif undone:
            after = _refused(before, seat)
    else:
        if claim.answer is Answer.UNVERIFIED:
            notes.undecided("U-COUP", HAND_NOT_RECORDED)
        after = _coup(game, table, seat, shown, notes, claim)
        undone = treatment in UNDONE
        after = before if undone else after
    if shown.shown.card.kind is Kind.SAFETY:
        notes.settle()
    return forget(after, seat) if undone and contradicted(notes.findings[found:]) else after


UNDONE = ("retract", "void")
"""Rulings after which an interrupt has not happened: its card is back in the hand."""


def _claim(game: Game, table: Table, seat: int, shown: Interrupt) -> coup.Claim:
    card = shown.shown.card
    if card.kind is not Kind.SAFETY:
        return coup.Claim(
            Answer.NO, code="MB301", reason=worded("out of turn (only a safety can be shown out of turn)")
        )
    if table.drawn and game.side_of[table.to_act] == game.side_of[seat]:
        return coup.Claim(
            Answer.NO,
            code="MB307",
            reason=worded(
                "while %(seat)s of its own side had drawn and not yet acted", seat=game.seats[table.to_act]
            ),
        )
    return coup.claim(game, table, seat, card)


def _coup(game: Game, table: Table, seat: int, shown: Interrupt, notes: Notes, claim: coup.Claim) -> Table:
    side = game.side_of[seat]
    card = shown.shown.card
    others_turn = table.or_else if table.or_else_doubt else None
    acting_before, by_coup_already = table.to_act, table.coup_turn and table.to_act == seat
    table = _without_running_turn(game, table)
    nothing_left = exhausted(game, table)
    table = take_card(game, table, seat, card, notes, shown.shown.columns, "MB132")
    table = with_safety(game, table, side, card, is_coup=True, claim=claim)
    table = table.with_laid_at(side, card, notes.line.line)
    in_doubt = claim.answer is Answer.UNVERIFIED
    if table.over is not None:
        return table
    table, faces = draw_as_replacement(game, table, seat, shown.draw, notes, nothing_left=nothing_left)
    table = coup.after_replacement(game, table, seat, faces)
    table = note_pile(game, table)
    if by_coup_already and table.last_turn and not nothing_left:
        return exhausted_over(table)
    gained = game.ruleset.extra_turn_when_exhausted or not nothing_left
    acting = seat if gained else table.to_act
    to_act = next_to_act(game, table, acting)
    table = changed(
        table,
        to_act=to_act,
        coup_turn=gained,
        extra=gained and to_act == seat,
        or_else=(acting_before if others_turn is None else others_turn) if in_doubt else None,
        or_else_doubt=in_doubt,
    )
    if table.last_turn and acting == seat != to_act:
        return exhausted_over(table)
    return note_playable(game, table)


def _without_running_turn(game: Game, table: Table) -> Table:
    """A turn of another side that had begun is void: its card goes back where it came from."""
    if not table.drawn:
        return table
    seat, faces = table.to_act, table.drawn_faces
    for face in faces:
        table = table.with_holding(seat, table.holdings[seat].without_drawn(face))
    if table.drawn_from_discard:
        table = changed(table, discard=(*table.discard, *reversed(faces)))
    elif faces:
        table = changed(table, pile=table.pile.with_back(faces))
    return note_pile(game, changed(table, drawn=False, drawn_faces=(), drawn_from_discard=False))


def _false_coup(game: Game, table: Table, seat: int, shown: Interrupt, notes: Notes) -> Table:
    """A safety counts as plain, any other card lies where it would; no turn is gained."""
    side = game.side_of[seat]
    card = shown.shown.card
    table = take_card(game, table, seat, card, notes, shown.shown.columns, "MB132")
    if card.kind is Kind.SAFETY:
        table = with_safety(game, table, side, card, is_coup=False)
        table = table.with_laid_at(side, card, notes.line.line)
    else:
        on = game.sides.index(shown.shown.side) if isinstance(shown.shown, Attack) else side
        miles = table.cars[side].miles
        table = with_card_laid(game, table, seat, card, on, notes.line.line, stands=False)
        if table.cars[side].miles > miles and at_target(game, table, side):
            table = with_call(game, table, seat, None, notes, NOWHERE)
    table = _with_draw(game, table, seat, shown, notes)
    if table.over is not None:
        return table
    return note_playable(game, changed(table, or_else=seat, or_else_doubt=False))


def _with_draw(game: Game, table: Table, seat: int, shown: Interrupt, notes: Notes) -> Table:
    """The table after the draw written with a false coup; none is presumed."""
    if table.over is not None:
        return table
    if shown.draw is not None:
        notes.draws += 1
        table = from_pile(game, table, seat, shown.draw, notes)
        table = coup.after_replacement(game, table, seat, shown.draw.faces)
    return note_pile(game, table)


def _refused(before: Table, seat: int) -> Table:
    """A false coup taken back; if the declarer takes the next turn all the same, that is no second fault."""
    return changed(before, or_else=seat, or_else_doubt=False)
