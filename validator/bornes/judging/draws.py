"""Draws: how many, from where, and whether they agree with what is known of the pile (U-DRAW)."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from bornes.change import changed
from bornes.drawpile import DrawPile
from bornes.evidence import Answer
from bornes.findings import Notes
from bornes.judging.hands import add_card
from bornes.reasons import DRAW_NOT_RECORDED, FACE_NOT_RECORDED, PILE_CARD_NOT_RECORDED
from bornes.table import Game, Table, exhausted
from bornes_notation.cards import Face
from bornes_notation.record import Draw

Drawn: TypeAlias = tuple[Table, tuple[Face, ...]]
"""The table after a draw, and the faces that came to the hand."""


def draw_for_turn(game: Game, table: Table, seat: int, draw: Draw | None, notes: Notes) -> Drawn:
    """The draw that begins a turn: one card, none if exhausted."""
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
            f"{name} drew no card while {table.pile.count} can be drawn (one is drawn at the start of a turn)",
            draw.columns,
            table=before,
            seat=seat,
        )
    elif draw.faces and nothing_left:
        notes.violation(
            "MB121",
            f"{name} drew {_faces(draw)} from an empty draw pile (write (-))",
            draw.columns,
            table=before,
            seat=seat,
        )
    elif len(draw.faces) > 1:
        notes.violation(
            "MB122",
            f"{name} drew {len(draw.faces)} cards (one is drawn at the start of a turn)",
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
            f"{name} replaced its safety from the discard pile (it is drawn from the draw pile)",
            draw.columns,
            table=before,
            seat=seat,
        )
        return _take_discards(game, table, seat, draw, notes)
    wanted = 0 if nothing_left else 1
    if len(draw.faces) != wanted:
        allowed = "one is drawn" if wanted else "nothing is left to draw"
        notes.violation(
            "MB125",
            f"{name} drew {_faces(draw)} to replace its safety ({allowed})",
            draw.columns,
            table=before,
            seat=seat,
        )
    return from_pile(game, table, seat, draw, notes)


def from_pile(game: Game, table: Table, seat: int, draw: Draw, notes: Notes) -> Table:
    """The table after cards were drawn from the draw pile as written, right or wrong."""
    for face in draw.faces:
        table = with_reshuffle(game, table)
        before = table
        if face is None:
            if table.pile.top or table.pile.bag:
                notes.undecided("U-DRAW", FACE_NOT_RECORDED)
        else:
            agrees = table.pile.agrees(face)
            if agrees is Answer.UNVERIFIED:
                notes.undecided("U-DRAW", PILE_CARD_NOT_RECORDED)
            elif agrees is Answer.NO:
                there = f"{table.pile.top[0]} lies on top" if table.pile.top else "the pile holds none"
                notes.violation(
                    "MB124",
                    f"{game.seats[seat]} drew {face}, but {there}",
                    draw.columns,
                    table=before,
                    seat=seat,
                )
                if face not in (*table.pile.top, *table.pile.bag):
                    table = forget_pile(table)
        pile, new = table.pile.after(face)
        table = add_card(game, changed(table, pile=pile), seat, face, notes, draw.columns, new=new)
        if face is not None and face.km and game.ruleset.exhaustion == "stop_when_no_distance_left":
            table = changed(table, perhaps_over=False)  # a distance card was left, here it is
    return table


def forget_pile(table: Table) -> Table:
    """The table after the draw pile was found to be another than replayed: nothing is known of it any more."""
    pile = table.pile
    known = Counter(face for face in (*pile.top, *pile.bag) if face is not None)
    for card, copies in (known - Counter(pile.turned_up)).items():
        table = table.with_seen(card, -copies)
    return changed(table, pile=DrawPile(pile.count, presumed=pile.presumed))


def with_reshuffle(game: Game, table: Table) -> Table:
    """The table after the discard pile became the draw pile, if it is due now; else the same table."""
    if table.pile.count or not table.discard or game.ruleset.exhaustion != "reshuffle":
        return table
    pile = DrawPile.of_discards(table.discard, under=table.pile)
    return changed(
        table, pile=pile, discard=(), discard_mixed=0, came_back=table.came_back or None in table.discard
    )


def _presumed(game: Game, table: Table, seat: int, notes: Notes) -> Drawn:
    """An unwritten draw is presumed lawful; where the pile is known, it says which card."""
    notes.undecided("U-DRAW", DRAW_NOT_RECORDED)
    if exhausted(game, table):
        return table, ()
    table = with_reshuffle(game, table)
    face: Face = table.pile.top[0] if table.pile.top else None
    pile, _ = table.pile.after(face)
    hand = table.holdings[seat].with_face(face)
    return changed(table, pile=changed(pile, presumed=True)).with_holding(seat, hand), (face,)


def _from_discard(game: Game, table: Table, seat: int, draw: Draw, notes: Notes) -> Table:
    name = game.seats[seat]
    if game.ruleset.draw_from_discard == "no":
        notes.violation(
            "MB126",
            f"{name} took the top of the discard pile (cards are drawn from the draw pile only)",
            draw.columns,
            table=table,
            seat=seat,
        )
    if exhausted(game, table) and game.ruleset.draw_from_discard != "no":
        notes.violation(
            "MB121",
            f"{name} took a discard after the draw pile had run out",
            draw.columns,
            table=table,
            seat=seat,
        )
    return _take_discards(game, table, seat, draw, notes)


def _take_discards(game: Game, table: Table, seat: int, draw: Draw, notes: Notes) -> Table:
    """The table after the top of the discard pile was taken as written, right or wrong."""
    for face in draw.faces:
        fits = _can_be_top(table, face)
        if fits is Answer.UNVERIFIED:
            notes.undecided("U-DRAW", FACE_NOT_RECORDED)
        elif fits is Answer.NO:
            notes.violation(
                "MB127",
                f"{game.seats[seat]} took {face or '?'} from {_not_from(table)}",
                draw.columns,
                table=table,
                seat=seat,
            )
        table, new = _without_discard(table, face)
        table = add_card(game, table, seat, face, notes, draw.columns, new=new)
    return table


def _can_be_top(table: Table, face: Face) -> Answer:
    """Whether the uppermost discard can be this card, by what is known of the pile."""
    if not table.discard:
        return Answer.NO
    possible = table.discard if _is_mixed(table) else table.discard[-1:]
    if face is None or (face not in possible and None in possible):
        return Answer.UNVERIFIED
    return Answer.of(face in possible)


def _is_mixed(table: Table) -> bool:
    """Whether the order of the uppermost discards is not known."""
    return len(table.discard) <= table.discard_mixed


def _not_from(table: Table) -> str:
    if not table.discard:
        return "an empty discard pile"
    if _is_mixed(table):
        return "the discard pile, which holds no such card"
    return f"the discard pile, but {table.discard[-1]} lies on top"


def _without_discard(table: Table, face: Face) -> tuple[Table, bool]:
    """The table after this card left the discard pile, and whether it had not been seen before."""
    pile = table.discard
    if not pile:
        return table, face is not None
    if face is None:
        return _without_unseen_discard(table), False
    top = pile[-1]
    if not _is_mixed(table) and (top is None or top is face):
        came_back = table.came_back or top is None
        return changed(table, discard=pile[:-1], came_back=came_back), top is None
    if face in pile:
        rest = _without_one(pile, face)
        return changed(table, discard=rest, discard_mixed=len(rest)), False
    if _is_mixed(table) and None in pile:
        rest = _without_one(pile, None)
        return changed(table, discard=rest, discard_mixed=len(rest), came_back=True), True
    return changed(table, discard=(None,) * (len(pile) - 1), came_back=True), True


def _without_unseen_discard(table: Table) -> Table:
    pile, top = table.discard, table.discard[-1]
    if _is_mixed(table):
        return changed(table, discard=(None,) * (len(pile) - 1), came_back=True)
    if top is None:
        return changed(table, discard=pile[:-1], came_back=True)
    # Written as unseen although all saw it: from now on it may be any card of that hand.
    bag = changed(table.pile, bag=(*table.pile.bag, top), leaks=table.pile.leaks + 1)
    return changed(table, discard=pile[:-1], pile=bag)


def _without_one(pile: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    at = len(pile) - 1 - pile[::-1].index(face)
    return pile[:at] + pile[at + 1 :]


def _faces(draw: Draw) -> str:
    return " ".join(face or "?" for face in draw.faces) or "no card"
