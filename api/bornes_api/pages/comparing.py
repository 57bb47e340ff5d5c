"""The compare page: one record under several rulesets, where they differ, and by which knob."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bornes import validate
from bornes.consequences import Consequence, consequences, differing, outcome, places
from bornes.differences import Difference, diff
from bornes.judging.chosen import chosen
from bornes.report import Report, Violation
from bornes.ruleset import Ruleset
from bornes_notation import Reading

MOST = 4
"""Rulesets side by side."""
MOST_TRIED = 10_000
"""Lines of the record times knobs tried on it; beyond that the knobs are only listed."""


@dataclass(frozen=True, slots=True)
class Column:
    """A ruleset and what it makes of the record; `own`: it is the record's, with its options."""

    ruleset: Ruleset
    report: Report
    own: bool


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line on which somebody found something: for each column its violations there."""

    number: int
    text: str
    found: tuple[tuple[Violation, ...], ...]
    differs: bool


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """Points of one side in a hand (`hand` None: in the match), by column; None where there are none."""

    hand: int | None
    side: str
    totals: tuple[int | None, ...]
    differs: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """The first column against another one.

    Attributes:
        tried: Whether each differing knob was tried on this record.
        consequences: The knobs that matter for it.
        others: The rest of the differences, which change nothing here, or were not tried.
        together: They judge differently, and no single knob explains it.
    """

    left: Ruleset
    right: Ruleset
    tried: bool
    consequences: tuple[Consequence, ...]
    others: tuple[Difference, ...]
    together: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything the page shows."""

    columns: tuple[Column, ...]
    lines: tuple[LineRow, ...]
    scores: tuple[ScoreRow, ...]
    pairs: tuple[Pair, ...]


def compared(
    reading: Reading, rulesets: Sequence[Ruleset | None], policy: str, texts: Sequence[str]
) -> Comparison:
    """One record under these rulesets, None being the one that it names."""
    columns: list[Column] = []
    for each in rulesets:
        ruleset = each if each is not None else _own(reading, policy)
        if ruleset is not None and all(column.ruleset != ruleset for column in columns):
            columns.append(Column(ruleset, validate(reading, each, policy), each is None))
    return Comparison(
        tuple(columns), _lines(columns, texts), _scores(columns), _pairs(reading, columns, policy)
    )


def cut(of: Comparison, lines: int) -> Comparison:
    """The comparison with no more than so many lines, those first on which the rulesets differ."""
    ordered = sorted(of.lines, key=lambda row: not row.differs)[:lines]
    return replace(of, lines=tuple(sorted(ordered, key=lambda row: row.number)))


def _own(reading: Reading, policy: str) -> Ruleset | None:
    game = None if reading.record is None else chosen(reading.record, None, policy).game
    return None if game is None else game.ruleset


def _lines(columns: Sequence[Column], texts: Sequence[str]) -> tuple[LineRow, ...]:
    numbers = sorted({each.line for column in columns for each in column.report.violations})
    rows = []
    for number in numbers:
        found = tuple(
            tuple(each for each in column.report.violations if each.line == number) for column in columns
        )
        codes = {tuple((each.column, each.code) for each in violations) for violations in found}
        rows.append(LineRow(number, texts[number - 1], found, len(codes) > 1))
    return tuple(rows)


def _scores(columns: Sequence[Column]) -> tuple[ScoreRow, ...]:
    rows = []
    hands = max((column.report.hands for column in columns), key=len, default=())
    for index, hand in enumerate(hands):
        for side in hand.sides:
            totals = tuple(
                column.report.hands[index].sides[side].total if index < len(column.report.hands) else None
                for column in columns
            )
            rows.append(ScoreRow(hand.number, side, totals, len(set(totals)) > 1))
    matches = [column.report.match for column in columns]
    for side in next((match.totals for match in matches if match is not None), ()):
        totals = tuple(None if match is None else match.totals.get(side) for match in matches)
        rows.append(ScoreRow(None, side, totals, len(set(totals)) > 1))
    return tuple(rows)


def _pairs(reading: Reading, columns: Sequence[Column], policy: str) -> tuple[Pair, ...]:
    if not columns or reading.record is None:
        return ()
    first = columns[0]
    lines = len(reading.record.lines)
    left_to_try = MOST_TRIED
    pairs = []
    for column in columns[1:]:
        cost = lines * len(differing(first.ruleset, column.ruleset))
        tried = cost <= left_to_try
        left_to_try -= cost if tried else 0
        found = consequences(reading, first.ruleset, column.ruleset, policy) if tried else ()
        named = {each.knob for each in found}
        others = tuple(each for each in diff(first.ruleset, column.ruleset) if _knob(each.knob) not in named)
        unlike = (places(first.report), outcome(first.report), first.report.verdict) != (
            places(column.report),
            outcome(column.report),
            column.report.verdict,
        )
        pairs.append(
            Pair(first.ruleset, column.ruleset, tried, found, others, unlike and tried and not found)
        )
    return tuple(pairs)


def _knob(name: str) -> str:
    """The knob of a difference, which may name one seating: ``seatings.2x1``."""
    return "seatings" if name.startswith("seatings.") else name
