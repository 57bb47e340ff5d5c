"""The columns, in one place: their names, their types, and what they mean (the table of spec/columns.md)."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from bornes_api.render.sheet import COMPONENTS
from bornes_notation.wording import worded

VERSION = "1"
"""Version of the columns: names may be added under it, never renamed."""


class MissingExtraError(Exception):
    """A package that an extra of bornes brings is not installed; the message names the extra."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column, or one member of a struct.

    Attributes:
        name: Its name.
        kind: ``string``, ``int`` (64 bits), ``bool``; ``struct`` of `members`; before it, ``list of``.
        meaning: What stands in it, as the page says it.
        nullable: Whether it may be null.
        members: Of a struct.
    """

    name: str
    kind: str
    meaning: str
    nullable: bool = False
    members: tuple[Column, ...] = ()


SCORE = tuple(Column(name, "int", f"`{name}`") for name in COMPONENTS)

OPEN = (
    Column("check", "string", "a rule or knob"),
    Column("code", "string", "the reason, `MB8xx`"),
    Column("count", "int", "how often"),
)

SIDE = (
    Column("side", "string", "its letter"),
    Column("miles", "int", "kilometres and bonus kilometres at the end"),
    Column("total", "int", "points of the hand"),
    Column("claimed", "int", "points written in the `end` line", nullable=True),
    Column("score", "struct", "points by component, 0 where there are none", members=SCORE),
    Column(
        "safeties",
        "list of string",
        "the safeties before it at the end, in the order laid: `A*` `F*` `T*` `R*`",
    ),
    Column("coups", "list of string", "those of them that were coups fourrés"),
    Column("unverified", "list of string", "components that rest on what the record does not show"),
)

COLUMNS = (
    Column("file", "string", "the source, as it was given; `<stdin>` for standard input"),
    Column("record", "int", "index of the record in its file, from 1"),
    Column("line", "int", "line of its `MBN` line"),
    Column("event", "string", "its `Event` header", nullable=True),
    Column("ruleset", "string", "what it was judged by; null if nothing could be judged", nullable=True),
    Column("ruleset_version", "string", "its version", nullable=True),
    Column(
        "options",
        "string",
        "knobs that the record sets, as `target=700 max_200=4`; empty if none",
        nullable=True,
    ),
    Column("policy", "string", "`as-played` or `void`"),
    Column("verdict", "string", "of the record: `legal`, `illegal`, `undetermined`, `unreadable`"),
    Column("complete", "bool", "whether the record goes to the end of its last hand"),
    Column("ruled", "int", "violations of the record that rulings cover"),
    Column("violations", "int", "violations of the record, ruled ones and follow-ons included"),
    Column(
        "first_code",
        "string",
        "code of what makes the verdict: the first unreadable place, else the first violation that no ruling"
        " covers; null if there is neither",
        nullable=True,
    ),
    Column("first_line", "int", "its line in the file", nullable=True),
    Column("first_column", "int", "its column", nullable=True),
    Column("undecided", "list of struct", "checks of the record that it cannot decide", members=OPEN),
    Column("nth", "int", "1 for the first hand of the record; null if the record has no hand", nullable=True),
    Column("hand", "int", "number written in the `hand` line", nullable=True),
    Column("first", "string", "seat that began", nullable=True),
    Column("target", "int", "miles to reach at the end", nullable=True),
    Column("caller", "string", "side that called the extension", nullable=True),
    Column("ended", "string", "how the hand ended, as in a report", nullable=True),
    Column("winners", "list of string", "letters of the sides that won it"),
    Column("counts", "bool", "whether it enters the totals of the match", nullable=True),
    Column("hand_complete", "bool", "whether it was over, and judged to its end", nullable=True),
    Column("judged_to_line", "int", "last line judged, if an unreadable line cut it short", nullable=True),
    Column("turns", "int", "turn lines judged: its length", nullable=True),
    Column("hand_violations", "int", "violations that name the number of this hand", nullable=True),
    Column("hand_first_code", "string", "code of the first of them", nullable=True),
    Column("hand_first_turn", "int", "its turn, null on a line that is no turn line", nullable=True),
    Column(
        "sides",
        "list of struct",
        "the sides, in order of play; empty if the record has no hand",
        members=SIDE,
    ),
)


def arrow(module: str = "pyarrow") -> Any:
    """pyarrow, or a module of it.

    Raises:
        MissingExtraError: It is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError(
            worded("columns are written with pyarrow, which is not installed; install bornes[data]")
        ) from error


def arrow_schema() -> Any:
    """The columns as a `pyarrow.Schema`, with `VERSION` in its metadata.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    fields = [_field(column) for column in COLUMNS]
    return arrow().schema(fields, metadata={"bornes.columns": VERSION})


def _field(column: Column) -> Any:
    return arrow().field(column.name, _type(column, column.kind), nullable=column.nullable)


def _type(column: Column, kind: str) -> Any:
    pa = arrow()
    inner = kind.removeprefix("list of ")
    if inner != kind:
        return pa.list_(pa.field("element", _type(column, inner), nullable=False))
    if kind == "struct":
        return pa.struct([_field(member) for member in column.members])
    return {"string": pa.string(), "int": pa.int64(), "bool": pa.bool_()}[kind]
