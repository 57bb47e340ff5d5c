"""One table of a tournament: its record as it counts, what was found in it, and what rulings would do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bornes.asked import Asked, AskedError, read_asked
from bornes.report import Violation
from bornes.tournament.docket import Standing, table_named
from bornes.tournament.effective import Effective
from bornes.tournament.model import Table, Tournament
from bornes.trial import Trial
from bornes.whatif import Outcome, Refusal, ways_to_rule, what_if
from bornes_api.service.problems import ProblemError
from bornes_api.service.tournaments.shelf import Shown
from bornes_api.tournament.records import effective_record, read_whole, record_bytes

PENALTY = -100
"""Points of the penalty that is shown where nobody has said how many."""


@dataclass(frozen=True, slots=True)
class Here:
    """A table, and its record under the rulings that stand.

    Attributes:
        effective: None if there is no record that can be read.
        without: The ruling that was left out, as if it were superseded.
    """

    shown: Shown
    round: int
    table: Table
    data: bytes | None
    effective: Effective | None
    without: int | None = None

    @property
    def key(self) -> tuple[int, int]:
        """Round and number of the table."""
        return self.round, self.table.number

    @property
    def trial(self) -> Trial:
        """The record under the rulings.

        Raises:
            ProblemError: no-record.
        """
        if self.effective is None:
            where = f"round {self.round}, table {self.table.number}"
            raise ProblemError("no-record", f"{where} has no record that can be read")
        return self.effective.trial


def here(shown: Shown, played: str, number: str, without: int | None = None) -> Here:
    """A table by its round and number.

    Args:
        shown: The tournament.
        played: Number of the round.
        number: Of the table.
        without: A ruling to leave out.

    Raises:
        ProblemError: no-such-match.
    """
    table = table_in(shown.tournament, played, number)
    data = record_bytes(shown.folder, table.record) if table.record else ""
    if isinstance(data, str):
        return Here(shown, int(played), table, None, None, without)
    standing = _standing(shown, int(played), table.number, without)
    found = effective_record(data, shown.tournament.policy, standing) if read_whole(data) else ""
    return Here(shown, int(played), table, data, found if isinstance(found, Effective) else None, without)


def table_in(tournament: Tournament, played: str, number: str) -> Table:
    """A table by its round and number as an address has them.

    Raises:
        ProblemError: no-such-match.
    """
    table = None
    if all(each.isascii() and each.isdigit() and len(each) < 5 for each in (played, number)):
        table = table_named(tournament, int(played), int(number))
    if table is None:
        raise ProblemError("no-such-match", f"there is no round {played[:9]}, table {number[:9]}")
    return table


def _standing(shown: Shown, played: int, table: int, without: int | None) -> Sequence[Standing]:
    """The rulings that stand, without one of them; one that was varied on appeal cannot be left out."""
    standing = shown.gathered.docket.standing(played, table)
    return [each for each in standing if each.n != without]


def asked_of(text: str) -> tuple[Asked, ...]:
    """Rulings that are tried together, separated by commas.

    Raises:
        ProblemError: not-a-ruling.
    """
    try:
        return tuple(read_asked(each) for each in text.split(","))
    except AskedError as error:
        raise ProblemError("not-a-ruling", str(error)) from error


def tried(place: Here, asked: Sequence[Asked]) -> Outcome | Refusal:
    """The record under further rulings.

    Raises:
        ProblemError: no-record, not-a-ruling.
    """
    try:
        return what_if(place.trial, asked)
    except AskedError as error:
        raise ProblemError("not-a-ruling", str(error)) from error


def ways(place: Here, violation: Violation, points: int = PENALTY) -> tuple[Outcome | Refusal, ...]:
    """Every kind of ruling on a violation that none covers."""
    return tuple(ways_to_rule(place.trial, violation, points))
