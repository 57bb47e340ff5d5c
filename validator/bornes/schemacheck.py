"""A user's ruleset file against the JSON Schema that other programs use (schemas/ruleset.schema.json)."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator

from bornes.packagedata import package_text
from bornes.ruleset import RulesetError
from bornes.yamltext import Branch, Node, plain
from bornes_notation.wording import worded


def ruleset_schema() -> dict[str, Any]:
    """The JSON Schema of a ruleset file."""
    schema: dict[str, Any] = json.loads(package_text("schemas", "ruleset.schema.json"))
    return schema


@lru_cache(maxsize=1)
def _validator() -> Draft202012Validator:
    return Draft202012Validator(ruleset_schema())


def check_against_schema(tree: Branch, path: str | None) -> None:
    """Holds a file to the schema; the loader's own checks come first and say more.

    Raises:
        RulesetError: MB027, at the place that the schema refuses.
    """
    for error in _validator().iter_errors(plain(tree)):
        node: Node = tree
        for key in error.absolute_path:
            if isinstance(node, Branch) and key in node.entries:
                node = node.entries[str(key)]
        raise RulesetError(
            "MB027",
            worded("the schema of rulesets refuses this: %(message)s", message=error.message[:200]),
            line=node.line,
            column=node.column,
            path=path,
        )
