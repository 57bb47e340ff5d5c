"""The report as plain data, with the names of spec/schemas/report.schema.json.

Sentences are plain strings here, not `Wording`: not every writer or checker of JSON takes a class of its own.
"""

from __future__ import annotations

from typing import Any

from bornes.report import HandResult, MatchResult, Report, SideResult, Violation
from bornes_notation.errors import NotationError, StyleNotice


def report_to_dict(report: Report, name: str | None = None) -> dict[str, Any]:
    """The report as JSON values; keys in a fixed order. `name` is the file it came from, None if there is none."""
    return {
        "record": record_to_dict(report, name),
        "ruleset": _ruleset(report),
        "policy": report.policy,
        "verdict": report.verdict,
        "ruled": report.ruled,
        "complete": report.complete,
        "errors": [error_to_dict(error) for error in report.errors],
        "violations": [violation_to_dict(violation) for violation in report.violations],
        "unverified": [
            {"check": each.check, "count": each.count, "reason": str(each.reason), "code": each.code}
            for each in report.unverified
        ],
        "style": [_style(notice) for notice in report.style],
        "hands": [_hand(hand) for hand in report.hands],
        "match": None if report.match is None else _match(report.match),
        "checked": {"plays": report.plays, "draws": report.draws},
    }


def score_to_dict(report: Report, name: str | None = None) -> dict[str, Any]:
    """What of a report makes the score sheet, under the same names."""
    whole = report_to_dict(report, name)
    return {
        key: whole[key] for key in ("record", "ruleset", "policy", "verdict", "complete", "hands", "match")
    }


def violation_to_dict(violation: Violation) -> dict[str, Any]:
    """One violation as JSON values."""
    ruling, cause = violation.ruling, violation.caused_by
    return {
        "code": violation.code,
        "rule": violation.rule,
        "severity": violation.severity,
        "message": str(violation.message),
        "hand": violation.hand,
        "turn": violation.turn,
        "seat": violation.seat,
        "line": violation.line,
        "column": violation.column,
        "end_column": violation.end_column,
        "text": violation.text,
        "cites": list(violation.cites),
        "state": violation.state,
        "legal": list(violation.legal),
        "hand_known": violation.hand_known,
        "because": [{"line": line} for line in violation.because],
        "rests_on": None if violation.rests_on is None else str(violation.rests_on),
        "ruling": None if ruling is None else {"verb": ruling.verb, "line": ruling.line},
        "caused_by": None if cause is None else {"line": cause[0], "code": cause[1]},
    }


def record_to_dict(report: Report, name: str | None = None) -> dict[str, Any]:
    """Which record a report is about, as JSON values."""
    return {"file": name, "index": report.index, "line": report.line, "event": report.event}


def _ruleset(report: Report) -> dict[str, Any] | None:
    if report.ruleset is None:
        return None
    return {"id": report.ruleset, "version": report.ruleset_version, "options": dict(report.options)}


def error_to_dict(error: NotationError) -> dict[str, Any]:
    """An unreadable place as JSON values."""
    return {
        "code": error.code,
        "message": str(error.message),
        "line": error.span.line,
        "column": error.span.column,
        "end_column": error.span.end_column,
        "text": error.text,
        "expected": list(map(str, error.expected)),
    }


def _style(notice: StyleNotice) -> dict[str, Any]:
    return {
        "code": notice.code,
        "message": str(notice.message),
        "line": notice.span.line,
        "column": notice.span.column,
        "end_column": notice.span.end_column,
    }


def _hand(hand: HandResult) -> dict[str, Any]:
    return {
        "number": hand.number,
        "first": hand.first,
        "target": hand.target,
        "caller": hand.caller,
        "ended": hand.ended,
        "winners": list(hand.winners),
        "counts": hand.counts,
        "complete": hand.complete,
        "judged_to_line": hand.judged_to_line,
        "sides": {side: _side(result) for side, result in hand.sides.items()},
    }


def _side(result: SideResult) -> dict[str, Any]:
    return {
        "miles": result.miles,
        "score": dict(result.score),
        "total": result.total,
        "claimed": result.claimed,
        "unverified": list(result.unverified),
    }


def _match(match: MatchResult) -> dict[str, Any]:
    return {
        "totals": dict(match.totals),
        "winners": list(match.winners),
        "ended": match.ended,
        "claimed": dict(match.claimed),
    }
