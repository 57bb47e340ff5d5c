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
