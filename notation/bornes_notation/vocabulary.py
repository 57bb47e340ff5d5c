"""The lines already met: each distinct text of a line is parsed once for each seating.

A corpus has only some thousands of distinct turn lines, so a dict makes reading quick while the grammar
stays the only definition of a line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bornes_notation.errors import Fault
from bornes_notation.limits import EVENTS_LIMIT
from bornes_notation.names import name_faults, only_seats, with_canonical_names
from bornes_notation.parsed import HeaderText, Name, Parsed, Version
from bornes_notation.record import Carried, Item, Setup, Turn
from bornes_notation.setup import setup_faults
from bornes_notation.shortcuts import quick_parse
from bornes_notation.writer import format_item

_MOST_ENTRIES: Final = 16384
_LONGEST_KEY: Final = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """A line's text without turn number and comment, read under a seating.

    Attributes:
        item: With canonical seat names.
        names: Seats and sides as written.
        canonical: The canonical text.
        renamed: Whether a seat was written otherwise than canonical text does.
        faults: What the header makes unreadable; columns from the start of the text.
    """

    item: Item
    names: tuple[Name, ...]
    canonical: str
    renamed: bool = False
    faults: tuple[Fault, ...] = ()


class Vocabulary:
    """Entries of one seating, by their text; bounded."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.seats = seats
        self._renamed = only_seats(seats)
        self._entries: dict[str, Entry | None] = {}
        #: Turns written canonically and without fault, for the reader's shortest way.
        self.turns: dict[str, Turn] = {}

    def entry(self, text: str) -> Entry | None:
        """The entry of a text; None if the grammar has no item for it without number and comment."""
        if text in self._entries:
            return self._entries[text]
        parsed = quick_parse(text)
        if parsed is not None:
            return self._new_entry(text, parsed)
        parsed = _parse(text)
        entry = None if parsed is None else self._new_entry(text, parsed)
        if len(text) <= _LONGEST_KEY:
            self._keep(text, entry)
        return entry

    def _new_entry(self, text: str, parsed: Parsed) -> Entry:
        item = parsed.item
        if item is None or isinstance(item, Version | HeaderText):
            raise TypeError(f"not an item of a record: {text}")
        faults = () if isinstance(item, Carried) else name_faults(parsed.names, self.seats)
        if isinstance(item, Setup):
            faults += setup_faults(item, text, self.seats)
        canonical = with_canonical_names(item, self._renamed)
        return Entry(canonical, parsed.names, format_item(canonical), canonical != item, faults)

    def _keep(self, text: str, entry: Entry | None) -> None:
        if len(self._entries) >= _MOST_ENTRIES:
            self._entries.clear()
            self.turns.clear()
        self._entries[text] = entry
        if entry and isinstance(entry.item, Turn) and not entry.faults and entry.canonical == text:
            # More of them are a fault of the line, which is looked for each time.
            few = len(entry.item.actions) + len(entry.item.interrupts) <= EVENTS_LIMIT
            self.turns.update({text: entry.item} if few else {})


@lru_cache(maxsize=16)
def vocabulary(seats: tuple[str, ...]) -> Vocabulary:
    """The vocabulary of a seating, shared by all records that have it."""
    return Vocabulary(seats)


def _parse(text: str) -> Parsed | None:
    """The item of a text by the grammar; None if there is none that may follow a turn number or stand alone."""
    # Imported on the first line that nobody has met: building the grammar takes a tenth of a second.
    from lark.exceptions import UnexpectedInput

    from bornes_notation.grammar import parse_line

    try:
        parsed = parse_line(text)
    except UnexpectedInput:
        return None
    whole = parsed.number is None and parsed.comment is None and parsed.item is not None
    return parsed if whole and not isinstance(parsed.item, HeaderText | Version) else None
