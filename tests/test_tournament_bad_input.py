"""What a director gets wrong, and a disk refuses: the whole message, with file and line; what stood there still does."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bornes_api.cli import group
from bornes_api.locking import locked
from worked import RULED, copy_of, edit, faultless_copy

YAML = "tournament.yaml"
RECORD = "round-3/table-2.mbn"


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(group, list(map(str, arguments)))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The worked tournament, to be changed; `cup` from where we stand."""
    monkeypatch.chdir(tmp_path)
    return copy_of(Path("cup"))


def serious(folder: Path) -> list[str]:
    """What `check` says that is more than information, without the count at its end."""
    lines = run("tournament", "check", folder).stdout.splitlines()[:-1]
    return [line for line in lines if not re.match(r"\S+: info ", line)]


# Records


def move(folder: Path) -> None:
    (folder / RECORD).rename(folder / "round-4/table-5.mbn")


def move_up(folder: Path) -> None:
    (folder / RECORD).rename(folder / "table-2.mbn")


def copy(folder: Path) -> None:
    (folder / RECORD).write_bytes((folder / "round-3/table-1.mbn").read_bytes())


def folder_there(folder: Path) -> None:
    (folder / RECORD).unlink()
    (folder / RECORD).mkdir()


def not_utf8(folder: Path) -> None:
    data = (folder / RECORD).read_bytes()
    (folder / RECORD).write_bytes(data.replace(b"Okafor", b"Ok\xe9for"))


def changed(file: str, old: str, new: str) -> Callable[[Path], None]:
    return lambda folder: edit(folder, file, old, new)


CHECKED: list[tuple[Callable[[Path], None], list[str]]] = [
    (
        lambda folder: (folder / RECORD).unlink(),
        [f"cup/{YAML}:53:7: error record-missing: round 3, table 2: there is no record {RECORD}"],
    ),
    (
        move,
        [
            f"cup/{YAML}:53:7: error record-missing: round 3, table 2: there is no record {RECORD}; did you mean round-4/table-5.mbn?"
        ],
    ),
    (
        move_up,
        [
            f"cup/{YAML}:53:7: error record-missing: round 3, table 2: there is no record {RECORD}; did you mean table-2.mbn?"
        ],
    ),
    (
        folder_there,
        [f"cup/{YAML}:53:7: error record-missing: round 3, table 2: there is no record {RECORD}"],
    ),
    (
        copy,
        [
            f"cup/{YAML}:52:7: error record-twice: round 3, table 1: round-3/table-1.mbn is also the record of round 3, table 2",
            f"{RECORD}:7:4: error players-differ: round 3, table 2: X is Bianchi, Ugo, the table has Okafor, Ngozi",
            f"{RECORD}:8:4: error players-differ: round 3, table 2: Y is Berg, Olaf, the table has Moreau, Alice",
            f"cup/{YAML}:53:7: error record-twice: round 3, table 2: {RECORD} is also the record of round 3, table 1",
        ],
    ),
    (
        changed(RECORD, "Okafor, Ngozi", "Okafor, Ngosi"),
        [
            f"{RECORD}:7:4: error players-differ: round 3, table 2: X is Okafor, Ngosi, the table has Okafor, Ngozi; did you mean Okafor, Ngozi?"
        ],
    ),
    (
        changed(RECORD, "Date: 2026-10-03", "Date: 2026-02-30"),
        [
            f"{RECORD}:3:7: error record-unreadable: round 3, table 2: MB026 2026-02-30 is no date; write year-month-day, ?? for what is unknown: 2026-11-??"
        ],
    ),
    (
        changed(RECORD, "Date: 2026-10-03", "Date: 2026-10-05"),
        [
            f"{RECORD}:3:7: error date-impossible: round 3, table 2: the record is of 2026-10-05, the tournament of 2026-10-03 to 2026-10-04"
        ],
    ),
    (
        not_utf8,
        [
            f"{RECORD}:7:6: error record-unreadable: round 3, table 2: MB001 byte E9 is not UTF-8 text; save the file as UTF-8"
        ],
    ),
    # The tournament file
    (
        changed(YAML, "date: 2026-10-03", "date: 2026-09-31"),
        [f"cup/{YAML}:31:3: error date-impossible: round 1: there is no day 2026-09-31"],
    ),
    (
        changed(YAML, "ends: 2026-10-04", "ends: 2026-10-02"),
        [
            f"cup/{YAML}:3:7: error date-impossible: the tournament ends on 2026-10-02, before it begins on 2026-10-03",
            *(
                f"cup/{YAML}:{line}:3: error date-impossible: round {number}: the round is of {day}, the tournament ends on 2026-10-02"
                for number, line, day in (
                    (1, 31, "2026-10-03"), (2, 42, "2026-10-03"), (3, 49, "2026-10-03"), (4, 56, "2026-10-04"),
                    (5, 63, "2026-10-04"), (6, 71, "2026-10-04"), (7, 79, "2026-10-04"),
                )
            ),
        ],
    ),
    (
        changed(YAML, "byes: haddad", "byes: haddad moreau"),
        [
            f"cup/{YAML}:71:3: error player-twice: round 6: Moreau, Alice stands 2 times in the round: table 1, a bye"
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("change", "lines"), CHECKED)
def test_check_says(folder: Path, change: Callable[[Path], None], lines: list[str]) -> None:
    change(folder)
    found = serious(folder)
    if "-impossible" in lines[0] and "cup/" in lines[0]:
        found = [line for line in found if line.startswith("cup/")]  # records then are of another day too
    if change is not_utf8:
        found = found[:1]  # the others follow from that line

    assert found == lines


def test_record_edited_after_publication_is_named_by_check_verify_and_diff(folder: Path) -> None:
    assert run("tournament", "publish", folder).exit_code == 0
    assert serious(folder) == []
    edit(folder, RECORD, "21. Y (100) 75", "21. Y (100) /75")
    edit(folder, RECORD, "X 150 Y 175", "X 150 Y 200")
    hashes = r"\([0-9a-f]{12}… then, [0-9a-f]{12}… now\)"

    (line,) = serious(folder)
    assert re.fullmatch(
        rf"cup/{YAML}:53:7: warning record-edited: round 3, table 2: {RECORD} is not what publication 1 rests on "
        rf"{hashes}; bornes tournament diff says what that changes",
        line,
    )
    result = run("tournament", "verify", folder)
    assert result.exit_code == 1
    assert re.search(
        rf"^round 3, table 2: published okafor 150 moreau 100, won by okafor, recomputed okafor 150 moreau 100, won by "
        rf"okafor \({RECORD} was edited \([0-9a-f]{{12}}… before, [0-9a-f]{{12}}… now\)\)$",
        result.stdout,
        re.MULTILINE,
    )
    assert f"because: {RECORD} was edited" in run("tournament", "diff", folder).stdout


# Tournament files that cannot be used: all of it is named at once, on standard error, and nothing is printed


UNREADABLE = [
    (
        changed(YAML, "sonneborn-berger", "soneborn-berger"),
        "20:13: there is no tie-break soneborn-berger; did you mean sonneborn-berger?",
    ),
    (
        changed(YAML, "X: moreau\n", "X: &first moreau\n"),
        "35:12: an anchor (&first) is not allowed; write values out where they belong",
    ),
    (
        changed(YAML, "Y: berg\n", "Y: *first\n"),
        "36:12: an alias (*first) is not allowed; write the value out",
    ),
    (changed(YAML, "  1:\n    date", "  1:\n    <<: {date: 2026-10-03}\n    dat"), "32:5: a merge key (<<) is not allowed; write values out"),
    (changed(YAML, "hands: 1", "hands: !!int 1"), "6:8: a tag (tag:yaml.org,2002:int) is not allowed"),
    (changed(YAML, "{X: bianchi, Y: haddad", "{X: bianci, Y: haddad"), "39:14: there is no player or team bianci; did you mean bianchi?"),
    (changed(YAML, "begins: 2026-10-03", "begins: 3 October"), "2:9: begins cannot be 3 October; allowed: a date, as 2026-11-07"),
    (changed(YAML, "missing: replayed", "missing: nobody"), "27:12: missing cannot be nobody; allowed: replayed, open"),
    (
        changed(YAML, "record: round-3/table-2.mbn", "record: ../table-2.mbn"),
        "53:41: record ../table-2.mbn must lie in the folder of this file; write folders with /",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), UNREADABLE)
@pytest.mark.parametrize("command", ["check", "standings", "publish"])
def test_a_file_that_cannot_be_used_says_why(
    folder: Path, change: Callable[[Path], None], message: str, command: str
) -> None:
    change(folder)
    result = run("tournament", command, folder)

    assert result.stderr.splitlines()[0] == f"bornes: cup/{YAML}:{message}"
    assert (result.exit_code, result.stdout) == (2, "")
    assert not (folder / "published").exists()


def test_a_player_who_is_not_there_is_asked_back(folder: Path) -> None:
    result = run("tournament", "standings", folder, "--explain", "Moro, Alice")

    assert result.exit_code == 2
    assert "there is no player or team Moro, Alice; did you mean Moreau, Alice?" in result.stderr


def test_a_tournament_file_that_is_no_text_is_named_with_its_line(folder: Path) -> None:
    (folder / YAML).write_bytes((folder / YAML).read_bytes().replace(b"Haddad", b"Hadd\xe1d"))
    result = run("tournament", "check", folder)

    assert result.stderr == f"bornes: cup/{YAML}:16: this is not UTF-8 text\n"


# Disks. Every write that a director asks for, refused at every step: what stood there still does, nothing beside it


def unruled(tmp_path: Path) -> Path:
    folder = faultless_copy(tmp_path / "cup")
    edit(folder, *RULED, "")
    edit(folder, YAML, "rounds:\n", "policies: {after_hand: as-played}\n\nrounds:\n")
    return folder


def with_seven_rounds_left(folder: Path) -> None:
    text = (folder / YAML).read_text(encoding="utf-8")
    (folder / YAML).write_text(text.split("rounds:\n")[0], encoding="utf-8")


def adjudicate(folder: Path) -> Result:
    return run("adjudicate", folder / RULED[0], "--ruling", "1.31=retract", "--write")


def rule(folder: Path) -> Result:
    return run(
        "tournament", "rule", folder, "2.2", "1.31=retract", "--author", "Eve", "--reason", "taken back"
    )


def publish(folder: Path) -> Result:
    return run("tournament", "publish", folder)


def next_round(folder: Path) -> Result:
    with_seven_rounds_left(folder)
    return run("tournament", "round", folder, "--write")


def init(folder: Path) -> Result:
    (folder / YAML).unlink()
    return run("tournament", "init", folder, "--player", "A", "--player", "B")


WRITES = [
    (adjudicate, "round-2/table-2.mbn", "nothing was written: {}"),
    (rule, "rulings.jsonl", "nothing was written: {}"),
    (publish, "published/standings-0001.json", "cannot be written: {}"),
    (next_round, YAML, "cannot be rewritten: {}"),
    (init, YAML, "cannot be written: {}"),
]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.read_bytes()
    }


def refusing(number: int) -> Callable[..., Any]:
    def refuse(*_arguments: Any, **_named: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return refuse


@pytest.mark.parametrize(("write", "file", "message"), WRITES)
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_full_disk(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    write: Callable[[Path], Result],
    file: str,
    message: str,
    number: int,
) -> None:
    folder = unruled(tmp_path)
    monkeypatch.setattr(os, "fsync", refusing(number))
    result = write(folder)
    monkeypatch.undo()

    assert result.exit_code == 2
    assert result.stderr == f"bornes: {folder / file}: {message.format(os.strerror(number))}\n"
    expected = contents(unruled(tmp_path / "again"))
    if write is next_round:
        with_seven_rounds_left(tmp_path / "again/cup")
        expected = contents(tmp_path / "again/cup")
    if write is init:
        del expected[YAML]
    assert contents(folder) == expected


@pytest.mark.parametrize(("write", "file", "message"), WRITES)
def test_read_only_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], Result], file: str, message: str
) -> None:
    """As a disk mounted read-only answers; the mode of a folder stops everybody but the administrator, who runs tests."""
    folder = unruled(tmp_path)
    really = os.open

    def read_only(path: Any, flags: int, *rest: Any, **named: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return really(path, flags, *rest, **named)

    before = contents(folder)
    monkeypatch.setattr(os, "open", read_only)
    monkeypatch.setattr(os, "mkdir", refusing(errno.EROFS))
    if write in (next_round, init):
        # These take something away first, which here is not the question.
        monkeypatch.undo()
        with_seven_rounds_left(folder) if write is next_round else (folder / YAML).unlink()
        before = contents(folder)
        monkeypatch.setattr(os, "open", read_only)
        command = (
            ["round", str(folder), "--write"]
            if write is next_round
            else ["init", str(folder), "--player", "A", "--player", "B"]
        )
        result = run("tournament", *command)
    else:
        result = write(folder)
    monkeypatch.undo()

    assert result.exit_code == 2
    assert result.stderr == f"bornes: {folder / file}: {message.format(os.strerror(errno.EROFS))}\n"
    assert contents(folder) == before


def test_write_protected_record_is_not_ruled_on(tmp_path: Path) -> None:
    folder = unruled(tmp_path)
    record = folder / RULED[0]
    record.chmod(0o444)
    before = record.read_bytes()
    result = adjudicate(folder)

    assert result.exit_code == 2
    assert result.stderr == f"bornes: {record}: nothing was written: the file is write-protected\n"
    assert record.read_bytes() == before


def test_ledger_that_another_program_writes_into_is_waited_for_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = unruled(tmp_path)
    ledger = folder / "rulings.jsonl"
    monkeypatch.setattr("bornes_api.tournament.ledger.LOCK_SECONDS", 0.2)
    handle = os.open(ledger, os.O_RDWR | os.O_CREAT)
    try:
        with locked(handle, ledger, 1):
            result = rule(folder)
    finally:
        os.close(handle)

    assert result.exit_code == 2
    assert (
        result.stderr
        == f"bornes: {ledger}: nothing was written: another program is writing there; try again\n"
    )
    assert ledger.read_bytes() == b""
    assert rule(folder).exit_code == 0
