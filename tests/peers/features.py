"""What is worth having in a sample of games: facts of a hand, read off its log line."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from peers.family import Family, Row

SAFETIES = frozenset({"driving_ace", "extra_tank", "puncture_proof", "right_of_way"})


def features(row: Row, family: Family) -> frozenset[str]:
    """Names of the facts that hold for this hand."""
    facts = {f"{len(row['teams'])} sides of {len(row['players'])} seats to {row['base_target']}"}
    facts |= _ending(row, family) | _coups(row) | _turn_order(row)
    if any(event["t"] == "reshuffle" for event in row["events"]):
        facts.add("reshuffle")
    if any(len(team["safeties"]) == len(SAFETIES) for team in row["teams"]):
        facts.add("all four safeties")
    return frozenset(facts)


def _ending(row: Row, family: Family) -> set[str]:
    trip = family.finished(row)
    facts = {"trip" if trip else "exhausted"}
    if trip and row["deck_left"] == 0:
        facts.add("trip after the pile was empty")
    if trip and sum(team["miles"] > 0 for team in row["teams"]) == 1:
        facts.add("trip against sides without a mile")
    calls = [event["yes"] for event in row["events"] if event["t"] == "extension"]
    if True in calls:
        facts.add("extension completed" if trip else "extension failed")
    if False in calls:
        facts.add("extension declined")
    if row["events"][-1]["t"] in ("draw", "coup_fourre"):
        facts.add(f"ended by a {row['events'][-1]['t']}")
    return facts


def _coups(row: Row) -> set[str]:
    events = row["events"]
    facts: set[str] = set()
    coups = [place for place, event in enumerate(events) if event["t"] == "coup_fourre"]
    if coups:
        facts.add("coup")
    if len(coups) > 1:
        facts.add("several coups")
    for place in coups:
        before, coup = events[place - 1], events[place]
        if before["t"] == "draw":
            facts.add("coup in the own turn" if before["p"] == coup["p"] else "coup in another's turn")
        if coup.get("late_plays"):
            facts.add("coup after another play")
        if before["t"] == "draw" and before["c"] == coup["c"]:
            facts.add("coup with a card just drawn")
        if events[place + 1 : place + 2] and events[place + 1]["t"] != "draw":
            facts.add("coup without a replacement")
    return facts


def _turn_order(row: Row) -> set[str]:
    facts: set[str] = set()
    acting = [event for event in row["events"] if event["t"] in ("draw", "no_draw", "play", "discard")]
    for before, event in pairwise(acting):
        if before["t"] == "play" and before["c"] in SAFETIES and before["p"] != event["p"]:
            facts.add("safety without an extra turn")
        if before["t"] == event["t"] == "no_draw":
            facts.add("turn of an empty hand")
    skipped = Counter(event["p"] for event in row["events"] if event["t"] in ("play", "discard"))
    if len(set(skipped.values())) > 1 and row["deck_left"] == 0:
        facts.add("hands emptied unevenly")
    return facts
