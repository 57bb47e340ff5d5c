"""Lines between turns that say what was seen or done without a turn: show, check, reshuffle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bornes.change import changed
from bornes.drawpile import DrawPile
from bornes.findings import Notes
from bornes.judging.draws import forget_pile
from bornes.judging.ending import note_pile, note_playable
from bornes.judging.hands import forget, identified
from bornes.reasons import FACE_NOT_RECORDED, HAND_NOT_JUDGED, HAND_NOT_RECORDED
from bornes.table import Game, Table
from bornes_notation.record import NOWHERE, Check, Reshuffle, Show


def shown(game: Game, table: Table, show: Show, notes: Notes) -> Table:
    """The table after cards of a hand were seen without being played (U-HOLD)."""
    seat = game.seat_index(show.seat)
    hand = table.holdings[seat]
    cards = Counter(face for face in show.faces if face is not None)
    new = cards - Counter(hand.known)
    if None in show.faces:
        notes.undecided("U-HOLD", FACE_NOT_RECORDED)
    if len(show.faces) > hand.size or new.total() > hand.unknown:
        extra = " ".join(new.elements()) or "more cards than it held"
        notes.violation(
            "MB133",
            f"{show.seat} showed {extra}, but holds {' '.join(hand.known) or 'nothing known'}"
            f" ({hand.size} card{'' if hand.size == 1 else 's'})",
            table=table,
            seat=seat,
        )
        return forget(table, seat)
    if new or hand.missing:
        notes.undecided("U-HOLD", HAND_NOT_RECORDED)
    before = table
    for card in new.elements():
        table, fits = identified(game, table, card, notes, NOWHERE, seat, before)
        if not fits:
            return forget(table, seat)
    table = table.with_holding(seat, hand.seen(show.faces))
    return note_playable(game, note_pile(game, table)) if table.over is None else table


def reshuffled(game: Game, table: Table, line: Reshuffle, notes: Notes) -> Table:
    """The table after the discard pile became the draw pile, in this order if it is given."""
    known = [face for face in table.discard if face is not None]
    left = Counter(known) - Counter(face for face in line.faces if face is not None)
    strange = Counter(face for face in line.faces if face is not None) - Counter(known)
    fits = strange.total() <= table.discard.count(None)
    table = changed(table, came_back=table.came_back or None in table.discard)
    if game.ruleset.exhaustion != "reshuffle":
        why = "discards never return to the draw pile under this ruleset"
        notes.violation("MB128", f"the discard pile was reshuffled, but {why}", table=table)
    elif table.pile.count or not table.discard or table.over is not None:
        why = "the hand was over" if table.over else _not_due(table)
        notes.violation("MB128", f"the discard pile was reshuffled, but {why}", table=table)
    elif line.faces and (len(line.faces) != len(table.discard) or not fits):
        notes.violation(
            "MB129",
            f"the reshuffle names other cards than the {len(table.discard)} of the discard pile",
            table=table,
        )
    elif line.faces:
        bag = (*table.pile.bag, *left.elements())
        pile = changed(table.pile, count=len(line.faces), top=line.faces, bag=bag)
        return note_pile(game, changed(table, pile=pile, discard=(), discard_mixed=0))
    pile = DrawPile.of_discards(table.discard, under=table.pile)
    return note_pile(game, changed(table, pile=pile, discard=(), discard_mixed=0))


def _not_due(table: Table) -> str:
    if table.pile.count:
        return f"the draw pile still had {table.pile.count} cards"
    return "there was no card in it"


def checked(game: Game, table: Table, check: Check, totals: Mapping[str, int] | None, notes: Notes) -> Table:
    """The table after something seen at it was compared with the replay (U-CHECK)."""
    match check.fact:
        case "pile":
            return _check_pile(table, check.value, notes)
        case "miles":
            car = table.cars[game.sides.index(check.who or "")]
            _compare(notes, "MB412", f"{check.who} has", "miles", check.value, car.miles, table)
        case "cards":
            seats = [seat for seat in game.seats if check.who in (seat, seat[0])]
            count = sum(table.holdings[game.seat_index(seat)].size for seat in seats)
            _compare(notes, "MB413", f"{check.who} holds", "cards", check.value, count, table)
        case "total":
            if totals is None:
                notes.undecided("U-CHECK", HAND_NOT_JUDGED)
            else:
                total = totals.get(check.who or "", 0)
                if check.value != total:
                    notes.violation(
                        "MB414",
                        f"the record says {check.who} has {check.value} points before this hand;"
                        f" the replay has {total}",
                        table=table,
                        about=(check.who, check.value - total),
                    )
    return table


def _check_pile(table: Table, count: int, notes: Notes) -> Table:
    """A count settles what was presumed of unwritten draws; against written ones the replay's stands."""
    pile = table.pile
    _compare(notes, "MB411", "the draw pile has", "cards", count, pile.count, table)
    if not pile.presumed:
        return table
    if count == pile.count:
        return changed(table, pile=changed(pile, presumed=False))
    return changed(forget_pile(table), pile=DrawPile(count))


def _compare(
    notes: Notes, code: str, subject: str, unit: str, found: int, replayed: int, table: Table
) -> None:
    if found != replayed:
        notes.violation(
            code, f"the record says {subject} {found} {unit}; the replay has {replayed}", table=table
        )
