"""What a record says, line by line: frozen values that know no rule of the game.

A record is a flat run of lines, as in the text, because every physical line stands alone
(spec/notation.md#principles). The item of a line knows its columns relative to its own text, so that
equal lines share one item; `Line` adds the place. Places never count when two values are compared:
a record equals its canonical text read back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from bornes_notation.cards import Card, Face


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a text. All three are 1-based; `end_column` is the column after the last character."""

    line: int
    column: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


Columns: TypeAlias = tuple[int, int]
"""Offset of the first character and of the one after the last, from the start of the item's text."""

NOWHERE: Columns = (0, 0)


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw as written.

    Attributes:
        faces: The cards, in order; empty for ``(-)``: no card was drawn.
        from_discard: Taken from the top of the discard pile, ``(<50)``.
    """

    faces: tuple[Face, ...]
    from_discard: bool = False
    columns: Columns = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Play:
    """A card laid on the own side: distance, remedy or safety."""

    card: Card
    columns: Columns = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Attack:
    """A hazard laid on a side (``A->Y``); `side` is its letter."""

    card: Card
    side: str
    columns: Columns = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Discard:
    """A card discarded; None if its face is not known (``/?``)."""

    face: Face
    columns: Columns = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Pass:
    """Neither a card laid nor one discarded."""

    columns: Columns = field(default=NOWHERE, compare=False)


Action: TypeAlias = Play | Attack | Discard | Pass


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A card shown out of turn (``Y2! A* (25)``).

    Attributes:
        seat: Who showed it, as written (``Y`` for the only seat of a side).
        shown: The card; a hazard names its side.
        draw: Its replacement; None if that was not recorded.
    """

    seat: str
    shown: Play | Attack
    draw: Draw | None = None
    columns: Columns = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Carried:
    """Match totals so far, from an earlier record: points by side letter, in the order written."""

    points: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """The start of a hand: its number (from 1) and the seat that begins."""

    number: int
    first: str


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards dealt to a seat, known or not."""

    seat: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Pile:
    """The draw pile after the deal, top first, all of it."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The discard pile became the draw pile; top first if the order is given, else empty."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """Cards of a hand that were seen at this moment without being played."""

    seat: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """Part of a position to start from: of a side, or (side None) of the rest.

    `pairs` keeps keys and values as written, in order; `bornes_notation.setup` reads them.
    """

    side: str | None
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn line without its number.

    Attributes:
        draw: None if it was not recorded.
        actions: Usually one; none for a turn that was begun and not finished; more are kept and judged.
        call: True for ``ext``, False for ``noext``, None for neither.
    """

    seat: str
    draw: Draw | None = None
    actions: tuple[Action, ...] = ()
    call: bool | None = None
    interrupts: tuple[Interrupt, ...] = ()
    seat_columns: Columns = field(default=NOWHERE, compare=False)
    call_columns: Columns = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Check:
    """Something seen at the table. `fact`: pile, miles, cards or total; `who` is None for the pile."""

    fact: str
    who: str | None
    value: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """A director's decision.

    Attributes:
        verb: stands, retract, void, penalty, forfeit or redeal.
        who: Seat or side named; None for a redeal.
        points: Of a penalty, with its sign; else None.
        code: The violation it names, if any.
    """

    verb: str
    who: str | None = None
    points: int | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The end of a hand: reason, the side that conceded or forfeited, points claimed by side."""

    reason: str
    side: str | None = None
    points: tuple[tuple[str, int], ...] = ()
    points_columns: tuple[Columns, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Result:
    """The end of the match: totals claimed by side, outcome (won, tied, conceded, …) and its sides."""

    points: tuple[tuple[str, int], ...] = ()
    outcome: str | None = None
    sides: tuple[str, ...] = ()
    points_columns: tuple[Columns, ...] = field(default=(), compare=False)
    outcome_columns: Columns = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Other:
    """A line ``x-name …``, preserved and ignored: its whole text without comment."""

    text: str


Item: TypeAlias = (
    Carried | Hand | Deal | Pile | Reshuffle | Show | Setup | Turn | Check | Ruling | End | Result | Other
)


@dataclass(frozen=True, slots=True)
class Header:
    """A header line, key and value as written, both stripped; `above` are the comment lines before it."""

    key: str
    value: str
    above: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)
    value_column: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Line:
    """One line after the headers: what it says, its comments, its place.

    Attributes:
        item: What it says.
        comment: Text of the comment on the line, stripped; None if there is none, "" if it is empty.
        above: Texts of the comment-only lines before it.
        number: Turn number written on it, None if absent. Not compared: turns are numbered by their order.
        line: 1-based line in the file.
        shift: Columns before the item's text (the turn number): 1-based column = shift + offset + 1.
        text: The line as written, without its line end.
    """

    item: Item
    comment: str | None = None
    above: tuple[str, ...] = ()
    number: int | None = field(default=None, compare=False)
    line: int = field(default=0, compare=False)
    shift: int = field(default=0, compare=False)
    text: str = field(default="", compare=False, repr=False)

    def span(self, columns: Columns) -> Span:
        """The place in the file of a part of the item; of the whole line for `NOWHERE`."""
        if columns == NOWHERE:
            return Span(self.line, 1, len(self.text) + 1)
        return Span(self.line, self.shift + columns[0] + 1, self.shift + columns[1] + 1)


@dataclass(frozen=True, slots=True)
class Record:
    """What was written, unjudged.

    Attributes:
        headers: In canonical order.
        lines: Everything after the headers, in the order written.
        first_comments: Comment lines before the first ``MBN`` line of the file (first record only).
        version_comment: Comment on the version line.
        last_comments: Comment lines after the last line.
        index: 1-based number of the record in its file.
        line: 1-based line of its ``MBN`` line.
    """

    headers: tuple[Header, ...]
    lines: tuple[Line, ...] = ()
    first_comments: tuple[str, ...] = ()
    version_comment: str | None = None
    last_comments: tuple[str, ...] = ()
    index: int = field(default=1, compare=False)
    line: int = field(default=1, compare=False)

    def header(self, key: str) -> str | None:
        """The value of a header, None if it is absent."""
        return next((header.value for header in self.headers if header.key == key), None)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play, as canonical text names them (``X`` for the only seat of X)."""
        written = [header.key for header in self.headers if is_seat(header.key)]
        sides = [seat[0] for seat in written]
        return tuple(seat[0] if sides.count(seat[0]) == 1 else seat for seat in written)

    @property
    def sides(self) -> tuple[str, ...]:
        """The letters of the sides, in order of play."""
        return tuple(dict.fromkeys(seat[0] for seat in self.seats))


def is_seat(key: str) -> bool:
    """Whether a header key names a seat: a side letter, alone or with one digit from 1."""
    return key[:1] in tuple("XYZWVUQP") and (len(key) == 1 or (len(key) == 2 and key[1] in "123456789"))
