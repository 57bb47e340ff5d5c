"""Files of records in Parquet: a text a row, a shard for each row group."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bornes_api.batch.question import Question
from bornes_api.cluster.shard import Shard
from bornes_api.columns.schema import arrow
from bornes_api.columns.texts import judge_in_arrow
from bornes_api.sources import SourceError
from bornes_api.tally import Tally
from bornes_notation.wording import worded

_ROWS = 1000
"""Texts that are held at once."""


def groups_of(whole: Shard) -> list[Shard]:
    """A shard for each row group.

    Raises:
        MissingExtraError: pyarrow is not installed.
        SourceError: It is damaged, or has no column ``text``.
    """
    with _opened(whole.name) as file:
        if "text" not in file.schema_arrow.names:
            names = ", ".join(file.schema_arrow.names)
            raise SourceError(
                worded(
                    "%(name)s: has no column text with the records (there are %(names)s)",
                    name=whole.name,
                    names=names,
                )
            )
        groups = range(file.num_row_groups)
    return [replace(whole, start=group, end=group + 1, table=True) for group in groups]


def tables_of(shard: Shard, question: Question, tally: Tally) -> Iterator[Any]:
    """The rows of the hands in a row group, as tables; the tally counts the verdicts.

    A text is named by the column ``file``; without one, by its row, from 1: ``games.parquet#17``.

    Raises:
        SourceError: It cannot be read, or JSON lines are wanted.
    """
    if question.form != "parquet":
        raise SourceError(
            worded("%(name)s: records in Parquet are judged with --format parquet only", name=shard.name)
        )
    pa = arrow()
    with _opened(shard.name) as file:
        named = "file" in file.schema_arrow.names
        row = sum(file.metadata.row_group(group).num_rows for group in range(shard.start))
        wanted = ["file", "text"] if named else ["text"]
        groups = list(range(shard.start, shard.end))
        for batch in file.iter_batches(_ROWS, row_groups=groups, columns=wanted):
            texts = batch["text"]
            names = (
                batch["file"]
                if named
                else pa.array([f"{shard.name}#{row + at}" for at in range(1, len(texts) + 1)], pa.string())
            )
            row += len(texts)
            pairs = pa.RecordBatch.from_arrays([names, texts], ["file", "text"])
            for judged in judge_in_arrow([pairs], question.ruleset, question.policy, tally=tally):
                yield pa.Table.from_batches([judged])


def _opened(name: str) -> Any:
    try:
        return arrow("pyarrow.parquet").ParquetFile(name)
    except (OSError, ValueError) as error:
        raise SourceError(
            worded("%(name)s: cannot be read as Parquet (%(error)s)", name=name, error=error)
        ) from error
