"""Whether a tournament file agrees with itself: dates, and who sits where in a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from typing import TypeAlias

from bornes.tournament.agreement import Finding
from bornes.tournament.model import Round, Tournament
from bornes_notation.wording import listed, worded


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
                yield Finding(
                    "warning",
                    "met-before",
                    worded("%(names)s met in round %(met)s", names=names, met=met[pair]),
                    *about,
                )
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
                worded("round %(number)s, table %(table)s", number=number, table=table)
                for number, table in same
                if (number, table) != key
            )
            message = worded(
                "%(record)s is also the record of %(others)s", record=places[key].record, others=others
            )
            found[key] = Finding("error", "record-twice", message, *key, place=places[key].place)
    return found


def _dates(tournament: Tournament) -> Iterator[Finding]:
    given = [(key, getattr(tournament, key), tournament.places.get(key)) for key in ("begins", "ends")]
    for key, text, place in given:
        if text and not _is_date(text):
            yield Finding(
                "error",
                "date-impossible",
                worded("%(key)s: there is no day %(text)s", key=key, text=text),
                place=place,
            )
    if tournament.begins and tournament.ends and tournament.ends < tournament.begins:
        message = worded(
            "the tournament ends on %(ends)s, before it begins on %(begins)s",
            ends=tournament.ends,
            begins=tournament.begins,
        )
        yield Finding("error", "date-impossible", message, place=tournament.places.get("ends"))
    before = tournament.begins
    for played in tournament.rounds:
        if played.date is None:
            continue
        if not _is_date(played.date):
            message = worded("there is no day %(date)s", date=played.date)
        elif before and played.date < before:
            message = worded(
                "the round is of %(date)s, what precedes it of %(before)s", date=played.date, before=before
            )
        elif tournament.ends and played.date > tournament.ends:
            message = worded(
                "the round is of %(date)s, the tournament ends on %(ends)s",
                date=played.date,
                ends=tournament.ends,
            )
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
                worded("table %(number)s", number=table.number)
                for table in played.tables
                for each in table.sides.values()
                if each == entrant
            ]
            where += [worded("a bye")] * (entrant in played.byes) + [worded("absent")] * (
                entrant in played.absent
            )
            message = worded(
                "%(name)s stands %(times)s times in the round: %(where)s",
                name=tournament.name(entrant),
                times=times,
                where=listed(where),
            )
            yield Finding("error", "player-twice", message, played.number, place=played.place)
    for entrant in tournament.entrants:
        if entrant not in seen:
            message = worded("%(name)s has no table, no bye and is not absent", name=tournament.name(entrant))
            yield Finding("warning", "player-without-table", message, played.number, place=played.place)
