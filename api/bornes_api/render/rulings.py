"""What rulings would do, side by side: points of each side, verdict, violations that come and go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bornes_api.language.speaking import said, translated
from bornes_api.render.jsonreport import report_to_dict, violation_to_dict
from bornes_api.render.paint import Paint, plain, printable
from bornes_api.render.summary import verdict_word

if TYPE_CHECKING:
    from bornes.report import HandResult, Report, Violation
    from bornes.tournament.proposals import Proposal
    from bornes.trial import Trial
    from bornes.whatif import Outcome, Refusal

_INDENT = "   "
_SCORED = ("verdict", "ruled", "complete", "hands", "match")


def render_ways(before: Trial, ways: Sequence[Outcome | Refusal], paint: Paint = plain) -> Iterator[str]:
    """The lines of a table: the record as it is, then under each ruling; what differs stands in brackets."""
    from bornes.whatif import Outcome

    outcomes = [way for way in ways if isinstance(way, Outcome)]
    if outcomes:
        yield from _table(before, outcomes, paint)
    else:
        yield _INDENT + said("No ruling fits here.")
    refused: dict[str, list[str]] = {}
    for way in ways:
        if not isinstance(way, Outcome):
            message = translated(way.message)
            why = f"{way.code} {message}" if way.code else message
            refused.setdefault(why, []).append(" + ".join(map(str, way.asked)))
    for why, asked in refused.items():
        yield printable(
            _INDENT + said("Does not fit: %(rulings)s: %(why)s", rulings=", ".join(asked), why=why)
        )


def render_proposal(violation: Violation, proposal: Proposal) -> Iterator[str]:
    """What the tournament has agreed for a violation, in a line."""
    agreed = ", ".join(map(translated, proposal.words)) or said("nothing was agreed")
    yield printable(_INDENT + said("Policies on %(code)s: %(agreed)s", code=violation.code, agreed=agreed))


def with_proposed(
    trial: Trial, ways: Sequence[Outcome | Refusal], proposals: Sequence[tuple[Violation, Proposal]]
) -> list[Outcome | Refusal]:
    """The ways to rule, and those that a tournament proposes, where they are not among them."""
    from bornes.asked import AskedError
    from bornes.whatif import Refusal, what_if

    found = list(ways)
    for _, proposal in proposals:
        if not proposal.asked or any(way.asked == proposal.asked for way in found):
            continue
        try:
            found.append(what_if(trial, proposal.asked))
        except AskedError as error:
            found.append(Refusal(asked=proposal.asked, message=str(error)))
    return found


def proposal_to_dict(violation: Violation, proposal: Proposal) -> dict[str, Any]:
    """The same as JSON values."""
    return {
        "line": violation.line,
        "column": violation.column,
        "code": violation.code,
        "asked": list(map(str, proposal.asked)),
        "why": list(proposal.words),
    }


def _table(before: Trial, outcomes: Sequence[Outcome], paint: Paint) -> Iterator[str]:
    hands = _hands_to_show(before.report, outcomes)
    rows = [(said("as it is"), _cells(before.report, before.report, hands))]
    rows += [(name_of(each), _cells(each.trial.report, before.report, hands)) for each in outcomes]
    titles = (said("ruling"), [*_titles(before.report, hands), said("verdict")])
    wide = max(len(name) for name, _ in [titles, *rows])
    widths = [max(map(len, column)) for column in zip(*(cells for _, cells in [titles, *rows]), strict=True)]
    yield paint("dim", _row(*titles, wide, widths))
    yield _row(*rows[0], wide, widths)
    for outcome, (name, cells) in zip(outcomes, rows[1:], strict=True):
        yield _row(name, cells, wide, widths)
        yield from _changes(said("new:"), outcome.appear, outcome.trial, paint)
        yield from _changes(said("gone:"), outcome.go, before, paint)
        yield from _decided(outcome.trial.report, before.report)


def cells_of(before: Trial, outcomes: Sequence[Outcome]) -> tuple[list[str], list[list[str]]]:
    """The table as values: titles, and the cells of the record as it is and under each outcome, the verdict last."""
    hands = _hands_to_show(before.report, outcomes)
    reports = [before.report, *(each.trial.report for each in outcomes)]
    return [*_titles(before.report, hands)], [_cells(each, before.report, hands) for each in reports]


def name_of(outcome: Outcome) -> str:
    """The rulings of an outcome in a few words, without the reasons."""
    return " + ".join(each.text.split(" ;")[0].removeprefix("ruling ") for each in outcome.written)


def _hands_to_show(before: Report, outcomes: Sequence[Outcome]) -> list[int]:
    """Positions of the hands that a ruling names or changes the points of."""
    named = {asked.place.hand for outcome in outcomes for asked in outcome.asked}
    return [
        number
        for number, hand in enumerate(before.hands)
        if hand.number in named
        or any(_points(_hand(each.trial.report, number)) != _points(hand) for each in outcomes)
    ]


def _hand(report: Report, number: int) -> HandResult | None:
    return report.hands[number] if number < len(report.hands) else None


def _points(hand: HandResult | None) -> dict[str, int] | None:
    return None if hand is None else {side: result.total for side, result in hand.sides.items()}


def _titles(report: Report, hands: Sequence[int]) -> Iterator[str]:
    for number in hands:
        hand = report.hands[number]
        yield from (said("hand %(hand)s %(side)s", hand=hand.number, side=side) for side in hand.sides)
    yield from (said("match %(side)s", side=side) for side in _totals(report))


def _totals(report: Report) -> dict[str, int]:
    return {} if report.match is None else dict(report.match.totals)


def _cells(report: Report, before: Report, hands: Sequence[int]) -> list[str]:
    cells = []
    for number in hands:
        now, then = _hand(report, number), before.hands[number]
        for side, result in then.sides.items():
            after = None if now is None else now.sides[side]
            mark = "?" if after is not None and after.unverified else ""
            cells.append(_cell(None if after is None else after.total, result.total, mark))
    totals = _totals(report)
    cells += [_cell(totals.get(side), points) for side, points in _totals(before).items()]
    return [*cells, verdict_word(report.verdict)]


def _cell(after: int | None, before: int, mark: str = "") -> str:
    if after is None:
        return "-"
    return f"{mark}{after}" + (f" ({after - before:+d})" if after != before else "")


def _row(name: str, cells: Sequence[str], wide: int, widths: Sequence[int]) -> str:
    *points, verdict = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{_INDENT}{name:<{wide}}  {'  '.join(points)}  {verdict.strip()}".rstrip()


def _changes(word: str, violations: Iterable[Violation], trial: Trial, paint: Paint) -> Iterator[str]:
    """One line for each code: its first violation, and how many there are."""
    by_code: dict[str, list[Violation]] = {}
    for violation in violations:
        by_code.setdefault(violation.code, []).append(violation)
    for code, found in by_code.items():
        times = said(" (%(count)s times, first here)", count=len(found)) if len(found) > 1 else ""
        where, message = _where(found[0], trial), printable(translated(found[0].message))
        yield f"{_INDENT * 2}{word} {paint('code', code)} {message}   [{where}]{times}"


def _decided(report: Report, before: Report) -> Iterator[str]:
    """Hands that a ruling ended and whose points are those of their `end` line, not what was played."""
    for hand in report.hands:
        ended_before = {each.number: each.ended for each in before.hands}.get(hand.number)
        replayed = {side: sum(result.score.values()) for side, result in hand.sides.items()}
        if hand.ended == "forfeit" != ended_before and replayed != _points(hand):
            points = ", ".join(f"{side} {each}" for side, each in replayed.items())
            yield _INDENT * 2 + said(
                "counted: the points of the end line of hand %(hand)s; played were %(points)s",
                hand=hand.number,
                points=points,
            )


def _where(violation: Violation, trial: Trial) -> str:
    """The turn, or the line of the file as it is without the rulings tried."""
    if violation.turn is None:
        return said("line %(line)s", line=trial.before(violation.line))
    return said("hand %(hand)s, turn %(turn)s", hand=violation.hand, turn=violation.turn)


def ways_to_dict(before: Trial, ways: Sequence[Outcome | Refusal], name: str | None) -> dict[str, Any]:
    """The same as JSON values, with the names of spec/schemas/whatif.schema.json."""
    from bornes.whatif import Outcome

    whole = report_to_dict(before.report, name)
    return {
        "record": whole["record"],
        "ruleset": whole["ruleset"],
        "policy": whole["policy"],
        "before": {key: whole[key] for key in _SCORED},
        "alternatives": [_alternative(way, name) for way in ways if isinstance(way, Outcome)],
        "refused": [
            {"asked": list(map(str, way.asked)), "code": way.code, "message": str(way.message)}
            for way in ways
            if not isinstance(way, Outcome)
        ],
    }


def _alternative(outcome: Outcome, name: str | None) -> dict[str, Any]:
    after = report_to_dict(outcome.trial.report, name)
    return {
        "asked": list(map(str, outcome.asked)),
        "written": [{"line": each.line, "text": each.text} for each in outcome.written],
        "after": {key: after[key] for key in _SCORED},
        "covered": [violation_to_dict(each) for each in outcome.covered],
        "appear": [violation_to_dict(each) for each in outcome.appear],
        "go": [violation_to_dict(each) for each in outcome.go],
    }
