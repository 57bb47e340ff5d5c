"""The sheet of a round: who sits where, and room for totals and signatures."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bornes.tournament.model import Entrant, Round, Table, Tournament
from bornes_api.paper.environment import render
from bornes_notation.wording import worded

Json = Mapping[str, Any]

FEW = 8
"""Tables among which everybody finds his own without a list by name."""


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side of a table; `total` and `hands`, those won, are None until the match is in."""

    letter: str
    entrant: Entrant
    total: int | None
    hands: int | None
    forfeited: bool
    won: bool


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table with its sides; `sha256` is that of the record if it is in, `why_open` why it does not count."""

    number: int
    sides: tuple[SideLine, ...]
    sha256: str | None
    why_open: str


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Where one person sits: a table, or `free`: bye or absent; `team` if the person plays for one."""

    name: str
    team: str
    table: int | None
    side: str
    free: str


def round_sheet(
    tournament: Tournament, number: int, matches: Iterable[Json] = (), *, language: str = "en"
) -> str:
    """The sheet of a round as HTML.

    Args:
        tournament: What its file says.
        number: Of the round.
        matches: The matches of the tournament, as its standings have them; without them, all places are left open.
        language: Of the sheet.

    Raises:
        LookupError: There is no such round.
    """
    played = next((each for each in tournament.rounds if each.number == number), None)
    if played is None:
        raise LookupError(worded("there is no round %(number)s", number=number))
    found = {each["table"]: each for each in matches if each["round"] == number}
    tables = tuple(_table(tournament, table, found.get(table.number)) for table in played.tables)
    return render(
        "round.html",
        language,
        tournament=tournament,
        played=played,
        tables=tables,
        by_hands=tournament.points.by == "hands",
        byes=[tournament.entrants[each] for each in played.byes],
        absent=[tournament.entrants[each] for each in played.absent],
        seats=seats(tournament, played) if len(tables) > FEW else (),
    )


def _table(tournament: Tournament, table: Table, match: Json | None) -> TableLine:
    match = match or {}
    totals, hands, winners = match.get("totals", {}), match.get("hands", {}), match.get("winners", ())
    sides = tuple(
        SideLine(
            letter,
            tournament.entrants[entrant],
            totals.get(letter),
            hands.get(letter),
            letter in table.forfeit,
            letter in winners,
        )
        for letter, entrant in table.sides.items()
    )
    sha256 = match.get("sha256")
    return TableLine(table.number, sides, sha256, (match.get("why_open") or "") if sha256 else "")


def seats(tournament: Tournament, played: Round) -> tuple[SeatLine, ...]:
    """Everybody of a round by name, as a list on the wall has them."""
    return tuple(sorted(_seats(tournament, played), key=lambda each: (_sorted_by(each.name), each.name)))


def _seats(tournament: Tournament, played: Round) -> Iterator[SeatLine]:
    for table in played.tables:
        for side, entrant in table.sides.items():
            yield from _people(tournament.entrants[entrant], table.number, side, "")
    for free, entrants in (("bye", played.byes), ("absent", played.absent)):
        for entrant in entrants:
            yield from _people(tournament.entrants[entrant], None, "", free)


def _people(entrant: Entrant, table: int | None, side: str, free: str) -> Iterator[SeatLine]:
    for name in entrant.players:
        yield SeatLine(name, entrant.name if entrant.name != name else "", table, side, free)


def _sorted_by(name: str) -> str:
    """A name without its accents: É stands with E."""
    plain = (each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    return "".join(plain).casefold()
