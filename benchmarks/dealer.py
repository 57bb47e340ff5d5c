"""Deals and plays hands of the classic French rule, quickly: `bornes play` asks the judge before every move.

What is played here is checked by the judge afterwards (`records.py`), so a mistake in this file cannot pass.
The players are as simple as those of `bornes play`: they lay what they can, mostly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

RULES = "dujardin-classic"
TARGET = 1000
HAND_SIZE = 6
PACK = (
    {"25": 10, "50": 10, "75": 10, "100": 12, "200": 4}
    | {"A-": 3, "F-": 3, "T-": 3, "R-": 5, "L-": 4}
    | {"A+": 6, "F+": 6, "T+": 6, "R+": 14, "L+": 6}
    | {"A*": 1, "F*": 1, "T*": 1, "R*": 1}
)
STOPPING = ("A-", "F-", "T-", "R-")

LAY_CHANCE, KEEP_CHANCE, SHOW_CHANCE = 0.95, 0.8, 0.75
"""How often a card is laid that can be, a safety kept, a coup fourré shown."""


class Turn(NamedTuple):
    """A turn as it is written: draws are ``-`` if none was made; a coup is (seat, safety, draw)."""

    seat: str
    draw: str
    action: str
    coup: tuple[str, str, str] | None


class Played(NamedTuple):
    """A hand from the deal to its end, every card known."""

    seats: tuple[str, ...]
    deals: tuple[tuple[str, ...], ...]
    turns: tuple[Turn, ...]
    how: str


@dataclass
class _Car:
    km: int = 0
    two_hundreds: int = 0
    battle: list[str] = field(default_factory=list)
    limited: bool = False
    safeties: set[str] = field(default_factory=set)

    def top(self) -> str:
        return self.battle[-1] if self.battle else ""

    def rolls(self) -> bool:
        top = self.top()
        return top not in STOPPING and ("R*" in self.safeties or top == "R+")

    def may_lay(self, card: str) -> bool:
        if card.isdigit():
            slow = self.limited and int(card) > 50
            fits = self.km + int(card) <= TARGET and (card != "200" or self.two_hundreds < 2)
            return self.rolls() and fits and not slow
        if card == "R+":
            return "R*" not in self.safeties and self.top() not in ("R+", "A-", "F-", "T-")
        return self.limited if card == "L+" else self.top() == f"{card[0]}-"

    def may_suffer(self, card: str) -> bool:
        if card == "L-":
            return not self.limited and "R*" not in self.safeties
        return self.rolls() and f"{card[0]}*" not in self.safeties

    def lay(self, card: str) -> None:
        if card.isdigit():
            self.km += int(card)
            self.two_hundreds += card == "200"
        elif card[0] == "L":
            self.limited = card == "L-"
        else:
            self.battle.append(card)

    def lay_safety(self, card: str) -> None:
        self.safeties.add(card)
        if self.top() == f"{card[0]}-":
            self.battle.pop()
        if card == "R*":
            self.limited = False


class _Table:
    def __init__(self, seats: tuple[str, ...], dice: Random) -> None:
        self.seats = seats
        self.dice = dice
        self.pile = [card for card, copies in PACK.items() for _ in range(copies)]
        dice.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(HAND_SIZE)] for _ in seats]
        self.cars = {seat[0]: _Car() for seat in seats}
        self.to_act = 0

    def play(self) -> Played:
        deals = tuple(tuple(hand) for hand in self.hands)
        turns: list[Turn] = []
        while any(self.hands) and all(car.km < TARGET for car in self.cars.values()):
            while not self.hands[self.to_act]:
                self._pass_on()
            turns.append(self._turn(self.to_act))
        tripped = any(car.km == TARGET for car in self.cars.values())
        return Played(self.seats, deals, tuple(turns), "trip" if tripped else "exhausted")

    def _pass_on(self) -> None:
        self.to_act = (self.to_act + 1) % len(self.seats)

    def _draw(self, seat: int) -> str:
        if not self.pile:
            return "-"
        self.hands[seat].append(self.pile.pop())
        return self.hands[seat][-1]

    def _turn(self, seat: int) -> Turn:
        own = self.seats[seat][0]
        draw = self._draw(seat)
        action, coup = self._action(self.hands[seat], own), None
        if action.endswith("*") and action[0] != "/":
            if not self.pile:
                self._pass_on()
        else:
            self._pass_on()
        if ">" in action:
            coup = self._coup(action[:2], action[-1])
        return Turn(self.seats[seat], draw, action, coup)

    def _action(self, hand: list[str], own: str) -> str:
        """Lays or discards a card; what is written for it."""
        dice = self.dice
        others = [side for side in self.cars if side != own]
        lays: list[tuple[str, str]] = []
        for card in hand:
            if card[-1] == "-":
                lays += [(card, side) for side in others if self.cars[side].may_suffer(card)]
            elif card[-1] != "*" and self.cars[own].may_lay(card):
                lays.append((card, own))
        if not lays or dice.random() >= KEEP_CHANCE:
            lays += [(card, own) for card in hand if card[-1] == "*"]
        if not lays or dice.random() >= LAY_CHANCE:
            return f"/{hand.pop(dice.randrange(len(hand)))}"
        card, side = lays[dice.randrange(len(lays))]
        hand.remove(card)
        if card[-1] == "*":
            self.cars[own].lay_safety(card)
            return card
        self.cars[side].lay(card)
        return card if side == own else f"{card}>{side}"

    def _coup(self, hazard: str, side: str) -> tuple[str, str, str] | None:
        safety = "R*" if hazard == "L-" else f"{hazard[0]}*"
        for seat, hand in enumerate(self.hands):
            if self.seats[seat][0] == side and safety in hand and self.dice.random() < SHOW_CHANCE:
                hand.remove(safety)
                car = self.cars[side]
                car.limited = car.limited and hazard != "L-"
                car.lay_safety(safety)
                if self.pile:
                    self.to_act = seat
                return self.seats[seat], safety, self._draw(seat)
        return None


def deal_and_play(seats: tuple[str, ...], seed: int) -> Played:
    """A hand to 1000 km with the full pack; equal arguments give equal hands.

    Args:
        seats: In order of play, the first letter of each being its side.
        seed: Any number.
    """
    return _Table(seats, Random(seed)).play()
