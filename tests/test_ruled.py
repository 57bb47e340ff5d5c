"""What was ruled in a record: found by its place, with the points without it."""

from __future__ import annotations

import pytest

from bornes.asked import AskedError, read_place
from bornes.ruled import Ruled, rulings_at, rulings_made
from bornes.trial import Trial, take_record

HEAD = "MBN 1\nRuleset: winning-moves\nX: Anna\nY: Ben\n\nhand 1 first X\n"
PLAYED = (
    "1. X R+\n2. Y R+\n3. X L->Y\n4. Y 75\nruling void Y MB231 ; seen at once\n"
    "5. X 100\n6. Y 100\nruling retract Y MB231\nruling penalty Y -50 MB231 ; the second time\n7. Y /100\n"
)
"""Turn 4 on line 10 is ruled on in line 11; turn 6 on line 13 in lines 14 and 15."""


def trial(text: str) -> Trial:
    return take_record((HEAD + text).encode())


def points(ruled: Ruled) -> tuple[list[int], list[int]]:
    """Of X and Y in the first hand, before and after."""
    before, after = (
        [side.total for side in report.hands[0].sides.values()] for report in (ruled.before, ruled.after)
    )
    return before, after


def test_every_place_with_its_rulings_and_what_they_do() -> None:
    first, second = rulings_made(trial(PLAYED))

    assert (str(first.place), first.line.line, [line.line for line in first.rulings]) == ("1.4", 10, [11])
    assert [(each.line, each.code) for each in first.covered] == [(10, "MB231")]
    # As it is, Y has 0 - 50; without the void its 75 counts: 75 - 50. The other rulings are there in both.
    assert points(first) == ([100, 25], [100, -50])

    assert (str(second.place), second.line.line) == ("1.6", 13)
    assert [line.line for line in second.rulings] == [14, 15]
    # Without both, the 100 of Y counts, and no penalty does; turn 7 is then Y's second, and lays nothing.
    assert points(second) == ([100, 100], [100, -50])


@pytest.mark.parametrize(
    ("place", "found"),
    [("1.4", "1.4"), ("@10", "1.4"), ("@11", "1.4"), ("1.6", "1.6"), ("@14", "1.6"), ("@15", "1.6")],
)
def test_a_place_is_the_turn_its_line_or_the_line_of_the_ruling(place: str, found: str) -> None:
    assert str(rulings_at(trial(PLAYED), read_place(place)).place) == found


@pytest.mark.parametrize("place", ["1.3", "1.5", "@12", "1.7"])
def test_where_nothing_was_ruled(place: str) -> None:
    with pytest.raises(AskedError, match="nothing was ruled there"):
        rulings_at(trial(PLAYED), read_place(place))


def test_a_place_that_is_not_there() -> None:
    with pytest.raises(AskedError, match="hand 1 has 7 turns"):
        rulings_at(trial(PLAYED), read_place("1.8"))


SEVEN = "deal X 50 50 50 50 R+ R+ R+\ndeal Y 25 25 25 25 R+ R+\nruling redeal MB130 ; seven cards\n"


@pytest.mark.parametrize("place", ["@6", "@7", "@8", "@9"])
def test_a_deal_is_one_place(place: str) -> None:
    text = SEVEN.replace("MB130 ", "")
    ruled = rulings_at(trial(text), read_place(place))

    assert str(ruled.place) == "@7"
    assert [each.line for each in ruled.covered] == [7]
    assert not ruled.before.hands[0].complete
    assert ruled.after.hands[0].ended == "abandoned"


def test_a_check_between_turn_and_ruling_belongs_to_the_place() -> None:
    text = "1. X R+\n2. Y R+\n3. X L->Y\n4. Y 75\ncheck miles Y 75\nruling void Y MB231\n5. X 100\n"
    for place in ("1.4", "@11", "@12"):
        ruled = rulings_at(trial(text), read_place(place))
        assert str(ruled.place) == "1.4"
        assert [line.line for line in ruled.rulings] == [12]


def test_only_the_named_record_of_a_file_is_looked_at() -> None:
    one, other = HEAD + PLAYED, HEAD.replace("Anna", "Carla") + "1. X 100\nruling void X\n2. Y R+\n"
    second = take_record(f"{one}\n{other}".encode(), 2)
    (ruled,) = rulings_made(second)

    assert str(ruled.place) == "1.1"
    assert ruled.before.index == 2
    assert points(ruled) == ([100, 0], [0, 0])


def test_a_record_without_rulings() -> None:
    assert rulings_made(trial("1. X R+\n")) == ()
