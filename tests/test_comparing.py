"""What a case states beside verdict, scores and places: compared if the program says anything of it, never else."""

from __future__ import annotations

from typing import Any

import pytest

from bornes_api.conformance.comparing import compare
from bornes_api.conformance.mapping import own_names

NAMES = own_names()
PLACE = {"code": "MB231", "rule": "U-LIMIT-50", "hand": 1, "turn": 1, "seat": "X", "line": 9, "column": 12}
SAYS = {
    "legal": ["25", "A->Y"],
    "hand_known": True,
    "because": [7, 3],
    "rests_on": None,
    "state": "X 0 R+ L- - 0",
    "text": "75",
    "end_column": 14,
}
SAID: dict[str, Any] = {**SAYS, "legal": ["A->Y", "25"], "because": [{"line": 3}, {"line": 7}]}


def found(expect: dict[str, Any], said: dict[str, Any], level: int = 4) -> tuple[str, ...]:
    """The differences at a level; `said` is what the program says besides the violation."""
    wanted = {"verdict": "illegal", "violations": [{**PLACE, **expect.pop("violation", {})}], **expect}
    result = {"verdict": "illegal", "violations": [{**PLACE, **said.pop("violation", {})}], **said}
    return compare(wanted, result, NAMES).get(level, ())


def test_the_order_of_lists_does_not_matter() -> None:
    assert found({"violation": dict(SAYS)}, {"violation": dict(SAID)}) == ()


@pytest.mark.parametrize(
    ("detail", "other"),
    [
        ("legal", ["25"]),
        ("hand_known", False),
        ("because", []),
        ("rests_on", "unwritten draws"),
        ("state", "X 0 R+ - - 0"),
        ("text", "50"),
        ("end_column", 15),
    ],
)
def test_a_detail_that_differs_is_named_and_one_that_is_not_given_is_not_compared(
    detail: str, other: Any
) -> None:
    (message,) = found({"violation": dict(SAYS)}, {"violation": {**SAID, detail: other}})
    assert detail in message

    rest = {key: value for key, value in SAID.items() if key != detail}
    assert found({"violation": dict(SAYS)}, {"violation": rest}) == ()


def test_of_two_violations_at_one_place_each_is_compared_with_one() -> None:
    twice = {"verdict": "illegal", "violations": [{**PLACE, "text": "75"}, {**PLACE, "text": "50"}]}

    assert compare(twice, twice, NAMES)[4] == ()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ([{"check": "U-HOLD", "count": 2}, {"check": "U-HOLD", "count": 1}], ""),
        ([{"check": "U-HOLD", "count": 2}], "U-HOLD is 3, not 2"),
        ([{"check": "U-HOLD"}], ""),
        ([{"check": "U-COUP", "count": 3}], "leaves undecided U-HOLD, which is not found"),
    ],
)
def test_how_often_a_check_stays_open(said: list[dict[str, Any]], words: str) -> None:
    differences = found({"unverified": {"U-HOLD": 3}}, {"unverified": said})

    assert bool(differences) is bool(words)
    assert not words or any(words in each for each in differences)


def test_a_list_of_checks_does_not_ask_how_often() -> None:
    assert found({"unverified": ["U-HOLD"]}, {"unverified": [{"check": "U-HOLD", "count": 9}]}) == ()


@pytest.mark.parametrize(
    ("checked", "differs"),
    [({"plays": 1, "draws": 1}, False), ({"plays": 2, "draws": 1}, True), (None, False)],
)
def test_how_much_was_judged(checked: Any, differs: bool) -> None:
    assert bool(found({"checked": {"plays": 1, "draws": 1}}, {"checked": checked})) is differs


def hand(**said: Any) -> list[dict[str, Any]]:
    return [{"number": 1, **said}]


@pytest.mark.parametrize(
    ("hands", "differs"),
    [
        ([], False),
        (hand(), False),
        (hand(judged_to_line=9), False),
        (hand(judged_to_line=8), True),
        (hand(judged_to_line=9, sides={"X": {"unverified": ["trip"]}}), False),
    ],
)
def test_how_far_a_hand_was_judged_is_no_score(hands: list[dict[str, Any]], differs: bool) -> None:
    expect = {"hands": {"1": {"judged_to_line": 9}}}

    assert found(dict(expect), {"hands": hands}, level=2) == ()
    assert bool(found(dict(expect), {"hands": hands})) is differs


@pytest.mark.parametrize(
    ("side", "level_2", "level_4"),
    [
        ({"total": 5, "unverified": ["coup_fourre"]}, False, False),
        ({"total": 5}, False, False),
        ({"total": 5, "unverified": []}, False, True),
        ({"total": 6, "unverified": ["coup_fourre"]}, True, False),
    ],
)
def test_points_in_doubt_are_no_score(side: dict[str, Any], level_2: bool, level_4: bool) -> None:
    expect = {"hands": {"1": {"sides": {"X": {"total": 5, "unverified": ["coup_fourre"]}}}}}
    said = {"hands": hand(sides={"X": side})}

    assert bool(found(dict(expect), dict(said), level=2)) is level_2
    assert bool(found(dict(expect), dict(said))) is level_4
