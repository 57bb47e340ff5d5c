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
from bornes_notation.wording import worded

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
                self._unknown(branch.keys[key], _GROUPS[group], worded(" under %(group)s", group=group))
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
            self._fail(
                value,
                worded(
                    "%(knob)s takes one value (%(allowed)s), not a map",
                    knob=knob.id,
                    allowed=knob.allowed(in_options=False),
                ),
            )
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
            hint = worded(" without quotes") if quoted else ""
            raise RulesetError(
                "MB029",
                worded(
                    "%(knob)s cannot be %(shown)s; allowed: %(allowed)s%(hint)s",
                    knob=knob.id,
                    shown=leaf.shown,
                    allowed=knob.allowed(in_options=False),
                    hint=hint,
                ),
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
                    worded(
                        "%(name)s is not a seating; a seating is sides x seats a side, from 2x1 to 8x9",
                        name=name[:40],
                    ),
                )
            if isinstance(node, Branch):
                source = self._source(node)
                draft.sources[f"seatings.{name}"] = source
                grades.append(source)
            if seating := self._seating(name, node):
                seatings[name] = seating
        if not seatings:
            self._fail(
                branch, worded("seatings allows nobody to play; name at least one, as 2x2: {target: 1000}")
            )
        draft.values["seatings"] = seatings
        draft.sources["seatings"] = Source(
            " ".join(dict.fromkeys(each.grade for each in grades if each.grade)),
            "; ".join(dict.fromkeys(each.source for each in grades if each.source)),
            "",
        )

    def _seating(self, name: str, node: Node) -> Seating | None:
        if isinstance(node, Leaf):
            if node.value is not False:
                self._fail(
                    node,
                    worded(
                        "seating %(name)s is a map with target, extension, reduced_deck, or no", name=name
                    ),
                )
            return None
        if "allowed" in node.entries:
            self._known(node, ("allowed", *_ABOUT_VALUE))
            allowed = node.entries["allowed"]
            if not isinstance(allowed, Leaf) or allowed.value is not False:
                self._fail(allowed, worded("allowed of seating %(name)s can only be no", name=name))
            return None
        self._known(node, ("target", "extension", "reduced_deck", *_ABOUT_VALUE))
        if "target" not in node.entries:
            self._fail(node, worded("seating %(name)s needs a target in miles", name=name))
        target = self._seating_value(name, node, "target", "none")
        extension = self._seating_value(name, node, "extension", "none")
        reduced = self._seating_value(name, node, "reduced_deck", "no")
        if target == "none":
            self._fail(node.entries["target"], worded("seating %(name)s needs a target in miles", name=name))
        return Seating(int(target), None if extension == "none" else int(extension), reduced == "yes")

    def _seating_value(self, name: str, branch: Branch, key: str, default: str) -> str:
        node = branch.entries.get(key)
        if node is None:
            return default
        if isinstance(node, Branch):
            self._fail(
                node, worded("%(key)s of seating %(name)s takes one value, not a map", key=key, name=name)
            )
        text = ("no", "yes")[node.value] if isinstance(node.value, bool) else node.text
        if key == "reduced_deck":
            known = isinstance(node.value, bool)
        else:
            known = text == "none" or (node.plain and NUMBER.fullmatch(text) is not None)
        if not known:
            choices = (
                worded("yes or no")
                if key == "reduced_deck"
                else worded("miles, at most %(most)s digits, or none", most=MAX_DIGITS)
            )
            self._fail(
                node,
                worded(
                    "%(key)s of seating %(name)s cannot be %(shown)s; allowed: %(choices)s",
                    key=key,
                    name=name,
                    shown=node.shown,
                    choices=choices,
                ),
                "MB029",
            )
        return text

    def _cards(self, branch: Branch) -> dict[Card, int]:
        self._known(branch, tuple(Card))
        if missing := [card.value for card in Card if card not in branch.entries]:
            self._fail(
                branch,
                worded("deck.cards must name every card; missing: %(missing)s", missing=" ".join(missing)),
            )
        copies: dict[Card, int] = {}
        for card in Card:
            node = branch.entries[card]
            if not isinstance(node, Leaf) or not node.plain or not NUMBER.fullmatch(node.text):
                self._fail(
                    node,
                    worded(
                        "copies of %(card)s must be a whole number of at most %(most)s digits",
                        card=card,
                        most=MAX_DIGITS,
                    ),
                )
            copies[card] = int(node.text)
        return copies

    def _source(self, branch: Branch) -> Source:
        given = {key: self._text(key, branch.entries[key]) for key in _ABOUT_VALUE if key in branch.entries}
        grade = given.get("grade")
        if grade and grade.text not in GRADES:
            self._fail(
                grade,
                worded(
                    "grade cannot be %(shown)s; allowed: %(grades)s",
                    shown=grade.shown,
                    grades=", ".join(GRADES),
                ),
            )
        notes = [f"decision {given['decision'].text}"] if "decision" in given else []
        notes += [given["note"].text] if "note" in given else []
        return Source(
            grade.text if grade else "",
            given["source"].text if "source" in given else "",
            "; ".join(notes),
        )

    def _text(self, key: str, node: Node) -> Leaf:
        if isinstance(node, Branch):
            self._fail(node, worded("%(key)s is a text, not a map", key=key))
        if not isinstance(node.value, str):
            self._fail(
                node, worded('%(key)s is a text; write it in quotes: "%(text)s"', key=key, text=node.text)
            )
        if len(node.text) > _LONGEST_TEXT:
            self._fail(
                node, worded("%(key)s is longer than %(most)s characters", key=key, most=_LONGEST_TEXT)
            )
        return node

    def _branch(self, key: str, node: Node) -> Branch:
        if isinstance(node, Leaf):
            example = worded("; its target is extension: {to: …}") if key == "extension" else ""
            self._fail(node, worded("%(key)s is a map, not one value%(example)s", key=key, example=example))
        return node

    def _known(self, branch: Branch, keys: tuple[str, ...]) -> None:
        for key in branch.entries:
            if key not in keys:
                self._unknown(branch.keys[key], keys)

    def _unknown(self, key: Leaf, known: Iterable[str], where: str = "") -> NoReturn:
        choices = tuple(known)
        hint = (
            worded("; a dot is one level of nesting here") if key.text in KNOB else offer(key.text, choices)
        )
        self._fail(
            key, worded("unknown key %(shown)s%(where)s%(hint)s", shown=key.shown, where=where, hint=hint)
        )

    def _fail(self, node: Node, message: str, code: str = "MB027") -> NoReturn:
        raise RulesetError(code, message, line=node.line, column=node.column, path=self.path)
