"""The table of columns, the answers and the drawings of spec/columns.md are what the code gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from columns_page import DRAWINGS, PAGE, answers, column_table, drawings, fresh

PAGE_TEXT = PAGE.read_text(encoding="utf-8")


def test_columns_are_those_of_the_schema() -> None:
    assert f"\n{column_table()}\n" in PAGE_TEXT, "run: python tests/columns_page.py"


def test_answers_and_drawings_are_fresh(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="columns need bornes[data]")
    pytest.importorskip("duckdb", reason="the questions of spec/columns.md are asked with duckdb")
    found = answers(PAGE_TEXT, tmp_path)
    drawn = drawings(found)

    assert len(found) == len(drawn) == 3
    assert fresh(PAGE_TEXT, found) == PAGE_TEXT, "run: python tests/columns_page.py"
    assert {path: path.read_text(encoding="utf-8") for path in DRAWINGS.glob("*.svg")} == drawn
    assert {f"drawings/{path.name}" for path in drawn} == {
        line.rpartition("(")[2].rstrip(")") for line in PAGE_TEXT.splitlines() if line.startswith("![")
    }
