"""Rulings: the event they name, the violations they cover, and what they do to the hand (U-RULING)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bornes.change import changed
from bornes.findings import Finding, Notes
from bornes.judging.ending import note_pile, note_playable, perhaps_without_distance
from bornes.judging.hands import forget
from bornes.judging.turns import Event
from bornes.reasons import FACE_NOT_RECORDED, Reason
from bornes.registry import CODES
from bornes.table import Game, Over, Table
from bornes_notation.cards import Card
from bornes_notation.record import Ruling
from bornes_notation.wording import worded

ENDED_BY_RULING = frozenset({"forfeit", "abandoned"})
"""What a ruling can end a hand by; a hand is ended once."""

ON_A_PLAY = frozenset({"stands", "retract", "void"})


def event_named(ruling: Ruling, events: Sequence[Event]) -> int | None:
    """Index of the last event of the last turn line by the seat that the ruling names; None if none."""
    found = [index for index, event in enumerate(events) if event.seat == ruling.who]
    return found[-1] if found else None


def covered_by_play_ruling(
    ruling: Ruling, index: int, events: Sequence[Event], findings: Iterable[Finding]
) -> list[Finding]:
    """The violations a ruling on a play covers: of an action those of its turn, of an interrupt its own."""
    found = []
    for finding in findings:
        if events[index].interrupt:
            its_own = finding.event == index
        else:
            its_own = finding.event is None or not events[finding.event].interrupt
        if its_own and ruling.code in (None, finding.code):
            found.append(finding)
    return found


def covered_by_end(ruling: Ruling, findings: Iterable[Finding]) -> list[Finding]:
    """The violations of the hand so far that a forfeit or a redeal covers."""
    return [finding for finding in findings if ruling.code in (None, finding.code)]


def culprit(finding: Finding) -> str:
    """The side a violation is held against; "" if it is nobody's."""
    return finding.side or (finding.seat or "")[:1]


def cover(findings: Iterable[Finding], ruling: Ruling, line: int) -> None:
    """Marks violations as covered by a ruling, those that no earlier one covers."""
    for finding in findings:
        if finding.ruled_verb is None:
            finding.ruled_verb, finding.ruled_line = ruling.verb, line


def with_decision(game: Game, table: Table, ruling: Ruling) -> Table:
    """The table after a penalty, a forfeit or a redeal."""
    if ruling.verb == "penalty" and ruling.who is not None and ruling.points is not None:
        side = game.sides.index(ruling.who[0])
        points = table.penalties[side] + ruling.points
        return changed(table, penalties=(*table.penalties[:side], points, *table.penalties[side + 1 :]))
    perhaps = perhaps_without_distance(game, table)
    over = Over("abandoned", perhaps=perhaps)
    if ruling.verb == "forfeit" and ruling.who is not None:
        over = Over("forfeit", perhaps=perhaps, loser=game.sides.index(ruling.who[0]))
    return changed(table, drawn=False, windows={}, over=over)


def with_doubt(game: Game, table: Table, seats: Iterable[int], cards: Iterable[Card] = ()) -> Table:
    """The table after a ruling on these seats where something is hidden: it may cover a fault nobody can see.

    After such a fault a hand is unknown, and so is the order of the pile; `cards`, those of the plays that lie
    on the table, count no more.
    """
    for seat in seats:
        table = forget(table, seat)
    table = changed(table, pile=table.pile.unordered(), uncounted=(*table.uncounted, *cards))
    return note_playable(game, note_pile(game, table)) if table.over is None else table


def note_other_fault(
    ruling: Ruling, notes: Notes, table: Table, unverified: Iterable[tuple[str, Reason]], *, is_open: bool
) -> None:
    """Notes a code that the ruling does not find; undecided if its check is."""
    rule = CODES[ruling.code].rule if ruling.code in CODES else ""
    reason = next((reason for check, reason in unverified if check == rule), None)
    if rule == "U-COPIES" and not is_open:
        reason = FACE_NOT_RECORDED
    if reason is not None:
        notes.undecided("U-RULING", reason)
    elif ruling.verb in ON_A_PLAY:
        why = worded("the play of %(who)s does not break %(code)s", who=ruling.who, code=ruling.code)
        notes.violation("MB603", worded("ruling %(verb)s: %(why)s", verb=ruling.verb, why=why), table=table)
    else:
        note_unfit(ruling, notes, table, twice=False)


def note_doubtful(ruling: Ruling, covered: Sequence[Finding], notes: Notes) -> None:
    """A ruling that names a fault which is not certain."""
    if ruling.code and covered and not any(finding.counts for finding in covered):
        notes.undecided("U-RULING", covered[0].doubt)


def note_unfit(ruling: Ruling, notes: Notes, table: Table, *, twice: bool) -> None:
    """Notes a ruling that finds nothing to rule on, or a play ruled on before."""
    if twice and ruling.verb not in ON_A_PLAY:
        code, why = "MB602", worded("the hand has been ended before")
    elif twice:
        code, why = "MB602", worded("the play of %(who)s has been ruled on before", who=ruling.who)
    elif ruling.code and ruling.verb not in ON_A_PLAY:
        code, why = "MB603", worded("there is no %(code)s in this hand for it to rule on", code=ruling.code)
    else:
        code, why = "MB601", worded("%(who)s did nothing on the last turn line", who=ruling.who)
    notes.violation(code, worded("ruling %(verb)s: %(why)s", verb=ruling.verb, why=why), table=table)
