"""A user's own ruleset: a YAML file, perhaps one that extends another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from bornes.builtin import FILE_ENDINGS, named_ruleset, ruleset_ids
from bornes.knobs import KNOBS, Knob
from bornes.ruleset import STANDARD_PACK, Ruleset, RulesetError, Source
from bornes.rulesetfile import ID, VERSION, Draft, read_draft
from bornes.schemacheck import check_against_schema
from bornes.yamltext import MAX_BYTES, Branch, Leaf, read_tree
from bornes_notation.wording import worded

_LONGEST_CHAIN = 8


def ruleset_file(path: Path, chain: tuple[Path, ...] = ()) -> Ruleset:
    """The ruleset of a file; `chain` are the files that extend it, the first first.

    Raises:
        RulesetError: MB027, MB029.
    """
    name = str(path)
    if len(chain) == _LONGEST_CHAIN:
        raise RulesetError(
            "MB027", worded("more than %(most)s files extend one another", most=_LONGEST_CHAIN), path=name
        )
    try:
        place = path.resolve()
        if not place.is_file():
            raise RulesetError("MB027", worded("there is no such file"), path=name)
        with place.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead in a circle
        raise RulesetError(
            "MB027", worded("the file cannot be read (%(error)s)", error=type(error).__name__), path=name
        ) from None
    except ValueError as error:
        if isinstance(error, RulesetError):
            raise
        raise RulesetError("MB027", worded("this is no name of a file"), path=repr(name)) from None
    return own_ruleset(_decoded(data, name), path, (*chain, place))


def _decoded(data: bytes, path: str) -> str:
    if len(data) > MAX_BYTES:
        raise RulesetError(
            "MB027", worded("a ruleset file may have at most %(most)s bytes", most=MAX_BYTES), path=path
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise RulesetError(
            "MB027", worded("this is not UTF-8 text"), line=line, column=column, path=path
        ) from None


def own_ruleset(text: str, path: Path | None = None, chain: tuple[Path, ...] = ()) -> Ruleset:
    """The ruleset that a text describes; without a path, ``extends`` may name a built-in one only.

    Raises:
        RulesetError: MB027, MB029.
    """
    name = str(path) if path else None
    tree = read_tree(text, name)
    draft = read_draft(tree, name)
    _check_about(draft, tree, name)
    # Only a user's file pays for jsonschema: what is built in is held to the schema by the tests.

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
        raise _wrong(
            tree, worded("seatings is missing; give it, or name a ruleset that this one extends"), name
        )
    values: dict[str, Any] = {knob.attribute: _default(knob) for knob in KNOBS if knob.id != "seatings"}
    return Ruleset(**{"title": about["id"], **about, **values, **draft.values}, sources=own_sources)


def _default(knob: Knob) -> object:
    """What a ruleset holds for a knob that it does not set."""
    return STANDARD_PACK if knob.id == "deck.cards" else knob.held(knob.default)


def _check_about(draft: Draft, tree: Branch, path: str | None) -> None:
    for key, pattern in (("id", ID), ("version", VERSION)):
        if key not in draft.about:
            raise _wrong(tree, worded("%(key)s is missing", key=key), path)
        leaf = draft.about[key]
        if not pattern.fullmatch(leaf.text) or len(leaf.text) > 64:
            form = (
                worded("small letters, digits and single hyphens")
                if key == "id"
                else worded("letters, digits and dots")
            )
            raise _wrong(
                leaf,
                worded(
                    "%(key)s cannot be %(shown)s; allowed: %(form)s", key=key, shown=leaf.shown, form=form
                ),
                path,
            )
    if draft.about["id"].text in ruleset_ids():
        leaf = draft.about["id"]
        raise _wrong(
            leaf, worded("%(text)s is a built-in ruleset; give yours another id", text=leaf.text), path
        )


def _base(extends: Leaf, path: Path | None, chain: tuple[Path, ...]) -> Ruleset:
    """The ruleset that a file extends: built in, or another file beside it."""
    name = str(path) if path else None
    if not extends.text.lower().endswith(FILE_ENDINGS):
        try:
            return named_ruleset(extends.text)
        except RulesetError as error:
            raise _wrong(extends, error.message, name) from None
    if path is None:
        raise _wrong(extends, worded("extends can only name a built-in ruleset here, not a file"), name)
    target = path.parent / extends.text
    if target.resolve() in chain:
        raise _wrong(
            extends, worded("%(shown)s leads back to a file that extends this one", shown=extends.shown), name
        )
    return ruleset_file(target, chain)


def _without_replaced(base: Ruleset, draft: Draft) -> dict[str, Source]:
    """The base's sources, without those of single seatings if the file gives its own seatings."""
    own_seatings = "seatings" in draft.values
    return {key: source for key, source in base.sources.items() if not (own_seatings and "seatings." in key)}


def _wrong(node: Branch | Leaf, message: str, path: str | None) -> RulesetError:
    return RulesetError("MB027", message, line=node.line, column=node.column, path=path)
