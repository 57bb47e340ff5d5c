"""What one record comes to, in one line: verdict, counts, scores."""

from __future__ import annotations

from collections.abc import Mapping

from bornes.report import HandResult, Report
from bornes_api.language.available import SOURCE
from bornes_api.language.speaking import counted, said, spoken, translated
from bornes_api.language.words import ENDINGS, IN_LINES
from bornes_api.render.paint import Paint, plain, printable
from bornes_notation.wording import AND, listed

_ROLES = {"legal": "good", "illegal": "bad", "undetermined": "open", "unreadable": "bad"}


def summary_line(report: Report, name: str, paint: Paint = plain) -> str:
    """One line: the place, the verdict with its counts, the scores as replayed."""
    place = paint("place", f"{name}:{report.line}:")
    parts = [_verdict(report, paint), *_counts(report), *_scores(report)]
    return f"{place} {'; '.join(parts)}"


def verdict_word(verdict: str) -> str:
    """A verdict within a line."""
    return said(IN_LINES[verdict])


def end_word(ended: str) -> str:
    """How a hand ended: the word of the notation, in other languages with what it means."""
    return ended if spoken() == SOURCE else said(ENDINGS[ended])


def points(totals: Mapping[str, int]) -> str:
    """Points by side: X 2400, Y 1125."""
    return ", ".join(f"{side} {total}" for side, total in totals.items())


def _verdict(report: Report, paint: Paint) -> str:
    event = "" if not report.event else f" ({printable(report.event)})"
    verdict = paint(_ROLES[report.verdict], verdict_word(report.verdict))
    if report.ruleset is None:
        return said("record %(index)s%(event)s %(verdict)s", index=report.index, event=event, verdict=verdict)
    options = "".join(f" {knob}={value}" for knob, value in report.options)
    return said(
        "record %(index)s%(event)s %(verdict)s under %(ruleset)s",
        index=report.index,
        event=event,
        verdict=verdict,
        ruleset=f"{report.ruleset}@{report.ruleset_version}{options}",
    )


def _counts(report: Report) -> list[str]:
    parts = []
    if report.errors:
        parts.append(counted("%(count)s unreadable place", "%(count)s unreadable places", len(report.errors)))
    if report.violations:
        ruled = said(" (%(count)s ruled)", count=report.ruled) if report.ruled else ""
        parts.append(counted("%(count)s violation", "%(count)s violations", len(report.violations)) + ruled)
    if report.unverified:
        named = (f"{each.check} {each.count} ({translated(each.reason)})" for each in report.unverified)
        parts.append(said("not decided: %(checks)s", checks=", ".join(named)))
    if report.style:
        parts.append(counted("%(count)s style notice", "%(count)s style notices", len(report.style)))
    return parts


def _scores(report: Report) -> list[str]:
    if not report.hands:
        return []
    match = report.match
    if match is None or not any(hand.counts for hand in report.hands):
        return [_hand(report.hands[-1])]
    hands = counted("%(count)s hand", "%(count)s hands", len(report.hands))
    if match.winners and len(match.winners) < len(match.totals):
        ending = said(", won by %(sides)s", sides=listed(match.winners, AND))
    elif match.winners:
        ending = said(", tied")
    else:
        ending = "" if match.ended else said(", match open")
    return [f"{hands}: {points(match.totals)}{ending}"]


def _hand(hand: HandResult) -> str:
    so_far = "" if hand.complete and hand.counts else said(" so far")
    totals = {side: result.total for side, result in hand.sides.items()}
    cut = hand.judged_to_line
    how = end_word(hand.ended) if cut is None else said("judged to line %(line)s", line=cut)
    return said("hand %(number)s %(how)s: ", number=hand.number, how=how) + points(totals) + so_far
