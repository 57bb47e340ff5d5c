"""`bornes check`: is the record legal, and if not, where and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from bornes_api.commands.judging import Tally, find_all, find_ruleset, judged, source_lines
from bornes_api.commands.options import format_option, paths_argument, policy_option, ruleset_option
from bornes_api.output import complain, emit, wants_colours
from bornes_api.sources import Source

if TYPE_CHECKING:
    from bornes.report import Report
    from bornes_api.commands.parallel import Outcome
    from bornes_notation import Reading


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of every record, and in which form the answer is wanted."""

    ruleset: str | None
    policy: str
    form: str
    everything: bool
    colours: bool


@click.command("check", short_help="Is the record legal? If not: where, and by which rule.")
@paths_argument
@ruleset_option
@policy_option
@format_option("text", "json", "jsonl", "sarif", "github")
@click.option(
    "--all", "everything", is_flag=True, help="Also what only follows from an earlier violation, and style."
)
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Judge so many files at once."
)
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    ruleset: str | None,
    policy: str,
    form: str,
    everything: bool,
    jobs: int,
) -> None:
    """Judge every record in PATH (a file, a directory of .mbn files, or - for standard input).

    Exit status: 0 all legal or undetermined, 1 a violation, 2 an unreadable record or file.
    """
    if ruleset is not None:
        find_ruleset(ruleset)
    tally = Tally()
    question = Question(ruleset, policy, form, everything, wants_colours())
    sources = find_all(paths, tally)
    answers = (
        _answers(sources, question, tally) if jobs == 1 else _in_parallel(sources, question, tally, jobs)
    )
    emit(_framed(answers, form))
    summary = tally.summary()
    if form == "text" and summary is not None:
        emit([summary])
    ctx.exit(tally.status)


def answer(source: Source, question: Question) -> Outcome:
    """The whole answer for one source; what a worker process does."""
    from bornes_api.commands.parallel import outcome_of

    return outcome_of(lambda tally: _answers((source,), question, tally))


def _in_parallel(sources: Iterable[Source], question: Question, tally: Tally, jobs: int) -> Iterator[Any]:
    from functools import partial

    from bornes_api.commands.parallel import in_parallel

    for outcome in in_parallel(sources, partial(answer, question=question), jobs):
        tally.add_tally(outcome.tally)
        if outcome.complaints:
            complain(outcome.complaints)
        yield from outcome.values


def _answers(sources: Iterable[Source], question: Question, tally: Tally) -> Iterator[Any]:
    """The answers as they go into their frame: lines of text, JSON values, or findings with their file."""
    for source, reading, report in judged(sources, question.ruleset, question.policy, tally):
        if question.form == "text":
            yield from _text(source, reading, report, question)
        elif question.form in {"json", "jsonl"}:
            from bornes_api.render.jsonreport import report_to_dict

            yield report_to_dict(report, source.name)
        else:
            from bornes_api.render.places import found_in

            for found in found_in(report, everything=question.everything):
                yield source.name, found


def _text(source: Source, reading: Reading | None, report: Report, question: Question) -> Iterator[str]:
    from bornes_api.render.paint import ansi, plain
    from bornes_api.render.text import render_text

    paint = ansi if question.colours else plain
    lines = source_lines(reading)
    return render_text(report, source.name, lines, everything=question.everything, paint=paint)


def _framed(answers: Iterator[Any], form: str) -> Iterator[str]:
    if form == "text":
        return answers
    from bornes_api.render.jsonl import json_document, json_line, json_pretty

    if form == "json":
        return json_document(answers)
    if form == "jsonl":
        return map(json_line, answers)
    if form == "sarif":
        from bornes_api.render.sarif import sarif_log

        return iter((json_pretty(sarif_log(answers)),))
    from bornes_api.render.github import render_github

    return (line for name, found in answers for line in render_github((found,), name))
