"""Makes the games that the other programs read: random chess as PGN, random poker as PHH, by the peers themselves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pokerkit import State

PLIES = (60, 100)
"""Chess games stop after a number of plies between these, if they are not over before."""

POKER_SEATS = (2, 3, 6)
FOLD_CHANCE, RAISE_CHANCE = 0.08, 0.25


class Game(NamedTuple):
    """A game as text, and how many plies or actions it has."""

    text: str
    turns: int


def chess_games(count: int) -> Iterator[Game]:
    """Games of random moves with the seven usual headers, by python-chess."""
    import chess.pgn

    for seed in range(count):
        dice = random.Random(seed)
        game = chess.pgn.Game()
        game.headers["Event"] = f"Random game {seed + 1}"
        node: chess.pgn.GameNode = game
        board = game.board()
        for _ in range(dice.randint(*PLIES)):
            moves = list(board.legal_moves)
            if not moves:
                break
            node = node.add_variation(dice.choice(moves))
            board.push(node.move)
        game.headers["Result"] = board.result()
        yield Game(f"{game}\n\n", board.ply())


def poker_hands(count: int) -> Iterator[Game]:
    """Hands of no-limit hold'em with random actions, by PokerKit; the deck is shuffled by `random`."""
    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

    done_by_itself = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.CARD_BURNING,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )
    for seed in range(count):
        random.seed(seed)
        seats = POKER_SEATS[seed % len(POKER_SEATS)]
        game = NoLimitTexasHoldem(done_by_itself, True, 0, (50, 100), 100)
        state = game(10_000, seats)
        while state.status:
            _act(state)
        history = HandHistory.from_game_state(game, state, hand=seed + 1)
        yield Game(f"[{seed + 1}]\n{history.dumps()}\n", len(history.actions))


def _act(state: State) -> None:
    """Deals what is due, or lets the player act at random."""
    if state.can_deal_hole():
        state.deal_hole()
    elif state.can_deal_board():
        state.deal_board()
    elif state.can_complete_bet_or_raise_to() and random.random() < RAISE_CHANCE:
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(random.randint(low or 0, min(high or 0, 3 * (low or 0))))
    elif state.can_fold() and random.random() < FOLD_CHANCE:
        state.fold()
    else:
        state.check_or_call()
