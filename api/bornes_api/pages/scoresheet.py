"""The score sheet as a table: a row for each component, a column for each side."""

from __future__ import annotations

from dataclasses import dataclass

from bornes.report import HandResult, MatchResult, Report, SideResult
from bornes_api.render.sheet import COMPONENTS


@dataclass(frozen=True, slots=True)
class Cell:
    """A number and whether it rests on what the record does not show; `off`: a claim that is wrong."""

    text: str
    open: bool = False
    off: bool = False


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row: `kind` is component, total, claimed, hand, carried or miles; `name` says which."""

    kind: str
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The table of one hand, or (`hand` None) of the match."""

    hand: HandResult | None
    sides: tuple[str, ...]
    rows: tuple[SheetRow, ...]


def sheets(report: Report) -> tuple[Sheet, ...]:
    """The tables of a report: its hands, and the match if it has more than one or is claimed."""
    found = [_hand(hand) for hand in report.hands]
    match = report.match
    if match is not None and (len(report.hands) > 1 or match.claimed or match.ended):
        found.append(_match(report, match))
    return tuple(found)


def _hand(hand: HandResult) -> Sheet:
    results = tuple(hand.sides.values())
    named = [*COMPONENTS, *sorted({key for each in results for key in each.score} - set(COMPONENTS))]
    rows = [SheetRow("miles", "", tuple(Cell(str(each.miles)) for each in results))]
    rows += [
        SheetRow("component", name, tuple(_points(each, name) for each in results))
        for name in named
        if any(each.score.get(name) or name in each.unverified for each in results)
    ]
    rows.append(
        SheetRow("total", "", tuple(Cell(str(each.total), bool(each.unverified)) for each in results))
    )
    if any(each.claimed is not None for each in results):
        rows.append(SheetRow("claimed", "", tuple(_claim(each.claimed, each.total) for each in results)))
    return Sheet(hand, tuple(hand.sides), tuple(rows))


def _points(result: SideResult, name: str) -> Cell:
    return Cell(str(result.score.get(name, 0)), name in result.unverified)


def _claim(claimed: int | None, total: int) -> Cell:
    return Cell("–") if claimed is None else Cell(str(claimed), off=claimed != total)


def _match(report: Report, match: MatchResult) -> Sheet:
    sides = tuple(match.totals)
    counted = [hand for hand in report.hands if hand.counts]
    sums = {side: sum(hand.sides[side].total for hand in counted if side in hand.sides) for side in sides}
    rows = []
    if any(match.totals[side] != sums[side] for side in sides):
        rows.append(
            SheetRow("carried", "", tuple(Cell(str(match.totals[side] - sums[side])) for side in sides))
        )
    for hand in counted:
        cells = tuple(_of_side(hand, side) for side in sides)
        rows.append(SheetRow("hand", str(hand.number), cells))
    rows.append(SheetRow("total", "", tuple(Cell(str(total)) for total in match.totals.values())))
    if match.claimed:
        claims = tuple(_claim(match.claimed.get(side), match.totals[side]) for side in sides)
        rows.append(SheetRow("claimed", "", claims))
    return Sheet(None, sides, tuple(rows))


def _of_side(hand: HandResult, side: str) -> Cell:
    if side not in hand.sides:
        return Cell("–")
    result = hand.sides[side]
    return Cell(str(result.total), bool(result.unverified))
