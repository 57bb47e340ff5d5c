"""Rulings, appeals and decisions entered into the ledger of a tournament, if they can stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final, TypeVar

from bornes.tournament.agreement import Finding
from bornes.tournament.docket import Docket, hear, table_named
from bornes.tournament.ledger import (
    FILE,
    LONGEST_LINE,
    NO_EVENT,
    Appeal,
    Decision,
    Event,
    Ledger,
    Ruling,
    line_of,
    read_ledger,
)
from bornes_api.tournament.folder import Opened
from bornes_api.tournament.ledger import append
from bornes_api.tournament.records import digest_of, effective_record, read_whole, record_bytes
from bornes_notation.wording import Wording, worded

APPEAL_MINUTES: Final = 30
"""How long a ruling can be appealed against, where nobody has said so."""
_FORM: Final = "%Y-%m-%dT%H:%M:%SZ"

One = TypeVar("One", Ruling, Appeal, Decision)


class RefusedError(Exception):
    """An event that cannot stand; nothing was written.

    Attributes:
        name: Of the finding that it would be (spec/tournaments.md).
    """

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


def now() -> datetime:
    """The time at which an event is entered."""
    return datetime.now(UTC)


def rule(
    opened: Opened,
    *,
    played: int,
    table: int,
    rulings: tuple[str, ...],
    author: str,
    reason: str,
    supersedes: int | None = None,
    appeal_minutes: int = APPEAL_MINUTES,
    record: str | None = None,
    at: datetime | None = None,
) -> Ruling:
    """Enters a ruling on the record of a table.

    Args:
        opened: The tournament.
        played: Number of the round.
        table: Number of the table.
        rulings: As they are asked for.
        author: Who rules.
        reason: One line, for all to read.
        supersedes: The ruling whose place it takes.
        appeal_minutes: How long it can be appealed against.
        record: SHA-256 of the record that the author has seen; None: the one that lies there.
        at: When; None: now.

    Raises:
        RefusedError: It cannot stand, or does not fit the record.
        SourceError: The ledger cannot be read or written; then nothing has changed.
    """
    digest = _digest(opened, played, table)
    _check_seen(record, digest)

    def draft(when: datetime) -> Ruling:
        return Ruling(
            n=1,
            time=when.strftime(_FORM),
            author=author,
            round=played,
            table=table,
            record=digest,
            rulings=rulings,
            reason=reason,
            supersedes=supersedes,
            appeal_until=(when + timedelta(minutes=appeal_minutes)).strftime(_FORM),
        )

    return _enter(opened, draft, at)


def appeal(
    opened: Opened, *, against: int, entrant: str, author: str, grounds: str, at: datetime | None = None
) -> Appeal:
    """Enters an appeal against a ruling. Raises what `rule` does."""

    def draft(when: datetime) -> Appeal:
        time = when.strftime(_FORM)
        return Appeal(n=1, time=time, author=author, against=against, entrant=entrant, grounds=grounds)

    return _enter(opened, draft, at)


def decide(
    opened: Opened,
    *,
    on: int,
    outcome: str,
    author: str,
    reason: str,
    rulings: tuple[str, ...] = (),
    supersedes: int | None = None,
    at: datetime | None = None,
) -> Decision:
    """Enters the decision on an appeal; `rulings` of one that is varied. Raises what `rule` does."""
    if (outcome == "varied") is not bool(rulings):
        message = (
            worded("%(outcome)s needs the rulings that stand in its place", outcome=outcome)
            if outcome == "varied"
            else worded("%(outcome)s takes no rulings", outcome=outcome)
        )
        raise RefusedError("ledger-unreadable", message)

    def draft(when: datetime) -> Decision:
        return Decision(
            n=1,
            time=when.strftime(_FORM),
            author=author,
            appeal=on,
            outcome=outcome,  # type: ignore[arg-type]  # held to the schema, as everything else of it
            rulings=rulings,
            reason=reason,
            supersedes=supersedes,
        )

    return _enter(opened, draft, at)


def _enter(opened: Opened, draft: Callable[[datetime], One], at: datetime | None) -> One:
    _check_form(draft(at or now()))
    # Its time is taken while nobody else may write, so that times run as the lines do.
    event, _ = append(opened.path.parent, lambda ledger: _fitting(opened, ledger, draft(at or now())))
    return event


def _fitting(opened: Opened, ledger: Ledger, draft: One) -> One:
    """The event with its number, if it can stand in the ledger as it is."""
    broken = next((each for each in ledger.findings if each.level == "error"), None)
    if broken is not None:
        where = "" if broken.place is None else worded(" (line %(line)s)", line=broken.place[0])
        raise RefusedError(
            broken.name,
            worded(
                "%(file)s cannot be added to: %(message)s%(where)s",
                file=FILE,
                message=broken.message,
                where=where,
            ),
        )
    event = replace(draft, n=len(ledger.entries) + 1)
    docket = hear(opened.tournament, ledger)
    before = _misfits(opened, docket, event)
    fault = docket.enter(event, 0)
    if fault is not None:
        raise RefusedError(fault.name, fault.message)
    for each in _misfits(opened, docket, event):
        if each not in before:
            raise RefusedError(each.name, _after(f"event {event.n} has no effect: ", each.message))
    return event


def _misfits(opened: Opened, docket: Docket, event: Event) -> tuple[Finding, ...]:
    """The rulings on the table of an event that do not fit its record."""
    about = docket.table_of(event)
    table = None if about is None else table_named(opened.tournament, *about)
    if about is None or table is None or table.record is None:
        return ()
    standing = docket.standing(*about)
    data = record_bytes(opened.path.parent, table.record)
    if not standing or isinstance(data, str):
        return ()
    found = effective_record(data, opened.tournament.policy, standing)
    if isinstance(found, str):
        raise RefusedError("ruling-record", found)
    return found.findings


def _after(beginning: str, message: str) -> str:
    """What a message says after its beginning, as it was worded if it was."""
    rest = message.removeprefix(beginning)
    values = message.values.values() if isinstance(message, Wording) else ()
    return next((each for each in values if isinstance(each, str) and each == rest), rest)


def _check_seen(seen: str | None, digest: str) -> None:
    """Holds the record that the author of a ruling has seen, if that is known, to the one that lies there."""
    if seen is not None and seen != digest:
        raise RefusedError(
            "ruling-record", worded("the record was changed since it was looked at; look again")
        )


def _digest(opened: Opened, played: int, number: int) -> str:
    """SHA-256 of the record of a table."""
    table = table_named(opened.tournament, played, number)
    if table is None or table.record is None:
        return NO_EVENT  # what is wrong with the table is said when the ruling is entered
    data = record_bytes(opened.path.parent, table.record)
    if isinstance(data, str):
        raise RefusedError("ruling-record", data)
    record = read_whole(data)
    if record is None:
        raise RefusedError(
            "ruling-record",
            worded("%(record)s cannot be read; nothing in it can be ruled on", record=table.record),
        )
    return digest_of(record)


def _check_form(draft: Event) -> None:
    """Holds an event to the schema of the ledger, by reading its line as anybody would."""
    words = draft.grounds if isinstance(draft, Appeal) else draft.reason
    if not draft.author.strip() or not words.strip():
        raise RefusedError(
            "ledger-unreadable", worded("an event has an author and a reason; one of them is blank")
        )
    try:
        line = line_of(draft, NO_EVENT, NO_EVENT)
    except UnicodeEncodeError as error:
        raise RefusedError("ledger-unreadable", worded("author and reason must be UTF-8 text")) from error
    if len(line) > LONGEST_LINE:
        raise RefusedError(
            "ledger-unreadable",
            worded(
                "the event has %(count)s bytes, at most %(most)s are kept", count=len(line), most=LONGEST_LINE
            ),
        )
    for each in read_ledger(line).findings:
        if each.name == "ledger-unreadable":
            raise RefusedError(each.name, _after("this line is no event: ", each.message))
