"""Puts a line into the bytes of a file and leaves every other byte as it is: line ends, marks, comments, style."""

from __future__ import annotations

import re
from collections.abc import Container

from bornes_notation.limits import LINE_LIMIT
from bornes_notation.record import Item
from bornes_notation.wording import worded
from bornes_notation.writer import format_item, with_comment

_LINE = re.compile(rb"[^\r\n]*(\r\n|\n|\r)|[^\r\n]+")
_NOT_IN_A_LINE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")


def line_with(item: Item, comment: str | None) -> str:
    """An item and its comment as one line, without line end.

    Raises:
        ValueError: The comment holds what cannot stand in a line, or makes it too long.
    """
    bad = _NOT_IN_A_LINE.search(comment or "")
    if bad:
        raise ValueError(
            worded(
                "a comment is one line; the character U+%(code)s cannot stand in it",
                code=f"{ord(bad[0]):04X}",
            )
        )
    text = with_comment(format_item(item), None if comment is None else comment.strip())
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise ValueError(worded("the comment is not UTF-8 text")) from error
    if size > LINE_LIMIT:
        raise ValueError(
            worded("the line would be longer than %(most)s bytes, the longest a line may be", most=LINE_LIMIT)
        )
    return text


def insert_after(data: bytes, line: int, text: str) -> bytes:
    """The bytes with a line of its own put in after line `line` (from 1); nothing else changes.

    The new line ends as its neighbour above does. If that one is the last and has no line end, it gets the one
    that the line before it has, and the new line has none.

    Raises:
        LookupError: There is no such line.
    """
    ends: list[bytes] = []
    for found in _LINE.finditer(data):
        ends.append(found[1] or b"")
        if len(ends) == line:
            ending = next(filter(None, reversed(ends)), b"\n")
            new = text.encode() + ending if ends[-1] else ending + text.encode()
            return data[: found.end()] + new + data[found.end() :]
    raise LookupError(worded("there is no line %(line)s", line=line))


def lines_between(data: bytes, first: int, last: int | None) -> bytes:
    """The bytes of the lines from `first` to `last` (from 1, both included; None: to the end)."""
    spans = [found.span() for found in _LINE.finditer(data)][first - 1 : last]
    return data[spans[0][0] : spans[-1][1]] if spans else b""


def without_lines(data: bytes, lines: Container[int]) -> bytes:
    """The bytes without these lines (from 1) and their line ends; nothing else changes."""
    return b"".join(
        found[0] for number, found in enumerate(_LINE.finditer(data), start=1) if number not in lines
    )
