"""Made-up tournaments: rounds as they are drawn, with results, forfeits and absences by a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from bornes.tournament.matches import Match, match_of
from bornes.tournament.model import Entrant, Pairing, Points, Round, Table, Tournament
from bornes_api.tournament.draws import RoundError
from bornes_api.tournament.rounds import next_round

SYSTEMS = {
    "match": Points(),
    "football": Points("match", 3, 1, 0, bye=1, forfeit_win=2, forfeit_loss=-1),
    "difference": Points("difference", 0, 0, 0, 0, 0, 0),
    "hands": Points("hands", 0, 0, 0, 0, 0, 0),
}


def tournament(entrants: int, pairing: Pairing | None, points: Points = SYSTEMS["match"]) -> Tournament:
    """One of which nothing has been played: entrants p1, p2 and so on, in this order."""
    named = {f"p{seed}": f"Player, {seed}" for seed in range(1, entrants + 1)}
    return Tournament(
        event="Made up",
        ruleset="winning-moves",
        entrants={key: Entrant(key, name, (name,)) for key, name in named.items()},
        points=points,
        pairing=pairing,
    )


def matches_of(played: Tournament) -> tuple[Match, ...]:
    """Of a tournament whose tables all have results or forfeits."""
    return tuple(match_of(each.number, table, None, None) for each in played.rounds for table in each.tables)


NO_WAY = "cannot be paired: whichever way"
"""What is said if nobody can be paired any more."""


def rounds(start: Tournament, seed: int, absences: float = 0.05) -> Iterator[tuple[Tournament, Round]]:
    """Until no round can be paired: what was played so far, and the round that was drawn then."""
    chance = Random(seed)  # noqa: S311  # the same rounds for the same seed, not hard to guess
    so_far = start
    while True:
        absent = {each for each in start.entrants if chance.random() < absences}
        try:
            drawn = next_round(so_far, matches_of(so_far), absent)
        except RoundError as error:
            if NO_WAY in str(error):
                return
            raise
        yield so_far, drawn
        results = tuple(_played(table, chance) for table in drawn.tables)
        so_far = replace(so_far, rounds=(*so_far.rounds, replace(drawn, tables=results)))


def _played(table: Table, chance: Random) -> Table:
    bare = replace(table, record=None)
    if chance.random() < 0.05:
        return replace(bare, forfeit=chance.choice((("X",), ("Y",), ("X", "Y"))))
    totals = [chance.randrange(0, 5000, 25) for _ in "XY"]
    if chance.random() < 0.1:
        totals[1] = totals[0]
    hands = [chance.randrange(5) for _ in "XY"]
    return replace(
        bare,
        result=dict(zip("XY", totals, strict=True)),
        hands_won=dict(zip("XY", hands, strict=True)),
    )


def with_results(start: Tournament, results: Sequence[Sequence[tuple[str, str, int, int]]]) -> Tournament:
    """With rounds of (first, second, total of the first, of the second); who is in none has nothing."""
    made = [
        Round(
            number,
            tuple(
                Table(place, {"X": first, "Y": second}, result={"X": own, "Y": other})
                for place, (first, second, own, other) in enumerate(tables, 1)
            ),
        )
        for number, tables in enumerate(results, 1)
    ]
    return replace(start, rounds=tuple(made))
