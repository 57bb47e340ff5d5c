"""A turn line in numbers: taken, or given up for the judge to word."""

from __future__ import annotations

from typing import Final

from bornes.automaton.ends import near_the_end, over_by_nobody
from bornes.automaton.hands import FastHand
from bornes.automaton.moves import ATTACK, DISCARD, LAY, ONLY_DRAW, UNSEEN, UNWRITTEN, Move
from bornes.automaton.possible import KM, KM_200, check_discard
from bornes.automaton.rows import CODE, FIRST_SAFETY, ILLEGAL
from bornes.automaton.safeties import answer, lay_safety
from bornes.automaton.terms import GiveUpError
from bornes.reasons import DRAW_NOT_RECORDED
from bornes_notation.cards import Card

KM_100: Final = CODE[Card.KM_100]
ON_DRAW: Final = ("U-DRAW", DRAW_NOT_RECORDED)


def take_turn(table: FastHand, move: Move) -> None:  # noqa: C901, PLR0912, PLR0915 -- the loop that must be fast
    """Takes a turn.

    Raises:
        GiveUpError: if it is not plainly legal.
    """
    seat, draw, kind, card, target, call, shown = move
    if seat != table.to_act or table.ended is not None:
        raise GiveUpError
    terms = table.terms
    side = terms.side_of[seat]
    hand = table.hands[seat]
    if draw >= 0 and table.pile > 1 and table.order is None:
        table.pile -= 1
        left = table.left[draw]
        if not left:
            raise GiveUpError
        table.left[draw] = left - 1
        hand[draw] += 1
        table.draws += 1
        drew = True
    else:
        drew = _draw(table, seat, draw, acts=kind != ONLY_DRAW)
        if table.ended is not None:
            return
    if kind == ONLY_DRAW:
        raise GiveUpError
    table.plays += 1
    if kind == LAY:
        row = table.rows[side]
        entry = row[card]
        if entry is None:
            entry = terms.cars.enter(row, card)
        if entry is ILLEGAL:
            raise GiveUpError
        if hand[card]:
            hand[card] -= 1
        else:
            table.from_unknown(seat, card)
        extra = False
        if card < 5:
            _distance(table, side, card, call)
            if table.ended is not None:
                return
            call = None
        else:
            table.rows[side] = entry
    elif kind == DISCARD:
        if terms.game.ruleset.discard_when != "always" or card >= FIRST_SAFETY:
            check_discard(table, seat, side, card)
        if hand[card]:
            hand[card] -= 1
        else:
            table.from_unknown(seat, card)
        extra = False
    elif kind == ATTACK:
        if target == side:
            raise GiveUpError
        row = table.rows[target]
        entry = row[card]
        if entry is None:
            entry = terms.cars.enter(row, card)
        if entry is ILLEGAL:
            raise GiveUpError
        if hand[card]:
            hand[card] -= 1
        else:
            table.from_unknown(seat, card)
        table.rows[target] = entry
        extra = False
    else:
        extra = lay_safety(table, seat, side, card, drew=drew)
        if table.ended is not None:
            return
    if call is not None:
        raise GiveUpError
    table.to_act = seat if extra else terms.next_seat[seat]
    if not drew:
        table.sizes[seat] -= 1
    if not table.pile or terms.how == "stop_when_no_distance_left":
        near_the_end(table, seat, extra=extra)
    if shown is not None:
        answer(table, shown, kind, card, target)


def _draw(table: FastHand, seat: int, draw: int, *, acts: bool) -> bool:
    """Any draw but the plainest; whether a card came to the hand, and the hand may be over with it."""
    if draw != UNWRITTEN:
        table.draws += 1
    else:
        table.note(ON_DRAW)
    if not table.pile:
        if draw >= 0 or draw == UNSEEN or table.terms.how == "reshuffle":
            raise GiveUpError
        table.drawless = True
        return False
    table.one_from_pile(seat, draw)
    if not table.pile and over_by_nobody(table):
        if acts:
            raise GiveUpError  # over between the draw and the play
        table.exhaust()
    return True


def _distance(table: FastHand, side: int, card: int, call: bool | None) -> None:
    miles = table.km[side] + table.bonus_km[side] + KM[card]
    if miles > table.target and table.terms.exact:
        raise GiveUpError
    if card == KM_200:
        if table.two_hundreds[side] >= table.terms.game.ruleset.max_200:
            raise GiveUpError
        table.two_hundreds[side] += 1
    elif card == KM_100:
        table.hundreds[side] += 1
    table.km[side] += KM[card]
    if miles < table.target:
        if call is not None:
            raise GiveUpError
        return
    may_call = table.caller < 0 and miles == table.target == table.terms.base_target and table.terms.extension
    if call is not None and not may_call:
        raise GiveUpError
    if call:
        table.caller, table.target = side, table.terms.extension
        return
    table.finish(side)
