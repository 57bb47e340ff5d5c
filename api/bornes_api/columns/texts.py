"""Records that lie in a column of a table: a text a row, in; a row a hand, out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from bornes.archive import RECORDS_WITHOUT_TABLE
from bornes.facts import facts_of_span
from bornes.ruleset import Ruleset
from bornes_api.columns.parquet import table_of
from bornes_api.columns.rows import rows_of
from bornes_api.columns.schema import arrow_schema
from bornes_api.tally import Tally
from bornes_notation.spans import RecordSpan


def judge_in_arrow(
    batches: Iterable[Any],
    ruleset: Ruleset | None = None,
    policy: str = "as-played",
    *,
    file: str = "file",
    text: str = "text",
    tally: Tally | None = None,
) -> Iterator[Any]:
    """Judges the records in a column; made for Spark's ``mapInArrow``, and knows nothing of Spark.

    Each text is a file of its own, with one record or more, whose records and lines are counted from 1.

    Args:
        batches: Of type `pyarrow.RecordBatch`, with these two columns.
        ruleset: As for `bornes.validate`.
        policy: As for `bornes.validate`.
        file: The column of names, which become the column ``file``.
        text: The column of texts, as strings or bytes. A null is an empty text.
        tally: Counts the verdicts, if given.

    Yields:
        A `pyarrow.RecordBatch` of `arrow_schema` for each batch that gives rows.

    Raises:
        KeyError: A batch lacks one of the columns.
        MissingExtraError: pyarrow is not installed.
    """
    for batch in batches:
        pairs = zip(batch[file].to_pylist(), batch[text].to_pylist(), strict=True)
        rows = [
            row for name, value in pairs for row in _rows(name or "", value or b"", ruleset, policy, tally)
        ]
        yield from table_of(rows).cast(arrow_schema()).to_batches()


def _rows(
    name: str, text: str | bytes, ruleset: Ruleset | None, policy: str, tally: Tally | None
) -> Iterator[dict[str, Any]]:
    data = text if isinstance(text, bytes) else text.encode(errors="surrogatepass")
    # Counted as if records came before, since the first ones of a file are not judged the quick way.
    before = RECORDS_WITHOUT_TABLE
    for report, facts in facts_of_span(RecordSpan(data, records_before=before), ruleset, policy):
        if tally is not None:
            tally.add_report(report)
        yield from rows_of(replace(report, index=max(report.index - before, 1)), facts, name)
