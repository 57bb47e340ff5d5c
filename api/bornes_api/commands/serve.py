"""`bornes serve`: the HTTP API, by itself."""

from __future__ import annotations

from typing import Any

import click

from bornes_api.language.available import SOURCE
from bornes_api.language.speaking import said, speak, words_of


@click.command("serve", short_help="Serve the HTTP API.")
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on; 0: any.  [default: 8000]")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes that share the port.  [default: 1]")
@click.option("--store", metavar="FILE", help="File of the kept records.  [default: bornes.db]")
@click.option("--tournaments", metavar="FOLDER", help="Folder of tournament folders to show.")
@click.option("--tokens", metavar="FILE", help="File of tokens (bornes token); without it nobody may rule.")
@click.option("--no-store", is_flag=True, help="Keep no records.")
@click.pass_context
def command(
    ctx: click.Context,
    host: str | None,
    port: int | None,
    workers: int | None,
    store: str | None,
    tournaments: str | None,
    tokens: str | None,
    no_store: bool,
) -> None:
    """Serve the API of spec/service.md until stopped by SIGTERM or SIGINT (Ctrl-C).

    Everything else is set by variables of the environment, BORNES_…; an option goes before its variable. The
    log goes to standard error, a JSON object a line. Exit status: 0 stopped, 1 a worker failed, 2 it could
    not be started.
    """
    from dataclasses import replace

    from bornes_api.service.serving.workers import CannotServeError, run
    from bornes_api.service.settings import SettingsError, from_environment

    if store is not None and no_store:
        raise click.UsageError(said("--store and --no-store exclude each other"))
    options: dict[str, Any] = {
        "host": host,
        "port": port,
        "workers": workers,
        "store": "" if no_store else store,
        "tournaments": tournaments,
        "tokens": tokens,
    }
    speak(SOURCE)  # each request says in which language it wants its pages; what programs read is English
    try:
        given = {name: value for name, value in options.items() if value is not None}
        ctx.exit(run(replace(from_environment(), **given)))
    except (SettingsError, CannotServeError) as error:
        raise click.UsageError(words_of(error)) from error
