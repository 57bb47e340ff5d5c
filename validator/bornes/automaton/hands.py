"""A hand in numbers: what lies and is held, and the small steps that change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bornes.automaton.moves import NOTHING, UNSEEN, UNWRITTEN
from bornes.automaton.rows import CAR, CARDS, FIRST_HAZARD, Row
from bornes.automaton.scores import Ended, Laid
from bornes.automaton.terms import GiveUpError, Terms
from bornes.reasons import DRAW_NOT_RECORDED, FACE_NOT_RECORDED, HAND_NOT_RECORDED, Reason

ON_DRAW = ("U-DRAW", DRAW_NOT_RECORDED)
ON_UNSEEN = ("U-COPIES", FACE_NOT_RECORDED)
ON_HAND = ("U-HOLD", HAND_NOT_RECORDED)

SPENT: Final = -3
"""Place in a seat's list, behind the copies of each card, that counts the unknown cards that were played.
The last two places count those that came: at UNSEEN with a ``?``, at UNWRITTEN without a word. So the loop
need not ask whether a draw is known."""

_PLENTY: Final = 1 << 30
"""Unknown cards are not counted off against the pack."""


class FastHand:
    """A hand under replay; lists are by side, seat or card code.

    Attributes:
        rows, miles, two_hundreds, hundreds, bonus_km, coups: By side; miles are kilometres with the bonus ones.
        hands: By seat: copies of each known card, then what SPENT says.
        sizes: By seat: cards in all.
        left: Copies of each card that have not been seen; then what makes no difference. Below 0 after too
            many draws of a card: looked at once the hand is over.
        pile: Cards in the draw pile; `order`: their codes, top last, if a `pile` line gave them.
        landed_dry: Hazards laid since nothing can be drawn: side and card code.
        doubtful_coups: Coups fourrés that rest on cards nobody saw.
        undecided: How often each check could not be decided, what hands and draws tell by themselves left out.
        ended: How it ended; None while it goes on.
    """

    def __init__(self, terms: Terms, first: int) -> None:
        self.terms = terms
        none = [0] * terms.sides
        self.rows: list[Row] = [terms.cars.start] * terms.sides
        self.miles = none
        self.two_hundreds = none.copy()
        self.hundreds = none.copy()
        self.bonus_km = none.copy()
        self.coups = none.copy()
        self.doubtful_coups = none.copy()
        size = terms.game.ruleset.hand_size
        self.hands = [[*_NO_CARD, 0, size, 0] for _ in terms.side_of]
        self.sizes = [size] * len(terms.side_of)
        self.left = [*terms.pack, _PLENTY, _PLENTY, _PLENTY]
        self.pile = terms.pile_size
        self.order: list[int] | None = None
        self.to_act = first
        self.target = terms.base_target
        self.caller = -1
        self.drawless = False
        self.landed_dry: set[tuple[int, int]] = set()
        self.plays = self.draws = 0
        self.undecided: dict[tuple[str, Reason], int] = {}
        self.ended: Ended | None = None

    def is_over(self) -> bool:
        """Whether it ended. Asked by a call: what `ended` is, mypy takes for settled once it was looked at."""
        return self.ended is not None

    def deal(self, seat: int, codes: Sequence[int]) -> None:
        """Takes a deal line whose cards are all known."""
        hand, left = self.hands[seat], self.left
        if len(codes) != self.sizes[seat] or not hand[UNWRITTEN]:
            raise GiveUpError
        for code in codes:
            hand[code] += 1
            left[code] -= 1
        hand[UNWRITTEN] = 0

    def deal_unseen(self, seat: int) -> None:
        """Takes a deal line without a face."""
        hand = self.hands[seat]
        hand[UNSEEN], hand[UNWRITTEN] = hand[UNWRITTEN], 0

    def stack(self, codes: Sequence[int]) -> None:
        """Takes a pile line whose cards are all known, when every hand is."""
        if any(map(self.unknown, range(len(self.hands)))) or len(codes) != self.pile:
            raise GiveUpError
        left = list(self.left)
        for code in codes:
            left[code] -= 1
        if min(left) < 0:
            raise GiveUpError
        self.order = list(reversed(codes))

    def unknown(self, seat: int) -> int:
        """How many cards of a hand nobody saw."""
        hand = self.hands[seat]
        return hand[UNSEEN] + hand[UNWRITTEN] - hand[SPENT]

    @property
    def presumed(self) -> bool:
        """Whether a card came to a hand by a draw that was not written."""
        return self.left[UNWRITTEN] != _PLENTY

    def one_from_pile(self, seat: int, draw: int) -> None:
        """One card goes from the draw pile to a hand, as written."""
        if draw == NOTHING or (self.order is not None and self.order.pop() != draw):
            raise GiveUpError
        self.pile -= 1
        self.left[draw] -= 1
        self.hands[seat][draw] += 1

    def from_unknown(self, seat: int, card: int) -> None:
        """A card that was not known to be in the hand leaves it: it was one of the unknown ones, or none."""
        if self.unknown(seat) < 1 or self.left[card] < 1:
            raise GiveUpError
        self.hands[seat][SPENT] += 1
        self.left[card] -= 1

    def take(self, seat: int, card: int) -> None:
        """A card leaves a hand."""
        if self.hands[seat][card]:
            self.hands[seat][card] -= 1
        else:
            self.from_unknown(seat, card)

    def enter(self, on: int, event: int) -> Row:
        """The row after an event that nobody has asked about on the car of a side."""
        entry = self.terms.cars.enter(self.rows[on], event)
        if not entry:
            raise GiveUpError
        return entry

    def lay(self, on: int, card: int) -> None:
        """A card other than a safety goes on the car of a side; kilometres are counted elsewhere."""
        self.rows[on] = self.rows[on][card] or self.enter(on, card)
        if card >= FIRST_HAZARD and not self.pile:
            self.landed_dry.add((on, card))

    def note(self, check: tuple[str, Reason], count: int = 1) -> None:
        """Notes a check that the record cannot decide."""
        if count:
            self.undecided[check] = self.undecided.get(check, 0) + count

    def finish(self, side: int) -> None:
        """Takes note that a side reached the target."""
        if not self.pile and self.terms.how == "reshuffle":
            raise GiveUpError  # whether anything can be drawn hangs on the discard pile
        self.ended = Ended(side, self.caller, not self.pile, self.drawless)

    def exhaust(self) -> None:
        """Takes note that the hand ended by exhaustion."""
        self.ended = Ended(-1, self.caller, exhausted=True, drawless=self.drawless)

    def close(self) -> None:
        """The end of the hand: every card was there, and what nobody saw is noted.

        Raises:
            GiveUpError: more of a card were drawn than the pack holds.
        """
        if min(self.left) < 0:
            raise GiveUpError
        self.note(ON_DRAW, _PLENTY - self.left[UNWRITTEN])
        self.note(ON_HAND, sum([hand[SPENT] for hand in self.hands]))
        self.note(
            ON_UNSEEN, sum([hand[UNSEEN] > 0 < self.unknown(seat) for seat, hand in enumerate(self.hands)])
        )

    def laid(self) -> list[Laid]:
        """What lies before each side, counted."""
        return [
            Laid(
                self.miles[side] - self.bonus_km[side],
                self.bonus_km[side],
                len(row[CAR].safeties),
                self.coups[side],
                self.two_hundreds[side],
                self.hundreds[side],
            )
            for side, row in enumerate(self.rows)
        ]


_NO_CARD: Final = (0,) * len(CARDS)
