"""Turn lines as numbers: what the loop needs of a line's text, worked out once for each distinct text."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from bornes.automaton.rows import CARDS, CODE, FIRST_HAZARD, FIRST_SAFETY
from bornes_notation.record import Attack, Discard, Draw, Interrupt, Play, Turn
from bornes_notation.vocabulary import Vocabulary, vocabulary

UNSEEN, UNWRITTEN, NOTHING = -1, -2, -3
"""Draws that are no card code: ``(?)``, none written, and ``(-)``."""

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


FOR_THE_JUDGE: Final = Move(-1, NOTHING, ONLY_DRAW, -1, -1, None, None)
"""A turn that nobody may take: it makes the fast path give up."""

Step: TypeAlias = tuple[int, int, int, int, int, int, Move | None]
"""A turn as the quick loop takes it: seat, draw, card, side whose car it changes (-1: none, a discard), its
kilometres, the seat that acts next; and None. If the turn needs more than the loop knows: the move instead
of None, and no seat (-1), and for the next seat DRY if it would be plain but for the draw that is not
there. A plain tuple, as these unpack quickest."""

DRY: Final = -2


def plain_move(step: Step) -> Move:
    """The move of a step that needs no more than the loop knows."""
    seat, draw, card, on, _km, _following, _move = step
    if on < 0:
        return Move(seat, draw, DISCARD, card, -1, None, None)
    if card >= FIRST_HAZARD:
        return Move(seat, draw, ATTACK, card, on, None, None)
    return Move(seat, draw, LAY, card, -1, None, None)


class Steps(dict[str, Step]):
    """Steps of one seating by the canonical text of the turn without its number.

    `by_rule` are the codes of the cards whose discard must be looked at under the ruleset.
    """

    def __init__(self, seats: tuple[str, ...], next_seat: tuple[int, ...], by_rule: frozenset[int]) -> None:
        super().__init__()
        self._seats = {seat: index for index, seat in enumerate(seats)}
        self._sides = {side: index for index, side in enumerate(dict.fromkeys(seat[0] for seat in seats))}
        self._side_of = tuple(self._sides[seat[0]] for seat in seats)
        self._next_seat = next_seat
        self._by_rule = by_rule
        self._words: Vocabulary = vocabulary(seats)

    def __missing__(self, text: str) -> Step:
        """Reads a text that nobody has met; the vocabulary is bounded, and so is this dict."""
        if len(self) >= STEPS_MAX:
            self.clear()
        step = self._step(self._with_draw(text) or self._parsed(text) or FOR_THE_JUDGE)
        if len(text) <= TEXT_MAX:
            self[text] = step
        return step

    def _with_draw(self, text: str) -> Move | None:
        """The move of a turn that begins with a usual draw: that of the text without it, and the draw.

        So the grammar is asked about a twentieth of the texts.
        """
        seat, _, rest = text.partition(" (")
        face, closes, action = rest.partition(") ")
        draw = _DRAWS.get(face)
        if draw is None or not closes or seat not in self._seats:
            return None
        bare = self[f"{seat} {action}"]
        move = bare[-1] or plain_move(bare)
        return move if move is FOR_THE_JUDGE else move._replace(draw=draw)

    def _parsed(self, text: str) -> Move | None:
        """The move of a turn that the grammar reads, if it is one the loop may take."""
        entry = self._words.entry(text)
        if entry is None or not isinstance(entry.item, Turn) or entry.faults or entry.canonical != text:
            return None
        return self._move(entry.item)

    def _step(self, move: Move) -> Step:
        seat, draw, kind, card, target, call, shown = move
        side = self._side_of[seat]
        plain = call is None and shown is None
        match kind:
            case _ if kind == LAY:
                on = side
            case _ if kind == ATTACK:
                on, plain = target, plain and target != side
            case _ if kind == DISCARD:
                on, plain = -1, plain and card not in self._by_rule
            case _:
                on, plain = -1, False
        km = CARDS[card].km if on >= 0 else 0
        if plain and draw != NOTHING:
            return seat, draw, card, on, km, self._next_seat[seat], None
        return -1, draw, card, on, km, DRY if plain else -1, move

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


STEPS_MAX: Final = 32768
"""Distinct texts kept; two players have under 2,000 without interrupts, eight under 12,000."""

TEXT_MAX: Final = 60
"""A text longer than this is no usual turn and is not kept."""


_DRAWS: Final = {card.value: code for card, code in CODE.items()} | {"?": UNSEEN, "-": NOTHING}
"""Draws of at most one card, as they stand between brackets."""


def _draw(draw: Draw | None) -> int | None:
    if draw is None:
        return UNWRITTEN
    if draw.from_discard or len(draw.faces) > 1:
        return None
    if not draw.faces:
        return NOTHING
    face = draw.faces[0]
    return UNSEEN if face is None else CODE[face]


@lru_cache(maxsize=64)
def steps_of(seats: tuple[str, ...], next_seat: tuple[int, ...], by_rule: frozenset[int]) -> Steps:
    """The steps of a seating, shared by all records that have it and are asked for the same discards."""
    return Steps(seats, next_seat, by_rule)
