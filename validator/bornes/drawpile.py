"""The draw pile as far as it is known: always how many cards, sometimes which."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bornes.change import changed
from bornes.evidence import Answer
from bornes_notation.cards import Card, Face


@dataclass(frozen=True)
class DrawPile:
    """The cards that can be drawn.

    Attributes:
        count: How many there are.
        top: Faces of the uppermost ones, top first; below them the order is not known.
        bag: Cards known to lie below `top`, in no order; `leaks` of them may be gone.
        leaks: How many cards left the bag with their face unseen.
        hidden: How many cards went into the bag with their face unseen.
        presumed: The count rests on draws that nobody wrote down.
        turned_up: Cards of the bag of which a copy showed up elsewhere: perhaps the one that left it unseen.
    """

    count: int
    top: tuple[Face, ...] = ()
    bag: tuple[Card, ...] = ()
    leaks: int = 0
    hidden: int = 0
    presumed: bool = False
    turned_up: tuple[Card, ...] = ()

    @property
    def contents_known(self) -> bool:
        """Whether every card of the pile is known, though its order may not be."""
        below = self.count - len(self.top)
        return None not in self.top and len(self.bag) == below + self.leaks

    def agrees(self, card: Card) -> Answer:
        """Whether the next card drawn can be this one, by what is known of the pile."""
        if self.top:
            return Answer.UNVERIFIED if self.top[0] is None else Answer.of(self.top[0] is card)
        if card in self.bag:
            return Answer.YES if self.bag.count(card) > self.leaks else Answer.UNVERIFIED
        if self.hidden:
            return Answer.UNVERIFIED
        return Answer.of(not (self.bag and self.contents_known))

    def after(self, face: Face) -> tuple[DrawPile, bool]:
        """The pile after this card was drawn, and whether the card had not been seen before."""
        if face is None:
            return self._after_unseen(), False
        count = max(self.count - 1, 0)
        if self.top and self.top[0] is face:
            return changed(self, count=count, top=self.top[1:]), False
        pile = self.unordered() if self.top and self.top[0] is not None else self
        top = pile.top[1:]
        if face in pile.bag:
            return changed(pile, count=count, top=top, bag=_less(pile.bag, face)), False
        # A card from nowhere: if all the pile was known, one of the known ones is still there.
        leaks = pile.leaks + (1 if pile.bag and not pile.top else 0)
        return changed(pile, count=count, top=top, leaks=min(leaks, len(pile.bag))), True

    def _after_unseen(self) -> DrawPile:
        count = max(self.count - 1, 0)
        if self.top:
            gone = self.top[0]
            if gone is None:
                return changed(self, count=count, top=self.top[1:])
            return changed(self, count=count, top=self.top[1:], bag=(*self.bag, gone), leaks=self.leaks + 1)
        return changed(self, count=count, leaks=min(self.leaks + 1, len(self.bag)))

    def unordered(self) -> DrawPile:
        """The same cards, their order no longer trusted."""
        known = tuple(face for face in self.top if face is not None)
        return changed(self, top=(), bag=(*self.bag, *known))

    def with_back(self, faces: Iterable[Face]) -> DrawPile:
        """The pile after drawn cards, in the order drawn, were put back on top of it."""
        back = tuple(faces)
        return changed(self, count=self.count + len(back), top=(*back, *self.top))

    def may_have_leaked(self, card: Card) -> bool:
        """Whether a card that shows up elsewhere may be one of the bag that left it unseen."""
        return min(self.leaks, self.bag.count(card)) > self.turned_up.count(card)

    def without_leaked(self, card: Card) -> DrawPile:
        """The pile after such a card showed up elsewhere, and can have come only from here."""
        return changed(self, bag=_less(self.bag, card), leaks=self.leaks - 1)

    def with_turned_up(self, card: Card) -> DrawPile:
        """The pile after such a card showed up elsewhere."""
        return changed(self, turned_up=(*self.turned_up, card))

    @classmethod
    def of_discards(cls, discards: tuple[Face, ...], *, under: DrawPile) -> DrawPile:
        """The discard pile, shuffled, under what is left of the draw pile."""
        known = tuple(face for face in discards if face is not None)
        return changed(
            under,
            count=under.count + len(discards),
            bag=(*under.bag, *known),
            hidden=under.hidden + len(discards) - len(known),
        )


def _less(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]
