"""What came of a run: as a table, as JSON, as a badge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from bornes_api.conformance.comparing import LEVELS
from bornes_api.conformance.running import Outcome, Result
from bornes_api.render.paint import printable

_LISTED_MAX = 200
"""Failures that the table is followed by; the JSON has all."""


def failed(result: Result, level: int) -> bool:
    """Whether something counts against the program at the level asked, or nothing was answered at all."""
    return any(each.counts_against(level) for each in result.outcomes) or not any(
        each.kind == "answered" for each in result.outcomes
    )


def broken(result: Result) -> bool:
    """Whether the corpus itself is not in order."""
    return bool(result.problems) or any(each.kind == "corpus" for each in result.outcomes)


def to_dict(result: Result, level: int) -> dict[str, Any]:
    """Everything, as JSON values."""
    return {
        "corpus": result.version,
        "implementation": dict(result.implementation),
        "level": level,
        "passed": not failed(result, level) and not broken(result),
        "total": _counts(result.outcomes),
        "families": {family: _counts(part) for family, part in _families(result.outcomes)},
        "differing": [_differing(each) for each in result.outcomes if _differs(each)],
        "faults": [_named(each) for each in result.outcomes if each.kind in {"fault", "corpus"}],
        "skipped": [_named(each) for each in result.outcomes if each.kind == "skipped"],
        "not_given": dict(Counter(extra for each in result.outcomes for extra in each.extras)),
        "problems": [str(problem) for problem in result.problems],
    }


def to_text(result: Result, level: int) -> Iterator[str]:
    """The table, then every failure with the id of its case."""
    about = result.implementation
    name = " ".join(str(about[key]) for key in ("name", "version") if about.get(key)) or "the program"
    language = f" ({about['language']})" if about.get("language") else ""
    yield f"corpus {result.version}, {printable(name + language)}"
    yield from _table(result.outcomes)
    listed = [line for each in result.outcomes for line in _failure(each, level)]
    yield from map(printable, listed[:_LISTED_MAX])
    if len(listed) > _LISTED_MAX:
        yield f"… and {len(listed) - _LISTED_MAX} more (--format json lists all)"
    yield from (printable(f"corpus: {problem}") for problem in result.problems)
    reasons = Counter(each.message for each in result.outcomes if each.kind == "skipped")
    yield from (printable(f"skipped {count}: {reason}") for reason, count in reasons.most_common())
    extras = Counter(extra for each in result.outcomes for extra in each.extras)
    yield from (
        f"not given, so not compared, {count} times: {extra}" for extra, count in sorted(extras.items())
    )
    yield f"level {level} ({LEVELS[level]}): {_verdict(result, level)}"


def badge_json(result: Result) -> dict[str, Any]:
    """A badge as shields.io's endpoint wants it."""
    message, colour = _badge(result)
    return {"schemaVersion": 1, "label": "mille bornes", "message": message, "color": colour}


def badge_svg(result: Result) -> str:
    """The same badge, drawn."""
    message, colour = _badge(result)
    fill = {"brightgreen": "#3a3", "yellow": "#b80", "red": "#b33"}[colour]
    left, right = 84, 7 * len(message) + 14
    words = escape(message)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img"'
        f' aria-label="mille bornes: {words}"><rect width="{left}" height="20" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{fill}"/>'
        '<g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle">'
        f'<text x="{left // 2}" y="14">mille bornes</text>'
        f'<text x="{left + right // 2}" y="14">{words}</text></g></svg>\n'
    )


def _badge(result: Result) -> tuple[str, str]:
    """The highest level without a failure, or how much of level 1 is right."""
    reached = max((level for level in LEVELS if not failed(result, level)), default=0)
    counts = _counts(result.outcomes)
    level = min(reached + 1, max(LEVELS))
    part = counts["levels"][str(level)]
    if reached == max(LEVELS):
        return f"level {reached}, {part['passed']}/{part['of']}", "brightgreen"
    share = f"level {level} {part['passed']}/{part['of']}"
    return (f"level {reached}, {share}", "yellow") if reached else (share, "red")


def _verdict(result: Result, level: int) -> str:
    if broken(result):
        return "the corpus is not in order"
    against = sum(each.counts_against(level) for each in result.outcomes)
    answered = sum(each.kind == "answered" for each in result.outcomes)
    if not answered:
        return "nothing was answered"
    return f"{against} of {len(result.outcomes)} failed" if against else f"passed, {answered} answered"


def _families(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, list[Outcome]]]:
    for family in sorted({each.family for each in outcomes}):
        yield family, [each for each in outcomes if each.family == family]


def _counts(outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """Runs, and by level how many of those that have something to say there are right.

    A fault counts as a failure at level 1, 3 and 4; what it would have said of scores nobody knows.
    """
    outcomes = list(outcomes)
    kinds = Counter(each.kind for each in outcomes)
    levels = {}
    for level in LEVELS:
        asked = [each for each in outcomes if level in each.differences]
        no_answer = 0 if level == 2 else kinds["fault"] + kinds["corpus"]
        right = sum(not each.differences[level] for each in asked)
        levels[str(level)] = {"passed": right, "of": len(asked) + no_answer}
    return {
        "runs": len(outcomes),
        "skipped": kinds["skipped"],
        "faults": kinds["fault"] + kinds["corpus"],
        "levels": levels,
    }


def _table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    rows = [["family", "runs", *(f"{level} {name}" for level, name in LEVELS.items()), "skipped", "faults"]]
    for family, part in [*_families(outcomes), ("all", list(outcomes))]:
        counts = _counts(part)
        levels = [f"{each['passed']}/{each['of']}" for each in counts["levels"].values()]
        rows.append([family, str(counts["runs"]), *levels, str(counts["skipped"]), str(counts["faults"])])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = "  ".join(f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
        yield f"{first:<{widths[0]}}  {cells}"


def _failure(outcome: Outcome, level: int) -> Iterator[str]:
    if outcome.kind in {"fault", "corpus"}:
        yield f"{outcome.name}: {outcome.message}"
    for at, differences in outcome.differences.items():
        if at <= level:
            note = " (open: the sources are silent)" if outcome.level == "open" else ""
            yield from (f"{outcome.name}: level {at}: {each}{note}" for each in differences)


def _differs(outcome: Outcome) -> bool:
    return any(outcome.differences.values())


def _named(outcome: Outcome) -> dict[str, Any]:
    return {"id": outcome.case, "ruleset": outcome.ruleset, "message": outcome.message}


def _differing(outcome: Outcome) -> dict[str, Any]:
    levels = {str(level): list(found) for level, found in outcome.differences.items() if found}
    return {"id": outcome.case, "ruleset": outcome.ruleset, "level": outcome.level, "differences": levels}
