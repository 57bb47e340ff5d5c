"""Kept records: under the hash of their canonical text, as text, JSON, report or replay."""

from __future__ import annotations

from typing import Any

from bornes_api.service.calls import Answer, Call, Route, encoded, html_page, json_answer
from bornes_api.service.media import HTML, JSON
from bornes_api.service.problems import ProblemError
from bornes_api.service.routes.judge import reports, sent, steps
from bornes_api.service.routes.rewrite import readable
from bornes_api.service.store.records import Store
from bornes_notation import format as canonical_text
from bornes_notation import parse
from bornes_notation.jsonform import to_json


def keep_record(call: Call) -> Answer:
    """Keeps the record of a body; once it is answered it is on the disk."""
    store = _store(call)
    records = readable(sent(call))
    if len(records) != 1:
        raise ProblemError("one-record", f"{len(records)} records; they are kept one by one")
    text = canonical_text(records[0])
    name, new = store.keep(text, records[0].header("Event"))
    entry = _entry(name, records[0].header("Event"), len(text.encode()))
    return json_answer(entry, 201 if new else 200, {"Location": entry["href"]})


def list_records(call: Call) -> Answer:
    """A page of the list, the newest first."""
    cursor, limit = call.query.get("cursor"), call.query["limit"]
    found = _store(call).page(None if cursor is None else int(cursor), limit + 1)
    more = len(found) > limit
    shown = found[:limit]
    return json_answer(
        {
            "records": [_entry(each.hash, each.event, each.size) for each in shown],
            "next": str(shown[-1].sequence) if more else None,
        }
    )


def record(call: Call) -> Answer:
    """A kept record as text, JSON, or page."""
    text = _text(call)
    if call.form == JSON:
        return json_answer(to_json(parse(text)))
    if call.form == HTML:
        page = call.service.replay_page
        shown = html_page("Record", text) if page is None else page(call.path["hash"], text)
        return Answer(HTML, encoded(shown))
    return Answer(call.form, text.encode())


def record_report(call: Call) -> Answer:
    """The report of a kept record."""
    data = _text(call).encode()
    with call.admitted(len(data)):
        return reports(call, data)


def record_replay(call: Call) -> Answer:
    """The steps of a kept record."""
    data = _text(call).encode()
    with call.admitted(len(data)):
        return steps(call, data)


def _text(call: Call) -> str:
    name = call.path["hash"]
    text = _store(call).text_of(name)
    if text is None:
        raise ProblemError("no-such-record", f"no record is kept under {name[:70]!r}")
    return text


def _store(call: Call) -> Store:
    store = call.service.store
    if store is None:
        raise ProblemError("no-store", "this service keeps no records")
    return store


def _entry(name: str, event: str | None, size: int) -> dict[str, Any]:
    return {"hash": name, "href": f"/v1/records/{name}", "event": event, "bytes": size}


ROUTES: dict[str, Route] = {
    "keepRecord": keep_record,
    "listRecords": list_records,
    "record": record,
    "recordReport": record_report,
    "recordReplay": record_replay,
}
