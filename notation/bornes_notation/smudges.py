"""Header lines that could not be read but plainly name their key, so that their absence is told once only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bornes_notation.errors import Fault
from bornes_notation.headers import meant_header
from bornes_notation.parsed import Name
from bornes_notation.wording import worded


class Smudges:
    """The unreadable header lines of one record (spec/notation.md#smudged)."""

    def __init__(self) -> None:
        self._lines: dict[str, int] = {}
        self._told: set[tuple[str, int]] = set()

    @property
    def keys(self) -> frozenset[str]:
        """Seats and other keys that they name."""
        return frozenset(self._lines)

    def take(self, text: str, line: int) -> None:
        """An unreadable line before the first hand."""
        header = meant_header(text)
        if header is not None:
            self._lines.setdefault(header.key, line)

    def folded(self, faults: Sequence[Fault], names: Sequence[Name], hand: int) -> Iterator[Fault]:
        """The faults of a line, without those that have been told of in its hand.

        A seat whose header line could not be read is told of at the first line of each hand that names it:
        there the hand stops being judged.

        Args:
            faults: All faults of the line.
            names: The seats and sides that stand in it.
            hand: Which hand it belongs to; 0 before the first.
        """
        for fault in faults:
            named = next((name.text for name in names if name.columns == fault.columns), "")
            seat = self._seat(named) if fault.code == "MB017" else None
            if seat is None:
                yield fault
            elif (seat, hand) not in self._told:
                self._told.add((seat, hand))
                message = worded(
                    "%(seat)s has no header line that can be read: line %(line)s was probably meant as one; "
                    "lines that name %(seat)s are not read",
                    seat=named,
                    line=self._lines[seat],
                )
                yield replace(fault, message=message)

    def _seat(self, named: str) -> str | None:
        """The unreadable seat line that a name is about, if there is one."""
        return next((seat for seat in self._lines if named and named in (seat, seat[0], f"{seat}1")), None)
