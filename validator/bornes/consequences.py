"""Why two rulesets judge one record differently: which knobs, turned one at a time, change what."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from bornes.judging.record import validate
from bornes.knobs import KNOBS
from bornes.report import Report
from bornes.ruleset import Ruleset
from bornes_notation import Reading

Place: TypeAlias = tuple[int, int, str]
"""Line, column and code of a violation."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """What one knob of the other ruleset, put into this one, changes in a report.

    Attributes:
        knob: Its id.
        left, right: Its values as text, in this ruleset and in the other.
        verdict: The verdict with it, None if it stays.
        gone, new: Violations that are no more, and that are added.
        scores: Whether points, miles, winners or ends of hands change.
    """

    knob: str
    left: str
    right: str
    verdict: str | None
    gone: tuple[Place, ...]
    new: tuple[Place, ...]
    scores: bool


def consequences(
    reading: Reading, left: Ruleset, right: Ruleset, policy: str = "as-played"
) -> tuple[Consequence, ...]:
    """The knobs that make a difference by themselves, in the order of the specification.

    A difference that needs several knobs at once is not among them. The record is judged once more for each
    knob on which the rulesets differ.
    """
    before = validate(reading, left, policy)
    found = []
    for knob, one, other in differing(left, right):
        attribute = knob.replace(".", "_")
        values: dict[str, Any] = {attribute: getattr(right, attribute)}
        after = validate(reading, replace(left, **values), policy)
        change = _change(before, after, knob, one, other)
        if change is not None:
            found.append(change)
    return tuple(found)


def differing(left: Ruleset, right: Ruleset) -> tuple[tuple[str, str, str], ...]:
    """(knob, value here, value there) for every knob on which two rulesets differ."""
    from bornes.differences import knob_values

    ones, others = knob_values(left), knob_values(right)
    return tuple(
        (knob.id, ones[knob.id], others[knob.id]) for knob in KNOBS if ones[knob.id] != others[knob.id]
    )


def places(report: Report) -> frozenset[Place]:
    """Where a report finds violations, and which."""
    return frozenset((each.line, each.column, each.code) for each in report.violations)


def outcome(report: Report) -> object:
    """What a record comes to: hands with their ends, winners and points, and the match."""
    hands = tuple((each.number, each.ended, each.winners, tuple(each.sides.items())) for each in report.hands)
    match = report.match
    return hands, None if match is None else (tuple(match.totals.items()), match.winners, match.ended)


def _change(before: Report, after: Report, knob: str, one: str, other: str) -> Consequence | None:
    here, there = places(before), places(after)
    verdict = None if before.verdict == after.verdict else after.verdict
    scores = outcome(before) != outcome(after)
    if here == there and verdict is None and not scores:
        return None
    return Consequence(
        knob, one, other, verdict, tuple(sorted(here - there)), tuple(sorted(there - here)), scores
    )
