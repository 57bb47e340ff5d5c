"""What could be laid here: every card of the pack on every car it may go on."""

from __future__ import annotations

from dataclasses import replace

from bornes.evidence import Answer, any_of
from bornes.holding import Holding
from bornes.rules import Lay, breaches
from bornes.rules.coup import claim
from bornes.table import Game, Table
from bornes_notation.cards import SAFETIES, Card, Kind
from bornes_notation.record import Attack

HARMLESS_LIMIT_KM = 50
"""A speed limit cannot change the result for a car that needs no more than this."""


def lay_of(game: Game, table: Table, side: int, card: Card, on: int) -> Lay:
    """The question whether `side` may lay the card on the car of `on`."""
    return Lay(card, table.cars[on], side == on, game.sides[on], game.ruleset, table.target)


def lays(game: Game, table: Table, seat: int, cards: tuple[Card, ...]) -> list[tuple[Card, int]]:
    """Every legal (card, side) among these cards, in their order."""
    side = game.side_of[seat]
    return [
        (card, on)
        for card in cards
        for on in _targets(game, side, card)
        if not breaches(lay_of(game, table, side, card, on))
    ]


def lay_tokens(game: Game, table: Table, seat: int, cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The same, as a record writes them."""
    return tuple(
        f"{card[0]}->{game.sides[on]}" if card.kind is Kind.HAZARD else str(card)
        for card, on in lays(game, table, seat, cards)
    )


def playable(game: Game, table: Table, seat: int, card: Card, *, harmless_limits: bool = True) -> bool:
    """Whether the card could be laid on its holder's turn, and not only because useless remedies may.

    Without `harmless_limits`, a speed limit on a car that needs no more than 50 does not count.
    """
    if card.kind is Kind.SAFETY:
        return True
    strict = game
    if game.ruleset.useless_remedies != "no":
        strict = replace(game, ruleset=replace(game.ruleset, useless_remedies="no"))
    return any(
        harmless_limits
        or card is not Card.SPEED_LIMIT
        or table.target - table.cars[on].miles > HARMLESS_LIMIT_KM
        for _, on in lays(strict, table, seat, (card,))
    )


def harmless_limit(game: Game, table: Table, attack: Attack) -> bool:
    """Whether an attack is a speed limit that cannot change the result."""
    miles = table.cars[game.sides.index(attack.side)].miles
    return attack.card is Card.SPEED_LIMIT and table.target - miles <= HARMLESS_LIMIT_KM


def holds_playable(
    game: Game, table: Table, seat: int, *, harmless_limits: bool = True, safeties: bool = True
) -> Answer:
    """Whether the seat holds a playable card, as far as its hand is known."""
    hand = table.holdings[seat]
    if not hand.size:
        return Answer.NO
    answers = [
        hand.holds(card)
        for card in dict.fromkeys(hand.known)
        if (safeties or card.kind is not Kind.SAFETY)
        and playable(game, table, seat, card, harmless_limits=harmless_limits)
    ]
    if hand.unknown:
        answers.append(Answer.UNVERIFIED)
    return any_of(answers)


def anyone_holds_playable(game: Game, table: Table, *, harmless_limits: bool = True) -> Answer:
    """Whether any seat holds a playable card, as far as the hands are known."""
    return any_of(
        holds_playable(game, table, seat, harmless_limits=harmless_limits) for seat in range(len(game.seats))
    )


def cards_to_offer(hand: Holding) -> tuple[Card, ...]:
    """The cards a seat may have: those of a known hand, else every card."""
    if hand.fully_known:
        return tuple(card for card in Card if card in hand.known)
    return tuple(Card)


def discard_tokens(game: Game, table: Table, seat: int) -> tuple[str, ...]:
    """What a seat may discard, as a record writes it; of a hand that is not known, ``/?``."""
    hand = table.holdings[seat]
    ruleset = game.ruleset
    only_last_resort = ruleset.discard_when == "only_if_no_play"
    if only_last_resort and holds_playable(game, table, seat, safeties=False) is Answer.YES:
        return ()
    if not hand.fully_known:
        return ("/?",) if hand.size else ()
    return tuple(
        f"/{card}" for card in cards_to_offer(hand) if ruleset.discard_safety or card.kind is not Kind.SAFETY
    )


def show_tokens(game: Game, table: Table) -> tuple[str, ...]:
    """Coups fourrés that could be shown now, as a record writes them; of unknown hands, those that may be."""
    return tuple(
        f"{game.seats[seat]}! {card}"
        for seat in range(len(game.seats))
        for card in SAFETIES
        if table.holdings[seat].holds(card) is not Answer.NO
        and claim(game, table, seat, card).answer is not Answer.NO
        and not (table.drawn and game.side_of[table.to_act] == game.side_of[seat])
    )


def _targets(game: Game, side: int, card: Card) -> tuple[int, ...]:
    if card.kind is Kind.HAZARD:
        return tuple(other for other in range(len(game.sides)) if other != side)
    return (side,)
