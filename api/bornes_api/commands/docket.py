"""`bornes tournament rule`, `appeal`, `decide`, `log`: the ledger of a tournament."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from bornes_api.commands.options import format_option
from bornes_api.commands.tournaments import exits, path_argument
from bornes_api.language.speaking import said
from bornes_api.output import complain, emit
from bornes_api.sources import SourceError
from bornes_notation.wording import worded, wording_of

if TYPE_CHECKING:
    from bornes.tournament.ledger import Event
    from bornes_api.tournament.folder import Opened

author_option = click.option("--author", required=True, metavar="NAME", help="Who rules or decides.")
reason_option = click.option("--reason", required=True, metavar="TEXT", help="One line, for all to read.")
supersedes_option = click.option(
    "--supersedes", type=click.IntRange(1), metavar="N", help="The event whose place this one takes."
)


@click.command("rule")
@path_argument
@click.argument("place", metavar="ROUND.TABLE")
@click.argument("rulings", metavar="RULINGS")
@author_option
@reason_option
@supersedes_option
@click.option(
    "--appeal-minutes",
    type=click.IntRange(0, 525_600),
    default=30,
    show_default=True,
    help="How long it can be appealed against.",
)
@exits
def rule(
    path: str, place: str, rulings: str, author: str, reason: str, supersedes: int | None, appeal_minutes: int
) -> int:
    """Enter a ruling on the record of a table into the ledger.

    RULINGS as for bornes what-if, as 1.9=retract or 2.15=void,2.15=penalty:-50. The record's file is not changed.
    """
    from bornes_api.tournament import entering

    played, table = _place(place)
    return _enter(
        path,
        lambda opened: entering.rule(
            opened,
            played=played,
            table=table,
            rulings=tuple(rulings.split(",")),
            author=author,
            reason=reason,
            supersedes=supersedes,
            appeal_minutes=appeal_minutes,
        ),
    )


@click.command("appeal")
@path_argument
@click.argument("against", metavar="N", type=click.IntRange(1))
@click.option("--entrant", required=True, metavar="ID", help="The player or team that appeals.")
@click.option("--grounds", required=True, metavar="TEXT", help="One line: what is wrong with the ruling.")
@click.option("--author", metavar="NAME", help="Who enters it.  [default: the entrant]")
@exits
def appeal(path: str, against: int, entrant: str, grounds: str, author: str | None) -> int:
    """Enter an appeal against ruling N into the ledger."""
    from bornes_api.tournament import entering

    def make(opened: Opened) -> Event:
        who = author or entrant
        return entering.appeal(opened, against=against, entrant=entrant, author=who, grounds=grounds)

    return _enter(path, make)


@click.command("decide")
@path_argument
@click.argument("on", metavar="N", type=click.IntRange(1))
@click.argument("outcome", type=click.Choice(["upheld", "varied", "annulled"]))
@click.argument("rulings", metavar="[RULINGS]", default="")
@author_option
@reason_option
@supersedes_option
@exits
def decide(
    path: str, on: int, outcome: str, rulings: str, author: str, reason: str, supersedes: int | None
) -> int:
    """Enter the decision on appeal N into the ledger.

    upheld: the ruling stands. varied: RULINGS stand in its place. annulled: there is no ruling. Who made the
    ruling cannot decide.
    """
    from bornes_api.tournament import entering

    return _enter(
        path,
        lambda opened: entering.decide(
            opened,
            on=on,
            outcome=outcome,
            author=author,
            reason=reason,
            rulings=tuple(rulings.split(",")) if rulings else (),
            supersedes=supersedes,
        ),
    )


@click.command("log")
@path_argument
@format_option("text", "json")
@exits
def log(path: str, form: str) -> int:
    """Print the events of the ledger, what became of each, and what is wrong with it."""
    from bornes.tournament.ledger import FILE
    from bornes_api.render.jsonl import json_document
    from bornes_api.render.ledger import entry_to_dict, render_ledger
    from bornes_api.tournament.folder import gather, open_tournament

    opened = open_tournament(path)
    gathered = gather(opened.tournament, opened.path.parent, whole=False)
    ledger, docket = gathered.ledger, gathered.docket
    if form == "json":
        emit(json_document(entry_to_dict(docket, each) for each in ledger.entries))
    else:
        emit(render_ledger(docket, ledger))
    wrong = [each for each in gathered.findings if each.record == FILE and each.level == "error"]
    for each in wrong:
        line = each.place[0] if each.place else 1
        complain(
            worded(
                "%(file)s:%(line)s: %(name)s: %(message)s",
                file=each.record,
                line=line,
                name=each.name,
                message=each.message,
            )
        )
    return 1 if wrong else 0


def _enter(path: str, make: Callable[[Opened], Event]) -> int:
    from bornes_api.render.ledger import event_words
    from bornes_api.tournament.entering import RefusedError
    from bornes_api.tournament.folder import open_tournament

    opened = open_tournament(path)
    try:
        event = make(opened)
    except RefusedError as error:
        raise SourceError(
            worded(
                "%(file)s: nothing was written: %(name)s: %(error)s",
                file=opened.name,
                name=error.name,
                error=wording_of(error),
            )
        ) from error
    emit([event_words(event)])
    return 0


def _place(place: str) -> tuple[int, int]:
    played, _, table = place.partition(".")
    if not (played.isascii() and played.isdigit() and table.isascii() and table.isdigit()):
        raise click.BadParameter(
            said("%(place)r is no ROUND.TABLE, as 2.4", place=place), param_hint="'ROUND.TABLE'"
        )
    return int(played), int(table)
