"""The grammar of a line (``mbn.lark``): the only definition of what a line may be.

Every quicker way to read one is tested against it.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
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
    prepared = files("bornes_notation").joinpath(TABLES)
    if prepared.is_file():
        fingerprint, _, tables = prepared.read_bytes().partition(b"\n")
        if fingerprint == _fingerprint(text):
            return Lark.load(BytesIO(tables))
    return _built(text)


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
    return files("bornes_notation").joinpath("mbn.lark").read_text(encoding="utf-8")
