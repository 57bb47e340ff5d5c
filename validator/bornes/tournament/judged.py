"""The record of a table, read and judged."""

from __future__ import annotations

from dataclasses import dataclass

from bornes.report import Report
from bornes_notation import Header


@dataclass(frozen=True, slots=True)
class Judged:
    """The record of a table, read and judged.

    Attributes:
        problem: Why there is no report; empty if there is one.
        missing: There is no such file.
        as_played: The report as it was played where no ruling stands; `report` itself unless a policy undoes plays.
        unruled: The report as if nobody had ruled; None if it cannot tell anything more about offences.
        headers: Of the record, with their lines.
        carried: It begins with totals from an earlier record.
        put_in: (line of the text that was judged, event of the ledger) of each ruling that was put into the record.
    """

    report: Report | None = None
    as_played: Report | None = None
    unruled: Report | None = None
    problem: str = ""
    missing: bool = False
    headers: tuple[Header, ...] = ()
    carried: bool = False
    put_in: tuple[tuple[int, int], ...] = ()

    def line(self, line: int) -> int:
        """Where a line of the text that was judged stands in the record; of a ruling put in, the line above it."""
        return line - sum(put_in <= line for put_in, _ in self.put_in)
