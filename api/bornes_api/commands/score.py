"""`bornes score`: the score sheet of a record, computed from what was played."""

from __future__ import annotations

from collections.abc import Iterator

import click

from bornes_api.commands.judging import find_all, judged
from bornes_api.commands.options import format_option, paths_argument, policy_option, ruleset_option
from bornes_api.output import complain, emit
from bornes_api.tally import Tally
from bornes_notation.wording import worded


@click.command("score", short_help="The score sheet, computed from what was played.")
@paths_argument
@ruleset_option
@policy_option
@format_option("text", "json", "jsonl")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], ruleset: str | None, policy: str, form: str) -> None:
    """Print the points of every hand by side and component, and what the record claims.

    Exit status as for `bornes check`.
    """
    tally = Tally()
    emit(_lines(paths, ruleset, policy, form, tally))
    ctx.exit(tally.status)


def _lines(
    paths: tuple[str, ...], ruleset: str | None, policy: str, form: str, tally: Tally
) -> Iterator[str]:
    from bornes_api.render.jsonl import json_document, json_line
    from bornes_api.render.jsonreport import score_to_dict
    from bornes_api.render.sheet import render_sheet

    results = judged(find_all(paths, tally), ruleset, policy, tally)
    if form == "text":
        for index, (source, _, report) in enumerate(results):
            if index:
                yield ""
            yield from render_sheet(report, source.name)
            if report.errors or report.violations:
                complain(
                    worded(
                        "%(name)s: record %(index)s is %(verdict)s; bornes check says why",
                        name=source.name,
                        index=report.index,
                        verdict=report.verdict,
                    )
                )
        return
    values = (score_to_dict(report, source.name) for source, _, report in results)
    yield from json_document(values) if form == "json" else map(json_line, values)
