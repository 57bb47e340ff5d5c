"""`bornes check --format parquet`: from sources to tables, and to one file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from bornes_api.columns.parquet import table_of, write_to
from bornes_api.columns.rows import rows_of
from bornes_api.columns.schema import MissingExtraError, arrow
from bornes_api.language.speaking import said, words_of
from bornes_api.output import is_terminal

if TYPE_CHECKING:
    from bornes_api.batch.question import Question
    from bornes_api.tally import Tally
    from bornes_notation.spans import RecordSpan


_STANDARD_OUTPUT = (None, "-")


def check_output(path: str | None) -> None:
    """Refuses what would come to nothing, before anything is judged.

    `path` is None or ``-`` for standard output.

    Raises:
        click.UsageError: The columns would go to a terminal.
        click.ClickException: pyarrow is not installed.
    """
    if path in _STANDARD_OUTPUT and is_terminal():
        raise click.UsageError(
            said(
                "--format parquet is no text for a terminal; write it to a file (--output FILE) or into a pipe"
            )
        )
    try:
        arrow()
    except MissingExtraError as error:
        raise click.ClickException(words_of(error)) from error


def write_columns(tables: Iterable[Any], path: str | None) -> None:
    """Writes the tables to a file, or to standard output if the path is None or ``-``.

    Raises:
        click.ClickException: The file cannot be written.
    """
    try:
        write_to(None if path in _STANDARD_OUTPUT else path, tables)
    except OSError as error:
        raise click.ClickException(f"{path or '<stdout>'}: {error.strerror or error}") from error


def table_of_span(span: RecordSpan, name: str, question: Question, tally: Tally) -> Any:
    """The rows of the records of a span as a table; the tally counts their verdicts."""
    from bornes.facts import facts_of_span

    rows: list[dict[str, Any]] = []
    for report, facts in facts_of_span(span, question.ruleset, question.policy):
        tally.add_report(report)
        rows += rows_of(report, facts, name)
    return table_of(rows)
