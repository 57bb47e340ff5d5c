"""The road with the cars on it: where each car stands, in the units of the drawing."""

from __future__ import annotations

from dataclasses import dataclass

from bornes_api.drawing.scene import Scene

LEFT, RIGHT = 30, 930
"""Where the road starts and where the target is; the drawing is 960 wide."""
LANE = 40
TOP = 26
POST = 100
"""A post stands every so many miles."""


@dataclass(frozen=True, slots=True)
class CarOnRoad:
    """A car: its side, the place of its front, and its lane."""

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
    """The road of a position. A car beyond the target stands at its end: the number says how far it came."""
    longest = max([of.target, 1, *(side.miles for side in of.sides)])
    scale = (RIGHT - LEFT) / longest
    step = POST if longest <= 1200 else -(-longest // 1000) * POST
    cars = tuple(
        CarOnRoad(side.index, side.letter, side.miles, round(LEFT + side.miles * scale, 1), TOP + LANE * lane)
        for lane, side in enumerate(of.sides)
    )
    posts = tuple((round(LEFT + miles * scale, 1), miles) for miles in range(0, of.target + 1, step))
    lanes = tuple(TOP + LANE * lane for lane in range(1, len(of.sides)))
    return Road(TOP + LANE * len(of.sides) + 6, posts, cars, lanes, round(LEFT + of.target * scale, 1))
