"""The OpenAPI document: written by hand in openapi.yaml, with the published JSON Schemas put in their places."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pkgutil import get_data
from typing import Any

_FILE = ".schema.json"
_HOME = "#/components/schemas/"
_OF_A_FILE = {"$schema", "$id"}
"""Keys that a schema has as a file of its own."""

PUBLISHED = ("record", "report", "ruleset", "problem", "code", "standings", "whatif", "ledger")
"""The schemas of spec/schemas that the document refers to, by the name of their file."""


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """The whole document; every reference in it leads to a place in it."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    written = yaml.load(_text("openapi.yaml"), Loader=loader)  # noqa: S506 -- both loaders are safe
    whole: dict[str, Any] = _pointing(written, "")
    for name in PUBLISHED:
        whole["components"]["schemas"][name] = _pointing(published_schema(name), _HOME + name)
    return whole


@lru_cache(maxsize=len(PUBLISHED))
def published_schema(name: str) -> dict[str, Any]:
    """A JSON Schema as it is published."""
    if name == "ruleset":
        from bornes.schemacheck import ruleset_schema

        return ruleset_schema()
    schema: dict[str, Any] = json.loads(_text(f"schemas/{name}{_FILE}"))
    return schema


def resolved(node: Any) -> Any:
    """A node of the document, or what it refers to."""
    while isinstance(node, dict) and "$ref" in node:
        path = node["$ref"].removeprefix("#/").split("/")
        node = document()
        for key in path:
            node = node[key]
    return node


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(path, method in capitals, operation) of everything that can be asked."""
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield path, method.upper(), operation


def _text(name: str) -> str:
    return (get_data("bornes_api.service", name) or b"").decode()


def _pointing(node: Any, home: str) -> Any:
    """A copy whose references lead to where the document has what they mean.

    Args:
        node: A part of openapi.yaml, or of a published schema.
        home: Where the schema is put; "" for openapi.yaml.
    """
    if isinstance(node, list):
        return [_pointing(each, home) for each in node]
    if not isinstance(node, dict):
        return node
    copy = {key: _pointing(value, home) for key, value in node.items() if key not in _OF_A_FILE}
    target = copy.get("$ref")
    if isinstance(target, str):
        file, found, rest = target.partition(_FILE)
        if found:
            copy["$ref"] = _HOME + file + rest.removeprefix("#")
        elif home:
            copy["$ref"] = home + target.removeprefix("#")
    return copy
