"""Judges whole files: each record by the fast path if it is plainly lawful, else by the judge."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from bornes.judging.record import validate
from bornes.report import Report
from bornes.ruleset import Ruleset
from bornes_notation import Reading
from bornes_notation.lines import OddLine, Source, physical_lines
from bornes_notation.reader import read_lines
from bornes_notation.spans import RecordSpan

VERSION_LINE = "MBN 1"

PART_LINES_MAX = 20_000
PART_SIZE_MAX = 4 * 1024 * 1024
"""Lines and characters of a record that are held at once; of a longer one the reader keeps what it may."""


RECORDS_WITHOUT_TABLE = 2
"""So many records are judged before the fast path is set up, which takes as long as a few of them."""


class Judged(NamedTuple):
    """A report, and the reading it rests on; None if the fast path needed none."""

    report: Report
    reading: Reading | None


def judge_file(source: Source, ruleset: Ruleset | None = None, policy: str = "as-played") -> Iterator[Judged]:
    """The reports of all records of a text or file, in order; memory stays flat.

    The reports are those of `bornes.validate` for each `bornes.read`.
    """
    yield from judge_span(RecordSpan(source), ruleset, policy)


def judge_span(
    span: RecordSpan, ruleset: Ruleset | None = None, policy: str = "as-played"
) -> Iterator[Judged]:
    """The reports of the records of a part of a file; they say what `judge_file` says of the whole."""
    parts = _Parts(physical_lines(span.data), span.first_line)
    records = span.records_before
    part: _Part | None = parts.next() or _Part([], span.first_line, plain=False, cut=False)
    while part is not None:
        for judged in _judge_part(parts, part, records, ruleset, policy):
            records = judged.report.index
            yield judged
        part = parts.next()


def _judge_part(
    parts: _Parts, part: _Part, records: int, ruleset: Ruleset | None, policy: str
) -> Iterator[Judged]:
    """What stands between two version lines: usually one record, with what precedes the first perhaps two."""
    if part.plain and records >= RECORDS_WITHOUT_TABLE:
        from bornes.automaton.records import accept

        text = "\n".join(part.lines[1:]) + "\n"
        report = accept(text, records + 1, part.first_line, ruleset, policy)
        if report is not None:
            yield Judged(report, None)
            return
    lines = chain(part.lines, parts.rest()) if part.cut else iter(part.lines)
    for reading in read_lines(lines, first_line=part.first_line, records_before=records):
        yield Judged(validate(reading, ruleset, policy), reading)


class _Part(NamedTuple):
    """The lines from one version line to the next.

    Attributes:
        lines: In order.
        first_line: Number of the first one.
        plain: Whether all are plain text, and the first is the version line.
        cut: Whether more of them follow, which `_Parts.rest` gives.
    """

    lines: list[str | OddLine]
    first_line: int
    plain: bool
    cut: bool


class _Parts:
    """A file in parts that begin with a version line."""

    def __init__(self, physicals: Iterator[str | OddLine], first_line: int) -> None:
        self._physicals = physicals
        self._line = first_line - 1
        self._head: list[str | OddLine] = []
        self._ended = False

    def next(self) -> _Part | None:
        """The next part; None at the end of the file."""
        lines = self._head
        self._head = []
        first_line = self._line - len(lines) + 1
        size = 0
        plain = begun = bool(lines)
        cut = False
        for physical in self._physicals:
            self._line += 1
            if physical == VERSION_LINE:
                if begun:
                    self._head = [physical]
                    break
                begun = True
                plain = not lines
            lines.append(physical)
            if isinstance(physical, str):
                size += len(physical)
            else:
                plain = False
                size += len(physical.text)
            if size > PART_SIZE_MAX or len(lines) > PART_LINES_MAX:
                plain, cut = False, True
                break
        return _Part(lines, first_line, plain, cut) if lines else None

    def rest(self) -> Iterator[str | OddLine]:
        """The lines of a part that was cut, one by one."""
        for physical in self._physicals:
            self._line += 1
            if physical == VERSION_LINE:
                self._head = [physical]
                return
            yield physical
