"""`bornes what-if`: the score and the verdict under rulings that nobody has made yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from bornes_api.commands.options import format_option, policy_option, ruleset_option
from bornes_api.commands.trials import (
    agreed_of,
    lines_of,
    penalty_option,
    record_option,
    rulings_in,
    tournament_option,
    trial_of,
)
from bornes_api.language.speaking import said
from bornes_api.output import complain, emit, paint_for_output
from bornes_api.sources import Source, SourceError, find_sources
from bornes_api.tally import ILLEGAL, LEGAL, UNREADABLE
from bornes_notation.wording import worded, wording_of

if TYPE_CHECKING:
    from bornes.report import Violation
    from bornes.tournament.proposals import Proposal
    from bornes.trial import Trial
    from bornes.whatif import Outcome, Refusal
    from bornes_api.tournament.agreed import Agreed


@click.command("what-if", short_help="The score under rulings not made yet, side by side.")
@click.argument("file")
@click.argument("rulings", nargs=-1, metavar="[RULING]...")
@record_option
@penalty_option
@ruleset_option
@policy_option
@tournament_option
@format_option("text", "json")
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    rulings: tuple[str, ...],
    record: int | None,
    penalty: int,
    ruleset: str | None,
    policy: str,
    tournament: str | None,
    form: str,
) -> None:
    """Judge the record in FILE (- for standard input) under each RULING; nothing is written.

    A RULING is PLACE=VERB, as 2.15=void, 2.15.Y2=penalty:-100:MB231 or @17=redeal; rulings joined by commas
    are tried together. A PLACE alone is tried with every ruling that is possible there; without any,
    every violation is that no ruling covers yet.

    Exit status: 0, 1 if a RULING does not fit the record, 2 if the record cannot be read or has no such place.
    """
    try:
        source = _only_source(file)
        agreed, policy = agreed_of(ctx, tournament, file, policy)
        with source.open() as stream:
            trial = trial_of(source.name, b"".join(stream), record, ruleset, policy)
        asked = [text for text in rulings if "=" in text]
        places = [text for text in rulings if "=" not in text]
        chosen = [] if not asked else _alternatives(trial, asked, source.name)
        found = _violations(trial, places, source.name) if places or not rulings else []
    except SourceError as error:
        complain(wording_of(error))
        ctx.exit(UNREADABLE)
    tables = _tables(trial, chosen, found, penalty, agreed)
    emit(_text(tables, trial, source.name) if form == "text" else _json(tables, trial, source.name))
    from bornes.whatif import Refusal

    ctx.exit(ILLEGAL if any(isinstance(way, Refusal) for way in chosen) else LEGAL)


def _only_source(path: str) -> Source:
    sources = find_sources(path)
    if len(sources) != 1 or (sources[0].path is not None and sources[0].path != path):
        raise SourceError(worded("%(path)s: is a directory; name the file", path=path))
    return sources[0]


def _alternatives(trial: Trial, texts: list[str], name: str) -> list[Outcome | Refusal]:
    from bornes.asked import AskedError
    from bornes.whatif import what_if

    try:
        return [what_if(trial, rulings_in(text)) for text in texts]
    except AskedError as error:
        raise SourceError(worded("%(name)s: %(error)s", name=name, error=wording_of(error))) from error


def _violations(trial: Trial, places: list[str], name: str) -> list[Violation]:
    """The unresolved violations at the places; all of the record if none is given."""
    from bornes.asked import AskedError, read_place
    from bornes.whatif import unresolved_at

    if not places:
        return list(trial.unresolved())
    try:
        found = {place: unresolved_at(trial, read_place(place)) for place in places}
    except AskedError as error:
        raise SourceError(worded("%(name)s: %(error)s", name=name, error=wording_of(error))) from error
    for place, here in found.items():
        if not here:
            raise SourceError(
                worded(
                    "%(name)s: %(place)s: there is nothing to rule on: no violation that no ruling covers yet",
                    name=name,
                    place=place,
                )
            )
    return [violation for here in found.values() for violation in here]


@dataclass(frozen=True, slots=True)
class Table:
    """Ways to rule, side by side.

    Attributes:
        violation: What they rule on; None of rulings asked for by name.
        proposals: For each violation that they rule on, what its tournament has agreed.
    """

    violation: Violation | None
    ways: list[Outcome | Refusal]
    proposals: list[tuple[Violation, Proposal]]


def _tables(
    trial: Trial,
    chosen: list[Outcome | Refusal],
    found: list[Violation],
    penalty: int,
    agreed: Agreed | None,
) -> Iterator[Table]:
    from bornes.whatif import Outcome, ways_to_rule
    from bornes_api.render.rulings import with_proposed

    if chosen:
        named = {str(asked.place) for way in chosen if isinstance(way, Outcome) for asked in way.asked}
        about = [each for place in sorted(named) for each in _unresolved(trial, place)]
        yield Table(None, chosen, [(each, agreed.proposal(trial, each)) for each in about] if agreed else [])
    for violation in found:
        ways = list(ways_to_rule(trial, violation, penalty))
        proposals = [(violation, agreed.proposal(trial, violation))] if agreed else []
        yield Table(violation, with_proposed(trial, ways, proposals), proposals)


def _unresolved(trial: Trial, place: str) -> list[Violation]:
    from bornes.asked import read_place
    from bornes.whatif import unresolved_at

    return unresolved_at(trial, read_place(place))


def _text(tables: Iterator[Table], trial: Trial, name: str) -> Iterator[str]:
    from bornes_api.render.rulings import render_proposal, render_ways
    from bornes_api.render.text import violation_lines

    paint = paint_for_output()
    some = False
    for table in tables:
        if some:
            yield ""
        some = True
        if table.violation is not None:
            yield from violation_lines(table.violation, [], name, lines_of(trial.record), paint)
        yield from render_ways(trial, table.ways, paint)
        for violation, proposal in table.proposals:
            yield from render_proposal(violation, proposal)
    if not some:
        yield said("%(name)s: nothing to rule on: no violation that no ruling covers yet", name=name)


def _json(tables: Iterator[Table], trial: Trial, name: str) -> Iterator[str]:
    from bornes_api.render.jsonl import json_pretty
    from bornes_api.render.rulings import proposal_to_dict, ways_to_dict

    made = list(tables)
    value = ways_to_dict(trial, [way for table in made for way in table.ways], name)
    if proposed := [proposal_to_dict(*each) for table in made for each in table.proposals]:
        value["proposed"] = proposed
    yield json_pretty(value)
