"""The cards of Mille Bornes and their tokens in a record (spec/notation.md#alphabet)."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias


class Family(StrEnum):
    """What a hazard, its remedy and its safety have in common; the first letter of their tokens."""

    ACCIDENT = "A"
    FUEL = "F"
    TYRE = "T"
    ROAD = "R"
    LIMIT = "L"


class Kind(StrEnum):
    """What a card is for; the value is the second character of the token (a distance has none)."""

    DISTANCE = ""
    HAZARD = "-"
    REMEDY = "+"
    SAFETY = "*"


class Card(StrEnum):
    """A card face. The value is its token in a record."""

    KM_25 = "25"
    KM_50 = "50"
    KM_75 = "75"
    KM_100 = "100"
    KM_200 = "200"
    ACCIDENT = "A-"
    OUT_OF_GAS = "F-"
    FLAT_TYRE = "T-"
    STOP = "R-"
    SPEED_LIMIT = "L-"
    REPAIRS = "A+"
    GASOLINE = "F+"
    SPARE_TYRE = "T+"
    ROLL = "R+"
    END_OF_LIMIT = "L+"
    DRIVING_ACE = "A*"
    EXTRA_TANK = "F*"
    PUNCTURE_PROOF = "T*"
    RIGHT_OF_WAY = "R*"

    @property
    def kind(self) -> Kind:
        """What the card is for."""
        return _KIND[self]

    @property
    def family(self) -> Family | None:
        """The family of a hazard, remedy or safety; None for a distance card."""
        return _FAMILY[self]

    @property
    def km(self) -> int:
        """Kilometres of a distance card; 0 for every other card."""
        return _KM[self]


_KIND = {card: Kind.DISTANCE if card.value.isdecimal() else Kind(card.value[1]) for card in Card}
_FAMILY = {card: None if card.kind is Kind.DISTANCE else Family(card.value[0]) for card in Card}
_KM = {card: int(card.value) if card.kind is Kind.DISTANCE else 0 for card in Card}

DISTANCES = tuple(card for card in Card if card.kind is Kind.DISTANCE)
HAZARDS = tuple(card for card in Card if card.kind is Kind.HAZARD)
REMEDIES = tuple(card for card in Card if card.kind is Kind.REMEDY)
SAFETIES = tuple(card for card in Card if card.kind is Kind.SAFETY)

Face: TypeAlias = Card | None
"""A card as far as it is known: None is a card whose face nobody wrote down (``?``)."""

SIDES = "XYZWVUQP"
"""The letters that name sides, in the order in which writers use them."""
