"""What is said of records: validate, score, replay, legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bornes import LegalHere, Reading, Report, Ruleset, Step
from bornes.archive import Judged, judge_file
from bornes.loading import named_ruleset
from bornes.steps import legal_at, replay
from bornes_api.render.excerpts import source_lines
from bornes_api.render.jsonl import json_line
from bornes_api.render.jsonreport import error_to_dict, record_to_dict, report_to_dict, score_to_dict
from bornes_api.render.places import found_in
from bornes_api.render.sarif import sarif_log
from bornes_api.render.sheet import render_sheet
from bornes_api.render.table import legal_to_dict, render_legal, render_steps, step_to_dict
from bornes_api.render.text import render_text
from bornes_api.service.calls import Answer, Call, Route, answer_of, encoded
from bornes_api.service.intake import mbn_of
from bornes_api.service.media import SARIF
from bornes_api.service.problems import ProblemError
from bornes_notation import read

_NAME = "body"
"""What the text forms call the records of a request."""


def validate(call: Call) -> Answer:
    """The reports of the records of a body."""
    return reports(call, sent(call))


def score(call: Call) -> Answer:
    """The score sheets of the records of a body."""
    judged = list(_judged(call, sent(call)))
    return answer_of(
        call.form, (score_to_dict(each.report) for each in judged), _sheets(judged), "Score sheets"
    )


def replay_records(call: Call) -> Answer:
    """The steps of the records of a body."""
    return steps(call, sent(call))


def legal(call: Call) -> Answer:
    """What could be played at a turn of each record of a body."""
    hand, turn = _place(call.query["at"])
    ruleset = _ruleset(call)
    found = []
    for reading in read(sent(call)):
        if reading.record is None:
            raise _no_turn(reading, "there is no record to look into")
        try:
            here = legal_at(reading, hand, turn, ruleset, call.query["policy"])
        except LookupError as error:
            raise _no_turn(reading, error.args[0]) from None
        found.append((reading, here))
    items = (_legal_item(reading, here, (hand, turn)) for reading, here in found)
    lines = (line for _, here in found for line in render_legal(here, _NAME, (hand, turn)))
    return answer_of(call.form, items, lines, "Legal plays")


def sent(call: Call) -> bytes:
    """The records of the body, as MBN."""
    assert call.body is not None
    return mbn_of(call.body, call.service.settings)


def reports(call: Call, data: bytes) -> Answer:
    """The reports of the records of an MBN text."""
    judged = list(_judged(call, data))
    everything = call.query["all"]
    if call.form == SARIF:
        found = (
            (f"{_NAME}.mbn", each) for report, _ in judged for each in found_in(report, everything=everything)
        )
        return Answer(call.form, encoded(json_line(sarif_log(found)) + "\n"))
    lines = (
        line
        for report, reading in judged
        for line in render_text(report, _NAME, source_lines(reading), everything=everything)
    )
    return answer_of(call.form, (report_to_dict(report) for report, _ in judged), lines, "Reports")


def steps(call: Call, data: bytes) -> Answer:
    """The steps of the records of an MBN text, or the one before a turn of each."""
    at = _place(call.query["at"]) if "at" in call.query else None
    ruleset = _ruleset(call)
    shown = []
    for reading in read(data):
        found = [
            step
            for step in replay(reading, ruleset, call.query["policy"])
            if at is None or (step.hand, step.turn) == at
        ]
        if at is not None and not found:
            raise _no_turn(reading, f"there is no turn {at[1]} in a hand {at[0]}")
        shown.append((reading, found))
    items = (_replay_item(reading, found) for reading, found in shown)
    return answer_of(call.form, items, _replay_lines(shown), "Replay")


def _judged(call: Call, data: bytes) -> Iterator[Judged]:
    return judge_file(data, _ruleset(call), call.query["policy"], warm=True)


def _ruleset(call: Call) -> Ruleset | None:
    name = call.query.get("ruleset")
    return None if name is None else named_ruleset(name)


def _place(at: str) -> tuple[int, int]:
    hand, _, turn = at.partition(".")
    return int(hand), int(turn)


def _no_turn(reading: Reading, why: str) -> ProblemError:
    index = 1 if reading.record is None else reading.record.index
    return ProblemError("no-such-turn", f"record {index}: {why}")


def _sheets(judged: list[Judged]) -> Iterator[str]:
    for index, each in enumerate(judged):
        if index:
            yield ""
        yield from render_sheet(each.report, _NAME)


def _about(reading: Reading) -> dict[str, Any]:
    """Which record it is, as a report says it."""
    record = reading.record
    if record is None:
        return record_to_dict(Report(index=1, verdict="unreadable"))
    event = record.header("Event")
    return record_to_dict(Report(index=record.index, line=record.line, event=event, verdict="unreadable"))


def _replay_item(reading: Reading, found: list[Step]) -> dict[str, Any]:
    written = [step_to_dict(step) for step in found]
    for step in written:
        del step["file"]
    return {
        "record": _about(reading),
        "errors": [error_to_dict(error) for error in reading.errors],
        "steps": written,
    }


def _replay_lines(shown: list[tuple[Reading, list[Step]]]) -> Iterator[str]:
    for reading, found in shown:
        yield from (f"{_NAME}:{error}" for error in reading.errors)
        yield from render_steps(found, _NAME)


def _legal_item(reading: Reading, here: LegalHere, at: tuple[int, int]) -> dict[str, Any]:
    written = legal_to_dict(here, None, at)
    del written["file"]
    return {
        "record": _about(reading),
        "errors": [error_to_dict(error) for error in reading.errors],
        **written,
    }


ROUTES: dict[str, Route] = {
    "validate": validate,
    "score": score,
    "replay": replay_records,
    "legal": legal,
}
