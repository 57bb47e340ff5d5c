"""What the pages about a whole tournament show: the list, standings, a round, an entrant, the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bornes.tournament.ledger import Appeal, Decision, Event, Ruling
from bornes.tournament.model import TournamentFileError
from bornes_api.pages.asked import AskedError
from bornes_api.render.ledger import state_of
from bornes_api.service.problems import ProblemError
from bornes_api.service.tournaments.shelf import Shelf, Shown
from bornes_api.sources import SourceError
from bornes_api.tournament.changes import changes
from bornes_api.tournament.folder import open_tournament
from bornes_api.tournament.published import publications
from bornes_api.tournament.tracing import trace

MOST_CHANGES = 50
MOST_FINDINGS = 100

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament of the list; without `event`, its file cannot be used."""

    id: str
    event: str | None = None
    begins: str | None = None
    ends: str | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """An event of the ledger as pages tell it.

    Attributes:
        kind: ruling, appeal or decision.
        place: Round and table it is about; None if it is about nothing that is here.
        state, by: What became of it, and the event that made it so.
    """

    event: Event
    kind: str
    place: tuple[int, int] | None
    state: str
    by: int | None
    sha256: str

    @property
    def words(self) -> str:
        """Reason or grounds."""
        return self.event.grounds if isinstance(self.event, Appeal) else self.event.reason

    @property
    def rulings(self) -> str:
        """The rulings asked for, as they are written; empty if there are none."""
        return ", ".join(self.event.rulings) if isinstance(self.event, Ruling | Decision) else ""


def tournament_list(shelf: Shelf | None) -> Values:
    """The list of tournaments; `shelf` None: none are shown here."""
    return {
        "shown": shelf is not None,
        "tournaments": [] if shelf is None else list(map(_listed(shelf), shelf.ids())),
    }


def _listed(shelf: Shelf) -> Any:
    def listed(name: str) -> Listed:
        try:
            found = open_tournament(str(shelf.path(name))).tournament
        except (TournamentFileError, SourceError, ProblemError):
            return Listed(name)
        return Listed(name, found.event, found.begins, found.ends)

    return listed


def standings_page(shown: Shown) -> Values:
    """Standings, rounds, what is wrong, what has changed since the last publication."""
    published, changed = _since(shown)
    return {
        "shown": shown,
        "standings": shown.standings,
        "rounds": shown.tournament.rounds,
        "findings": _findings(shown),
        "published": published,
        "changes": changed[:MOST_CHANGES],
        "more_changes": max(len(changed) - MOST_CHANGES, 0),
        "open_appeals": list(shown.gathered.docket.open_appeals()),
    }


def _since(shown: Shown) -> tuple[Any, list[Any]]:
    try:
        published = publications(shown.folder)
    except SourceError:
        return None, []
    if not published:
        return None, []
    standings: Any = shown.standings
    return published[-1], list(changes(published[-1].standings, standings))


def _findings(shown: Shown) -> Values:
    found = [each for each in shown.gathered.findings if each.level != "info"]
    counts = {level: sum(each.level == level for each in found) for level in ("error", "warning")}
    return {"listed": found[:MOST_FINDINGS], "more": max(len(found) - MOST_FINDINGS, 0), **counts}


def round_page(shown: Shown, number: str) -> Values:
    """The tables of a round.

    Raises:
        AskedError: there is no such round.
    """
    played = next((each for each in shown.tournament.rounds if str(each.number) == number), None)
    if played is None:
        raise AskedError(f"the tournament has no round {number[:20]!r}", 404)
    matches = [each for each in _matches(shown) if each["round"] == played.number]
    return {"shown": shown, "round": played, "matches": matches}


def entrant_page(shown: Shown, name: str) -> Values:
    """The numbers of an entrant, each with where it comes from.

    Raises:
        AskedError: there is no such entrant.
    """
    if name not in shown.tournament.entrants:
        raise AskedError(f"the tournament has no entrant {name[:40]!r}", 404)
    standings: Any = shown.standings
    return {"shown": shown, "traced": trace(shown.gathered, standings, name)}


def ledger_page(shown: Shown) -> Values:
    """All events, with what became of them."""
    return {"shown": shown, "events": told(shown), "head": shown.gathered.ledger.head}


def told(shown: Shown, place: tuple[int, int] | None = None) -> list[Told]:
    """The events, of one table or of all, in order."""
    docket = shown.gathered.docket
    found = []
    for entry in shown.gathered.ledger.entries:
        about = docket.table_of(entry.event)
        if place is None or about == place:
            kind = type(entry.event).__name__.lower()
            found.append(Told(entry.event, kind, about, *state_of(docket, entry.event), entry.sha256))
    return found


def _matches(shown: Shown) -> list[Any]:
    standings: Any = shown.standings
    found: list[Any] = standings["matches"]
    return found
