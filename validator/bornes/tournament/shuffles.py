"""Committed shuffles and equal decks: what the records of a round show of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bornes.tournament.agreement import Finding
from bornes.tournament.decks import Deck, commitment
from bornes.tournament.model import Round, Table
from bornes_notation.wording import worded

Decks = Mapping[int, tuple[Deck, ...]]
"""By number of the table: the decks of the hands of its record."""


def shuffle_findings(played: Round, decks: Decks) -> Iterator[Finding]:
    """What is found about the decks of a round. Tables without a record are not in `decks`."""
    for table in played.tables:
        if table.number in decks:
            yield from _commitments(played, table, decks[table.number])
    yield from _equal(played, decks)


def _commitments(played: Round, table: Table, decks: tuple[Deck, ...]) -> Iterator[Finding]:
    by_hand = {deck.hand: deck for deck in decks}
    for hand, committed in table.commitments.items():
        about = (played.number, table.number, table.record)
        deck = by_hand.get(hand)
        found = None if deck is None else commitment(deck)
        if found == committed:
            message = worded(
                "hand %(hand)s: the deck is the one that was committed to (%(committed)s…)",
                hand=hand,
                committed=committed[:12],
            )
            yield Finding("info", "shuffle-kept", message, *about)
        elif found is None:
            lacks = worded("there is no such hand") if deck is None else _lacking(deck)
            message = worded(
                "hand %(hand)s: the committed shuffle cannot be verified: %(lacks)s", hand=hand, lacks=lacks
            )
            yield Finding("warning", "shuffle-unverified", message, *about)
        else:
            message = worded(
                "hand %(hand)s: committed to %(committed)s…, the deck played gives %(found)s…",
                hand=hand,
                committed=committed[:12],
                found=found[:12],
            )
            yield Finding("error", "shuffle-broken", message, *about)


def _lacking(deck: Deck) -> str:
    if deck.lines is None:
        return worded("not every deal line and the pile line are there with all their cards")
    return worded("there is no x-nonce line")


def _equal(played: Round, decks: Decks) -> Iterator[Finding]:
    hands = sorted({deck.hand for each in decks.values() for deck in each})
    for hand in hands:
        shown: dict[tuple[str, ...], list[int]] = {}
        hidden: list[int] = []
        for number, of_table in decks.items():
            for deck in of_table:
                if deck.hand == hand and deck.cards is not None:
                    shown.setdefault(deck.cards, []).append(number)
                elif deck.hand == hand:
                    hidden.append(number)
        same = [tables for tables in shown.values() if len(tables) > 1]
        for tables in same:
            message = worded(
                "hand %(hand)s: the same deck at tables %(tables)s",
                hand=hand,
                tables=", ".join(map(str, tables)),
            )
            yield Finding("info", "same-deck", message, played.number)
        if not played.duplicate:
            continue
        if len(shown) > 1:
            groups = "; ".join(", ".join(map(str, tables)) for tables in shown.values())
            message = worded(
                "hand %(hand)s: all tables should have the same deck, but tables differ: %(groups)s",
                hand=hand,
                groups=groups,
            )
            yield Finding("error", "decks-differ", message, played.number, place=played.place)
        if hidden:
            message = worded(
                "hand %(hand)s: the deck is not shown at tables %(tables)s",
                hand=hand,
                tables=", ".join(map(str, hidden)),
            )
            yield Finding("warning", "decks-unverified", message, played.number, place=played.place)
