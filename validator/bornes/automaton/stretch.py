"""The loop that must be quick: the turns of a hand of which nothing needs a second look."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import length_hint
from typing import Final

from bornes.automaton.ends import skip_empty_hands
from bornes.automaton.hands import ON_DRAW, SPENT, FastHand
from bornes.automaton.moves import DRY, UNSEEN, UNWRITTEN, Move, Step, plain_move
from bornes.automaton.terms import GiveUpError

_COUNTED_KM: Final = 100
"""Distance cards from here on are counted by themselves: 100s for a bonus, 200s for `max_200` too."""


def take_stretch(hand: FastHand, steps: Iterator[Step], most: int) -> Move | None:
    """Takes turns until one needs more than this loop knows, which it gives back, not taken.

    Args:
        hand: While it goes on, with at least `most` cards in the draw pile, whose order is not known.
        steps: The turns to come; those taken are gone from it, and the one given back.
        most: How many turns to take at most; None is given back after them.

    Raises:
        GiveUpError: a turn is not plainly legal.
    """
    hands, left, rows, miles = hand.hands, hand.left, hand.rows, hand.miles
    to_act, target = hand.to_act, hand.target
    before, unwritten_before = length_hint(steps), left[UNWRITTEN]
    move: Move | None = None
    for seat, draw, card, on, km, following, move in islice(steps, most):
        if seat != to_act:
            if move is not None:
                break
            raise GiveUpError
        held = hands[seat]
        held[draw] += 1
        left[draw] -= 1
        if held[card]:
            held[card] -= 1
        elif held[SPENT] < held[UNSEEN] + held[UNWRITTEN] and left[card] > 0:  # as `FastHand.from_unknown`
            held[SPENT] += 1
            left[card] -= 1
        else:
            raise GiveUpError
        to_act = following
        if on < 0:
            continue
        entry = rows[on][card] or hand.enter(on, card)
        if not km:
            rows[on] = entry
        elif km < _COUNTED_KM and miles[on] + km < target:
            miles[on] += km
        else:
            lay_distance(hand, on, km)
            if hand.is_over():
                break
    taken = before - length_hint(steps) - (move is not None)
    hand.to_act = to_act
    hand.pile -= taken
    hand.plays += taken
    hand.draws += taken - (unwritten_before - left[UNWRITTEN])
    return move


def take_dry_stretch(hand: FastHand, steps: Iterator[Step]) -> Move | None:
    """Takes turns of a hand that is played out without drawing, as `take_stretch` does."""
    for step in steps:
        seat, draw, card, on, km, following, move = step
        if hand.is_over() or (draw != UNWRITTEN if move is None else following != DRY):
            return move or plain_move(step)
        if move is None:
            hand.note(ON_DRAW)
        else:
            seat = move.seat
            hand.draws += 1
        if seat != hand.to_act:
            raise GiveUpError
        hand.plays += 1
        hand.drawless = True
        hand.take(seat, card)
        hand.sizes[seat] -= 1
        if on >= 0:
            hand.lay(on, card)
            if km:
                lay_distance(hand, on, km)
                if hand.is_over():
                    break
        hand.to_act = hand.terms.next_seat[seat]
        if not hand.sizes[hand.to_act]:
            skip_empty_hands(hand)
    return None


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
