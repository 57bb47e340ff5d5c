"""The command `bornes`: which commands there are, and what happens when one of them fails.

A command is imported when it is called: the start of the command line counts.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from bornes_api import __version__
from bornes_api.output import OUR_FAULT, complain

COMMANDS = (
    "check",
    "score",
    "replay",
    "legal",
    "what-if",
    "adjudicate",
    "fmt",
    "convert",
    "play",
    "rules",
    "explain",
    "perft",
    "tournament",
    "conformance",
    "serve",
    "token",
)
"""Names of the commands in the order of the help page; each is `command` of the module of its name, without hyphens."""

EXIT_UNREADABLE = 2
EXIT_FAULT = 3
EXIT_INTERRUPTED = 130


class LazyGroup(click.Group):
    """A group that imports a command only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click asks so
        """The names, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click asks so
        """The command of that name, None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"bornes_api.commands.{cmd_name.replace('-', '')}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with the nearest name offered for an unknown one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            offer = f"Did you mean {near[0]}?" if near else f"There are {', '.join(COMMANDS)}."
            raise click.UsageError(f"No command {args[0]!r}. {offer}", ctx) from error


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="bornes", message="%(prog)s %(version)s")
def group() -> None:
    """Judge, score and replay recorded Mille Bornes games.

    Exit status: 0 all legal (or undetermined), 1 violations found, 2 unreadable record, wrong usage or a
    file that could not be read, 3 a fault of bornes itself. Results go to standard output, everything else
    to standard error.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line (of this process, if no arguments are given) and leave with its exit status."""
    # Records make no cycles to speak of; collecting less often is a tenth of the time of a short run.
    gc.set_threshold(50_000)
    for stream in (sys.stdout, sys.stderr):
        # The same bytes everywhere, whatever the locale; and nothing in a record can stop the printing.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")  # type: ignore[union-attr]
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    try:
        status = group.main(arguments, prog_name="bornes", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return EXIT_UNREADABLE
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted; what was printed before is whole, and not all")
        return EXIT_INTERRUPTED
    except Exception:  # noqa: BLE001 - the last line of defence, so that a crash is never taken for a verdict
        from traceback import print_exc

        print_exc()
        click.echo(OUR_FAULT, err=True)
        return EXIT_FAULT
    return status if isinstance(status, int) else 0
