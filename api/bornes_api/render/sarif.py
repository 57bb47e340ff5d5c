"""Findings as SARIF 2.1.0, the exchange format of code scanners (docs.oasis-open.org/sarif)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from bornes_api import __version__
from bornes_api.render.places import Found

SCHEMA_URI = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif_log(found: Iterable[tuple[str, Found]]) -> dict[str, Any]:
    """One run with every finding, each with the name of its file. A ruling is a suppression."""
    results = [_result(name, each) for name, each in found]
    codes = sorted({result["ruleId"] for result in results})
    return {
        "$schema": SCHEMA_URI,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "bornes",
                        "version": __version__,
                        "rules": [{"id": code, "help": {"text": f"bornes explain {code}"}} for code in codes],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }


def _result(name: str, found: Found) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": found.code,
        "level": found.severity,
        "message": {"text": found.message},
        "locations": [_location(name, found.line, found.column, max(found.end_column, found.column))],
    }
    if found.because:
        result["relatedLocations"] = [_location(name, line) for line in found.because]
    if found.ruling is not None:
        ruled = f"ruling {found.ruling.verb} in line {found.ruling.line}"
        result["suppressions"] = [{"kind": "inSource", "status": "accepted", "justification": ruled}]
    return result


def _location(name: str, line: int, column: int = 1, end_column: int | None = None) -> dict[str, Any]:
    region = {"startLine": line, "startColumn": column}
    if end_column is not None:
        region["endColumn"] = end_column
    return {"physicalLocation": {"artifactLocation": {"uri": quote(name)}, "region": region}}
