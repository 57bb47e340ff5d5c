"""What a run came to: the exit status, and counts by verdict and code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bornes_api.language.speaking import said
from bornes_api.language.words import IN_LINES

if TYPE_CHECKING:
    from bornes.report import Report

LEGAL, ILLEGAL, UNREADABLE, FAULT = 0, 1, 2, 3
"""Exit statuses; the worst one of a run is its own. Undetermined counts as legal: nothing was found. FAULT is one
of bornes, not of the record."""

_STATUS = {"legal": LEGAL, "undetermined": LEGAL, "illegal": ILLEGAL, "unreadable": UNREADABLE}


@dataclass(slots=True)
class Tally:
    """What a run came to so far.

    Attributes:
        status: The exit status.
        verdicts: How many records have each verdict.
        codes: How often each code stands in the reports; of a check that was not decided, every time counts.
        hands: How many hands were judged, whole or in part.
        unreadable_sources: Files that could not be read, or not to their end.
        not_judged: Records without a report, since bornes failed on them or a process died.
    """

    status: int = LEGAL
    verdicts: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    hands: int = 0
    unreadable_sources: int = 0
    not_judged: int = 0

    def add(self, status: int) -> None:
        """Remember a status if it is worse than what was met before."""
        self.status = max(self.status, status)

    def add_unreadable_source(self) -> None:
        """Count a source that could not be read, or not to its end."""
        self.add(UNREADABLE)
        self.unreadable_sources += 1

    def add_report(self, report: Report) -> None:
        """Count a record; one with unreadable places is never a success."""
        self.add(UNREADABLE if report.errors else _STATUS[report.verdict])
        self.verdicts[report.verdict] += 1
        self.hands += len(report.hands)
        for found in (report.errors, report.violations, report.style):
            for each in found:
                self.codes[each.code] += 1
        for open_check in report.unverified:
            self.codes[open_check.code] += open_check.count

    def add_tally(self, other: Tally) -> None:
        """Count what another part of the run came to."""
        self.add(other.status)
        self.verdicts += other.verdicts
        self.codes += other.codes
        self.hands += other.hands
        self.unreadable_sources += other.unreadable_sources
        self.not_judged += other.not_judged

    @property
    def records(self) -> int:
        """How many records have a report."""
        return sum(self.verdicts.values())

    def summary(self) -> str | None:
        """The verdicts in one line, None for a single record: 9 records: 8 legal, 1 illegal."""
        count = self.records
        if count < 2:
            return None
        named = (f"{self.verdicts[each]} {said(IN_LINES[each])}" for each in _STATUS if self.verdicts[each])
        return said("%(count)s records: %(verdicts)s", count=count, verdicts=", ".join(named))

    def table(self) -> Iterator[str]:
        """Every count in a line of its own, for people."""
        yield f"{self.records:>9} {said('records')}"
        yield f"{self.hands:>9} {said('hands')}"
        yield from (f"{count:>9} {what}" for what, count in self._troubles() if count)
        yield from (f"{self.verdicts[each]:>9} {said(IN_LINES[each])}" for each in _STATUS)
        yield from (f"{count:>9} {code}" for code, count in sorted(self.codes.items()))

    def as_dict(self) -> dict[str, Any]:
        """The last line of JSON lines (spec/reports.md#summary)."""
        return {
            "summary": {
                "records": self.records,
                "hands": self.hands,
                "verdicts": {each: self.verdicts[each] for each in _STATUS},
                "codes": dict(sorted(self.codes.items())),
                "unreadable_sources": self.unreadable_sources,
                "not_judged": self.not_judged,
                "status": self.status,
            }
        }

    def _troubles(self) -> Iterator[tuple[str, int]]:
        yield said("files not read to their end"), self.unreadable_sources
        yield said("records not judged"), self.not_judged
