"""The Swiss system: what any round must keep, on made-up tournaments, and what a director is told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bornes.tournament.model import Round, Table, Tournament
from bornes.tournament.reading import read_tournament
from bornes.tournament.standings import standings
from bornes_api.cli import group
from bornes_api.render.trf import render_trf
from bornes_api.tournament.draws import RoundError
from bornes_api.tournament.rounds import next_round
from made_tournaments import NO_WAY, SYSTEMS, matches_of, rounds, tournament, with_results

WIN_IS_2 = "162  W 2.0    D 1.0    L 0.0    P 2.0   "
"""What a win is worth, as TRF says it since 2025; gacrux guesses it otherwise, and fails if nobody has tied yet."""

FOUR = [
    [("p1", "p3", 1, 0), ("p2", "p4", 1, 0)],
    [("p2", "p1", 0, 1), ("p4", "p3", 0, 1)],
    [("p1", "p4", 1, 0), ("p3", "p2", 1, 0)],
]


@pytest.fixture(autouse=True)
def _with_gacrux() -> None:
    pytest.importorskip("gacrux", reason="the Swiss system needs bornes[swiss]")


def met(played: Tournament) -> set[frozenset[str]]:
    """Who has played whom; a forfeit is no meeting."""
    tables = [table for each in played.rounds for table in each.tables if not table.forfeit]
    return {frozenset(table.sides.values()) for table in tables}


def sides_of(played: Tournament, entrant: str) -> str:
    """The sides an entrant had in matches that were played, one letter each."""
    return "".join(
        side
        for each in played.rounds
        for table in each.tables
        if not table.forfeit
        for side, name in table.sides.items()
        if name == entrant
    )


def points_of(played: Tournament) -> dict[str, int]:
    return {row.entrant: row.points for row in standings(played, matches_of(played))}


def must(sides: str) -> str:
    """The side that an entrant must have next, or nothing: two running, or two more than of the other one."""
    for own, other in ("XY", "YX"):
        if sides.endswith(own * 2) or sides.count(own) - sides.count(other) >= 2:
            return other
    return ""


def equal_pairing_exists(played: Tournament, present: list[str]) -> bool:
    """Whether all can meet somebody new with as many points, tried out."""
    if not present:
        return True
    first, *others = present
    points, known = points_of(played), met(played)
    wanted = must(sides_of(played, first))
    return any(
        points[first] == points[other]
        and frozenset({first, other}) not in known
        and not (wanted and wanted == must(sides_of(played, other)))
        and equal_pairing_exists(played, [each for each in others if each != other])
        for other in others
    )


def assert_fair(so_far: Tournament, drawn: Round) -> None:
    """What every round of the Swiss system keeps."""
    tables = [tuple(table.sides.values()) for table in drawn.tables]
    seated = [each for pair in tables for each in pair]
    assert sorted([*seated, *drawn.byes, *drawn.absent]) == sorted(so_far.entrants)
    assert len(drawn.byes) == len(seated + list(drawn.byes)) % 2
    assert not {frozenset(pair) for pair in tables} & met(so_far)
    had_bye = {each for played in so_far.rounds for each in played.byes}
    walkovers = {
        name
        for played in so_far.rounds
        for table in played.tables
        if len(table.forfeit) == 1
        for side, name in table.sides.items()
        if side not in table.forfeit
    }
    assert not (had_bye | walkovers) & set(drawn.byes)
    for side in "XY":
        assert not {must(sides_of(so_far, table.sides[side])) for table in drawn.tables} & (
            {"X", "Y"} - {side}
        )


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", range(8))
def test_rounds_keep_what_they_must(seed: int, system: str) -> None:
    start = tournament(6 + 2 * seed + seed % 2, "swiss", SYSTEMS[system])
    made = list(islice(rounds(start, seed), 6))
    for so_far, drawn in made:
        assert_fair(so_far, drawn)
        assert next_round(so_far, matches_of(so_far), set(drawn.absent)) == drawn
    assert len(made) >= 3


@pytest.mark.parametrize("seed", range(20))
def test_equal_points_meet_if_all_can(seed: int) -> None:
    possible = [
        (points_of(so_far), drawn)
        for so_far, drawn in islice(rounds(tournament(8, "swiss"), seed, absences=0), 4)
        if equal_pairing_exists(so_far, list(so_far.entrants))
    ]
    assert possible
    for points, drawn in possible:
        assert all(points[table.sides["X"]] == points[table.sides["Y"]] for table in drawn.tables)


@pytest.mark.parametrize("seed", range(6))
def test_the_same_round_comes_out_of_the_exported_file(seed: int) -> None:
    """What gacrux reads of TRF by itself, and what it is asked here, lead to the same pairs."""
    from gacrux.pairingdutch import pairing_dutch  # type: ignore[import-untyped]  # it has no types
    from gacrux.trf2json import trf2json  # type: ignore[import-untyped]  # it has no types

    for so_far, drawn in islice(rounds(tournament(13, "swiss"), seed, absences=0), 1, 6):
        reader = trf2json()
        reader.parse_file(render_trf(so_far, matches_of(so_far)).data.decode() + WIN_IS_2, 0)
        read: dict[str, Any] = reader.get_tournament(1)
        read["numRounds"] = drawn.number + 1
        engine = pairing_dutch(read, drawn.number, {"experimental": [], "verbose": 0})
        pairs = [each for bracket in engine.compute_pairing(False) for each in bracket["pairs"]]
        found = {(f"p{each['w']}", f"p{each['b']}") for each in pairs}
        byes = {(each, "p0") for each in drawn.byes}
        assert found == {(table.sides["X"], table.sides["Y"]) for table in drawn.tables} | byes


def test_first_round_is_upper_half_against_lower_half_by_seeding() -> None:
    drawn = next_round(tournament(8, "swiss"))

    # Seed 1 has the first side at table 1; from table to table the upper seed has the other side.
    assert [tuple(table.sides.values()) for table in drawn.tables] == [
        ("p1", "p5"),
        ("p6", "p2"),
        ("p3", "p7"),
        ("p8", "p4"),
    ]
    assert drawn.tables[0].record == "round-1/table-1.mbn"


def pairs_after(start: Tournament) -> set[frozenset[str]]:
    return {frozenset(table.sides.values()) for table in next_round(start, matches_of(start)).tables}


def test_points_are_those_of_the_tournament() -> None:
    """By match, 1, 2 and 3 have the same points; by difference, the points go 1, 3, 2, then 5, 6, 4."""
    results = [[("p1", "p4", 1000, 0), ("p2", "p5", 10, 0), ("p3", "p6", 20, 0)]]
    by_match = pairs_after(with_results(tournament(6, "swiss"), results))
    by_difference = pairs_after(with_results(tournament(6, "swiss", SYSTEMS["difference"]), results))

    assert frozenset({"p1", "p2"}) in by_match
    # 2 has met 5, so it is paired with the next one, and 5 with the last.
    assert by_difference == {frozenset(pair) for pair in (("p1", "p3"), ("p2", "p6"), ("p5", "p4"))}


def test_who_comes_late_is_paired_and_a_forfeit_is_no_meeting() -> None:
    start = with_results(tournament(4, "swiss"), [[("p1", "p3", 1, 0)]])
    late = next_round(start, matches_of(start))
    assert {each for table in late.tables for each in table.sides.values()} == {"p1", "p2", "p3", "p4"}

    forfeited = Round(1, (Table(1, {"X": "p1", "Y": "p2"}, forfeit=("Y",)),))
    two = replace(tournament(2, "swiss"), rounds=(forfeited,))
    assert len(next_round(two, matches_of(two)).tables) == 1


def test_when_all_have_met_all_there_is_no_round() -> None:
    start = with_results(tournament(4, "swiss"), FOUR)

    with pytest.raises(RoundError, match=NO_WAY):
        next_round(start, matches_of(start))


@pytest.mark.parametrize(("absent", "there"), [({"p1"}, 1), ({"p1", "p2"}, 0)])
def test_one_alone_is_not_paired(absent: set[str], there: int) -> None:
    with pytest.raises(RoundError, match=f"{there} of 2 are there"):
        next_round(tournament(2, "swiss"), (), absent)


def test_more_than_two_sides_are_not_paired() -> None:
    three = Round(1, (Table(1, {"X": "p1", "Y": "p2", "Z": "p3"}, result={"X": 1, "Y": 0, "Z": 0}),))
    start = replace(tournament(3, "swiss"), rounds=(three,))

    with pytest.raises(RoundError, match="round 1, table 1 has 3"):
        next_round(start, matches_of(start))


def test_a_wrong_answer_of_the_package_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def again(_engine: object, _check: bool) -> list[Mapping[str, Any]]:
        return [{"pairs": [{"w": 1, "b": 3, "board": 1}, {"w": 2, "b": 4, "board": 2}]}]

    monkeypatch.setattr("gacrux.pairingdutch.pairing_dutch.compute_pairing", again)
    assert len(next_round(tournament(4, "swiss")).tables) == 2
    start = with_results(tournament(4, "swiss"), FOUR[:1])
    with pytest.raises(RoundError, match="no round that can be played"):
        next_round(start, matches_of(start))


HEAD = "event: A\nruleset: winning-moves\nplayers: {al: Al, bo: Bo, cy: Cy, di: Di}\n"


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(group, ["tournament", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_a_tournament_round_by_round(tmp_path: Path) -> None:
    path = tmp_path / "tournament.yaml"
    names = [word for name in ("Al", "Bo", "Cy", "Di", "Ed") for word in ("--player", name)]
    assert run("init", tmp_path, "--pairing", "swiss", *names).exit_code == 0
    assert run("round", tmp_path, "--write", "--absent", "Bo").exit_code == 0
    assert "    absent: bo\n    tables:\n      1: {X: al, Y: di, record" in path.read_text(encoding="utf-8")

    before = path.read_text(encoding="utf-8")
    result = run("round", tmp_path, "--write")
    assert (result.exit_code, path.read_text(encoding="utf-8")) == (1, before)
    assert "round 1, table 1 has none yet: " in result.stderr

    path.write_text(re.sub(r"record: round-1/table-.\.mbn", "result: {X: 5, Y: 0}", before), encoding="utf-8")
    assert run("round", tmp_path, "--write").exit_code == 0
    drawn = read_tournament(path.read_text(encoding="utf-8"), "").rounds[1]
    assert (drawn.number, len(drawn.tables), drawn.absent) == (2, 2, ())
    assert run("check", tmp_path).exit_code == 0


def test_an_error_in_the_records_is_told(tmp_path: Path) -> None:
    played = "rounds:\n  1:\n    tables:\n      1: {X: al, Y: al, result: {X: 1, Y: 0}}\n"
    (tmp_path / "tournament.yaml").write_text(HEAD + "pairing: swiss\n" + played, encoding="utf-8")
    result = run("round", tmp_path)

    assert result.exit_code == 1
    assert "1 error; bornes tournament check says which" in result.stderr
