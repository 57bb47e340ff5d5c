"""Records in a column: the function of spec/clusters.md on Arrow batches, and Parquet files of texts in shards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bornes.facts import facts_of_file
from bornes_api.batch.question import Question
from bornes_api.cluster.parts import MARKERS, Job, done_of, judge_shard
from bornes_api.cluster.shards import measured, placed, shards_of
from bornes_api.columns.rows import rows_of
from bornes_api.sources import Source, SourceError

pa = pytest.importorskip("pyarrow", reason="columns need bornes[data]")
pq = pytest.importorskip("pyarrow.parquet", reason="columns need bornes[data]")

ROOT = Path(__file__).parent.parent
TEXTS = [
    *(ROOT / "fixtures/peers/bsd_mille.mbn").read_text(encoding="utf-8").split("\n\nMBN 1\n")[:1],
    (ROOT / "fixtures/peers/milleai_head.mbn").read_text(encoding="utf-8"),
    "no record\n",
    (ROOT / "fixtures/club-night.mbn").read_text(encoding="utf-8"),
    "",
]
NAMES = ["first", "many", "none", "club", "empty"]


def judge_of_the_page() -> Any:
    """The first block of Python of the page, as it stands."""
    page = (ROOT / "spec/clusters.md").read_text(encoding="utf-8")
    block = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[0]
    names: dict[str, Any] = {}
    exec(block, names)  # noqa: S102 - what the page says is what is tested
    return names["judge"]


def alone(names: list[str]) -> list[dict[str, Any]]:
    """The rows of each text judged as a file."""
    return [
        {**row, "winners": list(row["winners"])}
        for name, text in zip(names, TEXTS, strict=True)
        for report, facts in facts_of_file(text)
        for row in rows_of(report, facts, name)
    ]


def plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return pa.Table.from_pylist(rows).to_pylist()  # type: ignore[no-any-return]  # lists for tuples


@pytest.mark.parametrize("kind", [pa.string(), pa.binary()])
def test_the_function_of_the_page_judges_batches(kind: Any) -> None:
    texts = [text.encode() for text in TEXTS] if kind == pa.binary() else TEXTS
    whole = pa.RecordBatch.from_arrays([pa.array(NAMES), pa.array(texts, kind)], ["file", "text"])
    batches = [whole.slice(0, 2), whole.slice(2, 0), whole.slice(2)]
    judged = list(judge_of_the_page()(iter(batches)))

    assert all(isinstance(batch, pa.RecordBatch) for batch in judged)
    assert plain([row for batch in judged for row in batch.to_pylist()]) == plain(alone(NAMES))


@pytest.mark.parametrize("named", [True, False])
def test_parquet_is_judged_by_row_group(tmp_path: Path, named: bool) -> None:
    path = tmp_path / "games.parquet"
    columns = {"text": TEXTS, **({"file": NAMES} if named else {})}
    pq.write_table(pa.table(columns), path, row_group_size=2)
    (tmp_path / MARKERS).mkdir()
    shards = placed([measured(shard) for shard in shards_of(Source(str(path), str(path)))])
    jobs = [
        Job(place, shard, Question(None, "as-played", "parquet"), str(tmp_path))
        for place, shard in enumerate(shards)
    ]
    for job in jobs:
        judge_shard(job)

    assert len(jobs) == 3
    names = NAMES if named else [f"{path}#{row}" for row in range(1, len(TEXTS) + 1)]
    rows = [row for job in jobs for row in pq.read_table(job.path).to_pylist()]
    assert plain(rows) == plain(alone(names))
    done = [done_of(job) for job in jobs]
    assert sum(each.tally.records for each in done if each is not None) == len(
        {(row["file"], row["record"], row["verdict"]) for row in rows}
    )


def test_parquet_that_cannot_be_judged_is_named(tmp_path: Path) -> None:
    other, damaged, games = (tmp_path / f"{name}.parquet" for name in ("other", "damaged", "games"))
    pq.write_table(pa.table({"game": ["x"]}), other)
    damaged.write_bytes(b"PAR1 and no more")
    pq.write_table(pa.table({"text": TEXTS}), games)
    (shard,) = shards_of(Source(str(games), str(games)))

    with pytest.raises(SourceError, match=r"no column text .* \(there are game\)"):
        shards_of(Source(str(other), str(other)))
    with pytest.raises(SourceError, match="cannot be read as Parquet"):
        shards_of(Source(str(damaged), str(damaged)))
    with pytest.raises(SourceError, match="--format parquet only"):
        judge_shard(Job(0, shard, Question(None, "as-played", "jsonl"), str(tmp_path)))
