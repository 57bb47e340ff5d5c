"""Every fenced MBN or JSON block of spec/ yields what its fence says (spec/README.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from bornes.reasons import REASONS
from bornes_api.cli import group
from bornes_notation import format as canonical_text
from bornes_notation import read
from bornes_notation.grammar import parse_line
from bornes_notation.parsed import HeaderText, Version
from bornes_notation.writer import format_item

SPEC = Path(__file__).parent.parent / "spec"
FENCE = re.compile(r"^```mbn([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
JSON_FENCE = re.compile(r"^```json\b([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

SUMMARY_FENCE = re.compile(r"^```jsonl summary-of (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[Any]:
    return list(_blocks(kind))


def _blocks(kind: str) -> Iterator[Any]:
    for page in sorted(SPEC.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for found in FENCE.finditer(text):
            words = found[1].split()
            line = text.count("\n", 0, found.start()) + 1
            if words[:1] == [kind]:
                yield pytest.param(words[1:], found[2], id=f"{page.name}:{line}")


def test_every_fence_says_what_it_yields() -> None:
    kinds = {"legal-text", "legal-lines", "error", "style", "record"}
    for page in sorted(SPEC.glob("*.md")):
        for found in FENCE.finditer(page.read_text(encoding="utf-8")):
            assert (found[1].split() or ["nothing"])[0] in kinds, f"{page.name}: {found[1]!r}"


@pytest.mark.parametrize(("_words", "text"), blocks("legal-text"))
def test_legal_text_is_canonical(_words: list[str], text: str) -> None:
    readings = list(read(text))
    assert [(reading.errors, reading.style) for reading in readings] == [((), ())] * len(readings)
    records = [reading.record for reading in readings]
    assert "\n".join(canonical_text(record) for record in records if record is not None) == text


@pytest.mark.parametrize(("_words", "text"), blocks("legal-lines"))
def test_legal_lines_are_canonical(_words: list[str], text: str) -> None:
    for line in text.splitlines():
        item = parse_line(line).item
        assert item is not None
        assert not isinstance(item, HeaderText | Version)
        assert format_item(item) == line


@pytest.mark.parametrize(("words", "text"), blocks("error"))
def test_error_has_its_code_and_place(words: list[str], text: str) -> None:
    errors = [error for reading in read(text) for error in reading.errors]
    assert [[error.code, str(error.span)] for error in errors] == [words]


@pytest.mark.parametrize(("words", "text"), blocks("style"))
def test_style_has_its_code_and_place(words: list[str], text: str) -> None:
    readings = list(read(text))
    assert [error for reading in readings for error in reading.errors] == []
    notices = [notice for reading in readings for notice in reading.style]
    assert [[notice.code, str(notice.span)] for notice in notices] == [words]


def records(text: str) -> dict[str, str]:
    """The records of a page that have a name, by name."""
    named = ((found[1].split(), found[2]) for found in FENCE.finditer(text))
    return {words[1]: record for words, record in named if words[:1] == ["record"]}


def reports() -> Iterator[Any]:
    """Each record with a name, the exit status and the reports that it must yield."""
    for page in sorted(SPEC.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        named = records(text)
        for found in JSON_FENCE.finditer(text):
            _kind, name, status = found[1].split()
            yield pytest.param(name, named[name], int(status), found[2], id=f"{page.name}:{name}")


def test_every_json_fence_is_the_report_of_a_record_and_every_record_has_one() -> None:
    for page in sorted(SPEC.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        fences = [found[1].split() for found in JSON_FENCE.finditer(text)]
        assert [words[0] for words in fences] == ["report-of"] * len(fences), page.name
        assert sorted(words[1] for words in fences) == sorted(records(text)), page.name


@pytest.mark.parametrize(("name", "record", "status", "report"), list(reports()))
def test_record_yields_the_report(
    name: str, record: str, status: int, report: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(record, encoding="utf-8")

    result = CliRunner().invoke(group, ["check", "--format", "json", name])

    assert (result.exit_code, json.loads(result.stdout)) == (status, json.loads(report))


def test_summary_of_json_lines_is_the_one_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (SPEC / "reports.md").read_text(encoding="utf-8")
    ((name, summary),) = SUMMARY_FENCE.findall(page)
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(records(page)[name], encoding="utf-8")

    result = CliRunner().invoke(group, ["check", "--format", "jsonl", name])

    assert json.loads(result.stdout.splitlines()[-1]) == json.loads(summary)


def test_reports_are_what_the_schema_says() -> None:
    schema = json.loads((SPEC / "schemas/report.schema.json").read_text(encoding="utf-8"))
    page = (SPEC / "reports.md").read_text(encoding="utf-8")
    shown = [one for found in JSON_FENCE.finditer(page) for one in json.loads(found[2])]

    assert shown
    for each in shown:
        Draft202012Validator(schema).validate(each)


def test_every_member_of_a_report_is_explained() -> None:
    """Each name of the schema stands, as a word of code, in the first column of a table or in the text."""
    page = (SPEC / "reports.md").read_text(encoding="utf-8")
    schema = json.loads((SPEC / "schemas/report.schema.json").read_text(encoding="utf-8"))
    parts = [schema, *(part for part in schema["$defs"].values() if "properties" in part)]
    names = {name for part in parts for name in part["properties"]}

    assert {name for name in names if f"`{name}`" not in page} == set()


def test_every_reason_is_listed_with_its_words() -> None:
    page = (SPEC / "reports.md").read_text(encoding="utf-8")

    assert re.findall(r"^\| `(MB8\d\d)` \| (.+) \|$", page, re.MULTILINE) == [
        (reason.code, reason.words) for reason in REASONS
    ]
