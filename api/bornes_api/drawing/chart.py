"""The distance chart of a hand: miles of every side over its steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEFT, RIGHT = 4.0, 94.0
"""Where the lines begin and end, in per cent of the width."""
TOP, BOTTOM = 20, 180
"""Their bounds from above, in pixels."""
GRID = 1000
"""The lines are drawn in a square of this side, stretched between these bounds."""
NAME_HEIGHT = 15


@dataclass(frozen=True, slots=True)
class Track:
    """The line of one side: points in the square as SVG writes them, and the y of its name at the end."""

    index: int
    letter: str
    points: str
    name_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart: a line for each side, marks as (y, miles), ticks as (x, turn), faults as x; all x in per cent."""

    tracks: tuple[Track, ...]
    marks: tuple[tuple[float, int], ...]
    ticks: tuple[tuple[float, int], ...]
    faults: tuple[float, ...]
    xs: tuple[float, ...]


def chart(
    miles: Sequence[tuple[int, ...]], sides: Sequence[str], turns: Sequence[int | None], faults: Sequence[int]
) -> Chart:
    """The chart of a hand.

    Args:
        miles: By step, the miles of every side before it; at least one step.
        sides: Their letters.
        turns: By step, the number of its turn.
        faults: The steps that break a rule.
    """
    highest = max([100, *(each for row in miles for each in row)])
    xs = tuple(round(LEFT + (RIGHT - LEFT) * step / max(len(miles) - 1, 1), 2) for step in range(len(miles)))
    step = next(each for each in _STEPS if highest <= each * 6)
    marks = tuple((_y(each, highest), each) for each in range(0, highest + 1, step))
    every = max(-(-len(miles) // 10), 1)
    ticks = tuple(
        (xs[at], turn)
        for at, turn in enumerate(turns)
        if turn is not None and (turn == 1 or turn % every == 0)
    )
    tracks = tuple(
        Track(index, letter, _points([row[index] for row in miles], highest), _y(miles[-1][index], highest))
        for index, letter in enumerate(sides)
    )
    return Chart(_apart(tracks), marks, ticks, tuple(xs[at] for at in faults), xs)


_STEPS = (50, 100, 200, 500, *(10**power for power in range(3, 12)))


def _points(miles: Sequence[int], highest: int) -> str:
    """A line with steps: miles stay until the next card. Only corners are written."""
    scale = GRID / max(len(miles) - 1, 1)
    points = [f"0,{_grid_y(miles[0], highest):g}"]
    for at in range(1, len(miles)):
        if miles[at] != miles[at - 1]:
            x = round(scale * at, 1)
            points += [f"{x:g},{_grid_y(each, highest):g}" for each in (miles[at - 1], miles[at])]
    points.append(f"{GRID},{_grid_y(miles[-1], highest):g}")
    return " ".join(points)


def _apart(tracks: tuple[Track, ...]) -> tuple[Track, ...]:
    """Names moved so that none covers another."""
    placed: dict[int, float] = {}
    below = 0.0
    for track in sorted(tracks, key=lambda each: each.name_y):
        below = max(track.name_y, below + NAME_HEIGHT)
        placed[track.index] = below
    return tuple(Track(each.index, each.letter, each.points, placed[each.index]) for each in tracks)


def _grid_y(miles: int, highest: int) -> float:
    return round(GRID - GRID * miles / highest, 1)


def _y(miles: int, highest: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * miles / highest, 1)
