"""What one line says when it is read alone, before the header and the other lines are looked at."""

from __future__ import annotations

from dataclasses import dataclass

from bornes_notation.record import Columns, Item

BLANKS = " \t"
"""The only characters that separate words."""


@dataclass(frozen=True, slots=True)
class Name:
    """A seat or a side as written in a line.

    Attributes:
        role: ``seat`` (one seat), ``side`` (a side), ``target`` (the attacked side), ``who`` (either),
            ``winner``, ``loser`` (a side named as such).
        text: As written: ``X1`` or ``X``.
        columns: Its place in the text that was parsed.
    """

    role: str
    text: str
    columns: Columns


@dataclass(frozen=True, slots=True)
class Version:
    """The version line of a record, ``MBN 1``."""

    number: int


@dataclass(frozen=True, slots=True)
class HeaderText:
    """A header line, whole; `bornes_notation.headers` splits it."""

    text: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """One line as the grammar reads it, alone.

    Attributes:
        item: What it says; None for a blank or comment-only line.
        names: The seats and sides named in it, in order.
        number: Turn number written, None if absent.
        comment: Text of the comment, stripped; None if there is none.
    """

    item: Item | Version | HeaderText | None
    names: tuple[Name, ...] = ()
    number: int | None = None
    comment: str | None = None
