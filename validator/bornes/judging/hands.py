"""Cards that enter and leave hands: was it there, and are there not too many of it?"""

from __future__ import annotations

from collections.abc import Iterable

from bornes.evidence import Answer
from bornes.findings import Finding, Notes
from bornes.reasons import HAND_NOT_RECORDED
from bornes.registry import CODES
from bornes.table import Game, Table
from bornes_notation.cards import Card, Face
from bornes_notation.record import Columns


def too_many(
    game: Game,
    before: Table,
    after: Table,
    faces: Iterable[Face],
    notes: Notes,
    columns: Columns,
    seat: int | None,
    moving: int = 0,
) -> bool:
    """Whether an event showed more copies of one of these cards than the pack holds (U-COPIES, noted).

    `moving` is how many copies of it lie nowhere in `after`: they are on their way.
    """
    found = False
    for card in dict.fromkeys(face for face in faces if face is not None):
        copies = after.copies(card) + moving
        if copies <= game.pack[card] or copies <= before.copies(card):
            continue
        found = True
        notes.violation(
            "MB140",
            f"{_who(game, seat)}{card} is the {_ordinal(copies)} {card} of this hand"
            f" (the pack holds {game.pack[card]})",
            columns,
            table=before,
            seat=seat,
            card=card,
        )
    return found


def take_card(
    game: Game, table: Table, seat: int, card: Card, notes: Notes, columns: Columns, code: str, verb: str
) -> Table:
    """The table after a card left a hand to be laid, shown or discarded (U-HOLD, U-COPIES)."""
    before = table
    hand = table.holdings[seat]
    answer = hand.holds(card)
    if answer is Answer.YES:
        return table.with_holding(seat, hand.without(card))
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
    table = table.with_holding(seat, table.holdings[seat].without(card))
    if too_many(game, before, table, (card,), notes, columns, seat, moving=1):
        return forget(table, seat)
    return table


def forget(table: Table, seat: int) -> Table:
    """The table after nothing is known any more of a hand: its cards no longer count as seen."""
    return table.with_holding(seat, table.holdings[seat].forgotten())


def contradicted(findings: Iterable[Finding]) -> bool:
    """Whether an event showed that a hand is not what it was known to be."""
    return any(CODES[finding.code].rule in ("U-HOLD", "U-COPIES") for finding in findings)


def _who(game: Game, seat: int | None) -> str:
    return "" if seat is None else f"{game.seats[seat]}: "


def _ordinal(number: int) -> str:
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"
