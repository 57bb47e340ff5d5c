"""The words of lines that are no turns, and comments: read if they are canonical text, else given up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bornes.automaton.rows import CODE
from bornes.automaton.terms import GiveUpError
from bornes_notation.cards import Card
from bornes_notation.limits import LINE_LIMIT

LINE_MAX: Final = LINE_LIMIT // 4
"""Characters of a line that surely are not too many bytes."""

_CODE = {card.value: CODE[card] for card in Card}


def codes(words: Sequence[str]) -> list[int]:
    """The codes of cards that are all known."""
    try:
        return [_CODE[word] for word in words]
    except KeyError:
        raise GiveUpError from None


def only_lines_that_say_something(text: str) -> str:
    """The text without blank lines and comments; the comments must be in canonical text."""
    lines = text.split("\n")
    if max(map(len, lines)) > LINE_MAX:
        raise GiveUpError
    return "\n".join([without_comment(line) for line in lines if line and not is_comment(line)])


def is_comment(line: str) -> bool:
    """Whether a line is nothing but a comment, in canonical text."""
    if line[0] != ";":
        return False
    text = line[2:]
    if line != ";" and (line[1] != " " or not text or text != text.strip(" \t") or not text.isprintable()):
        raise GiveUpError
    return True


def without_comment(line: str) -> str:
    """The line without the comment at its end, which must be in canonical text."""
    body, semicolon, comment = line.partition(" ;")
    if not semicolon:
        return line
    text = comment[1:]
    if comment and (comment[0] != " " or not text or text != text.strip(" \t") or not text.isprintable()):
        raise GiveUpError
    return body


def is_number(word: str) -> bool:
    """Whether a word is a number as canonical text writes it."""
    digits = word.removeprefix("-")
    return digits.isdigit() and digits.isascii() and len(digits) <= 9 and str(int(word)) == word
