"""The distance chart of a hand: miles of every side over its steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 960, 200
LEFT, RIGHT, TOP, BOTTOM = 44, 920, 12, 178


@dataclass(frozen=True, slots=True)
class Track:
    """The line of one side: points as SVG writes them, and where its name stands."""

    index: int
    letter: str
    points: str
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart: a line for each side, marks as (y, miles), faults as x, ticks as (x, turn)."""

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
        miles: By step, the miles of every side before it.
        sides: Their letters.
        turns: By step, the number of its turn.
        faults: The steps that break a rule.
    """
    highest = max([100, *(each for row in miles for each in row)])
    width = (RIGHT - LEFT) / max(len(miles) - 1, 1)
    xs = tuple(round(LEFT + width * step, 1) for step in range(len(miles)))
    step = next(
        each for each in (50, 100, 200, 500, *(10**power for power in range(3, 12))) if highest <= each * 6
    )
    marks = tuple((_y(each, highest), each) for each in range(0, highest + 1, step))
    every = -(-len(miles) // 12)
    ticks = tuple(
        (xs[at], turn)
        for at, turn in enumerate(turns)
        if turn is not None and (turn == 1 or turn % max(every, 1) == 0)
    )
    tracks = tuple(_track(index, letter, miles, xs, highest) for index, letter in enumerate(sides))
    return Chart(_apart(tracks), marks, ticks, tuple(xs[at] for at in faults), xs)


def _track(
    index: int, letter: str, miles: Sequence[tuple[int, ...]], xs: Sequence[float], highest: int
) -> Track:
    """A line with steps: miles stay until the next card. Only corners are written."""
    points: list[str] = []
    before: float | None = None
    for at, row in enumerate(miles):
        y = _y(row[index], highest)
        if y != before or at == len(miles) - 1:
            if before is not None and y != before:
                points.append(f"{xs[at]:g},{before:g}")
            points.append(f"{xs[at]:g},{y:g}")
        before = y
    return Track(index, letter, " ".join(points), (xs[-1] + 8, (before or 0) + 5))


def _apart(tracks: tuple[Track, ...]) -> tuple[Track, ...]:
    """Names at the ends of the lines, moved so that none covers another."""
    placed: dict[int, float] = {}
    lowest = 0.0
    for track in sorted(tracks, key=lambda each: each.end[1]):
        lowest = max(track.end[1], lowest + 14)
        placed[track.index] = lowest
    return tuple(
        Track(each.index, each.letter, each.points, (each.end[0], placed[each.index])) for each in tracks
    )


def _y(miles: int, highest: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * miles / highest, 1)
