"""The draw pile as far as it is known: always how many cards, sometimes which."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bornes.change import changed
from bornes.evidence import Answer
from bornes.holding import Holding
from bornes_notation.cards import DISTANCES, Card, Face

EMPTY = Holding()


@dataclass(frozen=True)
class DrawPile:
    """The cards that can be drawn.

    Attributes:
        top: Faces of the cards whose order is known, the uppermost first.
        rest: The cards under them, in no order: known, unknown, some perhaps gone face down, as in a hand.
        presumed: The count rests on draws that nobody wrote down.
    """

    top: tuple[Face, ...] = ()
    rest: Holding = EMPTY
    presumed: bool = False

    @classmethod
    def unseen(cls, count: int) -> DrawPile:
        """So many cards of which nothing is known."""
        return cls(rest=Holding((), count))

    @property
    def count(self) -> int:
        """How many cards there are."""
        return len(self.top) + self.rest.size

    @property
    def asked(self) -> bool:
        """Whether the face of a card of it is known, so that a draw can contradict it."""
        return bool(self.rest.known) or any(face is not None for face in self.top)

    def agrees(self, face: Face) -> Answer:
        """Whether the next card drawn can be this one, by what is known of the pile."""
        if not self.asked:
            return Answer.YES
        if face is None:
            return Answer.UNVERIFIED
        if self.top:
            return Answer.UNVERIFIED if self.top[0] is None else Answer.of(self.top[0] is face)
        return self.rest.holds(face)

    def after(self, face: Face) -> DrawPile:
        """The pile after this card was drawn, whether it can have lain there or not."""
        if self.top and self.top[0] in (None, face):
            return changed(self, top=self.top[1:])
        pile = self.unordered()
        if face is None:
            return changed(pile, rest=pile.rest.without_unknown())
        if self.top and face not in pile.rest.known:
            return changed(pile, rest=Holding((), pile.rest.size - 1))
        return changed(pile, rest=pile.rest.without(face))

    def unordered(self) -> DrawPile:
        """The same cards, their order no longer trusted."""
        return changed(self, top=(), rest=self.rest.with_faces(self.top)) if self.top else self

    def with_back(self, faces: Iterable[Face]) -> DrawPile:
        """The pile after drawn cards, in the order drawn, were put back on top of it."""
        return changed(self, top=(*faces, *self.top))

    def with_under(self, faces: Iterable[Face]) -> DrawPile:
        """The pile after these cards, shuffled, were put under it."""
        return changed(self, rest=self.rest.with_faces(faces))

    def copies(self, card: Card) -> int:
        """How many copies of a card it holds for certain."""
        return self.top.count(card) + self.rest.copies(card)

    @property
    def surely_holds_distance(self) -> bool:
        """Whether it is known to hold a distance card."""
        return any(self.copies(card) for card in DISTANCES)
