"""What `what-if` and `adjudicate` share: options, the record that is ruled on, and the rulings as written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bornes_api.commands.judging import find_ruleset
from bornes_api.language.speaking import words_of
from bornes_api.sources import SourceError
from bornes_notation.wording import worded, wording_of

if TYPE_CHECKING:
    from bornes.asked import Asked
    from bornes.trial import Trial
    from bornes_api.tournament.agreed import Agreed
    from bornes_notation.record import Record

Function = TypeVar("Function", bound=Callable[..., Any])

PENALTY = -100
"""Points of the penalty that is shown where nobody has said how many."""


def record_option(function: Function) -> Function:
    """--record: which record of the file."""
    return click.option(
        "--record",
        type=click.IntRange(1),
        help="Which record of the file, from 1; needed if there are several.",
    )(function)


def penalty_option(function: Function) -> Function:
    """--penalty: how many points a penalty is shown with."""
    return click.option(
        "--penalty",
        type=int,
        default=PENALTY,
        show_default=True,
        metavar="POINTS",
        help="How many points a penalty is shown with.",
    )(function)


def tournament_option(function: Function) -> Function:
    """--tournament: say what its policies propose."""
    return click.option(
        "--tournament",
        metavar="PATH",
        help="The tournament of the record: say what its policies propose, and judge as it counts there.",
    )(function)


def agreed_of(
    ctx: click.Context, tournament: str | None, file: str, policy: str
) -> tuple[Agreed | None, str]:
    """What the tournament has agreed, and the policy that the record is judged by: its own, unless another is given.

    Raises:
        SourceError: The tournament cannot be read, or the file is none of its records.
    """
    if tournament is None:
        return None, policy
    from click.core import ParameterSource

    from bornes_api.tournament.agreed import agreed_about

    agreed = agreed_about(tournament, file)
    given = ctx.get_parameter_source("policy") is not ParameterSource.DEFAULT
    return agreed, policy if given else agreed.policies.judged_by


def trial_of(name: str, data: bytes, record: int | None, ruleset: str | None, policy: str) -> Trial:
    """The record that is ruled on.

    Raises:
        SourceError: There is no such record, or it cannot be read; the message names the file.
    """
    from bornes.asked import AskedError
    from bornes.trial import take_record

    chosen = None if ruleset is None else find_ruleset(ruleset)
    try:
        return take_record(data, record, chosen, policy)
    except AskedError as error:
        raise SourceError(worded("%(name)s: %(error)s", name=name, error=wording_of(error))) from error


def rulings_in(text: str) -> list[Asked]:
    """Rulings that are to be tried together, separated by commas.

    Raises:
        click.BadParameter: One of them is none.
    """
    from bornes.asked import AskedError, read_asked

    try:
        return [read_asked(each) for each in text.split(",")]
    except AskedError as error:
        raise click.BadParameter(words_of(error)) from error


def lines_of(record: Record) -> Callable[[int], str | None]:
    """Looks up a line of a record by its number in the file."""
    texts = {line.line: line.text for line in record.lines}
    return texts.get
