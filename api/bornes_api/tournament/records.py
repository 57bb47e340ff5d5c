"""The records of a tournament: their bytes, what the judge says of them, their hashes, and the rulings in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final, TypeAlias

from bornes.archive import RECORDS_WITHOUT_TABLE, judge_span
from bornes.asked import AskedError
from bornes.report import Report
from bornes.suggestions import offer
from bornes.tournament.docket import Standing
from bornes.tournament.effective import Effective, effective
from bornes.tournament.judged import Judged
from bornes.tournament.policies import is_offence
from bornes.trial import take_record
from bornes_api.sources import Source, SourceError
from bornes_notation import Carried, Reading, Record, format, read
from bornes_notation.spans import RecordSpan
from bornes_notation.wording import worded, wording_of

Key: TypeAlias = tuple[int, int]
"""Round and table."""

_RULING: Final = re.compile(rb"^[ \t]*ruling\b[^\r\n]*", re.MULTILINE)
_FIRST_HAND: Final = b"\nhand "
AS_PLAYED: Final = "as-played"
"""The policy of the judge under which what was done stands."""
_NO_RECORD: Final = "there is no record"
"""How the message about a missing one begins."""


def record_bytes(folder: Path, record: str) -> bytes | str:
    """The bytes of a record's file, unpacked, or why there are none."""
    path = folder / record
    if not path.is_file():
        return _missing(record)
    try:
        with Source(record, str(path)).open() as stream:
            return b"".join(stream)
    except SourceError as error:
        return wording_of(error)


def with_hints(folder: Path, records: dict[Key, str], bytes_of: dict[Key, bytes | str]) -> None:
    """Says of records that are not there which file of the folder, named by no table, may be meant.

    Args:
        folder: Of the tournament.
        records: The record of each table.
        bytes_of: What was found of each; what is said of those that are missing is added to.
    """
    missing = [key for key, found in bytes_of.items() if found == _missing(records[key])]
    if len(missing) == len(records):
        return  # nothing has been played yet
    strays = sorted(_files(folder) - set(records.values())) if missing else []
    for key in missing:
        name = PurePosixPath(records[key]).name
        moved = [each for each in strays if PurePosixPath(each).name == name]
        hint = worded("; did you mean %(near)s?", near=moved[0]) if moved else offer(records[key], strays)
        bytes_of[key] = _missing(records[key], hint)


def _missing(record: str, hint: str = "") -> str:
    return worded("there is no record %(record)s%(hint)s", record=record, hint=hint)


def _files(folder: Path) -> set[str]:
    """The records below a folder, as a tournament file names them."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.mbn*") if path.is_file()}


def judge(data: bytes | str, policy: str) -> tuple[Judged, bytes]:
    """What the judge says of the only record of a file."""
    if isinstance(data, str):
        return Judged(problem=data, missing=data.startswith(_NO_RECORD)), b""
    # As if other records came before it: with hundreds of files, setting up the fast path pays off.
    span = RecordSpan(data, records_before=RECORDS_WITHOUT_TABLE)
    reports = [judged.report for judged in judge_span(span, None, policy)]
    if len(reports) != 1:
        problem = worded("the file of a table holds one record, this one holds %(count)s", count=len(reports))
        return Judged(problem=problem), data
    report = as_played = reports[0]
    if policy != AS_PLAYED and report.violations:
        (as_played,) = (judged.report for judged in judge_span(span, None, AS_PLAYED))
    unruled = unruled_report(data, as_played)
    preface = _preface(data)
    if preface is None:
        return Judged(report, as_played, unruled), data
    carried = any(isinstance(line.item, Carried) for line in preface.lines)
    return Judged(report, as_played, unruled, headers=preface.headers, carried=carried), data


def unruled_report(data: bytes, as_played: Report) -> Report | None:
    """The report of a record without its rulings; None if it has none, or no offence beside what they are on.

    Args:
        data: The record.
        as_played: Its report with them.
    """
    if not as_played.ruled or all(each.ruling or not is_offence(each) for each in as_played.violations):
        return None
    # A comment in the place of each ruling: the other lines keep their numbers.
    (judged,) = judge_span(RecordSpan(_RULING.sub(b";", data)), None, AS_PLAYED)
    return judged.report


def effective_record(data: bytes, policy: str, standing: Sequence[Standing]) -> Effective | str:
    """The only record of a file, with rulings; or why it cannot be ruled on."""
    record = read_whole(data)
    if record is None:
        return worded("the record cannot be read")
    try:
        return effective(take_record(data, policy=policy), digest_of(record), standing)
    except AskedError as error:
        return wording_of(error)


def digest_of(record: Record) -> str:
    """SHA-256 of the canonical text of a record."""
    return sha256(format(record).encode()).hexdigest()


def _preface(data: bytes) -> Record | None:
    """What stands before the first hand; reading no more keeps standings quick."""
    border = data.find(_FIRST_HAND)
    reading = _first(data if border < 0 else data[: border + 1])
    return None if reading is None else reading.record


def _first(data: bytes) -> Reading | None:
    return next(iter(read(data)), None)


def read_whole(data: bytes) -> Record | None:
    """The first record of some bytes; None if it cannot be read whole."""
    reading = _first(data)
    return None if reading is None or reading.errors else reading.record
