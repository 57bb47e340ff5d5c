"""Reports as JSON text: one document, or one report a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any


def json_line(value: dict[str, Any]) -> str:
    """One value on one line, without its line end."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def json_pretty(value: dict[str, Any]) -> str:
    """One value in lines, for people who read it too."""
    return json.dumps(value, ensure_ascii=False, indent=1)


def json_document(values: Iterable[dict[str, Any]]) -> Iterator[str]:
    """An array of the values, in lines; each value is written as soon as it is there."""
    return json_array(map(json_pretty, values))


def json_array(texts: Iterable[str]) -> Iterator[str]:
    """An array of values that are JSON text already."""
    separator = "["
    for text in texts:
        yield separator + text
        separator = ","
    yield "[]" if separator == "[" else "]"
