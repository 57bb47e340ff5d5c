"""The hands of a record, each with the lines of it that can be judged."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from bornes_notation import Record
from bornes_notation.errors import NotationError
from bornes_notation.record import Hand, Line, Result


@dataclass(slots=True)
class HandLines:
    """A ``hand`` line and what follows it, up to the first unreadable line.

    Attributes:
        after_gap: Its number is not the next one (MB015).
        stopped_at: That unreadable line; None if all of the hand can be judged.
    """

    head: Line
    after_gap: bool = False
    lines: list[Line] = field(default_factory=list)
    stopped_at: int | None = None


def last_line(part: HandLines) -> int:
    """The last line of a hand that can be judged."""
    return part.lines[-1].line if part.lines else part.head.line


def split_hands(record: Record, errors: Iterable[NotationError]) -> list[HandLines]:
    """The hands of a record. An unreadable line ends the judging of its hand, not of the next one."""
    errors = tuple(errors)
    bad = sorted(error.span.line for error in errors)
    gaps = {error.span.line for error in errors if error.code == "MB015"}
    parts: list[HandLines] = []
    for line in record.lines:
        if isinstance(line.item, Hand):
            parts.append(HandLines(line, line.line in gaps))
        elif parts and not isinstance(line.item, Result):
            part = parts[-1]
            if part.stopped_at is None:
                part.stopped_at = _first_between(bad, part.head.line, line.line)
            if part.stopped_at is None:
                part.lines.append(line)
    for index, part in enumerate(parts):
        end = parts[index + 1].head.line if index + 1 < len(parts) else None
        if part.stopped_at is None:
            last = last_line(part)
            part.stopped_at = _first_between(bad, last, end - 1 if end else None)
    return parts


def _first_between(lines: list[int], after: int, to: int | None) -> int | None:
    """The first of these sorted line numbers after one line and not after another; None if there is none."""
    index = bisect_right(lines, after)
    found = lines[index] if index < len(lines) else None
    return found if found is not None and (to is None or found <= to) else None
