"""Every report that a test brings about is held against its published schema."""

from __future__ import annotations

import json
from functools import wraps
from pathlib import Path

import jsonschema_rs

from bornes.judging import record
from bornes.report import Report
from bornes_api.render.jsonreport import report_to_dict

_SCHEMA = json.loads(
    (Path(__file__).parent.parent / "spec/schemas/report.schema.json").read_text(encoding="utf-8")
)
_CHECKER = jsonschema_rs.validator_for(_SCHEMA)
_judge = record.validate


@wraps(_judge)
def _judge_by_the_schema(*arguments: object, **options: object) -> Report:
    report = _judge(*arguments, **options)  # type: ignore[arg-type]  # handed on as they came
    _CHECKER.validate(report_to_dict(report, "record.mbn"))
    return report


# Before any test module is imported, so that all of them get this one.
record.validate = _judge_by_the_schema
