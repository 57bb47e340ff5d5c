"""Shards, and a cluster of two workers: one is killed, the scheduler stopped, and nothing is lost or told twice."""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bornes.archive import judge_span
from bornes_api.batch.question import Question
from bornes_api.cli import group
from bornes_api.cluster.parts import MARKERS, Job, OtherVersionError, done_of, judge_shard
from bornes_api.cluster.running import ClusterError, judge_on_dask
from bornes_api.cluster.shard import Shard
from bornes_api.cluster.shards import measured, placed, shards_of, spans_of
from bornes_api.sources import Source, SourceError
from bornes_notation.spans import cut_spans

ROOT = Path(__file__).parent.parent
PEERS = ROOT / "fixtures/peers"
SIZE = 20_000
"""Bytes of a shard: several for every file."""


def cut(path: Path, size: int = SIZE) -> list[Shard]:
    return placed([measured(shard) for shard in shards_of(Source(str(path), str(path)), size)])


RECORD = (
    "MBN 1\nRuleset: winning-moves\nX: A\nY: B\n\nhand 1 first X\n1. X (?) R+\n2. Y (?) 25\nend unfinished\n"
)
PARTS = (
    RECORD,
    RECORD.replace("\n", "\r\n"),
    RECORD.replace("\n", "\r"),
    "mbn 1\nX: A\n",
    "no record\n",
    "; a comment\n",
    "\n",
    "MBN 1 ; said\n" + RECORD[6:],
    "\ufeffMBN 1\n",
    "MBN 1\nMBN 1\n",
    "x" * 70_000 + "\n",
)


@pytest.mark.parametrize("seed", range(30))
def test_shards_together_are_the_file(tmp_path: Path, seed: int) -> None:
    """Whatever stands in it and wherever it is cut: the same reports, counted on from file to shard."""
    chance = Random(seed)  # noqa: S311 - equal seeds give equal files
    path = tmp_path / "a.mbn"
    text = "".join(chance.choice(PARTS) for _ in range(chance.randint(0, 12)))
    path.write_bytes((text[: -chance.randint(1, 9)] if chance.random() < 0.3 else text).encode())
    shards = cut(path, max(chance.choice((1, 7, 50, 400)), path.stat().st_size // 50))

    whole = [report for span in cut_spans(path.read_bytes()) for report, _ in judge_span(span)]
    apart = [report for shard in shards for span in spans_of(shard) for report, _ in judge_span(span)]
    assert apart == whole
    assert [shard.start for shard in shards] + [path.stat().st_size] == [0, *(shard.end for shard in shards)]


def test_a_real_file_has_several_shards() -> None:
    assert len(cut(PEERS / "kitlaan_2p.mbn")) > 3


def test_packed_files_are_one_shard(tmp_path: Path) -> None:
    path = tmp_path / "a.mbn.gz"
    path.write_bytes(gzip.compress(RECORD.encode() * 9))
    (shard,) = cut(path, 10)

    assert sum(span.records or 0 for span in spans_of(shard)) == 9


def test_a_file_that_changed_is_not_judged(tmp_path: Path) -> None:
    path = tmp_path / "a.mbn"
    path.write_text(RECORD)
    (shard,) = cut(path)
    path.write_text(RECORD * 2)

    with pytest.raises(SourceError, match="has changed since the run began"):
        list(spans_of(shard))


def test_another_version_judges_nothing(tmp_path: Path) -> None:
    (shard,) = cut(ROOT / "fixtures/club-night.mbn")
    job = Job(0, shard, question("jsonl"), str(tmp_path), version="0.0.1")

    with pytest.raises(OtherVersionError, match=r"the run was begun with 0\.0\.1"):
        judge_shard(job)
    assert list(tmp_path.iterdir()) == []


def test_a_part_is_named_by_all_it_depends_on() -> None:
    from bornes.loading import load_ruleset, with_options

    (shard,) = cut(ROOT / "fixtures/club-night.mbn")
    own = load_ruleset("winning-moves")
    questions = [
        Question(None, "as-played", "jsonl"),
        Question(None, "void", "jsonl"),
        Question(own, "as-played", "jsonl"),
        Question(with_options(own, "max_200=4"), "as-played", "jsonl"),
        Question(None, "as-played", "parquet"),
    ]
    names = {Job(0, shard, each, "x").name for each in questions} | {
        Job(0, each, questions[0], "x").name
        for each in (shard_with(shard, modified=1), shard_with(shard, records_before=1))
    }
    names.add(Job(0, shard, questions[0], "x", version="0.0.1").name)

    assert len(names) == 8
    assert Job(0, shard, questions[0], "elsewhere").name in names


def shard_with(shard: Shard, **values: int) -> Shard:
    from dataclasses import replace

    return replace(shard, **values)  # type: ignore[arg-type]  # all of them are numbers


# With a cluster.


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    pytest.importorskip("pyarrow", reason="columns need bornes[data]")
    distributed = pytest.importorskip("distributed", reason="a cluster needs bornes[dask]")
    with two_workers(distributed) as started:
        yield started


def two_workers(distributed: Any) -> Any:
    return distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    )


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(cluster) as connected:
        connected.wait_for_workers(2, timeout=60)
        yield connected


def question(form: str) -> Question:
    return Question(None, "as-played", form)


def peers() -> list[Source]:
    names = ("bsd_mille", "kitlaan_2p", "playaural_standard")
    return [Source(str(PEERS / f"{name}.mbn"), str(PEERS / f"{name}.mbn")) for name in names]


def check(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["check", *arguments])


def alone(form: str, folder: Path) -> Any:
    """What one process says of the same files."""
    paths = [source.name for source in peers()]
    if form == "jsonl":
        return check("--format", "jsonl", *paths).stdout.splitlines()[:-1]
    pq = pytest.importorskip("pyarrow.parquet")

    check("--format", "parquet", "--output", str(folder / "alone.parquet"), *paths)
    return pq.read_table(folder / "alone.parquet").to_pylist()


def together(parts: list[str]) -> Any:
    if parts[0].endswith(".jsonl"):
        return [line for part in parts for line in Path(part).read_text(encoding="utf-8").splitlines()]
    pq = pytest.importorskip("pyarrow.parquet")

    return [row for part in parts for row in pq.read_table(part).to_pylist()]


def dying_once(place: int, flag: str) -> Callable[[Job], None]:
    """Work that kills its own process when it first meets a shard, with its part begun; sent as it stands."""

    def work(job: Job) -> None:
        import os
        import signal

        from bornes_api.cluster import parts

        if job.place == place and not os.path.exists(flag):  # noqa: PTH110 - runs in a worker
            answer = getattr(parts, "answer_part")  # noqa: B009 - a name that the module only borrows

            def begin_and_die(*arguments: Any) -> Any:
                with open(flag, "x"):  # noqa: PTH123 - the same
                    pass
                answer(*arguments)
                os.kill(os.getpid(), signal.SIGKILL)

            setattr(parts, "answer_part", begin_and_die)  # noqa: B010 - the same
        parts.judge_shard(job)

    return work


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_a_killed_worker_loses_nothing_and_repeats_nothing(tmp_path: Path, client: Any, form: str) -> None:
    folder, flag = tmp_path / "parts", tmp_path / "died"
    before = set(client.scheduler_info()["workers"])
    run = judge_on_dask(
        client, peers(), question(form), str(folder), size=SIZE, work=dying_once(4, str(flag))
    )

    assert flag.exists()
    assert before - set(client.scheduler_info()["workers"]), "a worker died"
    assert run.complaints == []
    assert run.judged == len(run.parts) > 10
    assert together(run.parts) == alone(form, tmp_path)
    assert {path.name for path in folder.iterdir()} == {MARKERS, *(Path(part).name for part in run.parts)}


def test_a_finished_run_is_not_judged_again(tmp_path: Path, client: Any) -> None:
    first = judge_on_dask(client, peers(), question("jsonl"), str(tmp_path), size=SIZE)
    second = judge_on_dask(client, peers(), question("jsonl"), str(tmp_path), size=SIZE)

    assert (second.judged, second.parts, second.tally) == (0, first.parts, first.tally)
    assert first.tally.verdicts.total() == 73
    with pytest.raises(ClusterError, match=r"no parts of this run .* delete them"):
        judge_on_dask(client, peers()[:1], question("jsonl"), str(tmp_path), size=SIZE)


def test_a_run_goes_on_where_the_scheduler_was_stopped(tmp_path: Path, client: Any) -> None:
    distributed = pytest.importorskip("distributed")
    folder = tmp_path / "parts"

    def stopping(job: Job) -> None:
        """Judges the first shards; then the scheduler goes away."""
        import time

        from bornes_api.cluster import parts

        if job.place < 3:
            parts.judge_shard(job)
        else:
            time.sleep(600)

    def stop_when_three_are_done(cluster: Any) -> None:
        import time

        until = time.monotonic() + 60
        while len(list((folder / MARKERS).glob("*.json"))) < 3 and time.monotonic() < until:
            time.sleep(0.05)
        cluster.close()

    from threading import Thread

    with two_workers(distributed) as short_lived, distributed.Client(short_lived) as other:
        stopper = Thread(target=stop_when_three_are_done, args=(short_lived,))
        stopper.start()
        with pytest.raises(ClusterError, match="the same command again does the rest"):
            judge_on_dask(other, peers(), question("parquet"), str(folder), size=SIZE, work=stopping)
        stopper.join()
    finished = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.parquet")}
    run = judge_on_dask(client, peers(), question("parquet"), str(folder), size=SIZE)

    assert len(finished) == 3
    assert run.judged == len(run.parts) - 3
    assert {name: (folder / name).stat().st_mtime_ns for name in finished} == finished
    assert together(run.parts) == alone("parquet", tmp_path)


def test_the_command_line(tmp_path: Path, cluster: Any) -> None:
    packed, broken = tmp_path / "a.mbn.gz", tmp_path / "b.mbn.gz"
    packed.write_bytes(gzip.compress(RECORD.encode() * 3))
    broken.write_bytes(gzip.compress(os.urandom(10) + RECORD.encode() * 3)[:-12])
    files = [str(packed), str(broken), str(tmp_path / "none.mbn"), str(ROOT / "fixtures/club-night.mbn")]
    arguments = [
        "--dask",
        cluster.scheduler_address,
        "--format",
        "jsonl",
        "--output",
        str(tmp_path / "parts"),
    ]
    result = check(*arguments, *files)
    one_process = check("--format", "jsonl", *files)

    assert result.exit_code == one_process.exit_code == 2
    lines = [line for part in sorted((tmp_path / "parts").glob("*.jsonl")) for line in together([str(part)])]
    assert lines == one_process.stdout.splitlines()[:-1]
    assert [json.loads(line)["record"]["file"] for line in lines][:3] == [str(packed)] * 3
    for path in (broken.name, "none.mbn"):
        assert result.stderr.count(path) == one_process.stderr.count(path) == 1
    assert check(*arguments, *files).exit_code == 2


def test_wrong_usage_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, folder = str(ROOT / "fixtures/club-night.mbn"), str(tmp_path / "parts")
    assert "--format parquet or jsonl" in check("--dask", "tcp://127.0.0.1:1", name).output
    assert "name a folder" in check("--dask", "tcp://127.0.0.1:1", "--format", "jsonl", name).output
    assert "neither with" in check("--dask", "x", "--format", "jsonl", "--jobs", "2", name).output
    monkeypatch.setitem(sys.modules, "distributed", None)
    missing = check("--dask", "tcp://127.0.0.1:1", "--format", "jsonl", "--output", folder, name)
    assert "install bornes[dask]" in missing.output
    assert missing.exit_code != 0


def test_nobody_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="a cluster needs bornes[dask]")
    monkeypatch.setattr("bornes_api.cluster.checking.SECONDS_TO_ANSWER", 1)
    name, folder = str(ROOT / "fixtures/club-night.mbn"), str(tmp_path / "parts")
    result = check("--dask", "tcp://127.0.0.1:1", "--format", "jsonl", "--output", folder, name)

    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in result.output
    assert result.exit_code != 0


def test_a_part_without_its_file_is_judged_again(tmp_path: Path) -> None:
    (shard,) = cut(ROOT / "fixtures/club-night.mbn")
    job = Job(0, shard, question("jsonl"), str(tmp_path))
    (tmp_path / MARKERS).mkdir()
    assert done_of(job) is None
    judge_shard(job)
    done = done_of(job)
    assert done is not None
    assert done.tally.verdicts == {"illegal": 1}
    Path(job.path).unlink()
    assert done_of(job) is None
