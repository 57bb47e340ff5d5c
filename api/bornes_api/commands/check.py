"""`bornes check`: is the record legal, and if not, where and why."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from bornes_api.commands.judging import find_all, find_ruleset
from bornes_api.commands.options import format_option, paths_argument, policy_option, ruleset_option
from bornes_api.language.speaking import said, spoken
from bornes_api.output import complain, emit, wants_colours
from bornes_api.sources import Source
from bornes_api.tally import Tally

if TYPE_CHECKING:
    from bornes_api.batch.answers import Answer
    from bornes_api.batch.progress import Progress
    from bornes_api.batch.question import Question


@click.command("check", short_help="Is the record legal? If not: where, and by which rule.")
@paths_argument
@ruleset_option
@policy_option
@format_option("text", "json", "jsonl", "sarif", "github", "parquet")
@click.option(
    "--output",
    metavar="FILE",
    help="With --format parquet (a row a hand; needs bornes[data]): the file to write, - for standard output."
    " With --dask: the folder.",
)
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Judge on the Dask cluster with this scheduler (needs bornes[dask]), to parquet or jsonl, in parts that a"
    " second run does not judge again.",
)
@click.option(
    "--all", "everything", is_flag=True, help="Also what only follows from an earlier violation, and style."
)
@click.option(
    "--summary",
    is_flag=True,
    help="Only how many records have which verdict, and how often each code stands.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Judge in so many processes; what is printed stays the same.",
)
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    ruleset: str | None,
    policy: str,
    form: str,
    output: str | None,
    dask: str | None,
    everything: bool,
    summary: bool,
    jobs: int,
) -> None:
    """Judge every record in PATH (a file, a directory of .mbn files, or - for standard input).

    Files may be packed with gzip or zstd.

    Exit status: 0 all legal or undetermined, 1 a violation, 2 an unreadable record or file, 3 a record on which
    bornes itself failed. The highest counts.
    """
    if summary and form not in {"text", "jsonl"}:
        raise click.UsageError(
            said("--summary goes with --format text or jsonl, not with %(form)s", form=form)
        )
    _check_output(form, output, dask, alone=not summary and jobs == 1)
    from bornes_api.batch.question import Question

    chosen = None if ruleset is None else find_ruleset(ruleset)
    asked = "count" if summary else form
    question = Question(chosen, policy, asked, everything, wants_colours(), spoken())
    tally = Tally()
    if dask is not None:
        from bornes_api.cluster.checking import check_on_dask

        check_on_dask(dask, find_all(paths, tally), question, output, tally)
        ctx.exit(tally.status)
    with ExitStack() as ending:
        answers = _values(find_all(paths, tally), question, tally, jobs, ending)
        _write(answers, form, output)
    emit(_last_lines(tally, form, summary=summary))
    ctx.exit(tally.status)


def _check_output(form: str, output: str | None, dask: str | None, *, alone: bool) -> None:
    if dask is not None:
        if not alone:
            raise click.UsageError(said("--dask goes neither with --summary nor with --jobs"))
        return
    if output is not None and form != "parquet":
        raise click.UsageError(
            said("--output goes with --format parquet; send the other forms to a file with >")
        )
    if form == "parquet":
        from bornes_api.columns.checking import check_output

        check_output(output)


def _write(answers: Iterator[Any], form: str, output: str | None) -> None:
    if form == "parquet":
        from bornes_api.columns.checking import write_columns

        write_columns(answers, output)
    else:
        emit(_framed(answers, form))


def _values(
    sources: Iterable[Source], question: Question, tally: Tally, jobs: int, ending: ExitStack
) -> Iterator[Any]:
    """The answers as they go into their frame; what else is to be said is said in between."""
    from bornes_api.batch.interrupts import remembered_interrupts

    check_interrupts = ending.enter_context(remembered_interrupts())
    progress, sources = _progress(sources)
    ending.callback(progress.clear)
    done = 0
    for answer in _answers(sources, question, jobs, ending):
        check_interrupts()
        progress.clear()
        for complaint in answer.complaints:
            complain(complaint)
        yield from answer.values
        tally.add_tally(answer.tally)
        done += answer.weight
        progress.show(tally, done)
    progress.clear()


def _answers(sources: Iterable[Source], question: Question, jobs: int, ending: ExitStack) -> Iterator[Answer]:
    import bornes.archive  # noqa: F401 - so that the processes find it loaded
    from bornes_api.batch.answers import Answer, answer_parts
    from bornes_api.batch.parts import tasks

    work = tasks(sources, question)
    if jobs == 1:
        return (task if isinstance(task, Answer) else answer_parts(task, question) for task in work)
    from bornes_api.batch.workers import Crew

    return ending.enter_context(Crew(jobs, question)).answers(work)


def _progress(sources: Iterable[Source]) -> tuple[Progress, Iterable[Source]]:
    from bornes_api.batch.progress import Progress

    if not sys.stderr.isatty():
        return Progress(sys.stderr, None), sources
    sources = list(sources)
    sizes = [source.size() for source in sources]
    return Progress(sys.stderr, None if None in sizes else sum(filter(None, sizes))), sources


def _framed(answers: Iterator[Any], form: str) -> Iterator[str]:
    if form == "json":
        from bornes_api.render.jsonl import json_array

        return json_array(answers)
    if form == "sarif":
        from bornes_api.render.jsonl import json_pretty
        from bornes_api.render.sarif import sarif_log

        return (json_pretty(sarif_log(answers)) for _ in (None,))
    return answers


def _last_lines(tally: Tally, form: str, *, summary: bool) -> Iterator[str]:
    if form == "jsonl":
        from bornes_api.render.jsonl import json_line

        yield json_line(tally.as_dict())
    elif summary:
        yield from tally.table()
    elif form == "text" and (line := tally.summary()) is not None:
        yield line
