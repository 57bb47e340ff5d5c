"""The deck of a hand as a record shows it: the bytes that a committed shuffle hashes, and equal decks.

spec/tournaments.md says which bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from bornes_notation import Deal, Hand, Other, Pile, Record
from bornes_notation.writer import format_item

HEADING: Final = "bornes-shuffle 1"
_NONCE: Final = "x-nonce "


@dataclass(frozen=True, slots=True)
class Deck:
    """What a record says of the deck of one hand; None where it does not say it whole.

    Attributes:
        cards: Hands as dealt, in order of play, then the pile, top first; one line of text for each.
        nonce: The text after ``x-nonce``; empty if there are two.
        lines: The canonical ``deal`` lines in order of play, then the ``pile`` line.
    """

    hand: int
    cards: tuple[str, ...] | None
    nonce: str | None
    lines: tuple[str, ...] | None


def decks(record: Record) -> tuple[Deck, ...]:
    """The deck of every hand, in the order of the record."""
    found: list[Deck] = []
    seats = record.seats
    hand: int | None = None
    deals: dict[str, Deal] = {}
    pile: Pile | None = None
    nonce: str | None = None
    for line in record.lines:
        match line.item:
            case Hand():
                if hand is not None:
                    found.append(_deck(hand, seats, deals, pile, nonce))
                hand, deals, pile, nonce = line.item.number, {}, None, None
            case Deal():
                deals[line.item.seat] = line.item
            case Pile():
                pile = line.item
            case Other(text) if text.startswith(_NONCE):
                # Two of them commit to nothing.
                nonce = text.removeprefix(_NONCE).strip() if nonce is None else ""
            case _:
                pass
    if hand is not None:
        found.append(_deck(hand, seats, deals, pile, nonce))
    return tuple(found)


def _deck(
    hand: int, seats: tuple[str, ...], deals: dict[str, Deal], pile: Pile | None, nonce: str | None
) -> Deck:
    by_seat = {seat if seat in seats else seat[0]: deal for seat, deal in deals.items()}
    if pile is None or set(by_seat) != set(seats):
        return Deck(hand, None, nonce, None)
    items: list[Deal | Pile] = [*(by_seat[seat] for seat in seats), pile]
    if any(face is None for item in items for face in item.faces):
        return Deck(hand, None, nonce, None)
    cards = tuple(" ".join(str(face) for face in item.faces) for item in items)
    return Deck(hand, cards, nonce, tuple(format_item(item) for item in items))


def commitment(deck: Deck) -> str | None:
    """The SHA-256 that commits to a deck, in hexadecimal; None if the record does not show all it needs."""
    if deck.lines is None or not deck.nonce:
        return None
    text = "".join(f"{line}\n" for line in (HEADING, f"nonce {deck.nonce}", *deck.lines))
    return sha256(text.encode()).hexdigest()
