"""What a tournament file says: frozen values, each with its place where a finding may name it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bornes.tournament.policies import Policies
from bornes_notation.wording import listed, worded

System: TypeAlias = Literal["match", "difference", "hands"]
Pairing: TypeAlias = Literal["round-robin", "swiss"]
Place: TypeAlias = tuple[int, int]
"""Line and column in the tournament file, 1-based."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A place of a tournament file that cannot be used, and what could have stood there."""

    message: str
    place: Place | None = None


class TournamentFileError(ValueError):
    """A tournament file that cannot be read; `problems` are all that were found, in the order of the file."""

    def __init__(self, problems: tuple[Problem, ...], path: str) -> None:
        super().__init__(problems, path)
        self.problems = problems
        self.path = path

    @property
    def wording(self) -> str:
        """A line for each problem, with its place."""
        places = (":".join([self.path, *map(str, problem.place or ())]) for problem in self.problems)
        lines = (
            worded("%(place)s: %(message)s", place=place, message=problem.message)
            for place, problem in zip(places, self.problems, strict=True)
        )
        return listed(lines, "%(left)s\n%(right)s")

    def __str__(self) -> str:
        return str(self.wording)


@dataclass(frozen=True, slots=True)
class Points:
    """What a match is worth.

    Attributes:
        by: match (win, tie, loss), difference (own total less the best other total) or hands (hands won).
        win, tie, loss: Of a match that was played; only for `by` match.
        bye, forfeit_win, forfeit_loss: Of a match that was not played.
    """

    by: System = "match"
    win: int = 2
    tie: int = 1
    loss: int = 0
    bye: int = 2
    forfeit_win: int = 2
    forfeit_loss: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who is ranked: a player alone, or a team with the names of its players."""

    id: str
    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One match of a round.

    Attributes:
        number: Of the table, from 1.
        sides: Side letter to the id of its entrant, in the order of the file.
        record: The record's file, relative to the tournament file; None if there is none.
        result: Total of each side as the file claims it; alone, a result without a record.
        hands_won: Hands won by each side, of a result without a record.
        forfeit: The sides that forfeited.
        commitments: Number of a hand to the SHA-256 that was published before it was dealt.
        place: Where the table stands.
    """

    number: int
    sides: Mapping[str, str]
    record: str | None = None
    result: Mapping[str, int] = field(default_factory=dict)
    hands_won: Mapping[str, int] = field(default_factory=dict)
    forfeit: tuple[str, ...] = ()
    commitments: Mapping[int, str] = field(default_factory=dict)
    place: Place = (1, 1)


@dataclass(frozen=True, slots=True)
class Round:
    """Tables of a round, and who had none: with a bye, or absent. `duplicate`: all play the same decks."""

    number: int
    tables: tuple[Table, ...]
    date: str | None = None
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    duplicate: bool = False
    place: Place = (1, 1)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as its file says it.

    Attributes:
        entrants: By id, in the order of the file, which is the order of seeding.
        hands: How many hands a match has; None if matches are played until they are over by the ruleset.
        tie_breaks: Names, the first first.
        pairing: How rounds are drawn; None if the file does not say.
        begins, ends: First and last day, as written.
        places: Where the keys of the file stand.
    """

    event: str
    ruleset: str
    entrants: Mapping[str, Entrant]
    rounds: tuple[Round, ...] = ()
    options: str = ""
    policies: Policies = field(default_factory=Policies)
    hands: int | None = None
    points: Points = field(default_factory=Points)
    tie_breaks: tuple[str, ...] = ()
    pairing: Pairing | None = None
    begins: str | None = None
    ends: str | None = None
    places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def policy(self) -> str:
        """The policy of the judge under which its records count."""
        return self.policies.judged_by

    def name(self, entrant: str) -> str:
        """The name of an entrant by id."""
        return self.entrants[entrant].name
