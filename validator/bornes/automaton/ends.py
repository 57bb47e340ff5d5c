"""How a hand in numbers runs out of cards."""

from __future__ import annotations

from bornes.automaton.hands import FastHand
from bornes.automaton.possible import KM, anyone_can_play
from bornes.automaton.terms import GiveUpError


def near_the_end(hand: FastHand, seat: int, *, extra: bool) -> None:
    """The end of a turn with the draw pile empty, or without distance cards."""
    how = hand.terms.how
    if how == "stop_when_no_distance_left":
        unseen = sum(hand.left[: len(KM)])
        if unseen and unseen <= sum(map(hand.unknown, range(len(hand.hands)))):
            raise GiveUpError
        if unseen and hand.pile:
            return
    if how.startswith("stop") and (not extra or not hand.sizes[seat]):
        hand.exhaust()
        return
    if not hand.pile:
        skip_empty_hands(hand)


def far_from_the_end(hand: FastHand) -> int:
    """How many turns can surely be taken before the draw pile, or what else ends a hand, runs out."""
    if hand.order is not None:
        return 0
    if hand.terms.how != "stop_when_no_distance_left":
        return hand.pile - 1
    unseen = sum(hand.left[: len(KM)])
    unknown = sum(map(hand.unknown, range(len(hand.hands))))
    return min(hand.pile - 1, (unseen - unknown - 1) // 2)  # a turn may show one card and hide another


def skip_empty_hands(hand: FastHand) -> None:
    """While nothing can be drawn, a seat without a card is skipped; without any card the hand is over."""
    if not any(hand.sizes):
        hand.exhaust()
        return
    while not hand.sizes[hand.to_act]:
        hand.to_act = hand.terms.next_seat[hand.to_act]
    if over_by_nobody(hand):
        hand.exhaust()


def over_by_nobody(hand: FastHand) -> bool:
    """Whether the hand is over because nobody holds a card that can be played."""
    return hand.terms.how == "nobody_can_play" and not anyone_can_play(hand, harmless_limits=False)
