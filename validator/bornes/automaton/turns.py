"""A turn line in numbers: taken, or given up for the judge to word."""

from __future__ import annotations

from collections.abc import Iterator

from bornes.automaton.ends import far_from_the_end, near_the_end, over_by_nobody
from bornes.automaton.hands import ON_DRAW, FastHand
from bornes.automaton.moves import ATTACK, DISCARD, LAY, ONLY_DRAW, UNSEEN, UNWRITTEN, Move, Step, plain_move
from bornes.automaton.possible import check_discard
from bornes.automaton.rows import CARDS, FIRST_REMEDY
from bornes.automaton.safeties import answer, lay_safety
from bornes.automaton.stretch import lay_distance, take_dry_stretch, take_stretch
from bornes.automaton.terms import GiveUpError


def take_turns(hand: FastHand, steps: Iterator[Step]) -> None:
    """Takes all turns of a hand.

    Raises:
        GiveUpError: if one is not plainly legal.
    """
    while True:
        move = None
        if not hand.is_over():
            most = far_from_the_end(hand)
            if most > 0:
                move = take_stretch(hand, steps, most)
            elif not hand.pile and hand.terms.how == "play_out":
                move = take_dry_stretch(hand, steps)
        if move is None:
            step = next(steps, None)
            if step is None:
                return
            move = step[-1] or plain_move(step)
        take_turn(hand, move)


def take_turn(hand: FastHand, move: Move) -> None:
    """Takes a turn, whatever it needs.

    Raises:
        GiveUpError: if it is not plainly legal.
    """
    seat, draw, kind, card, target, _call, shown = move
    if seat != hand.to_act or hand.is_over():
        raise GiveUpError
    drew = _draw(hand, seat, draw, acts=kind != ONLY_DRAW)
    if hand.is_over():
        return
    extra = _act(hand, move, drew=drew)
    if hand.is_over():
        return
    hand.to_act = seat if extra else hand.terms.next_seat[seat]
    if not drew:
        hand.sizes[seat] -= 1
    if not hand.pile or hand.terms.how == "stop_when_no_distance_left":
        near_the_end(hand, seat, extra=extra)
    if shown is not None:
        answer(hand, shown, kind, card, target)


def _act(hand: FastHand, move: Move, *, drew: bool) -> bool:
    """The play or discard of a turn; whether it earns another turn."""
    seat, _draw, kind, card, target, call, _shown = move
    side = hand.terms.side_of[seat]
    if kind == ONLY_DRAW or (call is not None and (kind != LAY or card >= FIRST_REMEDY)):
        raise GiveUpError
    hand.plays += 1
    if kind == LAY:
        hand.take(seat, card)
        hand.lay(side, card)
        if card < FIRST_REMEDY:
            _distance(hand, side, card, call)
    elif kind == DISCARD:
        check_discard(hand, seat, side, card)
        hand.take(seat, card)
    elif kind == ATTACK:
        if target == side:
            raise GiveUpError
        hand.take(seat, card)
        hand.lay(target, card)
    else:
        return lay_safety(hand, seat, side, card, drew=drew)
    return False


def _draw(hand: FastHand, seat: int, draw: int, *, acts: bool) -> bool:
    """The draw of a turn; whether a card came to the hand. The hand may be over with it."""
    hand.draws += draw != UNWRITTEN
    if not hand.pile:
        if draw >= 0 or draw == UNSEEN or hand.terms.how == "reshuffle":
            raise GiveUpError
        hand.note(ON_DRAW, draw == UNWRITTEN)
        hand.drawless = True
        return False
    hand.one_from_pile(seat, draw)
    if not hand.pile and over_by_nobody(hand):
        if acts:
            raise GiveUpError  # over between the draw and the play
        hand.exhaust()
    return True


def _distance(hand: FastHand, side: int, card: int, call: bool | None) -> None:
    """A distance card, and what was said about an extension with it."""
    if call is None:
        lay_distance(hand, side, CARDS[card].km)
        return
    terms = hand.terms
    reached = hand.miles[side] + CARDS[card].km
    may_call = hand.caller < 0 and terms.extension and reached == hand.target == terms.base_target
    if not may_call:
        raise GiveUpError
    if call:
        hand.caller, hand.target = side, terms.extension
    lay_distance(hand, side, CARDS[card].km)
