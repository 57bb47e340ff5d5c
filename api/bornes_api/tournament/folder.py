"""A tournament folder: the tournament file, and every record that it names, read and judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from bornes.report import Report
from bornes.tournament.agreement import Finding, belongs, counts, record_findings
from bornes.tournament.decks import Deck, decks
from bornes.tournament.departures import offence_findings
from bornes.tournament.docket import Docket, hear
from bornes.tournament.effective import Effective, misfit
from bornes.tournament.judged import Judged
from bornes.tournament.ledger import Ledger
from bornes.tournament.matches import Match, match_of, open_match
from bornes.tournament.model import Round, Table, Tournament
from bornes.tournament.offences import Offence, offences_of
from bornes.tournament.order import Seen, file_findings, twice
from bornes.tournament.reading import read_tournament
from bornes.tournament.settling import Case, settled
from bornes.tournament.shuffles import shuffle_findings
from bornes_api.sources import SourceError
from bornes_api.tournament.ledger import load
from bornes_api.tournament.records import (
    AS_PLAYED,
    digest_of,
    effective_record,
    judge,
    read_whole,
    record_bytes,
    unruled_report,
    with_hints,
)
from bornes_notation import Record
from bornes_notation.wording import worded

FILE: Final = "tournament.yaml"


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
        unresolved: Violations that neither a ruling nor a policy decides about.
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
        records: By (round, table), if they were asked for, as they were received.
        ledger, docket: The rulings, and what stands of them.
        effective: By (round, table), records with the rulings of the ledger in them, where there are any.
        offences: Of all players, in the order of the file.
    """

    tournament: Tournament
    ledger: Ledger
    docket: Docket
    matches: list[Match] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    evidence: dict[tuple[int, int], Evidence] = field(default_factory=dict)
    records: dict[tuple[int, int], Record] = field(default_factory=dict)
    offences: list[Offence] = field(default_factory=list)
    effective: dict[tuple[int, int], Effective] = field(default_factory=dict)

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


def gather(tournament: Tournament, folder: Path, *, whole: bool, ledger: Ledger | None = None) -> Gathered:
    """Judges every record of a tournament, under the rulings of the ledger.

    Args:
        tournament: What the file says.
        folder: Where its records lie.
        whole: Read every line of the records too, for hashes and decks; judging alone is quicker.
        ledger: The rulings; None: those in the folder.

    Raises:
        SourceError: The ledger cannot be read.
    """
    ledger = load(folder) if ledger is None else ledger
    docket = hear(tournament, ledger)
    found = [*file_findings(tournament), *ledger.findings, *docket.findings]
    gathered = Gathered(tournament, ledger, docket, findings=found)
    records = {
        (played.number, table.number): table.record
        for played in tournament.rounds
        for table in played.tables
        if table.record is not None
    }
    bytes_of = {key: record_bytes(folder, record) for key, record in records.items()}
    with_hints(folder, records, bytes_of)
    again = twice(tournament, _seen(tournament, bytes_of))
    for played in tournament.rounds:
        _gather_round(gathered, played, bytes_of, again, whole=whole)
    return gathered


_Bytes = Mapping[tuple[int, int], "bytes | str"]
"""Of the record of a table: its bytes, or why there are none."""


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
        judged, data = judge(bytes_of[key], tournament.policy)
        judged = _under_rulings(gathered, key, judged, data)
        found = list(record_findings(tournament, played, table, judged, round_is_open=nothing_in))
        found += [again[key]] if key in again else []
        gathered.findings += found
        if judged.report is None:
            gathered.matches.append(match_of(played.number, table, None, tournament.hands))
            continue
        record = read_whole(data) if whole else None
        _count(gathered, played, table, judged, found, record)
        if record is not None:
            gathered.records[key] = record
            shown[table.number] = decks(record)
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


def _count(
    gathered: Gathered,
    played: Round,
    table: Table,
    judged: Judged,
    found: list[Finding],
    record: Record | None,
) -> None:
    """Adds the match of a record that was judged, after the policies, and the offences in it."""
    tournament, report = gathered.tournament, judged.report
    assert report is not None
    key = (played.number, table.number)
    case = Case(table, report, judged.as_played or report, tournament.policies)
    offences: tuple[Offence, ...] = ()
    if belongs(found):
        before = Counter(each.player for each in gathered.offences)
        offences = tuple(offences_of(tournament, played, table, judged, before))
        gathered.offences += offences
    under = gathered.effective.get(key)
    as_ruled = record if under is None or record is None else under.trial.record
    gathered.findings += offence_findings(tournament.policies, offences, gathered.offences, judged, as_ruled)
    match = _match(tournament, played, table, report, found)
    gathered.matches.append(settled(match, case, offences))
    digest = None if record is None else digest_of(record)
    gathered.evidence[key] = Evidence(digest, report.verdict, len(case.unresolved()))


def _under_rulings(gathered: Gathered, key: tuple[int, int], judged: Judged, data: bytes) -> Judged:
    """The same under the rulings of the ledger that stand for its table."""
    standing = gathered.docket.standing(*key)
    if not standing:
        return judged
    found = effective_record(data, gathered.tournament.policy, standing)
    if isinstance(found, str):
        gathered.findings += [misfit(each, "ruling-record", judged.problem or found) for each in standing]
        gathered.docket.unfit |= {each.n for each in standing}
        return judged
    gathered.findings += found.findings
    gathered.docket.unfit |= found.unfit
    gathered.effective[key] = found
    as_played = found.trial.report
    if gathered.tournament.policy != AS_PLAYED and as_played.violations:
        again = effective_record(data, AS_PLAYED, standing)
        as_played = as_played if isinstance(again, str) else again.trial.report
    return replace(
        judged,
        report=found.trial.report,
        as_played=as_played,
        unruled=unruled_report(found.trial.data, as_played),
        put_in=found.put_in,
    )
