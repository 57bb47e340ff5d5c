"""What the commands about tournaments share: the path, and how they leave."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import click

from bornes_api.output import complain
from bornes_api.sources import SourceError

FOUND = 1
"""Exit status if something is wrong with the tournament, or published standings do not follow."""

UNREADABLE = 2

P = ParamSpec("P")

path_argument = click.argument("path", metavar="PATH")


def exits(function: Callable[P, int]) -> Callable[P, None]:
    """A command that leaves with the status it returns, and with 2 if a file cannot be read or written."""

    @wraps(function)
    def run(*arguments: P.args, **options: P.kwargs) -> None:
        from bornes.tournament.model import TournamentFileError

        try:
            status = function(*arguments, **options)
        except (SourceError, TournamentFileError) as error:
            for line in str(error).splitlines():
                complain(line)
            status = UNREADABLE
        click.get_current_context().exit(status)

    return run
