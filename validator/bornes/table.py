"""A hand in progress: what lies on the table and in the hands between two events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from bornes.car import Car
from bornes.change import changed
from bornes.drawpile import DrawPile
from bornes.evidence import Answer
from bornes.holding import Holding
from bornes.ruleset import Ruleset, Seating
from bornes_notation.cards import DISTANCES, Card, Face

CARD_INDEX = {card: index for index, card in enumerate(Card)}


@dataclass(frozen=True)
class Game:
    """What does not change during a record: the rules chosen, and who sits where.

    Attributes:
        ruleset: Knobs in force.
        seating: Target, extension and pack.
        seats: In order of play.
        sides: Letters, in order of play.
        policy: as-played or void.
    """

    ruleset: Ruleset
    seating: Seating
    seats: tuple[str, ...]
    policy: str = "as-played"

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The letters of the sides, in order of play."""
        return tuple(dict.fromkeys(seat[0] for seat in self.seats))

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """Index of the side of each seat."""
        return tuple(self.sides.index(seat[0]) for seat in self.seats)

    @cached_property
    def pack(self) -> Mapping[Card, int]:
        """Copies of each card in play."""
        return dict.fromkeys(Card, 0) | self.ruleset.pack(self.seating)

    @cached_property
    def pack_size(self) -> int:
        """How many cards are in play."""
        return sum(self.pack.values())

    def seat_index(self, seat: str) -> int:
        """The place of a seat in the order of play."""
        return self.seats.index(seat)

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats of a side."""
        return tuple(seat for seat, its_side in enumerate(self.side_of) if its_side == side)

    def left_of(self, seat: int) -> int:
        """The next seat in order of play."""
        return (seat + 1) % len(self.seats)


@dataclass(frozen=True, slots=True)
class Window:
    """The time in which a hazard can be answered by a coup fourré.

    Attributes:
        hazard: The hazard that landed.
        line: Line on which it was laid.
        turn: How many turns had begun when it landed, its own included.
        held: What each seat of the attacked side held when it landed.
        drawn: What each of these seats has drawn since; None where a draw was not written.
        closed: Seats for which the window is closed.
    """

    hazard: Card
    line: int
    turn: int
    held: Mapping[int, Holding]
    drawn: Mapping[int, tuple[Face, ...]] = field(default_factory=dict)
    closed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Over:
    """How a hand ended.

    Attributes:
        how: trip or exhausted, or the reason of an ``end`` or ruling line.
        finisher: Side that reached the target.
        exhausted: Whether no card could be drawn any more when the last card was laid.
        drawless: Whether a turn up to then began while no card could be drawn.
        perhaps: The record cannot show whether it had not been over before.
    """

    how: str
    finisher: int | None = None
    exhausted: bool = False
    drawless: bool = False
    perhaps: bool = False


@dataclass(frozen=True, kw_only=True)
class Table:
    """The state between two events; changed by `changed`, never in place.

    Attributes:
        cars: By side.
        holdings: By seat.
        pile: The draw pile.
        discard: The discard pile, bottom first.
        discard_mixed: How many of the lowest discards lie in no known order: a draw contradicted it.
        seen: Copies of each card identified so far, by `CARD_INDEX`; a card that moves is one card.
        came_back: A card that lay face down on the discard pile may be in a hand or the draw pile again:
            from then on a card that turns up may be one that was counted before.
        set_up_distances: How many distance cards without a face lie on cars by `setup` lines: fewest, most.
        uncounted_distances: Distance cards that turned up since then and were not counted again.
        to_act: Seat to act.
        drawn: It has drawn and not acted: it continues.
        drawn_faces: What it drew in this turn; `drawn_from_discard`: from where.
        extra: It acts again: the last card earned it another turn.
        last_actor: Seat that finished the last turn.
        or_else: Another seat that may act next without a fault (after a coup that counted for nothing, or
            whose evidence is missing); `or_else_doubt`: then the order is unverified, not right.
        target: Target in force, in miles.
        caller: Side that called the extension.
        if_called: A side lies on the base target and has not said whether it extends: the table if it did.
        windows: Open windows by (side, pile).
        over: How the hand ended; None while it goes on.
        perhaps_over: The record cannot show whether the hand is over.
        turns: Turns begun so far.
        last_turn: The hand ends with this turn and what it earns.
        last_turn_perhaps: The same, if evidence were there.
        drawless_seen: A turn of this hand began while nothing could be drawn.
        coup_turn: The seat to act is so by a coup and has not begun its turn.
        doubtful_coups: Coup marks that rest on cards nobody saw, as (side, safety).
        unsure_coups: Those of them of which the record does not even show since when the safety was held.
        laid_at: Line on which the last hazard of a (side, pile) or a (side, safety) was laid.
        coup_in_doubt: The record does not show whether a safety was a coup, and more than points hangs on it.
        penalties: Points by side.
    """

    cars: tuple[Car, ...]
    holdings: tuple[Holding, ...]
    pile: DrawPile
    discard: tuple[Face, ...] = ()
    discard_mixed: int = 0
    seen: tuple[int, ...] = (0,) * len(CARD_INDEX)
    came_back: bool = False
    uncounted_distances: int = 0
    set_up_distances: tuple[int, int] = (0, 0)
    to_act: int = 0
    drawn: bool = False
    drawn_faces: tuple[Face, ...] = ()
    drawn_from_discard: bool = False
    extra: bool = False
    last_actor: int | None = None
    or_else: int | None = None
    or_else_doubt: bool = False
    target: int = 1000
    caller: int | None = None
    if_called: Table | None = None
    windows: Mapping[tuple[int, str], Window] = field(default_factory=dict)
    over: Over | None = None
    perhaps_over: bool = False
    turns: int = 0
    last_turn: bool = False
    last_turn_perhaps: bool = False
    drawless_seen: bool = False
    coup_turn: bool = False
    doubtful_coups: frozenset[tuple[int, Card]] = frozenset()
    unsure_coups: frozenset[tuple[int, Card]] = frozenset()
    laid_at: Mapping[tuple[int, str], int] = field(default_factory=dict)
    coup_in_doubt: bool = False
    penalties: tuple[int, ...] = ()

    def with_car(self, side: int, car: Car) -> Table:
        """The table with another car for a side."""
        return changed(self, cars=(*self.cars[:side], car, *self.cars[side + 1 :]))

    def with_holding(self, seat: int, holding: Holding) -> Table:
        """The table with another hand for a seat."""
        return changed(self, holdings=(*self.holdings[:seat], holding, *self.holdings[seat + 1 :]))

    def with_seen(self, card: Card, copies: int = 1) -> Table:
        """The table after so many copies of a card more (or less) have been identified."""
        index = CARD_INDEX[card]
        count = max(self.seen[index] + copies, 0)
        return changed(self, seen=(*self.seen[:index], count, *self.seen[index + 1 :]))

    def with_laid_at(self, side: int, where: str, line: int) -> Table:
        """The table after a hazard on a pile, or a safety, was laid on this line."""
        return changed(self, laid_at={**self.laid_at, (side, where): line})

    def seen_of(self, card: Card) -> int:
        """Copies of the card identified so far."""
        return self.seen[CARD_INDEX[card]]


def exhausted(game: Game, table: Table) -> bool:
    """Whether nothing can be drawn any more."""
    if table.pile.count:
        return False
    return game.ruleset.exhaustion != "reshuffle" or not table.discard


def hidden_faces(table: Table) -> int:
    """How many cards in hands and discarded the record does not show."""
    in_hands = sum(hand.unknown + hand.missing for hand in table.holdings)
    return in_hands + table.discard.count(None) + table.pile.leaks + table.pile.hidden


def next_to_act(game: Game, table: Table, seat: int) -> int:
    """The seat itself, or while exhausted the first one from it, in order of play, that holds a card."""
    if not exhausted(game, table):
        return seat
    for _ in game.seats:
        if table.holdings[seat].size:
            return seat
        seat = game.left_of(seat)
    return seat


def distance_left(game: Game, table: Table) -> Answer:
    """Whether the draw pile still holds a distance card."""
    pile = table.pile
    if not pile.count:
        return Answer.NO
    if any(face is not None and face.km for face in pile.top):
        return Answer.YES
    if pile.contents_known and (pile.top or pile.bag):
        below = sum(1 for card in pile.bag if card.km)
        return Answer.of(below > 0) if below == 0 or below > pile.leaks else Answer.UNVERIFIED
    in_pile = sum(1 for card in pile.bag if card.km)
    fewest, most = table.set_up_distances
    total = sum(game.pack[card] for card in DISTANCES)
    unseen = total - sum(table.seen_of(card) for card in DISTANCES) + in_pile
    hidden = sum(hand.unknown for hand in table.holdings) + table.discard.count(None)
    if unseen <= fewest:
        return Answer.NO
    return Answer.YES if unseen - most - table.uncounted_distances > hidden else Answer.UNVERIFIED
