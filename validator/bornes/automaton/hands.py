"""A hand in numbers: what lies and is held, and the small steps that change it."""

from __future__ import annotations

from collections.abc import Sequence

from bornes.automaton.moves import NOTHING, UNSEEN, UNWRITTEN
from bornes.automaton.rows import CAR, CARDS, CODE, Row
from bornes.automaton.scores import Ended, Laid
from bornes.automaton.terms import GiveUpError, Terms
from bornes.reasons import FACE_NOT_RECORDED, HAND_NOT_RECORDED, Reason
from bornes_notation.cards import Card

ON_UNSEEN = ("U-COPIES", FACE_NOT_RECORDED)
ON_HAND = ("U-HOLD", HAND_NOT_RECORDED)


class FastHand:
    """A hand under replay; lists are by side, seat or card code.

    Attributes:
        rows, km, two_hundreds, hundreds, bonus_km, coups: By side.
        hands, unknown, sizes: By seat: copies of each known card, how many unknown ones, how many in all.
        left: Copies of each card that have not been seen.
        pile: Cards in the draw pile; `order`: their codes, top last, if a `pile` line gave them.
        doubtful_coups: Coups fourrés that rest on cards nobody saw; presumed: a draw was not written; hidden:
            a face was written as unknown.
        undecided: How often each check could not be decided, in the order met.
        ended: How it ended; None while it goes on.
    """

    def __init__(self, terms: Terms, first: int) -> None:
        self.terms = terms
        sides, seats = len(terms.game.sides), len(terms.game.seats)
        self.rows: list[Row] = [terms.cars.start] * sides
        self.km = [0] * sides
        self.two_hundreds = [0] * sides
        self.hundreds = [0] * sides
        self.bonus_km = [0] * sides
        self.coups = [0] * sides
        self.doubtful_coups = [0] * sides
        self.presumed = False
        self.hidden = [False] * seats
        hand_size = terms.game.ruleset.hand_size
        self.hands = [[0] * len(CARDS) for _ in range(seats)]
        self.unknown = [hand_size] * seats
        self.sizes = [hand_size] * seats
        self.left = list(terms.pack)
        given = sides if terms.game.ruleset.start_needs_roll == "given" else 0
        self.left[CODE[Card.ROLL]] -= given
        self.pile = sum(terms.pack) - given - hand_size * seats
        self.order: list[int] | None = None
        self.to_act = first
        self.target = terms.base_target
        self.caller = -1
        self.drawless = False
        self.plays = self.draws = 0
        self.undecided: dict[tuple[str, Reason], int] = {}
        self.ended: Ended | None = None
        if self.pile <= 0 or self.left[CODE[Card.ROLL]] < 0:
            raise GiveUpError

    def deal(self, seat: int, codes: Sequence[int]) -> None:
        """Takes a deal line whose cards are all known."""
        if len(codes) != self.sizes[seat] or not self.unknown[seat]:
            raise GiveUpError
        hand, left = self.hands[seat], self.left
        for code in codes:
            hand[code] += 1
            left[code] -= 1
            if left[code] < 0:
                raise GiveUpError
        self.unknown[seat] = 0

    def stack(self, codes: Sequence[int]) -> None:
        """Takes a pile line whose cards are all known, when every hand is."""
        if any(self.unknown) or len(codes) != self.pile:
            raise GiveUpError
        left = list(self.left)
        for code in codes:
            left[code] -= 1
            if left[code] < 0:
                raise GiveUpError
        self.order = list(reversed(codes))

    def one_from_pile(self, seat: int, draw: int) -> None:
        """One card goes from the draw pile to a hand, as written."""
        if draw == NOTHING:
            raise GiveUpError
        self.pile -= 1
        if draw < 0:
            if self.order is not None:
                raise GiveUpError
            self.unknown[seat] += 1
            self.presumed = self.presumed or draw == UNWRITTEN
            self.hidden[seat] = self.hidden[seat] or draw == UNSEEN
            return
        if self.order is not None and self.order.pop() != draw:
            raise GiveUpError
        if not self.left[draw]:
            raise GiveUpError
        self.left[draw] -= 1
        self.hands[seat][draw] += 1

    def from_unknown(self, seat: int, card: int) -> None:
        """A card that was not known to be in the hand leaves it: it was one of the unknown ones, or none."""
        if not self.unknown[seat] or not self.left[card]:
            raise GiveUpError
        self.unknown[seat] -= 1
        self.left[card] -= 1
        self.note(ON_HAND)

    def note(self, check: tuple[str, Reason]) -> None:
        """Notes a check that the record cannot decide."""
        self.undecided[check] = self.undecided.get(check, 0) + 1

    def finish(self, side: int) -> None:
        """Takes note that a side reached the target."""
        if not self.pile and self.terms.how == "reshuffle":
            raise GiveUpError  # whether anything can be drawn hangs on the discard pile
        self.ended = Ended(side, self.caller, not self.pile, self.drawless)

    def exhaust(self) -> None:
        """Takes note that the hand ended by exhaustion."""
        self.ended = Ended(-1, self.caller, exhausted=True, drawless=self.drawless)

    def take(self, seat: int, card: int) -> None:
        """A card leaves a hand."""
        if self.hands[seat][card]:
            self.hands[seat][card] -= 1
        else:
            self.from_unknown(seat, card)

    def note_unseen(self) -> None:
        """Notes the seats that a card was left with which was written as unknown and never seen."""
        for seat, unknown in enumerate(self.unknown):
            if unknown and self.hidden[seat]:
                self.note(ON_UNSEEN)

    def laid(self) -> tuple[Laid, ...]:
        """What lies before each side, counted."""
        return tuple(
            Laid(
                self.km[side],
                self.two_hundreds[side],
                self.hundreds[side],
                self.bonus_km[side],
                len(self.rows[side][CAR].safeties),
                self.coups[side],
            )
            for side in range(len(self.km))
        )
