"""`bornes check`: is the record legal, and if not, where and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from bornes_api.commands.judging import Tally, judged, source_lines
from bornes_api.commands.options import format_option, paths_argument, policy_option, ruleset_option
from bornes_api.output import emit, paint_for_output

if TYPE_CHECKING:
    from bornes.report import Report
    from bornes_api.sources import Source
    from bornes_notation.reader import Reading

    Judged = Iterable[tuple[Source, Reading, Report]]


@click.command("check", short_help="Is the record legal? If not: where, and by which rule.")
@paths_argument
@ruleset_option
@policy_option
@format_option("text", "json", "jsonl", "sarif", "github")
@click.option(
    "--all", "everything", is_flag=True, help="Also what only follows from an earlier violation, and style."
)
@click.pass_context
def command(
    ctx: click.Context, paths: tuple[str, ...], ruleset: str | None, policy: str, form: str, everything: bool
) -> None:
    """Judge every record in PATH (a file, a directory of .mbn files, or - for standard input).

    Exit status: 0 all legal or undetermined, 1 a violation, 2 an unreadable record or file.
    """
    tally = Tally()
    results = judged(paths, ruleset, policy, tally)
    if form == "text":
        emit(_text(results, everything=everything))
    elif form in {"sarif", "github"}:
        emit(_annotations(results, form, everything=everything))
    else:
        emit(_json(results, form))
    ctx.exit(tally.status)


def _text(results: Judged, *, everything: bool) -> Iterator[str]:
    from bornes_api.render.text import render_text

    paint = paint_for_output()
    for source, reading, report in results:
        yield from render_text(report, source.name, source_lines(reading), everything=everything, paint=paint)


def _annotations(results: Judged, form: str, *, everything: bool) -> Iterator[str]:
    from bornes_api.render.github import render_github
    from bornes_api.render.jsonl import json_pretty
    from bornes_api.render.places import found_in
    from bornes_api.render.sarif import sarif_log

    found = ((source.name, found_in(report, everything=everything)) for source, _, report in results)
    if form == "sarif":
        yield json_pretty(sarif_log((name, each) for name, many in found for each in many))
        return
    for name, many in found:
        yield from render_github(many, name)


def _json(results: Judged, form: str) -> Iterator[str]:
    from bornes_api.render.jsonl import json_document, json_line
    from bornes_api.render.jsonreport import report_to_dict

    values = (report_to_dict(report, source.name) for source, _, report in results)
    return json_document(values) if form == "json" else map(json_line, values)
