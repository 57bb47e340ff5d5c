"""`bornes tournament`: from records to standings that can be traced, published and verified."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from bornes_api.commands.docket import appeal, decide, log, rule
from bornes_api.commands.options import format_option
from bornes_api.commands.rounds import next_round
from bornes_api.commands.tournaments import (
    FOUND,
    UNREADABLE,
    entrant_named,
    exits,
    path_argument,
    status_of,
)
from bornes_api.language.marking import N_
from bornes_api.language.speaking import said, translated
from bornes_api.output import complain, emit, emit_bytes, paint_for_output
from bornes_api.sources import SourceError
from bornes_notation.wording import worded, wording_of

if TYPE_CHECKING:
    from bornes.tournament.model import Pairing
    from bornes_api.tournament.folder import Gathered, Opened
    from bornes_api.tournament.published import Publication

FOLLOWING = N_("publication %(number)s follows from its %(count)s records")
NOT_FOLLOWING = N_("publication %(number)s does not follow from its %(count)s records")

number_option = click.option(
    "--number", type=click.IntRange(min=1), help="Of the publication.  [default: the last]"
)


@click.group("tournament", short_help="Standings of a tournament: check, publish, verify.")
def command() -> None:
    """Standings that follow from records.

    PATH is a folder with a tournament.yaml, or that file. Exit status: 0 nothing wrong, 1 errors found, or
    published standings that do not follow, 2 a file that cannot be read or written, or a ruling that cannot stand.
    """


for _each in (rule, appeal, decide, log, next_round):
    command.add_command(_each)


@command.command("init")
@path_argument
@click.option("--event", default="Our tournament", show_default=True, help="Its name.")
@click.option("--ruleset", metavar="ID", default="winning-moves", show_default=True, help="The rules.")
@click.option(
    "--pairing",
    type=click.Choice(["round-robin", "swiss"]),
    default="round-robin",
    show_default=True,
    help="How rounds are drawn.",
)
@click.option("--player", "players", multiple=True, help="A name; once for each, in the order of seeding.")
@exits
def init(path: str, event: str, ruleset: str, pairing: Pairing, players: tuple[str, ...]) -> int:
    """Write a new tournament.yaml into a folder that exists."""
    from pathlib import Path

    from bornes.tournament.reading import read_tournament
    from bornes_api.tournament.folder import FILE
    from bornes_api.tournament.template import template
    from bornes_api.tournament.writing import create

    if not Path(path).is_dir():
        raise SourceError(worded("%(path)s: is no folder", path=path))
    if len(players) < 2:
        raise click.UsageError(said("A tournament has at least two players: --player NAME --player NAME"))
    text = template(event, ruleset, players, pairing)
    read_tournament(text, FILE)
    create(Path(path) / FILE, text)
    emit([str(Path(path) / FILE)])
    return 0


@command.command("check")
@path_argument
@format_option("text", "json")
@exits
def check(path: str, form: str) -> int:
    """Say what is wrong before results are posted: errors, warnings, information."""
    from bornes_api.render.jsonl import json_document
    from bornes_api.render.standings import finding_to_dict, render_findings
    from bornes_api.tournament.published import edited_since, publications

    opened, gathered = _gathered(path, whole=True)
    published = publications(opened.path.parent)
    if published:
        gathered.findings += edited_since(gathered, published[-1])
    if form == "json":
        emit(json_document(map(finding_to_dict, gathered.findings)))
    else:
        emit(render_findings(gathered.findings, opened.name, paint_for_output()))
    return FOUND if gathered.errors else 0


@command.command("standings")
@path_argument
@click.option("--explain", metavar="PLAYER", help="Trace every number of a player or team, by id or name.")
@format_option("text", "json")
@exits
def standings(path: str, explain: str | None, form: str) -> int:
    """Print the standings."""
    from bornes_api.render.jsonl import json_pretty
    from bornes_api.render.standings import render_standings, render_trace
    from bornes_api.tournament.document import document
    from bornes_api.tournament.tracing import trace

    opened, gathered = _gathered(path, whole=explain is not None)
    value = document(gathered)
    if explain is not None:
        entrant = entrant_named(gathered.tournament, explain, "--explain")
        value = trace(gathered, value, entrant)
    if form == "json":
        emit([json_pretty(value)])
    elif explain is None:
        emit(render_standings(value))
    else:
        names = {each.id: each.name for each in gathered.tournament.entrants.values()}
        emit(render_trace(value, names))
    return status_of(opened, gathered)


@command.command("export")
@path_argument
@format_option("json", "trf")
@exits
def export(path: str, form: str) -> int:
    """Print all of the tournament as JSON, or what other programs can read of it as TRF (FIDE, 2016).

    JSON has standings, matches, and the SHA-256 of each record. TRF has who met whom and who won.
    """
    from bornes_api.render.jsonl import json_pretty
    from bornes_api.render.trf import TrfError, render_trf
    from bornes_api.tournament.document import document

    opened, gathered = _gathered(path, whole=form == "json")
    if form == "json":
        emit([json_pretty(document(gathered))])
        return status_of(opened, gathered)
    try:
        report = render_trf(gathered.tournament, gathered.matches)
    except TrfError as error:
        complain(worded("%(name)s: %(error)s", name=opened.name, error=wording_of(error)))
        return UNREADABLE
    emit_bytes(report.data)
    for note in report.notes:
        complain(note)
    return status_of(opened, gathered)


@command.command("publish")
@path_argument
@exits
def publish(path: str) -> int:
    """Keep a numbered copy of the standings, with the SHA-256 of every record they rest on."""
    from bornes_api.tournament.document import document
    from bornes_api.tournament.published import publications
    from bornes_api.tournament.published import publish as write

    opened, gathered = _gathered(path, whole=True)
    if status := status_of(opened, gathered):
        complain(worded("nothing was published: resolve the errors first"))
        return status
    earlier = publications(opened.path.parent)
    value = document(gathered)
    if earlier and (earlier[-1].standings, earlier[-1].tournament) == (value, opened.text):
        complain(
            worded(
                "nothing has changed since publication %(number)s; nothing was written",
                number=earlier[-1].number,
            )
        )
        return 0
    emit([str(write(opened.path.parent, opened.text, value, earlier))])
    return 0


@command.command("diff")
@path_argument
@number_option
@format_option("text", "json")
@exits
def diff(path: str, number: int | None, form: str) -> int:
    """Say what has changed since the last published standings, or publication NUMBER, and why."""
    from bornes_api.render.jsonl import json_document
    from bornes_api.render.standings import render_changes
    from bornes_api.tournament.changes import changes
    from bornes_api.tournament.document import document
    from bornes_api.tournament.published import publications

    opened, gathered = _gathered(path, whole=True)
    folder = opened.path.parent
    chosen = _chosen(publications(folder), str(folder), number)
    found = changes(chosen.standings, document(gathered))
    emit(json_document(found) if form == "json" else render_changes(found))
    if not found:
        complain(worded("nothing has changed since publication %(number)s", number=chosen.number))
    return status_of(opened, gathered)


@command.command("verify")
@path_argument
@number_option
@exits
def verify(path: str, number: int | None) -> int:
    """Recompute published standings from the records and rulings, and say whether the numbers follow."""
    from bornes_api.tournament.folder import tournament_file
    from bornes_api.tournament.ledger import load
    from bornes_api.tournament.published import publications
    from bornes_api.tournament.verifying import chain_problems, commitment_notes, ledger_problems, problems

    folder = tournament_file(path).parent
    published = publications(folder)
    chosen = _chosen(published, str(folder), number)
    ledger = load(folder)
    found = [*chain_problems(published), *ledger_problems(ledger), *problems(chosen, folder, ledger)]
    emit(map(translated, [*found, *commitment_notes(published)]))
    records = sum(match["sha256"] is not None for match in chosen.standings["matches"])
    template = NOT_FOLLOWING if found else FOLLOWING
    emit([said(template, number=chosen.number, count=records)])
    return FOUND if found else 0


def _gathered(path: str, *, whole: bool) -> tuple[Opened, Gathered]:
    from bornes_api.tournament.folder import gather, open_tournament

    opened = open_tournament(path)
    return opened, gather(opened.tournament, opened.path.parent, whole=whole)


def _chosen(published: Sequence[Publication], folder: str, number: int | None) -> Publication:
    """The publication of a number, or the last one."""
    if not published:
        raise SourceError(
            worded("%(folder)s: nothing was published yet; bornes tournament publish does it", folder=folder)
        )
    if number is None:
        return published[-1]
    for each in published:
        if each.number == number:
            return each
    numbers = ", ".join(str(each.number) for each in published)
    raise SourceError(
        worded(
            "%(folder)s: there is no publication %(number)s; there are %(numbers)s",
            folder=folder,
            number=number,
            numbers=numbers,
        )
    )
