"""Columns: every record has its rows, every row says what the report says, equal rows give equal bytes."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import bornes
from bornes.facts import facts_of_file
from bornes_api.cli import group
from bornes_api.columns import checking, parquet
from bornes_api.columns.rows import rows_of
from bornes_api.columns.schema import COLUMNS, Column

pa = pytest.importorskip("pyarrow", reason="columns need bornes[data]")
pq = pytest.importorskip("pyarrow.parquet", reason="columns need bornes[data]")

ROOT = Path(__file__).parent.parent
PEERS = sorted((ROOT / "fixtures/peers").glob("*.mbn"))

RULED = """\
MBN 1
Event: Final
Ruleset: winning-moves
Options: match.target=6000 max_200=4
X: Anna
Y: Ben

hand 1 first X
setup X km=600 battle=R+
setup Y km=300 battle=R+
deal X T- 25 50 75 75 A+
deal Y 50 25 A- 100 200 L+
1. X (100) T->Y
2. Y (50) 50
ruling void Y MB230
3. X (25) 100 noext
end trip X 1400 Y 300

hand 2 first Y
1. Y (?) 25
2. X (?) R+
end unfinished
"""


def rows_in(data: bytes | str, name: str = "a.mbn") -> list[dict[str, Any]]:
    return [row for report, facts in facts_of_file(data) for row in rows_of(report, facts, name)]


def check(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["check", "--format", "parquet", *arguments])


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_a_row_says_what_the_report_says() -> None:
    for path in PEERS:
        data = path.read_bytes()
        rows = iter(rows_in(data, path.name))
        for report, _ in bornes.judge_file(data):
            for nth, hand in enumerate(report.hands, 1):
                row = next(rows)
                assert (row["file"], row["record"], row["line"], row["nth"]) == (
                    path.name,
                    report.index,
                    report.line,
                    nth,
                )
                assert (row["verdict"], row["violations"]) == (report.verdict, len(report.violations))
                assert (row["hand"], row["ended"], row["winners"]) == (hand.number, hand.ended, hand.winners)
                for side, (letter, result) in zip(row["sides"], hand.sides.items(), strict=True):
                    assert (side["side"], side["miles"], side["total"]) == (
                        letter,
                        result.miles,
                        result.total,
                    )
                    assert {name: points for name, points in side["score"].items() if points} == result.score
        assert next(rows, None) is None


def test_first_code_is_the_first_that_no_ruling_covers() -> None:
    first, second = rows_in(RULED)

    assert (first["verdict"], first["ruled"], first["violations"]) == ("illegal", 1, 2)
    assert (first["first_code"], first["first_line"], first["first_column"]) == ("MB232", 20, 10)
    assert (first["hand_violations"], first["hand_first_code"], first["hand_first_turn"]) == (1, "MB230", 2)
    assert (second["hand_violations"], second["hand_first_code"], second["hand_first_turn"]) == (
        1,
        "MB232",
        1,
    )
    assert first["options"] == "match.target=6000 max_200=4"
    assert [each["check"] for each in first["undecided"]] == sorted(
        each["check"] for each in first["undecided"]
    )
    assert (first["turns"], second["turns"]) == (3, 2)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("not a record\n", "MB010", 1),
        ("MBN 1\nRuleset: nobodys\nX: A\nY: B\n\nhand 1 first X\n1. X (?) R+\n", "MB027", 2),
    ],
)
def test_a_record_without_a_hand_has_a_row(text: str, code: str, line: int) -> None:
    (row,) = rows_in(text)

    assert (row["verdict"], row["first_code"], row["first_line"]) == ("unreadable", code, line)
    assert (row["nth"], row["hand"], row["turns"], row["winners"], row["sides"]) == (None, None, None, [], [])
    assert row["options"] is row["ruleset"] is None


def test_rows_have_the_columns_and_survive_the_file() -> None:
    rows = rows_in(RULED) + rows_in("nothing\n") + rows_in(PEERS[0].read_bytes())
    sink = io.BytesIO()
    parquet.write_parquet([parquet.table_of(rows)], sink)

    for row in rows:
        assert_members(row, COLUMNS)
    assert pq.read_table(io.BytesIO(sink.getvalue())).to_pylist() == plain(rows)


def assert_members(value: dict[str, Any], columns: tuple[Column, ...]) -> None:
    assert list(value) == [column.name for column in columns]
    for column in columns:
        assert column.nullable or value[column.name] is not None, column.name
        inner = value[column.name] if column.kind.startswith("list of ") else [value[column.name]]
        for each in inner if column.members else ():
            assert_members(each, column.members)


def test_points_have_no_bound() -> None:
    text = RULED.replace("end trip", "ruling penalty Y -999999999\n" * 3 + "end trip")
    first, _ = parquet.table_of(rows_in(text)).to_pylist()

    assert first["sides"][1]["score"]["penalty"] == -2999999997


@pytest.mark.parametrize("sizes", [[7], [1, 6], [2, 2, 2, 1], [0, 3, 0, 4], [3, 3, 1]])
def test_groups_have_the_asked_size_however_the_rows_come(sizes: list[int]) -> None:
    rows = iter(rows_in(PEERS[0].read_bytes())[:7])
    tables = [parquet.table_of([next(rows) for _ in range(size)]) for size in sizes]
    groups = list(parquet.in_groups(tables, 3))

    assert [each.num_rows for each in groups] == [3, 3, 1]
    assert pa.concat_tables(groups).to_pylist() == plain(rows_in(PEERS[0].read_bytes())[:7])


def test_bytes_do_not_depend_on_how_the_rows_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "GROUP_ROWS", 16)
    monkeypatch.setattr(parquet.in_groups, "__defaults__", (16,))
    rows = rows_in(PEERS[0].read_bytes())
    assert len(rows) > 40
    whole, apart = io.BytesIO(), io.BytesIO()
    parquet.write_parquet([parquet.table_of(rows)], whole)
    parquet.write_parquet([parquet.table_of([row]) for row in rows], apart)

    assert whole.getvalue() == apart.getvalue()
    metadata = pq.read_metadata(io.BytesIO(whole.getvalue()))
    assert [metadata.row_group(at).num_rows for at in range(metadata.num_row_groups)][:-1] == [16] * (
        len(rows) // 16
    )


def test_metadata_names_what_it_was_judged_by(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    assert check("--output", str(path), *map(str, PEERS)).exit_code == 1
    metadata = pq.read_metadata(path).metadata

    assert metadata[b"bornes.rulesets"] == b"bsd-mille@1 winning-moves@1"
    assert metadata[b"bornes.columns"] == b"1"
    assert metadata[b"bornes.version"].decode() in CliRunner().invoke(group, ["--version"]).output


def test_a_pipe_gets_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    check("--output", str(path), str(PEERS[0]))

    assert check(str(PEERS[0])).stdout_bytes == path.read_bytes()
    assert check("--output", "-", str(PEERS[0])).stdout_bytes == path.read_bytes()


def test_several_processes_give_the_same_bytes(tmp_path: Path) -> None:
    one, three = tmp_path / "one.parquet", tmp_path / "three.parquet"
    files = [str(path) for path in PEERS] * 2
    check("--output", str(one), *files)
    check("--jobs", "3", "--output", str(three), *files)

    assert one.read_bytes() == three.read_bytes()


def test_another_ruleset_and_policy_are_heard(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    status = check(
        "--ruleset", "winning-moves", "--policy", "void", "--output", str(path), str(PEERS[0])
    ).exit_code
    table = pq.read_table(path)

    assert status == 1
    assert set(table["ruleset"].to_pylist()) == {"winning-moves"}
    assert set(table["policy"].to_pylist()) == {"void"}


def test_what_cannot_be_read_is_named_and_the_rest_is_written(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    result = check("--output", str(path), str(tmp_path / "none.mbn"), str(ROOT / "fixtures/club-night.mbn"))

    assert result.exit_code == 2
    assert "none.mbn: No such file" in result.stderr
    assert pq.read_table(path)["first_code"].to_pylist() == ["MB231"]


def test_a_file_name_that_is_no_text_is_shown() -> None:
    name = os.fsdecode(b"\xff.mbn")
    (row,) = rows_in("nothing\n", name)

    assert parquet.table_of([row])["file"].to_pylist() == ["\\udcff.mbn"]


def test_a_run_that_breaks_off_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "hands.parquet"
    path.write_bytes(b"old")

    def broken(tables: Iterator[Any], sink: Any) -> int:
        sink.write(b"PAR1")
        next(tables)
        raise KeyboardInterrupt

    monkeypatch.setattr(parquet, "write_parquet", broken)
    check("--output", str(path), str(PEERS[0]))

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    result = check("--output", str(tmp_path / "no/such/folder"), str(PEERS[0]))

    assert result.exit_code != 0
    assert "no/such/folder: No such file or directory" in result.output


def test_a_terminal_and_other_forms_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    other = CliRunner().invoke(group, ["check", "--output", "x", str(PEERS[0])])
    monkeypatch.setattr(checking, "is_terminal", lambda: True)
    terminal = check(str(PEERS[0]))

    assert "--output goes with --format parquet" in other.output
    assert "--output FILE" in terminal.output
    assert other.exit_code == terminal.exit_code == 2


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = check("--output", str(tmp_path / "x"), str(PEERS[0]))

    assert "install bornes[data]" in result.output
    assert result.exit_code != 0
    assert list(tmp_path.iterdir()) == []
