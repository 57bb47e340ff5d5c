"""`bornes token`: who may rule, decide, appeal and upload in the service."""

from __future__ import annotations

import click

from bornes_api.output import complain, emit
from bornes_api.sources import SourceError
from bornes_notation.wording import wording_of

UNREADABLE = 2

tokens_option = click.option(
    "--tokens",
    metavar="FILE",
    envvar="BORNES_TOKENS",
    required=True,
    help="The file that bornes serve --tokens reads.  [env: BORNES_TOKENS]",
)


@click.group("token", short_help="Tokens of the service: who may rule, decide, appeal, upload.")
def command() -> None:
    """Tokens of the service (spec/service.md). Only their hashes are kept. To take one back, delete its line."""


@command.command("new")
@click.argument("name")
@click.option("--role", type=click.Choice(["director", "reviewer", "entrant"]), required=True)
@tokens_option
def new(name: str, role: str, tokens: str) -> None:
    """Make a token for NAME and print it; it is shown only once.

    NAME stands in the ledger as the author. That of an entrant is TOURNAMENT/ID, as autumn-cup/novak.
    """
    from bornes_api.service.tokens import add_holder

    try:
        token = add_holder(tokens, name, role)
    except SourceError as error:
        complain(wording_of(error))
        click.get_current_context().exit(UNREADABLE)
    emit([token])


@command.command("list")
@tokens_option
def list_all(tokens: str) -> None:
    """Print who has a token, and the role of each."""
    from bornes_api.service.tokens import read_holders

    try:
        emit([f"{each.name}: {each.role}" for each in read_holders(tokens)])
    except SourceError as error:
        complain(wording_of(error))
        click.get_current_context().exit(UNREADABLE)
