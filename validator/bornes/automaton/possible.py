"""What the seats of a hand in numbers could play: for the ends and the discards that depend on it."""

from __future__ import annotations

from typing import Final

from bornes.automaton.hands import SPENT, FastHand
from bornes.automaton.rows import CODE, FIRST_HAZARD, FIRST_SAFETY
from bornes.automaton.terms import GiveUpError
from bornes_notation.cards import DISTANCES, Card

KM: Final = tuple(card.km for card in DISTANCES)
KM_200 = CODE[Card.KM_200]
LIMIT, HARMLESS_KM = CODE[Card.SPEED_LIMIT], 50


def anyone_can_play(hand: FastHand, *, harmless_limits: bool) -> bool:
    """Whether any seat holds a playable card.

    Raises:
        GiveUpError: if that hangs on cards the record does not show.
    """
    can = any(
        playable(hand, hand.terms.side_of[seat], code, harmless_limits=harmless_limits)
        for seat, cards in enumerate(hand.hands)
        for code, copies in enumerate(cards[:SPENT])
        if copies
    )
    if not can and any(map(hand.unknown, range(len(hand.hands)))):
        raise GiveUpError
    return can


def playable(hand: FastHand, side: int, code: int, *, harmless_limits: bool) -> bool:
    """Whether a side could lay a card of this code, and not only because useless remedies may."""
    if FIRST_SAFETY <= code < FIRST_HAZARD:
        return True
    on_car = hand.terms.cars.playable
    if code >= FIRST_HAZARD:
        return any(
            code in on_car(row)
            and (code != LIMIT or harmless_limits or hand.target - hand.miles[other] > HARMLESS_KM)
            for other, row in enumerate(hand.rows)
            if other != side
        )
    if code not in on_car(hand.rows[side]):
        return False
    if code >= len(KM):
        return True
    if code == KM_200 and hand.two_hundreds[side] >= hand.terms.game.ruleset.max_200:
        return False
    return not hand.terms.exact or hand.miles[side] + KM[code] <= hand.target


def check_discard(hand: FastHand, seat: int, side: int, card: int) -> None:
    """What the knobs about discards forbid."""
    ruleset = hand.terms.game.ruleset
    if FIRST_SAFETY <= card < FIRST_HAZARD and not ruleset.discard_safety:
        raise GiveUpError
    if ruleset.discard_when == "always":
        return
    if not FIRST_SAFETY <= card < FIRST_HAZARD and playable(hand, side, card, harmless_limits=True):
        raise GiveUpError
    for code, copies in enumerate(hand.hands[seat][:SPENT]):
        safety = FIRST_SAFETY <= code < FIRST_HAZARD
        if copies and not safety and playable(hand, side, code, harmless_limits=True):
            raise GiveUpError
    if hand.unknown(seat):
        raise GiveUpError  # what is held may forbid it, and the pack may say that it does not
