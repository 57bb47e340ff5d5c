"""`bornes replay`: the positions of a game, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from bornes_api.commands.judging import complain_of_errors, find_all, find_ruleset, readings
from bornes_api.commands.options import (
    PlaceInGame,
    format_option,
    paths_argument,
    policy_option,
    ruleset_option,
)
from bornes_api.language.speaking import said, spoken
from bornes_api.output import complain, emit, paint_for_output
from bornes_api.tally import ILLEGAL, UNREADABLE, Tally
from bornes_notation.wording import worded

if TYPE_CHECKING:
    from bornes import Step


@click.command("replay", short_help="The positions of a game, one after the other.")
@paths_argument
@click.option("--at", type=PlaceInGame(), help="Only the position before this turn.")
@ruleset_option
@policy_option
@format_option("text", "json", "jsonl")
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, writable=True),
    metavar="FILE",
    help="Write one page to look at instead, which needs nothing else; of one record.",
)
@click.option("--lang", metavar="CODE", help="Language of that page, as fr; without it, that of the run.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    at: tuple[int, int] | None,
    ruleset: str | None,
    policy: str,
    form: str,
    page: str | None,
    lang: str | None,
) -> None:
    """Print each position and the line that was played on it.

    Exit status: 0 no violation in what is shown, 1 a violation, 2 unreadable, or no such turn.
    """
    tally = Tally()
    if page is not None:
        if at is not None:
            raise click.UsageError(said("--html shows every turn; leave --at out"))
        from bornes_api.commands.savepage import save_page

        save_page(paths, page, lang or spoken(), ruleset, policy, tally)
        ctx.exit(tally.status)
    if lang is not None:
        raise click.UsageError(said("--lang is for --html"))
    emit(_lines(paths, at, ruleset, policy, form, tally))
    ctx.exit(tally.status)


def _lines(
    paths: tuple[str, ...],
    at: tuple[int, int] | None,
    ruleset: str | None,
    policy: str,
    form: str,
    tally: Tally,
) -> Iterator[str]:
    from bornes_api.render.jsonl import json_document, json_line
    from bornes_api.render.table import render_steps, step_to_dict

    shown = _steps(paths, at, ruleset, policy, tally)
    if form == "text":
        paint = paint_for_output()
        for name, steps in shown:
            yield from render_steps(steps, name, paint)
        return
    values = (step_to_dict(step, name) for name, steps in shown for step in steps)
    yield from json_document(values) if form == "json" else map(json_line, values)


def _steps(
    paths: tuple[str, ...], at: tuple[int, int] | None, ruleset: str | None, policy: str, tally: Tally
) -> Iterator[tuple[str, Iterator[Step]]]:
    """The steps to show of each record, with the name of its file."""
    import bornes

    chosen = None if ruleset is None else find_ruleset(ruleset)
    for source, reading in readings(find_all(paths, tally), tally):
        complain_of_errors(reading, source.name, tally)
        if reading.record is not None:
            steps = bornes.replay(reading, ruleset=chosen, policy=policy)
            yield (
                source.name,
                _watched(
                    steps,
                    at,
                    worded("%(name)s: record %(index)s", name=source.name, index=reading.record.index),
                    tally,
                ),
            )


def _watched(steps: Iterator[Step], at: tuple[int, int] | None, record: str, tally: Tally) -> Iterator[Step]:
    """The steps at the wanted place (all without one); the tally counts their violations."""
    found = False
    for step in steps:
        if at is not None and (step.hand, step.turn) != at:
            continue
        found = True
        if any(violation.ruling is None for violation in step.violations):
            tally.add(ILLEGAL)
        yield step
    if not found and at is not None:
        complain(
            worded(
                "%(record)s has no turn %(turn)s in a hand %(hand)s", record=record, turn=at[1], hand=at[0]
            )
        )
        tally.add(UNREADABLE)
