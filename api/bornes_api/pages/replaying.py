"""The replay page: the states of a record that one can step through, each with an address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import bornes
from bornes.ruleset import Ruleset
from bornes.steps import Step
from bornes_api.drawing.chart import Chart, chart
from bornes_api.drawing.road import Road, road
from bornes_api.drawing.scene import Scene, scene
from bornes_api.drawing.tally import Laid, with_laid
from bornes_notation import Reading
from bornes_notation.record import Carried, Deal, Hand, Other, Pile, Setup, Turn

END = "end"


@dataclass(frozen=True)
class Frame:
    """One state to look at: the table before a line, and what the line did.

    Attributes:
        at: Its address: ``2.15`` before turn 15 of hand 2, ``2.L140`` before line 140, ``2.end`` at the end.
        step: The line, its violations, the position before it.
        laid: Distance cards by side.
        names: Players by seat.
    """

    at: str
    step: Step
    laid: tuple[Laid, ...]
    names: Mapping[str, str]

    @property
    def scene(self) -> Scene:
        """The table to draw."""
        return scene(self.step.game, self.step.table, self.laid, self.names)

    @property
    def road(self) -> Road:
        """The road to draw."""
        return road(self.scene)

    @property
    def side(self) -> int | None:
        """The side whose turn the line is."""
        turn = self.step.item
        if not isinstance(turn, Turn):
            return None
        return self.step.game.side_of[self.step.game.seat_index(turn.seat)]

    @property
    def faulty(self) -> bool:
        """Whether the line breaks a rule and no ruling covers it."""
        return any(each.ruling is None for each in self.step.violations)

    @property
    def ruled(self) -> bool:
        """Whether a ruling covers something in the line."""
        return any(each.ruling is not None for each in self.step.violations)


@dataclass(frozen=True)
class HandFrames:
    """The states of one hand, in order."""

    number: int
    frames: tuple[Frame, ...]

    @property
    def chart(self) -> Chart:
        """Miles of every side over the hand."""
        first = self.frames[0].step
        return chart(
            [tuple(car.miles for car in each.step.table.cars) for each in self.frames],
            first.game.sides,
            [each.step.turn for each in self.frames],
            [at for at, each in enumerate(self.frames) if each.step.violations],
        )


@dataclass(frozen=True)
class Replay:
    """All hands of a record."""

    hands: tuple[HandFrames, ...]

    @property
    def frames(self) -> tuple[Frame, ...]:
        """All states, in order."""
        return tuple(frame for hand in self.hands for frame in hand.frames)


@dataclass(frozen=True)
class Place:
    """Where one stands in a replay, and where one can go from there; "" where there is nothing that way."""

    hand: HandFrames
    index: int
    frame: Frame
    first: str
    back: str
    on: str
    last: str
    back_fault: str
    on_fault: str
    back_hand: str
    on_hand: str


def replayed(reading: Reading, ruleset: Ruleset | None, policy: str) -> Replay:
    """The states of a record; none if it cannot be judged."""
    names = {}
    if reading.record is not None:
        names = {seat: reading.record.header(seat) or _sole(reading, seat) for seat in reading.record.seats}
    hands: list[list[Frame]] = []
    written: Counter[int] = Counter()
    for step, laid in with_laid(bornes.replay(reading, ruleset, policy)):
        if isinstance(step.item, Hand):
            hands.append([])
            written[step.hand] += 1
        if not _silent(step):
            hands[-1].append(Frame(_address(step, written[step.hand]), step, laid, names))
    return Replay(tuple(HandFrames(each[0].step.hand, tuple(each)) for each in hands if each))


def place(replay: Replay, at: str) -> Place | None:
    """The place of an address, "" being the first, ``L140`` that of a line; None if there is no such state."""
    frames = replay.frames
    index = next((here for here, frame in enumerate(frames) if _is_at(frame, at)), None)
    if index is None:
        return None
    starts = [0]
    for each in replay.hands:
        starts.append(starts[-1] + len(each.frames))
    number = next(number for number in range(len(replay.hands)) if index < starts[number + 1])
    hand = replay.hands[number]
    faults = [here for here, frame in enumerate(frames) if frame.step.violations]
    return Place(
        hand,
        index - starts[number],
        frames[index],
        hand.frames[0].at,
        frames[index - 1].at if index else "",
        frames[index + 1].at if index + 1 < len(frames) else "",
        hand.frames[-1].at,
        next((frames[here].at for here in reversed(faults) if here < index), ""),
        next((frames[here].at for here in faults if here > index), ""),
        replay.hands[number - 1].frames[0].at if number else "",
        replay.hands[number + 1].frames[0].at if number + 1 < len(replay.hands) else "",
    )


def _is_at(frame: Frame, at: str) -> bool:
    return not at or frame.at == at or (bool(frame.step.text) and at == f"L{frame.step.line}")


def _sole(reading: Reading, seat: str) -> str:
    """The name of the only seat of a side that the header calls ``X1``."""
    assert reading.record is not None
    return reading.record.header(f"{seat}1") or ""


def _silent(step: Step) -> bool:
    """Whether a line changes nothing that one could see, and breaks nothing."""
    if step.violations or not step.text:
        return False
    return isinstance(step.item, Hand | Deal | Setup | Pile | Carried | Other)


def _address(step: Step, time: int) -> str:
    """The address of a state; a hand whose number stood there before has `time` behind it: ``1-2.15``."""
    hand = step.hand if time == 1 else f"{step.hand}-{time}"
    if not step.text:
        return f"{hand}.{END}"
    return f"{hand}.{step.turn if step.turn is not None else f'L{step.line}'}"
