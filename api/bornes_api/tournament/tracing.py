"""The numbers of one entrant, each with the matches, records and lines that it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from bornes_api.tournament.folder import Gathered
from bornes_notation import End, Hand, Record, Ruling
from bornes_notation.writer import format_item

Json: TypeAlias = dict[str, Any]


def trace(gathered: Gathered, standings: Json, entrant: str) -> Json:
    """A row of the standings; its parts have what they rest on: record, sha256, lines, rulings, policies."""
    row = next(each for each in standings["standings"] if each["id"] == entrant)
    matches = {(each["round"], each["table"]): each for each in standings["matches"]}
    players = gathered.tournament.entrants[entrant].players
    return {
        **row,
        "parts": [{**part, **_evidence(gathered, matches, part)} for part in row["parts"]],
        "offences": [each for each in standings["offences"] if each["player"] in players],
    }


def _evidence(gathered: Gathered, matches: dict[tuple[int, int], Json], part: Json) -> Json:
    match = matches.get((part["round"], part["table"]))
    record = gathered.records.get((part["round"], part["table"]))
    return {
        "kind": match["kind"] if match else part["outcome"],
        "record": match["record"] if match else None,
        "sha256": match["sha256"] if match else None,
        "unresolved": match["unresolved"] if match else 0,
        "sides": match["sides"] if match else {},
        "policies": match["policies"] if match else [],
        "lines": [] if record is None else list(_lines(record)),
        "rulings": list(_rulings(gathered, (part["round"], part["table"]))),
    }


def _rulings(gathered: Gathered, table: tuple[int, int]) -> Iterator[Json]:
    """The rulings of the ledger that count for a match: their events, and their lines as a record would have them."""
    found = gathered.effective.get(table)
    if found is None:
        return
    texts = {line.line: line.text for line in found.trial.record.lines}
    for line, event in found.put_in:
        yield {"event": event, "after": found.trial.before(line), "text": texts[line]}


def _lines(record: Record) -> Iterator[Json]:
    """The lines of a record on which its score rests: the last of each hand, and rulings."""
    last: tuple[int, str] | None = None
    for line in record.lines:
        if isinstance(line.item, Hand) and last is not None:
            yield {"line": last[0], "text": last[1]}
            last = None
        if isinstance(line.item, Ruling):
            yield {"line": line.line, "text": format_item(line.item)}
        elif isinstance(line.item, End):
            yield {"line": line.line, "text": format_item(line.item)}
            last = None
        elif not isinstance(line.item, Hand):
            last = (line.line, line.text)
    if last is not None:
        yield {"line": last[0], "text": last[1]}
