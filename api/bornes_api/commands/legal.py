"""`bornes legal`: what could be played at a turn."""

from __future__ import annotations

from collections.abc import Iterator

import click

from bornes_api.commands.judging import complain_of_errors, find_all, find_ruleset, readings
from bornes_api.commands.options import PlaceInGame, format_option, policy_option, ruleset_option
from bornes_api.output import complain, emit, paint_for_output
from bornes_api.tally import UNREADABLE, Tally
from bornes_notation.wording import worded, wording_of


@click.command("legal", short_help="What could be played at a turn.")
@click.argument("path")
@click.option("--at", type=PlaceInGame(), required=True, help="The turn, as 2.15.")
@ruleset_option
@policy_option
@format_option("text", "json", "jsonl")
@click.pass_context
def command(
    ctx: click.Context, path: str, at: tuple[int, int], ruleset: str | None, policy: str, form: str
) -> None:
    """Print the position at a turn of the record in PATH (- for standard input) and every legal play there.

    Exit status: 0, or 2 if the record cannot be read or has no such turn.
    """
    tally = Tally()
    emit(_lines(path, at, ruleset, policy, form, tally))
    ctx.exit(tally.status)


def _lines(
    path: str, at: tuple[int, int], ruleset: str | None, policy: str, form: str, tally: Tally
) -> Iterator[str]:
    import bornes
    from bornes_api.render.jsonl import json_document, json_line
    from bornes_api.render.table import legal_to_dict, render_legal

    chosen = None if ruleset is None else find_ruleset(ruleset)
    found = []
    for source, reading in readings(find_all((path,), tally), tally):
        complain_of_errors(reading, source.name, tally)
        if reading.record is None:
            continue
        try:
            here = bornes.legal_at(reading, *at, ruleset=chosen, policy=policy)
        except LookupError as error:
            complain(
                worded(
                    "%(name)s: record %(index)s: %(error)s",
                    name=source.name,
                    index=reading.record.index,
                    error=wording_of(error),
                )
            )
            tally.add(UNREADABLE)
            continue
        found.append((source.name, here))
    if form == "text":
        for name, here in found:
            yield from render_legal(here, name, at, paint_for_output())
        return
    values = (legal_to_dict(here, name, at) for name, here in found)
    yield from json_document(values) if form == "json" else map(json_line, values)
