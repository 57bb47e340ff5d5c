"""Strict YAML: maps of texts, each with its place; everything else that YAML can do is refused, with its place.

Refused: anchors, aliases, tags, lists, several documents, directives, merge keys, repeated keys, empty values,
control characters, deep nesting. What is left cannot grow when it is read, and means what it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias

import yaml

from bornes.ruleset import RulesetError
from bornes_notation.wording import worded

MAX_BYTES = 65_536
"""The largest file that is read."""

MAX_DEPTH = 6
"""How many maps may lie in one another."""

_ALSO_UNPRINTABLE = re.compile("[\u2028\u2029\ufeff]")
"""What this reader refuses besides what YAML calls unprintable."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WHOLE_NUMBER = re.compile("0|[1-9][0-9]*")
_BOOLEANS = {"yes": "yes", "no": "no", "true": "yes", "false": "no"}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A text and where it stands (1-based).

    Attributes:
        text: The text, without quotes.
        plain: It was written without quotes: ``yes`` and ``no`` are then booleans, digits are a number.
    """

    text: str
    plain: bool
    line: int
    column: int

    @property
    def value(self) -> str | bool | int:
        """The text as YAML means it."""
        if self.plain and self.text in _BOOLEANS:
            return _BOOLEANS[self.text] == "yes"
        if self.plain and _WHOLE_NUMBER.fullmatch(self.text) and len(self.text) <= 20:
            return int(self.text)
        return self.text

    @property
    def shown(self) -> str:
        """The text as a message quotes it."""
        text = self.text if len(self.text) <= 40 else f"{self.text[:40]}…"
        return text if self.plain else f'"{text}"'


@dataclass(frozen=True, slots=True)
class Branch:
    """A map and where it begins; ``keys`` has the places of the keys."""

    entries: dict[str, Node]
    keys: dict[str, Leaf]
    line: int
    column: int


Node: TypeAlias = Leaf | Branch


def read_tree(text: str, path: str | None = None, what: str = worded("ruleset")) -> Branch:
    """The map that a text holds.

    Args:
        text: YAML.
        path: Name of the file, for messages.
        what: What a file of this kind is, for messages.

    Raises:
        RulesetError: MB027, for anything but maps of texts.
    """
    if found := yaml.reader.Reader.NON_PRINTABLE.search(text) or _ALSO_UNPRINTABLE.search(text):
        before = text[: found.start()]
        line = before.count("\n") + 1
        column = found.start() - (before.rfind("\n") + 1) + 1
        raise RulesetError(
            "MB027",
            worded("unreadable character U+%(code)s", code=f"{ord(found[0]):04X}"),
            line=line,
            column=column,
            path=path,
        )
    try:
        return _Reader(text, path, what).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise RulesetError(
            "MB027",
            worded("this is not YAML: %(problem)s", problem=error.problem or error.context),
            line=mark.line + 1 if mark else None,
            column=mark.column + 1 if mark else None,
            path=path,
        ) from None


def plain(node: Node) -> Any:
    """The tree without its places, as a JSON Schema sees it."""
    if isinstance(node, Leaf):
        return node.value
    return {key: plain(entry) for key, entry in node.entries.items()}


class _Reader:
    """Goes through the parser's events once; keeps nothing but where it is."""

    def __init__(self, text: str, path: str | None, what: str) -> None:
        self._events: Iterator[Any] = iter(yaml.parse(text, Loader=_LOADER))
        self._path = path
        self._what = what

    def document(self) -> Branch:
        next(self._events)  # start of the stream
        event = next(self._events)
        if isinstance(event, yaml.StreamEndEvent):
            self._refuse(
                event, worded("the file is empty; a %(what)s is a map of keys and values", what=self._what)
            )
        if event.version or event.tags:
            self._refuse(event, worded("a directive (a line that begins with %%) is not allowed here"))
        root = self._node(next(self._events), 1)
        next(self._events)  # end of the document
        if not isinstance(after := next(self._events), yaml.StreamEndEvent):
            self._refuse(
                after,
                worded("a second document (---) is not allowed; one file is one %(what)s", what=self._what),
            )
        if isinstance(root, Leaf):
            raise self._error(
                root.line,
                root.column,
                worded("a %(what)s is a map of keys and values, not one text", what=self._what),
            )
        return root

    def _node(self, event: Any, depth: int) -> Node:
        if isinstance(event, yaml.AliasEvent):
            self._refuse(
                event,
                worded("an alias (*%(anchor)s) is not allowed; write the value out", anchor=event.anchor),
            )
        if event.anchor is not None:
            self._refuse(
                event,
                worded(
                    "an anchor (&%(anchor)s) is not allowed; write values out where they belong",
                    anchor=event.anchor,
                ),
            )
        if event.tag is not None:
            self._refuse(event, worded("a tag (%(tag)s) is not allowed", tag=event.tag))
        if isinstance(event, yaml.SequenceStartEvent):
            self._refuse(
                event,
                worded(
                    "a list is not allowed here; a %(what)s is made of maps and single values",
                    what=self._what,
                ),
            )
        line, column = _place(event)
        if isinstance(event, yaml.ScalarEvent):
            unquoted = event.implicit[0] and not event.style
            if unquoted and event.value in ("", "~", "null", "Null", "NULL"):
                self._refuse(event, worded("a value is missing here"))
            return Leaf(event.value, unquoted, line, column)
        if depth > MAX_DEPTH:
            self._refuse(event, worded("more than %(most)s maps lie in one another here", most=MAX_DEPTH))
        return self._branch(line, column, depth)

    def _branch(self, line: int, column: int, depth: int) -> Branch:
        entries: dict[str, Node] = {}
        keys: dict[str, Leaf] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            if isinstance(key, Branch):
                raise self._error(key.line, key.column, worded("a map cannot be a key"))
            if key.text == "<<":
                instead = worded("use extends") if self._what == "ruleset" else worded("write values out")
                raise self._error(
                    key.line,
                    key.column,
                    worded("a merge key (<<) is not allowed; %(instead)s", instead=instead),
                )
            if key.text in keys:
                first = keys[key.text].line
                raise self._error(
                    key.line,
                    key.column,
                    worded(
                        "%(shown)s stands here twice (first in line %(first)s)", shown=key.shown, first=first
                    ),
                )
            keys[key.text] = key
            entries[key.text] = self._node(next(self._events), depth + 1)
        return Branch(entries, keys, line, column)

    def _refuse(self, event: Any, message: str) -> NoReturn:
        raise self._error(*_place(event), message)

    def _error(self, line: int, column: int, message: str) -> RulesetError:
        return RulesetError("MB027", message, line=line, column=column, path=self._path)


def _place(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1
