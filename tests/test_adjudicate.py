"""`bornes what-if` and `bornes adjudicate`: what they print, write, and leave alone."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import bornes
from bornes.asked import VERBS, AskedError, read_asked
from bornes_api.cli import group
from bornes_api.sources import SourceError
from bornes_api.writing import create_file, replace_file

ROOT = Path(__file__).parent.parent
CLUB_NIGHT = ROOT / "fixtures/club-night.mbn"
SCHEMAS = ROOT / "spec/schemas"
HEAD = "MBN 1\nRuleset: winning-moves\nX: Ada\nY: Ben\n\nhand 1 first X\n"
LIMIT = HEAD + "1. X R+\n2. Y R+\n3. X L->Y\n4. Y 75 ; too fast?\n; they looked it up\n5. X 100\n"
TEAMS = (
    "MBN 1\nRuleset: winning-moves\nX1: Ada\nY1: Ben\nX2: Al\nY2: Bo\n\nhand 1 first X1\n"
    "1. X1 R+\n2. Y1 R+\n3. X2 A->Y Y2! F* Y1! T*\n4. Y2 /25\n"
)
"""On the line of turn 3 both partners showed a safety that is no answer."""


def run(*arguments: str | Path, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(group, [str(each) for each in arguments], input=text)


def schema() -> Draft202012Validator:
    report = json.loads((SCHEMAS / "report.schema.json").read_text(encoding="utf-8"))
    own = json.loads((SCHEMAS / "whatif.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(own)
    registry: Registry[Any] = Registry().with_resource("report.schema.json", Resource.from_contents(report))
    return Draft202012Validator(own, registry=registry)


def what_if(text: str, *rulings: str) -> tuple[int, dict[str, Any]]:
    result = run("what-if", "-", *rulings, "--format", "json", text=text)
    value = json.loads(result.stdout)
    assert [error.message for error in schema().iter_errors(value)] == []
    return result.exit_code, value


# What-if


def test_alternatives_stand_side_by_side() -> None:
    status, value = what_if(LIMIT, "1.4=void", "1.4=void,1.4=penalty:-50")

    assert status == 0
    assert [each["asked"] for each in value["alternatives"]] == [
        ["1.4=void"],
        ["1.4=void", "1.4=penalty:-50"],
    ]
    assert [each["after"]["hands"][0]["sides"]["Y"]["total"] for each in value["alternatives"]] == [0, -50]
    assert value["before"]["hands"][0]["sides"]["Y"]["total"] == 75
    assert [each["text"] for each in value["alternatives"][1]["written"]] == [
        "ruling void Y MB231",
        "ruling penalty Y -50",
    ]
    assert [each["line"] for each in value["alternatives"][1]["written"]] == [11, 12]


def test_place_alone_is_every_ruling_that_is_possible() -> None:
    status, value = what_if(LIMIT, "1.4")

    assert status == 0
    assert [each["asked"] for each in value["alternatives"]] == [
        ["1.4.Y=stands"], ["1.4.Y=retract"], ["1.4.Y=void"], ["1.4.Y=penalty:-100:MB231"], ["1.4.Y=forfeit"],
        ["1.4.Y=redeal"],
    ]  # fmt: skip
    assert value["refused"] == []


def test_ruling_that_does_not_fit_is_a_finding() -> None:
    status, value = what_if(LIMIT, "1.4.X=void")

    assert status == 1
    assert value["alternatives"] == []
    assert [each["code"] for each in value["refused"]] == ["MB601"]


def test_what_comes_and_goes_is_told_by_its_turn() -> None:
    text = LIMIT.replace("5. X 100", "5. X 100\n6. Y 50 ; on top of the 75\n7. X 25")
    result = run("what-if", "-", "1.4=retract", text=text)

    assert "new: MB112" in result.stdout
    assert "[hand 1, turn 5]" in result.stdout


@pytest.mark.parametrize(("ruling", "message"), [
    ("1.9=void", "hand 1 has 5 turns"), ("2.1=void", "no turn in a hand 2"), ("@2=redeal", "line 2 is no line"),
    ("1.5", "nothing to rule on"), ("1.4=penalty", "needs points"), ("1.4=void:-50", "takes no points"),
    ("1.4=away", "the verbs are"), ("4=void", "is no place"), ("1.4=void:MB23", "neither points"),
    ("@6=void:", "neither points"),
])  # fmt: skip
def test_ruling_that_cannot_be_tried_is_wrong_usage(ruling: str, message: str) -> None:
    result = run("what-if", "-", ruling, text=LIMIT)

    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_one_record_of_several_is_named() -> None:
    both = LIMIT + "\n; the second\n" + LIMIT.replace("75", "100")

    assert "there are 2 records here" in run("what-if", "-", text=both).stderr
    assert "there is no record 3" in run("what-if", "-", "--record", "3", text=both).stderr
    assert ":24:6: MB231 Y laid 100" in run("what-if", "-", "--record", "2", text=both).stdout


def test_legal_record_has_nothing_to_rule_on() -> None:
    result = run("what-if", "-", text=HEAD + "1. X R+\n")

    assert result.exit_code == 0
    assert "nothing to rule on" in result.stdout


def test_unreadable_record_is_not_ruled_on() -> None:
    result = run("what-if", "-", "1.1=void", text=HEAD + "1. X R+ ->\n")

    assert result.exit_code == 2
    assert "7:9: " in result.stderr


def test_both_partners_on_one_line_are_told_apart() -> None:
    result = run("what-if", "-", "1.3=void", text=TEAMS)
    assert result.exit_code == 2
    assert "Y1 and Y2 broke a rule there; name one, as 1.3.Y1=void" in result.stderr

    _, value = what_if(TEAMS, "1.3.Y1=void", "1.3.Y2=void", "1.3.Y1=void,1.3.Y2=void")
    totals = [each["after"]["hands"][0]["sides"]["Y"]["total"] for each in value["alternatives"]]
    # Two plain safeties are 200; Y1's was shown last, so it alone goes with Y1; with Y2's goes what follows it.
    assert value["before"]["hands"][0]["sides"]["Y"]["total"] == 200
    assert totals == [100, 0, 0]


def test_several_faults_of_one_play_are_ruled_on_together() -> None:
    dealt = LIMIT.replace("1. X R+", "deal Y 25 25 25 25 R+ R+\n1. X R+").replace("2. Y R+", "2. Y (25) R+")
    text = dealt.replace("4. Y 75", "4. Y (25) 75")

    _, value = what_if(text, "1.4=void", "1.4=void:MB231")
    together, one = value["alternatives"]

    assert sorted(each["code"] for each in together["covered"]) == ["MB130", "MB231"]
    assert together["written"][0]["text"] == "ruling void Y ; MB130, MB231"
    assert [each["code"] for each in one["covered"]] == ["MB231"]
    assert "add one of MB130, MB231" in run("what-if", "-", "1.4=penalty:-50", text=text).stderr


def test_end_of_a_hand_is_about_the_faults_of_that_hand() -> None:
    first = LIMIT + "end unfinished\n\nhand 2 first X\n1. X R+\n2. Y R+\n3. X 200\n4. Y 25\n5. Y 50\n"

    _, value = what_if(first, "2.5=forfeit", "2.4.Y=redeal")

    # Hand 1 broke a limit, hand 2 the order: the code is that of hand 2; before turn 5 there was no fault in it.
    assert [each["written"][0]["text"] for each in value["alternatives"]] == [
        "ruling forfeit Y MB110",
        "ruling redeal",
    ]


@pytest.mark.parametrize("seen", [0, 75])
def test_check_before_a_ruling_may_state_either_position(seen: int) -> None:
    text = LIMIT.replace("; they looked it up", f"check miles Y {seen}")

    _, value = what_if(text, "1.4=void")

    assert value["alternatives"][0]["written"][0]["line"] == 12
    assert value["alternatives"][0]["appear"] == []


def test_line_is_meant_as_it_stands_in_the_file() -> None:
    text = LIMIT + "6. Y 100\n"

    _, value = what_if(text, "1.4=void,@13=stands", "@13=stands,1.4=void")

    assert [[(each["line"], each["text"]) for each in way["written"]] for way in value["alternatives"]] == [
        [(11, "ruling void Y MB231"), (15, "ruling stands Y MB231")],
        [(15, "ruling stands Y MB231"), (11, "ruling void Y MB231")],
    ]
    assert all(len(way["covered"]) == 2 for way in value["alternatives"])


def test_points_of_a_forfeited_hand_that_its_end_line_has_are_said() -> None:
    result = run("what-if", "-", "1.5.Y=forfeit", text=LIMIT + "end forfeit Y X 400 Y 0\n")
    assert "counted:" not in result.stdout  # they were the director's before

    result = run("what-if", "-", "1.5.Y=forfeit", text=LIMIT + "end unfinished X 400 Y 75\n")
    assert "counted: the points of the end line of hand 1; played were X 100, Y 75" in result.stdout


# Adjudicate, without questions


def test_ruling_is_written_with_offender_code_and_reason(tmp_path: Path) -> None:
    path = tmp_path / "game.mbn"
    path.write_bytes(LIMIT.encode())

    result = run("adjudicate", path, "--ruling", "1.4=void", "--reason", "trop vite; averti", "--write")

    assert result.exit_code == 0
    assert result.stdout == ""
    wanted = LIMIT.replace("; too fast?\n", "; too fast?\nruling void Y MB231 ; trop vite; averti\n")
    assert path.read_text(encoding="utf-8") == wanted
    assert [each.name for each in tmp_path.iterdir()] == ["game.mbn"]
    again = run("what-if", path, "1.4=stands")
    assert "MB602" in again.stdout


def test_without_write_no_file_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "game.mbn"
    path.write_bytes(LIMIT.replace("\n", "\r\n").encode())
    before = path.read_bytes()

    result = run("adjudicate", path, "--ruling", "1.4=stands")

    assert path.read_bytes() == before
    assert result.stdout_bytes == before.replace(b"too fast?\r\n", b"too fast?\r\nruling stands Y MB231\r\n")


def test_new_file_is_not_written_over_another(tmp_path: Path) -> None:
    new = tmp_path / "ruled.mbn"

    assert run("adjudicate", "-", "--ruling", "1.4=stands", "--output", new, text=LIMIT).exit_code == 0
    assert "ruling stands Y MB231" in new.read_text(encoding="utf-8")
    result = run("adjudicate", "-", "--ruling", "1.4=void", "--output", new, text=LIMIT)
    assert result.exit_code == 2
    assert "there is such a file already" in result.stderr
    assert "ruling stands Y MB231" in new.read_text(encoding="utf-8")


@pytest.mark.parametrize(("rulings", "said"), [
    (("1.4.X=void",), "MB601"), (("1.4=void", "1.4=stands"), "MB602"), (("1.5=stands:MB231",), "MB603"),
    (("1.7=void",), "hand 1 has 5 turns"),
])  # fmt: skip
def test_ruling_that_does_not_fit_is_not_written(tmp_path: Path, rulings: tuple[str, ...], said: str) -> None:
    path = tmp_path / "game.mbn"
    path.write_bytes(LIMIT.encode())
    options = [word for ruling in rulings for word in ("--ruling", ruling)]

    result = run("adjudicate", path, *options, "--write")

    assert result.exit_code == 2
    assert said in result.stderr
    assert path.read_bytes() == LIMIT.encode()


def test_line_in_a_reason_cannot_be_smuggled_in(tmp_path: Path) -> None:
    path = tmp_path / "game.mbn"
    path.write_bytes(LIMIT.encode())

    result = run("adjudicate", path, "--ruling", "1.4=void", "--reason", "x\nruling redeal", "--write")

    assert result.exit_code == 2
    assert "U+000A" in result.stderr
    assert path.read_bytes() == LIMIT.encode()


def test_packed_file_is_not_ruled_on(tmp_path: Path) -> None:
    import gzip

    path = tmp_path / "game.mbn.gz"
    path.write_bytes(gzip.compress(LIMIT.encode()))

    assert "unpack it first" in run("adjudicate", path, "--ruling", "1.4=void", "--write").stderr
    assert run("what-if", path, "1.4=void").exit_code == 0


@pytest.mark.parametrize("options", [
    ["--write", "--output", "new.mbn", "--ruling", "1.4=void"], ["--reason", "x"], [],
    ["--write", "--ruling", "1.4=void"],
])  # fmt: skip
def test_wrong_usage_of_standard_input(options: list[str]) -> None:
    assert run("adjudicate", "-", *options, text=LIMIT).exit_code == 2


ENDS = st.sampled_from(["\n", "\r\n", "\r"])
COMMENTS = st.sampled_from(["", ";", "  ; été", "\t;;  x ", " ; \u65e5\u672c"])


@settings(max_examples=60, deadline=None)  # the first call imports, on whatever machine
@given(st.lists(st.tuples(ENDS, COMMENTS), min_size=12, max_size=12), st.booleans(), st.booleans())
def test_every_byte_stays_and_the_line_reads_as_a_ruling(
    decorations: list[tuple[str, str]], marked: bool, cut: bool
) -> None:
    lines = LIMIT.replace(" ; too fast?", "").splitlines()
    dressed = [
        line + (comment if line and line[0].isdigit() else "") + end
        for line, (end, comment) in zip(lines, decorations, strict=True)
    ]
    if cut:
        dressed[-1] = dressed[-1].rstrip("\r\n")
    before = ("\ufeff" * marked + "".join(dressed)).encode()

    result = run("adjudicate", "-", "--ruling", "1.4=void", text=before)

    end = decorations[9][0]
    at = len(("\ufeff" * marked + "".join(dressed[:10])).encode())
    assert result.exit_code == 0
    assert result.stdout_bytes == before[:at] + b"ruling void Y MB231" + end.encode() + before[at:]
    (reading,) = bornes.read(result.stdout_bytes)
    assert reading.errors == ()
    assert bornes.validate(reading).ruled == 1


# Adjudicate, asking


def test_questions_walk_the_violations_and_each_answer_is_written(tmp_path: Path) -> None:
    path = tmp_path / "game.mbn"
    text = LIMIT + "6. Y 100\n7. X /25\n"
    path.write_bytes(text.encode())

    result = run("adjudicate", path, "--write", text="penalty\n-30\nwarned\nvoid\n\n")

    assert result.exit_code == 0
    assert "Could be laid here" in result.stderr
    assert "winning-moves: WM" in result.stderr
    assert path.read_text(encoding="utf-8") == text.replace(
        "; too fast?\n", "; too fast?\nruling penalty Y -30 MB231 ; warned\n"
    ).replace("6. Y 100\n", "6. Y 100\nruling void Y MB231\n")


def test_what_was_answered_before_the_end_of_input_stays(tmp_path: Path) -> None:
    path = tmp_path / "game.mbn"
    path.write_bytes((LIMIT + "6. Y 100\n7. X /25\n").encode())

    result = run("adjudicate", path, "--write", text="void\n\n")

    assert result.exit_code == 1
    assert path.read_bytes().count(b"ruling ") == 1


def test_skipped_violations_are_left_and_said(tmp_path: Path) -> None:
    path = tmp_path / "game.mbn"
    path.write_bytes(LIMIT.encode())

    result = run("adjudicate", path, "--write", text="skip\n")

    assert result.exit_code == 1
    assert "1 violation without a ruling" in result.stderr
    assert path.read_bytes() == LIMIT.encode()


# Writing


def test_mode_and_link_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "game.mbn", tmp_path / "link.mbn"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)

    replace_file(str(link), b"new", b"old")

    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()


def test_write_protected_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.mbn"
    path.write_bytes(LIMIT.encode())
    path.chmod(0o444)

    result = run("adjudicate", path, "--ruling", "1.4=void", "--write")

    assert result.exit_code == 2
    assert "write-protected" in result.stderr
    assert path.read_bytes() == LIMIT.encode()


def test_file_that_was_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.mbn"
    path.write_bytes(b"theirs")

    with pytest.raises(SourceError, match="changed meanwhile"):
        replace_file(str(path), b"ours", b"old")

    assert path.read_bytes() == b"theirs"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    path = tmp_path / "game.mbn"
    path.write_bytes(LIMIT.encode())

    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, step, full)
    result = run("adjudicate", path, "--ruling", "1.4=void", "--write")

    assert result.exit_code == 2
    assert "nothing was written: No space left on device" in result.stderr
    assert path.read_bytes() == LIMIT.encode()
    assert [each.name for each in tmp_path.iterdir()] == ["game.mbn"]


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="nothing was written: No such file"):
        create_file(str(tmp_path / "no/game.mbn"), b"new")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal on this system")
@pytest.mark.parametrize("step", ["write", "fsync", "replace", "after"])
def test_killed_at_any_step_the_file_is_the_old_or_the_new_one(tmp_path: Path, step: str) -> None:
    path = tmp_path / "game.mbn"
    path.write_bytes(LIMIT.encode())
    killing = f"""
import os, signal
from bornes_api.cli import main

def die(*arguments):
    os.kill(os.getpid(), signal.SIGKILL)

step, replace = {step!r}, os.replace
if step == "write":
    opened = os.fdopen
    def half(handle, mode):
        os.write(handle, b"MBN 1")
        die()
    os.fdopen = half
elif step == "after":
    os.replace = lambda *names: (replace(*names), die())
else:
    setattr(os, step, die)
main(["adjudicate", {str(path)!r}, "--ruling", "1.4=void", "--write"])
"""
    done = subprocess.run([sys.executable, "-c", killing], capture_output=True, check=False)

    new = LIMIT.replace("; too fast?\n", "; too fast?\nruling void Y MB231\n")
    assert done.returncode == -signal.SIGKILL
    assert path.read_text(encoding="utf-8") == (new if step == "after" else LIMIT)
    assert run("check", path).exit_code == (0 if step == "after" else 1)


def test_text_of_a_ruling_comes_back() -> None:
    for text in (
        "2.15=void",
        "2.15.Y2=penalty:-100:MB231",
        "@17=redeal",
        "1.1=stands:MB230",
        "3.2.X=forfeit",
    ):
        assert str(read_asked(text)) == text
    with pytest.raises(AskedError, match="no ruling"):
        read_asked("2.15")


# The page


PAGE = (ROOT / "spec/adjudication.md").read_text(encoding="utf-8")


def test_session_of_the_page_is_real(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    ((command, output),) = re.findall(r"^```console\n\$ bornes (.*)\n((?:.*\n)*?)```", PAGE, re.MULTILINE)

    assert run(*command.split()).stdout == output


def test_every_member_and_verb_is_explained() -> None:
    own = json.loads((SCHEMAS / "whatif.schema.json").read_text(encoding="utf-8"))
    parts = [own, *own["$defs"].values()]
    names = {name for part in parts for name in part.get("properties", ())}

    assert {name for name in {*names, *VERBS} if f"`{name}`" not in PAGE} == set()
