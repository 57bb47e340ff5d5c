"""Whether a tournament file agrees with itself: dates, and who sits where in a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from typing import TypeAlias

from bornes.tournament.agreement import Finding
from bornes.tournament.model import Round, Tournament


def file_findings(tournament: Tournament) -> Iterator[Finding]:
    """What is found without looking at a record."""
    yield from _dates(tournament)
    met: dict[frozenset[str], int] = {}
    for played in tournament.rounds:
        yield from _seated(tournament, played)
        for table in played.tables:
            if table.forfeit:
                continue  # they have not played, so they may be paired again
            about = (played.number, table.number, None, table.place)
            pair = frozenset(table.sides.values())
            if pair in met:
                names = " and ".join(tournament.name(each) for each in table.sides.values())
                yield Finding("warning", "met-before", f"{names} met in round {met[pair]}", *about)
            met.setdefault(pair, played.number)


Seen: TypeAlias = Mapping[tuple[int, int], str]
"""By (round, table): the SHA-256 of the bytes of its record."""


def twice(tournament: Tournament, seen: Seen) -> Mapping[tuple[int, int], Finding]:
    """The tables whose record is that of another table too, byte for byte."""
    tables: dict[str, list[tuple[int, int]]] = {}
    for key, digest in seen.items():
        tables.setdefault(digest, []).append(key)
    places = {(played.number, each.number): each for played in tournament.rounds for each in played.tables}
    found: dict[tuple[int, int], Finding] = {}
    for same in tables.values():
        for key in same if len(same) > 1 else ():
            others = ", ".join(
                f"round {number}, table {table}" for number, table in same if (number, table) != key
            )
            message = f"{places[key].record} is also the record of {others}"
            found[key] = Finding("error", "record-twice", message, *key, place=places[key].place)
    return found


def _dates(tournament: Tournament) -> Iterator[Finding]:
    given = [(key, getattr(tournament, key), tournament.places.get(key)) for key in ("begins", "ends")]
    for key, text, place in given:
        if text and not _is_date(text):
            yield Finding("error", "date-impossible", f"{key}: there is no day {text}", place=place)
    if tournament.begins and tournament.ends and tournament.ends < tournament.begins:
        message = f"the tournament ends on {tournament.ends}, before it begins on {tournament.begins}"
        yield Finding("error", "date-impossible", message, place=tournament.places.get("ends"))
    before = tournament.begins
    for played in tournament.rounds:
        if played.date is None:
            continue
        if not _is_date(played.date):
            message = f"there is no day {played.date}"
        elif before and played.date < before:
            message = f"the round is of {played.date}, what precedes it of {before}"
        elif tournament.ends and played.date > tournament.ends:
            message = f"the round is of {played.date}, the tournament ends on {tournament.ends}"
        else:
            before = played.date
            continue
        yield Finding("error", "date-impossible", message, played.number, place=played.place)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _seated(tournament: Tournament, played: Round) -> Iterator[Finding]:
    tables = [each for table in played.tables for each in table.sides.values()]
    seen = Counter([*tables, *played.byes, *played.absent])
    for entrant, times in seen.items():
        if times > 1:
            where = [
                f"table {table.number}"
                for table in played.tables
                for each in table.sides.values()
                if each == entrant
            ]
            where += ["a bye"] * (entrant in played.byes) + ["absent"] * (entrant in played.absent)
            message = f"{tournament.name(entrant)} stands {times} times in the round: {', '.join(where)}"
            yield Finding("error", "player-twice", message, played.number, place=played.place)
    for entrant in tournament.entrants:
        if entrant not in seen:
            message = f"{tournament.name(entrant)} has no table, no bye and is not absent"
            yield Finding("warning", "player-without-table", message, played.number, place=played.place)
