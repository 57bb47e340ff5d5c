"""What one record comes to, in one line: verdict, counts, scores."""

from __future__ import annotations

from collections.abc import Mapping

from bornes.report import HandResult, Report
from bornes_api.render.paint import Paint, plain, printable

_ROLES = {"legal": "good", "illegal": "bad", "undetermined": "open", "unreadable": "bad"}


def summary_line(report: Report, name: str, paint: Paint = plain) -> str:
    """One line: the place, the verdict with its counts, the scores as replayed."""
    place = paint("place", f"{name}:{report.line}:")
    parts = [_verdict(report, paint), *_counts(report), *_scores(report)]
    return f"{place} {'; '.join(parts)}"


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun: 1 violation, 2 violations."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def points(totals: Mapping[str, int]) -> str:
    """Points by side: X 2400, Y 1125."""
    return ", ".join(f"{side} {total}" for side, total in totals.items())


def _verdict(report: Report, paint: Paint) -> str:
    event = "" if not report.event else f" ({printable(report.event)})"
    words = f"record {report.index}{event} {paint(_ROLES[report.verdict], report.verdict)}"
    if report.ruleset is None:
        return words
    options = "".join(f" {knob}={value}" for knob, value in report.options)
    return f"{words} under {report.ruleset}@{report.ruleset_version}{options}"


def _counts(report: Report) -> list[str]:
    parts = []
    if report.errors:
        parts.append(counted(len(report.errors), "unreadable place"))
    if report.violations:
        ruled = f" ({report.ruled} ruled)" if report.ruled else ""
        parts.append(counted(len(report.violations), "violation") + ruled)
    if report.unverified:
        named = ", ".join(f"{each.check} {each.count} ({each.reason})" for each in report.unverified)
        parts.append(f"not decided: {named}")
    if report.style:
        parts.append(counted(len(report.style), "style notice"))
    return parts


def _scores(report: Report) -> list[str]:
    if not report.hands:
        return []
    match = report.match
    if match is None or not any(hand.counts for hand in report.hands):
        return [_hand(report.hands[-1])]
    hands = counted(len(report.hands), "hand")
    if match.winners:
        ending = (
            f", won by {' and '.join(match.winners)}" if len(match.winners) < len(match.totals) else ", tied"
        )
    else:
        ending = "" if match.ended else ", match open"
    return [f"{hands}: {points(match.totals)}{ending}"]


def _hand(hand: HandResult) -> str:
    so_far = "" if hand.complete and hand.counts else " so far"
    totals = {side: result.total for side, result in hand.sides.items()}
    cut = hand.judged_to_line
    how = hand.ended if cut is None else f"judged to line {cut}"
    return f"hand {hand.number} {how}: {points(totals)}{so_far}"
