"""What the converter has to know of a family of peers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]
"""One line of a log: one hand."""


def logged_events(row: Row) -> Sequence[Row]:
    """The events of the log, as they are."""
    events: Sequence[Row] = row["events"]
    return events


@dataclass(frozen=True, slots=True)
class Family:
    """One family.

    Attributes:
        ruleset: Id for the ``Ruleset`` header.
        options: Text for the ``Options`` header of a game, by its first hand; "" for none.
        pile: Card names of the draw pile after the deal, top first; None if the log does not know.
        events: The events of a hand, in order.
        finished: Whether somebody completed the trip in this hand, as the log tells it.
        plays_match: Whether its games go on to 5000; else they are single hands.
    """

    ruleset: str
    options: Callable[[Row], str]
    pile: Callable[[Row], Sequence[str] | None]
    finished: Callable[[Row], bool]
    events: Callable[[Row], Sequence[Row]] = logged_events
    plays_match: bool = True


def whole_pack_less_deal(row: Row) -> Sequence[str]:
    """The pile of a log that gives the whole pack before the deal, which takes its cards from the top."""
    deck: Sequence[str] = row["deck_top_first"]
    return deck[sum(len(hand) for hand in row["deal"].values()) :]


def side_at_target(row: Row) -> bool:
    """For logs that name no winner: a side lies on the target that was in force at the end."""
    return any(team["miles"] == row["target"] for team in row["teams"])
