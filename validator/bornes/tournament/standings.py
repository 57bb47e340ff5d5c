"""Standings: ranks that follow from matches, points system and tie-breaks, each number with what it adds up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bornes.tournament.matches import Match, Part, parts_of, parts_without_table
from bornes.tournament.model import Tournament
from bornes.tournament.tiebreaks import TIE_BREAKS, Term, points_of, split


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings.

    Attributes:
        rank: From 1; shared by those whom nothing parts, the next rank then left out.
        parts: What its points add up, round by round.
        tie_breaks: Name to terms; None where it was not needed or does not apply.
    """

    rank: int
    entrant: str
    points: int
    parts: tuple[Part, ...]
    tie_breaks: Mapping[str, tuple[Term, ...] | None]

    def count(self, *outcomes: str) -> int:
        """How many parts have one of these outcomes."""
        return sum(part.outcome in outcomes for part in self.parts)


def standings(tournament: Tournament, matches: Iterable[Match]) -> tuple[Row, ...]:
    """The rows, in order of rank; those who share one in the order of the file."""
    parts = _parts(tournament, matches)
    return tuple(_rows(tournament, parts))


def _parts(tournament: Tournament, matches: Iterable[Match]) -> dict[str, tuple[Part, ...]]:
    collected: dict[str, list[Part]] = {each: [] for each in tournament.entrants}
    counted = [match for match in matches if match.kind != "open"]
    for match in counted:
        for entrant, part in parts_of(match, tournament.points).items():
            collected[entrant].append(part)
    begun = {match.round for match in counted}
    for played in tournament.rounds:
        if played.tables and played.number not in begun:
            continue  # a bye is worth its points when the round is played, not when it is drawn
        for entrant, part in parts_without_table(played, tournament.points).items():
            collected[entrant].append(part)
    return {
        entrant: tuple(sorted(parts, key=lambda part: (part.round, part.table or 0)))
        for entrant, parts in collected.items()
    }


def _rows(tournament: Tournament, parts: dict[str, tuple[Part, ...]]) -> Iterator[Row]:
    points = {each: points_of(parts, each) for each in tournament.entrants}
    rank = 1
    for value in sorted(set(points.values()), reverse=True):
        tied = tuple(each for each in tournament.entrants if points[each] == value)
        for shared, needed in split(parts, tied, tournament.tie_breaks):
            for each in shared:
                terms = {name: _terms(parts, each, name, needed[each]) for name in tournament.tie_breaks}
                yield Row(rank, each, value, parts[each], terms)
            rank += len(shared)


def _terms(
    parts: Mapping[str, tuple[Part, ...]],
    entrant: str,
    name: str,
    needed: Mapping[str, tuple[Term, ...] | None],
) -> tuple[Term, ...] | None:
    """The terms of a tie-break; direct encounters mean nothing for those who were not tied."""
    if name in needed:
        return needed[name]
    return None if name == "direct" else TIE_BREAKS[name](parts, entrant, (entrant,))
