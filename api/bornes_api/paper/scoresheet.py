"""The score sheet of a match: its hands side by side as on a pad, the totals, rulings, and room to sign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bornes.report import HandResult, Report, SideResult
from bornes_api.language.cardnames import card_names
from bornes_api.language.catalogues import translations
from bornes_api.pages.scoresheet import Cell, SheetRow
from bornes_api.pages.sentences import told
from bornes_api.paper.environment import render
from bornes_api.paper.evidence import record_hash
from bornes_api.paper.wording import Names
from bornes_api.render.sheet import COMPONENTS
from bornes_notation import Record
from bornes_notation.record import Hand, Ruling, Turn

WIDEST = 8
"""Columns of points that fit beside each other on a sheet of A4 or Letter."""


@dataclass(frozen=True, slots=True)
class Block:
    """Hands that stand side by side; the rows have a cell for each side of each hand."""

    hands: tuple[HandResult, ...]
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class Final:
    """A side's line of the match: what it brought in, its total, the total claimed, whether it has won."""

    side: str
    names: tuple[str, ...]
    carried: int
    total: int
    claimed: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class RulingMade:
    """A ruling: where it stands, what it says, its comment."""

    hand: int
    turn: int
    line: int
    words: str
    reason: str


def score_sheet(
    record: Record,
    report: Report,
    *,
    received: Record | None = None,
    language: str = "en",
    cards: Names | None = None,
) -> str:
    """The score sheet of a record as HTML.

    Args:
        record: The record.
        report: What was found in it; it has a ruleset.
        received: The record as it was received, if rulings were put into it since; its hash is printed.
        language: Of the sheet.
        cards: Names of the cards; None: those of the edition in that language.
    """
    names = card_names(language, report.ruleset) if cards is None else cards
    gettext = translations(language).gettext
    return render(
        "score.html",
        language,
        record=record,
        report=report,
        blocks=blocks(report),
        finals=finals(record, report),
        sides=players(record),
        rulings=[
            RulingMade(hand, turn, line, told(item, gettext, names), reason)
            for hand, turn, line, item, reason in _rulings(record)
        ],
        open_points=any(side.unverified for hand in report.hands for side in hand.sides.values()),
        sha256=record_hash(received or record),
    )


def players(record: Record) -> Mapping[str, tuple[str, ...]]:
    """Names by side, in the order of play; a name that was left empty is empty."""
    found: dict[str, tuple[str, ...]] = {}
    for seat in record.seats:
        name = record.header(seat) or record.header(f"{seat}1") or ""
        found[seat[0]] = (*found.get(seat[0], ()), name)
    return found


def blocks(report: Report) -> tuple[Block, ...]:
    """All hands, as many side by side as fit."""
    named = _components(report.hands)
    so_far = _carried(report)
    found = []
    each = max(1, WIDEST // max((len(hand.sides) for hand in report.hands), default=1))
    for start in range(0, len(report.hands), each):
        hands = report.hands[start : start + each]
        found.append(Block(hands, tuple(_rows(hands, named, so_far))))
    return tuple(found)


def _components(hands: Sequence[HandResult]) -> list[str]:
    """Every component that some hand has, so that all blocks have the same rows."""
    found = {
        name
        for hand in hands
        for side in hand.sides.values()
        for name in (*(key for key, points in side.score.items() if points), *side.unverified)
    }
    return [*(name for name in COMPONENTS if name in found), *sorted(found - set(COMPONENTS))]


def _carried(report: Report) -> dict[str, int]:
    """What each side brought into the match."""
    if report.match is None:
        return {}
    sums = dict(report.match.totals)
    for hand in report.hands:
        for side, result in hand.sides.items():
            if hand.counts:
                sums[side] -= result.total
    return sums


def _rows(hands: Sequence[HandResult], named: Sequence[str], so_far: dict[str, int]) -> Iterator[SheetRow]:
    """The rows of a block; `so_far` is brought up to its last hand."""
    results = [side for hand in hands for side in hand.sides.values()]
    yield SheetRow("miles", "", tuple(Cell(str(each.miles)) for each in results))
    for name in named:
        yield SheetRow("component", name, tuple(_points(each, name) for each in results))
    yield SheetRow("total", "", tuple(Cell(str(each.total), bool(each.unverified)) for each in results))
    if any(each.claimed is not None for each in results):
        yield SheetRow("claimed", "", tuple(_claim(each.claimed, each.total) for each in results))
    if so_far:
        yield SheetRow("so far", "", tuple(_running(hands, so_far)))


def _points(result: SideResult, name: str) -> Cell:
    is_open = name in result.unverified
    points = result.score.get(name, 0)
    return Cell(str(points) if points or is_open else "–", is_open)


def _claim(claimed: int | None, total: int) -> Cell:
    return Cell("–") if claimed is None else Cell(str(claimed), off=claimed != total)


def _running(hands: Sequence[HandResult], so_far: dict[str, int]) -> Iterator[Cell]:
    for hand in hands:
        for side, result in hand.sides.items():
            so_far[side] += result.total if hand.counts else 0
            yield Cell(str(so_far[side]))


def finals(record: Record, report: Report) -> tuple[Final, ...]:
    """The match, a line for each side; none if no match was judged."""
    match = report.match
    if match is None:
        return ()
    names, carried = players(record), _carried(report)
    return tuple(
        Final(side, names.get(side, ()), carried[side], total, match.claimed.get(side), side in match.winners)
        for side, total in match.totals.items()
    )


def _rulings(record: Record) -> Iterator[tuple[int, int, int, Ruling, str]]:
    """(hand, turn lines before it, line, ruling, comment) of each ruling."""
    hand, turn = 0, 0
    for line in record.lines:
        if isinstance(line.item, Hand):
            hand, turn = line.item.number, 0
        turn += isinstance(line.item, Turn)
        if isinstance(line.item, Ruling):
            yield hand, turn, line.line, line.item, line.comment or ""
