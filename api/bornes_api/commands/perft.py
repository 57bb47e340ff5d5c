"""`bornes perft`: how many lawful ways on there are from a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from bornes_api.commands.judging import find_all, find_ruleset, readings
from bornes_api.commands.options import format_option, paths_argument, ruleset_option
from bornes_api.language.speaking import said
from bornes_api.output import complain, emit
from bornes_api.tally import UNREADABLE, Tally
from bornes_notation.wording import worded, wording_of

if TYPE_CHECKING:
    from bornes import Reading, Ruleset


@click.command("perft", short_help="Count the lawful ways on from a position.")
@paths_argument
@click.option(
    "--depth", type=click.IntRange(min=1), default=3, show_default=True, help="How many turn lines."
)
@click.option("--divide", is_flag=True, help="Also the count of each first turn line.")
@ruleset_option
@format_option("text", "json")
@click.pass_context
def command(
    ctx: click.Context, paths: tuple[str, ...], depth: int, divide: bool, ruleset: str | None, form: str
) -> None:
    """Count the lawful sequences of 1, 2, … turn lines after the last line of each record in PATH.

    The record has one hand, all deals and the whole pile (spec/perft.md). Exit status: 0, or 2 if a record
    is no start.
    """
    tally = Tally()
    values = _counted(paths, depth, divide, ruleset, tally)
    if form == "json":
        from bornes_api.render.jsonl import json_document

        emit(json_document(values))
    else:
        emit(line for value in values for line in _lines(value))
    ctx.exit(tally.status)


def _counted(
    paths: tuple[str, ...], depth: int, divide: bool, ruleset: str | None, tally: Tally
) -> Iterator[dict[str, Any]]:
    from bornes.perft import PerftError

    chosen = None if ruleset is None else find_ruleset(ruleset)
    for source, reading in readings(find_all(paths, tally), tally):
        index = 1 if reading.record is None else reading.record.index
        try:
            yield {"file": source.name, "index": index, **_counts(reading, depth, divide, chosen)}
        except PerftError as error:
            complain(
                worded(
                    "%(name)s: record %(index)s: %(error)s",
                    name=source.name,
                    index=index,
                    error=wording_of(error),
                )
            )
            tally.add(UNREADABLE)


def _counts(reading: Reading, depth: int, divide: bool, ruleset: Ruleset | None) -> dict[str, Any]:
    from bornes.perft import divided, perft
    from bornes_notation.writer import format_item

    counts: dict[str, Any] = {"counts": list(perft(reading, depth, ruleset))}
    if divide:
        counts["divide"] = {format_item(turn): count for turn, count in divided(reading, depth, ruleset)}
    return counts


def _lines(value: dict[str, Any]) -> Iterator[str]:
    yield said("%(name)s: record %(index)s", name=value["file"], index=value["index"])
    for depth, count in enumerate(value["counts"], 1):
        yield f"{depth:>6}  {count}"
    for turn, count in value.get("divide", {}).items():
        yield f"        {turn}: {count}"
