"""What stands of the rulings in a ledger: which were superseded, appealed against, varied, annulled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from unicodedata import normalize

from bornes.asked import AskedError, read_asked
from bornes.tournament import refusals
from bornes.tournament.agreement import Finding
from bornes.tournament.ledger import FILE, Appeal, Decision, Event, Ledger, Ruling
from bornes.tournament.model import Table, Tournament
from bornes.tournament.refusals import Fault
from bornes_notation.wording import worded, wording_of


@dataclass(slots=True)
class Ruled:
    """A ruling that has been entered, and what became of it.

    Attributes:
        ruling: As it was entered, on that line of the ledger.
        superseded: The ruling that took its place.
        appeals: Against it, in order.
        decision: The decision on one of them that counts.
    """

    ruling: Ruling
    line: int
    superseded: int | None = None
    appeals: list[Appealed] = field(default_factory=list)

    @property
    def decision(self) -> Decision | None:
        """What was decided on an appeal against it; of several the last."""
        decided = [each.decision for each in self.appeals if each.decision is not None]
        return max(decided, key=lambda each: each.n, default=None)


@dataclass(slots=True)
class Appealed:
    """An appeal that has been entered, and the decision on it that counts."""

    appeal: Appeal
    line: int
    decision: Decision | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Rulings that stand for a table.

    Attributes:
        n: The event that says so: a ruling, or the decision that varied it.
        line: Of that event in the ledger.
        record: SHA-256 of the record that was ruled on.
        rulings: As they are asked for.
    """

    n: int
    line: int
    round: int
    table: int
    record: str
    rulings: tuple[str, ...]
    reason: str


class Docket:
    """The events of a ledger that can stand, heard in order.

    Attributes:
        rulings, appeals: By their number.
        decisions: Lines of the ledger by number.
        findings: Events that cannot stand and so have no effect, and appeals that are open.
        unfit: Events whose rulings do not fit their record; who applies them says so.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.rulings: dict[int, Ruled] = {}
        self.appeals: dict[int, Appealed] = {}
        self.findings: list[Finding] = []
        self.unfit: set[int] = set()
        self.decisions: dict[int, int] = {}

    def enter(self, event: Event, line: int) -> Fault | None:
        """Takes an event in, or says why it cannot stand; then it has no effect."""
        fault = self.fault(event)
        if fault is not None:
            return fault
        match event:
            case Ruling():
                self.rulings[event.n] = Ruled(event, line)
                if event.supersedes is not None:
                    self.rulings[event.supersedes].superseded = event.n
            case Appeal():
                self.appeals[event.n] = Appealed(event, line)
                self.rulings[event.against].appeals.append(self.appeals[event.n])
            case Decision():
                self.appeals[event.appeal].decision = event
                self.decisions[event.n] = line
        return None

    def fault(self, event: Event) -> Fault | None:
        """Why an event cannot stand after those that were entered; None if it can."""
        match event:
            case Ruling():
                return self._of_ruling(event)
            case Appeal():
                return self._of_appeal(event)
            case Decision():
                return self._of_decision(event)

    def table_of(self, event: Event) -> tuple[int, int] | None:
        """Round and table that an event is about; None if it is about nothing that is here."""
        if isinstance(event, Decision):
            found = self.appeals.get(event.appeal)
            return None if found is None else self.table_of(found.appeal)
        if isinstance(event, Appeal):
            ruled = self.rulings.get(event.against)
            return None if ruled is None else self.table_of(ruled.ruling)
        return event.round, event.table

    def standing(self, played: int, table: int) -> tuple[Standing, ...]:
        """The rulings that stand for a table, in the order in which they were made."""
        return tuple(
            found
            for each in self.rulings.values()
            if (each.ruling.round, each.ruling.table) == (played, table)
            and (found := self._standing(each)) is not None
        )

    def open_appeals(self) -> Iterator[Appealed]:
        """Those on which nothing was decided, against rulings that nothing took the place of."""
        for each in self.appeals.values():
            if each.decision is None and self.rulings[each.appeal.against].superseded is None:
                yield each

    def _standing(self, ruled: Ruled) -> Standing | None:
        ruling, decision = ruled.ruling, ruled.decision
        if ruled.superseded is not None:
            return None
        where = (ruling.round, ruling.table, ruling.record)
        if decision is None or decision.outcome == "upheld":
            return Standing(ruling.n, ruled.line, *where, ruling.rulings, ruling.reason)
        if decision.outcome == "annulled":
            return None
        line = self.decisions[decision.n]
        return Standing(decision.n, line, *where, decision.rulings, decision.reason)

    def _of_ruling(self, event: Ruling) -> Fault | None:
        table = table_named(self.tournament, event.round, event.table)
        if table is None:
            return refusals.no_table(event)
        if table.record is None:
            return refusals.no_record(event)
        if unread := _unread(event.rulings):
            return Fault("ruling-unfit", unread)
        if event.supersedes is None:
            return None
        found = self.rulings.get(event.supersedes)
        if found is None:
            return refusals.no_ruling_to_supersede(event.supersedes)
        if (found.ruling.round, found.ruling.table) != (event.round, event.table):
            return refusals.other_table(event, found.ruling)
        if found.superseded is not None:
            return refusals.superseded_already(event.supersedes, found.superseded)
        if found.decision is not None:
            return refusals.final("superseded-decided", event.supersedes, found.decision)
        return None

    def _of_appeal(self, event: Appeal) -> Fault | None:
        found = self.rulings.get(event.against)
        if found is None:
            return refusals.no_ruling_to_appeal(event)
        ruling = found.ruling
        table = table_named(self.tournament, ruling.round, ruling.table)
        sides = () if table is None else tuple(table.sides.values())
        if event.entrant not in sides:
            return refusals.stranger(event, ruling, sides)
        if event.time > ruling.appeal_until:
            return refusals.late(event, ruling)
        if found.superseded is not None:
            return refusals.appeal_superseded(ruling.n, found.superseded)
        if found.decision is not None:
            return refusals.final("appeal-decided", ruling.n, found.decision)
        if any(each.appeal.entrant == event.entrant for each in found.appeals):
            return refusals.appealed_already(event)
        return None

    def _of_decision(self, event: Decision) -> Fault | None:
        found = self.appeals.get(event.appeal)
        if found is None:
            return refusals.no_appeal(event)
        ruled = self.rulings[found.appeal.against]
        if _same(event.author, ruled.ruling.author):
            return refusals.own_ruling(event, ruled.ruling)
        if ruled.superseded is not None:
            return refusals.nothing_to_decide(ruled.ruling.n, ruled.superseded)
        if unread := _unread(event.rulings):
            return Fault("ruling-unfit", unread)
        standing = found.decision
        if (None if standing is None else standing.n) == event.supersedes:
            return None
        return refusals.no_decision(event) if standing is None else refusals.decided_already(event, standing)


def hear(tournament: Tournament, ledger: Ledger) -> Docket:
    """What stands of a ledger."""
    docket = Docket(tournament)
    for entry in ledger.entries:
        about = docket.table_of(entry.event)
        fault = docket.enter(entry.event, entry.line)
        if fault is not None:
            message = refusals.no_effect(entry.event.n, fault.message)
            place = (entry.line, 1)
            played, table = about or (None, None)
            docket.findings.append(Finding("error", fault.name, message, played, table, FILE, place))
    for each in docket.open_appeals():
        ruling = docket.rulings[each.appeal.against].ruling
        message = worded(
            "appeal %(appeal)s by %(entrant)s against ruling %(ruling)s is not decided",
            appeal=each.appeal.n,
            entrant=each.appeal.entrant,
            ruling=ruling.n,
        )
        place = (each.line, 1)
        docket.findings.append(
            Finding("warning", "appeal-open", message, ruling.round, ruling.table, FILE, place)
        )
    return docket


def table_named(tournament: Tournament, played: int, table: int) -> Table | None:
    """A table by its round and number; None if there is none."""
    tables = (each for one in tournament.rounds if one.number == played for each in one.tables)
    return next((each for each in tables if each.number == table), None)


def _unread(rulings: tuple[str, ...]) -> str | None:
    """What is wrong with rulings as they are written; None if they can be read."""
    try:
        for each in rulings:
            read_asked(each)
    except AskedError as error:
        return wording_of(error)
    return None


def _same(one: str, other: str) -> bool:
    """Whether two names are of the same person, however they were typed."""
    return " ".join(normalize("NFKC", one).casefold().split()) == " ".join(
        normalize("NFKC", other).casefold().split()
    )
