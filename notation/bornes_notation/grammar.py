"""The grammar of a line (``mbn.lark``): the only definition of what a line may be.

Every quicker way to read one is tested against it.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from io import BytesIO
from pkgutil import get_data
from typing import Final

from lark import Lark
from lark import __version__ as lark_version

from bornes_notation.builder import LineBuilder
from bornes_notation.parsed import Parsed

_BUILDER = LineBuilder()


def parse_line(text: str) -> Parsed:
    """What one physical line says, without its line end.

    Raises:
        lark.exceptions.UnexpectedInput: if the line has none of the forms.
    """
    return _BUILDER.transform(parser().parse(text))


@cache
def parser() -> Lark:
    """The compiled grammar: as the installation prepared it, else built on first use."""
    text = grammar_text()
    try:
        prepared = get_data("bornes_notation", TABLES) or b""
    except OSError:
        prepared = b""
    fingerprint, _, tables = prepared.partition(b"\n")
    return Lark.load(BytesIO(tables)) if fingerprint == _fingerprint(text) else _built(text)


TABLES: Final = "mbn.tables"
"""What lark makes of the grammar, prepared when the package is installed: building it anew takes half the
time of a whole `bornes check` of one hand."""


def prepared_tables() -> bytes:
    """The contents of `TABLES` for the grammar as it stands, marked with what they were made from."""
    text = grammar_text()
    tables = BytesIO()
    _built(text).save(tables)
    return _fingerprint(text) + b"\n" + tables.getvalue()


def _built(text: str) -> Lark:
    return Lark(text, start="line", parser="lalr", lexer="contextual")


def _fingerprint(text: str) -> bytes:
    return sha256(f"{lark_version} {text}".encode()).hexdigest().encode()


def grammar_text() -> str:
    """The grammar as shipped."""
    # pkgutil and not importlib.resources, which takes a tenth of the time of a short run to import.
    return (get_data("bornes_notation", "mbn.lark") or b"").decode()
