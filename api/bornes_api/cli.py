"""The command `bornes`: which commands there are, and what happens when one of them fails.

A command is imported when it is called: the start of the command line counts.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn, TypeVar

import click

from bornes_api import __version__
from bornes_api.language.available import SOURCE, languages
from bornes_api.language.speaking import said, speak, spoken
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
    "print",
    "conformance",
    "serve",
    "token",
)
"""Names of the commands in the order of the help page; each is `command` of the module of its name, without hyphens."""

Command = TypeVar("Command", bound=click.Command)

LANGUAGE_VARIABLE = "BORNES_LANG"

EXIT_UNREADABLE = 2
EXIT_FAULT = 3
EXIT_INTERRUPTED = 130


class LazyGroup(click.Group):
    """A group that imports a command only when it is asked for, and speaks the language that is asked for."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """As click does it, in the language of ``--lang``: known before the first help or complaint is worded."""
        speak(SOURCE)
        speak(_wished_language(args))
        return click.Group.make_context(_in_language(self), info_name, args, parent, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click asks so
        """The names, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click asks so
        """The command of that name, None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"bornes_api.commands.{cmd_name.replace('-', '')}").command
        assert isinstance(command, click.Command)
        return _in_language(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with the nearest name offered for an unknown one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            if near:
                offer = said("Did you mean %(command)s?", command=near[0])
            else:
                offer = said("There are %(commands)s.", commands=", ".join(COMMANDS))
            raise click.UsageError(
                said("No command %(name)r. %(offer)s", name=args[0], offer=offer), ctx
            ) from error


def _in_language(command: Command) -> Command:
    if spoken() == SOURCE:
        return command
    from bornes_api.language.helping import in_language

    return in_language(command)


def _wished_language(args: Sequence[str]) -> str:
    """The language that the arguments before the command ask for, else the environment, else English.

    The variables of the system (``LANG`` and its like) do not count: output is the same everywhere.

    Raises:
        click.BadParameter: There is no such language.
    """
    wish, hint = os.environ.get(LANGUAGE_VARIABLE) or SOURCE, LANGUAGE_VARIABLE
    for index, argument in enumerate(args):
        name, sign, value = argument.partition("=")
        if name == "--lang" and (sign or index + 1 < len(args)):
            wish, hint = value if sign else args[index + 1], "'--lang'"
        elif not argument.startswith("-") and args[index - 1 : index] != ["--lang"]:
            break
    if wish != SOURCE and wish not in languages():
        raise click.BadParameter(f"{wish!r}; there are {', '.join(languages())}", param_hint=hint)
    return wish


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="bornes", message="%(prog)s %(version)s")
@click.option(
    "--lang",
    metavar="CODE",
    expose_value=False,
    help="Speak this language: en, es, fr, pt. Without it, that of BORNES_LANG; else English."
    " What programs read stays as it is.",
)
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
        complain(said("interrupted; what was printed before is whole, and not all"))
        return EXIT_INTERRUPTED
    except Exception:  # noqa: BLE001 - the last line of defence, so that a crash is never taken for a verdict
        from traceback import print_exc

        print_exc()
        click.echo(said(OUR_FAULT), err=True)
        return EXIT_FAULT
    return status if isinstance(status, int) else 0
