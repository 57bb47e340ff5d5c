"""Colour for terminals. No meaning is carried by colour alone: without it nothing is lost."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TypeAlias

Paint: TypeAlias = Callable[[str, str], str]
"""(role, text) -> text to print. Roles: place, code, caret, good, bad, open, dim."""

_ANSI = {
    "place": "1",
    "code": "1;31",
    "caret": "31",
    "good": "32",
    "bad": "1;31",
    "open": "33",
    "dim": "2",
}


def plain(_role: str, text: str) -> str:
    """The text as it is."""
    return text


def ansi(role: str, text: str) -> str:
    """The text in the colour of its role."""
    return f"\x1b[{_ANSI[role]}m{text}\x1b[0m"


def printable(text: str) -> str:
    """A text from a record with every control character but the tab replaced by U+FFFD.

    A record may come from anywhere, and an escape sequence in it must not reach a terminal. One character
    stands for one, so columns stay true.
    """
    if text.isprintable():  # as nearly every text is
        return text
    return "".join(
        character if character == "\t" or unicodedata.category(character)[0] != "C" else "\ufffd"
        for character in text
    )


def pad_under(text: str) -> str:
    """Blanks as wide as a printed text: what puts a caret under the character that follows it."""
    return "".join("\t" if character == "\t" else " " * _width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
