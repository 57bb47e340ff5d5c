"""Policies: what was agreed beforehand about faults, for where no director has ruled, and for the director who does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from bornes.report import Violation
from bornes_notation.wording import worded

Remedy: TypeAlias = Literal["stands", "retract", "void", "forfeit", "redeal"]
AfterHand: TypeAlias = Literal["as-played", "void", "open"]
Missing: TypeAlias = Literal["replayed", "open"]
Contradictory: TypeAlias = Literal["replayed", "claimed", "open"]
Question: TypeAlias = Literal["after_hand", "missing", "contradictory"]
"""The policies that give numbers to what nobody has ruled on."""

_CONTRADICTIONS: Final = frozenset(
    {"MB401", "MB402", "MB411", "MB412", "MB413", "MB414", "MB510", "MB511", "MB531"}
)
_MISSING: Final = frozenset({"MB512"})


@dataclass(frozen=True, slots=True)
class Sanction:
    """What an offence costs: nothing (warning), points off the total of its match (from 1), or the match (forfeit)."""

    kind: Literal["warning", "penalty", "forfeit"]
    points: int = 0

    def __str__(self) -> str:
        return f"penalty {self.points}" if self.kind == "penalty" else self.kind


@dataclass(frozen=True, slots=True)
class Policies:
    """What was agreed. None, or no entry: nothing was, and only a director decides.

    Attributes:
        at_once: The ruling on an illegal play that is noticed before another seat has acted.
        later: The same, noticed later in the hand.
        after_hand: How a record counts with illegal plays that nobody ruled on; open: not before somebody does.
        offences: From which offence of a player on which sanction; it holds until the next entry.
        missing: Whether a match counts of which nobody claims a score.
        contradictory: What counts where claims and replay differ.
    """

    at_once: Remedy | None = None
    later: Remedy | None = None
    after_hand: AfterHand | None = None
    offences: Mapping[int, Sanction] = field(default_factory=dict)
    missing: Missing | None = None
    contradictory: Contradictory | None = None

    @property
    def judged_by(self) -> str:
        """The policy of the judge (spec/rulesets.md 2.2) under which records count."""
        return "void" if self.after_hand == "void" else "as-played"

    def sanction(self, number: int) -> Sanction | None:
        """What the offence of that number (from 1) of a player costs; None if nothing was agreed for it."""
        reached = [first for first in self.offences if first <= number]
        return self.offences[max(reached)] if reached else None


def question_of(violation: Violation) -> Question | None:
    """Which policy is asked about a violation; None for a fault of a ruling, which has to be corrected."""
    if violation.rule == "U-RULING":
        return None
    if violation.code in _CONTRADICTIONS:
        return "contradictory"
    return "missing" if violation.code in _MISSING else "after_hand"


def is_offence(violation: Violation) -> bool:
    """Whether a violation is an illegal play by somebody, for certain, and in its own right.

    Not what follows from an earlier one, not what rests on something that the record does not show, no claim,
    nothing that is nobody's, as a deal, and not one copy too many of a card: somebody's card was wrong before, and it
    shows when another draws his. What is unverified is no violation at all.
    """
    return (
        violation.severity == "error"
        and violation.seat is not None
        and violation.turn is not None
        and violation.caused_by is None
        and violation.rests_on is None
        and violation.rule != "U-COPIES"
        and question_of(violation) == "after_hand"
    )


def agreed(value: str, policy: str) -> str:
    """What was agreed, and the policy that says so."""
    return worded("%(value)s (policies.%(policy)s)", value=value, policy=policy)


def sanction_of(text: str) -> Sanction:
    """What a tournament file says of an offence: ``warning``, ``penalty 100``, ``forfeit``."""
    kind, _, points = text.partition(" ")
    if kind == "penalty":
        return Sanction("penalty", int(points))
    return Sanction("forfeit" if kind == "forfeit" else "warning")
