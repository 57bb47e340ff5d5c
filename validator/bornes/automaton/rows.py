"""The states of a car as rows of a table: what each card does to it, asked once of the rules.

A row is a list indexed by the codes below. An entry is the row after that event, ILLEGAL, or None while
nobody has asked; a distance card leaves the row as it is. Kilometres, 200s and bonus kilometres are numbers
beside the row: they decide nothing but the target and `max_200`.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from bornes.car import STOPPING, Car, lay_hazard, lay_remedy, lay_safety, limited, top_index
from bornes.change import changed
from bornes.rules import Lay, breaches
from bornes.ruleset import Ruleset
from bornes_notation.cards import DISTANCES, HAZARDS, REMEDIES, SAFETIES, Card

Row: TypeAlias = list[Any]
"""Entries by event code, then the car itself, and what is playable on it."""

CARDS: Final = (*DISTANCES, *REMEDIES, *SAFETIES, *HAZARDS)
"""Every card by its code: distances 0 to 4, remedies 5 to 9, safeties 10 to 13, hazards 14 to 18."""

CODE: Final = {card: code for code, card in enumerate(CARDS)}
FIRST_REMEDY, FIRST_SAFETY, FIRST_HAZARD, FIRST_COUP = 5, 10, 14, 19
EVENTS: Final = FIRST_COUP + len(SAFETIES)
"""Codes of events: the cards, then the safeties as coups fourrés."""

CAR, THROWN, PLAYABLE = EVENTS, EVENTS + 1, EVENTS + 2
"""Further places of a row: the car, the cards thrown out by event code, and the codes that are playable."""

ILLEGAL: Final[Row] = []
"""The entry of an event that breaks a rule, or leads where only the judge can follow."""

_FAR: Final = 10**9
"""A target no car comes near: the target is looked at beside the table."""


class CarTable:
    """The rows of one ruleset, made when they are first reached."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._strict = ruleset if ruleset.useless_remedies == "no" else _without_useless_remedies(ruleset)
        self._rows: dict[Car, Row] = {}
        given = (Card.ROLL,) if ruleset.start_needs_roll == "given" else ()
        self.start = self._row(Car(battle=given))

    def enter(self, row: Row, event: int) -> Row:
        """The entry of a row, asked of the rules and kept."""
        entry = self._next(row, event)
        row[event] = entry
        return entry

    def _next(self, row: Row, event: int) -> Row:
        car: Car = row[CAR]
        coup = event >= FIRST_COUP
        card = CARDS[event - FIRST_COUP + FIRST_SAFETY] if coup else CARDS[event]
        own = card not in HAZARDS
        if not coup and breaches(Lay(card, car, own, "", self._ruleset, _FAR)):
            return ILLEGAL
        if card.km:
            return row
        thrown: tuple[Card, ...] = ()
        if not own:
            after = lay_hazard(car, card).car
        elif card in SAFETIES:
            if card in car.safeties:
                return ILLEGAL
            laid = lay_safety(car, card, self._ruleset, coup=coup)
            after, thrown = changed(laid.car, coups=()), laid.thrown
        else:
            laid = lay_remedy(car, card, self._ruleset)
            after, thrown = laid.car, laid.thrown
        if thrown:
            row[THROWN][event] = thrown
        plain = self._plain(after)
        return ILLEGAL if plain is None else self._row(plain)

    def _plain(self, car: Car) -> Car | None:
        """The simplest car that behaves alike; None if its battle pile is too deep to tell."""
        ruleset = self._ruleset
        battle: tuple[Card, ...] = ()
        index = top_index(car, ruleset)
        if index is not None:
            battle = (car.battle[index],)
            if car.battle[index] in STOPPING:
                under = top_index(changed(car, battle=car.battle[:index]), ruleset)
                if under is not None:
                    if car.battle[under] in STOPPING:
                        return None
                    battle = (car.battle[under], *battle)
        if Card.ROLL in car.battle and Card.ROLL not in battle:
            battle = (Card.ROLL, *battle)
        safeties = tuple(card for card in SAFETIES if card in car.safeties)
        speed = (Card.SPEED_LIMIT,) if limited(car) else ()
        return changed(car, battle=battle, speed=speed, safeties=safeties, coups=())

    def _row(self, car: Car) -> Row:
        row = self._rows.get(car)
        if row is None:
            row = [None] * EVENTS + [car, {}, None]
            self._rows[car] = row
        return row

    def playable(self, row: Row) -> frozenset[int]:
        """Codes of the cards that are playable on the car of a row: on one's own, hazards on another's."""
        if row[PLAYABLE] is None:
            row[PLAYABLE] = frozenset(
                code
                for code, card in enumerate(CARDS)
                if not breaches(Lay(card, row[CAR], card not in HAZARDS, "", self._strict, _FAR))
            )
        found: frozenset[int] = row[PLAYABLE]
        return found


def _without_useless_remedies(ruleset: Ruleset) -> Ruleset:
    from dataclasses import replace

    return replace(ruleset, useless_remedies="no")
