"""The command line: what it prints where, and its exit status."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from bornes_api import __version__
from bornes_api.cli import COMMANDS, group

ROOT = Path(__file__).parent.parent
COUPE = ROOT / "fixtures/coupe.mbn"
SCHEMA = json.loads((ROOT / "spec/schemas/report.schema.json").read_text(encoding="utf-8"))
HEADERS = "MBN 1\nRuleset: winning-moves\nX: Ada\nY: Ben\n\n"
LEGAL = HEADERS + "hand 1 first X\n1. X (R+) R+\n2. Y (25) /25\nend unfinished\n"
UNDETERMINED = HEADERS + "hand 1 first X\n1. X R+\n2. Y /25\nend unfinished\n"
ILLEGAL = HEADERS + "hand 1 first X\n1. X (25) 25\n2. Y (25) /25\nend unfinished\n"
UNREADABLE = HEADERS + "hand 1 first X\n1. X (25) R+->Y\n"


def run(*arguments: str | Path, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(group, [str(each) for each in arguments], input=text)


def process(*arguments: str | Path, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bornes_api", *map(str, arguments)],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )


def test_version_is_the_installed_one() -> None:
    assert run("--version").output == f"bornes {__version__}\n"


def test_help_names_every_command() -> None:
    result = run("--help")

    assert result.exit_code == 0
    assert all(f"\n  {name} " in result.output for name in COMMANDS)


def test_unknown_command_offers_the_nearest() -> None:
    result = run("chek", "x.mbn")

    assert result.exit_code == 2
    assert "No command 'chek'. Did you mean check?" in result.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    assert run(name, "--help").exit_code == 0


@pytest.mark.parametrize(
    ("record", "status", "verdict"),
    [
        (LEGAL, 0, "legal"),
        (UNDETERMINED, 0, "undetermined"),
        (ILLEGAL, 1, "illegal"),
        (UNREADABLE, 2, "unreadable"),
    ],
)
def test_check_tells_the_verdict_by_its_exit_status(record: str, status: int, verdict: str) -> None:
    result = run("check", "-", text=record)

    assert result.exit_code == status
    assert f"record 1 {verdict}" in result.stdout
    assert result.stderr == ""


def test_check_of_the_first_fixture() -> None:
    result = run("check", COUPE)

    assert result.exit_code == 0
    assert f"{COUPE}:2: record 1 (Coupe d'Arcachon) legal under winning-moves@1" in result.stdout


def test_check_shows_place_line_and_caret() -> None:
    lines = run("check", "-", text=ILLEGAL).stdout.splitlines()

    assert lines[0].startswith("<stdin>:7:11: MB2")
    assert lines[0].endswith("   [hand 1, turn 1]")
    assert lines[1:3] == ["    7 | 1. X (25) 25", "      |           ^^"]


def test_check_goes_on_after_a_file_that_cannot_be_read() -> None:
    result = run("check", "no-such-file.mbn", COUPE)

    assert result.exit_code == 2
    assert result.stderr == "bornes: no-such-file.mbn: No such file or directory\n"
    assert "legal under winning-moves@1" in result.stdout


def test_check_of_a_directory_is_recursive_and_sorted(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("b/1.mbn", "a.mbn", "c.mbn"):
        (tmp_path / name).write_text(LEGAL, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no record", encoding="utf-8")

    result = run("check", tmp_path)

    assert result.exit_code == 0
    *lines, summary = result.stdout.splitlines()
    names = [line.split(":")[0] for line in lines]
    assert summary == "3 records: 3 legal"
    assert names == [str(tmp_path / name) for name in ("a.mbn", "b/1.mbn", "c.mbn")]


def test_check_says_the_same_with_any_number_of_jobs(tmp_path: Path) -> None:
    for index, record in enumerate([LEGAL, ILLEGAL, UNREADABLE, LEGAL] * 3):
        (tmp_path / f"{index:02}.mbn").write_text(record, encoding="utf-8")

    one, two = (process("check", "--jobs", jobs, tmp_path, "no-such-file") for jobs in ("1", "2"))

    assert (one.stdout, one.stderr, one.returncode) == (two.stdout, two.stderr, two.returncode)
    assert one.stdout.endswith("12 records: 6 legal, 3 illegal, 3 unreadable\n")


def test_check_of_an_empty_directory_is_no_success(tmp_path: Path) -> None:
    result = run("check", tmp_path)

    assert result.exit_code == 2
    assert "no file in this directory ends in .mbn" in result.stderr


def test_check_of_an_empty_file_is_no_success() -> None:
    result = run("check", "-", text="")

    assert result.exit_code == 2
    assert result.output != ""


def test_check_reads_gzip(tmp_path: Path) -> None:
    packed = tmp_path / "coupe.mbn.gz"
    packed.write_bytes(gzip.compress(COUPE.read_bytes()))

    assert run("check", packed).exit_code == 0


def test_check_names_damaged_gzip(tmp_path: Path) -> None:
    packed = tmp_path / "coupe.mbn.gz"
    packed.write_bytes(gzip.compress(COUPE.read_bytes())[:-20])

    result = run("check", packed)

    assert result.exit_code == 2
    assert "packed data is damaged" in result.stderr


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_check_as_json_keeps_to_the_schema(form: str) -> None:
    result = run("check", "--format", form, "-", text=ILLEGAL + LEGAL + UNREADABLE)

    values = (
        json.loads(result.stdout)
        if form == "json"
        else list(map(json.loads, result.stdout.splitlines()[:-1]))
    )
    assert [value["verdict"] for value in values] == ["illegal", "legal", "unreadable"]
    assert [value["record"]["index"] for value in values] == [1, 2, 3]
    for value in values:
        Draft202012Validator(SCHEMA).validate(value)


def test_unknown_ruleset_is_wrong_usage() -> None:
    result = run("check", "--ruleset", "winning-move", COUPE)

    assert result.exit_code == 2
    assert "winning-moves" in result.stderr
    assert result.stdout == ""


def test_ruleset_of_the_user_replaces_that_of_the_record() -> None:
    assert "under dujardin-classic@1" in run("check", "--ruleset", "dujardin-classic", COUPE).stdout


def test_score_prints_the_sheet() -> None:
    result = run("score", COUPE)

    assert result.exit_code == 0
    assert "  total               2200    5225" in result.stdout.splitlines()


def test_score_as_json_is_part_of_the_report() -> None:
    (score,) = json.loads(run("score", "--format", "json", COUPE).stdout)
    (report,) = json.loads(run("check", "--format", "json", COUPE).stdout)

    assert score.items() <= report.items()
    assert score["hands"][0]["sides"]["Y"]["score"] == {"distance": 625, "safety": 100}


def test_policy_decides_how_the_replay_goes_on() -> None:
    totals = {
        policy: json.loads(run("score", "--policy", policy, "--format", "jsonl", "-", text=ILLEGAL).stdout)
        for policy in ("as-played", "void")
    }

    miles = {policy: value["hands"][0]["sides"]["X"]["miles"] for policy, value in totals.items()}
    assert miles == {"as-played": 25, "void": 0}


def test_replay_at_a_turn() -> None:
    result = run("replay", "--at", "2.15", COUPE)

    assert result.exit_code == 0
    assert (
        result.stdout.splitlines()[1].strip().startswith("X 0 R+,F- L-,L- - 0 | Y 25 R+ L- A*! 0 | pile 67")
    )
    assert result.stdout.splitlines()[2] == "  144 | 15. X2 (75) /50"


def test_replay_shows_every_line_of_play() -> None:
    lines = [line for line in run("replay", COUPE).stdout.splitlines() if " | 1" in line[:10]]

    assert len(lines) >= 7


@pytest.mark.parametrize("command", ["replay", "legal"])
def test_turn_that_is_not_there(command: str) -> None:
    result = run(command, "--at", "1.999", COUPE)

    assert result.exit_code == 2
    assert "999" in result.stderr


@pytest.mark.parametrize("place", ["1", "0.1", "1.", "a.b", "1.1.1", "¹.1"])
def test_place_that_is_no_turn(place: str) -> None:
    result = run("legal", "--at", place, COUPE)

    assert result.exit_code == 2
    assert "write HAND.TURN, as 2.15" in result.stderr


def test_legal_lists_what_could_be_played() -> None:
    result = run("legal", "--at", "2.15", "--format", "jsonl", COUPE)

    assert result.exit_code == 0
    assert json.loads(result.stdout)["legal"] == ["/25", "/50", "/75", "/200", "/T+"]


def test_fmt_rewrites_a_file_once(tmp_path: Path) -> None:
    path = tmp_path / "game.mbn"
    path.write_bytes(LEGAL.replace("\n", "\r\n").encode())

    assert run("fmt", "--check", path).exit_code == 1
    assert run("fmt", path).exit_code == 0
    assert path.read_text(encoding="utf-8") == LEGAL
    assert run("fmt", "--check", path).exit_code == 0
    assert [each.name for each in tmp_path.iterdir()] == ["game.mbn"]


def test_fmt_of_the_fixture_changes_nothing() -> None:
    assert run("fmt", "--check", COUPE).output == ""


def test_fmt_shows_the_difference() -> None:
    result = run("fmt", "--diff", "-", text=LEGAL.replace("1. X", "X"))

    assert result.exit_code == 1
    assert "-X (R+) R+\n+1. X (R+) R+\n" in result.stdout


def test_fmt_leaves_an_unreadable_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.mbn"
    path.write_text(UNREADABLE, encoding="utf-8")

    result = run("fmt", path)

    assert result.exit_code == 2
    assert f"{path}:7:" in result.stderr
    assert path.read_text(encoding="utf-8") == UNREADABLE


def test_convert_there_and_back() -> None:
    as_json = run("convert", "--to", "json", COUPE)
    back = run("convert", "--to", "mbn", "-", text=as_json.stdout)

    assert as_json.exit_code == back.exit_code == 0
    assert back.stdout == COUPE.read_text(encoding="utf-8")


def test_play_makes_legal_records_and_the_same_ones_again() -> None:
    arguments = ("play", "--seed", "7", "--games", "2", "--hands", "1", "--seating", "2x2")
    games = run(*arguments).stdout

    assert games == run(*arguments).stdout
    assert games.count("MBN 1\n") == 2
    assert run("check", "-", text=games).exit_code == 0


def test_play_refuses_what_is_no_seating() -> None:
    assert "write sides x seats, as 2x2" in run("play", "--seating", "4").stderr


def test_rules_list_show_and_diff() -> None:
    listed = run("rules", "list").stdout
    shown = run("rules", "show", "winning-moves").stdout
    differences = run("rules", "diff", "winning-moves", "parker-1988").stdout

    assert len(listed.splitlines()) == 13
    assert shown.startswith("winning-moves@1  ")
    assert any(line.split()[:2] == ["max_200", "2"] for line in shown.splitlines())
    assert differences.splitlines()[0].split() == ["winning-moves", "parker-1988"]
    assert "max_200" not in differences


def test_explain_a_code() -> None:
    assert run("explain", "mb231").stdout.startswith("MB231 ")


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("U-COUP", ["U-COUP (check)", "  Rule: spec/rulesets.md#U-COUP", "    MB303  "]),
        (
            "max_200",
            ["max_200 (knob)", "  How many 200s a car may hold.", "    winning-moves         2  WM, "],
        ),
        ("u-draw", ["U-DRAW (check)", "    MB803  "]),
    ],
)
def test_explain_a_check_or_a_knob(name: str, lines: list[str]) -> None:
    printed = run("explain", name).stdout.splitlines()

    assert all(any(each.startswith(line) for each in printed) for line in lines)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("U-COP", "did you mean U-COUP?"),
        ("231", "a code is MB and three digits"),
        ("", "a code is MB"),
        ("MB999", "there is no code MB999"),
    ],
)
def test_explain_what_is_no_code(code: str, message: str) -> None:
    result = run("explain", code)

    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False)],
)
def test_colours_are_asked_for_by_the_environment(
    environment: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert ("\x1b[" in CliRunner().invoke(group, ["check", str(COUPE)], color=True).stdout) is coloured


def test_a_process_tells_verdict_and_usage_apart() -> None:
    assert process("check", "-", text=ILLEGAL).returncode == 1
    assert process("check").returncode == 2
    assert process("check", "--format", "xml", "-", text=LEGAL).returncode == 2


def test_output_is_utf_8_with_line_feeds_in_every_locale() -> None:
    record = LEGAL.replace("MBN 1\n", "MBN 1\nEvent: Été\n")

    result = process("check", "-", text=record, LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")

    assert "(Été)" in result.stdout


def test_a_fault_of_ours_is_no_verdict() -> None:
    program = (
        "import bornes_api.cli as cli\ncli.import_module = lambda name: 1 / 0\ncli.main(['check', '-'])\n"
    )

    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False
    )

    assert result.returncode == 3
    assert "ZeroDivisionError" in result.stderr
    assert "This is a fault of bornes, not of the record." in result.stderr


def test_check_starts_without_what_it_does_not_need() -> None:
    heavy = {"jsonschema", "flask", "rich", "difflib", "importlib.metadata", "hypothesis"}
    program = (
        "import sys\n"
        "from bornes_api.cli import group\n"
        f"group.main(['check', {str(COUPE)!r}], standalone_mode=False)\n"
        f"print(sorted({heavy!r} & set(sys.modules)), file=sys.stderr)\n"
    )

    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False
    )

    assert result.stderr == "[]\n"
