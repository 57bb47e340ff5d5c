"""One hand, line by line: the fold that everything else in this folder serves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bornes.change import changed
from bornes.findings import Finding, Notes
from bornes.judging import rulings
from bornes.judging.causes import Treatments
from bornes.judging.hiding import is_open
from bornes.judging.match import Match
from bornes.judging.opening import opening
from bornes.judging.sightings import checked, reshuffled, shown
from bornes.judging.turns import Event, events_of, run_turn
from bornes.reasons import DRAW_NOT_RECORDED, HAND_PERHAPS_OVER, Reason
from bornes.rules.ending import judge_end
from bornes.table import Game, Over, Table
from bornes_notation.cards import Card
from bornes_notation.record import (
    Check,
    End,
    Hand,
    Line,
    Reshuffle,
    Ruling,
    Show,
    Turn,
)
from bornes_notation.wording import marked, worded

NO_END_OVER = marked("hand %(number)s has no end line and is over")
NO_END_OPEN = marked("hand %(number)s has no end line and is not over")


@dataclass(slots=True)
class LastTurn:
    """The last turn line, kept until the next one so that a ruling can look at it again."""

    line: Line
    turn: Turn
    number: int
    before: Table
    notes: Notes
    events: tuple[Event, ...]
    treatments: dict[int, str] = field(default_factory=dict)
    since: list[tuple[Line, Notes]] = field(default_factory=list)


@dataclass(slots=True)
class HandReplay:
    """A hand under replay. Mutable: it is the accumulator of a fold over lines.

    Attributes:
        game: Rules and seats.
        head: Its ``hand`` line.
        lines: The lines after it that can be judged.
        match: The match before it; None if its totals are not known.
        table: The position now.
        notes: Findings so far, in the order of the lines.
        end: The ``end`` line, if there was one.
        turns: Turn lines so far.
        latest: The last violation of each (code, side), for rulings that name it.
        undecided: The checks that could not be decided, with the first reason, for the same.
    """

    game: Game
    head: Line
    lines: Sequence[Line]
    match: Match | None
    table: Table
    notes: list[Notes]
    end: Line | None = None
    turns: int = 0
    last: LastTurn | None = None
    treatments: Treatments = field(default_factory=dict)
    latest: dict[tuple[str, str], Finding] = field(default_factory=dict)
    undecided: dict[str, Reason] = field(default_factory=dict)

    @classmethod
    def start(
        cls,
        game: Game,
        head: Line,
        lines: Sequence[Line],
        match: Match | None,
        treatments: Treatments | None = None,
    ) -> HandReplay:
        """The hand before its first turn, its deal judged; `treatments` are tried, not ruled."""
        assert isinstance(head.item, Hand)
        notes: list[Notes] = []
        number = head.item.number

        def notes_of(line: Line) -> Notes:
            notes.append(Notes(game, line, hand=number))
            return notes[-1]

        table = opening(game, head.item.first, lines, notes_of)
        return cls(game, head, lines, match, table, notes, treatments=treatments or {})

    @property
    def number(self) -> int:
        """The number written in its ``hand`` line."""
        assert isinstance(self.head.item, Hand)
        return self.head.item.number

    @property
    def findings(self) -> list[Finding]:
        """All violations so far."""
        return [finding for notes in self.notes for finding in notes.findings]

    def take(self, line: Line) -> None:
        """Judges the next line."""
        match line.item:
            case Turn():
                self._take_turn(line, line.item)
            case Ruling() if line.item.verb in rulings.ON_A_PLAY:
                self._rule_on_play(line, line.item, self._notes(line))
            case Show() | Reshuffle() | Check() | Ruling() | End():
                notes = self._notes(line)
                self._take_between(line, notes)
                self._settle(notes)
                self._remember(notes)
                if self.last is not None:
                    self.last.since.append((line, notes))
            case _:
                pass

    def _remember(self, notes: Notes) -> None:
        for check, reason in notes.unverified:
            self.undecided.setdefault(check, reason)
        for finding in notes.findings:
            self.latest[finding.code, rulings.culprit(finding)] = finding

    def _take_between(self, line: Line, notes: Notes) -> None:
        """Judges a line between turns; it is judged again if a ruling changes the turn before it."""
        match line.item:
            case Show():
                self.table = shown(self.game, self.table, line.item, notes)
            case Reshuffle():
                self.table = reshuffled(self.game, self.table, line.item, notes)
            case Check():
                self.table = checked(self.game, self.table, line.item, self.match, notes)
            case Ruling():
                self._decide(line, line.item, notes)
            case End():
                self._take_end(line, line.item, notes)
            case _:
                pass

    def _notes(self, line: Line, turn: int | None = None) -> Notes:
        notes = Notes(self.game, line, hand=self.number, turn=turn)
        self.notes.append(notes)
        return notes

    def _take_turn(self, line: Line, turn: Turn) -> None:
        self.turns += 1
        before = self.table
        notes = self._notes(line, self.turns)
        treatments = dict(self.treatments.get(line.line, {}))
        self.last = LastTurn(line, turn, self.turns, before, notes, events_of(turn), treatments)
        self.table = run_turn(self.game, before, turn, notes, treatments)
        self._remember(notes)
        self._settle(notes)

    def _settle(self, notes: Notes) -> None:
        """What was pending counts if this line showed that the hand was not over before."""
        if notes.settled is None or self.game.ruleset.exhaustion != "nobody_can_play":
            return
        later = {id(finding) for finding in notes.findings[notes.settled :]}
        for finding in self.findings:
            finding.pending = finding.pending and id(finding) in later

    def _decide(self, line: Line, ruling: Ruling, notes: Notes) -> None:
        """A penalty, forfeit or redeal."""
        over = self.table.over
        if ruling.verb != "penalty" and over is not None and over.how in rulings.ENDED_BY_RULING:
            rulings.note_unfit(ruling, notes, self.table, twice=True)
            return
        covered = self._covered(ruling)
        if ruling.code and not covered:
            self._note_other_fault(line, ruling, notes, self.undecided.items())
            if notes.findings:
                return  # a penalty for a fault that is not there has no effect
        rulings.note_doubtful(ruling, covered, notes)
        rulings.cover(covered, ruling, line.line)
        if ruling.code and ruling.verb == "penalty" and not covered and not self._is_open(line):
            seats = (seat for seat, name in enumerate(self.game.seats) if name[0] == (ruling.who or "")[:1])
            self.table = rulings.with_doubt(self.game, self.table, seats)
        self.table = rulings.with_decision(self.game, self.table, ruling)

    def _covered(self, ruling: Ruling) -> list[Finding]:
        """The last violation that a penalty names, or all that an ended hand leaves behind."""
        if ruling.verb != "penalty":
            return rulings.covered_by_end(ruling, self.findings)
        latest = self.latest.get((ruling.code or "", (ruling.who or "")[:1]))
        return [] if latest is None else [latest]

    def _rule_on_play(self, line: Line, ruling: Ruling, notes: Notes) -> None:
        last = self.last
        index = None if last is None else rulings.event_named(ruling, last.events)
        if last is None or index is None or index in last.treatments:
            rulings.note_unfit(ruling, notes, self.table, twice=index is not None)
            return
        covered = rulings.covered_by_play_ruling(ruling, index, last.events, last.notes.findings)
        if ruling.code and not covered:
            self._note_other_fault(line, ruling, notes, last.notes.unverified)
            if notes.findings:
                return  # a ruling on a fault that is not there has no effect
        rulings.note_doubtful(ruling, covered, notes)
        is_open = self._is_open(line)
        self._judge_again(last, index, ruling, line)
        self._take_again(last.since)
        if not is_open and last.before.over is None:
            self.table = rulings.with_doubt(self.game, self.table, *self._ruled(last))
        self._remember(last.notes)

    def _take_again(self, since: Sequence[tuple[Line, Notes]]) -> None:
        """Judges again what stands between a turn and a ruling on it; checks there may state either position."""
        again = [(notes, Notes(self.game, line, hand=self.number)) for line, notes in since]
        for _, fresh in again:
            self._take_between(fresh.line, fresh)
        stated_before = any(isinstance(fresh.line.item, Check) and fresh.findings for _, fresh in again)
        for notes, fresh in again:
            if not (stated_before and isinstance(fresh.line.item, Check)):
                notes.findings[:] = fresh.findings
                notes.unverified[:] = fresh.unverified

    def _judge_again(self, last: LastTurn, index: int, ruling: Ruling, line: Line) -> None:
        """Judges the last turn line with the ruling on its event `index` in force."""
        earlier = [finding for finding in last.notes.findings if finding.ruled_verb]
        last.treatments[index] = ruling.verb
        again = Notes(self.game, last.line, hand=self.number, turn=last.number)
        self.table = run_turn(self.game, last.before, last.turn, again, last.treatments)
        self._keep_rulings(earlier, again.findings)
        last.notes.findings[:] = again.findings
        last.notes.unverified[:] = again.unverified
        covered = rulings.covered_by_play_ruling(ruling, index, last.events, last.notes.findings)
        rulings.cover(covered, ruling, line.line)

    def _is_open(self, line: Line) -> bool:
        """Whether this hand hides nothing up to that line: then a ruling covers what it says, and no more."""
        presumed = any(reason is DRAW_NOT_RECORDED for notes in self.notes for _, reason in notes.unverified)
        so_far = [each for each in self.lines if each.line < line.line]
        return not presumed and is_open(self.game.seats, so_far)

    def _ruled(self, last: LastTurn) -> tuple[set[int], list[Card]]:
        """The seats whose plays on that turn line were ruled on, and the cards of those that lie on the table."""
        seats = {self.game.seat_index(last.events[index].seat) for index in last.treatments}
        cards = []
        for index, verb in last.treatments.items():
            card = last.events[index].card
            lies = verb == "stands" or (verb == "void" and not last.events[index].interrupt)
            if card is not None and lies:
                cards.append(card)
        return seats, cards

    def _note_other_fault(
        self, line: Line, ruling: Ruling, notes: Notes, unverified: Iterable[tuple[str, Reason]]
    ) -> None:
        found = list(unverified)
        if self.table.perhaps_over or (self.last is not None and self.last.before.perhaps_over):
            found.append(("U-HAND-OVER", HAND_PERHAPS_OVER))
        rulings.note_other_fault(ruling, notes, self.table, found, is_open=self._is_open(line))

    @staticmethod
    def _keep_rulings(earlier: list[Finding], findings: list[Finding]) -> None:
        for old in earlier:
            for new in findings:
                if (new.code, new.event) == (old.code, old.event):
                    new.ruled_verb, new.ruled_line = old.ruled_verb, old.ruled_line

    def _take_end(self, line: Line, end: End, notes: Notes) -> None:
        self.end = line
        judged = judge_end(self.game, self.table, end)
        if judged.code:
            notes.violation(judged.code, judged.message, table=self.table)
        if judged.undecided:
            notes.undecided("U-END", judged.undecided)
        self.table = judged.table

    def missing_end(self, next_line: Line | None) -> None:
        """Notes a hand without its ``end`` line: only the last of a record may lack it, if it is not over."""
        if self.end is not None:
            return
        if next_line is None and self.table.over is None:
            if self.table.perhaps_over:
                self._notes(self.head).undecided("U-END", HAND_PERHAPS_OVER)
            return
        line = next_line or (self.lines[-1] if self.lines else self.head)
        no_end = NO_END_OVER if self.table.over is not None else NO_END_OPEN
        self._notes(line).violation("MB512", worded(no_end, number=self.number), table=self.table)

    def closed(self) -> Table:
        """The final position; a hand that is not over counts as unfinished."""
        if self.table.over is None:
            return changed(self.table, over=Over("unfinished"))
        return self.table
