"""A record taken by itself out of its file, so that rulings can be written into it and tried."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bornes.asked import AskedError, Place
from bornes.judging.record import validate
from bornes.report import Report, Violation
from bornes.ruleset import Ruleset
from bornes_notation import NotationError, Reading, Record, read
from bornes_notation.editing import insert_after, lines_between
from bornes_notation.lines import physical_lines
from bornes_notation.reader import read_lines
from bornes_notation.record import Check, Deal, Hand, Line, Pile, Ruling, Setup, Turn
from bornes_notation.wording import listed, worded, wording_of

_OPENING = (Hand, Deal, Pile, Setup)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A readable record with the rulings tried so far.

    Attributes:
        head, data, tail: The bytes of the file before the record, of the record, and after it.
        first_line: Line of the file on which `data` begins (from 1).
        record, report: What `data` says, and what was found in it.
        ruleset, policy: What it is judged by, as for `bornes.validate`.
        inserted: Lines of the file as it is now that were put in, ascending.
    """

    head: bytes
    data: bytes
    tail: bytes
    first_line: int
    record: Record
    report: Report
    ruleset: Ruleset | None
    policy: str
    inserted: tuple[int, ...] = ()

    @property
    def file(self) -> bytes:
        """The whole file with the rulings in it."""
        return self.head + self.data + self.tail

    def now(self, line: int) -> int:
        """Where a line of the file as it was stands now."""
        for put_in in self.inserted:
            line += put_in <= line
        return line

    def before(self, line: int) -> int:
        """Where a line stood in the file as it was; of a line that was put in, the one above it."""
        return line - sum(put_in <= line for put_in in self.inserted)

    def unresolved(self) -> tuple[Violation, ...]:
        """The violations that no ruling covers, in the order of the text."""
        return tuple(each for each in self.report.violations if each.ruling is None)


def take_record(
    data: bytes, index: int | None = None, ruleset: Ruleset | None = None, policy: str = "as-played"
) -> Trial:
    """Record `index` (from 1) of a file; None: its only one.

    Raises:
        AskedError: There is no such record, more than one without an index, or it cannot be read or judged.
    """
    found = list(read(data))
    records = [reading for reading in found if reading.record is not None]
    if index is None and len(records) > 1:
        raise AskedError(
            worded(
                "there are %(count)s records here; say by its number which one is meant", count=len(records)
            )
        )
    position = 1 if index is None else index
    if not 1 <= position <= len(records):
        message = worded(
            "there is no record %(number)s here; there are %(count)s", number=position, count=len(records)
        )
        errors = (error for reading in found if reading.record is None for error in reading.errors)
        raise AskedError(_with_errors(message, errors))
    first = _first_line(records, position - 1)
    after = _first_line(records, position) if position < len(records) else None
    head = lines_between(data, 1, first - 1) if first > 1 else b""
    tail = b"" if after is None else lines_between(data, after, None)
    middle = data[len(head) : len(data) - len(tail)]
    record, report = _judged(middle, first, position, ruleset, policy)
    return Trial(
        head=head,
        data=middle,
        tail=tail,
        first_line=first,
        record=record,
        report=report,
        ruleset=ruleset,
        policy=policy,
    )


def _first_line(records: Sequence[Reading], position: int) -> int:
    """Where the bytes of a record begin; comments before the first one belong to it."""
    record = records[position].record
    assert record is not None
    return record.line if position else 1


def _judged(
    data: bytes, first_line: int, index: int, ruleset: Ruleset | None, policy: str
) -> tuple[Record, Report]:
    readings = list(read_lines(physical_lines(data), first_line=first_line, records_before=index - 1))
    errors = [error for reading in readings for error in reading.errors]
    reading = next((each for each in readings if each.record is not None), None)
    report = None if errors or reading is None else validate(reading, ruleset, policy)
    if report is not None:
        errors += report.errors
    if reading is None or reading.record is None or report is None or errors:
        raise AskedError(_with_errors(worded("the record cannot be read"), errors))
    return reading.record, report


def _with_errors(message: str, errors: Iterable[NotationError]) -> str:
    """The message, and each of the errors on a line of its own."""
    return listed([message, *(error.wording for error in errors)], "%(left)s\n%(right)s")


def with_line(trial: Trial, after: int, text: str) -> Trial:
    """The trial with a line put in after line `after` of the file as it is now, judged anew.

    Raises:
        AskedError: The record cannot be read any more: the line cannot stand there.
    """
    data = insert_after(trial.data, after - trial.first_line + 1, text)
    try:
        record, report = _judged(data, trial.first_line, trial.report.index, trial.ruleset, trial.policy)
    except AskedError as error:
        raise AskedError(
            worded(
                "%(text)r cannot stand after line %(line)s: %(error)s",
                text=text,
                line=trial.before(after),
                error=wording_of(error),
            )
        ) from error
    inserted = sorted([*(line + (line > after) for line in trial.inserted), after + 1])
    return Trial(
        head=trial.head,
        data=data,
        tail=trial.tail,
        first_line=trial.first_line,
        record=record,
        report=report,
        ruleset=trial.ruleset,
        policy=trial.policy,
        inserted=tuple(inserted),
    )


def find_line(trial: Trial, place: Place) -> Line:
    """The line of the record, as it is now, that a place names.

    Raises:
        AskedError: There is none, or it stands before the first hand.
    """
    wanted = None if place.line is None else trial.now(place.line)
    hand, turn, turns = None, 0, {}
    for line in trial.record.lines:
        if isinstance(line.item, Hand):
            hand, turn = line.item.number, 0
        turn += isinstance(line.item, Turn)
        if isinstance(line.item, Turn):
            turns[hand] = turn
        here = line.line == wanted if wanted is not None else (hand, turn) == (place.hand, place.turn)
        if here and hand is not None and (wanted is not None or isinstance(line.item, Turn)):
            return line
    if wanted is not None:
        raise AskedError(
            worded(
                "%(place)s: line %(line)s is no line of a hand of this record", place=place, line=place.line
            )
        )
    if place.hand not in turns:
        raise AskedError(
            worded("%(place)s: the record has no turn in a hand %(hand)s", place=place, hand=place.hand)
        )
    raise AskedError(
        worded(
            "%(place)s: hand %(hand)s has %(turns)s turns",
            place=place,
            hand=place.hand,
            turns=turns[place.hand],
        )
    )


def line_to_follow(trial: Trial, line: Line) -> int:
    """After which line of the file, as it is now, a ruling on what stands in `line` is written.

    That is the line itself, but behind the whole deal (rulings are no part of it), and behind rulings and checks
    that follow at once: a check before a ruling may state either position (spec/rulesets.md 2.2).
    """
    lines = trial.record.lines
    position = next(number for number, each in enumerate(lines) if each.line == line.line)
    skipped = _OPENING[1:] if isinstance(line.item, _OPENING) else (Check, Ruling)
    while position + 1 < len(lines) and isinstance(lines[position + 1].item, skipped):
        position += 1
    return lines[position].line
