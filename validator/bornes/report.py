"""The result of judging a record: plain frozen values, ready to be written as JSON or read aloud."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bornes_notation.errors import NotationError, StyleNotice

# Values made for every record have no slots: so `bornes.change.changed` can copy them quickly.

Verdict: TypeAlias = Literal["legal", "illegal", "undetermined", "unreadable"]
Severity: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRef:
    """The ruling that covers a violation: its verb and the line on which it stands."""

    verb: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One event that breaks one rule.

    Attributes:
        code: Code of the registry (``MB231``).
        rule: The check of spec/rulesets.md it breaks (``U-LIMIT-50``) or the knob (``max_200``).
        severity: error, warning or note.
        message: What was found and what was allowed, one sentence in the game's words.
        hand, turn, seat: Where in the game; None where there is none (a header line has no hand).
        line, column, end_column: Where in the text, 1-based.
        text: What was written there.
        cites: The sources of the rule under this ruleset.
        state: Position before the event (position text of spec/notation.md).
        legal: What could have stood there, as tokens.
        hand_known: Whether `legal` looks at the cards held; if not, at the table alone.
        because: Earlier lines that cause it.
        rests_on: What the finding presumes (unwritten draws were lawful), else None.
        ruling: The ruling that covers it, else None.
        caused_by: (line, code) of the earlier violation without which this one would not exist, else None.
    """

    code: str
    rule: str
    severity: Severity = "error"
    message: str
    hand: int | None = None
    turn: int | None = None
    seat: str | None = None
    line: int
    column: int = 1
    end_column: int = 1
    text: str = ""
    cites: tuple[str, ...] = ()
    state: str | None = None
    legal: tuple[str, ...] = ()
    hand_known: bool = True
    because: tuple[int, ...] = ()
    rests_on: str | None = None
    ruling: RulingRef | None = None
    caused_by: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class Unverified:
    """A check that could not be decided, how often, and why: in words, and as a code (``MB801``)."""

    check: str
    count: int
    reason: str
    code: str


@dataclass(frozen=True, kw_only=True)
class SideResult:
    """One side's part of a hand.

    Attributes:
        miles: Kilometres and bonus kilometres at the end.
        score: Points by component; components that are 0 are left out.
        total: What the hand is worth to the side: the sum, or what a director decided.
        claimed: Points written in the ``end`` line, None if none.
        unverified: Components that rest on something the record cannot show.
    """

    miles: int
    score: Mapping[str, int]
    total: int
    claimed: int | None = None
    unverified: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class HandResult:
    """One hand as replayed.

    Attributes:
        number: As written in its ``hand`` line.
        first: Seat that began.
        target: Target in force at the end, in miles.
        caller: Side that called the extension, else None.
        ended: trip, exhausted, conceded, forfeit, adjudicated, abandoned or unfinished.
        winners: Hand winners: one side, several or none.
        sides: By side letter, in order of play.
        counts: Whether the hand enters the match totals.
        complete: Whether it was over by the rules or by its ``end`` line.
        judged_to_line: Last line judged, if an unreadable line cut the judging short; else None.
    """

    number: int
    first: str
    target: int
    caller: str | None
    ended: str
    winners: tuple[str, ...]
    sides: Mapping[str, SideResult]
    counts: bool = True
    complete: bool = True
    judged_to_line: int | None = None


@dataclass(frozen=True, kw_only=True)
class MatchResult:
    """Totals by side over the hands that count, the winners if the match is over, and whether it is."""

    totals: Mapping[str, int]
    winners: tuple[str, ...] = ()
    ended: bool = False
    claimed: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Report:
    """Everything found in one record under one ruleset.

    Attributes:
        index: 1-based number of the record in its file.
        event: The ``Event`` header, if any.
        line: Line of its ``MBN`` line.
        ruleset, ruleset_version, options: What it was judged by; ruleset None if it could not be judged.
        policy: as-played or void.
        errors: Unreadable places.
        verdict: unreadable before illegal before undetermined before legal.
        ruled: How many violations rulings cover.
        complete: False if the record stops before its last hand ends.
        plays, draws: How many were judged.
    """

    index: int
    event: str | None = None
    line: int = 1
    ruleset: str | None = None
    ruleset_version: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    policy: str = "as-played"
    verdict: Verdict
    ruled: int = 0
    complete: bool = True
    errors: tuple[NotationError, ...] = ()
    violations: tuple[Violation, ...] = ()
    unverified: tuple[Unverified, ...] = ()
    style: tuple[StyleNotice, ...] = ()
    hands: tuple[HandResult, ...] = ()
    match: MatchResult | None = None
    plays: int = 0
    draws: int = 0
