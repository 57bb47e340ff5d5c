"""A tournament file against the JSON Schema that other programs use: every place that it refuses, in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator, ValidationError

from bornes.packagedata import package_text
from bornes.suggestions import offer
from bornes.tournament.model import Problem
from bornes.yamltext import Branch, Leaf, Node, plain


def tournament_schema() -> dict[str, Any]:
    """The JSON Schema of a tournament file."""
    schema: dict[str, Any] = json.loads(package_text("schemas", "tournament.schema.json"))
    return schema


@lru_cache(maxsize=1)
def _validator() -> Draft202012Validator:
    return Draft202012Validator(tournament_schema())


def refused(tree: Branch) -> tuple[Problem, ...]:
    """What the schema refuses, in the order of the file."""
    found = [each for error in _validator().iter_errors(plain(tree)) for each in _problems(tree, error)]
    return tuple(sorted(found, key=lambda problem: problem.place or (0, 0)))


def _problems(tree: Branch, error: ValidationError) -> Iterator[Problem]:
    node, key = _node(tree, error)
    where = f" under {key.text}" if key else ""
    if error.validator == "additionalProperties" and isinstance(node, Branch):
        known = _schema(error).get("properties", {})
        for name, leaf in node.keys.items():
            if name not in known:
                hint = offer(name, known) or f"; known: {', '.join(known)}"
                yield Problem(f"unknown key {leaf.shown}{where}{hint}", (leaf.line, leaf.column))
        return
    if "propertyNames" in error.absolute_schema_path and isinstance(node, Branch):
        name = str(error.instance)
        leaf = node.keys[name]
        yield Problem(
            f"{leaf.shown} cannot be a key{where}; allowed: {_wanted(error)}", (leaf.line, leaf.column)
        )
        return
    if error.validator == "required" and isinstance(node, Branch):
        missing = [name for name in _schema(error)["required"] if name not in node.entries]
        # One error for each missing name: each names all, so only the one of the first is worded.
        if error.message.startswith(f"{missing[0]!r}"):
            yield Problem(f"missing{where}: {', '.join(missing)}", (node.line, node.column))
        return
    shown = node.shown if isinstance(node, Leaf) else f"a map with {len(node.entries)} entries"
    subject = key.text if key else "the file"
    yield Problem(f"{subject} cannot be {shown}; allowed: {_wanted(error)}", (node.line, node.column))


def _schema(error: ValidationError) -> Mapping[str, Any]:
    """The part of the schema that refuses: it is a map there, though a schema may be yes or no."""
    assert isinstance(error.schema, Mapping)
    return error.schema


def _wanted(error: ValidationError) -> str:
    schema = _schema(error)
    pattern = schema.get("pattern")
    words = {
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "a date, as 2026-11-07",
        "^[1-9][0-9]{0,3}$": "a number from 1 to 9999",
        "^[0-9a-f]{64}$": "a SHA-256, 64 digits 0-9 a-f",
        "^[XYZWVUQP]( +[XYZWVUQP])*$": "letters of sides, separated by blanks",
        "^(warning|forfeit|penalty [1-9][0-9]{0,5})$": "warning, penalty and points, as penalty 100, or forfeit",
        "^[a-z][a-z0-9]*(-[a-z0-9]+)*$": "an id of small letters, digits and hyphens",
        "^[a-z][a-z0-9-]*( +[a-z][a-z0-9-]*)*$": "ids separated by blanks",
    }
    if pattern in words:
        return words[pattern]
    if "anyOf" in schema:
        return "a whole number of at most nine digits"
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if error.validator == "type":
        wanted = {
            "object": "a map",
            "string": "a text (in quotes, if it looks like a number)",
            "boolean": "yes or no",
        }
        return wanted.get(str(error.validator_value), f"a whole number ({error.validator_value})")
    limits = {
        "minimum": "at least",
        "maximum": "at most",
        "maxLength": "a length of at most",
        "minLength": "a length of at least",
        "minProperties": "entries, at least",
    }
    return f"{limits.get(str(error.validator), str(error.validator))} {error.validator_value}"


def _node(tree: Branch, error: ValidationError) -> tuple[Node, Leaf | None]:
    """The node that an error is about, and the key under which it stands."""
    node: Node = tree
    key: Leaf | None = None
    for name in map(str, error.absolute_path):
        if isinstance(node, Branch) and name in node.entries:
            key = node.keys[name]
            node = node.entries[name]
    return node, key
