"""Makes up games that are legal under a ruleset, for tests, examples and benchmarks.

The players are no good: they lay what they can, mostly, and answer most hazards. Equal arguments give
equal games.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from bornes.evidence import Answer
from bornes.findings import Notes
from bornes.judging.hand import HandReplay
from bornes.judging.lays import with_safety
from bornes.judging.match import Match, after_hand
from bornes.judging.results import result_of
from bornes.judging.turns import begin_turn
from bornes.legal import cards_to_offer, discard_tokens, lays
from bornes.loading import load_ruleset, read_options
from bornes.report import HandResult
from bornes.rules.coup import claim
from bornes.table import Game, Table, exhausted
from bornes_notation import Record, format
from bornes_notation.cards import SAFETIES, SIDES, Card, Face, Kind
from bornes_notation.record import (
    Action,
    Attack,
    Deal,
    Discard,
    Draw,
    End,
    Hand,
    Header,
    Interrupt,
    Item,
    Line,
    Other,
    Play,
    Reshuffle,
    Result,
    Turn,
)
from bornes_notation.wording import worded

TURNS_MAX = 3000
"""A hand that is not over after so many turns is left unfinished (only `reshuffle` can get there)."""

LAY_CHANCE = 0.85
"""How often a player who can lay a card does not discard instead."""

KEEP_CHANCE = 0.8
"""How often a safety is kept for a coup fourré rather than laid plain."""

SHOW_CHANCE = 0.75
"""How often a coup fourré that could be shown is shown."""

LATE_CHANCE = 0.3
"""How often a coup fourré that is still open cuts off the turn of a seat that has just drawn."""

TAKE_CHANCE = 0.2
"""How often the top of the discard pile is taken where the ruleset allows it."""


def play(
    ruleset_id: str,
    sides: int,
    seats_a_side: int,
    hands: int = 1,
    seed: int = 1,
    options: str = "",
) -> str:
    """A record of a made-up match: deal and every draw known, claims and result written.

    Args:
        ruleset_id: Id of a built-in ruleset, with or without ``@version``.
        sides: How many sides.
        seats_a_side: How many seats each side has.
        hands: At most so many hands; fewer if the match is over before.
        seed: Equal seeds give equal games.
        options: Value of the ``Options`` header.

    Raises:
        ValueError: if the ruleset, the options or the seating do not exist.
    """
    ruleset = load_ruleset(ruleset_id)
    if options:
        ruleset, errors = read_options(ruleset, options)
        if errors:
            raise errors[0]
    seating = ruleset.seating(sides, seats_a_side)
    if seating is None or not 1 <= sides <= len(SIDES):
        raise ValueError(
            worded(
                "%(ruleset)s has no seating %(seating)s",
                ruleset=ruleset.id,
                seating=f"{sides}x{seats_a_side}",
            )
        )
    seats = tuple(
        SIDES[side] if seats_a_side == 1 else f"{SIDES[side]}{number + 1}"
        for number in range(seats_a_side)
        for side in range(sides)
    )
    game = Game(ruleset, seating, seats)
    headers = [Header("Event", f"Made-up games, seed {seed}"), Header("Ruleset", ruleset_id)]
    if options:
        headers.append(Header("Options", options))
    headers += [Header(seat, f"Player {seat}") for seat in seats]
    lines = _match(game, hands, Random(seed))
    return format(Record(tuple(headers), tuple(lines)))


def _match(game: Game, hands: int, chance: Random) -> list[Line]:
    match = Match(dict.fromkeys(game.sides, 0))
    first = chance.randrange(len(game.seats))
    lines: list[Line] = []
    for number in range(1, hands + 1):
        played = _PlayedHand(game, number, game.seats[first], chance)
        result = played.play()
        lines += played.lines
        match = after_hand(game, match, result)
        if match.ended:
            break
        left = match.next_first
        first = chance.randrange(len(game.seats)) if left is None else left
    return [*lines, Line(_result(game, match))]


def _result(game: Game, match: Match) -> Result:
    points = tuple(match.totals.items())
    if not match.ended:
        return Result(points, "unfinished")
    if not match.winners or len(match.winners) == len(game.sides):
        return Result(points, "tied")
    return Result(points, "won", match.winners)


@dataclass
class _PlayedHand:
    """A hand being made up: the real deck beside what the record tells."""

    game: Game
    number: int
    first: str
    chance: Random
    deck: list[Card] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def play(self) -> HandResult:
        """Plays to the end; `lines` then holds the hand."""
        game = self.game
        self.deck = [card for card, copies in game.pack.items() for _ in range(copies)]
        if game.ruleset.start_needs_roll == "given":
            for _ in game.sides:
                self.deck.remove(Card.ROLL)
        self.chance.shuffle(self.deck)
        head = self._write(Hand(self.number, self.first))
        deals = [
            self._write(Deal(seat, tuple(self.deck.pop() for _ in range(game.ruleset.hand_size))))
            for seat in game.seats
        ]
        hand = HandReplay.start(game, head, deals, None)
        while hand.table.over is None and hand.turns < TURNS_MAX:
            self._reshuffle(hand)
            self._take(hand, self._turn(hand))
        result = result_of(hand, None)
        points = tuple((side, result.sides[side].total) for side in game.sides)
        self._take(hand, End(result.ended, None, points))
        return result

    def _write(self, item: Item) -> Line:
        self.lines.append(Line(item, number=None, line=len(self.lines) + 1))
        return self.lines[-1]

    def _take(self, hand: HandReplay, item: Item) -> None:
        hand.take(self._write(item))

    def _reshuffle(self, hand: HandReplay) -> None:
        table = hand.table
        if self.deck or not table.discard or self.game.ruleset.exhaustion != "reshuffle":
            return
        self.deck = self._shuffled(table.discard)
        self._take(hand, Reshuffle(tuple(reversed(self.deck))))

    def _shuffled(self, discard: tuple[Face, ...]) -> list[Card]:
        deck = [face for face in discard if face is not None]
        self.chance.shuffle(deck)
        return deck

    def _turn(self, hand: HandReplay) -> Turn:
        game, table = self.game, hand.table
        seat = table.to_act
        name = game.seats[seat]
        draw = None if table.drawn else self._draw(hand)
        begun = Turn(name, draw)
        table = begin_turn(game, table, seat, begun, _nothing_noted(game))
        if table.over is not None:
            return begun
        late = self._interrupts(hand, begun)
        if late:
            return Turn(name, draw, interrupts=late)
        action = self._action(table, seat)
        turn = Turn(name, draw, (action,))
        after = self._after(hand, turn)
        if after.table.if_called is not None:
            turn = Turn(name, draw, (action,), call=self.chance.random() < 0.5)
            after = self._after(hand, turn)
        if after.table.over is not None:
            return turn
        return Turn(name, draw, (action,), turn.call, self._interrupts(hand, turn))

    def _draw(self, hand: HandReplay) -> Draw:
        table = hand.table
        if exhausted(self.game, table):
            return Draw(())
        may_take = self.game.ruleset.draw_from_discard == "top" and table.discard
        if may_take and (not self.deck or self.chance.random() < TAKE_CHANCE):
            return Draw((table.discard[-1],), from_discard=True)
        return Draw((self.deck.pop(),))

    def _after(self, hand: HandReplay, turn: Turn) -> HandReplay:
        """The hand as it would be after this turn."""
        copy = HandReplay(self.game, hand.head, (), None, hand.table, [], turns=hand.turns)
        copy.take(Line(turn))
        return copy

    def _action(self, table: Table, seat: int) -> Action:
        """A card to lay or to discard."""
        game = self.game
        possible = lays(game, table, seat, cards_to_offer(table.holdings[seat]))
        discards = discard_tokens(game, table, seat)
        others = [lay for lay in possible if lay[0].kind is not Kind.SAFETY]
        if (others or discards) and self.chance.random() < KEEP_CHANCE:
            possible = others
        if possible and (not discards or self.chance.random() < LAY_CHANCE):
            card, on = self.chance.choice(possible)
            return Attack(card, game.sides[on]) if card.kind is Kind.HAZARD else Play(card)
        return Discard(Card(self.chance.choice(discards)[1:]))

    def _interrupts(self, hand: HandReplay, turn: Turn) -> tuple[Interrupt, ...]:
        """Coups fourrés shown at the end of a turn, or (while it has no action) in the middle of it."""
        interrupts: tuple[Interrupt, ...] = ()
        for seat in self.chance.sample(range(len(self.game.seats)), len(self.game.seats)):
            table = self._after(hand, replace(turn, interrupts=interrupts)).table
            if table.over is not None or (interrupts and not turn.actions):
                break
            safety = self._coup(table, seat)
            chance = SHOW_CHANCE if turn.actions else LATE_CHANCE
            if safety is None or self.chance.random() >= chance:
                continue
            if not turn.actions:
                self._put_back(turn.draw)
            shown = Interrupt(self.game.seats[seat], Play(safety))
            drawn = self._replacement(hand, replace(turn, interrupts=(*interrupts, shown)))
            interrupts = (*interrupts, replace(shown, draw=drawn))
        return interrupts

    def _put_back(self, draw: Draw | None) -> None:
        """The card of a turn that was cut off lies on top of its pile again."""
        if draw is not None and not draw.from_discard:
            self.deck += [face for face in draw.faces if face is not None]

    def _coup(self, table: Table, seat: int) -> Card | None:
        """A safety that the seat could show now as a coup fourré."""
        if table.drawn and self.game.side_of[table.to_act] == self.game.side_of[seat]:
            return None
        held = [card for card in SAFETIES if card in table.holdings[seat].known]
        entitled = [c for c in held if claim(self.game, table, seat, c).answer is Answer.YES]
        return entitled[0] if entitled else None

    def _replacement(self, hand: HandReplay, turn: Turn) -> Draw | None:
        """The draw that replaces the last safety shown; None if its coup ends the hand."""
        after = self._after(hand, turn)
        if after.table.over is not None and after.table.over.how == "trip":
            return None
        before = self._after(hand, replace(turn, interrupts=turn.interrupts[:-1])).table
        returned = self._returned_to_discards(turn)
        if self.game.ruleset.exhaustion == "reshuffle" and not self.deck and (before.discard or returned):
            self.deck = self._shuffled(self._discards_at_coup(before, turn))
        return Draw((self.deck.pop(),) if self.deck else ())

    def _discards_at_coup(self, before: Table, turn: Turn) -> tuple[Face, ...]:
        """The discard pile when a coup has thrown out its hazard and its draw is due."""
        shown = turn.interrupts[-1]
        side = self.game.sides.index(shown.seat[0])
        thrown = with_safety(self.game, before, side, shown.shown.card, is_coup=True).discard
        return (*thrown, *self._returned_to_discards(turn))

    @staticmethod
    def _returned_to_discards(turn: Turn) -> tuple[Face, ...]:
        """The card of a turn that is cut off, if it had been taken from the discard pile."""
        cut_off = not turn.actions and turn.draw is not None and turn.draw.from_discard
        return turn.draw.faces if cut_off and turn.draw is not None else ()


def _nothing_noted(game: Game) -> Notes:
    return Notes(game, Line(Other("")))
