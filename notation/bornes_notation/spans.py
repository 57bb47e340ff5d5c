"""Cuts a source between its records, into parts that can be read apart from each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bornes_notation.lines import OddLine, Source, physical_lines, whole_lines
from bornes_notation.reader import BYTE_ORDER_MARK, begins_record

SPAN_SIZE: Final = 1 << 20
"""Bytes of a span, about."""

HELD_MAX: Final = 4 << 20
"""Bytes without a border that are held at once; of more, the pieces are handed on as they are read."""

_LINE_ENDS: Final = b"\r\n"
_END = re.compile(rb"[\r\n]|\Z")
_MARK: Final = BYTE_ORDER_MARK.encode()


@dataclass(frozen=True, slots=True)
class RecordSpan:
    """A part of a source that holds whole records.

    Attributes:
        data: What stands in it. Of a record too long to be held: its pieces, as an iterator that must be
            used up before the next span is asked for.
        first_line: Number of its first line in the source, from 1.
        records_before: How many records of the source come before it.
        records: How many records begin in it; None if that is not known before it is read.
    """

    data: Source
    first_line: int = 1
    records_before: int = 0
    records: int | None = None


def cut_spans(source: Source, size: int = SPAN_SIZE, held_max: int = HELD_MAX) -> Iterator[RecordSpan]:
    """The source in parts, in order; at least one, which of an empty source is empty.

    A source is cut before lines with which a record begins, except the first: what stands before that one
    belongs to its record. Nothing is lost: the spans together have the records, the lines and the findings of
    the source.

    Args:
        source: As for `bornes_notation.read`.
        size: Bytes of a span, about; at least 1.
        held_max: Bytes of a record, about, that are held at once.

    Raises:
        TypeError: if the source is neither text nor bytes.
        Exception: whatever the source raises; the records before the one that it breaks off in are given first.
    """
    yield from _Cutter(whole_lines(source, size), held_max).spans()


def split_span(span: RecordSpan) -> list[RecordSpan]:
    """A span that was read whole, record by record; what precedes the first record stays with it."""
    assert isinstance(span.data, bytes)
    borders = [0, *record_starts(span.data)[1:], len(span.data)]
    line = span.first_line
    parts: list[RecordSpan] = []
    for start, end in pairwise(borders):
        data = span.data[start:end]
        parts.append(RecordSpan(data, line, span.records_before + len(parts), begun_records(data)))
        line += count_lines(data)
    return parts


def begun_records(lines: bytes) -> int:
    """How many records begin in a run of whole lines."""
    exact = lines.count(b"\nMBN 1\n") + lines.startswith(b"MBN 1\n")
    # Usually nothing else says MBN, and there is no need to look at the places.
    return exact if lines.lower().count(b"mbn") == exact else len(record_starts(lines))


def record_starts(lines: bytes) -> list[int]:
    """Offsets of the lines of a run of whole lines with which records begin."""
    lowered = lines.lower()
    starts = []
    at = lowered.find(b"mbn")
    while at >= 0:
        start = _start_of_line(lines, at)
        if start is not None and _begins_record(lines, start):
            starts.append(start)
        at = lowered.find(b"mbn", at + 1)
    return starts


def count_lines(lines: bytes) -> int:
    """How many line ends (LF, CR LF or CR) stand in a run of whole lines."""
    count = lines.count(b"\n")
    if b"\r" in lines:
        count += lines.count(b"\r") - lines.count(b"\r\n")
    return count


class _Cutter:
    """The spans of a source, and how far they have come."""

    def __init__(self, pieces: Iterator[bytes], held_max: int) -> None:
        self._pieces = pieces
        self._held_max = held_max
        self._held = b""
        self._line = 1
        self._records = 0

    def spans(self) -> Iterator[RecordSpan]:
        """All of them."""
        try:
            yield from self._spans()
        except Exception:
            # The source broke off, and with it the last record: of what is held, only the others are whole.
            border = _last_border(self._held, 1)
            if self._may_cut(self._held, border):
                yield self._whole(border)
            raise

    def _spans(self) -> Iterator[RecordSpan]:
        empty = True
        for piece in self._pieces:
            border = _last_border(piece, 0 if self._held else 1)
            border += len(self._held) if border >= 0 else 0
            self._held += piece
            if self._may_cut(self._held, border):
                yield self._whole(border)
                empty = False
            elif len(self._held) > self._held_max:
                rest = self._rest()
                yield RecordSpan(rest, self._line, self._records)
                empty = False
                for _ in rest:
                    pass  # nobody wanted to read it; the next span begins where it ends
        if self._held or empty:
            yield self._whole(len(self._held))

    def _may_cut(self, lines: bytes, border: int) -> bool:
        """Whether there is a border, and a record has begun before it."""
        return border >= 0 and (self._records > 0 or begun_records(lines[:border]) > 0)

    def _whole(self, end: int) -> RecordSpan:
        data, self._held = self._held[:end], self._held[end:]
        line, records = self._line, self._records
        self._pass(data)
        return RecordSpan(data, line, records, self._records - records)

    def _pass(self, lines: bytes) -> None:
        self._line += count_lines(lines)
        self._records += begun_records(lines)

    def _rest(self) -> Iterator[bytes]:
        """What is held, and whatever follows up to the next border."""
        piece, self._held = self._held, b""
        yield piece
        self._pass(piece)
        for piece in self._pieces:
            border = _first_border(piece, 0)
            if border >= 0 and not self._may_cut(piece, border):
                border = _first_border(piece, border + 1)
            end = len(piece) if border < 0 else border
            yield piece[:end]
            self._pass(piece[:end])
            if border >= 0:
                self._held = piece[end:]
                return


def _first_border(lines: bytes, start: int) -> int:
    """Offset of the first line from there on with which a record begins, -1 if there is none."""
    return next((at for at in record_starts(lines) if at >= start), -1)


def _last_border(lines: bytes, start: int) -> int:
    """Offset of the last such line from there on, -1 if there is none."""
    exact = lines.rfind(b"\nMBN 1\n") + 1
    if exact >= max(start, 1):
        return exact  # perhaps not the last, but near the end
    return next((at for at in reversed(record_starts(lines)) if at >= start), -1)


def _start_of_line(lines: bytes, at: int) -> int | None:
    """Where the line begins in which only blanks, or a byte order mark, stand before this offset; else None."""
    while at > 0 and lines[at - 1] in b" \t":
        at -= 1
    if lines[max(at - len(_MARK), 0) : at] == _MARK:
        at -= len(_MARK)
    return at if at == 0 or lines[at - 1] in _LINE_ENDS else None


def _begins_record(lines: bytes, start: int) -> bool:
    end = _END.search(lines, start)
    assert end is not None
    read = next(physical_lines(lines[start : end.start()]), None)
    return isinstance(read, OddLine) and begins_record(read)
