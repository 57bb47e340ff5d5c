"""The loop that must be quick: the turns of a hand of which nothing needs a second look."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import length_hint
from typing import Final

from bornes.automaton.hands import SPENT, FastHand
from bornes.automaton.moves import UNSEEN, UNWRITTEN, Move, Step
from bornes.automaton.terms import GiveUpError

_COUNTED_KM: Final = 100
"""Distance cards from here on are counted by themselves: 100s for a bonus, 200s for `max_200` too."""


def take_stretch(hand: FastHand, steps: Iterator[Step], most: int) -> Move | None:  # noqa: C901 -- one loop, no calls
    """Takes turns until one needs more than this loop knows, which it gives back, not taken.

    Args:
        hand: While it goes on, with at least `most` cards in the draw pile, whose order is not known.
        steps: The turns to come; those taken are gone from it, and the one given back.
        most: How many turns to take at most; None is given back after them.

    Raises:
        GiveUpError: a turn is not plainly legal.
    """
    hands, left, rows, miles, target = hand.hands, hand.left, hand.rows, hand.miles, hand.target
    enter = hand.terms.cars.enter
    to_act = hand.to_act
    before, unwritten_before = length_hint(steps), left[UNWRITTEN]
    move: Move | None = None
    for seat, draw, card, on, km, following, move in islice(steps, most):
        if move is not None:
            break
        if seat != to_act:
            raise GiveUpError
        held = hands[seat]
        held[draw] += 1
        left[draw] -= 1
        if held[card]:
            held[card] -= 1
        else:  # one of the cards nobody saw
            if held[SPENT] >= held[UNSEEN] + held[UNWRITTEN] or left[card] < 1:
                raise GiveUpError
            held[SPENT] += 1
            left[card] -= 1
        to_act = following
        if on < 0:
            continue
        row = rows[on]
        entry = row[card] or enter(row, card)
        if not entry:
            raise GiveUpError
        if not km:
            rows[on] = entry
            continue
        reached = miles[on] + km
        if reached >= target or km >= _COUNTED_KM:
            lay_distance(hand, on, km)
            if hand.ended is not None:
                break
        else:
            miles[on] = reached
    taken = before - length_hint(steps) - (move is not None)
    hand.to_act = to_act
    hand.pile -= taken
    hand.plays += taken
    hand.draws += taken - (unwritten_before - left[UNWRITTEN])
    return move


def lay_distance(hand: FastHand, side: int, km: int) -> None:
    """A distance card that is counted by itself, or reaches the target, without a word about an extension."""
    miles = hand.miles[side] + km
    if miles > hand.target and hand.terms.exact:
        raise GiveUpError
    if km == 200:
        if hand.two_hundreds[side] >= hand.terms.game.ruleset.max_200:
            raise GiveUpError
        hand.two_hundreds[side] += 1
    elif km == 100:
        hand.hundreds[side] += 1
    hand.miles[side] = miles
    if miles >= hand.target:
        hand.finish(side)
