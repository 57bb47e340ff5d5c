"""From the tree of a ruleset file to the values of a `Ruleset`: known keys, values that the knobs have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from bornes.knobs import KNOB, KNOBS, MAX_DIGITS, NUMBER, Knob
from bornes.ruleset import STANDARD_PACK, RulesetError, Seating, Source
from bornes.suggestions import offer
from bornes.yamltext import Branch, Leaf, Node
from bornes_notation.cards import Card

ID = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
VERSION = re.compile("[0-9A-Za-z][0-9A-Za-z.]{0,15}")
SEATING_NAME = re.compile("[2-8]x[1-9]")
GRADES = ("P", "S", "C", "D")

_ABOUT = ("id", "version", "title", "description", "status", "extends")
_ABOUT_VALUE = ("grade", "source", "decision", "note")
_LONGEST_TEXT = 2000


@dataclass(slots=True)
class Draft:
    """What one file says.

    Attributes:
        about: id, version, title, description, status, extends: those that it gives.
        values: Attribute of `Ruleset` to value, for the knobs that it sets.
        sources: Knob id to source, for the same knobs.
    """

    about: dict[str, Leaf] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)


def read_draft(tree: Branch, path: str | None) -> Draft:
    """The values that a file sets.

    Raises:
        RulesetError: MB027 for an unknown key or a value of the wrong kind, MB029 for a value that the knob
            does not have.
    """
    return _FileReader(path).draft(tree)


_PATHS = {knob.yaml_path: knob for knob in KNOBS}
_GROUPS: dict[str, tuple[str, ...]] = {}
for _path in _PATHS:
    _GROUPS[_path[0]] = (*_GROUPS.get(_path[0], ()), *_path[1:])


@dataclass(frozen=True, slots=True)
class _FileReader:
    path: str | None

    def draft(self, tree: Branch) -> Draft:
        draft = Draft()
        for key, node in tree.entries.items():
            if key in _ABOUT:
                draft.about[key] = self._text(key, node)
            elif key == "seatings":
                self._seatings(draft, self._branch(key, node))
            elif _GROUPS.get(key):
                self._group(draft, key, self._branch(key, node))
            elif key in _GROUPS:
                self._knob(draft, _PATHS[key,], node)
            else:
                self._unknown(tree.keys[key], (*_ABOUT, *_GROUPS))
        return draft

    def _group(self, draft: Draft, group: str, branch: Branch) -> None:
        for key, node in branch.entries.items():
            if key not in _GROUPS[group]:
                self._unknown(branch.keys[key], _GROUPS[group], f" under {group}")
            self._knob(draft, _PATHS[group, key], node)

    def _knob(self, draft: Draft, knob: Knob, node: Node) -> None:
        value, source = node, Source("", "", "")
        if isinstance(node, Branch) and "value" in node.entries:
            self._known(node, ("value", *_ABOUT_VALUE))
            value, source = node.entries["value"], self._source(node)
        draft.sources[knob.id] = source
        if knob.id == "deck.cards" and isinstance(value, Branch):
            draft.values[knob.attribute] = self._cards(value)
        elif isinstance(value, Branch):
            self._fail(value, f"{knob.id} takes one value ({knob.allowed(in_options=False)}), not a map")
        elif knob.id == "deck.cards" and self._word(knob, value):
            draft.values[knob.attribute] = STANDARD_PACK
        else:
            draft.values[knob.attribute] = knob.held(self._word(knob, value))

    def _word(self, knob: Knob, leaf: Leaf) -> str:
        value = leaf.value
        text = ("no", "yes")[value] if isinstance(value, bool) else leaf.text
        # A quoted yes or 6 is a text to every other reader of YAML, so it is none of the knob's values.
        quoted = not leaf.plain and (text in ("yes", "no") or NUMBER.fullmatch(text) is not None)
        if quoted or not knob.fits(text, in_options=False):
            hint = " without quotes" if quoted else ""
            raise RulesetError(
                "MB029",
                f"{knob.id} cannot be {leaf.shown}; allowed: {knob.allowed(in_options=False)}{hint}",
                line=leaf.line,
                column=leaf.column,
                path=self.path,
                allowed=knob.words,
            )
        return text

    def _seatings(self, draft: Draft, branch: Branch) -> None:
        seatings: dict[str, Seating] = {}
        grades: list[Source] = []
        for name, node in branch.entries.items():
            if not SEATING_NAME.fullmatch(name):
                self._fail(
                    branch.keys[name],
                    f"{name[:40]} is not a seating; a seating is sides x seats a side, from 2x1 to 8x9",
                )
            if isinstance(node, Branch):
                source = self._source(node)
                draft.sources[f"seatings.{name}"] = source
                grades.append(source)
            if seating := self._seating(name, node):
                seatings[name] = seating
        if not seatings:
            self._fail(branch, "seatings allows nobody to play; name at least one, as 2x2: {target: 1000}")
        draft.values["seatings"] = seatings
        draft.sources["seatings"] = Source(
            " ".join(dict.fromkeys(each.grade for each in grades if each.grade)),
            "; ".join(dict.fromkeys(each.source for each in grades if each.source)),
            "",
        )

    def _seating(self, name: str, node: Node) -> Seating | None:
        if isinstance(node, Leaf):
            if node.value is not False:
                self._fail(node, f"seating {name} is a map with target, extension, reduced_deck, or no")
            return None
        if "allowed" in node.entries:
            self._known(node, ("allowed", *_ABOUT_VALUE))
            allowed = node.entries["allowed"]
            if not isinstance(allowed, Leaf) or allowed.value is not False:
                self._fail(allowed, f"allowed of seating {name} can only be no")
            return None
        self._known(node, ("target", "extension", "reduced_deck", *_ABOUT_VALUE))
        if "target" not in node.entries:
            self._fail(node, f"seating {name} needs a target in miles")
        target = self._seating_value(name, node, "target", "none")
        extension = self._seating_value(name, node, "extension", "none")
        reduced = self._seating_value(name, node, "reduced_deck", "no")
        if target == "none":
            self._fail(node.entries["target"], f"seating {name} needs a target in miles")
        return Seating(int(target), None if extension == "none" else int(extension), reduced == "yes")

    def _seating_value(self, name: str, branch: Branch, key: str, default: str) -> str:
        node = branch.entries.get(key)
        if node is None:
            return default
        if isinstance(node, Branch):
            self._fail(node, f"{key} of seating {name} takes one value, not a map")
        text = ("no", "yes")[node.value] if isinstance(node.value, bool) else node.text
        if key == "reduced_deck":
            known = isinstance(node.value, bool)
        else:
            known = text == "none" or (node.plain and NUMBER.fullmatch(text) is not None)
        if not known:
            choices = "yes or no" if key == "reduced_deck" else f"miles, at most {MAX_DIGITS} digits, or none"
            self._fail(node, f"{key} of seating {name} cannot be {node.shown}; allowed: {choices}", "MB029")
        return text

    def _cards(self, branch: Branch) -> dict[Card, int]:
        self._known(branch, tuple(Card))
        if missing := [card.value for card in Card if card not in branch.entries]:
            self._fail(branch, f"deck.cards must name every card; missing: {' '.join(missing)}")
        copies: dict[Card, int] = {}
        for card in Card:
            node = branch.entries[card]
            if not isinstance(node, Leaf) or not node.plain or not NUMBER.fullmatch(node.text):
                self._fail(node, f"copies of {card} must be a whole number of at most {MAX_DIGITS} digits")
            copies[card] = int(node.text)
        return copies

    def _source(self, branch: Branch) -> Source:
        given = {key: self._text(key, branch.entries[key]) for key in _ABOUT_VALUE if key in branch.entries}
        grade = given.get("grade")
        if grade and grade.text not in GRADES:
            self._fail(grade, f"grade cannot be {grade.shown}; allowed: {', '.join(GRADES)}")
        notes = [f"decision {given['decision'].text}"] if "decision" in given else []
        notes += [given["note"].text] if "note" in given else []
        return Source(
            grade.text if grade else "",
            given["source"].text if "source" in given else "",
            "; ".join(notes),
        )

    def _text(self, key: str, node: Node) -> Leaf:
        if isinstance(node, Branch):
            self._fail(node, f"{key} is a text, not a map")
        if not isinstance(node.value, str):
            self._fail(node, f'{key} is a text; write it in quotes: "{node.text}"')
        if len(node.text) > _LONGEST_TEXT:
            self._fail(node, f"{key} is longer than {_LONGEST_TEXT} characters")
        return node

    def _branch(self, key: str, node: Node) -> Branch:
        if isinstance(node, Leaf):
            example = "; its target is extension: {to: …}" if key == "extension" else ""
            self._fail(node, f"{key} is a map, not one value{example}")
        return node

    def _known(self, branch: Branch, keys: tuple[str, ...]) -> None:
        for key in branch.entries:
            if key not in keys:
                self._unknown(branch.keys[key], keys)

    def _unknown(self, key: Leaf, known: Iterable[str], where: str = "") -> NoReturn:
        choices = tuple(known)
        hint = "; a dot is one level of nesting here" if key.text in KNOB else offer(key.text, choices)
        self._fail(key, f"unknown key {key.shown}{where}{hint}")

    def _fail(self, node: Node, message: str, code: str = "MB027") -> NoReturn:
        raise RulesetError(code, message, line=node.line, column=node.column, path=self.path)
