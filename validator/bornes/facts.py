"""What questions to an archive ask for and a report leaves out: how long a hand was, which safeties were coups.

A record that is plainly lawful says so itself, and is not replayed for it; every other one is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from bornes.archive import judge_parts
from bornes.judging.chosen import chosen
from bornes.judging.hand import HandReplay
from bornes.judging.hands_of import split_hands
from bornes.loading import named_ruleset, with_options
from bornes.report import Report
from bornes.ruleset import Ruleset
from bornes_notation import Reading, read
from bornes_notation.cards import Card, Kind
from bornes_notation.grammar import parse_line
from bornes_notation.lines import Source
from bornes_notation.parsed import Parsed
from bornes_notation.record import Play, Turn
from bornes_notation.spans import RecordSpan, cut_spans


@dataclass(frozen=True, slots=True)
class HandFacts:
    """What happened in one hand, beside what its `HandResult` says.

    Attributes:
        turns: How many turn lines were judged.
        safeties: By side letter, the safeties that lie before it at the end, in the order laid.
        coups: By side letter, those of them that were coups fourrés, in the same order.
    """

    turns: int
    safeties: Mapping[str, tuple[Card, ...]]
    coups: Mapping[str, tuple[Card, ...]]


class Told(NamedTuple):
    """A report, and the facts of each of its hands, in the same order."""

    report: Report
    facts: tuple[HandFacts, ...]


def facts_of_file(
    source: Source, ruleset: Ruleset | None = None, policy: str = "as-played"
) -> Iterator[Told]:
    """As `bornes.judge_file`, with the facts of every hand; memory stays flat."""
    for span in cut_spans(source):
        yield from facts_of_span(span, ruleset, policy)


def facts_of_span(
    span: RecordSpan, ruleset: Ruleset | None = None, policy: str = "as-played"
) -> Iterator[Told]:
    """As `bornes.archive.judge_span`, with the facts of every hand."""
    for part, (report, reading) in judge_parts(span, ruleset, policy):
        facts = None
        if reading is None:
            facts = written_facts(part.decode(), report, ruleset or _ruleset_of(report))
        if facts is None:
            facts = replayed_facts(reading or next(read(part)), report, ruleset)
        yield Told(report, facts)


@lru_cache(maxsize=256)
def _by_name(name: str, options: str) -> Ruleset:
    return with_options(named_ruleset(name), options)


def _ruleset_of(report: Report) -> Ruleset:
    assert report.ruleset is not None
    return _by_name(report.ruleset, " ".join(f"{knob}={value}" for knob, value in report.options))


def replayed_facts(reading: Reading, report: Report, ruleset: Ruleset | None = None) -> tuple[HandFacts, ...]:
    """The facts of the hands of a report, by replaying the record it was made from.

    Args:
        reading: The record.
        report: What was found in it.
        ruleset: What it was judged by, if not by what it names.
    """
    record = reading.record
    game = None if record is None else chosen(record, ruleset, report.policy).game
    if record is None or game is None:
        return ()
    facts = []
    # Hands after the end of the match have no entry in a report; they are the last ones.
    for part in split_hands(record, report.errors)[: len(report.hands)]:
        hand = HandReplay.start(game, part.head, part.lines, None)
        for line in part.lines:
            hand.take(line)
        cars = dict(zip(game.sides, hand.table.cars, strict=True))
        facts.append(
            HandFacts(
                hand.turns,
                {side: car.safeties for side, car in cars.items()},
                {
                    side: tuple(card for card in car.safeties if card in car.coups)
                    for side, car in cars.items()
                },
            )
        )
    return tuple(facts)


class _Laid(NamedTuple):
    """A safety in a turn line: whose, whether out of turn, and if not, whether a draw is written before it."""

    side: str
    card: Card
    shown: bool
    drew: bool


class _Written(NamedTuple):
    """What the lines of one hand say: so many turn lines, these safeties."""

    turns: int
    laid: list[_Laid]


def written_facts(text: str, report: Report, ruleset: Ruleset) -> tuple[HandFacts, ...] | None:
    """The facts of a record that is plainly lawful, from its text; None where only a replay shows them.

    In such a record every safety shown out of turn is a coup fourré. Whether one laid in turn was one too, or
    whether a line no longer counted, is seen by the points, else by the rules.

    Args:
        text: The record, canonical.
        report: Without errors and violations.
        ruleset: What it was judged by.
    """
    hands = [_written(part) for part in text.split("\nhand ")[1:]]
    if _DECISION.search(text, text.find("\nhand ")):
        return None
    facts = tuple(_facts(hand, tuple(result.sides)) for hand, result in zip(hands, report.hands, strict=True))
    if _agree_with_points(facts, report, ruleset) or _clear_by_rules(hands, ruleset):
        return facts
    return None


_DECISION = re.compile(r"\n(?![1-9\n;]|hand |deal |pile |end |result|\Z)")
"""The start of a line after the first ``hand`` line that says more than what was dealt, played and claimed."""

_WITH_SAFETY = re.compile(r"\n[1-9][0-9]*\. ([^\n*;]*\*[^\n;]*)")
"""A turn line in which a safety is named, without its number and comment."""

_NUMBER = re.compile(r"\n([1-9][0-9]*)\. ")


def _written(hand: str) -> _Written:
    """The lines of a hand; those of turns are numbered from 1 on."""
    last = 0
    at = len(hand)
    while at > 0:
        at = hand.rfind("\n", 0, at)
        numbered = _NUMBER.match(hand, max(at, 0))
        if numbered:
            last = int(numbered[1])
            break
    laid = [each for found in _WITH_SAFETY.finditer(hand) for each in _laid(found[1].rstrip())]
    return _Written(last, laid)


@lru_cache(maxsize=32768)
def _laid(turn: str) -> tuple[_Laid, ...]:
    """The safeties in a turn line without its number and comment, in order."""
    parsed = parse_line(turn)
    assert isinstance(parsed, Parsed)
    item = parsed.item
    assert isinstance(item, Turn), "a line of a lawful hand that begins with a number is a turn"
    drew = item.draw is not None and bool(item.draw.faces)
    own = [_Laid(item.seat[0], each.card, False, drew) for each in item.actions if isinstance(each, Play)]
    shown = [_Laid(each.seat[0], each.shown.card, True, drew) for each in item.interrupts]
    return tuple(each for each in (*own, *shown) if each.card.kind is Kind.SAFETY)


def _facts(hand: _Written, sides: tuple[str, ...]) -> HandFacts:
    return HandFacts(
        hand.turns,
        {side: tuple(each.card for each in hand.laid if each.side == side) for side in sides},
        {side: tuple(each.card for each in hand.laid if each.side == side and each.shown) for side in sides},
    )


def _agree_with_points(facts: tuple[HandFacts, ...], report: Report, ruleset: Ruleset) -> bool:
    """Whether the points of every side are for as many safeties, and as many coups, as stand in the text."""
    if not ruleset.score_safety or not ruleset.score_coup_fourre:
        return False
    return all(
        result.score.get("safety", 0) == ruleset.score_safety * len(fact.safeties[side])
        and result.score.get("coup_fourre", 0) == ruleset.score_coup_fourre * len(fact.coups[side])
        for hand, fact in zip(report.hands, facts, strict=True)
        for side, result in hand.sides.items()
    )


def _clear_by_rules(hands: list[_Written], ruleset: Ruleset) -> bool:
    """Whether the rules leave no doubt: no safety in turn could be a coup, and no line can be without effect."""
    if ruleset.coup_fourre_window == "next_play" or ruleset.exhaustion == "nobody_can_play":
        return False
    return all(each.shown or each.drew for hand in hands for each in hand.laid)
