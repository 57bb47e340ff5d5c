"""The road with the cars on it: where each car stands, across in per cent of the width, down in pixels."""

from __future__ import annotations

from dataclasses import dataclass

from bornes_api.drawing.scene import Scene

LEFT, RIGHT = 7.0, 93.0
"""Where the road starts and where the target is."""
LANE = 40
TOP = 26
POSTS = 10
"""There are about so many posts beside the road."""


@dataclass(frozen=True, slots=True)
class CarOnRoad:
    """A car: its side, the middle of it, and its lane."""

    index: int
    letter: str
    miles: int
    x: float
    y: int


@dataclass(frozen=True, slots=True)
class Road:
    """The drawing: its height, the posts as (x, miles), the cars, the y of the lines between the lanes."""

    height: int
    posts: tuple[tuple[float, int], ...]
    cars: tuple[CarOnRoad, ...]
    lanes: tuple[int, ...]
    goal_x: float


def road(of: Scene) -> Road:
    """The road of a position. It is as long as the target, or as the way of a car that came further."""
    longest = max([of.target, 1, *(side.miles for side in of.sides)])
    cars = tuple(
        CarOnRoad(side.index, side.letter, side.miles, _x(side.miles, longest), TOP + LANE * lane)
        for lane, side in enumerate(of.sides)
    )
    step = max(100, -(-longest // (POSTS * 100)) * 100)
    posts = tuple((_x(miles, longest), miles) for miles in range(0, of.target + 1, step))
    lanes = tuple(TOP + LANE * lane for lane in range(1, len(of.sides)))
    return Road(TOP + LANE * len(of.sides) + 6, posts, cars, lanes, _x(of.target, longest))


def _x(miles: int, longest: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * max(miles, 0) / longest, 2)
