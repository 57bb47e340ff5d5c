"""Cards that enter and leave hands: was it there, and are there not too many of it?"""

from __future__ import annotations

from collections.abc import Iterable

from bornes.change import changed
from bornes.evidence import Answer
from bornes.findings import Finding, Notes
from bornes.reasons import HAND_NOT_RECORDED
from bornes.registry import CODES
from bornes.table import Game, Table
from bornes_notation.cards import Card, Face
from bornes_notation.record import Columns
from bornes_notation.wording import marked, worded


def counted(
    game: Game,
    before: Table,
    after: Table,
    faces: Iterable[Face],
    notes: Notes,
    columns: Columns,
    seat: int | None,
    moving: int = 0,
) -> tuple[Table, bool]:
    """The table after an event, and whether it fits the pack (U-COPIES).

    It does not if of one of these cards there are more copies than that, and than ever before in the hand of the game.
    `moving` is how many copies lie nowhere in `after`: they are on their way.
    """
    fits = True
    for card in dict.fromkeys(face for face in faces if face is not None):
        copies = after.copies(card) + moving
        most = max(game.pack[card], after.exceeded.get(card, 0))
        if copies <= most or copies <= before.copies(card):
            continue
        fits = False
        after = changed(after, exceeded={**after.exceeded, card: copies})
        notes.violation(
            "MB140",
            worded(
                "%(who)s%(card)s turns up %(copies)s times in this hand (the pack holds %(pack)s)",
                who=_who(game, seat),
                card=card,
                copies=copies,
                pack=game.pack[card],
            ),
            columns,
            table=before,
            seat=seat,
            card=card,
        )
    return after, fits


NOT_HELD = {
    "MB130": marked("%(seat)s laid %(card)s, which was not in its hand (%(held)s)"),
    "MB131": marked("%(seat)s discarded %(card)s, which was not in its hand (%(held)s)"),
    "MB132": marked("%(seat)s showed %(card)s, which was not in its hand (%(held)s)"),
}
"""Where a card that is not in hand went."""


def take_card(
    game: Game, table: Table, seat: int, card: Card, notes: Notes, columns: Columns, code: str
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
        held = " ".join(hand.known) or worded("no card")
        notes.violation(
            code,
            worded(NOT_HELD[code], seat=game.seats[seat], card=card, held=held),
            columns,
            table=before,
            seat=seat,
        )
        table = forget(table, seat)
    table = table.with_holding(seat, table.holdings[seat].without(card))
    table, fits = counted(game, before, table, (card,), notes, columns, seat, moving=1)
    return table if fits else forget(table, seat)


def forget(table: Table, seat: int) -> Table:
    """The table after nothing is known any more of a hand: its cards no longer count as seen."""
    hand = table.holdings[seat]
    exceeded = {card: copies - hand.copies(card) for card, copies in table.exceeded.items()}
    return changed(table, exceeded=exceeded).with_holding(seat, hand.forgotten())


def contradicted(findings: Iterable[Finding]) -> bool:
    """Whether an event showed that a hand is not what it was known to be."""
    return any(CODES[finding.code].rule in ("U-HOLD", "U-COPIES") for finding in findings)


def _who(game: Game, seat: int | None) -> str:
    return "" if seat is None else worded("%(seat)s: ", seat=game.seats[seat])
