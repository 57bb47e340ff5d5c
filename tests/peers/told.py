"""What a log says of the end of a hand: the state of each side there, and its points."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from peers.cards import TOKENS
from peers.family import Row
from peers.match import sides_of

_BREAKDOWN = {
    "distance": "distance",
    "safety": "safety",
    "coup-fourre": "coup_fourre",
    "trip-completed": "trip",
    "delayed-action": "delayed_action",
    "safe-trip": "safe_trip",
    "shut-out": "shut_out",
}
"""kitlaan's names of components, up to a colon, and those of a report."""

_PRINTED = {
    "safeties": "safety",
    "coup fourres": "coup_fourre",
    "Trip complete": "trip",
    "Extension": "extension",
    "Shut out": "shut_out",
    "Safe trip": "safe_trip",
    "Delayed action": "delayed_action",
    "All four safeties": "all_safeties",
}
"""The words of mille-ai's score sheet and the components of a report."""

_TEAM = re.compile(r"Team (\d+)")
_MILES = re.compile(r"  (\d+) miles")
_COMPONENT = re.compile(r"  (?:\d+ )?(\D+) = (\d+)")

WITH_COMPONENTS = frozenset({"mille-ai", "kitlaan-milles-borne"})
"""Peers whose logs keep a score sheet; of the others only the sum is known."""


@dataclass(frozen=True, slots=True)
class Told:
    """One side at the end of a hand, as its program has it.

    Attributes:
        miles: Kilometres.
        safeties: Tokens of the safeties on the table.
        coups: How many of them were coups fourrés.
        two_hundreds: How many 200s; None if the log does not say.
        total: Points of the hand.
        components: Points by component as the program lists them; None if it lists none.
    """

    miles: int
    safeties: frozenset[str]
    coups: int
    two_hundreds: int | None
    total: int
    components: Mapping[str, int] | None


def told(row: Row) -> dict[str, Told]:
    """What the log of a hand says, by side letter."""
    sheets = _sheets(row)
    sides = sides_of(row)
    return {
        sides[team["team"]]: Told(
            miles=team["miles"],
            safeties=frozenset(TOKENS[name] for name in team["safeties"]),
            coups=team["coup_fourres"],
            two_hundreds=team.get("used_200"),
            total=team["hand_score"],
            components=sheets.get(team["team"]),
        )
        for team in row["teams"]
    }


def _sheets(row: Row) -> dict[int, dict[str, int]]:
    if row["peer"] == "mille-ai":
        return _printed(row["score_text"])
    if row["peer"] == "kitlaan-milles-borne":
        return {team["team"]: _added(team["breakdown"]) for team in row["teams"]}
    return {}


def _added(breakdown: list[tuple[str, int]]) -> dict[str, int]:
    sheet: dict[str, int] = {}
    for name, points in breakdown:
        component = _BREAKDOWN[name.partition(":")[0]]
        sheet[component] = sheet.get(component, 0) + points
    return sheet


def _printed(text: str) -> dict[int, dict[str, int]]:
    sheets: dict[int, dict[str, int]] = {}
    sheet: dict[str, int] = {}
    for line in text.splitlines():
        if found := _TEAM.fullmatch(line):
            sheet = sheets.setdefault(int(found[1]), {})
        elif found := _MILES.fullmatch(line):
            sheet["distance"] = int(found[1])
        elif found := _COMPONENT.fullmatch(line):
            sheet[_PRINTED[found[1]]] = int(found[2])
    return sheets
