"""A part of a file that is judged by itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of a file.

    Attributes:
        name: The file, as the user gave it.
        size: Bytes of the file.
        modified: When it was changed last, in nanoseconds.
        start, end: Offsets in bytes; those of `measured` are where records begin.
        packed: Whether it is packed: then the shard is the whole file.
        table: Whether it is Parquet: then `start` and `end` count row groups, and nothing is measured.
        first_line: Number of its first line in the file.
        records_before: How many records of the file come before it.
        lines, records: How many line ends and records it has; 0 for a packed one, where nobody asks.
    """

    name: str
    size: int
    modified: int
    start: int
    end: int
    packed: bool = False
    first_line: int = 1
    records_before: int = 0
    lines: int = 0
    records: int = 0
    table: bool = False
