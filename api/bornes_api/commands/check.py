"""`bornes check`: is the record legal, and if not, where and why."""

from __future__ import annotations

from collections.abc import Iterator

import click

from bornes_api.commands.judging import Tally, judged, source_lines
from bornes_api.commands.options import format_option, paths_argument, policy_option, ruleset_option
from bornes_api.output import emit, paint_for_output


@click.command("check", short_help="Is the record legal? If not: where, and by which rule.")
@paths_argument
@ruleset_option
@policy_option
@format_option("text", "json", "jsonl")
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
    if form == "text":
        emit(_text(paths, ruleset, policy, tally, everything=everything))
    else:
        emit(_json(paths, ruleset, policy, tally, form))
    ctx.exit(tally.status)


def _text(
    paths: tuple[str, ...], ruleset: str | None, policy: str, tally: Tally, *, everything: bool
) -> Iterator[str]:
    from bornes_api.render.text import render_text

    paint = paint_for_output()
    for source, reading, report in judged(paths, ruleset, policy, tally):
        yield from render_text(report, source.name, source_lines(reading), everything=everything, paint=paint)


def _json(paths: tuple[str, ...], ruleset: str | None, policy: str, tally: Tally, form: str) -> Iterator[str]:
    from bornes_api.render.jsonl import json_document, json_line
    from bornes_api.render.jsonreport import report_to_dict

    values = (
        report_to_dict(report, source.name) for source, _, report in judged(paths, ruleset, policy, tally)
    )
    return json_document(values) if form == "json" else map(json_line, values)
