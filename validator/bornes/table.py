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
        loser: Side that a ruling of forfeit names.
    """

    how: str
    finisher: int | None = None
    exhausted: bool = False
    drawless: bool = False
    perhaps: bool = False
    loser: int | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """A coup fourré that was perhaps none: what a plain safety would have left instead.

    Attributes:
        side, safety: Whose it is.
        unseen_draw: The record does not show since when the safety was held; else, whether it was held at all.
        bonus_km: Kilometres that only the coup earned.
        hazard: The hazard that only the coup took away, and `index`, its place on the battle pile.
        needs_roll: Only the coup left the car without a needs-roll mark.
    """

    side: int
    safety: Card
    unseen_draw: bool
    bonus_km: int = 0
    hazard: Card | None = None
    index: int = 0
    needs_roll: bool = False


@dataclass(frozen=True, kw_only=True)
class Table:
    """The state between two events; changed by `changed`, never in place.

    Attributes:
        cars: By side.
        holdings: By seat.
        pile: The draw pile.
        discard: The discard pile, bottom first.
        discard_mixed: How many of the lowest discards lie in no known order: a draw contradicted it.
        distances: Distance cards that lie on cars, whichever; of those set up only the 200s.
        spares: Second copies of safeties laid or shown: they lie somewhere, and do nothing.
        exceeded: The most copies of a card there ever were, where that was more than the pack holds; a hand
            that was forgotten takes its own out of that.
        uncounted: Cards laid or discarded that count no more: a ruling on them covers what nobody can see.
        pile_set_up: Whether a `setup` line says how many cards the draw pile holds.
        set_up_distances: How many distance cards without a face lie on cars by `setup` lines: fewest, most.
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
        doubts: The coups fourrés that were perhaps none.
        in_doubt: Only the kilometres of one ended the hand, or a lay was lawful only with one, or only without.
        laid_at: Line on which the last such hazard or safety of a side was laid.
        penalties: Points by side.
    """

    cars: tuple[Car, ...]
    holdings: tuple[Holding, ...]
    pile: DrawPile
    discard: tuple[Face, ...] = ()
    discard_mixed: int = 0
    distances: tuple[Card, ...] = ()
    spares: tuple[Card, ...] = ()
    exceeded: Mapping[Card, int] = field(default_factory=dict)
    uncounted: tuple[Card, ...] = ()
    pile_set_up: bool = False
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
    doubts: tuple[Doubt, ...] = ()
    in_doubt: bool = False
    laid_at: Mapping[tuple[int, Card], int] = field(default_factory=dict)
    penalties: tuple[int, ...] = ()

    def with_car(self, side: int, car: Car) -> Table:
        """The table with another car for a side."""
        return changed(self, cars=(*self.cars[:side], car, *self.cars[side + 1 :]))

    def with_holding(self, seat: int, holding: Holding) -> Table:
        """The table with another hand for a seat."""
        return changed(self, holdings=(*self.holdings[:seat], holding, *self.holdings[seat + 1 :]))

    def with_laid_at(self, side: int, card: Card, line: int) -> Table:
        """The table after a hazard or a safety was laid on this line."""
        return changed(self, laid_at={**self.laid_at, (side, card): line})

    def copies(self, card: Card) -> int:
        """How many copies of a card lie somewhere for certain."""
        count = self.discard.count(card) + self.pile.copies(card) - self.uncounted.count(card)
        for hand in self.holdings:
            known = hand.known.count(card)
            if known > hand.missing:
                count += known - hand.missing
        if card.km:
            count += self.distances.count(card)
        else:
            for car in self.cars:
                count += car.battle.count(card) + car.speed.count(card) + car.safeties.count(card)
            count += self.spares.count(card)
        return count


def exhausted(game: Game, table: Table) -> bool:
    """Whether nothing can be drawn any more."""
    pile = table.pile
    if pile.top or pile.rest.size:
        return False
    return game.ruleset.exhaustion != "reshuffle" or not table.discard


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
    top, rest = table.pile.top, table.pile.rest
    if not table.pile.count:
        return Answer.NO
    if table.pile.surely_holds_distance:
        return Answer.YES
    if None not in top and not rest.unknown:
        return Answer.UNVERIFIED if any(card.km for card in rest.known) else Answer.NO
    elsewhere = len(table.distances) + sum(1 for face in table.discard if face is not None and face.km)
    elsewhere += sum(1 for hand in table.holdings for card in hand.known if card.km)
    # A known card that left a hand face down is one of the unknown discards.
    hidden = table.discard.count(None) + sum(hand.unknown - hand.missing for hand in table.holdings)
    fewest, most = table.set_up_distances
    total = sum(game.pack[card] for card in DISTANCES)
    if elsewhere + fewest >= total:
        return Answer.NO
    return Answer.YES if total - elsewhere - most > max(hidden, 0) else Answer.UNVERIFIED
