"""What stands before the first record of a file: comments, blank lines, or things that no record can hold."""

from __future__ import annotations

from bornes_notation.errors import Fault, NotationError
from bornes_notation.findings import Findings
from bornes_notation.limits import LINES_LIMIT, SIZE_LIMIT
from bornes_notation.parsed import BLANKS
from bornes_notation.record import Span
from bornes_notation.style import line_style
from bornes_notation.wording import worded
from bornes_notation.writer import format_comment


class Preface:
    """The lines before the first ``MBN`` line."""

    def __init__(self) -> None:
        self.comments: list[str] = []
        self.findings = Findings()
        """Style notices, which the first record inherits."""
        self._junk = Findings()
        self._room = SIZE_LIMIT
        self._first: tuple[int, str] | None = None
        self._count = 0

    def take_turn(self, _line: int, _text: str) -> bool:
        """No turn stands before a record."""
        return False

    def take(self, line: int, text: str) -> None:
        """A line of readable characters: a comment, blank, or out of place."""
        bare = text.strip(BLANKS)
        self._room -= len(text)
        if bare.startswith(";") and self._room >= 0 and line <= LINES_LIMIT:
            comment = bare[1:].strip(BLANKS)
            self.comments.append(comment)
            for notice in line_style(text, format_comment(comment)):
                self.findings.notice(line, text, notice)
        elif bare:
            self._misplaced(line, text)

    def take_unreadable(self, line: int, text: str, fault: Fault) -> None:
        """A line that cannot be read as text; the first one says why."""
        if not self._junk.errors():
            self._junk.error(line, text, fault)
        self._misplaced(line, text)

    def errors(self, *, record_follows: bool) -> tuple[NotationError, ...]:
        """What is wrong with the lines before the first record, or with a file that has none."""
        errors = self._junk.errors()
        if self._first is not None:
            line, text = self._first
            message = worded(
                "%(what)s; a record begins with the line: MBN 1", what=_stray(self._count, record_follows)
            )
            first = NotationError("MB010", message, Span(line, 1, len(text) + 1), text[:200], ("MBN 1",))
            return (*errors, first)
        if record_follows:
            return errors
        message = worded("the file holds no record; a record begins with the line: MBN 1")
        return (*errors, NotationError("MB010", message, Span(1, 1, 1), "", ("MBN 1",)))

    def _misplaced(self, line: int, text: str) -> None:
        self._first = self._first or (line, text)
        self._count += 1


def _stray(count: int, record_follows: bool) -> str:
    if record_follows:
        one = worded("this line stands before the first MBN line")
        many = worded("%(count)s lines from here on stand before the first MBN line", count=count)
    else:
        one = worded("this line stands in a file without an MBN line")
        many = worded("%(count)s lines from here on stand in a file without an MBN line", count=count)
    return one if count == 1 else many
