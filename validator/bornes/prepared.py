"""The built-in rulesets as an installation prepares them, so that no run has to read YAML to know the rules.

The YAML files say what holds. What was prepared from another text, or for another `Ruleset`, is not used.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import fields
from hashlib import sha256
from pkgutil import get_data
from typing import Any, Final

from bornes.packagedata import package_text
from bornes.ruleset import Ruleset

TABLES: Final = "rulesets.tables"
"""Written when the package is installed: to import a reader of YAML takes an eighth of a whole
`bornes check` of one hand."""


def prepared_ruleset(ruleset_id: str) -> Ruleset | None:
    """A built-in ruleset as it was prepared; None if it was not, or not from what its file says now."""
    try:
        tables = get_data("bornes", TABLES) or b""
    except OSError:
        return None
    # Written by our own build, beside the code: whoever can change it can change the code.
    prepared: dict[str, tuple[str, bytes]] = pickle.loads(tables)  # noqa: S301 -- see above
    fingerprint, value = prepared.get(ruleset_id, ("", b""))
    if fingerprint != _fingerprint(_text(ruleset_id)):
        return None
    ruleset: Ruleset = pickle.loads(value)  # noqa: S301 -- see above
    return ruleset


def prepared_tables(ruleset_ids: Iterable[str]) -> bytes:
    """The contents of `TABLES` for the files as they stand, each marked with what it was made from."""
    return pickle.dumps(
        {each: (_fingerprint(_text(each)), pickle.dumps(read_built_in(each))) for each in ruleset_ids}
    )


def read_built_in(ruleset_id: str) -> Ruleset:
    """A built-in ruleset as its YAML file says it."""
    from bornes.rulesetfile import read_draft
    from bornes.yamltext import read_tree

    name = f"{ruleset_id}.yaml"
    draft = read_draft(read_tree(_text(ruleset_id), name), name)
    about: dict[str, Any] = {key: leaf.text for key, leaf in draft.about.items()}
    return Ruleset(**about, **draft.values, sources=draft.sources)


def _text(ruleset_id: str) -> str:
    return package_text("rulesets", f"{ruleset_id}.yaml")


def _fingerprint(text: str) -> str:
    names = " ".join(field.name for field in fields(Ruleset))
    return sha256(f"{names}\n{text}".encode()).hexdigest()
