"""A round of the Swiss system: the package gacrux pairs, here its question is put and its answer checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from importlib import import_module
from itertools import accumulate
from typing import Any, Final

from bornes.tournament.matches import Match
from bornes.tournament.model import Tournament
from bornes.tournament.standings import standings
from bornes_api.tournament.draws import Draw, RoundError
from bornes_notation.cards import SIDES
from bornes_notation.wording import worded

_NOBODY: Final = 0
"""The number of the opponent of whoever has a bye; players count from 1."""

_WORTH: Final = {"W": 2, "D": 1, "L": 0, "Z": 0, "P": 2}
"""What gacrux gives for each result: win, draw, loss, nothing, bye. Own points are made up to by virtual ones."""


def swiss_draw(
    tournament: Tournament, matches: Sequence[Match], number: int, absent: Collection[str]
) -> Draw:
    """A round in which nobody meets an opponent again, between equal or near points.

    Args:
        tournament: What the file says.
        matches: Of all its rounds, judged.
        number: Of the new round.
        absent: Ids of those who are not to be paired.

    Raises:
        RoundError: The rounds before are not over, nobody can be paired any more, or gacrux is not installed.
    """
    pairing, errors = _gacrux()
    _refuse_unfit(matches)
    ids = tuple(tournament.entrants)
    present = [each for each in ids if each not in absent]
    if len(present) < 2:
        raise RoundError(
            worded(
                "round %(number)s cannot be paired: %(present)s of %(all)s are there",
                number=number,
                present=len(present),
                all=len(ids),
            )
        )
    engine = pairing.pairing_dutch(
        _question(tournament, matches, number, absent),
        number,
        {"experimental": [], "verbose": 0, "top_color": "w"},
    )
    try:
        brackets = engine.compute_pairing(False)
    except errors.GacruxNoLegalPairing as error:
        raise RoundError(
            worded(
                "round %(number)s cannot be paired: whichever way, some would meet an opponent again, have a second bye, or be on one side too often; put the round into the file as you decide",
                number=number,
            )
        ) from error
    found = sorted(
        (each for bracket in brackets for each in bracket["pairs"]), key=lambda each: each["board"]
    )
    draw = _draw(ids, [(each["w"], each["b"]) for each in found])
    _check(draw, present, matches, tournament)
    return draw


def _gacrux() -> tuple[Any, Any]:
    try:
        return import_module("gacrux.pairingdutch"), import_module("gacrux.gacruxexeptions")
    except ImportError as error:
        raise RoundError(
            worded("the Swiss system is paired with gacrux, which is not installed; install bornes[swiss]")
        ) from error


def _refuse_unfit(matches: Iterable[Match]) -> None:
    for match in matches:
        where = worded("round %(round)s, table %(table)s", round=match.round, table=match.table)
        if len(match.sides) > 2:
            raise RoundError(
                worded(
                    "the Swiss system pairs two sides; %(where)s has %(count)s",
                    where=where,
                    count=len(match.sides),
                )
            )
        if match.kind == "open":
            raise RoundError(
                worded(
                    "the Swiss system pairs by points; %(where)s has none yet: %(why)s",
                    where=where,
                    why=match.why_open,
                )
            )


def _question(
    tournament: Tournament, matches: Iterable[Match], number: int, absent: Collection[str]
) -> dict[str, Any]:
    """The tournament in the form that gacrux reads ("JSON for chess"), players numbered by seeding."""
    numbers = {each: seed for seed, each in enumerate(tournament.entrants, 1)}
    games = [*_games(matches, numbers), *_without_table(tournament, numbers)]
    return {
        "tournamentType": "Swiss",
        "teamTournament": False,
        "teamSize": 0,
        # One more than there is: which round is the last one, where sides matter less, nobody has said.
        "numRounds": number + 1,
        "currentRound": number - 1,
        "scoreSystem": {"game": {result: Decimal(worth) for result, worth in _WORTH.items()}, "match": {}},
        "competitors": [
            # Left out, its "random" would be drawn; nothing in a pairing depends on it.
            {"cid": seed, "rank": seed, "present": each not in absent, "rating": None, "random": seed}
            for each, seed in numbers.items()
        ],
        "gameList": [{"id": place, **game} for place, game in enumerate(games, 1)],
        "matchList": [],
        "accelerated": {"values": list(_virtual(tournament, matches, games, number))},
    }


def _games(matches: Iterable[Match], numbers: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    for match in matches:
        first, second = sorted(match.sides, key=SIDES.index)
        yield {
            "round": match.round,
            "white": {"cid": numbers[match.sides[first]], "result": _letter(match, first)},
            "black": {"cid": numbers[match.sides[second]], "result": _letter(match, second)},
            "played": not match.unplayed,
            "rated": not match.unplayed,
            "board": match.table,
        }


def _letter(match: Match, side: str) -> str:
    if side not in match.winners:
        return "Z" if match.unplayed else "L"
    return "D" if len(match.winners) > 1 else "W"


def _without_table(tournament: Tournament, numbers: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    """Byes, and nothing for everybody else who had no table."""
    for played in tournament.rounds:
        seated = {each for table in played.tables for each in table.sides.values()}
        for each, seed in numbers.items():
            if each in seated:
                continue
            bye = each in played.byes
            yield {
                "round": played.number,
                "white": {"cid": seed, "result": "P" if bye else "Z"},
                "black": None,
                "played": bye,
                "rated": False,
                "board": 0,
            }


def _virtual(
    tournament: Tournament, matches: Iterable[Match], games: Iterable[Mapping[str, Any]], number: int
) -> Iterator[dict[str, Any]]:
    """Points that make those of gacrux the points of the standings, before each round.

    It knows them from accelerated systems. All are lifted alike, as it takes no negative points.
    """
    gained = {each: [0] * number for each in tournament.entrants}
    for row in standings(tournament, matches):
        for part in row.parts:
            gained[row.entrant][part.round] += part.points
    lift = -min(0, *(points for each in gained.values() for points in accumulate(each)))
    counted = {seed: [0] * number for seed in range(1, len(gained) + 1)}
    for game in games:
        for side in filter(None, (game["white"], game["black"])):
            counted[side["cid"]][game["round"]] += _WORTH[side["result"]]
    for (seed, theirs), ours in zip(counted.items(), gained.values(), strict=True):
        before = zip(accumulate(ours), accumulate(theirs), strict=True)
        for upcoming, (points, known) in enumerate(before, 1):
            if virtual := points + lift - known:
                yield {
                    "firstRound": upcoming,
                    "lastRound": upcoming,
                    "firstCompetitor": seed,
                    "lastCompetitor": seed,
                    "gamePoints": Decimal(virtual),
                    "matchPoints": Decimal(virtual),
                }


def _draw(ids: tuple[str, ...], found: Iterable[tuple[int, int]]) -> Draw:
    pairs: list[tuple[str, str]] = []
    byes: list[str] = []
    for first, second in found:
        if _NOBODY in (first, second):
            byes.append(ids[max(first, second) - 1])
        else:
            pairs.append((ids[first - 1], ids[second - 1]))
    return Draw(tuple(pairs), tuple(byes))


def _check(draw: Draw, present: list[str], matches: Iterable[Match], tournament: Tournament) -> None:
    """Whether what gacrux gave is a round: no round is better than a wrong one that nobody notices."""
    met = {frozenset(match.sides.values()) for match in matches if not match.unplayed}
    had = {each for played in tournament.rounds for each in played.byes}
    seated = [*(each for pair in draw.pairs for each in pair), *draw.byes]
    again = [pair for pair in draw.pairs if frozenset(pair) in met]
    if sorted(seated) != sorted(present) or again or len(draw.byes) > 1 or had & set(draw.byes):
        raise RoundError(
            worded(
                "gacrux gave no round that can be played: %(pairs)s, byes %(byes)s",
                pairs=draw.pairs,
                byes=draw.byes,
            )
        )
