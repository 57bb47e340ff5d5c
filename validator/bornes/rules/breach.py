"""What a rule looks at, and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from bornes.car import Car
from bornes.ruleset import Ruleset
from bornes_notation.cards import Card


class Lay(NamedTuple):
    """A card about to be laid on a car.

    Attributes:
        card: The card.
        car: The car it goes on: the own one, or for a hazard the attacked one.
        own: Whether that is the own car.
        side: Letter of that car's side, for the words.
        ruleset: Knobs in force.
        target_miles: Target in force.
    """

    card: Card
    car: Car
    own: bool
    side: str
    ruleset: Ruleset
    target_miles: int


class Breach(NamedTuple):
    """A rule is broken: the code, and a clause that follows "X1 laid 75 " and says why."""

    code: str
    clause: str


LayRule: TypeAlias = Callable[[Lay], Breach | None]
