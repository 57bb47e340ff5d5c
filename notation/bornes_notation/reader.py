"""Reads records from text: every line by itself, so that one bad line never hides the next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from bornes_notation.assembly import Assembly
from bornes_notation.errors import Fault, NotationError, StyleNotice
from bornes_notation.findings import Findings
from bornes_notation.lines import OddLine, Source, physical_lines
from bornes_notation.preface import Preface
from bornes_notation.record import Record, Span
from bornes_notation.wording import worded

BYTE_ORDER_MARK: Final = "\ufeff"
_VERSION_LINE = re.compile(r"[ \t]*(?i:mbn)(?![A-Za-z-]|[ \t]*:)")
_MARKED = Fault("MB701", worded("a byte order mark stands before the line"), (0, 1))


@dataclass(frozen=True, slots=True)
class Reading:
    """One record as far as it could be read.

    Attributes:
        record: What was written; None only if there is no ``MBN`` line to hang it on.
        errors: Unreadable places, by line and column.
        style: Lines that are read and are not canonical text.
    """

    record: Record | None
    errors: tuple[NotationError, ...] = ()
    style: tuple[StyleNotice, ...] = ()


class UnreadableError(ValueError):
    """A text that is not exactly one readable record; `errors` says where and why."""

    def __init__(self, errors: tuple[NotationError, ...]) -> None:
        super().__init__("\n".join(map(str, errors)))
        self.errors = errors


def parse(text: str) -> Record:
    """The one record of a text.

    Raises:
        UnreadableError: if the text has an unreadable place, or not exactly one record.
    """
    readings = list(islice(read(text), 2))
    errors = tuple(error for reading in readings for error in reading.errors)
    records = [reading.record for reading in readings if reading.record is not None]
    if len(records) > 1:
        message = worded("a second record begins here, where one record was asked for")
        errors += (NotationError("MB010", message, Span(records[1].line, 1, 4)),)
    if errors:
        raise UnreadableError(errors)
    return records[0]


def read(source: Source) -> Iterator[Reading]:
    """The records of a text or file, one by one; see `bornes_notation.lines.Source`.

    Memory stays flat: a record is given out as soon as the next one begins, an overlong line or record is
    cut, and of very many errors only the first are listed.

    Raises:
        TypeError: if the source is neither text nor bytes. No text raises anything.
    """
    yield from read_lines(physical_lines(source))


def read_lines(
    physicals: Iterable[str | OddLine], *, first_line: int = 1, records_before: int = 0
) -> Iterator[Reading]:
    """The records of physical lines, as `physical_lines` gives them.

    Args:
        physicals: The lines of a file, or of a part of it that begins with an ``MBN`` line.
        first_line: Number of the first one in its file.
        records_before: How many records of the file come before them.
    """
    current: Assembly | Preface = Preface()
    index = records_before
    for line, physical in enumerate(physicals, first_line):
        if isinstance(physical, str):
            if current.take_turn(line, physical):
                continue
            whole = OddLine(physical, "\n")
        else:
            whole = physical
        text, marked = _unmarked(line, whole.text)
        if begins_record(whole):
            yield from _readings(current, record_follows=True)
            index += 1
            comments = tuple(current.comments) if isinstance(current, Preface) else ()
            findings = current.findings if isinstance(current, Preface) else Findings()
            current = Assembly(index, line, comments, findings)
            current.begin(text)
        elif whole.fault is None:
            current.take(line, text)
        else:
            current.take_unreadable(line, text, whole.fault)
        if marked:
            current.findings.notice(line, text, _MARKED)
        if whole.end != "\n":
            current.findings.line_end(line, text, whole.end)
    yield from _readings(current, record_follows=False)


def begins_record(line: OddLine) -> bool:
    """Whether a record begins with this line: it can be read, and is an ``MBN`` line of any version."""
    marked = line.text.startswith(BYTE_ORDER_MARK)
    return line.fault is None and _VERSION_LINE.match(line.text, marked) is not None


def _unmarked(line: int, text: str) -> tuple[str, bool]:
    """The text without a byte order mark that may stand before it, and whether there was one."""
    if text.startswith(BYTE_ORDER_MARK) and (line == 1 or _VERSION_LINE.match(text, 1)):
        return text[1:], True
    return text, False


def _readings(finished: Assembly | Preface, *, record_follows: bool) -> Iterator[Reading]:
    """What is given out when a record, or what stands before the first, is over."""
    if isinstance(finished, Assembly):
        record = finished.finish()
        yield Reading(record, finished.findings.errors(), finished.findings.style())
        return
    errors = finished.errors(record_follows=record_follows)
    if errors:
        yield Reading(None, errors)
