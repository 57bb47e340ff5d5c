"""Cards that enter and leave hands: was it there, and are there not too many of it?"""

from __future__ import annotations

from bornes.change import changed
from bornes.evidence import Answer
from bornes.findings import Notes
from bornes.reasons import HAND_NOT_RECORDED
from bornes.table import Game, Table
from bornes_notation.cards import Card, Face
from bornes_notation.record import Columns


def identified(
    game: Game, table: Table, card: Card, notes: Notes, columns: Columns, seat: int | None, before: Table
) -> tuple[Table, bool]:
    """Counts a copy never seen before (U-COPIES); second value: whether the pack has that many."""
    leaked = table.pile.may_have_leaked(card)
    if leaked and not table.came_back and table.seen_of(card) >= game.pack[card]:
        return changed(table, pile=table.pile.without_leaked(card)), True
    if leaked:
        table = changed(table, pile=table.pile.with_turned_up(card))
    if leaked or (table.came_back and table.seen_of(card)):
        return changed(table, uncounted_distances=table.uncounted_distances + bool(card.km)), True
    table = table.with_seen(card)
    if table.seen_of(card) <= game.pack[card]:
        return table, True
    in_pack = game.pack[card]
    notes.violation(
        "MB140",
        f"{_who(game, seat)}{card} is the {_ordinal(table.seen_of(card))} {card} of this hand"
        f" (the pack holds {in_pack})",
        columns,
        table=before,
        seat=seat,
        card=card,
    )
    return table, False


def add_card(
    game: Game, table: Table, seat: int, face: Face, notes: Notes, columns: Columns, *, new: bool
) -> Table:
    """The table after a card came to a hand; `new` if it had not been seen before."""
    before = table
    table = table.with_holding(seat, table.holdings[seat].with_face(face))
    if face is None or not new:
        return table
    table, in_pack = identified(game, table, face, notes, columns, seat, before)
    return table if in_pack else forget(table, seat)


def take_card(
    game: Game, table: Table, seat: int, card: Card, notes: Notes, columns: Columns, code: str, verb: str
) -> Table:
    """The table after a card left a hand to be laid, shown or discarded (U-HOLD, U-COPIES)."""
    before = table
    hand = table.holdings[seat]
    answer = hand.holds(card)
    if answer is Answer.UNVERIFIED:
        notes.undecided("U-HOLD", HAND_NOT_RECORDED)
    if answer is Answer.NO:
        held = " ".join(hand.known) or "no card"
        notes.violation(
            code,
            f"{game.seats[seat]} {verb} {card}, which was not in its hand ({held})",
            columns,
            table=before,
            seat=seat,
        )
        table = forget(table, seat)
    known = card in table.holdings[seat].known
    table = table.with_holding(seat, table.holdings[seat].without(card))
    if known:
        return table
    table, in_pack = identified(game, table, card, notes, columns, seat, before)
    return table if in_pack else forget(table, seat)


def forget(table: Table, seat: int) -> Table:
    """The table after nothing is known any more of a hand: its cards no longer count as seen."""
    for card in table.holdings[seat].known:
        table = table.with_seen(card, -1)
    return table.with_holding(seat, table.holdings[seat].forgotten())


def return_card(table: Table, seat: int, face: Face) -> Table:
    """The table after a card went back to a hand."""
    return table.with_holding(seat, table.holdings[seat].with_face(face))


def _who(game: Game, seat: int | None) -> str:
    return "" if seat is None else f"{game.seats[seat]}: "


def _ordinal(number: int) -> str:
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"
