"""Turn lines as numbers: what the loop needs of a line's text, worked out once for each distinct text."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from bornes.automaton.rows import CODE, FIRST_HAZARD, FIRST_SAFETY
from bornes_notation.record import Attack, Discard, Draw, Interrupt, Play, Turn
from bornes_notation.vocabulary import Vocabulary, vocabulary

UNSEEN, NOTHING, UNWRITTEN = -1, -2, -3
"""Draws that are no card code: ``(?)``, ``(-)``, and none written."""

LAY, ATTACK, DISCARD = 0, 1, 2
"""Kinds of action; SAFETY is a lay of its own kind, ONLY_DRAW a turn that the end of the hand cut short."""

SAFETY: Final = 3
ONLY_DRAW: Final = 4


class Shown(NamedTuple):
    """An interrupt: seat, code of the safety, draw."""

    seat: int
    safety: int
    draw: int


class Move(NamedTuple):
    """A turn line in numbers.

    Attributes:
        seat: Place in the order of play.
        draw: Card code, or UNSEEN, NOTHING, UNWRITTEN.
        kind: LAY, ATTACK, DISCARD or SAFETY.
        card: Card code.
        target: Side attacked; -1 if none.
        call: None, True for ``ext``, False for ``noext``.
        shown: The coup fourré that answers it, if any.
    """

    seat: int
    draw: int
    kind: int
    card: int
    target: int
    call: bool | None
    shown: Shown | None


class Moves(dict[str, Move | None]):
    """Moves of one seating by the canonical text of the turn without its number; None: for the judge."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        super().__init__()
        self._seats = {seat: index for index, seat in enumerate(seats)}
        self._sides = {side: index for index, side in enumerate(dict.fromkeys(seat[0] for seat in seats))}
        self._words: Vocabulary = vocabulary(seats)

    def __missing__(self, text: str) -> Move | None:
        """Reads a text that nobody has met; the vocabulary is bounded, and so is this dict."""
        if len(self) >= MOVES_MAX:
            self.clear()
        entry = self._words.entry(text)
        move = None
        if entry and isinstance(entry.item, Turn) and not entry.faults and entry.canonical == text:
            move = self._move(entry.item)
        if len(text) <= TEXT_MAX:
            self[text] = move
        return move

    def _move(self, turn: Turn) -> Move | None:
        draw = _draw(turn.draw)
        if draw is None or len(turn.actions) > 1 or len(turn.interrupts) > 1:
            return None
        if not turn.actions:
            bare = turn.interrupts or turn.call is not None
            return None if bare else Move(self._seats[turn.seat], draw, ONLY_DRAW, -1, -1, None, None)
        shown = self._shown(turn.interrupts[0]) if turn.interrupts else None
        if turn.interrupts and shown is None:
            return None
        seat = self._seats[turn.seat]
        match turn.actions[0]:
            case Play(card=card):
                code = CODE[card]
                kind = SAFETY if FIRST_SAFETY <= code < FIRST_HAZARD else LAY
                return Move(seat, draw, kind, code, -1, turn.call, shown)
            case Attack(card=card, side=side):
                return Move(seat, draw, ATTACK, CODE[card], self._sides[side], turn.call, shown)
            case Discard(face=card) if card is not None:
                return Move(seat, draw, DISCARD, CODE[card], -1, turn.call, shown)
        return None

    def _shown(self, interrupt: Interrupt) -> Shown | None:
        code = CODE[interrupt.shown.card]
        draw = _draw(interrupt.draw)
        if draw is None or not FIRST_SAFETY <= code < FIRST_HAZARD:
            return None
        return Shown(self._seats[interrupt.seat], code, draw)


MOVES_MAX: Final = 32768
"""Distinct texts kept; two players have under 2,000 without interrupts, eight under 12,000."""

TEXT_MAX: Final = 60
"""A text longer than this is no usual turn and is not kept."""


def _draw(draw: Draw | None) -> int | None:
    if draw is None:
        return UNWRITTEN
    if draw.from_discard or len(draw.faces) > 1:
        return None
    if not draw.faces:
        return NOTHING
    face = draw.faces[0]
    return UNSEEN if face is None else CODE[face]


@lru_cache(maxsize=16)
def moves_of(seats: tuple[str, ...]) -> Moves:
    """The moves of a seating, shared by all records that have it."""
    return Moves(seats)
