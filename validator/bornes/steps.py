"""A record step by step: the position before each line, and what the line broke."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bornes.findings import Notes
from bornes.judging.chosen import chosen
from bornes.judging.hand import HandReplay
from bornes.judging.hands_of import split_hands
from bornes.judging.record import validate
from bornes.judging.turns import begin_turn
from bornes.legal import cards_to_offer, discard_tokens, lay_tokens, show_tokens
from bornes.position import position
from bornes.report import Violation
from bornes.ruleset import Ruleset
from bornes.table import Game, Table
from bornes_notation import Reading, Record
from bornes_notation.record import Hand, Item, Line, Turn
from bornes_notation.wording import worded


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a hand.

    Attributes:
        hand: Number written in the ``hand`` line.
        turn: Number of the turn line in its hand, None for other lines.
        line: 1-based line in the file.
        text: The line as written; "" for the last step of a hand, which shows where it ended.
        state: Position text before the line.
        violations: What the line breaks.
        item: What the line says; None for the last step of a hand.
        game: Rules and seats.
        table: The position before the line, with what is known of hands and piles.
    """

    hand: int
    turn: int | None
    line: int
    text: str
    state: str
    violations: tuple[Violation, ...] = ()
    item: Item | None = None
    game: Game = field(kw_only=True, repr=False)
    table: Table = field(kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class LegalHere:
    """What could be played at a turn.

    Attributes:
        state: Position text after the draw of the turn.
        tokens: Cards that may be laid, discarded (``/75``) or shown out of turn (``Y! T*``).
        hand_known: Whether the hand is known; if not, what the table alone allows.
    """

    state: str
    tokens: tuple[str, ...]
    hand_known: bool


def replay(
    reading: Reading | Record, ruleset: Ruleset | None = None, policy: str = "as-played"
) -> Iterator[Step]:
    """The steps of a record, hand by hand; arguments as for `bornes.validate`."""
    reading = reading if isinstance(reading, Reading) else Reading(reading)
    report = validate(reading, ruleset, policy)
    by_line: dict[int, list[Violation]] = {}
    for violation in report.violations:
        by_line.setdefault(violation.line, []).append(violation)
    for game, hand in _hands(reading, ruleset, policy):
        last = hand.head.line
        yield _step(game, hand, hand.head, None, by_line)
        for line in hand.lines:
            turn = hand.turns + 1 if isinstance(line.item, Turn) else None
            yield _step(game, hand, line, turn, by_line)
            hand.take(line)
            last = line.line
        yield Step(hand.number, None, last, "", position(game, hand.table), game=game, table=hand.table)


def legal_at(
    reading: Reading | Record,
    hand: int,
    turn: int,
    ruleset: Ruleset | None = None,
    policy: str = "as-played",
) -> LegalHere:
    """What could be played at turn line `turn` of hand `hand`, its draw made.

    Raises:
        LookupError: if the record has no such turn, or it cannot be judged so far.
    """
    reading = reading if isinstance(reading, Reading) else Reading(reading)
    for game, at in _hands(reading, ruleset, policy):
        if at.number != hand:
            continue
        for line in at.lines:
            if isinstance(line.item, Turn) and at.turns + 1 == turn:
                return _legal(game, at, line, line.item)
            at.take(line)
        raise LookupError(
            worded(
                "hand %(hand)s has %(turns)s turns that can be judged, not %(turn)s",
                hand=hand,
                turns=at.turns,
                turn=turn,
            )
        )
    raise LookupError(worded("there is no hand %(hand)s that can be judged", hand=hand))


def _hands(reading: Reading, ruleset: Ruleset | None, policy: str) -> Iterator[tuple[Game, HandReplay]]:
    record = reading.record
    game = None if record is None else chosen(record, ruleset, policy).game
    if record is None or game is None:
        return
    for part in split_hands(record, reading.errors):
        assert isinstance(part.head.item, Hand)
        yield game, HandReplay.start(game, part.head, part.lines, None)


def _step(
    game: Game, hand: HandReplay, line: Line, turn: int | None, found: dict[int, list[Violation]]
) -> Step:
    return Step(
        hand.number,
        turn,
        line.line,
        line.text,
        position(game, hand.table),
        tuple(found.get(line.line, ())),
        line.item,
        game=game,
        table=hand.table,
    )


def _legal(game: Game, hand: HandReplay, line: Line, turn: Turn) -> LegalHere:
    seat = game.seat_index(turn.seat)
    shows = show_tokens(game, hand.table)
    table = begin_turn(game, hand.table, seat, turn, Notes(game, line))
    holding = table.holdings[seat]
    tokens: tuple[str, ...] = ()
    if table.over is None:
        tokens = lay_tokens(game, table, seat, cards_to_offer(holding)) + discard_tokens(game, table, seat)
    return LegalHere(position(game, table), tokens + shows, holding.fully_known)
