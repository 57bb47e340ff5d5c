"""The help of the commands in the language of the run."""

from __future__ import annotations

from copy import copy
from inspect import cleandoc
from typing import TypeVar

import click

from bornes_api.language.speaking import said

AnyCommand = TypeVar("AnyCommand", bound=click.Command)


def help_text(text: str) -> str:
    """The help of a command as it is translated: a line for each paragraph; click breaks them again."""
    return "\n\n".join(" ".join(part.split()) for part in cleandoc(text).split("\n\n"))


def in_language(command: AnyCommand) -> AnyCommand:
    """The command with its help in the language of the run."""
    other = copy(command)
    # click keeps the help option that it once made, in the words of that time.
    vars(other)["_help_option"] = None
    if other.help:
        other.help = said(help_text(other.help))
    if other.short_help:
        other.short_help = said(other.short_help)
    other.params = [_parameter(each) for each in command.params]
    if isinstance(other, click.Group):
        other.commands = {name: in_language(each) for name, each in other.commands.items()}
    return other


def _parameter(parameter: click.Parameter) -> click.Parameter:
    if not isinstance(parameter, click.Option) or not parameter.help:
        return parameter
    other = copy(parameter)
    other.help = said(parameter.help)
    return other
