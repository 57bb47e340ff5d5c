"""Where rulesets come from: the thirteen built in, a user's own file, and the options of a record."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bornes.differences import Difference, diff, knob_values
from bornes.knobs import KNOB, KNOBS, Knob
from bornes.packagedata import package_text
from bornes.ruleset import Ruleset, RulesetError, Source
from bornes.rulesetfile import ID, STANDARD_PACK, VERSION, Draft, fits, nearest, offer, read_draft
from bornes.yamltext import MAX_BYTES, Branch, Leaf, read_tree

if TYPE_CHECKING:
    from pathlib import Path

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

_IDS = (
    "dujardin-classic",
    "dujardin-2014",
    "asmodee-2014",
    "dujardin-2024",
    "dujardin-2024-points",
    "dujardin-2025",
    "parker-1988",
    "winning-moves",
    "bsd-mille",
    "kilometres",
    "points-5000",
    "teamzy",
    "junior",
)
_FILE_ENDINGS = (".yaml", ".yml")
_LONGEST_CHAIN = 8
_FROM_OPTIONS = Source("", "Options of the record", "")


def ruleset_ids() -> tuple[str, ...]:
    """The ids of the built-in rulesets, in the order of spec/rulesets.md section 4."""
    return _IDS


def load_ruleset(name_or_path: str) -> Ruleset:
    """A ruleset by name, or from a user's own file.

    Args:
        name_or_path: An id (``winning-moves``), an id with its version (``winning-moves@1``), or the path of a
            file that ends in ``.yaml`` or ``.yml``. Never pass what a record says: see `named_ruleset`.

    Raises:
        RulesetError: MB027, MB029.
    """
    if name_or_path.lower().endswith(_FILE_ENDINGS):
        from pathlib import Path

        return _from_file(Path(name_or_path), ())
    return named_ruleset(name_or_path)


def named_ruleset(name: str) -> Ruleset:
    """A built-in ruleset by id or ``id@version``: what the ``Ruleset`` header of a record may say.

    No file of the user's is ever opened. The same name gives the same object.

    Raises:
        RulesetError: MB027 if there is none of that name, with the nearest names.
    """
    ruleset_id, at, version = name.partition("@")
    if ruleset_id not in _IDS:
        shown = name if len(name) <= 60 else f"{name[:60]}…"
        own = ""
        if "/" in name or "\\" in name:
            own = f"; a file of your own must end in {' or '.join(_FILE_ENDINGS)}"
        raise RulesetError(
            "MB027",
            f"there is no ruleset {shown or '(empty name)'}{own or offer(ruleset_id, _IDS)} "
            f"(known: {', '.join(_IDS)})",
            allowed=nearest(ruleset_id, _IDS) or _IDS,
        )
    ruleset = _built_in(ruleset_id)
    if at and version != ruleset.version:
        raise RulesetError(
            "MB027",
            f"{ruleset_id} has no version {version[:20] or '(empty)'}; this program knows version "
            f"{ruleset.version}",
            allowed=(f"{ruleset_id}@{ruleset.version}",),
        )
    return ruleset


def read_ruleset(text: str) -> Ruleset:
    """A ruleset from YAML text; ``extends`` may name a built-in ruleset, no file.

    Raises:
        RulesetError: MB027, MB029.
    """
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise RulesetError("MB027", f"a ruleset may have at most {MAX_BYTES} bytes")
    return _own(text, None, ())


@lru_cache(maxsize=len(_IDS))
def _built_in(ruleset_id: str) -> Ruleset:
    name = f"{ruleset_id}.yaml"
    draft = read_draft(read_tree(package_text("rulesets", name), name), name)
    about: dict[str, Any] = {key: leaf.text for key, leaf in draft.about.items()}
    return Ruleset(**about, **draft.values, sources=draft.sources)


def _from_file(path: Path, chain: tuple[Path, ...]) -> Ruleset:
    name = str(path)
    if len(chain) == _LONGEST_CHAIN:
        raise RulesetError("MB027", f"more than {_LONGEST_CHAIN} files extend one another", path=name)
    try:
        place = path.resolve()
        if not place.is_file():
            raise RulesetError("MB027", "there is no such file", path=name)
        with place.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead in a circle
        raise RulesetError("MB027", f"the file cannot be read ({type(error).__name__})", path=name) from None
    except ValueError as error:
        if isinstance(error, RulesetError):
            raise
        raise RulesetError("MB027", "this is no name of a file", path=repr(name)) from None
    return _own(_decoded(data, name), path, (*chain, place))


def _decoded(data: bytes, path: str) -> str:
    if len(data) > MAX_BYTES:
        raise RulesetError("MB027", f"a ruleset file may have at most {MAX_BYTES} bytes", path=path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise RulesetError("MB027", "this is not UTF-8 text", line=line, column=column, path=path) from None


def _own(text: str, path: Path | None, chain: tuple[Path, ...]) -> Ruleset:
    name = str(path) if path else None
    tree = read_tree(text, name)
    draft = read_draft(tree, name)
    _check_about(draft, tree, name)
    # Only a user's file pays for jsonschema: what is built in is held to the schema by the tests.
    from bornes.schemacheck import check_against_schema

    check_against_schema(tree, name)
    about: dict[str, Any] = {key: leaf.text for key, leaf in draft.about.items() if key != "extends"}
    unsaid = Source("", about["id"], "")
    own_sources = {key: source if any(source) else unsaid for key, source in draft.sources.items()}
    if "extends" in draft.about:
        base = _base(draft.about["extends"], path, chain)
        about = {"title": f"{about['id']} (extends {base.id})", "description": "", "status": "", **about}
        sources = {**_without_replaced(base, draft), **own_sources}
        return replace(base, **about, **draft.values, sources=sources)
    if "seatings" not in draft.values:
        raise _wrong(tree, "seatings is missing; give it, or name a ruleset that this one extends", name)
    values: dict[str, Any] = {knob.attribute: _default(knob) for knob in KNOBS if knob.id != "seatings"}
    return Ruleset(**{"title": about["id"], **about, **values, **draft.values}, sources=own_sources)


def _check_about(draft: Draft, tree: Branch, path: str | None) -> None:
    for key, pattern in (("id", ID), ("version", VERSION)):
        if key not in draft.about:
            raise _wrong(tree, f"{key} is missing", path)
        leaf = draft.about[key]
        if not pattern.fullmatch(leaf.text) or len(leaf.text) > 64:
            form = "small letters, digits and single hyphens" if key == "id" else "letters, digits and dots"
            raise _wrong(leaf, f"{key} cannot be {leaf.shown}; allowed: {form}", path)
    if draft.about["id"].text in _IDS:
        leaf = draft.about["id"]
        raise _wrong(leaf, f"{leaf.text} is a built-in ruleset; give yours another id", path)


def _base(extends: Leaf, path: Path | None, chain: tuple[Path, ...]) -> Ruleset:
    """The ruleset that a file extends: built in, or another file beside it."""
    name = str(path) if path else None
    if not extends.text.lower().endswith(_FILE_ENDINGS):
        try:
            return named_ruleset(extends.text)
        except RulesetError as error:
            raise _wrong(extends, error.message, name) from None
    if path is None:
        raise _wrong(extends, "extends can only name a built-in ruleset here, not a file", name)
    target = path.parent / extends.text
    if target.resolve() in chain:
        raise _wrong(extends, f"{extends.shown} leads back to a file that extends this one", name)
    return _from_file(target, chain)


def _without_replaced(base: Ruleset, draft: Draft) -> dict[str, Source]:
    """The base's sources, without those of single seatings if the file gives its own seatings."""
    own_seatings = "seatings" in draft.values
    return {key: source for key, source in base.sources.items() if not (own_seatings and "seatings." in key)}


def _default(knob: Knob) -> object:
    return STANDARD_PACK if knob.id == "deck.cards" else knob.held(knob.default)


def _wrong(node: Branch | Leaf, message: str, path: str | None) -> RulesetError:
    return RulesetError("MB027", message, line=node.line, column=node.column, path=path)


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
            errors.append(RulesetError("MB028", f"option {knob.id} stands here twice", column=column))
        else:
            given[knob.id] = (value, column)
    held = {key: _held_option(KNOB[key], value) for key, (value, _) in given.items()}
    values: dict[str, Any] = {KNOB[key].attribute: value for key, value in held.items()}
    if values.get("seatings", ()) is None and values.get("target", ruleset.target) is None:
        errors.append(
            RulesetError(
                "MB029",
                "seatings=any needs a target too, as seatings=any target=1000",
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
            f"there is no option {shown or '(empty name)'}{offer(name, KNOB)}",
            column=column,
            allowed=nearest(name, KNOB),
        )
    knob = KNOB[name]
    allowed = knob.allowed(in_options=True)
    if not equals:
        raise RulesetError("MB029", f"{name} needs a value: {name}=…; allowed: {allowed}", column=column)
    if not fits(knob, value, in_options=True):
        shown = value if len(value) <= 40 else f"{value[:40]}…"
        raise RulesetError(
            "MB029",
            f"{name} cannot be {shown or 'empty'}; allowed: {allowed}",
            column=column + len(name) + 1,
            allowed=knob.words,
        )
    return knob, knob.text(knob.held(value))


def _held_option(knob: Knob, value: str) -> object:
    return _default(knob) if knob.id == "deck.cards" else knob.held(value)
