"""Every fenced MBN block of spec/ yields what its fence says (spec/README.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bornes_notation import format as canonical_text
from bornes_notation import read
from bornes_notation.grammar import parse_line
from bornes_notation.parsed import HeaderText, Version
from bornes_notation.writer import format_item

SPEC = Path(__file__).parent.parent / "spec"
FENCE = re.compile(r"^```mbn([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


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
    kinds = {"legal-text", "legal-lines", "error", "style"}
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
