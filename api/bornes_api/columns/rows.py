"""From a report to its rows: plain values under the names of `bornes_api.columns.schema`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bornes.facts import HandFacts
from bornes.report import HandResult, Report, SideResult, Unverified, Violation
from bornes_api.columns.schema import COLUMNS, SCORE

_OF_A_HAND = tuple(column for column in COLUMNS[[column.name for column in COLUMNS].index("nth") :])
_COMPONENTS = {column.name for column in SCORE}
_NO_HAND: dict[str, Any] = {column.name: None if column.nullable else [] for column in _OF_A_HAND}


def rows_of(report: Report, facts: Sequence[HandFacts], name: str) -> Iterator[dict[str, Any]]:
    """A row for each hand of a record; one without a hand for a record that has none.

    Args:
        report: What was found in it.
        facts: Of its hands, in the same order.
        name: The file it came from.
    """
    # A name need not be text: what cannot be written as text is shown as on standard error.
    record = _record(report, name.encode(errors="backslashreplace").decode())
    if not report.hands:
        yield record | _NO_HAND
    for nth, (hand, fact) in enumerate(zip(report.hands, facts, strict=True), 1):
        yield record | _hand(report, hand, fact, nth)


def _record(report: Report, name: str) -> dict[str, Any]:
    code, line, column = _first(report)
    judged = report.ruleset is not None
    return {
        "file": name,
        "record": report.index,
        "line": report.line,
        "event": report.event,
        "ruleset": report.ruleset,
        "ruleset_version": report.ruleset_version,
        "options": " ".join(f"{knob}={value}" for knob, value in report.options) if judged else None,
        "policy": report.policy,
        "verdict": report.verdict,
        "complete": report.complete,
        "ruled": report.ruled,
        "violations": len(report.violations),
        "first_code": code,
        "first_line": line,
        "first_column": column,
        "undecided": [_open(each) for each in sorted(report.unverified, key=_name)],
    }


def _first(report: Report) -> tuple[str, int, int] | tuple[None, None, None]:
    """Code and place of what makes the verdict."""
    for error in report.errors:
        return error.code, error.span.line, error.span.column
    for violation in report.violations:
        if violation.ruling is None:
            return violation.code, violation.line, violation.column
    return None, None, None


def _name(each: Unverified) -> tuple[str, str]:
    """The order in which open checks stand in a report means nothing; in a row it must always be the same."""
    return each.check, each.code


def _open(each: Unverified) -> dict[str, Any]:
    return {"check": each.check, "code": each.code, "count": each.count}


def _hand(report: Report, hand: HandResult, fact: HandFacts, nth: int) -> dict[str, Any]:
    found = [violation for violation in report.violations if violation.hand == hand.number]
    first: Violation | None = found[0] if found else None
    return {
        "nth": nth,
        "hand": hand.number,
        "first": hand.first,
        "target": hand.target,
        "caller": hand.caller,
        "ended": hand.ended,
        "winners": hand.winners,
        "counts": hand.counts,
        "hand_complete": hand.complete,
        "judged_to_line": hand.judged_to_line,
        "turns": fact.turns,
        "hand_violations": len(found),
        "hand_first_code": first and first.code,
        "hand_first_turn": first and first.turn,
        "sides": [_side(letter, result, fact) for letter, result in hand.sides.items()],
    }


def _side(letter: str, result: SideResult, fact: HandFacts) -> dict[str, Any]:
    score = result.score
    assert score.keys() <= _COMPONENTS, "every component has a column"
    return {
        "side": letter,
        "miles": result.miles,
        "total": result.total,
        "claimed": result.claimed,
        "score": {column.name: score.get(column.name, 0) for column in SCORE},
        "safeties": fact.safeties[letter],
        "coups": fact.coups[letter],
        "unverified": result.unverified,
    }
