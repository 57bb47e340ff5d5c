"""Judges whole files: each record by the fast path if it is plainly lawful, else by the judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bornes.judging.record import validate
from bornes.report import Report
from bornes.ruleset import Ruleset
from bornes_notation import Reading
from bornes_notation.lines import Source, physical_lines, plain_text
from bornes_notation.reader import read_lines
from bornes_notation.spans import RecordSpan, count_lines, cut_spans

VERSION_LINE: Final = b"MBN 1\n"

_BORDER: Final = b"\n" + VERSION_LINE

RECORDS_WITHOUT_TABLE: Final = 1
"""For so few records the fast path is not set up: for a single one that would take longer."""


class Judged(NamedTuple):
    """A report, and the reading it rests on; None if the fast path needed none."""

    report: Report
    reading: Reading | None


def judge_file(
    source: Source, ruleset: Ruleset | None = None, policy: str = "as-played", *, warm: bool = False
) -> Iterator[Judged]:
    """The reports of all records of a text or file, in order; memory stays flat.

    The reports are those of `bornes.validate` for each `bornes.read`. A `warm` process, which judges one file
    after the other, asks the fast path from the first record on.
    """
    for span in cut_spans(source):
        yield from judge_span(span, ruleset, policy, warm=warm)


def judge_span(
    span: RecordSpan, ruleset: Ruleset | None = None, policy: str = "as-played", *, warm: bool = False
) -> Iterator[Judged]:
    """The reports of the records of a part of a file; they say what `judge_file` says of the whole."""
    for _, judged in judge_parts(span, ruleset, policy, warm=warm):
        yield judged


def judge_parts(
    span: RecordSpan, ruleset: Ruleset | None = None, policy: str = "as-played", *, warm: bool = False
) -> Iterator[tuple[bytes, Judged]]:
    """As `judge_span`, each with the text from one version line to the next in which it stands.

    Of a record that is handed on in pieces, no text is kept.
    """
    line, records = span.first_line, span.records_before
    if not isinstance(span.data, bytes):
        for judged in _judged(span.data, line, records, ruleset, policy):
            yield b"", judged
        return
    warm = warm or (span.records or 0) > RECORDS_WITHOUT_TABLE
    for part in _parts(span.data):
        quickly = warm or records >= RECORDS_WITHOUT_TABLE
        report = _accepted(part, records, line, ruleset, policy) if quickly else None
        if report is not None:
            records += 1
            yield part, Judged(report, None)
        else:
            for judged in _judged(part, line, records, ruleset, policy):
                records = judged.report.index
                yield part, judged
        line += count_lines(part)


def _parts(data: bytes) -> Iterator[bytes]:
    """What stands from one version line to the next: usually one record, with what precedes the first."""
    start = 0
    at = 0 if data.startswith(VERSION_LINE) else data.find(_BORDER) + 1
    border = data.find(_BORDER, at)
    while border >= 0:
        yield data[start : border + 1]
        start = border + 1
        border = data.find(_BORDER, start)
    yield data[start:]


def _accepted(part: bytes, records: int, line: int, ruleset: Ruleset | None, policy: str) -> Report | None:
    """The report of a record that the fast path accepts."""
    if not part.startswith(VERSION_LINE):
        return None
    text = plain_text(part)
    if text is None:
        return None
    from bornes.automaton.records import accept

    return accept(text.removeprefix("MBN 1\n"), records + 1, line, ruleset, policy)


def _judged(
    source: Source, line: int, records: int, ruleset: Ruleset | None, policy: str
) -> Iterator[Judged]:
    """What the judge says of every record."""
    for reading in read_lines(physical_lines(source), first_line=line, records_before=records):
        yield Judged(validate(reading, ruleset, policy), reading)
