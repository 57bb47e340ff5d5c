"""What is known of a seat's hand, and the three answers to "was this card in it?"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bornes.evidence import Answer
from bornes_notation.cards import Card, Face


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand as far as it is known. Its size is always known, its cards need not be.

    Attributes:
        known: Cards it holds, unless one of them was discarded face down.
        unknown: How many more it holds whose face is not known.
        missing: How many of all these have left it face down.
    """

    known: tuple[Card, ...] = ()
    unknown: int = 0
    missing: int = 0

    @property
    def size(self) -> int:
        """How many cards the hand holds."""
        return len(self.known) + self.unknown - self.missing

    @property
    def fully_known(self) -> bool:
        """Whether every card of the hand is known."""
        return not self.unknown and not self.missing

    def holds(self, card: Card) -> Answer:
        """Whether the card is in the hand."""
        copies = self.known.count(card)
        if copies > self.missing:
            return Answer.YES
        if self.size > 0 and (self.unknown or copies):
            return Answer.UNVERIFIED
        return Answer.NO

    def copies(self, card: Card) -> int:
        """How many copies of a card it holds for certain."""
        return max(self.known.count(card) - self.missing, 0)

    def with_face(self, face: Face) -> Holding:
        """The hand with one card more."""
        if face is None:
            return Holding(self.known, self.unknown + 1, self.missing)
        return Holding((*self.known, face), self.unknown, self.missing)

    def with_faces(self, faces: Iterable[Face]) -> Holding:
        """The hand with all these cards more."""
        faces = tuple(faces)
        cards = tuple(face for face in faces if face is not None)
        return Holding((*self.known, *cards), self.unknown + len(faces) - len(cards), self.missing)

    def without(self, card: Card) -> Holding:
        """The hand after the card left it; after a card it did not hold, nothing of it is known any more."""
        if card in self.known:
            rest = list(self.known)
            rest.remove(card)
            return _tidy(Holding(tuple(rest), self.unknown, self.missing))
        if self.unknown and self.size > 0:
            return _tidy(Holding(self.known, self.unknown - 1, self.missing))
        return Holding((), max(self.size - 1, 0), 0)

    def without_unknown(self) -> Holding:
        """The hand after a card left it face down."""
        if self.size <= 0:
            return self
        if not self.known and self.unknown:
            return _tidy(Holding((), self.unknown - 1, self.missing))
        return _tidy(Holding(self.known, self.unknown, self.missing + 1))

    def without_drawn(self, face: Face) -> Holding:
        """The hand before the card it drew last came to it."""
        if face is not None or not self.unknown:
            return self.without_unknown() if face is None else self.without(face)
        return _tidy(Holding(self.known, self.unknown - 1, self.missing))

    def seen(self, faces: tuple[Face, ...]) -> Holding:
        """The hand after these of its cards were shown."""
        cards = [face for face in faces if face is not None]
        if len(cards) == self.size:
            return Holding(tuple(cards))
        new = Counter(cards) - Counter(self.known)
        found = min(new.total(), self.unknown)
        return Holding((*self.known, *list(new.elements())[:found]), self.unknown - found, self.missing)

    def forgotten(self) -> Holding:
        """The same number of cards, none of them known."""
        return Holding((), self.size, 0)


def _tidy(hand: Holding) -> Holding:
    """An empty hand is fully known, however it was emptied."""
    return Holding() if hand.size == 0 else hand
