"""A whole record by the fast path: its report if it is plainly lawful, else None."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import accumulate, product
from typing import Final

from bornes.automaton.hands import FastHand
from bornes.automaton.possible import anyone_can_play
from bornes.automaton.preface import read_preface
from bornes.automaton.terms import GiveUpError, Terms
from bornes.automaton.turns import take_turns
from bornes.automaton.words import codes, is_number, only_lines_that_say_something
from bornes.change import changed
from bornes.findings import Notes
from bornes.judging.match import Sheet, after_hand, as_result, note_result, perhaps_over
from bornes.reasons import Reason
from bornes.report import HandResult, Report, SideResult, Unverified
from bornes.ruleset import Ruleset
from bornes.scoring import furthest
from bornes_notation.record import Line, Result

TURNS_MAX: Final = 999
"""A longer hand is the judge's."""

_NUMBERS: Final = tuple(f"{number}. " for number in range(1, TURNS_MAX + 1))
"""Turn numbers as they stand before turns."""

_NUMBERS_LENGTH: Final = (0, *accumulate(map(len, _NUMBERS)))
"""How long the first so many are, in all."""

_SIDE: Final = SideResult(miles=0, score={}, total=0)
_HAND: Final = HandResult(number=1, first="", target=0, caller=None, ended="", winners=(), sides={})

_END: Final = re.compile(r"\nend ([^\n]*)(?:\n|\Z)")

_OUTCOMES = frozenset({"won", "tied", "unfinished"})


def accept(text: str, index: int, first_line: int, ruleset: Ruleset | None, policy: str) -> Report | None:
    """The report of a record that is canonical text and plainly lawful; None for every other.

    Args:
        text: The record from what follows its ``MBN 1`` line on, every line of it with its LF.
        index: 1-based number of the record in its file.
        first_line: Line of its ``MBN`` line in the file.
        ruleset: As for `bornes.validate`.
        policy: As for `bornes.validate`.
    """
    head, begins, body = text.partition("\nhand ")
    header, _, between = head.partition("\n\n")
    preface = read_preface(header.removesuffix("\n").split("\n"), ruleset, policy) if begins else None
    if preface is None:
        return None
    try:
        if between and only_lines_that_say_something(between):
            return None
        record = _FastRecord(preface.terms)
        record.run(only_lines_that_say_something(body) if ";" in body else body)
    except GiveUpError:
        return None
    return record.report(index, first_line, preface.event)


class _FastRecord:
    """A record under replay: the match so far."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._match = terms.before
        self._hands: list[HandResult] = []
        self._claimed: dict[str, int] = {}
        self._undecided: dict[tuple[str, Reason], int] = {}
        self._plays = self._draws = 0

    def run(self, body: str) -> None:
        """Takes all hands, from what follows the first word ``hand`` on, and the result.

        Raises:
            GiveUpError: if the judge must look at them.
        """
        rest, more = "", True
        while more:
            ends = _END.search(body)
            if ends is None:
                raise GiveUpError
            hand, first = self._played(body[: ends.start()])
            self._end(hand, ends[1], first)
            rest = body[ends.end() :].strip("\n")
            more = rest.startswith("hand ")
            body = rest[len("hand ") :]
        if rest:
            self._result(rest)

    def _played(self, text: str) -> tuple[FastHand, str]:
        """A hand up to its end line, and the seat that began it."""
        lines = text.split("\n")
        if "" in lines:
            lines = [line for line in lines if line]
            text = "\n".join(lines)
        hand, first = self._opening(lines[0])
        before = self._dealt(hand, lines)
        turns = lines[before:]
        if len(turns) > TURNS_MAX:
            raise GiveUpError
        texts = list(map(str.removeprefix, turns, _NUMBERS))
        length = len(text) + 1 - sum(map(len, lines[:before])) - len(lines)
        if length - sum(map(len, texts)) != _NUMBERS_LENGTH[len(turns)]:
            raise GiveUpError  # a number is missing, or another one
        take_turns(hand, iter(list(map(self._terms.steps.__getitem__, texts))))
        return hand, first

    def _opening(self, line: str) -> tuple[FastHand, str]:
        words = line.split(" ")
        if len(words) != 3 or words[0] != str(len(self._hands) + 1) or words[1] != "first":
            raise GiveUpError
        first = self._terms.seats.get(words[2])
        if first is None or (self._hands and not self._goes_on(first)):
            raise GiveUpError
        return FastHand(self._terms, first), words[2]

    def _goes_on(self, first: int) -> bool:
        """Whether a hand may follow that this seat begins."""
        match = self._match
        may_follow = not match.ended and not perhaps_over(match)
        return may_follow and match.next_first in (None, first)

    def _dealt(self, hand: FastHand, lines: list[str]) -> int:
        """Takes the deal and pile lines; how many lines stand before the first turn."""
        dealt = set()
        at = 1
        while at < len(lines) and lines[at].startswith("deal "):
            words = lines[at].split(" ")
            seat = self._terms.seats.get(words[1])
            if seat is None or seat in dealt:
                raise GiveUpError
            dealt.add(seat)
            if "?" in lines[at]:
                size = hand.sizes[seat]
                if words[2:] != [f"{size}?"] or not 1 < size <= 9:
                    raise GiveUpError
                hand.deal_unseen(seat)
            else:
                hand.deal(seat, codes(words[2:]))
            at += 1
        if at < len(lines) and lines[at].startswith("pile "):
            hand.stack(codes(lines[at].split(" ")[1:]))
            at += 1
        return at

    def _end(self, hand: FastHand, line: str, first: str) -> None:
        terms, game = self._terms, self._terms.game
        reason, _, points = line.partition(" ")
        if not hand.is_over():
            early = terms.how == "play_out" and reason == "exhausted" and not hand.pile
            if not early or anyone_can_play(hand, harmless_limits=True):
                raise GiveUpError
            hand.exhaust()
        ended = hand.ended
        if ended is None or reason != ("trip" if ended.finisher >= 0 else "exhausted"):
            raise GiveUpError
        hand.close()
        laid = hand.laid()
        won = (ended.finisher,) if ended.finisher >= 0 else furthest(game.ruleset, hand.miles)
        scores = [terms.sheets.sheet(side, laid, ended, won) for side in range(terms.sides)]
        totals = {letter: sum(score.values()) for letter, score in zip(game.sides, scores, strict=True)}
        claimed = self._claims(points, totals)
        unsure = hand.presumed and game.ruleset.score_delayed_action
        sides = {
            letter: changed(
                _SIDE,
                miles=hand.miles[side],
                score=scores[side],
                total=totals[letter],
                claimed=claimed.get(letter),
                unverified=("delayed_action",) if unsure and side == ended.finisher else (),
            )
            for side, letter in enumerate(game.sides)
        }
        result = changed(
            _HAND,
            number=len(self._hands) + 1,
            first=first,
            target=hand.target,
            caller=None if ended.caller < 0 else game.sides[ended.caller],
            ended=reason,
            winners=tuple([game.sides[side] for side in won]),
            sides=sides,
        )
        self._hands.append(result)
        others = self._other_sheets(hand, result) if any(hand.doubtful_coups) else ()
        self._match = after_hand(game, self._match, result, others)
        self._plays += hand.plays
        self._draws += hand.draws
        for check, count in hand.undecided.items():
            self._undecided[check] = self._undecided.get(check, 0) + count

    def _other_sheets(self, hand: FastHand, result: HandResult) -> list[Sheet]:
        """The hand if coups in doubt were none: they earned points and nothing else."""
        worth = self._terms.game.ruleset.score_coup_fourre
        ways = product(*(range(count + 1) for count in hand.doubtful_coups))
        totals = [side.total for side in result.sides.values()]
        return [
            Sheet(
                tuple([total - lost * worth for total, lost in zip(totals, way, strict=True)]), result.winners
            )
            for way in ways
            if any(way)
        ]

    def _claims(self, written: str, totals: dict[str, int]) -> dict[str, int]:
        """The points of an end line, which are those of the replay."""
        if written == _pairs(totals):
            return totals
        claimed = self._points(written.split(" ")) if written else {}
        if any(totals[letter] != points for letter, points in claimed.items()):
            raise GiveUpError
        return claimed

    def _points(self, words: list[str]) -> dict[str, int]:
        points: dict[str, int] = {}
        for side, number in zip(words[::2], words[1::2], strict=False):
            if side not in self._match.totals or side in points or not is_number(number):
                raise GiveUpError
            points[side] = int(number)
        if len(words) != 2 * len(points):
            raise GiveUpError
        return points

    def _result(self, text: str) -> None:
        """The result line, which must be the last one."""
        line, _, rest = text.partition("\n")
        if line == self._unfinished() and not rest:
            self._claimed = dict(self._match.totals)
            return
        words = line.split(" ")
        if words[0] != "result" or rest:
            raise GiveUpError
        outcome: str | None = None
        sides: tuple[str, ...] = ()
        words = words[1:]
        for place, word in enumerate(words):
            if word in _OUTCOMES:
                outcome, sides = word, tuple(words[place + 1 :])
                words = words[:place]
                break
        named = [side for side in self._terms.game.sides if side in sides]
        if len(named) != len(sides) or bool(sides) != (outcome == "won"):
            raise GiveUpError
        self._claimed = self._points(words)
        result = Line(Result(tuple(self._claimed.items()), outcome, sides))
        notes = Notes(self._terms.game, result)
        note_result(self._terms.game, self._match, result, notes)
        if notes.findings:
            raise GiveUpError
        for check, count in Counter(notes.unverified).items():
            self._undecided[check] = self._undecided.get(check, 0) + count

    def _unfinished(self) -> str | None:
        """The result line of a match that goes on, as most records of one hand end."""
        if self._match.ended:
            return None
        return f"result {_pairs(self._match.totals)} unfinished"

    def report(self, index: int, first_line: int, event: str | None) -> Report:
        """What the judge would report."""
        return changed(
            self._terms.report,
            index=index,
            event=event,
            line=first_line,
            verdict="undetermined" if self._undecided else "legal",
            unverified=tuple(
                [
                    Unverified(check, count, reason.words, reason.code)
                    for (check, reason), count in sorted(self._undecided.items())
                ]
            ),
            hands=tuple(self._hands),
            match=as_result(self._match, self._claimed),
            plays=self._plays,
            draws=self._draws,
        )


def _pairs(points: Mapping[str, int]) -> str:
    """Points of all sides as canonical text writes them."""
    return " ".join([f"{side} {number}" for side, number in points.items()])
