"""`bornes adjudicate`: from the violations of a record to rulings written into it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from bornes_api.commands.options import policy_option, ruleset_option
from bornes_api.commands.trials import (
    agreed_of,
    penalty_option,
    record_option,
    rulings_in,
    tournament_option,
    trial_of,
)
from bornes_api.language.speaking import counted, said
from bornes_api.output import complain, emit_bytes
from bornes_api.sources import STANDARD_INPUT, Source, SourceError, read_bytes
from bornes_api.tally import ILLEGAL, LEGAL, UNREADABLE
from bornes_api.writing import create_file, replace_file
from bornes_notation.wording import worded, wording_of

if TYPE_CHECKING:
    from bornes.trial import Trial
    from bornes.whatif import Outcome
    from bornes_api.tournament.agreed import Agreed


@dataclass(slots=True)
class Sheet:
    """The file under adjudication. Mutable in what stands on the disk.

    Attributes:
        source: The file as the user named it.
        open_again: Bytes of the file to its record with its report.
        write: Where each ruling goes as soon as it is made: over the file (True), nowhere before the end (False),
            or into a file of its own.
        agreed: What the tournament of the record has agreed; None without one.
        on_disk: What was last written there, None if nothing was.
    """

    source: Source
    open_again: Callable[[bytes], Trial]
    write: bool | str
    agreed: Agreed | None = None
    on_disk: bytes | None = None

    def put(self, data: bytes) -> None:
        """Writes the file with one more ruling in it.

        Raises:
            SourceError: It cannot be written; what stood there still does.
        """
        if self.write is True and self.source.path is not None:
            replace_file(self.source.path, data, self.on_disk or b"")
        elif isinstance(self.write, str) and self.on_disk is None:
            create_file(self.write, data)
        elif isinstance(self.write, str):
            replace_file(self.write, data, self.on_disk or b"")
        self.on_disk = data


@click.command("adjudicate", short_help="Rule on the violations of a record, and write the rulings into it.")
@click.argument("file")
@click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="RULING",
    help="Ask nothing; make this ruling: PLACE=VERB, as 2.15=retract. May be given several times.",
)
@click.option("--reason", metavar="TEXT", help="The comment on each --ruling.")
@click.option("--write", is_flag=True, help="Write the rulings into FILE.")
@click.option("--output", metavar="NEW", help="Write the record with its rulings into a new file.")
@record_option
@penalty_option
@ruleset_option
@policy_option
@tournament_option
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    rulings: tuple[str, ...],
    reason: str | None,
    write: bool,
    output: str | None,
    record: int | None,
    penalty: int,
    ruleset: str | None,
    policy: str,
    tournament: str | None,
) -> None:
    """Show each violation in FILE that no ruling covers yet, with what every ruling would do; ask, and write it down.

    A ruling becomes a line of the record; nothing else of the file changes. Without --write or --output the
    record with its rulings is printed, and no file is touched.

    Exit status: 0 no violation without a ruling is left, 1 some are, 2 nothing was written: the record cannot
    be read, a ruling does not fit, or the file cannot be written.
    """
    _check_usage(file, rulings, reason, write, output)
    source = Source("<stdin>" if file == STANDARD_INPUT else file, None if file == STANDARD_INPUT else file)
    try:
        agreed, policy = agreed_of(ctx, tournament, file, policy)
        sheet = Sheet(
            source,
            lambda data: trial_of(source.name, data, record, ruleset, policy),
            output if output is not None else write,
            agreed=agreed,
        )
        data = read_bytes(source)
        trial = sheet.open_again(data)
        sheet.on_disk = data if write else None
        after = _as_told(sheet, trial, rulings, reason) if rulings else _by_asking(sheet, trial, penalty)
    except SourceError as error:
        complain(wording_of(error))
        ctx.exit(UNREADABLE)
    if not write and output is None:
        emit_bytes(after.file)
    left = _count_left(source.name, after)
    ctx.exit(ILLEGAL if left else LEGAL)


def _count_left(name: str, after: Trial) -> int:
    """How many violations no ruling covers; they are counted on standard error."""
    left = len(after.unresolved())
    if left:
        complain(
            counted(
                "%(file)s: %(count)s violation without a ruling",
                "%(file)s: %(count)s violations without a ruling",
                left,
                file=name,
            )
        )
    return left


def _check_usage(
    file: str, rulings: tuple[str, ...], reason: str | None, write: bool, output: str | None
) -> None:
    if write and output is not None:
        raise click.UsageError(said("--write and --output are two places for one record; give one of them."))
    if file == STANDARD_INPUT and write:
        raise click.UsageError(
            said("There is no file to write into on standard input; give --output or neither.")
        )
    if file == STANDARD_INPUT and not rulings:
        raise click.UsageError(
            said("Questions are answered on standard input; give the record as a file, or --ruling.")
        )
    if reason is not None and not rulings:
        raise click.UsageError(said("--reason belongs to --ruling; without one it is asked for."))


def _as_told(sheet: Sheet, trial: Trial, rulings: tuple[str, ...], reason: str | None) -> Trial:
    """The record with all of the rulings, or a complaint and none of them."""
    from bornes.asked import AskedError
    from bornes.whatif import Refusal, what_if

    asked = [replace(each, reason=reason) for text in rulings for each in rulings_in(text)]
    try:
        way = what_if(trial, asked)
    except AskedError as error:
        raise SourceError(
            worded(
                "%(name)s: nothing was written: %(error)s", name=sheet.source.name, error=wording_of(error)
            )
        ) from error
    if isinstance(way, Refusal):
        raise SourceError(
            worded(
                "%(name)s: nothing was written: %(code)s %(message)s",
                name=sheet.source.name,
                code=way.code,
                message=way.message,
            )
        )
    if not way.covered:
        complain(worded("%(name)s: the record has no violation that this covers", name=sheet.source.name))
    sheet.put(way.trial.file)
    _tell(sheet.source.name, way)
    return way.trial


def _by_asking(sheet: Sheet, trial: Trial, penalty: int) -> Trial:
    """The record with the rulings chosen, violation by violation; each is written before the next is asked."""
    from bornes_api.commands.asking import ask

    if not sheet.write:
        complain(worded("the record with its rulings is printed at the end; --write puts them into the file"))
    done = (0, 0, "")
    while True:
        open_ones = [each for each in trial.unresolved() if (each.line, each.column, each.code) > done]
        if not open_ones:
            return trial
        violation = open_ones[0]
        done = (violation.line, violation.column, violation.code)
        proposal = None if sheet.agreed is None else sheet.agreed.proposal(trial, violation)
        answer = ask(sheet.source.name, trial, violation, len(open_ones) - 1, penalty, proposal)
        if answer == "quit":
            return trial
        if not isinstance(answer, str):
            sheet.put(answer.trial.file)
            _tell(sheet.source.name, answer)
            trial = sheet.open_again(answer.trial.file)


def _tell(name: str, way: Outcome) -> None:
    for each in way.written:
        complain(f"{name}:{each.line}: {each.text}")
