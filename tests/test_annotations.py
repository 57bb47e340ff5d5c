"""Findings for tools that annotate text: SARIF and GitHub."""

from __future__ import annotations

from bornes.report import Report, RulingRef, Violation
from bornes_api.render.github import render_github
from bornes_api.render.places import found_in
from bornes_api.render.sarif import sarif_log
from bornes_notation.errors import NotationError, StyleNotice
from bornes_notation.record import Span

REPORT = Report(
    index=1,
    verdict="unreadable",
    errors=(NotationError("MB005", "100% wrong: this", Span(9, 1, 4)),),
    violations=(
        Violation(
            code="MB231",
            rule="U-LIMIT-50",
            message="too fast",
            line=5,
            column=3,
            end_column=5,
            because=(4,),
            ruling=RulingRef(verb="stands", line=6),
        ),
        Violation(code="MB110", rule="U-ORDER", message="not next", line=7, caused_by=(5, "MB231")),
    ),
    style=(StyleNotice("MB702", "CR", Span(2, 1, 2)),),
)


def test_found_is_in_the_order_of_the_text() -> None:
    assert [each.code for each in found_in(REPORT)] == ["MB231", "MB005"]
    assert [each.code for each in found_in(REPORT, everything=True)] == ["MB702", "MB231", "MB110", "MB005"]


def test_github_escapes_what_its_commands_use() -> None:
    assert list(render_github(found_in(REPORT), "a,b:c.mbn")) == [
        "::notice file=a%2Cb%3Ac.mbn,line=5,col=3,title=MB231::too fast (ruled: stands, line 6)",
        "::error file=a%2Cb%3Ac.mbn,line=9,col=1,title=MB005::100%25 wrong: this",
    ]


def test_sarif_has_place_cause_and_ruling() -> None:
    log = sarif_log(("my games/é.mbn", each) for each in found_in(REPORT))
    first, second = log["runs"][0]["results"]
    rules = log["runs"][0]["tool"]["driver"]["rules"]

    assert [rule["id"] for rule in rules] == ["MB005", "MB231"]
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "my%20games/%C3%A9.mbn"},
        "region": {"startLine": 5, "startColumn": 3, "endColumn": 5},
    }
    assert first["relatedLocations"][0]["physicalLocation"]["region"] == {"startLine": 4, "startColumn": 1}
    assert first["suppressions"][0]["justification"] == "ruling stands in line 6"
    assert second["level"] == "error"
    assert "suppressions" not in second
