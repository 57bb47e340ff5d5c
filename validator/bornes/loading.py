"""Where rulesets come from: the thirteen built in, a user's own file, and the options of a record."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

from bornes.builtin import FILE_ENDINGS, named_ruleset, ruleset_ids
from bornes.differences import Difference, diff, knob_values
from bornes.knobs import KNOB, Knob
from bornes.ruleset import STANDARD_PACK, Ruleset, RulesetError, Source
from bornes.suggestions import nearest, offer
from bornes_notation.wording import worded

__all__ = [
    "Difference",
    "diff",
    "knob_values",
    "load_ruleset",
    "named_ruleset",
    "read_options",
    "read_ruleset",
    "ruleset_ids",
    "with_options",
]

_FROM_OPTIONS = Source("", "Options of the record", "")


def load_ruleset(name_or_path: str) -> Ruleset:
    """A ruleset by name, or from a user's own file.

    Args:
        name_or_path: An id (``winning-moves``), an id with its version (``winning-moves@1``), or the path of a
            file that ends in ``.yaml`` or ``.yml``. Never pass what a record says: see `named_ruleset`.

    Raises:
        RulesetError: MB027, MB029.
    """
    if name_or_path.lower().endswith(FILE_ENDINGS):
        from pathlib import Path

        from bornes.ownruleset import ruleset_file

        return ruleset_file(Path(name_or_path))
    return named_ruleset(name_or_path)


def read_ruleset(text: str) -> Ruleset:
    """A ruleset from YAML text; ``extends`` may name a built-in ruleset, no file.

    Raises:
        RulesetError: MB027, MB029.
    """
    from bornes.ownruleset import own_ruleset
    from bornes.yamltext import MAX_BYTES

    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise RulesetError("MB027", worded("a ruleset may have at most %(most)s bytes", most=MAX_BYTES))
    return own_ruleset(text)


def with_options(ruleset: Ruleset, text: str) -> Ruleset:
    """The ruleset under the options of a record.

    Args:
        ruleset: What the record names.
        text: The value of its ``Options`` header: ``target=700 extension=none``; blanks separate.

    Raises:
        RulesetError: MB028, MB029: the first that `read_options` finds; ``column`` counts within the text.
    """
    changed, errors = read_options(ruleset, text)
    if errors:
        raise errors[0]
    return changed


@lru_cache(maxsize=256)
def read_options(ruleset: Ruleset, text: str) -> tuple[Ruleset, tuple[RulesetError, ...]]:
    """The ruleset under the options that could be read, and an error for each of the others."""
    errors: list[RulesetError] = []
    given: dict[str, tuple[str, int]] = {}
    for found in re.finditer(r"[^ \t]+", text):
        column = found.start() + 1
        try:
            knob, value = _option(found[0], column)
        except RulesetError as error:
            errors.append(error)
            continue
        if knob.id in given:
            errors.append(
                RulesetError("MB028", worded("option %(id)s stands here twice", id=knob.id), column=column)
            )
        else:
            given[knob.id] = (value, column)
    held = {key: _held_option(KNOB[key], value) for key, (value, _) in given.items()}
    values: dict[str, Any] = {KNOB[key].attribute: value for key, value in held.items()}
    if values.get("seatings", ()) is None and values.get("target", ruleset.target) is None:
        errors.append(
            RulesetError(
                "MB029",
                worded("seatings=any needs a target too, as seatings=any target=1000"),
                column=given["seatings"][1],
                allowed=("target=1000",),
            )
        )
        del values["seatings"], given["seatings"]
    if not given:
        return ruleset, tuple(errors)
    if "seatings" in values:  # any: those that the ruleset knows keep their pack and extension
        values["usual_seatings"] = ruleset.seatings or ruleset.usual_seatings
    options = {**dict(ruleset.options), **{key: value for key, (value, _) in given.items()}}
    sources = {**ruleset.sources, **dict.fromkeys(given, _FROM_OPTIONS)}
    changed = replace(ruleset, **values, options=tuple(options.items()), sources=sources)
    return changed, tuple(errors)


def _option(token: str, column: int) -> tuple[Knob, str]:
    name, equals, value = token.partition("=")
    shown = name if len(name) <= 60 else f"{name[:60]}…"
    if name not in KNOB:
        raise RulesetError(
            "MB028",
            worded(
                "there is no option %(name)s%(hint)s",
                name=shown or worded("(empty name)"),
                hint=offer(name, KNOB),
            ),
            column=column,
            allowed=nearest(name, KNOB),
        )
    knob = KNOB[name]
    allowed = knob.allowed(in_options=True)
    if not equals:
        raise RulesetError(
            "MB029",
            worded("%(name)s needs a value: %(name)s=…; allowed: %(allowed)s", name=name, allowed=allowed),
            column=column,
        )
    if not knob.fits(value, in_options=True):
        shown = value if len(value) <= 40 else f"{value[:40]}…"
        near = _value_meant(knob, value)
        raise RulesetError(
            "MB029",
            _cannot_be(name, shown, near, allowed),
            column=column + len(name) + 1,
            allowed=(near,) if near else knob.words,
        )
    return knob, knob.text(knob.held(value))


_OTHER_WORDS = {**dict.fromkeys(("true", "on", "y"), "yes"), **dict.fromkeys(("false", "off", "n"), "no")}


def _cannot_be(name: str, value: str, near: str, allowed: str) -> str:
    shown = value or worded("empty")
    if near:
        return worded(
            "%(name)s cannot be %(shown)s; write %(name)s=%(near)s; allowed: %(allowed)s",
            name=name,
            shown=shown,
            near=near,
            allowed=allowed,
        )
    return worded(
        "%(name)s cannot be %(shown)s; allowed: %(allowed)s", name=name, shown=shown, allowed=allowed
    )


def _value_meant(knob: Knob, value: str) -> str:
    """A value written with a comma after it, in capitals or in another word, as the knob has it; else ""."""
    word = value.rstrip(",;.").lower()
    word = _OTHER_WORDS.get(word, word)
    return word if knob.fits(word, in_options=True) else ""


def _held_option(knob: Knob, value: str) -> object:
    return STANDARD_PACK if knob.id == "deck.cards" else knob.held(value)
