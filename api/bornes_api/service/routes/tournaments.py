"""Tournaments, to be read: standings, findings, the ledger, matches, what rulings would do, files."""

from __future__ import annotations

from typing import Any

from bornes.tournament.model import TournamentFileError
from bornes_api.render.jsonreport import report_to_dict
from bornes_api.render.ledger import entry_to_dict
from bornes_api.render.rulings import ways_to_dict
from bornes_api.render.standings import finding_to_dict
from bornes_api.service.calls import Answer, Call, Route, json_answer
from bornes_api.service.problems import ProblemError
from bornes_api.service.tournaments.files import stored_files
from bornes_api.service.tournaments.matches import Here, asked_of, here, tried, ways
from bornes_api.service.tournaments.shelf import Shelf, Shown
from bornes_api.sources import SourceError
from bornes_api.tournament.folder import open_tournament
from bornes_api.tournament.records import record_bytes

MOST_TRIED = 20
"""Alternatives, or violations with every kind of ruling, that are tried for one request."""


def list_tournaments(call: Call) -> Answer:
    """Every tournament; one whose file cannot be used is listed with its problem."""
    shelf = shelf_of(call)
    return json_answer({"tournaments": [_listed(shelf, each) for each in shelf.ids()]})


def tournament(call: Call) -> Answer:
    """Terms, standings and matches."""
    return json_answer(shown_in(call).standings)


def findings(call: Call) -> Answer:
    """What is found about a tournament, as `bornes tournament check` says it."""
    return json_answer({"findings": [finding_to_dict(each) for each in shown_in(call).gathered.findings]})


def ledger(call: Call) -> Answer:
    """The events, with what became of each."""
    gathered = shown_in(call).gathered
    entries = [entry_to_dict(gathered.docket, each) for each in gathered.ledger.entries]
    return json_answer({"events": entries, "head": gathered.ledger.head})


def match(call: Call) -> Answer:
    """A match: its row of the tournament, record, report under the rulings, findings, events."""
    return json_answer(match_values(place_in(call)))


def what_if(call: Call) -> Answer:
    """What rulings would do; without any, every kind on every violation that none covers."""
    place = place_in(call, call.query.get("supersedes"))
    with call.admitted(len(place.data or b"")):
        asked = call.query["rulings"].split(";") if "rulings" in call.query else []
        violations = [] if asked else place.trial.unresolved()
        if max(len(asked), len(violations)) > MOST_TRIED:
            what = f"{len(asked)} alternatives" if asked else f"{len(violations)} violations without a ruling"
            raise ProblemError(
                "not-a-ruling", f"{what}; at most {MOST_TRIED} are tried at once: name rulings"
            )
        found = [tried(place, asked_of(each)) for each in asked]
        found += [way for each in violations for way in ways(place, each)]
        return json_answer(ways_to_dict(place.trial, found, None))


def files(call: Call) -> Answer:
    """The tournament file and the records, with their hashes."""
    folder = shelf_of(call).path(call.path["id"])
    listed = [
        {"path": each.path, "sha256": each.sha256, "bytes": each.bytes} for each in stored_files(folder)
    ]
    return json_answer({"files": listed})


def shelf_of(call: Call) -> Shelf:
    """The tournaments of the service.

    Raises:
        ProblemError: no-tournaments.
    """
    if call.service.shelf is None:
        raise ProblemError("no-tournaments", "this service shows no tournaments")
    return call.service.shelf


def shown_in(call: Call) -> Shown:
    """The tournament of the path, counted as work if it has to be judged."""
    shelf = shelf_of(call)
    size = min(shelf.size(call.path["id"]), call.service.settings.client_bytes_at_once)
    with call.admitted(size):
        return shelf.shown(call.path["id"])


def place_in(call: Call, without: int | None = None) -> Here:
    """The table of the path."""
    return here(shown_in(call), call.path["round"], call.path["table"], without)


def match_values(place: Here) -> dict[str, Any]:
    """A match as JSON values."""
    shown, key = place.shown, place.key
    standings: Any = shown.standings
    row = next(each for each in standings["matches"] if (each["round"], each["table"]) == key)
    docket = shown.gathered.docket
    data = None if place.table.record is None else record_bytes(shown.folder, place.table.record)
    return {
        "match": row,
        "text": data.decode("utf-8", "replace") if isinstance(data, bytes) else None,
        "report": None if place.effective is None else report_to_dict(place.trial.report, None),
        "findings": [
            finding_to_dict(each) for each in shown.gathered.findings if (each.round, each.table) == key
        ],
        "events": [
            entry_to_dict(docket, each)
            for each in shown.gathered.ledger.entries
            if docket.table_of(each.event) == key
        ],
    }


def _listed(shelf: Shelf, name: str) -> dict[str, Any]:
    values: dict[str, Any] = {"id": name, "href": f"/v1/tournaments/{name}"}
    try:
        found = open_tournament(str(shelf.path(name))).tournament
    except (TournamentFileError, SourceError, ProblemError):
        return {**values, "event": None, "begins": None, "ends": None}
    return {**values, "event": found.event, "begins": found.begins, "ends": found.ends}


ROUTES: dict[str, Route] = {
    "listTournaments": list_tournaments,
    "tournament": tournament,
    "tournamentFindings": findings,
    "tournamentLedger": ledger,
    "tournamentMatch": match,
    "whatIf": what_if,
    "tournamentFiles": files,
}
