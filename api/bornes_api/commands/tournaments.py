"""What the commands about tournaments share: the path, and how they leave."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec

import click

from bornes_api.language.speaking import counted, said, words_of
from bornes_api.output import complain
from bornes_api.sources import SourceError

if TYPE_CHECKING:
    from bornes.tournament.model import Tournament
    from bornes_api.tournament.folder import Gathered, Opened

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
            for line in words_of(error).splitlines():
                complain(line)
            status = UNREADABLE
        click.get_current_context().exit(status)

    return run


def status_of(opened: Opened, gathered: Gathered) -> int:
    """The exit status; errors are counted on standard error, so that no number is taken for a good one."""
    if not gathered.errors:
        return 0
    complain(
        counted(
            "%(file)s: %(count)s error; bornes tournament check says which",
            "%(file)s: %(count)s errors; bornes tournament check says which",
            gathered.errors,
            file=opened.name,
        )
    )
    return FOUND


def entrant_named(tournament: Tournament, words: str, option: str) -> str:
    """The id of an entrant that an option names, by id or name."""
    from bornes.suggestions import offer

    for each in tournament.entrants.values():
        if words in (each.id, each.name):
            return each.id
    known = [name for each in tournament.entrants.values() for name in (each.id, each.name)]
    hint = offer(words, known)
    raise click.BadParameter(
        said("there is no player or team %(words)s%(hint)s", words=words, hint=hint), param_hint=f"'{option}'"
    )
