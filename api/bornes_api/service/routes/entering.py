"""What is written into tournaments, with a token: rulings, appeals, decisions, files."""

from __future__ import annotations

from typing import Any

from bornes.tournament.docket import hear
from bornes.tournament.ledger import Event
from bornes_api.render.ledger import entry_to_dict
from bornes_api.service.calls import Answer, Call, Route, json_answer
from bornes_api.service.contract import checker_of
from bornes_api.service.intake import decoded
from bornes_api.service.jsonplaces import places_of, pointer_of
from bornes_api.service.problems import MOST_FAULTS, Fault, ProblemError
from bornes_api.service.routes.tournaments import shelf_of
from bornes_api.service.strictjson import read_json
from bornes_api.service.tokens import Holder
from bornes_api.service.tournaments import acting
from bornes_api.service.tournaments.matches import table_in
from bornes_api.service.tournaments.shelf import unavailable
from bornes_api.sources import SourceError
from bornes_api.tournament.entering import APPEAL_MINUTES
from bornes_api.tournament.ledger import load


def enter_ruling(call: Call) -> Answer:
    """A ruling on the record of a table."""
    value = _value(call, "rulingAsked")
    shelf = shelf_of(call)
    tournament = shelf.opened(call.path["id"]).tournament
    table = table_in(tournament, call.path["round"], call.path["table"])
    key = (int(call.path["round"]), table.number)
    asked = acting.Asked(
        rulings=tuple(value["rulings"]),
        reason=value["reason"],
        supersedes=value.get("supersedes"),
        appeal_minutes=value.get("appeal_minutes", APPEAL_MINUTES),
        record=value.get("record"),
    )
    return _entered(call, acting.rule(shelf, call.path["id"], key, _who(call), asked))


def enter_appeal(call: Call) -> Answer:
    """An appeal against a ruling."""
    value = _value(call, "appealAsked")
    n = _event(call)
    event = acting.appeal(shelf_of(call), call.path["id"], n, _who(call), value["entrant"], value["grounds"])
    return _entered(call, event)


def enter_decision(call: Call) -> Answer:
    """The decision on an appeal."""
    value = _value(call, "decisionAsked")
    event = acting.decide(
        shelf_of(call),
        call.path["id"],
        _event(call),
        _who(call),
        outcome=value["outcome"],
        reason=value["reason"],
        rulings=value.get("rulings") or (),
        supersedes=value.get("supersedes"),
    )
    return _entered(call, event)


def put_file(call: Call) -> Answer:
    """The tournament file or a record, put into a tournament."""
    assert call.body is not None
    shelf, settings = shelf_of(call), call.service.settings
    stored = acting.put_file(settings, shelf, call.path["id"], call.path["path"], call.body.data, call.match)
    value = {"path": stored.path, "sha256": stored.sha256, "bytes": stored.bytes}
    return json_answer(value, 201 if stored.new else 200)


def _who(call: Call) -> Holder:
    assert call.who is not None
    return call.who


def _event(call: Call) -> int:
    """The number of an event of the ledger, from the path.

    Raises:
        ProblemError: no-such-event.
    """
    n = call.path["n"]
    folder = shelf_of(call).path(call.path["id"])
    try:
        entries = load(folder).entries
    except SourceError as error:
        raise unavailable(error) from error
    if not (n.isascii() and n.isdigit() and 0 < int(n[:9]) <= len(entries) and len(n) < 9):
        raise ProblemError("no-such-event", f"the ledger has no event {n[:20]!r}; it has {len(entries)}")
    return int(n)


def _entered(call: Call, event: Event) -> Answer:
    """The event as it stands in the ledger now."""
    opened = shelf_of(call).opened(call.path["id"])
    ledger = load(opened.path.parent)
    docket = hear(opened.tournament, ledger)
    entry = ledger.entries[event.n - 1]
    where = f"/v1/tournaments/{call.path['id']}/ledger"
    return json_answer(entry_to_dict(docket, entry), 201, {"Location": where})


def _value(call: Call, schema: str) -> Any:
    """The JSON value of the body, as a schema of the document has it.

    Raises:
        ProblemError: not-an-event, and what is wrong with the JSON.
    """
    assert call.body is not None
    text = decoded(call.body.data)
    value = read_json(text)
    errors = [
        error for error, _ in zip(checker_of(schema).iter_errors(value), range(MOST_FAULTS + 1), strict=False)
    ]
    if not errors:
        return value
    paths = [tuple(error.absolute_path) for error in errors]
    places = places_of(text, paths, 1)
    faults = [
        Fault(error.message[:300], places[path], pointer=pointer_of(path))
        for error, path in zip(errors, paths, strict=True)
    ]
    message = f"{faults[0].pointer or '(all)'}: {faults[0].message}"
    raise ProblemError("not-an-event", message, place=faults[0].place, faults=faults)


ROUTES: dict[str, Route] = {
    "enterRuling": enter_ruling,
    "enterAppeal": enter_appeal,
    "enterDecision": enter_decision,
    "putFile": put_file,
}
