"""Who meets whom in a round: what any way of pairing gives, and pairing by Berger tables."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bornes.tournament.berger import pairs, rounds_of
from bornes.tournament.model import Tournament
from bornes_notation.wording import worded


class RoundError(Exception):
    """There is no next round, or it cannot be written into the file."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A round as it was drawn, by ids.

    Attributes:
        pairs: In the order of the tables; the first of a pair has side X.
        byes: Who is there and has no opponent.
    """

    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]


def berger_draw(tournament: Tournament, number: int, absent: Collection[str]) -> Draw:
    """A round by Berger tables; whoever should have met somebody absent has a bye.

    Raises:
        RoundError: All have met all.
    """
    seeds = tuple(tournament.entrants)
    if number > rounds_of(len(seeds)):
        raise RoundError(
            worded(
                "%(count)s entrants meet in %(rounds)s rounds; all are there",
                count=len(seeds),
                rounds=rounds_of(len(seeds)),
            )
        )
    met: list[tuple[str, str]] = []
    byes: list[str] = []
    for drawn in pairs(len(seeds), number):
        there = [seeds[seed - 1] for seed in drawn if seed <= len(seeds) and seeds[seed - 1] not in absent]
        if len(there) == 2:
            met.append((there[0], there[1]))
        else:
            byes += there
    return Draw(tuple(met), tuple(byes))
