"""The score sheet: points by side and component, hand by hand, against what the record claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bornes.report import HandResult, MatchResult, Report, SideResult
from bornes_api.language.available import SOURCE
from bornes_api.language.speaking import said, spoken
from bornes_api.language.words import COMPONENTS as WORDS
from bornes_api.render.paint import printable
from bornes_api.render.summary import end_word, verdict_word
from bornes_notation.wording import AND, listed

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

_LABEL = {True: 16, False: 28}
"""Width of the labels: the names of components in English, their words in other languages."""


def render_sheet(report: Report, name: str) -> Iterator[str]:
    """The lines of the score sheet of a record."""
    event = f", {printable(report.event)}" if report.event else ""
    known = f"{report.ruleset}@{report.ruleset_version}"
    yield said(
        "%(name)s: record %(index)s%(event)s, %(verdict)s under %(ruleset)s",
        name=name,
        index=report.index,
        event=event,
        verdict=verdict_word(report.verdict),
        ruleset=said("no ruleset") if report.ruleset is None else known,
    )
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
    yield _row(said("miles"), [str(result.miles) for result in results])
    named = [*COMPONENTS, *sorted({key for result in results for key in result.score} - set(COMPONENTS))]
    for component in named:
        if any(component in result.score for result in results):
            yield _row(component_word(component), [_points(result, component) for result in results])
    yield _row(said("total"), [_total(result) for result in results])
    if any(result.claimed is not None for result in results):
        yield _row(
            said("claimed"), ["-" if result.claimed is None else str(result.claimed) for result in results]
        )
        gaps = [0 if result.claimed is None else result.claimed - result.total for result in results]
        if any(gaps):
            yield _row(said("difference"), [f"{gap:+d}" if gap else "-" for gap in gaps])
    if any(result.unverified for result in results):
        yield said("  ? rests on something that the record does not show")


def component_word(name: str) -> str:
    """A component: in English its name as in reports, in other languages what players call it."""
    return name if spoken() == SOURCE or name not in WORDS else said(WORDS[name])


def _title(hand: HandResult) -> str:
    title = said(
        "Hand %(number)s, first %(seat)s, target %(target)s",
        number=hand.number,
        seat=hand.first,
        target=hand.target,
    )
    caller = "" if hand.caller is None else said(", extension called by %(side)s", side=hand.caller)
    winners = said(", won by %(sides)s", sides=listed(hand.winners, AND)) if hand.winners else ""
    counts = "" if hand.counts else said(", outside the match")
    ending = f"{end_word(hand.ended)}{winners}{counts}"
    return said("%(title)s: %(ending)s", title=f"{title}{caller}", ending=ending)


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
    winners = said(": won by %(sides)s", sides=listed(match.winners, AND)) if match.winners else ""
    yield (said("Match, over") if match.ended else said("Match, not over")) + winners
    yield _row("", sides)
    if any(carried.values()):
        yield _row(said("carried"), [str(carried[side]) for side in sides])
    for hand in counted:
        totals = [str(hand.sides[side].total) if side in hand.sides else "-" for side in sides]
        yield _row(said("hand %(hand)s", hand=hand.number), totals)
    yield _row(said("total"), [str(total) for total in match.totals.values()])
    if match.claimed:
        yield _row(said("claimed"), [str(match.claimed.get(side, "-")) for side in sides])


def _row(label: str, cells: Sequence[str]) -> str:
    return f"  {label:<{_LABEL[spoken() == SOURCE]}}" + "".join(f"{cell:>8}" for cell in cells)
