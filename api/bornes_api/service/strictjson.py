"""JSON as RFC 8259 has it and no further: what other readers take silently is refused here, with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import isinf
from typing import Any, NoReturn

from bornes_api.service.problems import Place, ProblemError

DEPTH = 32
"""Arrays and objects inside one another."""

DIGITS = 15
"""Digits of a whole number: all that a double holds exactly."""

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}:,]|[^\s\[\]{}:,"]+', re.DOTALL)
"""A string that does not end is taken to the end of the text, so that every text is gone through once."""

_SURROGATE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\\\|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)


def read_json(text: str, *, first_line: int = 1) -> Any:
    """The value of a JSON text.

    Args:
        text: One JSON value.
        first_line: Number of its first line in the body.

    Raises:
        ProblemError: it is no JSON, nests more than `DEPTH` deep, has a key twice in an object, NaN or
            Infinity, a number of more than `DIGITS` digits or beyond a double, or half a character.
    """
    _check_depth(text, first_line)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse,
            parse_int=_whole,
            parse_float=_double,
        )
    except json.JSONDecodeError as error:
        place = Place(error.lineno + first_line - 1, error.colno)
        raise ProblemError(
            "json-syntax", f"{error.msg} (line {place.line}, column {place.column})", place=place
        ) from None
    except _RefusedError as error:
        _find(text, first_line, error)
    if "\\u" in text:
        _check_surrogates(text, first_line)
    return value


class _RefusedError(ValueError):
    """Something that json.loads would take; found again, with its place, by `_find`."""


def place_in(text: str, offset: int, first_line: int = 1) -> Place:
    """Line and column of an offset, from 1, in characters."""
    return Place(text.count("\n", 0, offset) + first_line, offset - text.rfind("\n", 0, offset))


def tokens(text: str) -> Iterator[tuple[int, str]]:
    """The tokens of a JSON text with their offsets; of a text that is none, whatever looks like one."""
    return ((match.start(), match[0]) for match in _TOKEN.finditer(text))


def _check_depth(text: str, first_line: int) -> None:
    if text.count("[") + text.count("{") <= DEPTH:
        return
    depth = 0
    for offset, piece in tokens(text):
        if piece in {"[", "{"}:
            depth += 1
            if depth > DEPTH:
                place = place_in(text, offset, first_line)
                raise ProblemError(
                    "json-depth",
                    f"nested {depth} deep at line {place.line}; at most {DEPTH} are read",
                    place=place,
                )
        elif piece in {"]", "}"}:
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RefusedError
    return found


def _refuse(_text: str) -> NoReturn:
    raise _RefusedError


def _whole(text: str) -> int:
    if len(text) > DIGITS + text.startswith("-"):
        raise _RefusedError
    return int(text)


def _double(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise _RefusedError
    return value


def _find(text: str, first_line: int, cause: Exception) -> NoReturn:
    """Says what was refused, and where: the first such place of the text."""
    keys: list[set[str] | None] = []
    wants_key = False
    for offset, piece in tokens(text):
        if piece == "{":
            keys.append(set())
            wants_key = True
        elif piece == "[":
            keys.append(None)
        elif piece in {"]", "}"}:
            keys.pop()
        elif piece == ",":
            wants_key = keys[-1] is not None
        elif piece != ":":
            fault = (
                _repeated(piece, keys[-1])
                if wants_key and keys and keys[-1] is not None
                else _bad_number(piece)
            )
            wants_key = False
            if fault is not None:
                code, detail = fault
                place = place_in(text, offset, first_line)
                raise ProblemError(
                    code, f"{detail} (line {place.line}, column {place.column})", place=place
                ) from None
    raise AssertionError("json.loads refused what cannot be found again") from cause


def _repeated(piece: str, keys: set[str] | None) -> tuple[str, str] | None:
    assert keys is not None
    key = json.loads(piece)
    if key in keys:
        return "json-duplicate-key", f"the key {_shown(key)} stands twice in one object"
    keys.add(key)
    return None


def _bad_number(piece: str) -> tuple[str, str] | None:
    if piece in {"NaN", "Infinity", "-Infinity"}:
        return "json-constant", f"{piece} is no JSON"
    if piece[0] == '"' or piece in {"true", "false", "null"}:
        return None
    digits = piece.removeprefix("-")
    if digits.isdigit() and len(digits) > DIGITS:
        return "json-number", f"a number of {len(digits)} digits; at most {DIGITS} are read"
    if isinf(float(piece)):
        return "json-number", f"the number {_shown(piece)} is larger than any that is read"
    return None


def _check_surrogates(text: str, first_line: int) -> None:
    for match in _SURROGATE.finditer(text):
        if match[1] is not None:
            place = place_in(text, match.start(), first_line)
            raise ProblemError(
                "json-surrogate",
                f"{match[1]} is half a character (line {place.line}, column {place.column})",
                place=place,
            )


def _shown(text: str) -> str:
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    return ascii(shown)
