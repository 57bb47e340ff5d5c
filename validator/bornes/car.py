"""One side's area on the table: a frozen value, and the pure functions that say what each card does to it.

Everything here is spec/rulesets.md 1.2, 1.3 and 1.6; whether a card may be laid is in `bornes.rules`.
"""

from __future__ import annotations

from dataclasses import dataclass

from bornes.change import changed
from bornes.ruleset import Ruleset
from bornes_notation.cards import SAFETIES, Card, Family, Kind

STOPPING = frozenset({Card.ACCIDENT, Card.OUT_OF_GAS, Card.FLAT_TYRE, Card.STOP})
NEED_PLAIN_REMEDY = frozenset({Card.ACCIDENT, Card.OUT_OF_GAS, Card.FLAT_TYRE})
PLAIN_REMEDIES = frozenset({Card.REPAIRS, Card.GASOLINE, Card.SPARE_TYRE})

HAZARD_OF = {
    Card.REPAIRS: Card.ACCIDENT,
    Card.GASOLINE: Card.OUT_OF_GAS,
    Card.SPARE_TYRE: Card.FLAT_TYRE,
    Card.ROLL: Card.STOP,
    Card.END_OF_LIMIT: Card.SPEED_LIMIT,
}
REMEDY_OF = {hazard: remedy for remedy, hazard in HAZARD_OF.items()}
SAFETY_OF = {
    Card.ACCIDENT: Card.DRIVING_ACE,
    Card.OUT_OF_GAS: Card.EXTRA_TANK,
    Card.FLAT_TYRE: Card.PUNCTURE_PROOF,
    Card.STOP: Card.RIGHT_OF_WAY,
    Card.SPEED_LIMIT: Card.RIGHT_OF_WAY,
}


@dataclass(frozen=True)
class Car:
    """One side's area.

    Attributes:
        km: Sum of its distance cards, in kilometres.
        two_hundreds: How many of them are 200.
        has_100: Whether a 100 is among them; None if a `setup` line hides it.
        bonus_km: Kilometres earned by safeties and coups fourrés.
        battle, speed: Piles, bottom first.
        safeties: Safeties on the table, in the order laid.
        coups: Those of them that carry a coup mark.
        needs_roll: A Roll is due although nothing on the battle pile asks for it.
    """

    km: int = 0
    two_hundreds: int = 0
    has_100: bool | None = False
    bonus_km: int = 0
    battle: tuple[Card, ...] = ()
    speed: tuple[Card, ...] = ()
    safeties: tuple[Card, ...] = ()
    coups: tuple[Card, ...] = ()
    needs_roll: bool = False

    @property
    def miles(self) -> int:
        """Kilometres and bonus kilometres: what the target is about."""
        return self.km + self.bonus_km

    @property
    def has_right_of_way(self) -> bool:
        """Whether R* is among its safeties."""
        return Card.RIGHT_OF_WAY in self.safeties


def covered(car: Car, hazard: Card) -> bool:
    """Whether the safety against this hazard is on the table."""
    return SAFETY_OF[hazard] in car.safeties


def dead(car: Car, hazard: Card, ruleset: Ruleset) -> bool:
    """Whether a hazard that lies there counts as if it did not."""
    return covered(car, hazard) and (ruleset.safety_cures == "all" or hazard in (Card.STOP, Card.SPEED_LIMIT))


def top_index(car: Car, ruleset: Ruleset) -> int | None:
    """Index in the battle pile of the uppermost card that is not dead; None if there is none."""
    for index in range(len(car.battle) - 1, -1, -1):
        card = car.battle[index]
        if card.kind is not Kind.HAZARD or not dead(car, card, ruleset):
            return index
    return None


def top(car: Car, ruleset: Ruleset) -> Card | None:
    """The card of the battle pile that counts; None if there is none."""
    index = top_index(car, ruleset)
    return None if index is None else car.battle[index]


def stopped(car: Car, ruleset: Ruleset) -> bool:
    """Whether a stopping hazard is in force."""
    return top(car, ruleset) in STOPPING


def limited(car: Car) -> bool:
    """Whether a speed limit is in force: only 25 and 50 may be laid."""
    return not car.has_right_of_way and car.speed[-1:] == (Card.SPEED_LIMIT,)


def started(car: Car, ruleset: Ruleset) -> bool:
    """Whether the car has ever had its Roll, or needs none."""
    return ruleset.start_needs_roll == "no" or Card.ROLL in car.battle


def rolling(car: Car, ruleset: Ruleset) -> bool:
    """Whether the car can go: the first test of spec/rulesets.md 1.3 that applies."""
    uppermost = top(car, ruleset)
    if uppermost in STOPPING:
        return False
    if car.has_right_of_way:
        return True
    if car.needs_roll:
        return False
    if uppermost is Card.ROLL:
        return True
    if uppermost is not None:
        return not ruleset.roll_after_remedy and started(car, ruleset)
    return ruleset.start_needs_roll == "no"


def rolls_by_right_of_way_alone(car: Car, ruleset: Ruleset) -> bool:
    """Whether the car can go only because R* is out, with no battle card that counts."""
    return car.has_right_of_way and top(car, ruleset) is None and ruleset.start_needs_roll != "no"


def useful_roll(car: Car, ruleset: Ruleset) -> bool:
    """Whether a Roll would do something for the car."""
    return (
        not car.has_right_of_way and not rolling(car, ruleset) and top(car, ruleset) not in NEED_PLAIN_REMEDY
    )


@dataclass(frozen=True, slots=True)
class Laid:
    """A car after a card was laid on it, and the cards that went to the discard pile, in that order."""

    car: Car
    thrown: tuple[Card, ...] = ()


def lay_distance(car: Car, card: Card) -> Laid:
    """The kilometres count at once, whatever the car's state."""
    return Laid(
        changed(
            car,
            km=car.km + card.km,
            two_hundreds=car.two_hundreds + (card is Card.KM_200),
            has_100=True if card is Card.KM_100 else car.has_100,
        )
    )


def lay_remedy(car: Car, card: Card, ruleset: Ruleset) -> Laid:
    """A remedy goes on the pile of its hazard; a plain remedy that cures nothing is thrown away."""
    if card is Card.END_OF_LIMIT:
        return Laid(changed(car, speed=(*car.speed, card)))
    if card is Card.ROLL:
        return Laid(changed(car, battle=(*car.battle, card), needs_roll=False))
    if top(car, ruleset) is not HAZARD_OF[card]:
        return Laid(car, (card,))
    return Laid(changed(car, battle=(*car.battle, card)))


def lay_hazard(car: Car, card: Card) -> Laid:
    """A hazard goes on the speed pile (a speed limit) or on the battle pile (any other)."""
    if card is Card.SPEED_LIMIT:
        return Laid(changed(car, speed=(*car.speed, card)))
    return Laid(changed(car, battle=(*car.battle, card)))


def lay_safety(car: Car, card: Card, ruleset: Ruleset, *, coup: bool) -> Laid:
    """A safety and what it does to the hazards already there (spec/rulesets.md 1.6); no kilometres yet."""
    if card in car.safeties:
        return Laid(car)  # a second copy has no effect
    battle, speed = car.battle, car.speed
    thrown: list[Card] = []
    needs_roll = car.needs_roll
    index = top_index(car, ruleset)
    cures = coup or card is Card.RIGHT_OF_WAY or ruleset.safety_cures == "all"
    if index is not None and battle[index] in STOPPING and SAFETY_OF[battle[index]] is card and cures:
        thrown.append(battle[index])
        battle = battle[:index] + battle[index + 1 :]
        if not coup and ruleset.roll_after_safety_cure and not car.has_right_of_way:
            needs_roll = True
    if card is Card.RIGHT_OF_WAY:
        needs_roll = False
        if speed[-1:] == (Card.SPEED_LIMIT,):
            speed = speed[:-1]
            thrown.append(Card.SPEED_LIMIT)
    after = changed(
        car,
        battle=battle,
        speed=speed,
        safeties=(*car.safeties, card),
        coups=(*car.coups, card) if coup else car.coups,
        needs_roll=needs_roll,
    )
    return Laid(after, tuple(thrown))


def owns_all_safeties(car: Car) -> bool:
    """Whether all four safeties are on its table."""
    return len(car.safeties) == len(SAFETIES)


def pile_of(hazard: Card) -> str:
    """The pile a hazard lies on: battle or speed."""
    return "speed" if hazard.family is Family.LIMIT else "battle"
