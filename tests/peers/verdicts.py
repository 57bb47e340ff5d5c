"""Judges the games of a log, and compares where the replay and the program ended up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import bornes
from bornes import Reading, Report, Ruleset
from bornes.report import HandResult
from peers.family import Row
from peers.logs import family_of
from peers.match import record
from peers.told import Told, told

STATE = ("miles", "safeties", "coups", "200s", "pile")
"""What is compared of the table at the end of a hand; ``pile`` once a hand, the rest once a side."""

SHEET = (
    "distance",
    "safety",
    "all_safeties",
    "coup_fourre",
    "trip",
    "delayed_action",
    "safe_trip",
    "extension",
    "shut_out",
)
"""The components of a score that a log may list, named as in a report; compared where either has points."""


@dataclass(slots=True)
class Agreement:
    """How many comparisons were made of something, and in how many both sides say the same."""

    same: int = 0
    compared: int = 0

    def add(self, ours: object, theirs: object) -> None:
        """Counts one comparison."""
        self.same += ours == theirs
        self.compared += 1


@dataclass(slots=True)
class Tally:
    """Everything counted over the games of one log under one ruleset.

    Attributes:
        records: How many there are of each verdict.
        hands: How many hands there are.
        clean: How many of them hold no violation, claims included.
        played: How many of them hold none but of their claimed points.
        codes: Violations by code.
        folded: How many of them only follow from an earlier one (``caused_by``).
        unverified: Undecided checks, by check and code of the reason.
        agreements: By `STATE`, `SHEET` and ``total``.
    """

    records: Counter[str] = field(default_factory=Counter)
    hands: int = 0
    clean: int = 0
    played: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    folded: int = 0
    unverified: Counter[str] = field(default_factory=Counter)
    agreements: dict[str, Agreement] = field(default_factory=dict)

    def add(self, rows: list[Row], reading: Reading, ruleset: Ruleset | None) -> Report:
        """Judges one game and counts what was found; `ruleset` None means the record's own."""
        report = bornes.validate(reading, ruleset)
        self.records[report.verdict] += 1
        self.hands += len(rows)
        for violation in report.violations:
            self.codes[violation.code] += 1
            self.folded += violation.caused_by is not None
        for item in report.unverified:
            self.unverified[f"{item.check} {item.code}"] += item.count
        faulty = {violation.hand for violation in report.violations}
        misplayed = {one.hand for one in report.violations if one.code != "MB401"}
        self.clean += sum(row["hand"] not in faulty for row in rows)
        self.played += sum(row["hand"] not in misplayed for row in rows)
        positions = final_positions(reading, ruleset)
        for row, hand in zip(rows, report.hands, strict=False):
            self._compare(row, hand, positions[hand.number])
        return report

    def _compare(self, row: Row, hand: HandResult, position: str) -> None:
        *cars, pile = position.split(" | ")[: len(hand.sides) + 1]
        self._add("pile", int(pile.split()[1].rstrip("?")), row["deck_left"])
        theirs = told(row)
        for car in cars:
            side, _, _, _, safeties, two_hundreds, *_ = car.split()
            self._compare_side(hand, side, safeties, int(two_hundreds), theirs[side])

    def _compare_side(
        self, hand: HandResult, side: str, safeties: str, two_hundreds: int, theirs: Told
    ) -> None:
        ours = hand.sides[side]
        laid = frozenset(safeties.replace("!", "").split(",")) - {"-"}
        self._add("miles", ours.miles, theirs.miles)
        self._add("safeties", laid, theirs.safeties)
        self._add("coups", safeties.count("!"), theirs.coups)
        if theirs.two_hundreds is not None:
            self._add("200s", two_hundreds, theirs.two_hundreds)
        self._add("total", sum(ours.score.values()), theirs.total)
        if theirs.components is not None:
            for name in SHEET:
                points, claimed = ours.score.get(name, 0), theirs.components.get(name, 0)
                if points or claimed:
                    self._add(name, points, claimed)

    def _add(self, name: str, ours: object, theirs: object) -> None:
        self.agreements.setdefault(name, Agreement()).add(ours, theirs)


def final_positions(reading: Reading, ruleset: Ruleset | None) -> dict[int, str]:
    """The position at the end of each hand, by its number."""
    return {step.hand: step.state for step in bornes.replay(reading, ruleset)}


def reading_of(rows: list[Row]) -> Reading:
    """The record of a game, read.

    Raises:
        ValueError: the converter wrote something that the reader does not read.
    """
    (reading,) = bornes.read(record(rows, family_of(rows)))
    if reading.errors:
        raise ValueError(f"game {rows[0]['game']}: {reading.errors[0].message}")
    return reading


def tally(games: Iterable[list[Row]], ruleset: Ruleset | None) -> Tally:
    """Judges games one by one."""
    found = Tally()
    for rows in games:
        found.add(rows, reading_of(rows), ruleset)
    return found
