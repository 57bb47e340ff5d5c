"""Sources in shards that can be read, and judged, apart from each other by whoever sees the same files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO

from bornes_api.cluster.shard import Shard
from bornes_api.packed import is_packed
from bornes_api.sources import Source, SourceError
from bornes_notation.lines import whole_lines
from bornes_notation.spans import RecordSpan, begun_records, count_lines, cut_spans
from bornes_notation.wording import worded

SHARD_SIZE = 16 << 20
"""Bytes of a shard, about: some 12,000 hands of two players, a second or more of work."""

_PARQUET = b"PAR1"
_BLOCK = 1 << 20
_BORDER = re.compile(rb"[\r\n](?=MBN 1[\r\n])")
_LONGEST_BORDER = len(b"\nMBN 1\n")


def shards_of(source: Source, size: int = SHARD_SIZE) -> list[Shard]:
    """A file in shards of equal size, still to be measured.

    Raises:
        SourceError: It cannot be read, or it is no file.
    """
    if source.path is None:
        raise SourceError(worded("%(name)s: only files can be read from several machines", name=source.name))
    status = _status(source.name)
    with _opened(source.name) as raw:
        beginning = raw.read(4)
    packed = is_packed(beginning)
    whole = Shard(source.name, status.st_size, status.st_mtime_ns, 0, status.st_size, packed)
    if beginning == _PARQUET:
        from bornes_api.cluster.tables import groups_of

        return groups_of(whole)
    if packed or status.st_size <= size:
        return [whole]
    starts = range(0, status.st_size, size)
    return [replace(whole, start=start, end=min(start + size, status.st_size)) for start in starts]


def measured(shard: Shard) -> Shard:
    """The shard from the first record that begins in it to the first one behind it, with its counts.

    Raises:
        SourceError: It cannot be read, or the file has changed since it was cut.
    """
    if shard.packed or shard.table:
        return shard
    found = replace(shard, start=_border(shard, shard.start), end=_border(shard, shard.end))
    lines = records = 0
    for piece in whole_lines(_pieces(found), _BLOCK):
        lines += count_lines(piece)
        records += begun_records(piece)
    return replace(found, lines=lines, records=records)


def placed(shards: Sequence[Shard]) -> list[Shard]:
    """The measured shards of one file, each with what comes before it; those in which no record begins vanish.

    What stands before the first record belongs to it, so that no shard ends before one has begun.
    """
    parts: list[Shard] = []
    for shard in shards:
        last = parts[-1] if parts else None
        if shard.table:
            parts.append(shard)
        elif last is not None and (shard.start == shard.end or not last.records_before + last.records):
            lines, records = last.lines + shard.lines, last.records + shard.records
            parts[-1] = replace(last, end=max(last.end, shard.end), lines=lines, records=records)
        elif last is not None:
            line, before = last.first_line + last.lines, last.records_before + last.records
            parts.append(replace(shard, first_line=line, records_before=before))
        else:
            parts.append(shard)
    return parts


def spans_of(shard: Shard) -> Iterator[RecordSpan]:
    """What is in a shard, in spans that say where they stand in the file.

    Raises:
        SourceError: It cannot be read, is damaged, or the file has changed since it was cut.
    """
    if shard.packed:
        check_unchanged(shard)
        with Source(shard.name, shard.name).open() as stream:
            yield from cut_spans(stream)
        return
    for span in cut_spans(_pieces(shard)):
        yield replace(
            span,
            first_line=span.first_line + shard.first_line - 1,
            records_before=span.records_before + shard.records_before,
        )


def _border(shard: Shard, offset: int) -> int:
    """Where the first record at this offset or behind it begins, as far as a plain look shows it."""
    if offset in {0, shard.size}:
        return offset
    at = offset - 1
    with _opened(shard.name) as raw:
        raw.seek(at)
        held = b""
        while True:
            read = raw.read(_BLOCK)
            held += read
            found = _BORDER.search(held)
            if found:
                return at + found.end()
            if not read:
                return shard.size
            kept = held[-_LONGEST_BORDER:]
            at += len(held) - len(kept)
            held = kept


def _pieces(shard: Shard) -> Iterator[bytes]:
    """The bytes of a shard that is not packed."""
    check_unchanged(shard)
    left = shard.end - shard.start
    with _opened(shard.name) as raw:
        raw.seek(shard.start)
        while left:
            piece = raw.read(min(left, _BLOCK))
            if not piece:
                raise _changed(shard)
            left -= len(piece)
            yield piece


def check_unchanged(shard: Shard) -> None:
    """Sees that the file is still the one that was cut.

    Raises:
        SourceError: It is not, or it cannot be seen.
    """
    status = _status(shard.name)
    if (status.st_size, status.st_mtime_ns) != (shard.size, shard.modified):
        raise _changed(shard)


def _changed(shard: Shard) -> SourceError:
    return SourceError(worded("%(name)s: has changed since the run began", name=shard.name))


def _status(name: str) -> os.stat_result:
    try:
        return os.stat(name)  # noqa: PTH116 - a path is shown as it was given
    except OSError as error:
        raise SourceError(f"{name}: {error.strerror or error}") from error


def _opened(name: str) -> BinaryIO:
    try:
        return open(name, "rb")  # noqa: PTH123 - the same; whoever asked closes it
    except OSError as error:
        raise SourceError(f"{name}: {error.strerror or error}") from error
