"""Every row of the tables of spec/rulesets.md 1.4 to 1.8, and every meaning of section 2, as records."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bornes
from tables import judged, record

PAGE = (Path(__file__).parent.parent / "spec/rulesets.md").read_text(encoding="utf-8")

LONG = "target=1000 extension=none"
"""Options for two players that keep the target out of the way."""

OWN_CAR: list[tuple[str, str, str, str, str]] = [
    # what X has, its options, the card, "ok" or the check it breaks, X afterwards
    # rolling, test by test (1.3)
    ("battle=R+,A-", "", "25", "U-ROLLING", "25 R+,A- - - 0"),
    ("battle=A- safeties=R*", "", "25", "U-ROLLING", "25 A- - R* 0"),
    ("safeties=R*", "", "25", "ok", "25 - - R* 0"),
    ("battle=R+,A-,A+ safeties=R*", "", "25", "ok", "25 R+,A-,A+ - R* 0"),
    ("battle=R+ needs-roll=yes", "", "25", "U-ROLLING", "25 R+ - - 0 needs-roll"),
    ("battle=R+", "", "25", "ok", "25 R+ - - 0"),
    ("battle=R+,A-,A+", "", "25", "U-ROLLING", "25 R+,A-,A+ - - 0"),
    ("battle=R+,A-,A+", "roll_after_remedy=no", "25", "ok", "25 R+,A-,A+ - - 0"),
    ("battle=A-,A+", "roll_after_remedy=no", "25", "U-ROLLING", "25 A-,A+ - - 0"),
    ("battle=A-,A+", "roll_after_remedy=no start_needs_roll=no", "25", "ok", "25 A-,A+ - - 0"),
    ("battle=A-,A+", "start_needs_roll=no", "25", "U-ROLLING", "25 A-,A+ - - 0"),
    ("battle=-", "", "25", "U-ROLLING", "25 - - - 0"),
    ("battle=-", "start_needs_roll=no", "25", "ok", "25 - - - 0"),
    ("battle=R-", "start_needs_roll=no", "25", "U-ROLLING", "25 R- - - 0"),
    # a hazard that its safety covers is dead, one that it does not cure is not
    ("battle=R+,A- safeties=A*", "", "25", "ok", "25 R+,A- - A* 0"),
    ("battle=R+,A- safeties=A*", "safety.cures=right_of_way_only", "25", "U-ROLLING", "25 R+,A- - A* 0"),
    ("battle=R+,R- safeties=R*", "safety.cures=right_of_way_only", "25", "ok", "25 R+,R- - R* 0"),
    # distance cards
    ("battle=R+ speed=L-", "", "50", "ok", "50 R+ L- - 0"),
    ("battle=R+ speed=L-", "", "75", "U-LIMIT-50", "75 R+ L- - 0"),
    ("battle=R+ speed=L-,L+", "", "75", "ok", "75 R+ L-,L+ - 0"),
    ("battle=R+ speed=L- safeties=R*", "", "75", "ok", "75 R+ L- R* 0"),
    ("km=200 200s=1 battle=R+", "", "200", "ok", "400 R+ - - 2"),
    ("km=400 200s=2 battle=R+", "", "200", "max_200", "600 R+ - - 3"),
    ("km=400 200s=2 battle=R+", "max_200=3", "200", "ok", "600 R+ - - 3"),
    ("km=950 battle=R+", "", "50", "ok", "1000 R+ - - 0"),
    ("km=950 battle=R+", "", "75", "U-OVERSHOOT", "950 R+ - - 0"),
    ("km=950 battle=R+", "finish=at_least", "75", "ok", "1025 R+ - - 0"),
    ("km=900 bonus=50 battle=R+", "", "75", "U-OVERSHOOT", "900+50 R+ - - 0"),
    # R+
    ("battle=-", "", "R+", "ok", "0 R+ - - 0"),
    ("battle=R+,R-", "", "R+", "ok", "0 R+,R-,R+ - - 0"),
    ("battle=R+,F-,F+", "", "R+", "ok", "0 R+,F-,F+,R+ - - 0"),
    ("battle=R+ needs-roll=yes", "", "R+", "ok", "0 R+,R+ - - 0"),
    ("battle=R+,F-", "", "R+", "U-REMEDY", "0 R+,F-,R+ - - 0"),
    ("battle=R+,F-", "useless_remedies=yes", "R+", "U-REMEDY", "0 R+,F-,R+ - - 0"),
    ("battle=R+", "", "R+", "U-REMEDY", "0 R+,R+ - - 0"),
    ("battle=R+", "useless_remedies=yes", "R+", "ok", "0 R+,R+ - - 0"),
    ("battle=R+", "useless_remedies=roll_only", "R+", "U-REMEDY", "0 R+,R+ - - 0"),
    ("safeties=R*", "", "R+", "U-REMEDY", "0 R+ - R* 0"),
    ("safeties=R*", "useless_remedies=roll_only", "R+", "ok", "0 R+ - R* 0"),
    ("safeties=R* battle=R+", "useless_remedies=roll_only", "R+", "U-REMEDY", "0 R+,R+ - R* 0"),
    ("safeties=R* battle=R+,T-,T+", "useless_remedies=roll_only", "R+", "ok", "0 R+,T-,T+,R+ - R* 0"),
    ("safeties=R* battle=R+,T-", "useless_remedies=yes", "R+", "U-REMEDY", "0 R+,T-,R+ - R* 0"),
    ("battle=R+,T-,T+", "roll_after_remedy=no", "R+", "U-REMEDY", "0 R+,T-,T+,R+ - - 0"),
    ("battle=-", "start_needs_roll=no", "R+", "U-REMEDY", "0 R+ - - 0"),
    ("battle=-", "start_needs_roll=no useless_remedies=roll_only", "R+", "ok", "0 R+ - - 0"),
    # A+ F+ T+
    ("battle=R+,T-", "", "T+", "ok", "0 R+,T-,T+ - - 0"),
    ("battle=T-", "", "T+", "ok", "0 T-,T+ - - 0"),
    ("battle=R+,T-", "", "F+", "U-REMEDY", "0 R+,T- - - 0"),
    ("battle=R+,T-", "useless_remedies=yes", "F+", "U-REMEDY", "0 R+,T- - - 0"),
    ("battle=R+,R-", "", "F+", "U-REMEDY", "0 R+,R- - - 0"),
    ("battle=R+", "", "F+", "U-REMEDY", "0 R+ - - 0"),
    ("battle=R+", "useless_remedies=yes", "F+", "ok", "0 R+ - - 0"),
    ("battle=R+,F-,F+", "useless_remedies=yes", "F+", "ok", "0 R+,F-,F+ - - 0"),
    ("battle=R+", "useless_remedies=roll_only", "F+", "U-REMEDY", "0 R+ - - 0"),
    ("battle=R+,F- safeties=F*", "", "F+", "U-REMEDY", "0 R+,F- - F* 0"),
    ("battle=R+,F- safeties=F*", "safety.cures=right_of_way_only", "F+", "ok", "0 R+,F-,F+ - F* 0"),
    # L+
    ("speed=L-", "", "L+", "ok", "0 - L-,L+ - 0"),
    ("speed=L-,L-", "", "L+", "ok", "0 - L-,L-,L+ - 0"),
    ("battle=R+", "", "L+", "U-REMEDY", "0 R+ L+ - 0"),
    ("battle=R+", "useless_remedies=yes", "L+", "ok", "0 R+ L+ - 0"),
    ("battle=R+", "useless_remedies=roll_only", "L+", "U-REMEDY", "0 R+ L+ - 0"),
    ("speed=L- safeties=R*", "", "L+", "U-REMEDY", "0 - L-,L+ R* 0"),
    ("speed=L-,L+", "", "L+", "U-REMEDY", "0 - L-,L+,L+ - 0"),
    # a safety may always be laid
    ("battle=-", "", "A*", "ok", "0 - - A* 0"),
    ("battle=R+,F-", "", "A*", "ok", "0 R+,F- - A* 0"),
    # what a safety does to hazards that lie there already (1.6)
    ("battle=R+,T-", "", "T*", "ok", "0 R+ - T* 0"),
    ("battle=R+,T-", "roll_after_safety_cure=yes", "T*", "ok", "0 R+ - T* 0 needs-roll"),
    ("battle=R+,T- safeties=R*", "roll_after_safety_cure=yes", "T*", "ok", "0 R+ - R*,T* 0"),
    ("battle=R+,T-", "safety.cures=right_of_way_only", "T*", "ok", "0 R+,T- - T* 0"),
    ("battle=R+,R-", "safety.cures=right_of_way_only", "R*", "ok", "0 R+ - R* 0"),
    ("battle=R+,R- speed=L-", "", "R*", "ok", "0 R+ - R* 0"),
    ("battle=R+ speed=L-,L-", "", "R*", "ok", "0 R+ L- R* 0"),
    ("battle=R+ speed=L-,L+", "", "R*", "ok", "0 R+ L-,L+ R* 0"),
    ("battle=R+,A-,R-", "", "R*", "ok", "0 R+,A- - R* 0"),
    ("battle=R+,A-", "", "R*", "ok", "0 R+,A- - R* 0"),
    ("battle=R+,A- speed=L-", "", "R*", "ok", "0 R+,A- - R* 0"),
    ("battle=R+,A-,A+", "", "R*", "ok", "0 R+,A-,A+ - R* 0"),
    ("battle=R+ needs-roll=yes", "", "R*", "ok", "0 R+ - R* 0"),
    ("battle=R+,T-,A-", "", "A*", "ok", "0 R+,T- - A* 0"),
    ("battle=R+,T-,T+", "", "T*", "ok", "0 R+,T-,T+ - T* 0"),
    ("battle=R+", "safety.km=100", "T*", "ok", "0+100 R+ - T* 0"),
]


@pytest.mark.parametrize(("has", "options", "card", "expected", "after"), OWN_CAR)
def test_card_on_the_own_car(has: str, options: str, card: str, expected: str, after: str) -> None:
    end = "end trip" if after.startswith("10") else ""
    done = judged(f"setup X {has}\nX (?) {card}\n{end}", options=f"{LONG} {options}")

    assert done.found == ([] if expected == "ok" else [f"1 {expected}"])
    assert done.state["X"] == after


ON_ANOTHER: list[tuple[str, str, str, str, str]] = [
    # what Y has, options, the hazard, "ok" or the check it breaks, Y afterwards
    ("battle=-", "", "L", "ok", "0 - L-! - 0"),
    ("battle=R+,A-", "", "L", "ok", "0 R+,A- L-! - 0"),
    ("speed=L-", "", "L", "ok", "0 - L-,L-! - 0"),
    ("speed=L-", "limit_on_limit=no", "L", "limit_on_limit", "0 - L-,L-! - 0"),
    ("speed=L-,L+", "", "L", "ok", "0 - L-,L+,L-! - 0"),
    ("safeties=R*", "", "L", "U-PROTECTED", "0 - - R* 0"),
    ("safeties=R* speed=L-", "", "L", "U-PROTECTED", "0 - L- R* 0"),
    ("battle=R+ safeties=A*", "", "A", "U-PROTECTED", "0 R+ - A* 0"),
    ("battle=R+ safeties=R*", "", "R", "U-PROTECTED", "0 R+ - R* 0"),
    ("battle=R+ safeties=A*", "", "T", "ok", "0 R+,T-! - A* 0"),
    ("battle=R+ safeties=R*", "", "T", "ok", "0 R+,T-! - R* 0"),
    # rolling only by R*, top is none
    ("safeties=R*", "", "T", "ok", "0 T-! - R* 0"),
    ("safeties=R*", "hazard_on_bare_right_of_way=no", "T", "hazard_on_bare_right_of_way", "0 T-! - R* 0"),
    ("safeties=R* battle=A-", "hazard_on_bare_right_of_way=no", "T", "hazard_on_hazard", "0 A-,T-! - R* 0"),
    ("safeties=R*,A* battle=A-", "hazard_on_bare_right_of_way=no", "T", "hazard_on_bare_right_of_way",
     "0 A-,T-! - R*,A* 0"),
    ("safeties=R* battle=R+", "hazard_on_bare_right_of_way=no", "T", "ok", "0 R+,T-! - R* 0"),
    ("safeties=R*", "hazard_on_bare_right_of_way=no start_needs_roll=no", "T", "ok", "0 T-! - R* 0"),
    # rolling
    ("battle=R+", "", "R", "ok", "0 R+,R-! - - 0"),
    ("battle=R+,F-,F+", "roll_after_remedy=no", "F", "ok", "0 R+,F-,F+,F-! - - 0"),
    ("battle=R+,F-,F+ safeties=R*", "", "F", "ok", "0 R+,F-,F+,F-! - R* 0"),
    ("battle=-", "start_needs_roll=no", "F", "ok", "0 F-! - - 0"),
    # stopped
    ("battle=R+,R-", "", "F", "hazard_on_hazard", "0 R+,R-,F-! - - 0"),
    ("battle=R+,R-", "hazard_on_hazard=yes", "F", "ok", "0 R+,R-,F-! - - 0"),
    ("battle=R+,F-", "hazard_on_hazard=yes", "F", "ok", "0 R+,F-,F-! - - 0"),
    ("battle=F-", "", "F", "hazard_on_hazard", "0 F-,F-! - - 0"),
    ("battle=R+,R-", "hazard_on_remedy=yes", "F", "hazard_on_hazard", "0 R+,R-,F-! - - 0"),
    # not rolling, a remedy on top or the mark
    ("battle=R+,F-,F+", "", "R", "hazard_on_remedy", "0 R+,F-,F+,R-! - - 0"),
    ("battle=R+,F-,F+", "hazard_on_remedy=yes", "R", "ok", "0 R+,F-,F+,R-! - - 0"),
    ("battle=R+ needs-roll=yes", "", "R", "hazard_on_remedy", "0 R+,R-! - - 0 needs-roll"),
    ("battle=R+ needs-roll=yes", "hazard_on_remedy=yes", "R", "ok", "0 R+,R-! - - 0 needs-roll"),
    ("battle=- needs-roll=yes", "", "R", "hazard_on_remedy", "0 R-! - - 0 needs-roll"),
    ("battle=F-,F+", "roll_after_remedy=no", "R", "hazard_on_remedy", "0 F-,F+,R-! - - 0"),
    # not rolling, nothing on top
    ("battle=-", "", "R", "U-STARTED", "0 R-! - - 0"),
    ("battle=A- safeties=A*", "", "R", "U-STARTED", "0 A-,R-! - A* 0"),
    ("battle=-", "hazard_on_remedy=yes hazard_on_hazard=yes", "R", "U-STARTED", "0 R-! - - 0"),
]  # fmt: skip


@pytest.mark.parametrize(("has", "options", "hazard", "expected", "after"), ON_ANOTHER)
def test_hazard_on_another_car(has: str, options: str, hazard: str, expected: str, after: str) -> None:
    done = judged(f"setup Y {has}\nX (?) {hazard}->Y", options=f"{LONG} {options}")

    assert done.found == ([] if expected == "ok" else [f"1 {expected}"])
    assert done.state["Y"] == after
    assert done.state["next"] == "Y"


@pytest.mark.parametrize("hazard", "AFTRL")
def test_a_hazard_on_the_own_side_breaks_that_alone(hazard: str) -> None:
    done = judged(f"setup X safeties=A*,F*,T*,R*\nX (?) {hazard}->X")

    assert done.found == ["1 U-TARGET"]


DISCARDS: list[tuple[str, str, str, str]] = [
    # hand of X before its draw of 25, options, discarded, "ok" or the check it breaks
    ("25 25", "", "/25", "ok"),
    ("A* 25", "", "/A*", "ok"),
    ("A* 25", "discard_safety=no", "/A*", "discard_safety"),
    ("A* 25", "discard_safety=no", "/25", "ok"),
    ("25 25", "discard_when=only_if_no_play", "/25", "ok"),
    ("25 R+", "discard_when=only_if_no_play", "/25", "discard_when"),
    ("25 L-", "discard_when=only_if_no_play", "/25", "discard_when"),
    ("25 A*", "discard_when=only_if_no_play", "/25", "ok"),
    ("A+ 25", "discard_when=only_if_no_play useless_remedies=yes", "/25", "ok"),
    ("A+ A-", "discard_when=only_if_no_play", "/A-", "ok"),
]


@pytest.mark.parametrize(("hand", "options", "discarded", "expected"), DISCARDS)
def test_discard(hand: str, options: str, discarded: str, expected: str) -> None:
    done = judged(f"setup X battle=-\ndeal X {hand}\nX (25) {discarded}", options=options)

    assert done.found == ([] if expected == "ok" else [f"1 {expected}"])
    assert done.open <= {"U-DEAL"}
    assert done.state["hands"] == "2 6"


# ---- 1.6, the vectors: battle pile, speed pile, safeties of Y, options, what happens, after, can Y go?
SAFETY_VECTORS: list[tuple[str, str, str, str, bool]] = [
    ("battle=R+,T-", "", "Y (?) T*", "R+ - T*", True),
    ("battle=R+,T-", "roll_after_safety_cure=yes", "Y (?) T*", "R+ - T*", False),
    ("battle=R+", "", "X (?) T->Y Y! T* (?)", "R+ - T*!", True),
    ("battle=R+", "roll_after_safety_cure=yes", "X (?) T->Y Y! T* (?)", "R+ - T*!", True),
    ("battle=R+,T-,T+", "", "Y (?) T*", "R+,T-,T+ - T*", False),
    ("battle=R+,R- speed=L-", "", "Y (?) R*", "R+ - R*", True),
    ("battle=R+,R-", "", "X (?) L->Y Y! R* (?)", "R+ - R*!", True),
    ("battle=R+ speed=L-", "", "X (?) R->Y Y! R* (?)", "R+ - R*!", True),
    ("battle=R+,A- speed=L-", "", "Y (?) R*", "R+,A- - R*", False),
    ("battle=R+,A-", "", "X (?) L->Y Y! R* (?)", "R+,A- - R*!", False),
    ("battle=R+,A- safeties=R*", "", "Y (?) A+", "R+,A-,A+ - R*", True),
    ("battle=R+,A-,A+", "", "Y (?) R*", "R+,A-,A+ - R*", True),
    ("safeties=R*", "", "X (?) T->Y Y! T* (?)", "- - R*,T*!", True),
    ("safeties=R*", "", "X (?) T->Y; Y (?) T+", "T-,T+ - R*", True),
    ("battle=R+,A-", "hazard_on_hazard=yes", "X (?) T->Y Y! T* (?)", "R+,A- - T*!", False),
    ("battle=R+,A-", "hazard_on_hazard=yes", "X (?) T->Y; Y (?) T*", "R+,A- - T*", False),
    ("battle=R+,A-", "hazard_on_hazard=yes", "X (?) R->Y Y! R* (?)", "R+,A- - R*!", False),
    ("battle=R+,A-", "hazard_on_hazard=yes", "X (?) R->Y; Y (?) R*", "R+,A- - R*", False),
    ("battle=R+,A-", "hazard_on_hazard=yes", "X (?) T->Y; Y (?) T+; X (?) /?; Y (?) R+", "R+,A-,T-,T+,R+ - -", True),
    ("battle=R+,T-", "safety.cures=right_of_way_only", "Y (?) T*", "R+,T- - T*", False),
    ("battle=R+,T- safeties=T*", "safety.cures=right_of_way_only", "Y (?) T+; X (?) /?; Y (?) R+",
     "R+,T-,T+,R+ - T*", True),
]  # fmt: skip


@pytest.mark.parametrize(("has", "options", "events", "after", "goes"), SAFETY_VECTORS)
def test_safety_and_hazards_already_there(
    has: str, options: str, events: str, after: str, goes: bool
) -> None:
    lines = [f"setup Y {has}", f"setup next={events.strip()[0]}", *events.split(";")]
    done = judged("\n".join(lines), options=f"{LONG} {options}")

    assert done.found == []
    assert done.state["Y"].removesuffix(" needs-roll") == f"0 {after} 0"
    turn = len(events.split(";")) + 1
    if done.state["next"] == "X":
        lines.append("X (?) /?")
        turn += 1
    gone = judged("\n".join([*lines, "Y (?) 25"]), options=f"{LONG} {options}")
    assert gone.found == ([] if goes else [f"{turn} U-ROLLING"])


def test_after_right_of_way_the_car_is_not_limited() -> None:
    for event in ("Y (?) R*", "X (?) R->Y Y! R* (?)"):
        done = judged(f"setup Y battle=R+ speed=L-\nsetup next={event[0]}\n{event}\nY (?) 100", options=LONG)

        assert done.found == []


# ---- 1.7: what closes a window. The hazard is X's T->Y in turn 1; the coup is shown at the end.
FOUR = "X1 Y1 X2 Y2"
THREE = "X Y Z"
WINDOWS: list[tuple[str, str, str, str, str]] = [
    # option, seats, who attacks, what happens up to the coup, "ok" or "late"
    ("next_draw", FOUR, "X1 (?) T->Y Y1! T* (?)", "", "ok"),
    ("next_draw", FOUR, "X1 (?) T->Y Y2! T* (?)", "", "ok"),
    ("next_draw", FOUR, "X1 (?) T->Y", "Y1 (?) /? Y2! T*", "late"),
    ("next_draw", FOUR, "X1 (?) T->Y", "Y1 Y2! T*", "late"),
    ("next_draw", THREE, "X (?) T->Z", "Y (?) Z! T* (?)", "late"),
    ("own_side_draw", THREE, "X (?) T->Z", "Y (?) Z! T* (?)", "ok"),
    ("own_side_draw", THREE, "X (?) T->Z", "Y (?) /? Z! T* (?)", "ok"),
    ("own_side_draw", THREE, "X (?) T->Z", "Y (?) /?; Z (?) /? Z! T* (?)", "late"),
    ("own_side_draw", FOUR, "X1 (?) T->Y", "Y1 (?) /? Y2! T* (?)", "late"),
    ("own_draw", FOUR, "X1 (?) T->Y", "Y1 (?) /? Y2! T* (?)", "ok"),
    ("own_draw", FOUR, "X1 (?) T->Y", "Y1 (?) /? Y1! T* (?)", "late"),
    ("own_draw", FOUR, "X1 (?) T->Y", "Y1 (?) /?; X2 (?) Y2! T* (?)", "ok"),
    ("own_draw", FOUR, "X1 (?) T->Y", "Y1 (?) /?; X2 (?) /?; Y2 (?) /? Y2! T* (?)", "late"),
    ("next_play", THREE, "X (?) T->Z", "Y (?) Z! T* (?)", "ok"),
    ("next_play", THREE, "X (?) T->Z", "Y (?) /? Z! T* (?)", "late"),
    ("next_play", FOUR, "X1 (?) T->Y", "Y1 (?) L->X Y2! T* (?)", "late"),
    # all of them: another hazard buries it
    ("own_side_draw", THREE, "X (?) T->Z", "Y (?) A->Z Z! T* (?)", "buried"),
    ("own_draw", THREE, "X (?) T->Z", "Y (?) A->Z Z! T* (?)", "buried"),
]


@pytest.mark.parametrize(("window", "seats", "attack", "then", "expected"), WINDOWS)
def test_what_closes_the_window(window: str, seats: str, attack: str, then: str, expected: str) -> None:
    options = f"target=1000 extension=none coup_fourre.window={window} hazard_on_hazard=yes"
    sides = sorted({seat[0] for seat in seats.split()})
    lines = [
        *(f"setup {side} battle=R+" for side in sides),
        attack,
        *(event.strip() for event in then.split(";") if event),
    ]
    done = judged("\n".join(lines), seats=seats, options=options)
    shown = sum(line.startswith(tuple("XYZ")) for line in lines)

    assert done.found == ([] if expected == "ok" else [f"{shown} U-COUP"])
    victim = "Z" if seats == THREE else "Y"
    assert ("T*!" in done.state[victim]) == (expected == "ok")


ORDERS: list[tuple[str, str, str, str, list[str]]] = [
    # order of play, options, setup, events, who acts then, one after the other
    (FOUR, "", "", "X1 (?) T->Y Y1! T* (?)", ["Y1", "X2"]),
    (FOUR, "", "", "X1 (?) T->Y Y2! T* (?)", ["Y2", "X1"]),
    (THREE, "", "next=Y", "Y (?) T->X X! T* (?)", ["X", "Y"]),
    (THREE, "", "", "X (?) A->Y Y! A* (?); Y (?) T->X X! T* (?)", ["X", "Y"]),
    (THREE, "coup_fourre.window=own_side_draw", "", "X (?) A->Z; Y (?) L->Z Z! R* (25) Z! A* (50)", ["Z", "X"]),
    (THREE, "coup_fourre.window=own_side_draw", "", "X (?) A->Z; Y (50) Z! A* (50)", ["Z", "X"]),
    (THREE, "extra_turn_when_exhausted=no", "pile=0", "X (-) T->Z Z! T* (-)", ["Y", "Z"]),
    (THREE, "", "pile=0", "X (-) T->Z Z! T* (-)", ["Z", "X"]),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "options", "rest", "events", "acts"), ORDERS)
def test_who_acts_after_a_coup(seats: str, options: str, rest: str, events: str, acts: list[str]) -> None:
    sides = sorted({seat[0] for seat in seats.split()})
    lines = [f"setup {side} battle=R+" for side in sides]
    lines += [f"setup {rest}"] if rest else []
    lines += events.split(";")
    draw = "(-)" if "pile=0" in rest else "(?)"
    for seat in acts:
        done = judged("\n".join(lines), seats=seats, options=f"{options} target=1000 extension=none")
        assert done.found == []
        assert done.state["next"] == seat
        lines.append(f"{seat} {draw} /?")


def test_the_card_of_the_turn_cut_off_is_the_replacement() -> None:
    lines = """
        setup Z battle=R+
        deal Y 25 25 25 25 25 25
        deal Z A* 25 25 25 25
        X (?) A->Z
        Y (50) Z! A* (50)
    """
    done = judged(lines, seats=THREE, options="coup_fourre.window=own_side_draw")

    assert done.found == []
    assert done.state["hands"] == "6 6 5"
    other = judged(
        lines.replace("A* (50)", "A* (75)"), seats=THREE, options="coup_fourre.window=own_side_draw"
    )
    assert other.found == ["2 U-DRAW"]


DRAWLESS = "setup X battle=R+\nsetup Y battle=R+\nsetup Z battle=R+\nsetup pile=0\nX (-) T->Y"


def test_a_drawless_turn_closes_by_its_action() -> None:
    own = judged(f"{DRAWLESS}\nY (-) T*", seats=THREE)
    assert "T*!" in own.state["Y"]
    assert own.state["next"] == "Y"
    assert own.state["hands"] == "5 5 6"

    late = judged(f"{DRAWLESS}\nY (-) /?\nZ (-) /? Y! T* (-)", seats=THREE)
    assert late.found == ["3 U-COUP"]
    kept = judged(f"{DRAWLESS}\nY (-) Y! T* (-)", seats=THREE)
    assert kept.found == ["2 U-COUP"], "during its own turn nothing is shown out of turn"


def test_a_safety_on_the_own_turn_while_the_window_is_open_is_a_coup() -> None:
    options = "coup_fourre.window=next_play safety.extra_turn=no"
    done = judged("setup Y battle=R+\nX (?) T->Y\nY (?) T*\nY (?) 25", options=options)

    assert done.found == []
    assert done.state["Y"] == "25 R+ - T*! 0"
    assert done.state["hands"] == "6 6", "an extra turn, and no replacement draw"
    assert done.score("Y") == {"distance": 25, "safety": 100, "coup_fourre": 300}


def test_entitlement_needs_the_safety_at_landing() -> None:
    lines = """
        setup Y battle=R+
        deal Y 25 25 25 25 25 25
        X (?) T->Y
        Y (T*) T*
    """
    at_landing = judged(lines, options="coup_fourre.window=next_play")
    assert at_landing.found == []
    assert at_landing.score("Y") == {"safety": 100}
    at_showing = judged(lines, options="coup_fourre.window=next_play coup_fourre.held=at_showing")
    assert at_showing.score("Y") == {"safety": 100, "coup_fourre": 300}


def test_where_nothing_tells_it_counts_as_a_coup_and_is_unverified() -> None:
    done = judged("setup Y battle=R+\nX (?) T->Y\nY (?) T*", options="coup_fourre.window=next_play")

    assert done.found == []
    assert done.score("Y") == {"safety": 100, "coup_fourre": 300}
    assert "U-COUP" in done.open
    assert done.hand.sides["Y"].unverified == ("coup_fourre",)


def test_replacement_comes_from_the_draw_pile_also_the_last_card() -> None:
    last = "setup Y battle=R+\nsetup pile=2\nX (?) T->Y Y! T* (?)"
    done = judged(last)
    assert done.found == []
    assert done.state["pile"] == "0"
    taken = judged(last.replace("T* (?)", "T* (<T-)"), "asmodee-2014")
    assert taken.found == ["1 U-DRAW"]


def test_exhausted_is_read_when_the_safety_is_shown() -> None:
    lines = "setup Y battle=R+\nsetup pile=0\nX (-) T->Y Y! T* {}"
    assert judged(lines.format("(-)"), "asmodee-2014").found == []
    assert judged(lines.format("(T-)"), "asmodee-2014").found == ["1 U-DRAW"]
    some = "setup Y battle=R+\nsetup pile=0 discard=25,50\nX (25) T->Y Y! T* ({})"
    assert judged(some.format("50"), "asmodee-2014").found == []
    assert judged("setup Y battle=R+\nsetup pile=1\nX (25) T->Y Y! T* (-)", "asmodee-2014").found == []


def test_a_second_coup_by_the_seat_to_act_earns_no_second_turn() -> None:
    done = judged(
        "setup Y battle=R+\nX (?) A->Y Y! A* (?)\nY (?) /?\nX (?) /?\nY (?) /?",
        seats="X Y",
    )
    assert done.found == []


COUP_OR_NOT = """
    setup X battle=R+ km={0}
    setup Y battle=R+ km={0}
    deal X T- 50 50 50 50 R+
    deal Y 25 25 25 25 25 25
    X (50) T->Y
    Y (T*) T*
"""
IN_DOUBT = [
    # lawful after a plain safety; a coup would have brought more than points
    ("kilometres", "", 300, "check miles Y 400\nY (25) 25\nX (50) 50"),
    ("kilometres", "", 300, "Y (200) 200\nX (50) 50\nend exhausted X 350 Y 600"),
    ("winning-moves", "roll_after_safety_cure=yes", 0, "Y (R+) R+\nX (50) 50\nY (50) 50"),
    ("winning-moves", "safety.cures=right_of_way_only", 0, "Y (T+) T+\nX (50) 50\nY (R+) R+"),
    ("winning-moves", "safety.extra_turn=no", 0, "X (50) 50\nY (50) 50\nX (25) 25"),
]


@pytest.mark.parametrize(("ruleset", "options", "km", "then"), IN_DOUBT)
def test_what_hangs_on_an_unseen_coup_is_unverified(ruleset: str, options: str, km: int, then: str) -> None:
    lines = COUP_OR_NOT.format(km) + then
    options = f"{options} coup_fourre.window=next_play exhaustion=play_out"
    assert [each for each in judged(lines, ruleset, options=options).found if "U-END" not in each] == []

    unseen = lines.replace("Y (T*)", "Y (?)").replace("deal Y 25 25 25 25 25 25", "deal Y 6?")
    hidden = judged(unseen, ruleset, options=options)
    assert hidden.report.verdict == "undetermined"
    assert {"U-COUP"} <= hidden.open


# ---- 1.4
def test_turn_begins_with_a_draw_or_with_the_top_discard() -> None:
    start = "setup discard=R+,25\nX (<25) 25"
    assert judged(start, "asmodee-2014").found == ["1 U-ROLLING"]
    assert judged(start).found == ["1 draw_from_discard", "1 U-ROLLING"]
    assert judged("setup discard=R+,25\nX (<R+) R+", "asmodee-2014").found == ["1 U-DRAW"]


def test_reshuffle_turns_the_discards_into_the_draw_pile() -> None:
    lines = "setup pile=0 discard=R+,25,50\nX (50) /50"
    done = judged(lines, "asmodee-2014")
    assert done.found == []
    assert (done.state["pile"], done.state["discard"]) == ("2", "50")
    written = judged("setup pile=0 discard=R+,25,50\nreshuffle 25 50 R+\nX (25) /25", "asmodee-2014")
    assert written.found == []
    wrong = judged("setup pile=0 discard=R+,25,50\nX (75) /75", "asmodee-2014")
    assert wrong.found == ["1 U-DRAW"]


def test_while_exhausted_seats_without_a_card_are_skipped_and_may_write_a_pass() -> None:
    lines = """
        setup X battle=R+
        setup pile=0
        deal X 25 A* 50 50
        deal Y R+
        deal Z 25 25 25
        X (-) 25
        Y (-) /R+
        Z (-) /25
        X (-) A*
        X (-) /50
        Y (-) pass
        Z (-) /25
        X (-) /50
        Z (-) /25
        X (-) pass
        end exhausted
    """
    done = judged(lines, seats=THREE)
    assert done.found == []
    assert done.report.verdict == "legal"


def test_an_extra_turn_of_an_empty_hand_passes_on() -> None:
    done = judged("setup pile=0\ndeal X A*\ndeal Y 25 25\nX (-) A*", seats="X Y")

    assert done.state["next"] == "Y"


def test_unwritten_draws_are_presumed() -> None:
    done = judged("setup X battle=R+\nX 25\nY /?")
    assert done.found == []
    assert done.state["hands"] == "6 6"
    assert done.state["pile"].endswith("?")
    assert "U-DRAW" in done.open
    settled = judged("setup X battle=R+\nX 25\nY /?\ncheck pile 60")
    assert settled.found == ["- U-CHECK"]
    assert settled.state["pile"] == "60"


def test_an_unfinished_turn_continues_without_a_draw() -> None:
    start = "setup X battle=R+\nsetup Y battle=R+\nX (?)\n"
    assert judged(f"{start}X 25").found == []
    assert judged(f"{start}X 25").state["hands"] == "6 6"
    assert judged(f"{start}X (?) 25").found == ["2 U-DRAW"]
    other = judged(f"{start}Y (?) 25")
    assert other.found == ["2 U-ORDER"]
    assert other.state["hands"] == "7 6"


# ---- 1.8
def test_bonus_past_the_target_does_not_count_exactly() -> None:
    lines = "setup X km=650 battle=R+\nsetup Y battle=R+ km=600\nX (?) A*"
    assert judged(lines, "kilometres").state["X"] == "650 R+ - A* 0"
    assert judged(lines.replace("650", "600"), "kilometres").hand.ended == "trip"
    more = judged(lines, "kilometres", options="finish=at_least")
    assert (more.hand.ended, more.hand.winners, more.hand.sides["X"].miles) == ("trip", ("X",), 750)


def test_target_is_tested_between_the_two_bonuses() -> None:
    lines = "setup Y battle=R+ km=600\nX (?) T->Y Y! T* (?)"
    done = judged(lines, "kilometres")
    assert (done.hand.ended, done.hand.sides["Y"].miles) == ("trip", 700)
    both = judged(lines.replace("600", "300"), "kilometres")
    assert (both.hand.ended, both.hand.sides["Y"].miles) == ("trip", 700)
    past = judged(lines.replace("600", "350"), "kilometres")
    assert (past.hand.ended, past.state["Y"]) == ("unfinished", "350+100 R+ - T*! 0")


def test_miles_count_whatever_the_car_state() -> None:
    done = judged("setup X km=600 battle=R+,A-\nX (?) T*", "kilometres")
    assert done.hand.winners == ("X",)


# ---- section 2, the meanings
def one_car() -> None:
    done = judged("setup X battle=R+\nX1 (?) 200\nY1 (?) /?\nX2 (?) 200\nY2 (?) /?\nX1 (?) 200", seats=FOUR)
    assert done.found == ["5 max_200"]


def own_car() -> None:
    (reading,) = bornes.read(record("setup X battle=R+\nX (?) 75->Y"))
    assert reading.errors


def new_hand() -> None:
    done = judged(
        """
        hand 1 first X
        setup X km=600 battle=R+
        X (?) T*
        X (?) 100 ext
        Y (?) R+
        end abandoned
        hand 2 first X
        X (?) T*
        X (?) R+
        """
    )
    assert done.found == []
    assert done.hand.target == 700
    assert done.hand.caller is None


def two_piles() -> None:
    lines = "setup X battle=R+,T- speed=L-\nX (?) T+\nY (?) /?\nX (?) R+\nY (?) /?\nX (?) 75"
    assert judged(lines).found == ["5 U-LIMIT-50"]
    assert judged("setup X speed=L-\nX (?) L+").found == []


def attack() -> None:
    done = judged("setup X battle=R+,F-\nsetup next=Y\nY (?) R+\nX (?) A->Y\nY (?) /?")
    assert done.found == []


def safety() -> None:
    lines = "deal X 25 25 25 25 25 25\n1. X (F*) F*\nX (?) R+\nY (?) F->X"
    assert judged(lines).found == ["3 U-PROTECTED"]


def right_of_way() -> None:
    lines = "setup X battle=R+,A-\nX (?) R*\nX (?) 25"
    assert judged(lines).found == ["2 U-ROLLING"]
    assert judged("X (?) R*\nX (?) 100\nY (?) R->X\nX (?) 25\nY (?) L->X").found == [
        "3 U-PROTECTED",
        "5 U-PROTECTED",
    ]


def cured_card() -> None:
    done = judged("setup X battle=R+,T-\nX (?) T*\nX (<T-) /T-", "asmodee-2014")
    assert done.found == []
    assert done.state["discard"] == "T-"


def extra_turn() -> None:
    start = "setup X battle=R+\nX (50) F*\n"
    assert judged(f"{start}X (25) /25\nY (?) R+").found == []
    assert judged(f"{start}Y (?) R+").found == ["2 U-ORDER"]
    assert judged(f"{start}X (25) T*\nX (?) /?\nY (?) R+").found == []


def coup_free() -> None:
    done = judged("setup Y battle=R+\nX (?) T->Y\nY (50) T*")
    assert done.found == []
    assert done.score("Y") == {"safety": 100}


def coup_lawful() -> None:
    done = judged("setup Y battle=R+,F-\nX (?) A->Y Y! A* (?)\nY (?) /?")
    assert done.found == ["1 hazard_on_hazard"]
    assert "A*!" in done.state["Y"]
    gone = judged("setup Y battle=R+,F-\nX (?) A->Y\nruling retract X\nX /? Y! A* (?)")
    assert gone.ruled == ["1 hazard_on_hazard"]
    assert gone.found == ["2 U-COUP"]


def coup_restores() -> None:
    done = judged("setup Y battle=R+,A-\nX (?) T->Y Y! T* (?)\nY (?) 25", options="hazard_on_hazard=yes")
    assert done.found == ["2 U-ROLLING"]


def coup_order() -> None:
    done = judged("setup Y battle=R+\nX1 (?) T->Y Y2! T* (?)\nY2 (?) 25\nX1 (?) /?\nY1 (?) /?", seats=FOUR)
    assert done.found == []


def ext_bonus() -> None:
    base = judged("setup X km=600 battle=R+\nX (?) 100 ext\nend unfinished")
    assert base.score("X") == {"distance": 700}
    done = judged(
        "setup X km=600 battle=R+\nX (?) 100 ext\nY (?) /?\nX (?) 200\nY (?) /?\nX (?) 100\nend trip"
    )
    assert done.score("X") == {"distance": 1000, "trip": 400, "extension": 200, "shut_out": 500}


def score() -> None:
    done = judged("deal X T* 25 25 25 25 25\nX (R+) R+\nend conceded X")
    assert done.score("X") == {}


def match() -> None:
    done = judged("setup X battle=R+ km=675\nX (?) 25 noext\nend trip", carried="X 3175 Y 0")
    assert done.report.match is not None
    # 3175 + 700 + 400 + 300 + 500 = 5075; a total of exactly 5000 is enough
    assert done.report.match.ended
    exact = judged("setup X battle=R+ km=675\nX (?) 25 noext\nend trip", carried="X 3100 Y 0")
    assert exact.report.match is not None
    assert (exact.report.match.totals["X"], exact.report.match.winners) == (5000, ("X",))


MEANINGS = {
    "M-ONE-CAR": one_car,
    "M-OWN-CAR": own_car,
    "M-NEW-HAND": new_hand,
    "M-TWO-PILES": two_piles,
    "M-ATTACK": attack,
    "M-SAFETY": safety,
    "M-RIGHT-OF-WAY": right_of_way,
    "M-CURED-CARD": cured_card,
    "M-EXTRA-TURN": extra_turn,
    "M-COUP-FREE": coup_free,
    "M-COUP-LAWFUL": coup_lawful,
    "M-COUP-RESTORES": coup_restores,
    "M-COUP-ORDER": coup_order,
    "M-EXT-BONUS": ext_bonus,
    "M-SCORE": score,
    "M-MATCH": match,
}


@pytest.mark.parametrize("meaning", MEANINGS)
def test_meaning(meaning: str) -> None:
    MEANINGS[meaning]()


def test_every_meaning_of_the_page_has_its_vector() -> None:
    assert set(MEANINGS) == set(re.findall(r'<a id="(M-[A-Z-]+)">', PAGE))
