"""What was ruled in a record: each place with its rulings, the violations they cover, and the points without them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bornes.asked import AskedError, Place
from bornes.report import Report, Violation
from bornes.trial import Trial, find_line, take_record
from bornes_notation.editing import without_lines
from bornes_notation.record import Check, Deal, Hand, Line, Pile, Ruling, Setup, Turn
from bornes_notation.wording import worded


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """What was ruled at one place of a record.

    Attributes:
        place: A turn of a hand, or else a line of the file; without a seat.
        line: What was ruled on.
        rulings: The lines of the rulings, in the order of the text.
        covered: The violations that they cover.
        before: The report of the record without these rulings, others left in it; its lines are its own.
        after: The report of the record.
    """

    place: Place
    line: Line
    rulings: tuple[Line, ...]
    covered: tuple[Violation, ...]
    before: Report
    after: Report


def rulings_made(trial: Trial) -> tuple[Ruled, ...]:
    """Every place of a record at which something was ruled, in the order of the text."""
    return tuple(_ruled(trial, start) for start in _starts(trial.record.lines))


def rulings_at(trial: Trial, place: Place) -> Ruled:
    """What was ruled at a place: on the turn or line that it names, or in the line of a ruling itself.

    Raises:
        AskedError: The place is not there, or nothing was ruled there.
    """
    wanted = find_line(trial, place).line
    lines = trial.record.lines
    for start in _starts(lines):
        first, last = _opening(lines, start)[0], [*_after(lines, start)][-1]
        if first.line <= wanted <= last.line:
            return _ruled(trial, start)
    raise AskedError(
        worded(
            "%(place)s: nothing was ruled there; bornes adjudicate writes a ruling into the record",
            place=place,
        )
    )


def _starts(lines: Sequence[Line]) -> Iterator[int]:
    """Positions of the lines that are ruled on: those whose next lines, but for checks, are rulings."""
    start = 0
    said = False
    for position, line in enumerate(lines):
        if isinstance(line.item, Ruling):
            if not said:
                yield start
            said = True
        elif not isinstance(line.item, Check):
            start, said = position, False


def _ruled(trial: Trial, start: int) -> Ruled:
    lines = trial.record.lines
    rulings = tuple(line for line in _after(lines, start) if isinstance(line.item, Ruling))
    written = {line.line for line in rulings}
    covered = tuple(each for each in trial.report.violations if each.ruling and each.ruling.line in written)
    without = take_record(
        without_lines(trial.file, written), trial.report.index, trial.ruleset, trial.policy
    ).report
    line = _meant(lines, start, covered)
    return Ruled(
        place=_place(lines, line),
        line=line,
        rulings=rulings,
        covered=covered,
        before=without,
        after=trial.report,
    )


def _after(lines: Sequence[Line], start: int) -> Iterator[Line]:
    """The rulings and checks that follow a line at once."""
    for line in lines[start + 1 :]:
        if not isinstance(line.item, Ruling | Check):
            return
        yield line


def _meant(lines: Sequence[Line], start: int, covered: Sequence[Violation]) -> Line:
    """The line that is ruled on; of a deal, the first one with a violation that is covered."""
    faulty = {each.line for each in covered}
    return next((line for line in _opening(lines, start) if line.line in faulty), lines[start])


def _opening(lines: Sequence[Line], start: int) -> tuple[Line, ...]:
    """A line, with all of the deal before it if it is the last line of one."""
    first = start
    while isinstance(lines[first].item, Deal | Pile | Setup):
        first -= 1
    return tuple(lines[first : start + 1])


def _place(lines: Sequence[Line], wanted: Line) -> Place:
    hand, turn = 0, 0
    for line in lines:
        if isinstance(line.item, Hand):
            hand, turn = line.item.number, 0
        turn += isinstance(line.item, Turn)
        if line is wanted:
            break
    return Place(hand=hand, turn=turn) if isinstance(wanted.item, Turn) else Place(line=wanted.line)
