"""Whether a tournament file and its records agree: findings, each with a name, a level and a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bornes.report import Report
from bornes.suggestions import offer
from bornes.tournament.judged import Judged
from bornes.tournament.matches import all_hands, unfinished
from bornes.tournament.model import Place, Round, Table, Tournament
from bornes.tournament.names import same_name
from bornes.tournament.policies import Question
from bornes.tournament.settling import Case
from bornes_notation import Header
from bornes_notation.record import is_seat
from bornes_notation.wording import AND, listed, worded

Level: TypeAlias = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a director should know before results are posted.

    Attributes:
        level: error: the numbers cannot be trusted; warning: look at it; info: good to know.
        name: Of the check, as spec/tournaments.md lists it.
        message: What was found and what was wanted.
        round, table: Where in the tournament; None where there is none.
        record: The record it is about; None if it is about the tournament file.
        place: Line and column in that file; None where there is none.
    """

    level: Level
    name: str
    message: str
    round: int | None = None
    table: int | None = None
    record: str | None = None
    place: Place | None = None


def record_findings(
    tournament: Tournament, played: Round, table: Table, judged: Judged, *, round_is_open: bool
) -> Iterator[Finding]:
    """What is found about the record of a table.

    Args:
        tournament: What was agreed, and who plays.
        played: The round of the table.
        table: Where the record belongs.
        judged: The record.
        round_is_open: Nothing of the round is in yet, so a record that is not there is no error.
    """
    about = (played.number, table.number, table.record)
    if judged.report is None:
        if not (judged.missing and round_is_open):
            name = "record-missing" if judged.missing else "record-unreadable"
            yield Finding("error", name, judged.problem, *about[:2], None, table.place)
        return
    yield from _readable(judged.report, about)
    if judged.report.errors:
        return  # what was read of it is not all of it
    yield from _players(tournament, table, judged.headers, about)
    yield from _dates(tournament, played, judged.headers, about)
    yield from _rules(tournament, judged, about)
    if judged.carried:
        message = worded("the totals hold points carried from an earlier record, which are not replayed here")
        yield Finding("warning", "carried", message, *about)
    case = Case(table, judged.report, judged.as_played or judged.report, tournament.policies)
    yield from _totals(tournament, case, about)
    yield from _violations(judged, case, about)


def counts(findings: Iterable[Finding]) -> bool:
    """Whether the match counts in spite of what was found about its record.

    Violations without a ruling do not stop it: their scores stand until they are ruled on, and are errors.
    """
    harmless = ("unresolved", "total-differs", "date-impossible")
    return all(each.level != "error" or each.name in harmless for each in findings)


def belongs(findings: Iterable[Finding]) -> bool:
    """Whether a record is that of its table for certain, finished or not: offences in it are its players'."""
    return counts(each for each in findings if each.name != "not-finished")


_About: TypeAlias = tuple[int, int, str | None]


def _readable(report: Report, about: _About) -> Iterator[Finding]:
    for error in report.errors:
        message = worded("%(code)s %(message)s", code=error.code, message=error.message)
        place = (error.span.line, error.span.column)
        yield Finding("error", "record-unreadable", message, *about, place)


def _rules(tournament: Tournament, judged: Judged, about: _About) -> Iterator[Finding]:
    report = judged.report
    assert report is not None
    place = _place(judged.headers, "Ruleset")
    wanted, _, version = tournament.ruleset.partition("@")
    if report.ruleset != wanted or (version and report.ruleset_version != version):
        found = f"{report.ruleset}@{report.ruleset_version}" if report.ruleset else worded("no known ruleset")
        message = worded(
            "the record is judged by %(found)s, the tournament by %(ruleset)s",
            found=found,
            ruleset=tournament.ruleset,
        )
        yield Finding("error", "ruleset-differs", message, *about, place)
    options = dict(report.options)
    agreed = dict(part.split("=", 1) for part in tournament.options.split())
    if options != agreed:
        message = worded(
            "the record has options %(options)s, the tournament %(agreed)s",
            options=_words(options),
            agreed=_words(agreed),
        )
        yield Finding("error", "options-differ", message, *about, _place(judged.headers, "Options") or place)


def _words(options: Mapping[str, str]) -> str:
    return " ".join(f"{key}={value}" for key, value in options.items()) or worded("none")


def _players(
    tournament: Tournament, table: Table, headers: tuple[Header, ...], about: _About
) -> Iterator[Finding]:
    written: dict[str, list[Header]] = {}
    for header in headers:
        if is_seat(header.key):
            written.setdefault(header.key[0], []).append(header)
    if set(written) != set(table.sides):
        message = worded(
            "the record has sides %(written)s, the table %(sides)s",
            written=" ".join(written) or worded("none"),
            sides=" ".join(table.sides),
        )
        yield Finding("error", "players-differ", message, *about)
    known = [name for entrant in tournament.entrants.values() for name in entrant.players]
    for side, seats in written.items():
        if side not in table.sides:
            continue
        entrant = tournament.entrants[table.sides[side]]
        for seat in seats:
            place = (seat.line, seat.value_column)
            if not seat.value:
                message = worded("the record does not name the player of %(key)s", key=seat.key)
                yield Finding("warning", "player-unnamed", message, *about, place)
            elif same_name(seat.value) not in map(same_name, entrant.players):
                belongs = same_name(seat.value) in map(same_name, known)
                hint = "" if belongs else offer(seat.value, known)
                message = worded(
                    "%(key)s is %(value)s, the table has %(players)s%(hint)s",
                    key=seat.key,
                    value=seat.value,
                    players=listed(entrant.players, AND),
                    hint=hint,
                )
                yield Finding("error", "players-differ", message, *about, place)


def _dates(
    tournament: Tournament, played: Round, headers: tuple[Header, ...], about: _About
) -> Iterator[Finding]:
    date = next((header for header in headers if header.key == "Date"), None)
    if date is None or "?" in date.value:
        return
    place = (date.line, date.value_column)
    begins, ends = tournament.begins, tournament.ends
    if (begins and date.value < begins) or (ends and date.value > ends):
        message = worded(
            "the record is of %(date)s, the tournament of %(begins)s to %(ends)s",
            date=date.value,
            begins=begins or "…",
            ends=ends or "…",
        )
        yield Finding("error", "date-impossible", message, *about, place)
    elif played.date and date.value != played.date:
        message = worded(
            "the record is of %(date)s, the round of %(round)s", date=date.value, round=played.date
        )
        yield Finding("warning", "date-differs", message, *about, place)


def _totals(tournament: Tournament, case: Case, about: _About) -> Iterator[Finding]:
    report, table = case.report, case.table
    if report.match is None:
        return
    replayed = dict(report.match.totals)
    if table.result and dict(table.result) != replayed:
        message = worded(
            "the file claims %(claimed)s, the record gives %(replayed)s",
            claimed=_points(table.result),
            replayed=_points(replayed),
        )
        question: Question = "contradictory" if case.file_differs() else "after_hand"
        value = getattr(tournament.policies, question)
        yield _by_policy("total-differs", message, (question, value) if value else None, about, table.place)
    finished = report.match.winners if report.match.ended else ()
    if not finished and (report.match.ended or not all_hands(report.hands, tournament.hands)):
        why = unfinished(report.match, report.hands, tournament.hands)
        yield Finding("error", "not-finished", why, *about)
    if tournament.policies.missing and case.claims() is None and not case.end_missing():
        message = worded("no score is claimed for every side")
        yield _by_policy("scores-missing", message, ("missing", tournament.policies.missing), about, None)


def _by_policy(
    name: str, message: str, answer: tuple[Question, str] | None, about: _About, place: Place | None
) -> Finding:
    """An error, unless a policy decides: then good to know, or, if it leaves the match open, a warning."""
    record = about[2] if name in ("unresolved", "scores-missing") else None
    if answer is None:
        return Finding("error", name, message, *about[:2], record, place)
    question, value = answer
    said = worded(
        "%(message)s; no ruling: policies.%(question)s is %(value)s",
        message=message,
        question=question,
        value=value,
    )
    name = "by-policy" if name == "unresolved" else name
    return Finding("warning" if value == "open" else "info", name, said, *about[:2], record, place)


def _points(totals: Mapping[str, int]) -> str:
    return " ".join(f"{side} {total}" for side, total in totals.items())


def _violations(judged: Judged, case: Case, about: _About) -> Iterator[Finding]:
    events = dict(judged.put_in)
    for violation in case.report.violations:
        place = (judged.line(violation.line), violation.column)
        message = worded("%(code)s %(message)s", code=violation.code, message=violation.message)
        answer = case.answer(violation)
        if violation.ruling is not None:
            line, verb = violation.ruling.line, violation.ruling.verb
            if line in events:
                ruled = worded(
                    "%(message)s; ruled by event %(event)s of the ledger: %(verb)s",
                    message=message,
                    event=events[line],
                    verb=verb,
                )
            else:
                ruled = worded(
                    "%(message)s; ruled in line %(line)s: %(verb)s",
                    message=message,
                    line=judged.line(line),
                    verb=verb,
                )
            yield Finding("info", "ruled", ruled, *about, place)
        elif violation.severity == "error" and (answer or violation.caused_by is None):
            yield _by_policy("unresolved", message, answer, about, place)
        else:
            yield Finding("warning", "unresolved", message, *about, place)
    for open_check in case.report.unverified:
        message = worded(
            "not decided: %(check)s %(count)s (%(reason)s)",
            check=open_check.check,
            count=open_check.count,
            reason=open_check.reason,
        )
        yield Finding("info", "undetermined", message, *about)


def _place(headers: tuple[Header, ...], key: str) -> Place | None:
    return next(((each.line, each.value_column) for each in headers if each.key == key), None)
