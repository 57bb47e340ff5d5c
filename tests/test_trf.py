"""Tournaments in FIDE's report form of 2016: the columns, other programs' reading of them, what has no place there."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bornes.tournament.model import Entrant, Points, Round, Table, Tournament
from bornes.tournament.standings import standings
from bornes_api.cli import group
from bornes_api.render.trf import TrfError, TrfReport, render_trf
from bornes_api.tournament.rounds import next_round
from made_tournaments import SYSTEMS, matches_of, rounds, tournament, with_results

ROOT = Path(__file__).parent.parent
WORKED = ROOT / "fixtures/tournament"
LEFT_OUT = "totals, hands, tie-breaks"


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(group, ["tournament", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def rendered(played: Tournament) -> TrfReport:
    return render_trf(played, matches_of(played))


def cut(line: str, first: int, last: int) -> str:
    """Columns of a line, counted from 1 as the format does."""
    return line[first - 1 : last]


def players_of(report: TrfReport) -> list[str]:
    return [line for line in report.lines if line.startswith("001")]


def cell(line: str, number: int) -> tuple[str, str, str]:
    """Opponent, colour, result of a round: columns 92-95, 97, 99, then ten further for each round."""
    start = 92 + 10 * (number - 1)
    assert cut(line, start - 2, start - 1) == "  "
    assert cut(line, start + 4, start + 4) == cut(line, start + 6, start + 6) == " "
    return (
        cut(line, start, start + 3).strip(),
        cut(line, start + 5, start + 5),
        cut(line, start + 7, start + 7),
    )


def test_the_worked_tournament_column_by_column() -> None:
    """By the tables of spec/tournaments.md: seeds in the order of the cross table, ranks and points below it."""
    result = run("export", WORKED, "--format", "trf")
    lines = result.stdout_bytes.decode().split("\r\n")
    haddad, berg, silva = lines[12], lines[13], lines[10]

    assert result.exit_code == 0
    assert lines[:5] == ["012 Coupe des Huit", "042 2026/10/03", "052 2026/10/04", "062 8", "072 0"]
    assert [cut(lines[5], 92 + 10 * each, 99 + 10 * each) for each in range(7)] == ["26/10/03"] * 3 + [
        "26/10/04"
    ] * 4
    assert (cut(haddad, 1, 3), cut(haddad, 5, 8), cut(haddad, 15, 47).rstrip()) == (
        "001",
        "   7",
        "Haddad, Lina",
    )
    assert cut(haddad, 9, 14).strip() == cut(haddad, 48, 80).strip() == ""
    assert (cut(haddad, 81, 84), cut(haddad, 86, 89)) == (" 7.0", "   5")
    assert (cut(lines[9], 81, 84), cut(lines[9], 86, 89)) == ("10.0", "   1")
    assert [cell(haddad, each) for each in range(1, 8)] == [
        ("2", "b", "0"),
        ("3", "w", "1"),
        ("4", "b", "0"),
        ("5", "w", "+"),
        ("6", "b", "0"),
        ("0000", "-", "U"),
        ("1", "w", "="),
    ]
    assert (cell(berg, 6), cell(silva, 4), cell(silva, 5)) == (
        ("0000", "-", "Z"),
        ("7", "b", "-"),
        ("1", "w", "="),
    )
    assert lines[14:] == [""]
    assert {len(line) for line in lines[6:14]} == {159}
    assert LEFT_OUT in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("seed", range(8))
def test_another_program_reads_what_the_standings_say(seed: int) -> None:
    reader_of = pytest.importorskip("gacrux.trf2json", reason="the reader comes with bornes[swiss]").trf2json
    made = list(islice(rounds(tournament(9, "round-robin"), seed), 8))
    played = made[-1][0]
    reader = reader_of()
    reader.parse_file(rendered(played).data.decode() + "162  W 2.0    D 1.0    L 0.0    P 2.0   ", 0)
    read = reader.get_tournament(1)
    seeds = {each: number for number, each in enumerate(played.entrants, 1)}

    assert reader.get_status() == 0
    assert {(each["cid"], int(each["gamePoints"]), each["rank"]) for each in read["competitors"]} == {
        (seeds[row.entrant], row.points, row.rank) for row in standings(played, matches_of(played))
    }
    names = [each["fideName"] for each in reader.get_event()["profiles"]]
    assert names == [each.name for each in played.entrants.values()]
    games = {
        (each["round"], each["white"]["cid"], each["black"] and each["black"]["cid"]): (
            each["white"]["result"],
            each["black"] and each["black"]["result"],
            each["played"],
        )
        for each in read["gameList"]
    }
    assert games == said(played, seeds)


def said(played: Tournament, seeds: dict[str, int]) -> dict[tuple[int, int, int | None], tuple[object, ...]]:
    """What the tournament file says, in that program's letters: W D L, Z nothing, P a bye."""
    found: dict[tuple[int, int, int | None], tuple[object, ...]] = {}
    for each in played.rounds:
        for table in each.tables:
            first, second = (seeds[table.sides[side]] for side in "XY")
            letters = dict.fromkeys("XY", "Z") | {side: "W" for side in "XY" if side not in table.forfeit}
            if not table.forfeit:
                own, other = table.result["X"], table.result["Y"]
                letters = {
                    "X": "DWL"[(own > other) - (own < other)],
                    "Y": "DLW"[(own > other) - (own < other)],
                }
            found[each.number, first, second] = (letters["X"], letters["Y"], not table.forfeit)
        alone = len(each.byes) == 1
        for one in each.byes:
            found[each.number, seeds[one], None] = ("P" if alone else "W", None, alone)
        for one in each.absent:
            found[each.number, seeds[one], None] = ("Z", None, False)
    return found


def test_the_kind_of_pairing_stands_there_if_the_file_says_it() -> None:
    kinds = {kind: rendered(tournament(4, kind)).lines for kind in ("swiss", "round-robin", None)}

    assert "092 Swiss-System" in kinds["swiss"]
    assert "092 Round-Robin" in kinds["round-robin"]
    assert not [line for line in kinds[None] if line.startswith("092")]


@pytest.mark.parametrize(
    ("bye", "sign", "notes"), [(2, "F", 1), (1, "H", 1), (0, "Z", 1), (7, "F", 2)], ids=str
)
def test_several_byes_are_said_by_their_worth(bye: int, sign: str, notes: int) -> None:
    """U, whoever was left over, may stand once a round."""
    one = Round(1, (), byes=("p1",))
    two = Round(2, (), byes=("p1", "p2"))
    report = rendered(replace(tournament(2, None, Points(bye=bye)), rounds=(one, two)))
    first, second = players_of(report)

    assert (cell(first, 1), cell(second, 1)) == (("0000", "-", "U"), ("0000", "-", "Z"))
    assert cell(first, 2) == cell(second, 2) == ("0000", "-", sign)
    assert len(report.notes) == notes
    assert ("2 byes in round 2" in report.notes[-1]) == (notes == 2)


@pytest.mark.parametrize(("total", "system", "written"), [(99, "hands", "99.0"), (100, "hands", "    ")])
def test_points_that_have_no_room_are_left_blank(total: int, system: str, written: str) -> None:
    table = Table(1, {"X": "p1", "Y": "p2"}, result={"X": 1, "Y": 0}, hands_won={"X": total, "Y": 0})
    report = rendered(replace(tournament(2, None, SYSTEMS[system]), rounds=(Round(1, (table,)),)))

    assert cut(players_of(report)[0], 81, 84) == written
    assert (len(report.notes) == 2) == (total > 99)


def test_points_below_nothing_have_no_room() -> None:
    start = tournament(2, None, SYSTEMS["difference"])
    report = rendered(with_results(start, [[("p1", "p2", 25, 0)]]))

    assert [cut(line, 81, 89) for line in players_of(report)] == ["        1", "        2"]
    assert "left blank for all" in report.notes[1]


@pytest.mark.parametrize(("length", "notes"), [(33, 1), (34, 2)])
def test_a_long_name_is_cut_and_told(length: int, notes: int) -> None:
    start = tournament(2, None)
    long = Entrant("p1", "é" * length, ("é" * length,))
    report = rendered(replace(start, entrants={**start.entrants, "p1": long}))

    assert cut(players_of(report)[0], 15, 48) == "é" * 33 + " "
    assert len(report.notes) == notes


def test_a_match_without_a_result_is_there_without_one() -> None:
    start = tournament(3, None)
    report = rendered(replace(start, rounds=(next_round(start),)))
    cells = [cell(line, 1) for line in players_of(report)]

    # Of four numbers, 1 meets 4, and 2 meets 3.
    assert cells == [("0000", "-", "U"), ("3", "w", " "), ("2", "b", " ")]
    assert "round 1, table 1 has no result: its record is not there" in report.notes[1]


@pytest.mark.parametrize(("own", "other"), [("Y", "X"), ("W", "Z")])
def test_the_first_side_is_white_whatever_the_order_in_the_file(own: str, other: str) -> None:
    table = Table(1, {own: "p1", other: "p2"}, result={own: 3, other: 1})
    report = rendered(replace(tournament(2, None), rounds=(Round(1, (table,)),)))

    assert [cell(line, 1) for line in players_of(report)] == [("2", "b", "1"), ("1", "w", "0")]


def test_what_has_no_form_is_refused(tmp_path: Path) -> None:
    three = Table(1, {"X": "p1", "Y": "p2", "Z": "p3"}, result={"X": 1, "Y": 0, "Z": 0})
    with pytest.raises(TrfError, match="round 1, table 1 has 3"):
        rendered(replace(tournament(3, None), rounds=(Round(1, (three,)),)))
    with pytest.raises(TrfError, match="9999 players, there are 10000"):
        rendered(tournament(10_000, None))

    text = "event: A\nruleset: winning-moves\nplayers: {al: Al, bo: Bo}\nrounds: {1: {tables: {}, byes: al, absent: al}}\n"
    (tmp_path / "tournament.yaml").write_text(text, encoding="utf-8")
    result = run("export", tmp_path, "--format", "trf")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "in round 1, Al stands 2 times" in result.stderr
