"""The check page: the text of a record with everything found beside its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bornes.report import Report, Violation
from bornes_notation import Reading
from bornes_notation.errors import NotationError
from bornes_notation.lines import physical_lines

FOLD = 12
"""More lines than this without anything found are folded away."""
KEPT = 3
"""So many of them stay in sight before and after what was found."""
MOST_NOTES = 200
"""Violations that are shown in full on one page."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something found in a line.

    Attributes:
        violation, error: One of the two.
        follows: Whether it only follows from an earlier violation.
        at: Address of the state before it in the replay, "" if there is none.
    """

    violation: Violation | None = None
    error: NotationError | None = None
    follows: bool = False
    at: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the text: its number, its pieces (text, whether something was found there), and the notes."""

    number: int
    pieces: tuple[tuple[str, bool], ...]
    notes: tuple[Note, ...] = ()

    @property
    def excused(self) -> bool:
        """Whether rulings cover everything that was found there."""
        return all(note.violation is not None and note.violation.ruling is not None for note in self.notes)


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that are shown or folded away together."""

    folded: bool
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A record and what was found in it.

    Attributes:
        number: Which record of the text it is; 0 for text outside of any.
        left_out: Violations that are not shown, as there are too many.
        roots: Violations that are not follow-ons and not ruled.
    """

    report: Report
    number: int
    blocks: tuple[Block, ...]
    left_out: int
    roots: int


def lines_of(data: bytes) -> list[str]:
    """The lines of a text, cut as the reader cuts them."""
    return [line if isinstance(line, str) else line.text for line in physical_lines(data)]


def checked(reading: Reading, report: Report, texts: Sequence[str], first: int, last: int) -> Checked:
    """What to show of a record that takes lines `first` to `last` of the text."""
    notes: dict[int, list[Note]] = {}
    for error in report.errors:
        notes.setdefault(error.span.line, []).append(Note(error=error))
    for violation in report.violations[:MOST_NOTES]:
        note = Note(violation, follows=violation.caused_by is not None, at=address(violation))
        notes.setdefault(violation.line, []).append(note)
    rows = [_row(number, texts[number - 1], notes.get(number, [])) for number in range(first, last + 1)]
    number = 0 if reading.record is None else reading.record.index
    roots = sum(each.caused_by is None and each.ruling is None for each in report.violations)
    left_out = max(len(report.violations) - MOST_NOTES, 0)
    return Checked(report, number, tuple(_folded(rows)), left_out, roots)


def address(violation: Violation) -> str:
    """Where the replay shows the state before a violation, by its line: ``L140``; "" outside of a hand."""
    return "" if violation.hand is None else f"L{violation.line}"


def _row(number: int, text: str, notes: list[Note]) -> Row:
    spans = []
    for note in notes:
        if note.violation is not None:
            spans.append((note.violation.column, note.violation.end_column))
        elif note.error is not None:
            spans.append((note.error.span.column, note.error.span.end_column))
    return Row(number, tuple(_pieces(text, sorted(spans))), tuple(notes))


def _pieces(text: str, spans: list[tuple[int, int]]) -> list[tuple[str, bool]]:
    pieces: list[tuple[str, bool]] = []
    at = 0
    for column, end in spans:
        start, stop = max(column - 1, at), min(end - 1, len(text))
        if start >= stop:
            continue
        pieces += [(text[at:start], False), (text[start:stop], True)]
        at = stop
    pieces.append((text[at:], False))
    return [piece for piece in pieces if piece[0]]


def _folded(rows: list[Row]) -> list[Block]:
    """Rows in blocks: a long run without notes is folded, but for what stands next to a note."""
    if not any(row.notes for row in rows):
        return [Block(False, tuple(rows[:FOLD])), *_rest(rows[FOLD:])]
    noted = [at for at, row in enumerate(rows) if row.notes]
    near = {at + shift for at in noted for shift in range(-KEPT, KEPT + 1)}
    shown = [at in near for at in range(len(rows))]
    blocks: list[Block] = []
    start = 0
    while start < len(rows):
        end = start
        while end < len(rows) and shown[end] == shown[start]:
            end += 1
        fold = not shown[start] and end - start > FOLD
        blocks.append(Block(fold, tuple(rows[start:end])))
        start = end
    return blocks


def _rest(rows: list[Row]) -> list[Block]:
    return [Block(len(rows) > FOLD, tuple(rows))] if rows else []


def example_rows(text: str, place: tuple[int, int] | None) -> list[Row]:
    """The lines of an example, the word at its fault marked."""
    rows = []
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        spans: list[tuple[int, int]] = []
        if place is not None and number == place[0]:
            word = line[place[1] - 1 :].split(" ")[0]
            spans = [(place[1], place[1] + max(len(word), 1))]
        rows.append(Row(number, tuple(_pieces(line, spans))))
    return rows
