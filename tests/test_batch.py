"""Many records at once: the same answers with any number of processes, and nothing stops the rest."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import IO, Any

import pytest
import zstandard
from jsonschema import Draft202012Validator

from bornes_api.batch.answers import Answer, answer_parts
from bornes_api.batch.interrupts import remembered_interrupts
from bornes_api.batch.parts import tasks
from bornes_api.batch.progress import Progress
from bornes_api.batch.question import Question
from bornes_api.sources import Source
from bornes_api.tally import Tally

ROOT = Path(__file__).parent.parent
SUMMARY = json.loads((ROOT / "spec/schemas/summary.schema.json").read_text(encoding="utf-8"))
HEADERS = "MBN 1\nEvent: {}\nRuleset: winning-moves\nX: Ada\nY: Ben\n\nhand 1 first X\n"
LEGAL = HEADERS.format("fine") + "1. X (R+) R+\n2. Y (25) /25\nend unfinished\n"
ILLEGAL = HEADERS.format("fault") + "1. X (25) 25\n2. Y (25) /25\nend unfinished\n"
UNREADABLE = HEADERS.format("smudge") + "1. X (25) R+->Y\n"
POISON = HEADERS.format("poison") + "1. X (R+) R+\nend unfinished\n"
MIXED = (LEGAL + ILLEGAL + LEGAL + UNREADABLE) * 30
QUESTION = Question(None, "as-played", "text")

SMALL = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the tests were started without it
import bornes.archive as archive
import bornes_api.batch.parts as parts
import bornes_api.cli as cli
import bornes_api.packed as packed
import bornes_notation.spans as spans
parts.tasks.__defaults__ = (3_000,)  # bytes of a span
spans.cut_spans.__defaults__ = (3_000, 20_000)
packed.PIECE = 1_000
judge = archive.judge_span
def poisoned(span, *how):
    if isinstance(span.data, bytes) and b"Event: poison" in span.data:
        {}
    return judge(span, *how)
archive.judge_span = poisoned
cli.main(sys.argv[1:])
"""
"""The command line with small spans, and something that happens when the poisoned record is judged."""

CONDITION = 'if isinstance(span.data, bytes) and b"Event: poison" in span.data:'


def start(*arguments: str | Path, poison: str = "pass") -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", SMALL.format(poison), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def check(*arguments: str | Path, text: str | bytes = "", poison: str = "pass") -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    process = start("check", *arguments, poison=poison)
    out, err = process.communicate(text.encode() if isinstance(text, str) else text, timeout=60)
    return process.returncode, out.decode(), err.decode()


def gone(group: int) -> bool:
    """Whether no process of the group is left, waiting a little for it."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of all kinds, small and large."""
    path = tmp_path_factory.mktemp("records")
    (path / "a.mbn").write_text(MIXED, encoding="utf-8")
    (path / "b.mbn.zst").write_bytes(zstandard.compress(MIXED[:4_000].encode()))
    (path / "c.mbn.zst").write_bytes(zstandard.compress(MIXED.encode())[:-1])
    (path / "d.mbn").write_text("no record\n", encoding="utf-8")
    (path / "e.mbn").write_bytes(b"")
    (path / "f.mbn").write_text("junk\n" + MIXED.replace("\n", "\r\n"), encoding="utf-8")
    long = HEADERS.format("long").encode() + b"; nobody holds so much at once\n" * 1_600
    (path / "g.mbn.zst").write_bytes(zstandard.compress(LEGAL.encode() + long + ILLEGAL.encode()))
    for number in range(30):
        record = (LEGAL, ILLEGAL, UNREADABLE)[number % 3]
        (path / f"h{number:02}.mbn").write_text(record, encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "sarif", "github"])
def test_any_number_of_jobs_says_the_same(folder: Path, form: str) -> None:
    one, three = (
        check("--format", form, "--jobs", jobs, folder, "-", "nowhere", text=MIXED) for jobs in ("1", "3")
    )

    assert one == three
    assert one[0] == 2
    assert [line.split(": ")[1] for line in one[2].splitlines()] == [str(folder / "c.mbn.zst"), "nowhere"]


def test_spans_say_what_the_whole_file_says(folder: Path) -> None:
    by_spans = check("--jobs", "2", folder / "a.mbn")
    whole = subprocess.run(
        [sys.executable, "-m", "bornes_api", "check", str(folder / "a.mbn")],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )

    assert by_spans == (whole.returncode, whole.stdout, whole.stderr)


def test_json_lines_end_with_a_summary(folder: Path) -> None:
    status, out, _ = check("--format", "jsonl", "--jobs", "2", folder)
    *reports, last = map(json.loads, out.splitlines())

    Draft202012Validator(SUMMARY).validate(last)
    given = [(report["record"]["file"], report["record"]["index"]) for report in reports]
    assert given == sorted(given)  # as the files and their records come
    assert [index for file, index in given if file.endswith("g.mbn.zst")] == [1, 2, 3]
    codes: Counter[str] = Counter()
    for report in reports:
        codes.update(each["code"] for kind in ("errors", "violations", "style") for each in report[kind])
        codes.update({each["code"]: each["count"] for each in report["unverified"]})
    verdicts = Counter(report["verdict"] for report in reports)
    assert last["summary"] == {
        "records": len(reports),
        "hands": sum(len(report["hands"]) for report in reports),
        "verdicts": {name: verdicts[name] for name in ("legal", "undetermined", "illegal", "unreadable")},
        "codes": dict(sorted(codes.items())),
        "unreadable_sources": 1,
        "not_judged": 0,
        "status": status,
    }


def test_summary_of_text_is_counts_only() -> None:
    lines = [check("--summary", "--jobs", jobs, "-", text=MIXED)[1].splitlines() for jobs in ("1", "2")]

    assert lines[0] == lines[1]
    counts = {what: int(count) for count, what in (line.split() for line in lines[0])}
    assert counts.items() >= {"records": 120, "legal": 60, "illegal": 30, "unreadable": 30}.items()
    assert counts["undetermined"] == 0
    assert {code for code in counts if code.startswith("MB2")} == {"MB232"}


def test_summary_of_json_lines_is_the_last_line_only() -> None:
    whole = check("--format", "jsonl", "-", text=MIXED)[1].splitlines()

    assert check("--summary", "--format", "jsonl", "-", text=MIXED)[1].splitlines() == whole[-1:]


@pytest.mark.parametrize("form", ["json", "sarif", "github"])
def test_summary_is_not_for_other_forms(form: str) -> None:
    status, out, err = check("--summary", "--format", form, "-")

    assert (status, out) == (2, "")
    assert "--summary goes with --format text or jsonl" in err


BEFORE, AFTER = (LEGAL + ILLEGAL) * 9, (ILLEGAL + LEGAL) * 9


def places(out: str) -> list[int]:
    """Numbers of the records that have a report."""
    return [int(number) for number in re.findall(r": record (\d+) ", out)]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("poison", "status", "why"),
    [("1 / 0", 3, "This is a fault of bornes"), ("raise MemoryError", 2, "memory ran out")],
)
def test_a_record_that_bornes_fails_on_is_named_and_the_rest_judged(
    poison: str, status: int, why: str, jobs: int
) -> None:
    code, out, err = check("--jobs", str(jobs), "-", text=BEFORE + POISON + AFTER, poison=poison)

    assert code == status
    assert places(out) == [*range(1, 19), *range(20, 38)]
    assert err.startswith(f"bornes: <stdin>: record 19 (line 181) was not judged: {why}")
    assert ("ZeroDivisionError" in err) == (status == 3)
    assert out.endswith("36 records: 18 legal, 18 illegal\n")


@pytest.mark.parametrize("jobs", [2, 3])
def test_a_record_that_kills_its_process_is_named_and_the_rest_judged(jobs: int) -> None:
    text = BEFORE + POISON + AFTER + POISON
    code, out, err = check("--jobs", str(jobs), "-", text=text, poison="os.kill(os.getpid(), signal.SIGKILL)")

    assert code == 2
    assert places(out) == [*range(1, 19), *range(20, 38)]
    lost = [line for line in err.splitlines() if "was not judged" in line]
    assert lost == [
        f"bornes: <stdin>: {place} was not judged: the process that judged it died (SIGKILL)"
        for place in ("record 19 (line 181)", "record 38 (line 370)")
    ]


def test_a_small_file_that_kills_its_process_does_not_take_its_neighbours_along(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number:02}.mbn").write_text(POISON if number == 5 else LEGAL, encoding="utf-8")
    code, out, err = check("--jobs", "2", tmp_path, poison="os._exit(7)")

    assert code == 2
    assert out.count(" legal under ") == 11
    assert f"{tmp_path}/05.mbn: record 1 (line 1) was not judged" in err
    assert "died (exit status 7)" in err


def test_a_long_record_that_bornes_fails_on_stops_nothing(folder: Path) -> None:
    program = SMALL.replace(CONDITION, "if not isinstance(span.data, bytes):")
    result = subprocess.run(
        [sys.executable, "-c", program.format("1 / 0"), "check", "--jobs", "2", str(folder / "g.mbn.zst")],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )

    assert result.returncode == 3
    assert places(result.stdout) == [1, 3]
    assert "record 2 (line 11) was not judged: This is a fault of bornes" in result.stderr


def test_processes_that_always_die_are_given_up() -> None:
    program = SMALL.replace(CONDITION, "if True:")
    result = subprocess.run(
        [sys.executable, "-c", program.format("os._exit(7)"), "check", "--jobs", "2", "-"],
        input=MIXED,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )

    assert result.returncode == 3
    assert "RuntimeError" in result.stderr
    assert "processes in a row died" in result.stderr


@contextmanager
def endless(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A check of standard input that does not end; many records were sent to it."""
    process = start("check", *arguments, "-")
    assert process.stdin is not None
    feeder = Thread(target=_feed, args=(process.stdin,), daemon=True)
    feeder.start()
    try:
        yield process
    finally:
        if not gone_now(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        feeder.join()
        for stream in (process.stdin, process.stdout, process.stderr):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()


def gone_now(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def _feed(stream: IO[bytes]) -> None:
    try:
        while True:
            stream.write(MIXED.encode())
    except BrokenPipeError:
        pass


@pytest.mark.parametrize("whom", [os.kill, os.killpg], ids=["parent", "terminal"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_whole_lines_and_no_process(jobs: str, whom: Any) -> None:
    with endless("--format", "jsonl", "--jobs", jobs) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        whom(process.pid, signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(timeout=30) == 130
        assert gone(process.pid)
        assert rest.endswith(b"\n")
        reports = [json.loads(line) for line in rest.splitlines()]
        assert [each["record"]["index"] for each in reports] == list(range(2, len(reports) + 2))
        message = process.stderr.read().decode().split()
        assert message[:2] == ["bornes:", "interrupted;"]


def test_ctrl_c_that_falls_into_a_finaliser_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    swallowed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda fault: swallowed.append(fault.exc_type))

    class Finalised:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with remembered_interrupts() as check:
        check()
        Finalised()
        assert swallowed == [KeyboardInterrupt]
        with pytest.raises(KeyboardInterrupt):
            check()
    assert signal.signal(signal.SIGINT, before) is signal.default_int_handler


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_that_goes_away_is_no_fault(jobs: str) -> None:
    with endless("--format", "jsonl", "--jobs", jobs) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=30) == 141
        assert process.stderr.read() == b""
        assert gone(process.pid)


def test_processes_end_with_their_parent() -> None:
    with endless("--format", "jsonl", "--jobs", "3") as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert gone(process.pid)


def test_only_so_much_is_read_ahead() -> None:
    program = """
import itertools, sys
from bornes_api.batch.answers import Answer, Part
from bornes_api.batch.question import Question
from bornes_api.batch.workers import AHEAD, Crew
from bornes_notation.spans import RecordSpan
read = 0
def tasks():
    global read
    for read in itertools.count(1):
        yield [Part("made up", RecordSpan(b""), read)]
with Crew(2, Question(None, "as-played", "text"), lambda task, question: Answer(weight=task[0].weight)) as crew:
    answers = crew.answers(tasks())
    for number in range(1, 200):
        assert next(answers).weight == number
        assert read <= number + 2 * AHEAD, (read, number)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_small_files_are_judged_several_at_a_time(folder: Path) -> None:
    sources = [Source(str(path), str(path)) for path in sorted(folder.glob("h*.mbn"))]
    work = [task for task in tasks(sources, QUESTION) if not isinstance(task, Answer)]

    assert [len(task) for task in work] == [8, 8, 8, 6]
    assert sum(part.weight for task in work for part in task) == sum(source.size() or 0 for source in sources)
    assert answer_parts(work[0], QUESTION).tally.records == 8


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_tells_rate_and_time_left() -> None:
    clock = iter([0.0, 0.05, 10.0, 10.01, 20.0])
    stream = Terminal()
    progress = Progress(stream, 4_000, lambda: next(clock))
    tally = Tally()
    tally.verdicts["legal"] = 20_000

    progress.show(tally, 10)
    assert stream.getvalue() == ""
    progress.show(tally, 1_000)
    progress.show(tally, 1_000)
    assert stream.getvalue() == "\r\x1b[K20,000 records, 2,000 a second, 25 %, 0:30 left"
    progress.clear()
    progress.clear()
    assert stream.getvalue().endswith("left\r\x1b[K")
    progress.show(tally, 4_000)
    assert stream.getvalue().endswith("1,000 a second, 100 %, 0:00 left")


def test_progress_without_sizes_tells_the_rate() -> None:
    clock = iter([0.0, 10.0])
    stream = Terminal()
    Progress(stream, None, lambda: next(clock)).show(Tally(), 1_000)

    assert stream.getvalue() == "\r\x1b[K0 records, 0 a second"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_progress_is_shown_on_a_terminal_and_taken_away(folder: Path, jobs: str) -> None:
    shown, end = pty.openpty()
    program = SMALL.format("pass").replace(
        "cli.main", "import bornes_api.batch.progress as progress\nprogress._AGAIN_AFTER = 0\ncli.main"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, "check", "--jobs", jobs, str(folder / "a.mbn")],
        stdout=subprocess.PIPE,
        stderr=end,
    ) as process:
        os.close(end)
        assert process.stdout is not None
        out = process.stdout.read().decode()
    said = os.read(shown, 1 << 16).decode()
    os.close(shown)

    assert process.returncode == 2
    assert len(places(out)) == 120
    assert re.search(r"\r\x1b\[K\d+ records, [\d,]+ a second, \d+ %, \d+:\d\d left", said)
    assert said.endswith("\r\x1b[K")
