"""The turn lines of a hand from the events of its log, in their order; nothing is judged or repaired.

Every log writes down every draw. Where none is written, none was made: the record says ``(-)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from peers.cards import DISTANCES, TOKENS

Event = Mapping[str, Any]


@dataclass(slots=True)
class Shown:
    """An interrupt: the seat, the card it showed, and the text of its replacement draw once known."""

    seat: str
    card: str
    draw: str = "(-)"

    def __str__(self) -> str:
        return f"{self.seat}! {self.card} {self.draw}"


@dataclass(slots=True)
class TurnLine:
    """A turn line in the making.

    Attributes:
        draw: Its text with parentheses; "" on the line of a turn that goes on after an interrupt.
        action: "" as long as nothing was laid or discarded.
        notes: What the log says besides; becomes the comment.
    """

    seat: str
    draw: str
    action: str = ""
    distance: bool = False
    call: str = ""
    shown: list[Shown] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def text(self, number: int) -> str:
        """The canonical line."""
        parts = [f"{number}.", self.seat, self.draw, self.action, self.call, *map(str, self.shown)]
        comment = f" ; {', '.join(self.notes)}" if self.notes else ""
        return " ".join(part for part in parts if part) + comment


class Turns:
    """Folds events into lines.

    Args:
        seats: Seat names by the log's seat number.
        sides: Side letters by the log's team number.
    """

    def __init__(self, seats: Sequence[str], sides: Mapping[int, str]) -> None:
        self._seats = seats
        self._sides = sides
        self._lines: list[TurnLine | str] = []
        self._last: TurnLine | None = None
        self._begun: set[str] = set()
        self._replaces: Shown | None = None
        self._extended = False

    def take(self, event: Event, after: Event | None) -> None:
        """Add one event; `after` is the one that follows, None at the end of the hand.

        Raises:
            ValueError: The event is of a kind that no log has, or stands where it means nothing.
        """
        kind = event["t"]
        if kind == "reshuffle":
            self._reshuffle(after)
            return
        player: int = event["p"]
        seat = self._seats[player]
        replaces = self._replaces
        self._replaces = None
        if kind in ("draw", "no_draw"):
            self._draw(seat, f"({TOKENS[event['c']]})" if kind == "draw" else "(-)", replaces)
            if "seen" in event:
                self._note(f"the log has no event for this draw, but its {event['seen']} shows it")
        elif kind == "play":
            self._act(seat, self._laid(event), distance=event["c"] in DISTANCES)
        elif kind == "discard":
            self._act(seat, f"/{TOKENS[event['c']]}")
        elif kind == "coup_fourre":
            self._coup(seat, TOKENS[event["c"]])
        elif kind == "extension":
            self._call(seat, event)
        elif kind == "refused":
            self._note(f"{seat} tried {TOKENS[event['c']]}, refused by the program")
        elif kind == "cf_declined":
            self._note(f"{seat} was asked for a coup and passed")
        else:
            raise ValueError(f"no event of the logs is called {kind!r}")

    def lines(self) -> list[str]:
        """All lines of the hand so far; turns numbered from 1."""
        texts: list[str] = []
        number = 0
        self._settle_pass()
        for line in self._lines:
            if isinstance(line, TurnLine):
                number += 1
                texts.append(line.text(number))
            else:
                texts.append(line)
        return texts

    def _settle_pass(self) -> None:
        # The program gave the seat a turn, it had nothing to draw, laid nothing and discarded nothing.
        line = self._last
        if line is not None and line.draw == "(-)" and not line.action:
            line.action = "pass"
            self._begun.discard(line.seat)

    def _laid(self, event: Event) -> str:
        card = TOKENS[event["c"]]
        return f"{card}>{self._sides[event['on']]}" if "on" in event else card

    def _begin(self, seat: str, draw: str) -> TurnLine:
        self._settle_pass()
        line = TurnLine(seat, draw)
        self._lines.append(line)
        self._last = line
        return line

    def _draw(self, seat: str, draw: str, replaces: Shown | None) -> None:
        if replaces is not None and replaces.seat == seat:
            replaces.draw = draw
            return
        line = self._last
        if seat in self._begun and line is not None and line.seat == seat and not line.shown:
            # A second card in the same turn.
            line.draw = f"{line.draw[:-1]} {draw[1:]}"
            return
        self._begin(seat, draw)
        self._begun.add(seat)

    def _act(self, seat: str, action: str, *, distance: bool = False) -> None:
        line = self._last
        if seat not in self._begun:
            line = self._begin(seat, "(-)")
        elif line is None or line.seat != seat or line.shown:
            # The turn goes on after somebody's interrupt: its draw is on the line above.
            line = self._begin(seat, "")
        self._begun.discard(seat)
        line.action = action
        line.distance = distance

    def _coup(self, seat: str, card: str) -> None:
        line = self._last
        if line is None:
            raise ValueError("a coup fourré before the first turn")
        if line.seat == seat and seat in self._begun:
            # In its own turn, after its draw: nothing out of turn. The program calls it a coup.
            self._act(seat, card)
            self._note("coup fourré")
            return
        self._replaces = Shown(seat, card)
        line.shown.append(self._replaces)

    def _call(self, seat: str, event: Event) -> None:
        line = self._last
        if self._extended and event.get("inferred"):
            # Read off a save by the harness, which saw the extension that the other side had called.
            self._note("the log infers a second call of the extension here")
            return
        if line is None or line.seat != seat or not line.distance or line.call:
            raise ValueError(f"an extension by {seat} that follows no distance card of that seat")
        line.call = "ext" if event["yes"] else "noext"
        self._extended = bool(event["yes"])

    def _note(self, note: str) -> None:
        if self._last is None:
            raise ValueError(f"before the first turn: {note}")
        self._last.notes.append(note)

    def _reshuffle(self, after: Event | None) -> None:
        # The line stands before the turn in which it happened.
        under_way = self._last is not None and (self._last.seat in self._begun or self._replaces is not None)
        at = len(self._lines) - 1 if under_way else len(self._lines)
        added = ["reshuffle"]
        if not under_way and after is not None and after["t"] == "draw":
            added.append(f"check pile {after['left'] + 1}")
        self._lines[at:at] = added


def turn_lines(events: Sequence[Event], seats: Sequence[str], sides: Mapping[int, str]) -> list[str]:
    """The lines between the deal and the ``end`` line."""
    turns = Turns(seats, sides)
    for place, event in enumerate(events):
        turns.take(event, events[place + 1] if place + 1 < len(events) else None)
    return turns.lines()
