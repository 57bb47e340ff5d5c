"""`bornes print`: which sheet, in which form, into which file; the file is whole or as it was."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner, Result

import bornes
from bornes_api.cli import group
from bornes_api.paper import pdf as making
from sheets import Sheet

ROOT = Path(__file__).parent.parent
COUPE, CLUB = ROOT / "fixtures/coupe.mbn", ROOT / "fixtures/club-night.mbn"
FOLDER = ROOT / "fixtures/tournament"
EVENT = """event: Two
ruleset: winning-moves
hands: 1
players: {alice: "Moreau, Alice", ugo: "Bianchi, Ugo"}
tie_breaks: wins
rounds:
  1: {tables: {3: {X: alice, Y: ugo, record: club.mbn}}}
"""


def run(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(group, ["print", *map(str, arguments)], input=stdin)


@pytest.fixture
def ruled(tmp_path: Path) -> Path:
    """A tournament folder with a record in which something was ruled; gives the record."""
    text = CLUB.read_text(encoding="utf-8")
    text = text.replace("75 ; too fast?\n", "75\nruling void Y MB231 ; warned\n").replace(
        "end unfinished X 100 Y 75", "end conceded Y"
    )
    (tmp_path / "tournament.yaml").write_text(EVENT, encoding="utf-8")
    record = tmp_path / "club.mbn"
    record.write_text(text, encoding="utf-8")
    return record


@pytest.mark.parametrize(
    ("arguments", "status", "title"),
    [
        (["score", COUPE], 0, "Score sheet"),
        (["score", CLUB], 1, "Score sheet"),
        (["round", FOLDER, "1"], 0, "Round 1"),
        (["standings", FOLDER], 0, "Standings"),
        (["standings", FOLDER / "tournament.yaml", "--lang", "fr"], 0, "Classement"),
    ],
)
def test_sheet_goes_to_standard_output(arguments: list[str | Path], status: int, title: str) -> None:
    result = run(*arguments)

    assert result.exit_code == status, result.output
    assert re.search(r"<h1>(.*?)</h1>", result.stdout) is not None
    assert f"<h1>{title}</h1>" in result.stdout


def test_record_comes_from_standard_input_and_may_be_packed(tmp_path: Path) -> None:
    import gzip

    packed = tmp_path / "coupe.mbn.gz"
    packed.write_bytes(gzip.compress(COUPE.read_bytes()))

    assert run("score", "-", stdin=COUPE.read_bytes()).stdout == run("score", COUPE).stdout
    assert run("score", packed).stdout == run("score", COUPE).stdout


def test_ruling_with_its_tournament(ruled: Path) -> None:
    result = run(
        "ruling", ruled, "1.4", "--tournament", ruled.parent, "--director", "Duval", "--date", "today"
    )
    text = Sheet(result.stdout).text

    assert result.exit_code == 0, result.output
    assert all(part in text for part in ("Two", "Round1", "Table3", "Duval", "today", "warned"))


def test_ruling_of_the_ledger_has_a_slip() -> None:
    """Match 6.3: the reviewer's decision on the appeal is what counts, and the record itself says nothing of it."""
    record = FOLDER / "round-6/table-3.mbn"
    text = Sheet(run("ruling", record, "--tournament", FOLDER).stdout).text

    assert all(part in text for part in ("Castro, Ana", "2026-10-04T16:00:00Z", "MB232"))
    received = json.loads((FOLDER / "rulings.jsonl").read_text("utf-8").splitlines()[0])["record"]
    assert received in text, "the hash of the record as it was received"
    assert "nothing was ruled in it" in run("ruling", record).stderr


def test_score_sheet_with_the_rulings_of_the_ledger() -> None:
    record = FOLDER / "round-6/table-3.mbn"

    assert "the policies say void" in Sheet(run("score", record, "--tournament", FOLDER).stdout).text
    assert "the policies say void" not in Sheet(run("score", record).stdout).text


def test_all_rulings_without_a_place(ruled: Path) -> None:
    assert run("ruling", ruled).stdout == run("ruling", ruled, "@11").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ruling", CLUB], "club-night.mbn: nothing was ruled in it"),
        (["ruling", CLUB, "1.4"], "1.4: nothing was ruled there; bornes adjudicate writes"),
        (["ruling", CLUB, "1.9"], "hand 1 has 5 turns"),
        (["ruling", CLUB, "here"], "'here' is no place; write HAND.TURN"),
        (["ruling", COUPE, "--record", "2"], "there is no record 2 here; there are 1"),
        (["score", ROOT / "LICENSE"], "there is no record 1 here; there are 0"),
        (["score", "none.mbn"], "none.mbn: No such file or directory"),
        (["score", COUPE, "--lang", "xx"], "'xx'; there are en"),
        (["score", COUPE, "--ruleset", "none"], "none"),
        (["score", COUPE, "--output", "sheet.mbn"], "the name of a sheet ends in .html or .pdf"),
        (["score", COUPE, "--output", "sheet.html", "--pdf"], "are two kinds of sheet"),
        (["score", COUPE, "--paper", "letter"], "--paper is for PDF"),
        (["round", FOLDER, "8"], "there is no round 8; there are 7"),
        (["round", FOLDER, "0"], "0 is not in the range"),
        (["round", ROOT / "spec", "1"], "tournament.yaml: No such file or directory"),
        (
            ["standings", FOLDER, "--number", "1"],
            "nothing was published yet; bornes tournament publish does it",
        ),
    ],
)
def test_what_cannot_be_printed_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str | Path], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)

    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_is_of_no_table(ruled: Path) -> None:
    (ruled.parent / "other.mbn").write_bytes(ruled.read_bytes())
    result = run("ruling", ruled.parent / "other.mbn", "--tournament", ruled.parent)

    assert result.exit_code == 2
    assert "other.mbn: is the record of no table of" in result.stderr


def test_errors_of_the_tournament_are_counted(tmp_path: Path) -> None:
    (tmp_path / "tournament.yaml").write_text(EVENT, encoding="utf-8")
    (tmp_path / "club.mbn").write_bytes(CLUB.read_bytes())
    for arguments in (("round", tmp_path, "1"), ("standings", tmp_path)):
        result = run(*arguments)
        assert result.exit_code == 1
        assert "bornes tournament check says which" in result.stderr
        assert "<h1>" in result.stdout


def test_published_standings_are_printed_as_they_were(ruled: Path) -> None:
    folder = ruled.parent
    published = CliRunner().invoke(group, ["tournament", "publish", str(folder)])
    assert published.exit_code == 0, published.output
    text = ruled.read_text(encoding="utf-8").replace("ruling void", "ruling stands").replace("X 100", "X 25")
    ruled.write_text(text, encoding="utf-8")
    then = Sheet(run("standings", folder, "--number", "1").stdout)
    now = Sheet(run("standings", folder).stdout)

    assert [row[1] for row in then.table("Rank")] == ["Moreau, Alice", "Bianchi, Ugo"]
    assert [row[1] for row in now.table("Rank")] == ["Bianchi, Ugo", "Moreau, Alice"]
    assert "Publication1" in then.text
    assert "there are 1" in run("standings", folder, "--number", "2").stderr


# --- the file


def test_file_is_written_and_written_over(tmp_path: Path) -> None:
    file = tmp_path / "sheet.HTM"
    for record in (COUPE, CLUB):
        result = run("score", record, "--output", file)
        assert result.stdout == ""
        assert file.read_bytes() == run("score", record).stdout_bytes
    assert list(tmp_path.iterdir()) == [file]


def test_mode_and_link_of_the_file_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "sheet.html", tmp_path / "link.html"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    run("score", COUPE, "--output", link)

    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert "Coupe d" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("there", [True, False], ids=["over a file", "new"])
def test_full_disk_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, there: bool
) -> None:
    file = tmp_path / "sheet.html"
    if there:
        file.write_text("old", encoding="utf-8")

    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, step, full)
    result = run("score", COUPE, "--output", file)

    assert result.exit_code == 2
    assert f"{file}: nothing was written: No space left on device" in result.stderr
    assert [each.read_text(encoding="utf-8") for each in tmp_path.iterdir()] == (["old"] if there else [])


@pytest.mark.parametrize("name", ["sheet.html", "none/sheet.html"])
def test_a_place_where_nothing_may_be_written(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    if file.parent == tmp_path:
        file.write_text("old", encoding="utf-8")
        file.chmod(0o444)
    result = run("score", COUPE, "--output", file)

    assert result.exit_code == 2
    assert f"{file}: nothing was written: " in result.stderr
    assert [each.read_text(encoding="utf-8") for each in tmp_path.iterdir()] == ["old"] * (
        file.parent == tmp_path
    )


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "sheet.html").mkdir()
    result = run("score", COUPE, "--output", tmp_path / "sheet.html")

    assert result.exit_code == 2
    assert "nothing was written: this is no file" in result.stderr


# --- without what PDF needs


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ModuleNotFoundError("No module named 'weasyprint'"), "is not installed; install bornes[pdf]"),
        (OSError("cannot load library 'libpango-1.0-0'"), "apt-get install libpango-1.0-0"),
    ],
)
def test_without_weasyprint_or_its_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def absent(_name: str) -> None:
        print("-----\nsomething that does not belong to the sheet")  # noqa: T201 - as WeasyPrint does
        raise error

    monkeypatch.setattr(making, "import_module", absent)
    for arguments in (["--pdf"], ["--output", tmp_path / "sheet.pdf"]):
        result = run("score", COUPE, *arguments)
        assert result.exit_code == 2
        assert said in result.stderr
        assert "or write HTML and print it from a browser" in result.stderr
        assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_pdf_is_not_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from bornes_api import output

    monkeypatch.setattr(output, "is_terminal", lambda: True)
    result = run("score", COUPE, "--pdf")

    assert result.exit_code == 2
    assert "no text for a terminal" in result.stderr


def test_html_needs_neither_weasyprint_nor_flask() -> None:
    import subprocess

    code = (
        "import sys; from bornes_api.cli import group\n"
        f"group.main(['print', 'score', {str(COUPE)!r}], standalone_mode=False)\n"
        "sys.exit(' '.join({'weasyprint', 'flask', 'waitress'} & set(sys.modules)) or 0)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)

    assert found.returncode == 0, found.stderr


def test_commands_share_their_options() -> None:
    for name in ("score", "ruling", "round", "standings"):
        said = run(name, "--help").stdout
        assert all(option in said for option in ("--output", "--pdf", "--paper", "--lang")), name


def test_whole_tournament_can_be_printed(tmp_path: Path) -> None:
    folder = copytree(FOLDER, tmp_path / "event")
    for number in range(1, 8):
        assert run("round", folder, str(number), "--output", tmp_path / f"{number}.html").exit_code == 0
    for record in sorted(folder.glob("round-*/*.mbn")):
        (reading,) = bornes.read(record.read_bytes())
        status = 1 if bornes.validate(reading).verdict == "illegal" else 0
        assert run("score", record, "--output", tmp_path / "score.html").exit_code == status, record
