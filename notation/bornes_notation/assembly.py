"""Puts the lines of one record together and notes what is wrong with them."""

from __future__ import annotations

import re

from bornes_notation.course import Course
from bornes_notation.diagnosis import diagnose
from bornes_notation.errors import Fault, shifted
from bornes_notation.findings import Findings
from bornes_notation.headers import (
    header_faults,
    in_order,
    out_of_order,
    seat_faults,
    split_header,
)
from bornes_notation.limits import LINES_LIMIT, SIZE_LIMIT
from bornes_notation.names import name_faults
from bornes_notation.parsed import BLANKS, Name, Version
from bornes_notation.record import Carried, Hand, Header, Line, Record, Result, Turn, is_seat
from bornes_notation.smudges import Smudges
from bornes_notation.style import item_style, line_style
from bornes_notation.vocabulary import Entry, Vocabulary, vocabulary
from bornes_notation.wording import worded
from bornes_notation.writer import format_comment, format_header, with_comment

_NUMBER = re.compile(r"[ \t]*(?:([1-9][0-9]{0,8})\.)?[ \t]*")
_FIRST_WORD = re.compile(r"[A-Za-z0-9]*")

_OUTSIDE_HANDS = -1
"""Stands for the hand of ``carried`` and ``result`` lines: what they name is told of apart."""


class Assembly:
    """A record being read."""

    def __init__(self, index: int, line: int, first_comments: tuple[str, ...], findings: Findings) -> None:
        self.findings = findings
        self._index = index
        self._line = line
        self._text = ""
        self._first_comments = first_comments
        self._version_comment: str | None = None
        self._headers: list[Header] = []
        self._lines: list[Line] = []
        self._above: list[str] = []
        self._course = Course()
        self._vocabulary: Vocabulary | None = None
        self._turns: dict[str, Turn] = {}
        self._unchecked: list[tuple[int, str, tuple[Name, ...]]] = []
        self._room = SIZE_LIMIT
        self._last_line = line + LINES_LIMIT - 1
        self._smudges = Smudges()
        self._closed = False
        """Whether the rest of the record is not read: another version, or too long."""

    def begin(self, text: str) -> None:
        """Takes the version line."""
        self._text = text
        if text == "MBN 1":
            return
        body, semicolon, comment = text.partition(";")
        version = _version(body)
        if version is None:
            self.findings.error(self._line, text, diagnose(body, {}))
        elif version != 1:
            message = worded(
                "version %(version)s of the notation is not known, only version 1; the record is not read",
                version=version,
            )
            self.findings.error(self._line, text, Fault("MB011", message, expected=("MBN 1",)))
            self._closed = True
        if semicolon:
            self._version_comment = comment.strip(BLANKS)
        if version == 1:
            self._style(self._line, text, line_style(text, with_comment("MBN 1", self._version_comment)))

    def take_turn(self, line: int, text: str) -> bool:
        """The shortest way, for a turn like those before it in canonical text; whether it was one."""
        course = self._course
        if not course.steady:
            return False
        number, _, body = text.partition(". ")
        item = self._turns.get(body)
        turn = course.turn + 1
        if item is None or number != str(turn) or line > self._last_line:
            return False
        course.turn = turn
        above = self._comments_above() if self._above else ()
        self._lines.append(Line(item, None, above, turn, line, len(number) + 2, text))
        return True

    def take(self, line: int, text: str) -> None:
        """Any line of readable characters."""
        if self._closed or text.isspace() or not text or self._is_too_long(line, text):
            return
        header = split_header(text)
        if header is not None:
            self._take_header(line, text, header)
            return
        body, semicolon, rest = text.partition(";")
        comment = rest.strip(BLANKS) if semicolon else None
        if comment is not None and not body.strip(BLANKS):
            self._above.append(comment)
            self._style(line, text, line_style(text, format_comment(comment)))
        elif body.strip(BLANKS):
            self._take_item(line, text, body, comment)

    def take_unreadable(self, line: int, text: str, fault: Fault) -> None:
        """A line that cannot be read as text at all."""
        if self._closed or self._is_too_long(line, text):
            return
        self.findings.error(line, text, fault)
        self._skip(text, line)

    def finish(self) -> Record:
        """The record, when its last line has been taken."""
        seats = self._words().seats
        if not self._closed:
            self._check_headers()
        self._check_early_names(seats)
        return Record(
            in_order(self._headers),
            tuple(self._lines),
            self._first_comments,
            self._version_comment,
            self._comments_above(),
            self._index,
            self._line,
        )

    def _check_early_names(self, seats: tuple[str, ...]) -> None:
        """Looks at names that stood where header lines could still follow; a line with a wrong one is skipped."""
        skipped = set()
        for line, text, names in self._unchecked:
            faults = name_faults(names, seats)
            for fault in self._smudges.folded(faults, names, _OUTSIDE_HANDS):
                self.findings.error(line, text, fault)
            if faults:
                skipped.add(line)
        self._lines = [each for each in self._lines if each.line not in skipped]

    def _check_headers(self) -> None:
        keys = {header.key for header in self._headers} | self._smudges.keys
        if "Ruleset" not in keys:
            message = worded("the record has no Ruleset line, as in Ruleset: winning-moves")
            self.findings.error(self._line, self._text, Fault("MB023", message, expected=("Ruleset:",)))
        if not any(map(is_seat, keys)):
            message = worded("the record has no seat line, as in X: Moreau, Alice")
            self.findings.error(self._line, self._text, Fault("MB023", message, expected=("X:", "X1:")))
        for header, fault in seat_faults(self._headers, self._smudges.keys):
            self.findings.error(header.line, f"{header.key}: {header.value}", fault)

    def _take_header(self, line: int, text: str, header: Header) -> None:
        if self._course.hand_begun:
            message = worded("%(key)s: header lines stand before the first hand", key=header.key[:40])
            self.findings.error(line, text, Fault("MB022", message))
            return
        faults = header_faults(header, self._headers)
        for fault in faults:
            self.findings.error(line, text, fault)
        if any(fault.code in ("MB020", "MB021") for fault in faults):
            return
        self._style(line, text, line_style(text, format_header(header)))
        if out_of_order(header, self._headers) or self._lines:
            fault = Fault("MB709", worded("%(key)s stands earlier in canonical order", key=header.key))
            self.findings.notice(line, text, fault)
        if not header.value and not is_seat(header.key):
            self.findings.notice(line, text, Fault("MB710", worded("%(key)s has no value", key=header.key)))
        kept = Header(header.key, header.value, self._comments_above(), line, header.value_column)
        self._headers.append(kept)
        self._vocabulary = None

    def _take_item(self, line: int, text: str, body: str, comment: str | None) -> None:
        split = _NUMBER.match(body)
        assert split is not None  # every part of it may be absent
        shift, number = split.end(), int(split[1]) if split[1] else None
        entry = self._words().entry(body[shift:].rstrip(BLANKS))
        if entry is None or (number is not None and not isinstance(entry.item, Turn)):
            self.findings.error(line, text, self._diagnosis(body))
            self._skip(body, line)
            return
        if entry.faults:
            hand = self._course.hands + isinstance(entry.item, Hand)
            for fault in self._smudges.folded(entry.faults, entry.names, hand):
                self.findings.error(line, text, shifted(fault, shift))
            self._skip(body, line)
        elif self._place(line, text, entry, number, split.span(1)):
            self._keep(line, text, entry, number, shift, comment)

    def _place(
        self, line: int, text: str, entry: Entry, number: int | None, columns: tuple[int, int]
    ) -> bool:
        """Whether the line can stand here and is kept; a wrong number is reported, and kept."""
        item = entry.item
        fault = self._course.place(item)
        if fault is None and isinstance(item, Turn):
            fault = self._course.turn_number(number, (columns[0], columns[1] + 1))
            self._turns = self._words().turns
        if fault is not None:
            self.findings.error(line, text, fault)
        if isinstance(item, Carried | Result):
            self._unchecked.append((line, text, entry.names))
        return fault is None or fault.code in ("MB015", "MB016")

    def _keep(
        self, line: int, text: str, entry: Entry, number: int | None, shift: int, comment: str | None
    ) -> None:
        item = entry.item
        self._lines.append(Line(item, comment, self._comments_above(), number, line, shift, text))
        canonical = entry.canonical
        if isinstance(item, Turn):
            canonical = f"{self._course.turn}. {canonical}"
        canonical = with_comment(canonical, comment)
        if text != canonical:
            numbered, renamed = number is not None, entry.renamed
            self._style(line, text, item_style(text, canonical, item, numbered=numbered, renamed=renamed))

    def _words(self) -> Vocabulary:
        """The vocabulary of the seats that the header names so far."""
        if self._vocabulary is None:
            self._vocabulary = vocabulary(Record(tuple(self._headers)).seats)
        return self._vocabulary

    def _diagnosis(self, body: str) -> Fault:
        """The fault of an unreadable line, given without its comment."""
        if self.findings.full:
            return Fault("MB008", "")
        players = {header.key: header.value for header in self._headers if is_seat(header.key)}
        return diagnose(body, players, heading=not self._course.hand_begun)

    def _skip(self, body: str, line: int) -> None:
        """Takes note of what an unreadable line seems to have been."""
        if not self._course.hand_begun:
            self._smudges.take(body, line)
        split = _NUMBER.match(body)
        assert split is not None
        word = _FIRST_WORD.match(body, split.end())
        assert word is not None
        self._course.unreadable(word[0], int(split[1]) if split[1] else None)

    def _comments_above(self) -> tuple[str, ...]:
        above = tuple(self._above)
        self._above.clear()
        return above

    def _is_too_long(self, line: int, text: str) -> bool:
        self._room -= len(text)
        if line <= self._last_line and self._room >= 0:
            return False
        self.findings.error(
            line,
            text,
            Fault(
                "MB009",
                worded(
                    "the record is longer than %(lines)s lines or %(characters)s characters; its rest is not read",
                    lines=LINES_LIMIT,
                    characters=SIZE_LIMIT,
                ),
            ),
        )
        self._closed = True
        self._course.steady = False
        return True

    def _style(self, line: int, text: str, notices: tuple[Fault, ...]) -> None:
        for notice in notices:
            self.findings.notice(line, text, notice)


def _version(body: str) -> int | None:
    """The number of a version line without its comment; None if it is unreadable."""
    from lark.exceptions import UnexpectedInput

    from bornes_notation.grammar import parse_line

    try:
        item = parse_line(body).item
    except UnexpectedInput:
        return None
    return item.number if isinstance(item, Version) else None
