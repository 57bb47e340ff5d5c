"""The lines of a record as they were written, for excerpts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bornes_notation import Reading


def source_lines(reading: Reading | None) -> Callable[[int], str | None]:
    """Looks up the text of a line of a reading by its 1-based number; made at the first question."""
    texts: dict[int, str] = {}

    def look_up(number: int) -> str | None:
        if not texts and reading is not None:
            texts.update(_texts(reading))
        return texts.get(number)

    return look_up


def _texts(reading: Reading) -> Iterator[tuple[int, str]]:
    if reading.record is not None:
        for header in reading.record.headers:
            yield header.line, f"{header.key}:".ljust(header.value_column - 1) + header.value
        for line in reading.record.lines:
            yield line.line, line.text
    for error in reading.errors:
        yield error.span.line, error.text
