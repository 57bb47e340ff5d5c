"""What each page shows, as a function of what was asked."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from bornes import validate
from bornes.codes import CodeEntry, entries, explain
from bornes.differences import knob_values
from bornes.knobs import KNOBS
from bornes.loading import named_ruleset, ruleset_ids
from bornes_api.pages import comparing
from bornes_api.pages.asked import Asked, AskedError, ruleset_named
from bornes_api.pages.checking import checked, example_rows, lines_of
from bornes_api.pages.examples import EXAMPLES
from bornes_api.pages.replaying import place, replayed
from bornes_api.pages.scoresheet import sheets
from bornes_notation.wording import worded

MOST_RECORDS = 20
"""Records of one text that the check page shows."""
MOST_LINES = 200
"""Lines that the compare page shows one by one."""

Values = dict[str, Any]


def rulesets() -> list[tuple[str, str]]:
    """(id, title) of the built-in rulesets."""
    return [(each, named_ruleset(each).title) for each in ruleset_ids()]


def all_rulesets() -> Values:
    """The built-in rulesets."""
    return {"rulesets": [named_ruleset(each) for each in ruleset_ids()]}


def check(asked: Asked | None) -> Values:
    """Report and score sheet of every record of a text; without one, the form alone."""
    values: Values = {"asked": asked, "rulesets": rulesets(), "examples": EXAMPLES, "more_records": 0}
    if asked is None:
        return values | {"found": [], "sheets": []}
    texts = lines_of(asked.data)
    readings = asked.readings[:MOST_RECORDS]
    reports = [validate(each, asked.chosen, asked.policy) for each in readings]
    starts = [1, *(report.line for report in reports[1:])]
    after = _line_after(asked, len(texts))
    spans = pairwise([*starts, after])
    found = [
        checked(reading, report, texts, first, end - 1)
        for reading, report, (first, end) in zip(readings, reports, spans, strict=True)
    ]
    return values | {
        "found": found,
        "sheets": [sheets(report) for report in reports],
        "more_records": len(asked.readings) - len(readings),
    }


def _line_after(asked: Asked, lines: int) -> int:
    """The line after the last record that is shown."""
    rest = asked.readings[MOST_RECORDS:]
    if rest and rest[0].record is not None:
        return rest[0].record.line
    return lines + 1


def replay(asked: Asked, at: str) -> Values:
    """One state of a replay.

    Raises:
        AskedError: the record has no such state.
    """
    reading = asked.reading
    steps = replayed(reading, asked.chosen, asked.policy)
    here = place(steps, at)
    if here is None and steps.hands:
        raise AskedError(worded("the record has no state %(at)r; write HAND.TURN, as 2.15", at=at[:40]), 404)
    report = validate(reading, asked.chosen, asked.policy)
    shown = {each.step.line for each in steps.frames if each.step.text}
    return {
        "asked": asked,
        "replay": steps,
        "place": here,
        "event": report.event,
        "report": report,
        "unseen": sum(each.line not in shown for each in report.violations),
        "action": f"/records/{asked.key}" if asked.source == "kept" else "/replay",
    }


def compare(asked: Asked, beside: list[str]) -> Values:
    """A record under its own ruleset and others.

    Raises:
        AskedError: there is no such ruleset.
    """
    reading = asked.reading
    named = [each for each in dict.fromkeys(beside) if each]
    if asked.ruleset and not beside:
        named = [asked.ruleset]
    wished = [None, *(ruleset_named(each) for each in named)]
    of = comparing.compared(reading, wished[: comparing.MOST], asked.policy, lines_of(asked.data))
    lines = len(of.lines)
    of = comparing.cut(of, MOST_LINES)
    event = None if reading.record is None else reading.record.header("Event")
    return {
        "asked": asked,
        "of": of,
        "rulesets": rulesets(),
        "chosen": named,
        "most": comparing.MOST,
        "too_many": named[comparing.MOST - 1 :],
        "more_lines": max(lines - MOST_LINES, 0),
        "event": event,
    }


def ruleset(name: str, beside: str) -> Values:
    """Every knob of a ruleset, beside those of another one.

    Raises:
        AskedError: there is no such ruleset.
    """
    of = ruleset_named(name)
    values = knob_values(of)
    others = knob_values(ruleset_named(beside)) if beside else {}
    knobs = [
        {
            "id": knob.id,
            "meaning": knob.meaning,
            "value": values[knob.id],
            "other": others.get(knob.id, ""),
            "source": of.sources.get(knob.id),
        }
        for knob in KNOBS
    ]
    return {"of": of, "knobs": knobs, "beside": beside, "rulesets": rulesets()}


def codes() -> Values:
    """All codes, by family."""
    families: dict[str, list[CodeEntry]] = {}
    for entry in entries():
        families.setdefault(entry.code[2], []).append(entry)
    return {"families": list(families.items())}


def code(name: str) -> Values:
    """A code with its pair of examples.

    Raises:
        AskedError: there is no such code.
    """
    try:
        entry = explain(name)
    except LookupError as error:
        raise AskedError(worded("there is no code %(name)s", name=name[:40]), 404) from error
    as_written = not entry.repeated and entry.encoding == "utf-8"
    illegal, legal = entry.titles
    return {
        "of": entry,
        "at": f"L{entry.place[0]}" if entry.place and entry.code[2] not in "047" else "",
        "examples": [
            ("illegal", illegal, example_rows(entry.illegal, entry.place), as_written),
            ("legal", legal, example_rows(entry.legal, None), True),
        ],
    }
