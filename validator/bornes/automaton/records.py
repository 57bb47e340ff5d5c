"""A whole record by the fast path: its report if it is plainly lawful, else None."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from bornes.automaton.hands import FastHand
from bornes.automaton.possible import anyone_can_play
from bornes.automaton.preface import read_preface
from bornes.automaton.scores import sheet, winners
from bornes.automaton.terms import GiveUpError, Terms
from bornes.automaton.turns import take_turn
from bornes.automaton.words import codes, is_comment, is_number, without_comment
from bornes.findings import Notes
from bornes.judging.match import Match, Sheet, after_hand, as_result, note_result, perhaps_over
from bornes.reasons import Reason
from bornes.report import HandResult, Report, SideResult, Unverified
from bornes.ruleset import Ruleset
from bornes_notation.record import Line, Result

TURNS_MAX = 999
NUMBERS = tuple(str(number) for number in range(TURNS_MAX + 1))
"""Turn numbers as text; a longer hand is the judge's."""

_OUTCOMES = frozenset({"won", "tied", "unfinished"})


def accept(
    lines: Sequence[str], index: int, first_line: int, ruleset: Ruleset | None, policy: str
) -> Report | None:
    """The report of a record that is canonical text and plainly lawful; None for every other.

    Args:
        lines: The lines of the record from its ``MBN`` line on, without their line ends.
        index: 1-based number of the record in its file.
        first_line: Line of its ``MBN`` line in the file.
        ruleset: As for `bornes.validate`.
        policy: As for `bornes.validate`.
    """
    body = 1
    while body < len(lines) and lines[body] and not lines[body].startswith("hand "):
        body += 1
    if lines[0] != "MBN 1" or body == len(lines):
        return None
    preface = read_preface(list(lines[1:body]), ruleset, policy)
    if preface is None:
        return None
    record = _FastRecord(preface.terms, lines, body)
    try:
        record.run()
    except GiveUpError:
        return None
    return record.report(index, first_line, preface.event, policy)


class _FastRecord:
    """A record under replay: a cursor over its lines, and the match so far."""

    def __init__(self, terms: Terms, lines: Sequence[str], at: int) -> None:
        self._terms = terms
        self._lines = lines
        self._at = at
        self._seats = {seat: index for index, seat in enumerate(terms.game.seats)}
        self._match = Match(dict.fromkeys(terms.game.sides, 0))
        self._hands: list[HandResult] = []
        self._claimed: dict[str, int] = {}
        self._undecided: dict[tuple[str, Reason], int] = {}
        self._plays = self._draws = 0

    def run(self) -> None:
        """Takes all lines.

        Raises:
            GiveUpError: if the judge must look at them.
        """
        line = self._next()
        if line is None:
            raise GiveUpError
        while line is not None and line.startswith("hand "):
            self._hand(line)
            line = self._next()
        if line is not None:
            self._result(line)
            if self._next() is not None:
                raise GiveUpError

    def _next(self) -> str | None:
        """The next line that says something; None at the end. Comments say nothing here."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            if line and not is_comment(line):
                return line
        return None

    def _hand(self, line: str) -> None:
        hand, first = self._opening(line)
        line = self._dealt(hand)
        moves = self._terms.moves
        turn = 0
        try:
            while True:
                number, _, text = line.partition(". ")
                if not text:
                    break
                turn += 1
                if number != NUMBERS[turn]:
                    raise GiveUpError
                move = moves[text]
                if move is None:
                    move = moves[without_comment(text)]
                    if move is None:
                        raise GiveUpError
                take_turn(hand, move)
                line = self._lines[self._at]
                self._at += 1
                if not line or line[0] == ";":
                    self._at -= 1
                    line = self._next() or ""
        except IndexError:
            raise GiveUpError from None  # no end line, or more turns than a hand has
        self._end(hand, line, first)

    def _opening(self, line: str) -> tuple[FastHand, str]:
        words = line.split(" ")
        number = len(self._hands) + 1
        if len(words) != 4 or words[1] != str(number) or words[2] != "first" or words[3] not in self._seats:
            raise GiveUpError
        first = self._seats[words[3]]
        if self._match.ended or perhaps_over(self._match):
            raise GiveUpError
        if self._match.next_first not in (None, first):
            raise GiveUpError
        return FastHand(self._terms, first), words[3]

    def _dealt(self, hand: FastHand) -> str:
        """Takes the deal and pile lines; the line after them."""
        said = set()
        while True:
            line = self._next()
            if line is None:
                raise GiveUpError
            if line.startswith("deal "):
                words = line.split(" ")
                seat = self._seats.get(words[1])
                if seat is None or seat in said:
                    raise GiveUpError
                said.add(seat)
                if "?" in line:
                    size = hand.sizes[seat]
                    if words[2:] != [f"{size}?"] or not 1 < size <= 9:
                        raise GiveUpError
                    hand.hidden[seat] = True
                else:
                    hand.deal(seat, codes(words[2:]))
            elif line.startswith("pile "):
                if len(said) < len(self._seats) or hand.order is not None:
                    raise GiveUpError
                hand.stack(codes(line.split(" ")[1:]))
            else:
                return line

    def _end(self, hand: FastHand, line: str, first: str) -> None:
        reason, claims = self._claims(line, "end ")
        if hand.ended is None:
            early = self._terms.how == "play_out" and reason == "exhausted" and not hand.pile
            if not early or anyone_can_play(hand, harmless_limits=True):
                raise GiveUpError
            hand.exhaust()
        ended = hand.ended
        if ended is None or reason != ("trip" if ended.finisher >= 0 else "exhausted"):
            raise GiveUpError
        hand.note_unseen()
        game = self._terms.game
        laid = hand.laid()
        won = winners(game, laid, ended)
        sides: dict[str, SideResult] = {}
        zeros = sum(not each.km for each in laid)
        finisher_unsure = hand.presumed and game.ruleset.score_delayed_action
        for side, letter in enumerate(game.sides):
            score, total = sheet(game, side, laid[side], zeros - (not laid[side].km), ended, won)
            if claims.get(letter, total) != total:
                raise GiveUpError
            sides[letter] = SideResult(
                miles=laid[side].km + laid[side].bonus_km,
                score=score,
                total=total,
                claimed=claims.get(letter),
                unverified=("delayed_action",) if finisher_unsure and side == ended.finisher else (),
            )
        result = HandResult(
            number=len(self._hands) + 1,
            first=first,
            target=hand.target,
            caller=None if ended.caller < 0 else game.sides[ended.caller],
            ended=reason,
            winners=tuple(game.sides[side] for side in won),
            sides=sides,
        )
        self._hands.append(result)
        self._match = after_hand(game, self._match, result, self._other_sheets(hand, result))
        self._plays += hand.plays
        self._draws += hand.draws
        for check, count in hand.undecided.items():
            self._undecided[check] = self._undecided.get(check, 0) + count

    def _other_sheets(self, hand: FastHand, result: HandResult) -> list[Sheet]:
        """The hand if coups in doubt were none: they earned points and nothing else."""
        if not any(hand.doubtful_coups):
            return []
        worth = self._terms.game.ruleset.score_coup_fourre
        ways = product(*(range(count + 1) for count in hand.doubtful_coups))
        totals = [side.total for side in result.sides.values()]
        return [
            Sheet(
                tuple(total - lost * worth for total, lost in zip(totals, way, strict=True)), result.winners
            )
            for way in ways
            if any(way)
        ]

    def _claims(self, line: str, word: str) -> tuple[str, dict[str, int]]:
        """Reason and points of an end line."""
        if not line.startswith(word):
            raise GiveUpError
        words = without_comment(line).split(" ")
        return words[1] if len(words) > 1 else "", self._points(words[2:])

    def _points(self, words: list[str]) -> dict[str, int]:
        points: dict[str, int] = {}
        for side, number in zip(words[::2], words[1::2], strict=False):
            if side not in self._terms.game.sides or side in points or not is_number(number):
                raise GiveUpError
            points[side] = int(number)
        if len(words) != 2 * len(points):
            raise GiveUpError
        return points

    def _result(self, line: str) -> None:
        if not line.startswith("result"):
            raise GiveUpError
        words = without_comment(line).split(" ")[1:]
        outcome: str | None = None
        sides: tuple[str, ...] = ()
        for place, word in enumerate(words):
            if word in _OUTCOMES:
                outcome, sides = word, tuple(words[place + 1 :])
                words = words[:place]
                break
        named = [side for side in self._terms.game.sides if side in sides]
        if len(named) != len(sides) or bool(sides) != (outcome == "won"):
            raise GiveUpError
        self._claimed = self._points(words)
        result = Result(tuple(self._claimed.items()), outcome, sides)
        line_of_result = Line(result)
        notes = Notes(self._terms.game, line_of_result)
        note_result(self._terms.game, self._match, line_of_result, notes)
        if notes.findings:
            raise GiveUpError
        for check, count in Counter(notes.unverified).items():
            self._undecided[check] = self._undecided.get(check, 0) + count

    def report(self, index: int, first_line: int, event: str | None, policy: str) -> Report:
        """What the judge would report."""
        ruleset = self._terms.game.ruleset
        return Report(
            index=index,
            event=event,
            line=first_line,
            ruleset=ruleset.id,
            ruleset_version=ruleset.version,
            options=ruleset.options,
            policy=policy,
            verdict="undetermined" if self._undecided else "legal",
            unverified=tuple(
                Unverified(check, count, reason.words, reason.code)
                for (check, reason), count in self._undecided.items()
            ),
            hands=tuple(self._hands),
            match=as_result(self._match, self._claimed),
            plays=self._plays,
            draws=self._draws,
        )
