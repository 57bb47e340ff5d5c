"""The report as JSON is what spec/schemas/report.schema.json says, and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bornes.report import HandResult, MatchResult, Report, RulingRef, SideResult, Unverified, Violation
from bornes_api.render.jsonl import json_document, json_line
from bornes_api.render.jsonreport import report_to_dict
from bornes_api.render.sheet import COMPONENTS
from bornes_notation.errors import NotationError, StyleNotice
from bornes_notation.record import Span

SCHEMA = json.loads(
    (Path(__file__).parent.parent / "spec/schemas/report.schema.json").read_text(encoding="utf-8")
)
BARE = Report(index=1, verdict="unreadable")
FULL = Report(
    index=2,
    event="Coupe d'été",
    line=30,
    ruleset="winning-moves",
    ruleset_version="1",
    options=(("target", "700"),),
    policy="void",
    verdict="illegal",
    ruled=1,
    complete=False,
    errors=(NotationError("MB005", "no", Span(1, 2, 3), "x", ("y",)),),
    violations=(
        Violation(
            code="MB231",
            rule="U-LIMIT-50",
            message="too fast",
            hand=1,
            turn=2,
            seat="Y2",
            line=5,
            cites=("WM",),
            state="X 0 - - - 0",
            legal=("25",),
            because=(4,),
            rests_on="draws",
            ruling=RulingRef(verb="stands", line=6),
            caused_by=(4, "MB100"),
        ),
        Violation(code="MB020", rule="U-SEATING", severity="warning", message="seats", line=3),
    ),
    unverified=(Unverified("U-HOLD", 3, "hand not recorded", "MB801"),),
    style=(StyleNotice("MB702", "CR", Span(2, 1, 2)),),
    hands=(
        HandResult(
            number=1,
            first="X",
            target=700,
            caller=None,
            ended="trip",
            winners=("X",),
            sides={"X": SideResult(miles=700, score={"distance": 700}, total=700, claimed=700)},
            judged_to_line=9,
        ),
    ),
    match=MatchResult(totals={"X": 700}, winners=("X",), ended=True, claimed={"X": 700}),
    plays=1,
    draws=2,
)


def errors_of(value: dict[str, Any]) -> list[str]:
    return [error.message for error in Draft202012Validator(SCHEMA).iter_errors(value)]


def test_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("report", [BARE, FULL, replace(FULL, match=None)])
def test_report_keeps_to_the_schema(report: Report) -> None:
    assert errors_of(report_to_dict(report, "coupe.mbn")) == []


def test_every_object_of_the_schema_is_closed_and_complete() -> None:
    def objects(node: Any) -> list[dict[str, Any]]:
        if isinstance(node, list):
            return [found for each in node for found in objects(each)]
        if not isinstance(node, dict):
            return []
        own = [node] if "properties" in node else []
        return own + [found for each in node.values() for found in objects(each)]

    for node in objects(SCHEMA):
        assert node["additionalProperties"] is False
        assert node["required"] == list(node["properties"])


def test_unknown_key_is_refused() -> None:
    assert errors_of({**report_to_dict(FULL), "winner": "X"})


def test_schema_and_score_sheet_name_the_same_components() -> None:
    named = SCHEMA["$defs"]["side_result"]["properties"]["score"]["propertyNames"]["enum"]

    assert tuple(named) == COMPONENTS


def test_keys_stand_in_the_order_of_the_specification() -> None:
    assert list(report_to_dict(FULL)) == SCHEMA["required"]


def test_document_is_one_array_and_a_line_is_one_value() -> None:
    values = [report_to_dict(BARE), report_to_dict(FULL)]

    assert json.loads("\n".join(json_document(values))) == values
    assert json.loads("\n".join(json_document([]))) == []
    assert "\n" not in json_line(values[1])
    assert "Coupe d'été" in json_line(values[1])
