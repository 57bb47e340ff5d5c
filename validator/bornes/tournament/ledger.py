"""The ledger of a tournament: rulings, appeals and decisions as events in a chain of hashes; nothing is changed in it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from bornes.packagedata import package_text
from bornes.tournament.agreement import Finding, Level
from bornes_notation.wording import worded, wording_of

FILE: Final = "rulings.jsonl"
NO_EVENT: Final = "0" * 64
"""What stands for the hash of the event before, where there is none."""
CANCEL: Final = b"\x18"
"""Put behind a line that was never finished, before its line end; no event has it."""
LONGEST_LINE: Final = 16_384
"""Bytes of a line; the longest that the schema allows is shorter."""

Result: TypeAlias = Literal["upheld", "varied", "annulled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A director's ruling on the record of a table.

    Attributes:
        n: Number of the event, from 1.
        time: When, in UTC: ``2026-11-07T14:05:00Z``, as all times of a ledger.
        record: SHA-256 of the canonical text of the record it was made on.
        rulings: As they are asked for (`bornes.asked`), tried together.
        supersedes: The ruling whose place it takes.
        appeal_until: The last moment at which an appeal may be entered.
    """

    n: int
    time: str
    author: str
    round: int
    table: int
    record: str
    rulings: tuple[str, ...]
    reason: str
    supersedes: int | None
    appeal_until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal:
    """An entrant's appeal against ruling `against`; `author` is who entered it."""

    n: int
    time: str
    author: str
    against: int
    entrant: str
    grounds: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A reviewer's decision on an appeal.

    Attributes:
        outcome: upheld: the ruling stands; varied: `rulings` stand in its place; annulled: there is no ruling.
        supersedes: The earlier decision on the same appeal whose place it takes.
    """

    n: int
    time: str
    author: str
    appeal: int
    outcome: Result
    rulings: tuple[str, ...]
    reason: str
    supersedes: int | None


Event: TypeAlias = Ruling | Appeal | Decision


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it stands in the ledger: its line, from 1, and the SHA-256 of that line."""

    line: int
    sha256: str
    event: Event


@dataclass(frozen=True, slots=True)
class Ledger:
    """What a ledger holds.

    Attributes:
        entries: Its events, in order.
        findings: Lines that are no events, breaks of the chain, lines that were never finished.
        unfinished: SHA-256 of the lines behind the last event, each ended by `CANCEL`; None if there are none.
        ends_in_line: The last line has no line end.
    """

    entries: tuple[Entry, ...] = ()
    findings: tuple[Finding, ...] = ()
    unfinished: str | None = None
    ends_in_line: bool = False

    @property
    def head(self) -> str:
        """SHA-256 of the line of the last event: who has it can tell whether anything before was changed."""
        return self.entries[-1].sha256 if self.entries else NO_EVENT

    def until(self, head: str) -> Ledger | None:
        """The ledger as it was when it had that head; None if it never had."""
        if head == NO_EVENT:
            return Ledger()
        for count, entry in enumerate(self.entries, 1):
            if entry.sha256 == head:
                return Ledger(self.entries[:count])
        return None


def line_of(event: Event, previous: str, torn: str | None) -> bytes:
    """The line of an event, with its line end.

    Args:
        event: What is entered.
        previous: Head of the ledger before it.
        torn: SHA-256 of the cancelled lines that stand before it (`Ledger.unfinished`).
    """
    kind = type(event).__name__.lower()
    values = {name: getattr(event, name) for name in type(event).__slots__}
    if isinstance(event, Decision) and not event.rulings:
        values["rulings"] = None
    value = {"n": event.n, "event": kind, **values, "previous": previous}
    if torn is not None:
        value["torn"] = torn
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read_ledger(data: bytes) -> Ledger:
    """The events of a ledger, and what is wrong with its lines.

    A line that was not finished (its writer was killed) is no event. Whoever writes next cancels it (`CANCEL`), and
    his event names the hash of what was cancelled; what is not accounted for so is an error.
    """
    *lines, rest = data.split(b"\n")
    entries: list[Entry] = []
    findings: list[Finding] = []
    cancelled: list[bytes] = []
    for number, line in enumerate(lines, 1):
        if line.endswith(CANCEL):
            findings.append(_unfinished(number))
            cancelled.append(line)
            continue
        event, value, why = _event(line)
        if event is None:
            message = worded("this line is no event: %(why)s", why=why)
            findings.append(_finding("ledger-unreadable", number, message))
            continue
        if value.get("torn") != _hash_of(cancelled):
            message = worded(
                "event %(event)s does not name the unfinished lines before it as they stand here",
                event=event.n,
            )
            findings.append(_finding("ledger-broken", number, message))
        cancelled = []
        findings += _links(entries[-1] if entries else None, number, event, value["previous"])
        entries.append(Entry(number, sha256(line).hexdigest(), event))
    if rest:
        findings.append(_unfinished(len(lines) + 1))
        cancelled.append(rest + CANCEL)
    return Ledger(tuple(entries), tuple(findings), _hash_of(cancelled), bool(rest))


def _hash_of(lines: list[bytes]) -> str | None:
    return sha256(b"\n".join(lines)).hexdigest() if lines else None


def _links(last: Entry | None, number: int, event: Event, previous: str) -> Iterable[Finding]:
    """Whether an event follows the one before it."""
    due = 1 if last is None else last.event.n + 1
    if previous != (NO_EVENT if last is None else last.sha256):
        yield _finding("ledger-broken", number, _broken(event, last))
    if event.n != due:
        message = worded("event %(event)s stands where event %(due)s is due", event=event.n, due=due)
        yield _finding("ledger-number", number, message)
    if last is not None and event.time < last.event.time:
        message = worded(
            "event %(event)s is of %(time)s, the one before it of %(before)s",
            event=event.n,
            time=event.time,
            before=last.event.time,
        )
        yield _finding("ledger-time", number, message, "warning")


def _broken(event: Event, last: Entry | None) -> str:
    if last is None:
        return worded(
            "the chain is broken: event %(event)s does not follow the beginning; a line was edited or removed",
            event=event.n,
        )
    return worded(
        "the chain is broken: event %(event)s does not follow event %(before)s as it stands here; "
        "a line was edited or removed",
        event=event.n,
        before=last.event.n,
    )


def _unfinished(line: int) -> Finding:
    message = worded("this line was never finished, and nobody was told that it stands; it does not count")
    return _finding("ledger-torn", line, message, "warning")


def _finding(name: str, line: int, message: str, level: Level = "error") -> Finding:
    return Finding(level, name, message, record=FILE, place=(line, 1))


@lru_cache(maxsize=1)
def _checker() -> Draft202012Validator:
    return Draft202012Validator(json.loads(package_text("schemas", "ledger.schema.json")))


def _event(line: bytes) -> tuple[Event | None, dict[str, Any], str]:
    """The event of a line with its JSON value; or None and why it is none."""
    if len(line) > LONGEST_LINE:
        why = worded(
            "it has %(count)s bytes, a line has at most %(most)s", count=len(line), most=LONGEST_LINE
        )
        return None, {}, why
    try:
        value = json.loads(line.decode(), object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        return None, {}, worded("not JSON (%(error)s)", error=wording_of(error))
    fault = best_match(_checker().iter_errors(value))
    if fault is not None:
        where = ".".join(map(str, fault.absolute_path))
        why = fault.message[:200]
        return None, {}, worded("%(where)s: %(message)s", where=where, message=why) if where else why
    kinds: dict[str, type[Event]] = {"ruling": Ruling, "appeal": Appeal, "decision": Decision}
    values = {name: each for name, each in value.items() if name not in ("event", "previous", "torn")}
    if "rulings" in values:
        values["rulings"] = tuple(values["rulings"] or ())
    return kinds[value["event"]](**values), value, ""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no key stands twice."""
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError(worded("a key stands twice"))
    return value
