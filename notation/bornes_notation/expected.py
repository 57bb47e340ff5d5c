"""Turns a failure of the grammar into a plain sentence: what was found, what could stand there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from bornes_notation.errors import Fault
from bornes_notation.grammar import parser
from bornes_notation.wording import listed, worded

LINE_WORDS = (
    worded("a turn (12. X (50) 75)"),
    *("hand", "deal", "pile", "setup", "show", "reshuffle", "check", "ruling", "end", "result", "carried"),
    "x-name",
    worded("a header (Key: value)"),
)

_TERMS: dict[str, tuple[str, ...]] = {
    "DISTANCE": ("25", "50", "75", "100", "200"),
    "HAZARD": ("A-", "F-", "T-", "R-", "L-"),
    "REMEDY": ("A+", "F+", "T+", "R+", "L+"),
    "SAFETY": ("A*", "F*", "T*", "R*"),
    "UNKNOWN": ("?",),
    "MANY": ("6?",),
    "SEAT": (worded("a seat"),),
    "SIDE": (worded("a side"),),
    "NUMBER": (worded("a turn number"),),
    "INT": (worded("a number"),),
    "PLUS": (worded("+ and a number"),),
    "MINUS": (worded("- and a number"),),
    "OPEN": ("(",),
    "CLOSE": (")",),
    "DASH": ("-",),
    "SLASH": ("/",),
    "PASS": ("pass",),
    "CALL": ("ext", "noext"),
    "VERB": ("stands", "retract", "void", "forfeit"),
    "REASON": ("trip", "exhausted", "adjudicated", "abandoned", "unfinished"),
    "LOST": ("conceded", "forfeit"),
    "WON": ("won",),
    "OUTCOME": ("tied", "adjudicated", "abandoned", "unfinished"),
    "CODE": (worded("a code like MB231"),),
    "PAIR": ("key=value",),
    "COMMENT": (),
    "HEADER": (),
    "OTHER": (),
    "$END": (worded("the end of the line"),),
}
_WORD = re.compile(r"[^ \t;]+")


def grammar_fault(text: str) -> Fault | None:
    """Why the grammar refuses a line; None if it does not."""
    try:
        parser().parse(text)
    except UnexpectedInput as error:
        return _fault(text, error)
    return None


def _fault(text: str, error: UnexpectedInput) -> Fault:
    start = _place(text, error)
    word = _WORD.match(text, start)
    expected = LINE_WORDS if not text[:start].strip(" \t") else words_for(_terminals(error))
    if word is None:
        found, columns = worded("the line ends"), (start, start)
    else:
        found, columns = worded("found %(word)s", word=word[0][:60]), word.span()
    message = worded(
        "%(found)s where only this can stand: %(expected)s", found=found, expected=listed(expected)
    )
    return Fault("MB005", message, columns, expected)


def _place(text: str, error: UnexpectedInput) -> int:
    if isinstance(error, UnexpectedCharacters):
        return int(error.column) - 1  # the text is one line
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        return error.token.start_pos or 0
    return len(text.rstrip(" \t"))


def _terminals(error: UnexpectedInput) -> Iterable[str]:
    """The terminals that could have stood at the place of failure."""
    if isinstance(error, UnexpectedToken | UnexpectedCharacters) and error.interactive_parser is not None:
        return set[str](error.interactive_parser.accepts())  # type: ignore[no-untyped-call]  # lark's
    return ()


def words_for(terminals: Iterable[str]) -> tuple[str, ...]:
    """Tokens and words for the names of terminals, in the order of the alphabet."""
    named = set(terminals)
    words = [word for terminal, words in _TERMS.items() if terminal in named for word in words]
    words += sorted(_literal(terminal) for terminal in named - _TERMS.keys())
    return tuple(dict.fromkeys(words))


def _literal(terminal: str) -> str:
    pattern = parser().get_terminal(terminal).pattern
    return str(pattern.value)
