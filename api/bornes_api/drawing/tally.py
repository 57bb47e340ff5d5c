"""Which distance cards lie on a car: the judge counts kilometres, players see cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bornes.steps import Step
from bornes_notation.cards import Card
from bornes_notation.record import Play, Turn


@dataclass(frozen=True, slots=True)
class Laid:
    """The distance cards of one car.

    Attributes:
        cards: In the order laid.
        other_km: Kilometres of cards that no line names (a position that a ``setup`` line gave).
    """

    cards: tuple[Card, ...] = ()
    other_km: int = 0

    @property
    def km(self) -> int:
        """Kilometres of all of them."""
        return sum(card.km for card in self.cards) + self.other_km


def with_laid(steps: Iterable[Step]) -> Iterator[tuple[Step, tuple[Laid, ...]]]:
    """Each step with the distance cards on every car, by side, before its line."""
    before: Step | None = None
    laid: tuple[Laid, ...] = ()
    for step in steps:
        if before is None or before.hand != step.hand or not before.text:
            laid = tuple(Laid((), car.km) for car in step.table.cars)
        else:
            laid = tuple(
                _after(before, side, old, car.km)
                for side, (old, car) in enumerate(zip(laid, step.table.cars, strict=True))
            )
        yield step, laid
        before = step


def _after(step: Step, side: int, old: Laid, km: int) -> Laid:
    """The cards after the line of a step brought the car to `km`."""
    gain = km - old.km
    if gain == 0:
        return old
    new = _distances(step, side)
    if sum(card.km for card in new) == gain:
        return Laid((*old.cards, *new), old.other_km)
    back = _without(old, -gain)
    return Laid((), km) if back is None else back


def _distances(step: Step, side: int) -> tuple[Card, ...]:
    turn = step.item
    if not isinstance(turn, Turn) or step.game.side_of[step.game.seat_index(turn.seat)] != side:
        return ()
    return tuple(each.card for each in turn.actions if isinstance(each, Play) and each.card.km)


def _without(old: Laid, km: int) -> Laid | None:
    """The cards after a ruling took the last one of so many kilometres back; None if there is none."""
    for index in range(len(old.cards) - 1, -1, -1):
        if old.cards[index].km == km:
            return Laid(old.cards[:index] + old.cards[index + 1 :], old.other_km)
    return None
