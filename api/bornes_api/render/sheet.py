"""The score sheet: points by side and component, hand by hand, against what the record claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bornes.report import HandResult, MatchResult, Report, SideResult
from bornes_api.render.paint import printable

COMPONENTS = (
    "distance",
    "bonus_km",
    "safety",
    "all_safeties",
    "coup_fourre",
    "trip",
    "delayed_action",
    "safe_trip",
    "no_200_no_100",
    "extension",
    "shut_out",
    "capot",
    "penalty",
)
"""Components in the order of a score sheet (spec/rulesets.md 3)."""


def render_sheet(report: Report, name: str) -> Iterator[str]:
    """The lines of the score sheet of a record."""
    event = f", {printable(report.event)}" if report.event else ""
    ruleset = "no ruleset" if report.ruleset is None else f"{report.ruleset}@{report.ruleset_version}"
    yield f"{name}: record {report.index}{event}, {report.verdict} under {ruleset}"
    for hand in report.hands:
        yield ""
        yield from _hand(hand)
    match = report.match
    if match is not None and (any(hand.counts for hand in report.hands) or any(match.totals.values())):
        yield ""
        yield from _match(report, match)


def _hand(hand: HandResult) -> Iterator[str]:
    sides = tuple(hand.sides)
    results = tuple(hand.sides.values())
    yield _title(hand)
    yield _row("", sides)
    yield _row("miles", [str(result.miles) for result in results])
    named = [*COMPONENTS, *sorted({key for result in results for key in result.score} - set(COMPONENTS))]
    for component in named:
        if any(component in result.score for result in results):
            yield _row(component, [_points(result, component) for result in results])
    yield _row("total", [_total(result) for result in results])
    if any(result.claimed is not None for result in results):
        yield _row("claimed", ["-" if result.claimed is None else str(result.claimed) for result in results])
        gaps = [0 if result.claimed is None else result.claimed - result.total for result in results]
        if any(gaps):
            yield _row("difference", [f"{gap:+d}" if gap else "-" for gap in gaps])
    if any(result.unverified for result in results):
        yield "  ? rests on something that the record does not show"


def _title(hand: HandResult) -> str:
    caller = "" if hand.caller is None else f", extension called by {hand.caller}"
    winners = f", won by {' and '.join(hand.winners)}" if hand.winners else ""
    counts = "" if hand.counts else ", outside the match"
    return (
        f"Hand {hand.number}, first {hand.first}, target {hand.target}{caller}: {hand.ended}{winners}{counts}"
    )


def _points(result: SideResult, component: str) -> str:
    mark = "?" if component in result.unverified else ""
    return f"{mark}{result.score.get(component, 0)}"


def _total(result: SideResult) -> str:
    return f"{'?' if result.unverified else ''}{result.total}"


def _match(report: Report, match: MatchResult) -> Iterator[str]:
    sides = tuple(match.totals)
    counted = [hand for hand in report.hands if hand.counts]
    sums = {side: sum(hand.sides[side].total for hand in counted if side in hand.sides) for side in sides}
    carried = {side: match.totals[side] - sums[side] for side in sides}
    winners = f": won by {' and '.join(match.winners)}" if match.winners else ""
    yield f"Match, {'over' if match.ended else 'not over'}{winners}"
    yield _row("", sides)
    if any(carried.values()):
        yield _row("carried", [str(carried[side]) for side in sides])
    for hand in counted:
        totals = [str(hand.sides[side].total) if side in hand.sides else "-" for side in sides]
        yield _row(f"hand {hand.number}", totals)
    yield _row("total", [str(total) for total in match.totals.values()])
    if match.claimed:
        yield _row("claimed", [str(match.claimed.get(side, "-")) for side in sides])


def _row(label: str, cells: Sequence[str]) -> str:
    return f"  {label:<16}" + "".join(f"{cell:>8}" for cell in cells)
