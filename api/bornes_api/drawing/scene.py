"""A position as one sees it: cars with their piles, hands as far as they are known, draw pile and discards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bornes.car import Car, limited, rolling, stopped, top
from bornes.table import Game, Table
from bornes_api.drawing.tally import Laid
from bornes_notation.cards import DISTANCES, Card, Face


@dataclass(frozen=True, slots=True)
class PileView:
    """A battle or speed pile.

    Attributes:
        top: The uppermost card; None for an empty place.
        under: The cards below, uppermost first.
        answerable: Whether its hazard can be answered by a coup fourré at this moment.
    """

    top: Card | None
    under: tuple[Card, ...] = ()
    answerable: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat and its hand.

    Attributes:
        seat, name: ``Y2`` and who sits there.
        known: Cards it holds for certain, as far as they can be shown.
        backs: How many more it holds.
        acts: Whether it is its turn; `drawn`: and it has drawn.
    """

    seat: str
    name: str
    known: tuple[Card, ...]
    backs: int
    acts: bool
    drawn: bool


@dataclass(frozen=True, slots=True)
class SideView:
    """A car and who drives it.

    Attributes:
        index, letter: Place in the order of play, and name.
        km, bonus_km: Kilometres of its cards, and those earned otherwise.
        goes: Whether it may lay distance cards.
        halt: The hazard that stops it, if one does.
        limited: Whether only 25 and 50 may be laid.
        distances: (card, how many), by value; `other_km` are those of cards that nobody named.
        safeties: (card, whether it was a coup fourré), in the order laid.
    """

    index: int
    letter: str
    km: int
    bonus_km: int
    goes: bool
    halt: Card | None
    limited: bool
    battle: PileView
    speed: PileView
    safeties: tuple[tuple[Card, bool], ...]
    distances: tuple[tuple[Card, int], ...]
    other_km: int
    seats: tuple[SeatView, ...]

    @property
    def miles(self) -> int:
        """What the target is about."""
        return self.km + self.bonus_km


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole table.

    Attributes:
        pile: Cards in the draw pile; `presumed`: the count rests on draws that nobody wrote down.
        discard_top: The uppermost discard; `discards`: how many there are.
        target: Miles that end the trip; `caller`: the side that called the extension.
        over: How the hand ended, None while it goes on.
    """

    sides: tuple[SideView, ...]
    pile: int
    presumed: bool
    discard_top: Face
    discards: int
    target: int
    caller: str | None
    over: str | None


def scene(game: Game, table: Table, laid: tuple[Laid, ...], names: Mapping[str, str]) -> Scene:
    """The table to draw; `names` are the players by seat."""
    return Scene(
        tuple(_side(game, table, index, laid[index], names) for index in range(len(game.sides))),
        table.pile.count,
        table.pile.presumed,
        table.discard[-1] if table.discard else None,
        len(table.discard),
        table.target,
        None if table.caller is None else game.sides[table.caller],
        None if table.over is None else table.over.how,
    )


def _side(game: Game, table: Table, index: int, laid: Laid, names: Mapping[str, str]) -> SideView:
    car = table.cars[index]
    uppermost = top(car, game.ruleset)
    return SideView(
        index,
        game.sides[index],
        car.km,
        car.bonus_km,
        rolling(car, game.ruleset),
        uppermost if stopped(car, game.ruleset) else None,
        limited(car),
        _pile(car.battle, (index, "battle") in table.windows),
        _pile(car.speed, (index, "speed") in table.windows),
        _safeties(car),
        tuple((card, laid.cards.count(card)) for card in DISTANCES if card in laid.cards),
        laid.other_km,
        tuple(_seat(game, table, seat, names) for seat in game.seats_of(index)),
    )


def _pile(cards: tuple[Card, ...], answerable: bool) -> PileView:
    return PileView(cards[-1], cards[-2::-1], answerable) if cards else PileView(None)


def _safeties(car: Car) -> tuple[tuple[Card, bool], ...]:
    return tuple((card, card in car.coups) for card in car.safeties)


def _seat(game: Game, table: Table, seat: int, names: Mapping[str, str]) -> SeatView:
    hand = table.holdings[seat]
    # A card left face down: which of the known ones it was nobody can say, so only certain ones are shown.
    known = tuple(card for card in dict.fromkeys(hand.known) for _ in range(hand.copies(card)))
    acts = table.to_act == seat and table.over is None
    name = game.seats[seat]
    return SeatView(name, names.get(name, ""), _sorted(known), hand.size - len(known), acts, table.drawn)


_ORDER = {card: index for index, card in enumerate(Card)}


def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=_ORDER.__getitem__))
