"""Safeties in numbers: laid plain on the own turn, or shown at once against a hazard."""

from __future__ import annotations

from typing import Final

from bornes.automaton.ends import skip_empty_hands
from bornes.automaton.hands import ON_DRAW, FastHand
from bornes.automaton.moves import ATTACK, UNSEEN, UNWRITTEN, Shown
from bornes.automaton.rows import CAR, CODE, FIRST_COUP, FIRST_SAFETY, Row
from bornes.automaton.terms import GiveUpError
from bornes.car import SAFETY_OF
from bornes.reasons import HAND_NOT_RECORDED

COVERED_BY: Final = {CODE[hazard]: CODE[safety] for hazard, safety in SAFETY_OF.items()}
ON_COUP = ("U-COUP", HAND_NOT_RECORDED)


def lay_safety(hand: FastHand, seat: int, side: int, card: int, *, drew: bool) -> bool:
    """A safety on the own turn; whether it earns another turn."""
    ruleset = hand.terms.game.ruleset
    if not hand.pile and hand.terms.how == "reshuffle":
        raise GiveUpError
    row = hand.rows[side]
    coup = False
    answered = _answered(row, card)
    if answered and (not drew or ruleset.coup_fourre_window == "next_play"):
        if ruleset.coup_fourre_window != "next_draw":
            raise GiveUpError  # perhaps a coup fourré on the own turn
        coup = any((side, hazard) in hand.landed_dry for hazard in answered)
        if coup and not hand.hands[seat][card]:
            _note_doubt(hand, side)
    event = FIRST_COUP + card - FIRST_SAFETY if coup else card
    entry = row[event] or hand.enter(side, event)
    hand.take(seat, card)
    hand.rows[side] = entry
    bonus(hand, side, ruleset.safety_km)
    if coup:
        hand.coups[side] += 1
        bonus(hand, side, ruleset.coup_fourre_km)
    return (coup or ruleset.safety_extra_turn) and (bool(hand.pile) or ruleset.extra_turn_when_exhausted)


def _answered(row: Row, card: int) -> list[int]:
    """Codes of the hazards that lie uppermost and that the safety covers."""
    car = row[CAR]
    on_top = (*car.battle[-1:], *car.speed[-1:])
    return [CODE[laid] for laid in on_top if COVERED_BY.get(CODE[laid]) == card]


def bonus(hand: FastHand, side: int, bonus_km: int) -> None:
    """Bonus kilometres of a safety or a coup fourré; they may end the hand."""
    if not bonus_km or hand.is_over():
        return
    miles = hand.miles[side] + bonus_km
    if miles > hand.target and hand.terms.exact:
        return
    hand.bonus_km[side] += bonus_km
    hand.miles[side] = miles
    if miles >= hand.target:
        hand.finish(side)


def answer(hand: FastHand, shown: Shown, kind: int, card: int, target: int) -> None:
    """A coup fourré that answers the attack of this turn."""
    seat, safety, draw = shown
    terms, ruleset = hand.terms, hand.terms.game.ruleset
    if hand.is_over() or kind != ATTACK or terms.side_of[seat] != target or COVERED_BY[card] != safety:
        raise GiveUpError
    hand.plays += 1
    event = FIRST_COUP + safety - FIRST_SAFETY
    entry = hand.rows[target][event] or hand.enter(target, event)
    if not hand.hands[seat][safety] and _note_doubt(hand, target):
        hand.note(ON_COUP)
    hand.take(seat, safety)
    hand.rows[target] = entry
    hand.coups[target] += 1
    bonus(hand, target, ruleset.safety_km)
    bonus(hand, target, ruleset.coup_fourre_km)
    if hand.is_over():
        return
    _replace(hand, seat, draw)


def _note_doubt(hand: FastHand, side: int) -> bool:
    """A coup fourré with a card that nobody saw in the hand; whether it is in doubt."""
    ruleset = hand.terms.game.ruleset
    if ruleset.coup_fourre_held != "at_landing":
        return False
    km = ruleset.coup_fourre_km or ruleset.safety_km
    if km or ruleset.safety_cures != "all" or ruleset.roll_after_safety_cure:
        raise GiveUpError  # the position hangs on whether it was a coup
    hand.doubtful_coups[side] += 1
    return True


def _replace(hand: FastHand, seat: int, draw: int) -> None:
    """The draw that replaces a safety shown, and the turn that the coup earns."""
    hand.draws += draw != UNWRITTEN
    if hand.pile:
        hand.one_from_pile(seat, draw)
        hand.to_act = seat
    else:
        hand.note(ON_DRAW, draw == UNWRITTEN)
        if draw >= 0 or draw == UNSEEN or hand.terms.how == "reshuffle":
            raise GiveUpError
        hand.sizes[seat] -= 1
        if hand.terms.game.ruleset.extra_turn_when_exhausted:
            hand.to_act = seat
    if not hand.pile:
        if not hand.sizes[seat]:
            raise GiveUpError
        skip_empty_hands(hand)
