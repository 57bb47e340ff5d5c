"""``mille`` of the BSD games: its engine with its own computer on both seats, and Debian's binary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from peers.family import Family, Row, logged_events, side_at_target, whole_pack_less_deal


def events_and_last_draw(row: Row) -> Sequence[Row]:
    """The events, and after them the draw that ended the hand, if only the final state of the log shows it.

    Debian's binary ends a hand as soon as a draw leaves nobody a card to play, before the harness
    sees the table again. The draw is added only if the pile count, the hand and the known order of
    the pack agree on it.
    """
    events = logged_events(row)
    last = next((event for event in reversed(events) if event["t"] == "draw"), None)
    if last is None or row["deck_left"] != last["left"] - 1:
        return events
    card = row["deck_top_first"][-last["left"]]
    for team in row["teams"]:
        seat = team["team"]
        if Counter(team["hand_left"]) - _held(row, seat) == Counter([card]):
            draw = {"t": "draw", "p": seat, "c": card, "left": row["deck_left"], "seen": "final state"}
            return [*events, draw]
    return events


def _held(row: Row, seat: int) -> Counter[str]:
    hand = Counter(row["deal"][str(seat)])
    for event in row["events"]:
        if event.get("p") == seat and "c" in event:
            hand[event["c"]] += 1 if event["t"] == "draw" else -1
    return +hand


FAMILY = Family(
    ruleset="bsd-mille",
    options=lambda _row: "",
    pile=whole_pack_less_deal,
    finished=side_at_target,
    events=events_and_last_draw,
)
