"""Counts the lawful ways on from a position, turn line by turn line (spec/perft.md), to compare programs by.

Everything is known: the hands, and the order of the draw pile. So equal positions give equal counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bornes.evidence import Answer
from bornes.findings import Notes
from bornes.judging.chosen import chosen
from bornes.judging.hand import HandReplay
from bornes.judging.hands_of import split_hands
from bornes.judging.record import validate
from bornes.judging.turns import begin_turn
from bornes.legal import cards_to_offer, discard_tokens, lays
from bornes.rules.coup import claim
from bornes.ruleset import Ruleset
from bornes.table import Game, Table, exhausted
from bornes_notation import Reading, Record
from bornes_notation.cards import SAFETIES, Card, Kind
from bornes_notation.record import Action, Attack, Discard, Draw, Interrupt, Line, Other, Play, Turn
from bornes_notation.wording import worded


class PerftError(ValueError):
    """A start from which nothing can be counted; the message says why."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One turn line that may follow, and the hand after it."""

    turn: Turn
    after: HandReplay


def perft(start: Reading | Record, depth: int, ruleset: Ruleset | None = None) -> tuple[int, ...]:
    """How many lawful sequences of 1, 2, … `depth` turn lines there are.

    Args:
        start: A record with one hand, its deals and its pile known; counting begins after its last line.
        depth: How many turn lines, 1 at least.
        ruleset: Other rules than those the record names.

    Raises:
        PerftError: The start is none, or the discard pile would be shuffled within the depth.
    """
    return _counts(start_of(start, ruleset), depth)


def divided(
    start: Reading | Record, depth: int, ruleset: Ruleset | None = None
) -> tuple[tuple[Turn, int], ...]:
    """The number of sequences of `depth` turn lines by their first line; they sum to the last of `perft`.

    Raises:
        PerftError: As for `perft`.
    """
    return tuple(
        (ply.turn, _counts(ply.after, depth - 1)[-1] if depth > 1 else 1)
        for ply in plies(start_of(start, ruleset))
    )


def start_of(start: Reading | Record, ruleset: Ruleset | None = None) -> HandReplay:
    """The hand after the last line of a record.

    Raises:
        PerftError: There is not one lawful hand, or something in it is not known.
    """
    reading = start if isinstance(start, Reading) else Reading(start)
    report = validate(reading, ruleset)
    for error in report.errors:
        raise PerftError(str(error))
    for violation in report.violations:
        place = f"{violation.line}:{violation.column}"
        raise PerftError(
            worded(
                "%(place)s: %(code)s %(message)s", place=place, code=violation.code, message=violation.message
            )
        )
    record = reading.record
    game = None if record is None else chosen(record, ruleset, "as-played").game
    assert record is not None
    assert game is not None
    parts = split_hands(record, ())
    if len(parts) != 1:
        raise PerftError(worded("the record has %(count)s hands; a start has one", count=len(parts)))
    hand = HandReplay.start(game, parts[0].head, parts[0].lines, None)
    for line in parts[0].lines:
        hand.take(line)
    _check_known(game, hand.table)
    return hand


def plies(hand: HandReplay) -> Iterator[Ply]:
    """Every turn line that may follow, each once; none if the hand is over."""
    table = hand.table
    if table.over is not None:
        return
    game = hand.game
    for draw, begun in _begun(game, table):
        turn = Turn(game.seats[table.to_act], draw)
        if begun.over is not None:
            yield Ply(turn, _after(hand, turn))
            continue
        for action in _actions(game, begun, table.to_act):
            yield from _with_calls_and_coups(hand, replace(turn, actions=(action,)))


def _counts(hand: HandReplay, depth: int) -> tuple[int, ...]:
    if depth == 1:
        return (_ways_on(hand),)
    ways = 0
    deeper = [0] * (depth - 1)
    for ply in plies(hand):
        ways += 1
        for index, count in enumerate(_counts(ply.after, depth - 1)):
            deeper[index] += count
    return (ways, *deeper)


def _ways_on(hand: HandReplay) -> int:
    """How many turn lines may follow; what is but one line for sure is not played."""
    game, table = hand.game, hand.table
    if table.over is not None:
        return 0
    ways = 0
    for draw, begun in _begun(game, table):
        turn = Turn(game.seats[table.to_act], draw)
        if begun.over is not None:
            ways += 1
            continue
        for action in _actions(game, begun, table.to_act):
            if _one_line_only(game, begun, action):
                ways += 1
            else:
                ways += sum(1 for _ in _with_calls_and_coups(hand, replace(turn, actions=(action,))))
    return ways


def _one_line_only(game: Game, begun: Table, action: Action) -> bool:
    """Whether nothing can be called or shown after an action."""
    if begun.windows or isinstance(action, Attack):
        return False
    if isinstance(action, Play) and action.card.km:
        car = begun.cars[game.side_of[begun.to_act]]
        return car.miles + action.card.km < begun.target
    return True


def _begun(game: Game, table: Table) -> Iterator[tuple[Draw, Table]]:
    """The draws that may begin the turn, each with the table after it."""
    if exhausted(game, table):
        draws = [Draw(())]
    elif not table.pile.count:
        raise PerftError(worded("the discard pile would be shuffled: the next card is not known"))
    else:
        draws = [Draw((table.pile.top[0],))]
        if game.ruleset.draw_from_discard == "top" and table.discard:
            draws.append(Draw((table.discard[-1],), from_discard=True))
    for draw in draws:
        turn = Turn(game.seats[table.to_act], draw)
        yield draw, begin_turn(game, table, table.to_act, turn, Notes(game, Line(Other(""))))


def _actions(game: Game, begun: Table, seat: int) -> Iterator[Action]:
    """Every card that may be laid, on every car it may lie on, and every card that may be discarded."""
    for card, on in lays(game, begun, seat, cards_to_offer(begun.holdings[seat])):
        yield Attack(card, game.sides[on]) if card.kind is Kind.HAZARD else Play(card)
    yield from (Discard(Card(token[1:])) for token in discard_tokens(game, begun, seat))


def _with_calls_and_coups(hand: HandReplay, turn: Turn) -> Iterator[Ply]:
    """The line as it is; with both answers where an extension may be called; with each coup shown after it."""
    after = _after(hand, turn)
    answers = [Ply(turn, after)]
    if after.table.if_called is not None:
        calls = [replace(turn, call=call) for call in (True, False)]
        answers = [Ply(call, _after(hand, call)) for call in calls]
    for ply in answers:
        yield ply
        for shown in _coups(hand.game, ply.after.table):
            line = replace(ply.turn, interrupts=(shown,))
            yield Ply(line, _after(hand, line))


def _coups(game: Game, table: Table) -> Iterator[Interrupt]:
    """Every safety that a seat may show at once, its replacement drawn."""
    if table.over is not None:
        return
    for seat, name in enumerate(game.seats):
        for safety in SAFETIES:
            held = table.holdings[seat].holds(safety) is Answer.YES
            if held and table.windows and claim(game, table, seat, safety).answer is Answer.YES:
                yield Interrupt(name, Play(safety), _replacement(game, table))


def _replacement(game: Game, table: Table) -> Draw:
    if table.pile.count:
        return Draw((table.pile.top[0],))
    if not exhausted(game, table):
        raise PerftError(worded("the discard pile would be shuffled: the card for a safety is not known"))
    return Draw(())


def _after(hand: HandReplay, turn: Turn) -> HandReplay:
    """The hand after one more turn line, which must be lawful."""
    copy = HandReplay(hand.game, hand.head, (), None, hand.table, [], turns=hand.turns)
    copy.take(Line(turn))
    assert not copy.findings, (turn, copy.findings)
    return copy


def _check_known(game: Game, table: Table) -> None:
    for seat, hand in zip(game.seats, table.holdings, strict=True):
        if not hand.fully_known:
            raise PerftError(worded("the hand of %(seat)s is not known", seat=seat))
    pile = table.pile
    if len(pile.top) != pile.count or None in pile.top:
        raise PerftError(worded("the draw pile is not known card by card"))
    if table.drawn:
        raise PerftError(worded("%(seat)s has drawn and not acted", seat=game.seats[table.to_act]))
