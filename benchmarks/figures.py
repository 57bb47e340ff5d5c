"""What a part of the benchmarks is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from material import Material
from measure import Ratio, Run

Clock = Literal["wall", "processor"]


class Setting(NamedTuple):
    """How a run of the benchmarks was asked for.

    Attributes:
        material: The archives.
        rounds: How often everything runs, in turn.
        clock: The clock that rates and ratios go by.
        compiled: A folder with a compiled `bornes`, if there is one.
    """

    material: Material
    rounds: int
    clock: Clock
    compiled: Path | None

    def seconds(self, runs: Sequence[Run]) -> list[float]:
        """The seconds of some runs by the clock."""
        return [run.wall if self.clock == "wall" else run.processor for run in runs]


class Promise(NamedTuple):
    """A bound that is promised, and what was measured."""

    what: str
    measured: Ratio
    bound: float
    at_most: bool = False

    def row(self) -> str:
        """As a row of `PROMISES_HEAD`."""
        found, low, high = self.measured
        kept = found <= self.bound if self.at_most else found >= self.bound
        sign, word = "≤" if self.at_most else "≥", "yes" if kept else "**no**"
        return f"| {self.what} | {sign} {self.bound:g} | {found:.2f} | {low:.2f} to {high:.2f} | {word} |"


PROMISES_HEAD = ("| promise | bound | measured | rounds | kept |", "|---|---|---|---|---|")


class Part(NamedTuple):
    """A table in Markdown, sentences about what was left out, and promises."""

    table: list[str]
    left_out: list[str]
    promises: list[Promise]

    def text(self) -> str:
        """As Markdown."""
        blocks = [self.table, [f"* {sentence}" for sentence in self.left_out]]
        if self.promises:
            blocks.append([*PROMISES_HEAD, *(promise.row() for promise in self.promises)])
        return "\n\n".join("\n".join(block) for block in blocks if block)
