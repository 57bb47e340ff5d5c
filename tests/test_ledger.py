"""The ledger of a tournament: what its events do, which cannot stand, and that nothing in it changes unnoticed."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from bornes.tournament.docket import hear
from bornes.tournament.ledger import (
    CANCEL,
    FILE,
    NO_EVENT,
    Appeal,
    Decision,
    Event,
    Ruling,
    line_of,
    read_ledger,
)
from bornes_api.cli import group
from bornes_api.locking import locked
from bornes_api.sources import SourceError
from bornes_api.tournament import entering, ledger
from bornes_api.tournament.document import document
from bornes_api.tournament.folder import Gathered, Opened, gather, open_tournament
from worked import RULED, edit, faultless_copy

ROOT = Path(__file__).parent.parent
SCHEMA = json.loads((ROOT / "spec/schemas/ledger.schema.json").read_text(encoding="utf-8"))
RECORD = "round-2/table-2.mbn"
FAULT = "2.2"
"""Round and table of the record whose ruling is taken out: X (Novák) laid 75 on a flat tyre."""
PLACE = "1.31"
NOON = datetime(2026, 10, 4, 12, 0, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The worked tournament without the first ruling that stands in a record of it, and without other faults."""
    folder = faultless_copy(tmp_path / "cup")
    edit(folder, *RULED, "")
    return folder


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(group, ["tournament", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def opened(folder: Path) -> Opened:
    return open_tournament(str(folder))


def gathered(folder: Path) -> Gathered:
    return gather(opened(folder).tournament, folder, whole=True)


def rule(folder: Path, asked: str = "retract", author: str = "Eve", **more: Any) -> Ruling:
    return entering.rule(
        opened(folder),
        **{
            "played": 2,
            "table": 2,
            "rulings": (f"{PLACE}={asked}",),
            "author": author,
            "reason": "taken back at once",
            "at": NOON,
            **more,
        },
    )


def appeal(folder: Path, against: int = 1, entrant: str = "novak", **more: Any) -> Appeal:
    when = {"at": NOON + timedelta(minutes=5), "author": entrant, "grounds": "nobody saw it", **more}
    return entering.appeal(opened(folder), against=against, entrant=entrant, **when)


def decide(folder: Path, on: int = 2, outcome: str = "upheld", **more: Any) -> Decision:
    when = {"at": NOON + timedelta(hours=2), "author": "Ruth", "reason": "as the rule says", **more}
    return entering.decide(opened(folder), on=on, outcome=outcome, **when)


def names(folder: Path, level: str = "error") -> list[str]:
    """Names of findings; those that only follow from the fault are one with it."""
    found = [each.name for each in gathered(folder).findings if each.level == level]
    return [name for name in dict.fromkeys(found) if (name, level) != ("unresolved", "warning")]


def totals(folder: Path) -> dict[str, int]:
    (found,) = (each for each in gathered(folder).matches if (each.round, each.table) == (2, 2))
    return dict(found.totals)


def test_ruling_of_the_ledger_does_what_one_in_the_record_does(folder: Path) -> None:
    record = (folder / RECORD).read_bytes()
    assert names(folder) == ["unresolved"]
    assert rule(folder).n == 1

    found = gathered(folder)
    assert (folder / RECORD).read_bytes() == record
    assert found.errors == 0
    (ruled,) = (each for each in found.findings if each.name == "ruled")
    assert ruled.place == (43, 12)
    assert ruled.message.endswith("ruled by event 1 of the ledger: retract")
    ruled_there = faultless_copy(folder.parent / "ruled")
    assert document(found)["standings"] == document(gathered(ruled_there))["standings"]


def test_record_with_a_ruling_of_the_ledger_is_traced(folder: Path) -> None:
    rule(folder)
    traced = json.loads(run("standings", folder, "--explain", "novak", "--format", "json").stdout)
    (part,) = (each for each in traced["parts"] if each["round"] == 2)

    text = "ruling retract X MB230 ; taken back at once"
    assert part["rulings"] == [{"event": 1, "after": 43, "text": text}]
    assert (
        f"event 1 of the ledger, after line 43: {text}"
        in run("standings", folder, "--explain", "novak").stdout
    )


def test_life_of_a_ruling(folder: Path) -> None:
    plain = totals(folder)
    rule(folder, "penalty:-100")
    fined = totals(folder)
    assert fined == {**plain, "X": plain["X"] - 100}

    rule(folder, "penalty:-50", supersedes=1)
    assert totals(folder) == {**plain, "X": plain["X"] - 50}

    appeal(folder, against=2)
    assert names(folder, "warning") == ["appeal-open"]
    decide(folder, on=3, outcome="varied", rulings=(f"{PLACE}=penalty:-10",))
    assert totals(folder) == {**plain, "X": plain["X"] - 10}
    assert names(folder, "warning") == []

    decide(folder, on=3, outcome="annulled", supersedes=4)
    assert totals(folder) == plain
    assert names(folder) == ["unresolved"]
    decide(folder, on=3, supersedes=5)
    assert totals(folder) == {**plain, "X": plain["X"] - 50}

    states = [(each["n"], each["state"], each["state_by"]) for each in logged(folder)]
    assert states == [
        (1, "superseded", 2),
        (2, "upheld", 6),
        (3, "decided", 6),
        (4, "superseded", 6),
        (5, "superseded", 6),
        (6, "stands", None),
    ]


def logged(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("log", folder, "--format", "json").stdout)
    return found


def test_two_rulings_on_one_record_are_both_obeyed(folder: Path) -> None:
    plain = totals(folder)
    rule(folder, "stands")
    rule(folder, rulings=("@43=penalty:-30",), reason="slow")
    rule(folder, rulings=("1.1.X=penalty:-20",), reason="late")

    assert totals(folder) == {**plain, "X": plain["X"] - 50}
    effective = gathered(folder).effective[2, 2]
    texts = {line.line: line.text for line in effective.trial.record.lines}
    assert [(n, texts[line]) for line, n in effective.put_in] == [
        (3, "ruling penalty X -20 ; late"),
        (1, "ruling stands X MB230 ; taken back at once"),
        (2, "ruling penalty X -30 ; slow"),
    ]


# Events that cannot stand: refused when they are entered, named with their line where they stand in a file.

Case = tuple[list[Event], str]


def ruling(n: int, **more: Any) -> Ruling:
    return Ruling(
        **{
            "n": n,
            "time": "2026-10-04T12:00:00Z",
            "author": "Eve",
            "round": 2,
            "table": 2,
            "record": "",
            "rulings": (f"{PLACE}=retract",),
            "reason": "taken back",
            "supersedes": None,
            "appeal_until": "2026-10-04T12:30:00Z",
            **more,
        }
    )


def appealed(n: int, **more: Any) -> Appeal:
    values = {"time": "2026-10-04T12:10:00Z", "author": "novak", "against": 1, "entrant": "novak"}
    return Appeal(n=n, grounds="no", **{**values, **more})


def decided(n: int, **more: Any) -> Decision:
    values = {"time": "2026-10-04T13:00:00Z", "author": "Ruth", "appeal": 2, "outcome": "upheld"}
    return Decision(n=n, reason="so", **{"rulings": (), "supersedes": None, **values, **more})


CASES: dict[str, list[Event]] = {
    "ruling-table": [ruling(1, table=9)],
    "ruling-table, no record": [ruling(1, round=4)],
    "ruling-record": [ruling(1, record="1" * 64)],
    "ruling-unfit, no such turn": [ruling(1, rulings=("1.999=void",))],
    "ruling-unfit, another fault": [ruling(1, rulings=(f"{PLACE}=void:MB401",))],
    "ruling-unfit, ruled twice": [ruling(1), ruling(2)],
    "ruling-unfit, no ruling": [ruling(1, rulings=("nonsense",))],
    "supersedes-unknown": [ruling(1, supersedes=7)],
    "supersedes-unknown, no ruling": [ruling(1), appealed(2), ruling(3, supersedes=2)],
    "supersedes-unknown, another table": [ruling(1), ruling(2, table=1, supersedes=1)],
    "supersedes-unknown, no decision": [ruling(1), appealed(2), decided(3, supersedes=1)],
    "superseded-twice": [ruling(1), ruling(2, supersedes=1), ruling(3, supersedes=1)],
    "superseded-decided": [ruling(1), appealed(2), decided(3), ruling(4, supersedes=1)],
    "appeal-unknown": [ruling(1), appealed(2, against=7)],
    "appeal-stranger": [ruling(1), appealed(2, entrant="berg")],
    "appeal-late": [ruling(1), appealed(2, time="2026-10-04T12:30:01Z")],
    "appeal-superseded": [ruling(1), ruling(2, supersedes=1), appealed(3)],
    "appeal-decided": [ruling(1), appealed(2), decided(3), appealed(4, entrant="tanaka")],
    "appeal-twice": [ruling(1), appealed(2), appealed(3)],
    "decision-unknown": [ruling(1), appealed(2), decided(3, appeal=1)],
    "reviewer-same": [ruling(1), appealed(2), decided(3, author=" eve ")],
    "decision-superseded": [ruling(1), appealed(2), ruling(3, supersedes=1), decided(4)],
    "decided-twice": [ruling(1), appealed(2), decided(3), decided(4)],
}


def with_digest(folder: Path, events: list[Event]) -> list[Event]:
    digest = gathered(folder).evidence[2, 2].sha256 or ""
    return [
        replace(each, record=each.record or digest) if isinstance(each, Ruling) else each for each in events
    ]


def write(folder: Path, events: list[Event]) -> None:
    data, head = b"", NO_EVENT
    for each in events:
        data += line_of(each, head, None)
        head = read_ledger(data).head
    (folder / FILE).write_bytes(data)


@pytest.mark.parametrize("case", CASES)
def test_event_that_cannot_stand_is_named_with_its_line_and_has_no_effect(folder: Path, case: str) -> None:
    events = with_digest(folder, CASES[case])
    write(folder, events[:-1])
    before = totals(folder)
    write(folder, events)

    found = gathered(folder)
    (fault,) = (each for each in found.findings if each.record == FILE and each.level == "error")
    assert (fault.name, fault.place) == (case.partition(",")[0], (len(events), 1))
    assert totals(folder) == before
    assert run("check", folder).exit_code == 1
    assert (run("log", folder).exit_code, logged(folder)[-1]["state"]) == (1, "no-effect")


def enter(folder: Path, event: Event, at: datetime, seen: str | None) -> None:
    match event:
        case Ruling():
            entering.rule(
                opened(folder),
                played=event.round,
                table=event.table,
                rulings=event.rulings,
                author=event.author,
                reason=event.reason,
                supersedes=event.supersedes,
                record=seen,
                at=at,
            )
        case Appeal():
            appeal(folder, event.against, event.entrant, at=at)
        case Decision():
            decide(folder, event.appeal, author=event.author, supersedes=event.supersedes, at=at)


@pytest.mark.parametrize("case", CASES)
def test_event_that_cannot_stand_is_not_entered(folder: Path, case: str) -> None:
    *events, last = with_digest(folder, CASES[case])
    write(folder, events)
    before = (folder / FILE).read_bytes()
    at = datetime.fromisoformat(last.time)
    with pytest.raises(entering.RefusedError) as refused:
        enter(folder, last, at, last.record if isinstance(last, Ruling) and case == "ruling-record" else None)

    assert refused.value.name == case.partition(",")[0]
    assert (folder / FILE).read_bytes() == before


def test_appeal_at_the_last_moment_is_in_time(folder: Path) -> None:
    rule(folder, appeal_minutes=30)

    assert appeal(folder, at=NOON + timedelta(minutes=30)).n == 2


def test_record_that_was_edited_has_no_ruling_any_more(folder: Path) -> None:
    rule(folder)
    path = folder / RECORD
    path.write_bytes(path.read_bytes().replace(b"hand 1", b"\n\nhand  1", 1))
    assert names(folder) == []  # blanks are nothing that is ruled on
    path.write_bytes(path.read_bytes() + b"; seen by me\n")

    assert sorted(names(folder)) == ["ruling-record", "unresolved"]
    rule(folder, supersedes=1)
    assert names(folder) == []


def test_record_that_is_gone_is_named_once_more(folder: Path) -> None:
    rule(folder)
    (folder / RECORD).unlink()

    assert sorted(names(folder)) == ["record-missing", "ruling-record"]


@pytest.mark.parametrize(
    "more",
    [
        {"reason": ""},
        {"reason": "two\nlines"},
        {"reason": "x" * 2001},
        {"author": ""},
        {"rulings": ()},
        {"rulings": (f"{PLACE}=stands",) * 51},
    ],
)
def test_event_of_a_wrong_form_is_not_entered(folder: Path, more: dict[str, Any]) -> None:
    with pytest.raises(entering.RefusedError):
        rule(folder, **more)

    assert not (folder / FILE).exists() or (folder / FILE).read_bytes() == b""


# The chain.


def whole_ledger(folder: Path) -> bytes:
    rule(folder)
    appeal(folder)
    decide(folder)
    return (folder / FILE).read_bytes()


def test_lines_fit_the_schema_and_name_each_other(folder: Path) -> None:
    data = whole_ledger(folder)
    checker = Draft202012Validator(SCHEMA)

    values = [json.loads(line) for line in data.splitlines()]
    for value in values:
        checker.validate(value)
    assert values[0]["previous"] == NO_EVENT
    assert read_ledger(data).findings == ()
    assert (ROOT / "validator/bornes/schemas/ledger.schema.json").read_text(encoding="utf-8") == (
        ROOT / "spec/schemas/ledger.schema.json"
    ).read_text(encoding="utf-8")


def test_every_byte_of_a_line_that_is_followed_is_held(folder: Path) -> None:
    data = whole_ledger(folder)
    last = data.rindex(b"\n", 0, -1)
    missed = [
        at
        for at in range(last)
        if all(
            each.level != "error"
            for each in read_ledger(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]).findings
        )
    ]

    assert missed == []


@pytest.mark.parametrize("gone", [0, 1])
def test_missing_line_is_named(folder: Path, gone: int) -> None:
    lines = whole_ledger(folder).splitlines(keepends=True)
    del lines[gone]
    found = read_ledger(b"".join(lines)).findings

    assert {each.name for each in found} == {"ledger-broken", "ledger-number"}
    assert {each.place for each in found} == {(gone + 1, 1)}
    (folder / FILE).write_bytes(b"".join(lines))
    before = (folder / FILE).read_bytes()
    result = run("rule", folder, "2.1", "1.1=stands", "--author", "Eve", "--reason", "x")
    assert (result.exit_code, "ledger-broken" in result.stderr) == (2, True)
    assert (folder / FILE).read_bytes() == before


def test_last_line_that_was_removed_is_seen_by_who_knows_the_head(folder: Path) -> None:
    rule(folder)
    assert run("publish", folder).exit_code == 0
    assert run("verify", folder).exit_code == 0
    appeal(folder)
    assert run("verify", folder).exit_code == 0  # what came later changes nothing that was published
    decide(folder, outcome="annulled")
    result = run("verify", folder)
    assert (result.exit_code, "follows" in result.stdout) == (0, True)
    assert "rulings of the ledger: 1 before, none now" in run("diff", folder).stdout

    (folder / FILE).write_bytes(b"")
    result = run("verify", folder)
    assert result.exit_code == 1
    assert "events were edited or removed" in result.stdout


def test_time_that_runs_backwards_is_a_warning(folder: Path) -> None:
    rule(folder)
    rule(folder, at=NOON - timedelta(hours=1), supersedes=1)

    assert (names(folder), names(folder, "warning")) == ([], ["ledger-time"])


# Lines that were never finished.


def test_torn_line_never_counts_and_is_never_dropped(folder: Path) -> None:
    rule(folder)
    first = (folder / FILE).read_bytes()
    rule(folder, "penalty:-50", supersedes=1)
    both = (folder / FILE).read_bytes()
    for cut in range(len(first) + 1, len(both)):
        torn = read_ledger(both[:cut])
        assert [each.event.n for each in torn.entries] == [1]
        assert [(each.name, each.level, each.place) for each in torn.findings] == [
            ("ledger-torn", "warning", (2, 1))
        ]
    for cut in (len(first) + 1, len(first) + 60, len(both) - 2, len(both) - 1):
        (folder / FILE).write_bytes(both[:cut])
        assert rule(folder, "penalty:-70", supersedes=1).n == 2
        now = (folder / FILE).read_bytes()
        assert now.startswith(both[:cut] + CANCEL + b"\n")
        found = read_ledger(now)
        assert [each.line for each in found.entries] == [1, 3]
        assert [(each.name, each.place) for each in found.findings] == [("ledger-torn", (2, 1))]
        assert names(folder, "warning") == ["ledger-torn"]


def test_torn_lines_one_after_the_other(folder: Path) -> None:
    rule(folder)
    first = (folder / FILE).read_bytes()
    rule(folder, "penalty:-50", supersedes=1)
    whole = (folder / FILE).read_bytes()[len(first) :]
    (folder / FILE).write_bytes(first + whole[:70])
    data = (folder / FILE).read_bytes()
    sealing = (
        CANCEL
        + b"\n"
        + line_of(
            replace(ruling(2, record="1" * 64), supersedes=1),
            read_ledger(data).head,
            read_ledger(data).unfinished,
        )
    )
    for cut in range(1, len(sealing)):
        torn_twice = data + sealing[:cut]
        found = read_ledger(torn_twice)
        assert [each.event.n for each in found.entries] == [1]
        (folder / FILE).write_bytes(torn_twice)
        if cut % 40 == 1:
            assert rule(folder, "stands", supersedes=1).n == 2
            again = read_ledger((folder / FILE).read_bytes())
            assert [each.event.n for each in again.entries] == [1, 2]
            assert {each.name for each in again.findings} == {"ledger-torn"}


@pytest.mark.parametrize(
    "line", [b"{}", b"[]", b"\xff", b"null", b'{"n":1,"n":1}', b"", b"[" * 9000, b" " * 20_000]
)
def test_line_that_is_no_event_is_an_error(folder: Path, line: bytes) -> None:
    (folder / FILE).write_bytes(line + b"\n")

    assert "ledger-unreadable" in names(folder)


# Writing.


@pytest.mark.parametrize("step", ["write", "fsync"])
def test_full_disk_leaves_the_ledger_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    rule(folder)
    before = (folder / FILE).read_bytes()
    real = os.write

    def full(handle: int, data: bytes = b"") -> int:
        if step == "write":
            real(handle, data[:20])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, step, full)
    with pytest.raises(SourceError, match=r"rulings\.jsonl: nothing was written: No space left"):
        appeal(folder)
    assert (folder / FILE).read_bytes() == before


def test_half_a_write_is_gone_on_with(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[:7]))
    rule(folder)

    assert names(folder) == []


def test_ledger_that_is_a_link_or_a_folder_is_left_alone(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"")
    (folder / FILE).symlink_to(elsewhere)
    with pytest.raises(SourceError):
        rule(folder)
    assert elsewhere.read_bytes() == b""
    (folder / FILE).unlink()
    (folder / FILE).mkdir()
    assert run("check", folder).exit_code == 2


def _writer(folder: str, number: int) -> None:
    for index in range(5):
        entering.rule(
            open_tournament(folder),
            played=1,
            table=1,
            rulings=(f"1.{number * 5 + index + 1}=stands",),
            author=f"writer {number}",
            reason="all at once",
        )


def test_many_writers_make_one_chain(folder: Path) -> None:
    context = get_context("fork")
    writers = [context.Process(target=_writer, args=(str(folder), number)) for number in range(4)]
    for each in writers:
        each.start()
    for each in writers:
        each.join(60)

    found = ledger.load(folder)
    assert [each.exitcode for each in writers] == [0] * 4
    assert [each.event.n for each in found.entries] == list(range(1, 21))
    assert found.findings == ()


def test_writer_waits_only_so_long(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LOCK_SECONDS", 0.05)
    path = folder / FILE
    handle = os.open(path, os.O_RDWR | os.O_CREAT)
    try:
        with locked(handle, path, 1), pytest.raises(SourceError, match="another program is writing"):
            rule(folder)
    finally:
        os.close(handle)


# The command line.


def test_session_on_the_command_line(folder: Path) -> None:
    steps: list[tuple[list[str], int]] = [
        (["rule", str(folder), FAULT, f"{PLACE}=retract", "--author", "Eve", "--reason", "seen"], 0),
        (["appeal", str(folder), "1", "--entrant", "novak", "--grounds", "too hard"], 0),
        (["decide", str(folder), "2", "upheld", "--author", "Eve", "--reason", "mine"], 2),
        (["decide", str(folder), "2", "varied", "--author", "Ruth", "--reason", "no rulings"], 2),
        (["decide", str(folder), "2", "varied", f"{PLACE}=stands", "--author", "Ruth", "--reason", "ok"], 0),
        (["rule", str(folder), "nonsense", f"{PLACE}=retract", "--author", "Eve", "--reason", "seen"], 2),
    ]
    for arguments, status in steps:
        result = run(*arguments)
        assert result.exit_code == status, result.output
    result = run("log", folder)
    assert f"varied to {PLACE}=stands" in result.stdout
    head = ledger.load(folder).head
    assert result.stdout.endswith(f"3 events, head {head}\n")
    exported = json.loads(run("export", folder).stdout)
    assert exported["ledger"] == {"events": 3, "sha256": head}
    (match,) = (each for each in exported["matches"] if (each["round"], each["table"]) == (2, 2))
    assert match["rulings"] == [3]


def test_what_stands_does_not_depend_on_how_it_is_asked(folder: Path) -> None:
    whole_ledger(folder)
    docket = hear(opened(folder).tournament, ledger.load(folder))

    assert [each.n for each in docket.standing(2, 2)] == [1]
    assert docket.standing(2, 1) == ()
