"""Draws: how many, from where, and whether they agree with what is known of the pile (U-DRAW)."""

from __future__ import annotations

from typing import TypeAlias

from bornes.change import changed
from bornes.evidence import Answer
from bornes.findings import Notes
from bornes.judging.hands import counted, forget
from bornes.reasons import DRAW_NOT_RECORDED, FACE_NOT_RECORDED, PILE_CARD_NOT_RECORDED
from bornes.table import Game, Table, exhausted
from bornes_notation.cards import Face
from bornes_notation.record import Draw
from bornes_notation.wording import worded

Drawn: TypeAlias = tuple[Table, tuple[Face, ...]]
"""The table after a draw, and the faces that came to the hand."""


def draw_for_turn(game: Game, table: Table, seat: int, draw: Draw | None, notes: Notes) -> Drawn:
    """The draw that begins a turn: one card, none if exhausted."""
    if draw is None and game.ruleset.draw_from_discard == "top" and table.discard and table.pile.count:
        return _presumed_from_either(table, seat, notes)
    if draw is None:
        return _presumed(game, table, seat, notes)
    notes.draws += 1
    return _judged_for_turn(game, table, seat, draw, notes), draw.faces


def _judged_for_turn(game: Game, table: Table, seat: int, draw: Draw, notes: Notes) -> Table:
    before = table
    name = game.seats[seat]
    if draw.from_discard:
        return _from_discard(game, table, seat, draw, notes)
    nothing_left = exhausted(game, table)
    if not draw.faces and not nothing_left:
        notes.violation(
            "MB120",
            worded(
                "%(seat)s drew no card while %(count)s can be drawn (one is drawn at the start of a turn)",
                seat=name,
                count=table.pile.count,
            ),
            draw.columns,
            table=before,
            seat=seat,
        )
    elif draw.faces and nothing_left:
        notes.violation(
            "MB121",
            worded(
                "%(seat)s drew %(cards)s from an empty draw pile (write (-))", seat=name, cards=_faces(draw)
            ),
            draw.columns,
            table=before,
            seat=seat,
        )
    elif len(draw.faces) > 1:
        notes.violation(
            "MB122",
            worded(
                "%(seat)s drew %(count)s cards (one is drawn at the start of a turn)",
                seat=name,
                count=len(draw.faces),
            ),
            draw.columns,
            table=before,
            seat=seat,
        )
    return from_pile(game, table, seat, draw, notes)


def draw_as_replacement(
    game: Game, table: Table, seat: int, draw: Draw | None, notes: Notes, *, nothing_left: bool
) -> Drawn:
    """The draw that replaces the safety of a coup fourré: one card, none if exhausted.

    `nothing_left` is whether it was exhausted when the safety was shown, before its hazard was discarded.
    """
    if draw is None and nothing_left:
        notes.undecided("U-DRAW", DRAW_NOT_RECORDED)
        return table, ()
    if draw is None:
        return _presumed(game, table, seat, notes)
    notes.draws += 1
    return _judged_replacement(game, table, seat, draw, notes, nothing_left=nothing_left), draw.faces


def _judged_replacement(
    game: Game, table: Table, seat: int, draw: Draw, notes: Notes, *, nothing_left: bool
) -> Table:
    before = table
    name = game.seats[seat]
    if draw.from_discard:
        notes.violation(
            "MB125",
            worded(
                "%(seat)s replaced its safety from the discard pile (it is drawn from the draw pile)",
                seat=name,
            ),
            draw.columns,
            table=before,
            seat=seat,
        )
        return _take_discards(game, table, seat, draw, notes)
    wanted = 0 if nothing_left else 1
    if len(draw.faces) != wanted:
        allowed = worded("one is drawn") if wanted else worded("nothing is left to draw")
        notes.violation(
            "MB125",
            worded(
                "%(seat)s drew %(cards)s to replace its safety (%(allowed)s)",
                seat=name,
                cards=_faces(draw),
                allowed=allowed,
            ),
            draw.columns,
            table=before,
            seat=seat,
        )
    return from_pile(game, table, seat, draw, notes)


def from_pile(game: Game, table: Table, seat: int, draw: Draw, notes: Notes) -> Table:
    """The table after cards were drawn from the draw pile as written, right or wrong."""
    start = table
    for face in draw.faces:
        table = with_reshuffle(game, table)
        agrees = table.pile.agrees(face)
        if agrees is Answer.UNVERIFIED:
            notes.undecided("U-DRAW", FACE_NOT_RECORDED if face is None else PILE_CARD_NOT_RECORDED)
        elif agrees is Answer.NO:
            there = (
                worded("%(card)s lies on top", card=table.pile.top[0])
                if table.pile.top
                else worded("the pile holds none")
            )
            notes.violation(
                "MB124",
                worded(
                    "%(seat)s drew %(card)s, but %(there)s", seat=game.seats[seat], card=face, there=there
                ),
                draw.columns,
                table=table,
                seat=seat,
            )
        hand = table.holdings[seat].with_face(face)
        table = changed(table, pile=table.pile.after(face)).with_holding(seat, hand)
        if face is not None and face.km and game.ruleset.exhaustion == "stop_when_no_distance_left":
            table = changed(table, perhaps_over=False)  # a distance card was left, here it is
    return _counted(game, start, table, seat, draw, notes)


def _counted(game: Game, before: Table, after: Table, seat: int, draw: Draw, notes: Notes) -> Table:
    after, fits = counted(game, before, after, draw.faces, notes, draw.columns, seat)
    return after if fits else forget(after, seat)


def with_reshuffle(game: Game, table: Table) -> Table:
    """The table after the discard pile became the draw pile, if it is due now; else the same table."""
    if table.pile.count or not table.discard or game.ruleset.exhaustion != "reshuffle":
        return table
    return changed(table, pile=table.pile.with_under(table.discard), discard=(), discard_mixed=0)


def _presumed(game: Game, table: Table, seat: int, notes: Notes) -> Drawn:
    """An unwritten draw is presumed lawful; where the pile is known, it says which card."""
    notes.undecided("U-DRAW", DRAW_NOT_RECORDED)
    if exhausted(game, table):
        return table, ()
    table = with_reshuffle(game, table)
    face: Face = table.pile.top[0] if table.pile.top else None
    pile = changed(table.pile.after(face), presumed=True)
    hand = table.holdings[seat].with_face(face)
    return changed(table, pile=pile).with_holding(seat, hand), (face,)


def _presumed_from_either(table: Table, seat: int, notes: Notes) -> Drawn:
    """An unwritten draw where the uppermost discard may have been taken: nothing is known of either pile's order."""
    notes.undecided("U-DRAW", DRAW_NOT_RECORDED)
    table = changed(
        table,
        pile=changed(table.pile.after(None), presumed=True),
        discard=(None,) * len(table.discard),
        discard_mixed=0,
    )
    return table.with_holding(seat, table.holdings[seat].with_face(None)), (None,)


def _from_discard(game: Game, table: Table, seat: int, draw: Draw, notes: Notes) -> Table:
    name = game.seats[seat]
    if game.ruleset.draw_from_discard == "no":
        notes.violation(
            "MB126",
            worded(
                "%(seat)s took the top of the discard pile (cards are drawn from the draw pile only)",
                seat=name,
            ),
            draw.columns,
            table=table,
            seat=seat,
        )
    if exhausted(game, table):
        notes.violation(
            "MB121",
            worded("%(seat)s took a discard after the draw pile had run out", seat=name),
            draw.columns,
            table=table,
            seat=seat,
        )
    elif len(draw.faces) > 1:
        notes.violation(
            "MB122",
            worded(
                "%(seat)s took %(count)s discards (one card is drawn at the start of a turn)",
                seat=name,
                count=len(draw.faces),
            ),
            draw.columns,
            table=table,
            seat=seat,
        )
    return _take_discards(game, table, seat, draw, notes)


def _take_discards(game: Game, table: Table, seat: int, draw: Draw, notes: Notes) -> Table:
    """The table after the top of the discard pile was taken as written, right or wrong."""
    start = table
    for face in draw.faces:
        fits = _can_be_top(table, face)
        if fits is Answer.UNVERIFIED:
            notes.undecided("U-DRAW", FACE_NOT_RECORDED)
        elif fits is Answer.NO:
            notes.violation(
                "MB127",
                worded(
                    "%(seat)s took %(card)s from %(pile)s",
                    seat=game.seats[seat],
                    card=face or "?",
                    pile=_not_from(table),
                ),
                draw.columns,
                table=table,
                seat=seat,
            )
        table = _without_discard(table, face)
        table = table.with_holding(seat, table.holdings[seat].with_face(face))
    return _counted(game, start, table, seat, draw, notes)


def _can_be_top(table: Table, face: Face) -> Answer:
    """Whether the uppermost discard can be this card, by what is known of the pile."""
    pile = table.discard
    if not pile:
        return Answer.NO
    if all(other is None for other in pile):
        return Answer.YES  # nothing is known that it could contradict
    possible = pile if _is_mixed(table) else pile[-1:]
    if face is None or (face not in possible and None in possible):
        return Answer.UNVERIFIED
    return Answer.of(face in possible)


def _is_mixed(table: Table) -> bool:
    """Whether the order of the uppermost discards is not known."""
    return len(table.discard) <= table.discard_mixed


def _not_from(table: Table) -> str:
    if not table.discard:
        return worded("an empty discard pile")
    if _is_mixed(table):
        return worded("the discard pile, which holds no such card")
    return worded("the discard pile, but %(card)s lies on top", card=table.discard[-1])


def _without_discard(table: Table, face: Face) -> Table:
    """The table after this card left the discard pile, whether it can have lain there or not."""
    pile = table.discard
    mixed = _is_mixed(table)
    if not pile:
        return table
    if face is not None and not mixed and pile[-1] in (None, face):
        left, in_no_order = pile[:-1], table.discard_mixed
    elif face is not None and face in pile:
        at = len(pile) - 1 - pile[::-1].index(face)
        left, in_no_order = pile[:at] + pile[at + 1 :], len(pile) - 1
    else:
        left, in_no_order = (None,) * (len(pile) - 1), 0
    return changed(table, discard=left, discard_mixed=min(in_no_order, len(left)))


def _faces(draw: Draw) -> str:
    return " ".join(face or "?" for face in draw.faces) or worded("no card")
