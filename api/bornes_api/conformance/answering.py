"""Our own side of the protocol: cases in, reports out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bornes_api.conformance.cases import record_of_fields

_WORST_FIRST = ("unreadable", "illegal", "undetermined", "legal")
_LISTS = ("errors", "violations", "style")


def answers(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The answer to each line of a runner, up to its stop."""
    for line in lines:
        message = json.loads(line)
        command = message.get("cmd")
        if command == "stop":
            return
        if command == "start":
            yield _introduction()
        elif command == "case":
            yield {"seq": message.get("seq"), **_answer(message)}
        else:
            yield {"seq": message.get("seq"), "error": f"no such command: {command!r}"}


def merged(reports: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """One report of the reports of a text: what stands before its record, or other records, counts in.

    Lists are joined, the verdict is the worst, everything else is that of the last record.
    """
    if len(reports) == 1:
        return dict(reports[0])
    whole = dict(reports[-1])
    verdicts = {report.get("verdict") for report in reports}
    whole["verdict"] = next((each for each in _WORST_FIRST if each in verdicts), whole.get("verdict"))
    for key in _LISTS:
        whole[key] = [entry for report in reports for entry in report.get(key) or ()]
    return whole


def report_of(record: bytes, policy: str, wants: Mapping[str, Any]) -> dict[str, Any]:
    """What this project says of the text of a case: its report, and what else is wanted."""
    import bornes
    from bornes_api.render.jsonreport import report_to_dict

    readings = list(bornes.read(record))
    reports = [report_to_dict(bornes.validate(reading, policy=policy)) for reading in readings]
    report = merged(reports)
    last = readings[-1]
    if last.record is not None and wants.get("canonical"):
        report["canonical"] = bornes.format(last.record)
    if last.record is not None and wants.get("json"):
        from bornes_notation.jsonform import to_json

        report["json"] = to_json(last.record)
    if wants.get("state"):
        report["state"] = _positions(last, policy, wants["state"])
    return report


def _introduction() -> dict[str, Any]:
    from bornes_api import __version__

    implementation = {"name": "bornes", "version": __version__, "language": "Python"}
    return {"version": 1, "implementation": implementation}


def _answer(message: Mapping[str, Any]) -> dict[str, Any]:
    policy = message.get("policy", "as-played")
    try:
        record = record_of_fields(message)
    except ValueError as error:
        return {"error": f"the record of the case cannot be read: {error}"}
    return {"result": report_of(record, policy, message.get("wants") or {})}


def _positions(reading: Any, policy: str, places: Iterable[str]) -> dict[str, str]:
    """Position texts by place: before a turn (1.7), or after the last line of a hand (1.end)."""
    import bornes

    wanted = set(places)
    found: dict[str, str] = {}
    for step in bornes.replay(reading, policy=policy):
        place = f"{step.hand}.{step.turn if step.turn is not None else 'end'}"
        if place in wanted and (step.turn is not None or not step.text):
            found[place] = step.state
    return found
