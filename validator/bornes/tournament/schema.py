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
from bornes_notation.wording import marked, worded


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
    where = worded(" under %(key)s", key=key.text) if key else ""
    if error.validator == "additionalProperties" and isinstance(node, Branch):
        yield from _unknown_keys(node, _schema(error).get("properties", {}), where)
        return
    if "propertyNames" in error.absolute_schema_path and isinstance(node, Branch):
        name = str(error.instance)
        leaf = node.keys[name]
        yield Problem(
            worded(
                "%(shown)s cannot be a key%(where)s; allowed: %(wanted)s",
                shown=leaf.shown,
                where=where,
                wanted=_wanted(error),
            ),
            (leaf.line, leaf.column),
        )
        return
    if error.validator == "required" and isinstance(node, Branch):
        missing = [name for name in _schema(error)["required"] if name not in node.entries]
        # One error for each missing name: each names all, so only the one of the first is worded.
        if error.message.startswith(f"{missing[0]!r}"):
            yield Problem(
                worded("missing%(where)s: %(missing)s", where=where, missing=", ".join(missing)),
                (node.line, node.column),
            )
        return
    if isinstance(node, Leaf):
        shown = node.shown
    else:
        shown = worded("a map with %(count)s entries", count=len(node.entries))
    subject = key.text if key else worded("the file")
    yield Problem(
        worded(
            "%(subject)s cannot be %(shown)s; allowed: %(wanted)s",
            subject=subject,
            shown=shown,
            wanted=_wanted(error),
        ),
        (node.line, node.column),
    )


def _unknown_keys(node: Branch, known: Mapping[str, object], where: str) -> Iterator[Problem]:
    for name, leaf in node.keys.items():
        if name not in known:
            hint = offer(name, known) or worded("; known: %(known)s", known=", ".join(known))
            message = worded(
                "unknown key %(shown)s%(where)s%(hint)s", shown=leaf.shown, where=where, hint=hint
            )
            yield Problem(message, (leaf.line, leaf.column))


def _schema(error: ValidationError) -> Mapping[str, Any]:
    """The part of the schema that refuses: it is a map there, though a schema may be yes or no."""
    assert isinstance(error.schema, Mapping)
    return error.schema


def _wanted(error: ValidationError) -> str:
    schema = _schema(error)
    pattern = schema.get("pattern")
    words = {
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": worded("a date, as 2026-11-07"),
        "^[1-9][0-9]{0,3}$": worded("a number from 1 to 9999"),
        "^[0-9a-f]{64}$": worded("a SHA-256, 64 digits 0-9 a-f"),
        "^[XYZWVUQP]( +[XYZWVUQP])*$": worded("letters of sides, separated by blanks"),
        "^(warning|forfeit|penalty [1-9][0-9]{0,5})$": worded(
            "warning, penalty and points, as penalty 100, or forfeit"
        ),
        "^[a-z][a-z0-9]*(-[a-z0-9]+)*$": worded("an id of small letters, digits and hyphens"),
        "^[a-z][a-z0-9-]*( +[a-z][a-z0-9-]*)*$": worded("ids separated by blanks"),
    }
    if pattern in words:
        return words[pattern]
    if "anyOf" in schema:
        return worded("a whole number of at most nine digits")
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if error.validator == "type":
        wanted = {
            "object": worded("a map"),
            "string": worded("a text (in quotes, if it looks like a number)"),
            "boolean": worded("yes or no"),
        }
        return wanted.get(
            str(error.validator_value), worded("a whole number (%(value)s)", value=error.validator_value)
        )
    limit = _LIMITS.get(str(error.validator))
    if limit is None:
        return f"{error.validator} {error.validator_value}"
    return worded(limit, value=error.validator_value)


_LIMITS = {
    "minimum": marked("at least %(value)s"),
    "maximum": marked("at most %(value)s"),
    "maxLength": marked("a length of at most %(value)s"),
    "minLength": marked("a length of at least %(value)s"),
    "minProperties": marked("entries, at least %(value)s"),
}


def _node(tree: Branch, error: ValidationError) -> tuple[Node, Leaf | None]:
    """The node that an error is about, and the key under which it stands."""
    node: Node = tree
    key: Leaf | None = None
    for name in map(str, error.absolute_path):
        if isinstance(node, Branch) and name in node.entries:
            key = node.keys[name]
            node = node.entries[name]
    return node, key
