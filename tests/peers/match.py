"""One record from all hands of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from peers.cards import tokens
from peers.family import Family, Row
from peers.turns import turn_lines

SIDES = "XYZWVUQP"
RUN_DATE = "2026-11-30"
"""The day on which the programs were run; the logs themselves hold no date."""
MATCH_TARGET = 5000


def sides_of(row: Row) -> dict[int, str]:
    """Side letters by team number: X is the side that comes first in order of play."""
    teams = dict.fromkeys(row["players"][seat]["team"] for seat in order_of_play(row))
    return dict(zip(teams, SIDES, strict=False))


def order_of_play(row: Row) -> list[int]:
    """Seat numbers in order of play."""
    order = row.get("turn_order")
    return list(order) if order is not None else [player["seat"] for player in row["players"]]


def seats_of(row: Row) -> list[str]:
    """Seat names by seat number; the only seat of a side is named like its side."""
    sides = sides_of(row)
    teams = [player["team"] for player in row["players"]]
    names = [""] * len(teams)
    seen: dict[int, int] = {}
    for seat in order_of_play(row):
        team = teams[seat]
        seen[team] = seen.get(team, 0) + 1
        names[seat] = sides[team] + (str(seen[team]) if teams.count(team) > 1 else "")
    return names


def record(rows: Sequence[Row], family: Family) -> str:
    """The record of a game as canonical text.

    Args:
        rows: All its hands, in order.
        family: What is known of the program that played it.
    """
    parts = ["\n".join(_header(rows[0], family)), *("\n".join(_hand(row, family)) for row in rows)]
    parts.append(_result(rows[-1], family))
    return "\n\n".join(parts) + "\n"


def _header(row: Row, family: Family) -> list[str]:
    seats = seats_of(row)
    lines = [
        "MBN 1",
        f"Event: {row['peer']}, game {row['game']}",
        "Site: programs against each other",
        f"Date: {RUN_DATE}",
        f"Ruleset: {family.ruleset}",
    ]
    if options := family.options(row):
        lines.append(f"Options: {options}")
    lines += [f"{seats[seat]}: {row['players'][seat]['ai']}" for seat in order_of_play(row)]
    lines += [f"X-Peer: {row['peer']} {row['version']}", f"X-Game: {row['game']}"]
    if "seed" in row:
        lines.append(f"X-Seed: {row['seed']}")
    return lines


def _hand(row: Row, family: Family) -> list[str]:
    seats = seats_of(row)
    first = row["first"] if "first" in row else row["events"][0]["p"]
    lines = [f"hand {row['hand']} first {seats[first]}"]
    lines += [f"deal {seats[seat]} {tokens(row['deal'][str(seat)])}" for seat in order_of_play(row)]
    pile = family.pile(row)
    if pile is not None:
        lines.append(f"pile {tokens(pile)}")
    lines += turn_lines(family.events(row), seats, sides_of(row))
    reason = "trip" if family.finished(row) else "exhausted"
    lines.append(f"end {reason} {_points(row, 'hand_score')}")
    return lines


def _points(row: Row, key: str) -> str:
    scores: Mapping[int, int] = {team["team"]: team[key] for team in row["teams"]}
    return " ".join(f"{side} {scores[team]}" for team, side in sides_of(row).items())


def _result(last: Row, family: Family) -> str:
    # No log names the winner of a match, so no outcome is written for one that reached its total.
    if not family.plays_match:
        return f"result {_points(last, 'hand_score')}"
    outcome = " unfinished" if stopped(last, family) else ""
    return f"result {_points(last, 'total_after')}{outcome}"


def stopped(last: Row, family: Family) -> bool:
    """Whether the log of a match ends, by its last hand, before anybody reached the total of a match."""
    return family.plays_match and max(team["total_after"] for team in last["teams"]) < MATCH_TARGET
