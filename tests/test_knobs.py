"""Every knob of spec/rulesets.md 3 with every value: one record each on which nothing but that value decides."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import bornes
from bornes.knobs import KNOB, KNOBS
from bornes.loading import read_options
from tables import Outcome, judged, record

PAGE = (Path(__file__).parent.parent / "spec/rulesets.md").read_text(encoding="utf-8")
TEAMS, THREE = "X1 Y1 X2 Y2", "X Y Z"
ROLL = "setup X battle=R+\nsetup Y battle=R+\n"

Look = Callable[[Outcome], Any]


@dataclass(frozen=True)
class Case:
    """A record, what to look at, and what is seen there for each value of the knob.

    Attributes:
        other: Options besides the knob; they keep long targets, extensions and the like out of the way.
    """

    knob: str
    lines: str
    look: Look
    seen: Mapping[str, Any]
    other: str = "target=1000 extension=none"
    ruleset: str = "winning-moves"
    seats: str = "X Y"

    def __str__(self) -> str:
        return self.knob


def found(done: Outcome) -> list[str]:
    return done.found


def x(done: Outcome) -> str:
    return done.state["X"]


def y(done: Outcome) -> str:
    return done.state["Y"]


def acts(done: Outcome) -> str:
    return done.state["next"]


def points(component: str, side: str = "X") -> Look:
    return lambda done: done.score(side).get(component, 0)


def component(done: Outcome, name: str) -> dict[str, int]:
    return {side: done.score(side)[name] for side in done.hand.sides if name in done.score(side)}


def of_all(name: str) -> Look:
    return lambda done: component(done, name)


def ended(done: Outcome) -> tuple[str, list[str]]:
    return done.hand.ended, done.found


def winners(done: Outcome) -> tuple[str, ...]:
    return done.hand.winners


def match(done: Outcome) -> tuple[bool, tuple[str, ...]]:
    assert done.report.match is not None
    return done.report.match.ended, done.report.match.winners


TRIP = "setup X battle=R+ km=975{}\nsetup Y km=500 200s=1\nX (25) 25\nend trip"
CALLED = "setup X km=800 battle=R+\nsetup Y km=975 battle=R+\nsetup Z km=300\nsetup target=1000 caller=X pile=0 next=Y\n"
BETWEEN_HANDS = "hand 1 first X\nsetup pile=0\nend exhausted\nhand 2 first {}\nX (?) R+"

DISTANCES = ",".join([*["25"] * 10, *["50"] * 10, *["75"] * 10, *["100"] * 12, *["200"] * 4])

CASES = [
    Case("seatings", "X (?) R+", found, {"any": [], "map": ["- U-SEATING"]}, seats="X Y Z W", other="target=1000"),
    Case("target", "setup X battle=R+ km=675\nX (25) 25 noext", ended,
         {"by_seating": ("trip", ["- U-END"]), "800": ("unfinished", [])}, other=""),
    Case("extension", "setup X battle=R+ km=675\nX (25) 25 ext", lambda d: (d.hand.target, sorted(d.found)),
         {"by_seating": (1000, []), "none": (700, ["- U-END", "1 U-EXT"]), "900": (900, [])}, other=""),
    Case("reduced_deck", "check pile 94", found, {"by_seating": ["- U-CHECK"], "yes": ["- U-CHECK"], "no": []},
         other=""),
    Case("reduced_deck", "check pile 82", found, {"by_seating": [], "no": [], "yes": ["- U-CHECK"]}, seats=TEAMS),
    Case("hand_size", "deal X 25 25 25", found, {"3": [], "6": ["- U-DEAL"]}),
    *(Case("first.rotation", BETWEEN_HANDS.format(first), lambda d: [f for f in d.found if "rotation" in f], seen)
      for first, seen in (
          ("X", {"left": ["- first.rotation"], "same": [], "any": []}),
          ("Y", {"left": [], "same": ["- first.rotation"], "any": []}))),
    Case("draw_from_discard", "setup discard=R+\nX (<R+) R+", found, {"no": ["1 draw_from_discard"], "top": []}),
    Case("discard_when", "deal X R+ 25\nsetup pile=50\nX (25) /25", found,
         {"always": [], "only_if_no_play": ["1 discard_when"]}),
    Case("discard_safety", "X (A*) /A*", found, {"yes": [], "no": ["1 discard_safety"]}),
    Case("start_needs_roll", "X (25) 25", lambda d: (d.found, d.state["X"]),
         {"yes": (["1 U-ROLLING"], "25 - - - 0"), "no": ([], "25 - - - 0"), "given": ([], "25 R+ - - 0")}),
    Case("roll_after_remedy", "setup X battle=R+,F-,F+\nX (25) 25", found, {"yes": ["1 U-ROLLING"], "no": []}),
    Case("roll_after_safety_cure", "setup X battle=R+,F-\nX (F*) F*\nX (25) 25", found,
         {"no": [], "yes": ["2 U-ROLLING"]}),
    Case("useless_remedies", "setup X battle=R+\nX (F+) F+", found,
         {"no": ["1 U-REMEDY"], "yes": [], "roll_only": ["1 U-REMEDY"]}),
    Case("useless_remedies", "setup X safeties=R*\nX (R+) R+", found,
         {"no": ["1 U-REMEDY"], "yes": [], "roll_only": []}),
    Case("max_200", "setup X battle=R+ km=200 200s=1\nX (200) 200", found, {"1": ["1 max_200"], "2": []}),
    Case("finish", "setup X battle=R+ km=975\nX (50) 50\nend trip", found,
         {"exact": ["1 U-OVERSHOOT", "- U-END"], "at_least": []}),
    Case("hazard_on_hazard", "setup Y battle=R+,F-\nX (R-) R->Y", found, {"no": ["1 hazard_on_hazard"], "yes": []}),
    Case("hazard_on_remedy", "setup Y battle=R+,F-,F+\nX (R-) R->Y", found,
         {"no": ["1 hazard_on_remedy"], "yes": []}),
    Case("hazard_on_bare_right_of_way", "setup Y safeties=R*\nX (F-) F->Y", found,
         {"yes": [], "no": ["1 hazard_on_bare_right_of_way"]}),
    Case("limit_on_limit", "setup Y speed=L-\nX (L-) L->Y", found, {"no": ["1 limit_on_limit"], "yes": []}),
    Case("safety.cures", "setup X battle=R+,F-\nX (F*) F*", x,
         {"all": "0 R+ - F* 0", "right_of_way_only": "0 R+,F- - F* 0"}),
    Case("safety.extra_turn", "X (F*) F*", acts, {"yes": "X", "no": "Y"}),
    Case("extra_turn_when_exhausted", "setup pile=0\nX (-) F*", acts, {"yes": "X", "no": "Y"}),
    Case("extra_turn_when_exhausted", ROLL + "setup pile=0\nX (-) T->Z Z! T* (-)", acts, {"yes": "Z", "no": "Y"},
         seats=THREE, other="target=1000 extension=none start_needs_roll=no"),
    Case("safety.km", "X (F*) F*", x, {"0": "0 - - F* 0", "100": "0+100 - - F* 0"}),
    Case("coup_fourre.km", ROLL + "X (F-) F->Y Y! F* (25)", y, {"0": "0 R+ - F*! 0", "300": "0+300 R+ - F*! 0"}),
    Case("coup_fourre.window", "setup Z battle=R+\nX (F-) F->Z\nY (?) Z! F* (?)", found,
         {"next_draw": ["2 U-COUP"], "own_side_draw": [], "own_draw": [], "next_play": []}, seats=THREE),
    Case("coup_fourre.window", ROLL + "X1 (F-) F->Y\nY1 (?) /? Y2! F* (?)", found,
         {"next_draw": ["2 U-COUP"], "own_side_draw": ["2 U-COUP"], "own_draw": [], "next_play": ["2 U-COUP"]},
         seats=TEAMS),
    Case("coup_fourre.held", ROLL + "deal Y 25 25 25 25 25 25\nX (F-) F->Y\nY (F*) F*", points("coup_fourre", "Y"),
         {"at_landing": 0, "at_showing": 300}, other="coup_fourre.window=next_play"),
    Case("exhaustion", "setup X battle=R+\nsetup pile=1\ndeal X 25\ndeal Y A+\nX (25) 25\nend exhausted", found,
         {"play_out": ["- U-END"], "nobody_can_play": ["- U-END"], "stop_when_pile_empty": [],
          "stop_when_no_distance_left": [], "reshuffle": ["- U-END"]}),
    Case("exhaustion", "setup pile=1\ndeal X A+\ndeal Y A+\nX (A+) /A+\nend exhausted\nY (-) /A+", found,
         {"play_out": ["2 U-HAND-OVER"], "nobody_can_play": [], "stop_when_pile_empty": ["2 U-HAND-OVER"],
          "stop_when_no_distance_left": ["2 U-HAND-OVER"], "reshuffle": ["- U-END", "2 U-HAND-OVER"]}),
    Case("exhaustion", f"setup pile=30 discard={DISTANCES}\nX (A+) /A+\nend exhausted", found,
         {"stop_when_no_distance_left": [], "stop_when_pile_empty": ["- U-END"]}),
    Case("nobody_finishes", "setup X km=500\nsetup pile=0\nend exhausted", winners,
         {"no_winner": (), "furthest_wins": ("X",)}),
    Case("furthest_tie", "setup X km=500\nsetup Y km=500\nsetup pile=0\nend exhausted", winners,
         {"no_winner": (), "shared": ("X", "Y")}, other="nobody_finishes=furthest_wins"),
    Case("extension.success_to", CALLED + "Y (-) 25\nend trip",
         of_all("extension"), {"caller": {"Y": 200, "Z": 200}, "finisher": {"Y": 400, "Z": 200}}, other="",
         seats=THREE),
    Case("extension.failure_to", CALLED + "end exhausted", of_all("extension"),
         {"each_opponent": {"Y": 200, "Z": 200}, "each_if_finished": {}, "nobody": {}}, other="", seats=THREE),
    Case("extension.failure_to", CALLED + "Y (-) 25\nend trip",
         of_all("extension"),
         {"each_opponent": {"Y": 200, "Z": 200}, "each_if_finished": {"Y": 200, "Z": 200}, "nobody": {}}, other="",
         seats=THREE),
    Case("score.bonus_km", "setup X bonus=100", points("bonus_km"), {"0": 0, "1": 100}),
    Case("score.safety", "setup X safeties=A*", points("safety"), {"100": 100, "50": 50}),
    Case("score.all_safeties", "setup X safeties=A*,F*,T*,R*", points("all_safeties"), {"300": 300, "700": 700}),
    Case("score.coup_fourre", "setup X safeties=A*!", points("coup_fourre"), {"300": 300, "200": 200}),
    Case("score.trip", TRIP.format(""), points("trip"), {"400": 400, "0": 0}),
    Case("score.delayed_action", TRIP.format("\nsetup pile=1"), points("delayed_action"), {"300": 300, "0": 0}),
    Case("score.delayed_action_when", TRIP.format("\nsetup pile=1"), points("delayed_action"),
         {"pile_empty": 300, "after_failed_draw": 0}),
    Case("score.safe_trip", TRIP.format(""), points("safe_trip"), {"300": 300, "0": 0}),
    Case("score.no_200_no_100", "setup X battle=R+\nX (25) 25\nend trip", points("no_200_no_100"),
         {"0": 0, "500": 500}, other="target=25 extension=none"),
    Case("score.extension", CALLED + "end exhausted", of_all("extension"),
         {"200": {"Y": 200, "Z": 200}, "100": {"Y": 100, "Z": 100}}, other="", seats=THREE),
    Case("score.shut_out", "setup X battle=R+ km=975\nX (25) 25\nend trip", points("shut_out"),
         {"500": 500, "0": 0}),
    Case("score.capot_each", "setup X km=500\nsetup pile=0\nend exhausted", of_all("capot"),
         {"0": {}, "500": {"X": 1000}}, seats=THREE),
    Case("score.capot_once", "setup X km=500\nsetup pile=0\nend exhausted", of_all("capot"),
         {"0": {}, "500": {"X": 500}}, seats=THREE),
    Case("match.end", TRIP.format(""), match, {"points": (False, ()), "race": (True, ("X",))}),
    Case("match.hands", TRIP.format(""), match, {"none": (False, ()), "1": (True, ("X",)), "2": (False, ())}),
    Case("match.target", TRIP.format(""), match, {"5000": (False, ()), "1500": (True, ("X",))}),
    Case("match.tie", "setup X km=500\nsetup Y km=500\nsetup pile=0\nend exhausted", match,
         {"play_on": (False, ()), "tied": (True, ("X", "Y"))}, other="match.hands=1"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=str)
def test_value_decides(case: Case) -> None:
    seen = {}
    for value in case.seen:
        own = re.sub(rf"(?:^| ){re.escape(case.knob)}=\S+", "", case.other)
        options = own if value == "map" else f"{own} {case.knob}={value}"
        done = judged(case.lines, case.ruleset, options=options.strip(), seats=case.seats)
        seen[value] = case.look(done)

    assert seen == case.seen


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_case_tells_values_apart(case: Case) -> None:
    for value in case.seen.values():
        assert any(value != other for other in case.seen.values())


def test_deck_map_against_the_standard(tmp_path: Path) -> None:
    cards = "\n".join(
        f'    "{card}": {count + 3 * (card == "A*")}'
        for card, count in bornes.load_ruleset("winning-moves").deck_cards.items()
    )
    house = tmp_path / "house.yaml"
    house.write_text(f'id: house\nversion: "1"\nextends: winning-moves\ndeck:\n  cards:\n{cards}\n')
    with_map = bornes.load_ruleset(str(house))
    standard, errors = read_options(with_map, "deck.cards=standard")
    text = record("X (A*) A*\nX (A*) /A*")

    assert not errors
    broken = [
        [each.rule for each in bornes.validate(bornes.parse(text), ruleset).violations]
        for ruleset in (with_map, standard)
    ]
    assert broken == [[], ["U-COPIES", "U-COPIES"]]


def test_every_knob_and_every_word_is_covered() -> None:
    covered: dict[str, set[str]] = {}
    for case in CASES:
        covered.setdefault(case.knob, set()).update(case.seen)
    covered["deck.cards"] = {"map", "standard"}

    assert (
        set(covered) == set(KNOB) == set(re.findall(r'^\| <a id="([a-z0-9_.]+)"></a>`', PAGE, re.MULTILINE))
    )
    assert len(KNOBS) == 49
    for knob in KNOBS:
        numbers = {value for value in covered[knob.id] if value.isdecimal()}
        assert set(knob.words) <= covered[knob.id], knob.id
        assert bool(numbers) == knob.number, knob.id
        assert not knob.map or "map" in covered[knob.id]
