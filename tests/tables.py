"""Records for tests, and what the judge makes of them in a form that is short to compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import bornes
from bornes.report import HandResult, Report


def record(
    lines: str,
    ruleset: str = "winning-moves",
    *,
    seats: str = "X Y",
    options: str = "",
    first: str = "",
    carried: str = "",
) -> str:
    """The text of a record of one hand; `lines` follow its ``hand`` line. Indents do not count.

    A text that has ``hand`` lines of its own is taken as it is; `first` is the seat that begins (the first one).
    """
    names = seats.split()
    head = ["MBN 1", f"Ruleset: {ruleset}"]
    head += [f"Options: {options}"] if options else []
    head += [f"{seat}: player" for seat in names]
    head += [f"carried {carried}"] if carried else []
    body = [line.strip() for line in lines.strip().splitlines() if line.strip()]
    if not any(line.startswith("hand ") for line in body):
        body.insert(0, f"hand 1 first {first or names[0]}")
    return "\n".join([*head, *body]) + "\n"


@dataclass(frozen=True)
class Outcome:
    """What the judge found.

    Attributes:
        report: All of it.
        state: Position at the end of the last hand, part by part: ``X`` → ``475 R+,T-! - F* 1``, ``next`` → ``Y``.
    """

    report: Report
    state: Mapping[str, str]

    @property
    def found(self) -> list[str]:
        """Violations without a ruling as ``turn rule`` (``- rule`` off the turns), in the order of the text."""
        return [f"{each.turn or '-'} {each.rule}" for each in self.report.violations if each.ruling is None]

    @property
    def ruled(self) -> list[str]:
        """The same for violations that a ruling covers."""
        return [f"{each.turn or '-'} {each.rule}" for each in self.report.violations if each.ruling]

    @property
    def open(self) -> set[str]:
        """The checks that could not be decided."""
        return {each.check for each in self.report.unverified}

    @property
    def hand(self) -> HandResult:
        """The last hand."""
        return self.report.hands[-1]

    def score(self, side: str) -> dict[str, int]:
        """Components of a side in the last hand."""
        return dict(self.hand.sides[side].score)

    @property
    def totals(self) -> dict[str, int]:
        """What the last hand is worth."""
        return {side: result.total for side, result in self.hand.sides.items()}


def judged(lines: str, ruleset: str = "winning-moves", *, policy: str = "as-played", **more: str) -> Outcome:
    """Judges a record made by `record`; the notation must have nothing against it."""
    text = record(lines, ruleset, **more)
    (reading,) = bornes.read(text)
    report = bornes.validate(reading, policy=policy)
    assert report.errors == (), report.errors
    steps = [step.state for step in bornes.replay(reading, policy=policy)]
    return Outcome(report, parts(steps[-1]) if steps else {})


def parts(position: str) -> dict[str, str]:
    """A position text by its keys."""
    return dict(part.split(" ", 1) for part in position.split(" | "))
