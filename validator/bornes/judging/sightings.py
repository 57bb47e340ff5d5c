"""Lines between turns that say what was seen or done without a turn: show, check, reshuffle."""

from __future__ import annotations

from collections import Counter

from bornes.change import changed
from bornes.drawpile import DrawPile
from bornes.findings import Notes
from bornes.holding import Holding
from bornes.judging.doubts import without_coups
from bornes.judging.ending import note_pile, note_playable
from bornes.judging.hands import counted, forget
from bornes.judging.match import Match
from bornes.reasons import (
    COUP_IN_DOUBT,
    FACE_NOT_RECORDED,
    HAND_NOT_JUDGED,
    HAND_NOT_RECORDED,
    POINTS_ON_UNSEEN_CARDS,
)
from bornes.table import Game, Table
from bornes_notation.cards import Card, Kind
from bornes_notation.record import NOWHERE, Check, Reshuffle, Show
from bornes_notation.wording import marked, worded


def shown(game: Game, table: Table, show: Show, notes: Notes) -> Table:
    """The table after cards of a hand were seen without being played (U-HOLD)."""
    seat = game.seat_index(show.seat)
    hand = table.holdings[seat]
    cards = Counter(face for face in show.faces if face is not None)
    new = cards - Counter(hand.known)
    if len(show.faces) > hand.size or new.total() > hand.unknown:
        extra = " ".join(new.elements()) or worded("more cards than it held")
        held = " ".join(hand.known) or worded("nothing known")
        notes.violation(
            "MB133",
            worded(
                "%(seat)s showed %(cards)s, but holds %(held)s (%(size)s)",
                seat=show.seat,
                cards=extra,
                held=held,
                size=_cards(hand.size),
            ),
            table=table,
            seat=seat,
        )
        return forget(table, seat)
    if None in show.faces:
        notes.undecided("U-HOLD", FACE_NOT_RECORDED)
    if any(card.kind is Kind.SAFETY for card in cards):
        notes.settle()
    if any(hand.known.count(card) - hand.missing < copies for card, copies in cards.items()):
        notes.undecided("U-HOLD", HAND_NOT_RECORDED)
    before = table
    table = table.with_holding(seat, hand.seen(show.faces))
    table, fits = counted(game, before, table, cards, notes, NOWHERE, seat)
    if not fits:
        return forget(table, seat)
    return note_playable(game, note_pile(game, table)) if table.over is None else table


def reshuffled(game: Game, table: Table, line: Reshuffle, notes: Notes) -> Table:
    """The table after the discard pile became the draw pile, in this order if it is given."""
    before = table
    known = Counter(face for face in table.discard if face is not None)
    named = Counter(face for face in line.faces if face is not None)
    strange = (named - known).total()
    fits = strange <= table.discard.count(None) and (known - named).total() <= line.faces.count(None)
    pile = table.pile.with_under(table.discard)
    if game.ruleset.exhaustion != "reshuffle":
        why = worded("discards never return to the draw pile under this ruleset")
        notes.violation("MB128", worded("the discard pile was reshuffled, but %(why)s", why=why), table=table)
    elif table.pile.count or not table.discard or table.over is not None:
        message = worded("the discard pile was reshuffled, but %(why)s", why=_not_due(table))
        notes.violation("MB128", message, table=table)
    elif line.faces and (len(line.faces) != len(table.discard) or not fits):
        notes.violation(
            "MB129",
            worded(
                "the reshuffle names other cards than the %(count)s of the discard pile",
                count=len(table.discard),
            ),
            table=table,
        )
    elif line.faces:
        pile = changed(table.pile, top=line.faces, rest=Holding())
        if strange:
            notes.undecided("exhaustion", FACE_NOT_RECORDED)
    table = changed(table, pile=pile, discard=(), discard_mixed=0)
    table, fits = counted(game, before, table, Card, notes, NOWHERE, None)
    if not fits:
        table = changed(table, pile=changed(DrawPile.unseen(pile.count), presumed=pile.presumed))
    return note_pile(game, table)


def _not_due(table: Table) -> str:
    if table.over is not None:
        return worded("the hand was over")
    if table.pile.count:
        if table.pile.count == 1:
            return worded("the draw pile still had 1 card")
        return worded("the draw pile still had %(count)s cards", count=table.pile.count)
    return worded("there was no card in it")


def checked(game: Game, table: Table, check: Check, match: Match | None, notes: Notes) -> Table:
    """The table after something seen at it was compared with the replay (U-CHECK)."""
    match check.fact:
        case "pile":
            return _check_pile(table, check.value, notes)
        case "miles":
            side = game.sides.index(check.who or "")
            miles = table.cars[side].miles
            if check.value in {other.cars[side].miles for other in without_coups(table)} - {miles}:
                notes.undecided("U-CHECK", COUP_IN_DOUBT)
            else:
                _compare(notes, "MB412", check.who, check.value, miles, table)
        case "cards":
            seats = [seat for seat in game.seats if check.who in (seat, seat[0])]
            count = sum(table.holdings[game.seat_index(seat)].size for seat in seats)
            _compare(notes, "MB413", check.who, check.value, count, table)
        case "total":
            _check_total(table, check, match, notes)
    return table


def _check_total(table: Table, check: Check, match: Match | None, notes: Notes) -> None:
    side, claimed = check.who or "", check.value
    if match is None:
        notes.undecided("U-CHECK", HAND_NOT_JUDGED)
        return
    total = match.totals.get(side, 0)
    if claimed == total:
        return
    if match.may_have(side, claimed):
        notes.undecided("U-CHECK", POINTS_ON_UNSEEN_CARDS)
        return
    notes.violation(
        "MB414",
        worded(
            "the record says %(side)s has %(claimed)s points before this hand; the replay has %(total)s",
            side=side,
            claimed=claimed,
            total=total,
        ),
        table=table,
        about=(side, claimed - total),
    )


def _check_pile(table: Table, count: int, notes: Notes) -> Table:
    """A count settles what was presumed of unwritten draws; against written ones the replay's stands."""
    _compare(notes, "MB411", None, count, table.pile.count, table)
    settled = _settled(table, count)
    if table.if_called is None:
        return settled
    return changed(settled, if_called=_settled(table.if_called, count))


def _settled(table: Table, count: int) -> Table:
    pile = table.pile
    if not pile.presumed:
        return table
    if count == pile.count:
        return changed(table, pile=changed(pile, presumed=False))
    return changed(table, pile=DrawPile.unseen(count))


SEEN = {
    "MB411": marked("the record says the draw pile has %(found)s cards; the replay has %(replayed)s"),
    "MB412": marked("the record says %(who)s has %(found)s miles; the replay has %(replayed)s"),
    "MB413": marked("the record says %(who)s holds %(found)s cards; the replay has %(replayed)s"),
}
"""What somebody saw, against the replay."""


def _compare(notes: Notes, code: str, who: str | None, found: int, replayed: int, table: Table) -> None:
    if found != replayed:
        message = worded(SEEN[code], who=who, found=found, replayed=replayed)
        notes.violation(code, message, table=table)


def _cards(count: int) -> str:
    return worded("1 card") if count == 1 else worded("%(count)s cards", count=count)
