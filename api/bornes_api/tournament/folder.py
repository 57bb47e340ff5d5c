"""A tournament folder: the tournament file, and every record that it names, read and judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from bornes.archive import RECORDS_WITHOUT_TABLE, judge_span
from bornes.report import Report
from bornes.tournament.agreement import Finding, Judged, counts, record_findings
from bornes.tournament.decks import Deck, decks
from bornes.tournament.matches import Match, match_of, open_match
from bornes.tournament.model import Round, Table, Tournament
from bornes.tournament.order import Seen, file_findings, twice
from bornes.tournament.reading import read_tournament
from bornes.tournament.shuffles import shuffle_findings
from bornes_api.sources import Source, SourceError
from bornes_notation import Carried, Reading, Record, format, read
from bornes_notation.spans import RecordSpan
from bornes_notation.wording import worded, wording_of

FILE: Final = "tournament.yaml"
_FIRST_HAND: Final = b"\nhand "


@dataclass(frozen=True, slots=True)
class Opened:
    """A tournament file as it was found. `name` is its path as the user gave it."""

    path: Path
    text: str
    tournament: Tournament

    @property
    def name(self) -> str:
        """The path of the file, for messages."""
        return str(self.path)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a match rests on.

    Attributes:
        sha256: Of the canonical text of its record, in hexadecimal; None if it was not asked for.
        verdict: Of its report.
        unresolved: Violations without a ruling.
    """

    sha256: str | None
    verdict: str
    unresolved: int


@dataclass(slots=True)
class Gathered:
    """A tournament with all that its records say.

    Attributes:
        matches: Of all tables, in the order of the file.
        findings: In the order of the file.
        evidence: By (round, table), for matches with a record that can be read.
        records: By (round, table), if they were asked for.
    """

    tournament: Tournament
    matches: list[Match] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    evidence: dict[tuple[int, int], Evidence] = field(default_factory=dict)
    records: dict[tuple[int, int], Record] = field(default_factory=dict)

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(each.level == "error" for each in self.findings)


def tournament_file(path: str) -> Path:
    """The tournament file that a path names: itself, or the one in the folder."""
    given = Path(path)
    return given / FILE if given.is_dir() else given


def open_tournament(path: str) -> Opened:
    """The tournament of a folder, or of its file.

    Raises:
        SourceError: It cannot be read.
        TournamentFileError: It is no tournament file.
    """
    file = tournament_file(path)
    text = read_text(file)
    return Opened(file, text, read_tournament(text, str(file)))


def read_text(file: Path) -> str:
    """The text of a file.

    Raises:
        SourceError: It cannot be read, or is no UTF-8.
    """
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise SourceError(f"{file}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SourceError(
            worded("%(file)s:%(line)s: this is not UTF-8 text", file=file, line=line)
        ) from error


def gather(tournament: Tournament, folder: Path, *, whole: bool) -> Gathered:
    """Judges every record of a tournament.

    Args:
        tournament: What the file says.
        folder: Where its records lie.
        whole: Read every line of the records too, for hashes and decks; judging alone is quicker.
    """
    gathered = Gathered(tournament, findings=list(file_findings(tournament)))
    bytes_of = {
        (played.number, table.number): _bytes(folder, table.record)
        for played in tournament.rounds
        for table in played.tables
        if table.record is not None
    }
    again = twice(tournament, _seen(tournament, bytes_of))
    for played in tournament.rounds:
        _gather_round(gathered, played, bytes_of, again, whole=whole)
    return gathered


_Bytes = Mapping[tuple[int, int], "bytes | str"]
"""Of the record of a table: its bytes, or why there are none."""


def _bytes(folder: Path, record: str) -> bytes | str:
    path = folder / record
    if not path.is_file():
        return worded("there is no record %(record)s", record=record)
    try:
        with Source(record, str(path)).open() as stream:
            return b"".join(stream)
    except SourceError as error:
        return wording_of(error)


def _seen(tournament: Tournament, bytes_of: _Bytes) -> Seen:
    return {
        (played.number, table.number): sha256(data).hexdigest()
        for played in tournament.rounds
        for table in played.tables
        if isinstance(data := bytes_of.get((played.number, table.number)), bytes)
    }


def _gather_round(
    gathered: Gathered,
    played: Round,
    bytes_of: _Bytes,
    again: Mapping[tuple[int, int], Finding],
    *,
    whole: bool,
) -> None:
    tournament = gathered.tournament
    nothing_in = not any(
        table.forfeit or table.result or isinstance(bytes_of.get((played.number, table.number)), bytes)
        for table in played.tables
    )
    if nothing_in and played.tables:
        message = worded("nothing of round %(number)s is in yet", number=played.number)
        gathered.findings.append(Finding("info", "round-open", message, played.number, place=played.place))
    shown: dict[int, tuple[Deck, ...]] = {}
    for table in played.tables:
        key = (played.number, table.number)
        if table.record is None:
            gathered.matches.append(match_of(played.number, table, None, tournament.hands))
            gathered.findings += _without_record(played, table, nothing_in)
            continue
        judged, data = _judge(bytes_of[key], tournament.policy)
        found = list(record_findings(tournament, played, table, judged, round_is_open=nothing_in))
        found += [again[key]] if key in again else []
        gathered.findings += found
        gathered.matches.append(_match(tournament, played, table, judged.report, found))
        if judged.report is None:
            continue
        record = _record(data) if whole else None
        if record is not None:
            gathered.records[key] = record
            shown[table.number] = decks(record)
        gathered.evidence[key] = _evidence(judged.report, record)
    gathered.findings += shuffle_findings(played, shown)


def _without_record(played: Round, table: Table, nothing_in: bool) -> Iterator[Finding]:
    if not (table.forfeit or table.result or nothing_in):
        message = worded(
            "nothing of round %(round)s, table %(table)s is in yet", round=played.number, table=table.number
        )
        yield Finding("warning", "table-open", message, played.number, table.number, place=table.place)


def _match(
    tournament: Tournament, played: Round, table: Table, report: Report | None, found: list[Finding]
) -> Match:
    match = match_of(played.number, table, report, tournament.hands)
    if match.kind == "open" or counts(found):
        return match
    first = next(each for each in found if not counts([each]))
    return open_match(
        played.number, table, worded("%(name)s: %(message)s", name=first.name, message=first.message)
    )


def _judge(data: bytes | str, policy: str) -> tuple[Judged, bytes]:
    """What the judge says of the only record of a file."""
    if isinstance(data, str):
        return Judged(problem=data, missing=data.startswith("there is no record")), b""
    # As if other records came before it: with hundreds of files, setting up the fast path pays off.
    span = RecordSpan(data, records_before=RECORDS_WITHOUT_TABLE)
    reports = [judged.report for judged in judge_span(span, None, policy)]
    if len(reports) != 1:
        message = worded("the file of a table holds one record, this one holds %(count)s", count=len(reports))
        return Judged(problem=message), data
    preface = _preface(data)
    if preface is None:
        return Judged(reports[0]), data
    carried = any(isinstance(line.item, Carried) for line in preface.lines)
    return Judged(reports[0], headers=preface.headers, carried=carried), data


def _preface(data: bytes) -> Record | None:
    """What stands before the first hand; reading no more keeps standings quick."""
    border = data.find(_FIRST_HAND)
    reading = _first(data if border < 0 else data[: border + 1])
    return None if reading is None else reading.record


def _first(data: bytes) -> Reading | None:
    return next(iter(read(data)), None)


def _record(data: bytes) -> Record | None:
    reading = _first(data)
    return None if reading is None or reading.errors else reading.record


def _evidence(report: Report, record: Record | None) -> Evidence:
    unresolved = sum(each.severity == "error" and each.ruling is None for each in report.violations)
    digest = None if record is None else sha256(format(record).encode()).hexdigest()
    return Evidence(digest, report.verdict, unresolved)
