"""`bornes print`: score sheets, ruling slips, round sheets and standings, to be printed (spec/paper.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bornes_api.commands.options import policy_option, ruleset_option
from bornes_api.commands.sheets import Order, exits, put
from bornes_api.commands.tournaments import status_of
from bornes_api.commands.trials import record_option
from bornes_api.tally import ILLEGAL
from bornes_notation.wording import worded, wording_of

if TYPE_CHECKING:
    from bornes.tournament.ledger import Event
    from bornes.trial import Trial
    from bornes_api.tournament.folder import Gathered, Opened
    from bornes_api.tournament.published import Publication

Function = TypeVar("Function", bound=Callable[..., Any])


def order_options(function: Function) -> Function:
    """--output, --pdf, --paper, --lang: what becomes of a sheet."""
    for option in (
        click.option("--lang", metavar="CODE", help="Language of the sheet; without it, that of the run."),
        click.option("--paper", type=click.Choice(("a4", "letter")), help="Paper of a PDF.  [default: a4]"),
        click.option("--pdf", is_flag=True, help="Make a PDF (needs bornes[pdf]), also on standard output."),
        click.option(
            "--output",
            metavar="FILE",
            help="Write into this file; its ending, .html or .pdf, says which.  [default: standard output]",
        ),
    ):
        function = option(function)
    return function


date_option = click.option("--date", metavar="TEXT", help="The date to print on it.")


@click.group("print", short_help="Sheets of paper: score sheet, ruling slip, round sheet, standings.")
def command() -> None:
    """Make a sheet to be printed, as HTML or PDF.

    Exit status: 0 the sheet was made, 1 it was, and shows violations without a ruling or errors of the
    tournament, 2 it was not.
    """


tournament_option = click.option(
    "--tournament",
    metavar="PATH",
    help="The tournament of the record: where it was played, and the rulings of the ledger.",
)


@command.command("score")
@click.argument("file", metavar="RECORD")
@tournament_option
@record_option
@ruleset_option
@policy_option
@order_options
@exits
def score(
    file: str, tournament: str | None, record: int | None, ruleset: str | None, policy: str, order: Order
) -> int:
    """The score sheet of a match: its hands side by side, rulings, violations, room to sign."""
    from bornes_api.paper.scoresheet import score_sheet

    trial = received = _trial(file, record, ruleset, policy)
    if tournament is not None:
        trial = _seat_of(tournament, file, trial).trial
    sheet = score_sheet(trial.record, trial.report, received=received.record, language=order.language)
    put(sheet, order)
    return ILLEGAL if trial.unresolved() else 0


@command.command("ruling")
@click.argument("file", metavar="RECORD")
@click.argument("place", required=False)
@tournament_option
@click.option("--director", metavar="NAME", help="Who ruled.")
@date_option
@click.option("--appeal", metavar="TEXT", help="Until when, and to whom, an appeal may be made.")
@record_option
@ruleset_option
@policy_option
@order_options
@exits
def ruling(
    file: str,
    place: str | None,
    tournament: str | None,
    director: str | None,
    date: str | None,
    appeal: str | None,
    record: int | None,
    ruleset: str | None,
    policy: str,
    order: Order,
) -> int:
    """The slip of the ruling at PLACE, as 2.15 or @17; without one, a slip for each ruling of the record.

    What is left out is a line to be filled in by hand.
    """
    from bornes.asked import AskedError, read_place
    from bornes.ruled import rulings_at, rulings_made
    from bornes_api.paper.slip import Circumstances, ruling_slips
    from bornes_api.sources import SourceError

    trial = received = _trial(file, record, ruleset, policy)
    seat = None if tournament is None else _seat_of(tournament, file, trial)
    trial = trial if seat is None else seat.trial
    try:
        ruled = rulings_made(trial) if place is None else (rulings_at(trial, read_place(place)),)
    except AskedError as error:
        raise SourceError(worded("%(name)s: %(error)s", name=file, error=wording_of(error))) from error
    if not ruled:
        raise SourceError(
            worded(
                "%(file)s: nothing was ruled in it; bornes adjudicate writes a ruling into the record",
                file=file,
            )
        )
    given = {"date": date, "director": director, "appeal": appeal}
    known = {} if seat is None else seat.circumstances(each.line for one in ruled for each in one.rulings)
    said = {**known, **{name: text for name, text in given.items() if text is not None}}
    around = Circumstances(received=received.record, **said)
    put(ruling_slips(trial, ruled, around, language=order.language), order)
    return 0


@command.command("round")
@click.argument("path", metavar="PATH")
@click.argument("number", metavar="N", type=click.IntRange(min=1))
@order_options
@exits
def round_(path: str, number: int, order: Order) -> int:
    """The sheet of round N of the tournament at PATH: tables, room for totals and signatures."""
    from bornes_api.paper.roundsheet import round_sheet
    from bornes_api.sources import SourceError
    from bornes_api.tournament.document import document

    opened, gathered = _gathered(path)
    try:
        sheet = round_sheet(opened.tournament, number, document(gathered)["matches"], language=order.language)
    except LookupError as error:
        raise SourceError(
            worded(
                "%(file)s: %(error)s; there are %(count)s",
                file=opened.name,
                error=wording_of(error),
                count=len(opened.tournament.rounds),
            )
        ) from error
    put(sheet, order)
    return status_of(opened, gathered)


@command.command("standings")
@click.argument("path", metavar="PATH")
@click.option("--number", type=click.IntRange(min=1), help="As they were published under this number.")
@click.option("--records", is_flag=True, help="List all matches with the hashes of their records.")
@date_option
@order_options
@exits
def standings(path: str, number: int | None, records: bool, date: str | None, order: Order) -> int:
    """The standings of the tournament at PATH."""
    from bornes_api.paper.standingsheet import Published, standings_sheet
    from bornes_api.tournament.document import document

    status, published = 0, None
    if number is None:
        opened, gathered = _gathered(path)
        status, value = status_of(opened, gathered), document(gathered)
    else:
        found = _published(path, number)
        value, published = found.standings, Published(found.number, found.sha256)
    sheet = standings_sheet(value, published=published, date=date, records=records, language=order.language)
    put(sheet, order)
    return status


def _trial(file: str, record: int | None, ruleset: str | None, policy: str) -> Trial:
    """The record to print."""
    from bornes_api.commands.trials import trial_of
    from bornes_api.sources import STANDARD_INPUT, Source

    source = Source("<stdin>", None) if file == STANDARD_INPUT else Source(file, file)
    with source.open() as stream:
        data = b"".join(stream)
    return trial_of(source.name, data, record, ruleset, policy)


def _gathered(path: str) -> tuple[Opened, Gathered]:
    from bornes_api.tournament.folder import gather, open_tournament

    opened = open_tournament(path)
    return opened, gather(opened.tournament, opened.path.parent, whole=True)


def _published(path: str, number: int) -> Publication:
    from bornes_api.sources import SourceError
    from bornes_api.tournament.folder import tournament_file
    from bornes_api.tournament.published import publications

    folder = tournament_file(path).parent
    found = publications(folder)
    for each in found:
        if each.number == number:
            return each
    if not found:
        raise SourceError(
            worded("%(folder)s: nothing was published yet; bornes tournament publish does it", folder=folder)
        )
    raise SourceError(
        worded(
            "%(folder)s: there is no publication %(number)s; there are %(numbers)s",
            folder=folder,
            number=number,
            numbers=", ".join(str(each.number) for each in found),
        )
    )


@dataclass(frozen=True, slots=True)
class _Seat:
    """A record in its tournament: as it counts there, and the events of the ledger that put lines into it."""

    event: str
    key: tuple[int, int]
    trial: Trial
    rulings: Mapping[int, Event]

    def circumstances(self, lines: Iterable[int]) -> dict[str, str]:
        """What the tournament and its ledger say of the rulings in these lines; of several, the last one."""
        from bornes.tournament.ledger import Ruling

        known = {"event": self.event, "round": str(self.key[0]), "table": str(self.key[1])}
        made = [self.rulings[line] for line in lines if line in self.rulings]
        if made:
            last = max(made, key=lambda event: event.n)
            known |= {"director": last.author, "date": last.time}
            if isinstance(last, Ruling):  # against what a reviewer decided there is no appeal
                known["appeal"] = last.appeal_until
        return known


def _seat_of(path: str, file: str, trial: Trial) -> _Seat:
    """A record in its tournament."""
    from bornes_api.sources import SourceError

    opened, gathered = _gathered(path)
    wanted = Path(file).resolve()
    for played in opened.tournament.rounds:
        for table in played.tables:
            if table.record is None or (opened.path.parent / table.record).resolve() != wanted:
                continue
            key = (played.number, table.number)
            ruled = gathered.effective.get(key)
            if ruled is None:
                return _Seat(opened.tournament.event, key, trial, {})
            events = {entry.event.n: entry.event for entry in gathered.ledger.entries}
            rulings = {line: events[n] for line, n in ruled.put_in}
            return _Seat(opened.tournament.event, key, ruled.trial, rulings)
    raise SourceError(
        worded("%(file)s: is the record of no table of %(tournament)s", file=file, tournament=opened.name)
    )
