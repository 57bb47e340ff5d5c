"""Options and arguments that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from bornes_api.language.speaking import said

Function = TypeVar("Function", bound=Callable[..., Any])

POLICIES = ("as-played", "void")


class PlaceInGame(click.ParamType[tuple[int, int]]):
    """A turn of a hand, written HAND.TURN; both count from 1."""

    name = "hand.turn"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """(hand, turn); fails with what was found and what is wanted."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"([1-9][0-9]{0,8})\.([1-9][0-9]{0,8})", str(value))
        if match is None:
            self.fail(
                said("%(value)r is not a turn of a hand; write HAND.TURN, as 2.15", value=value), param, ctx
            )
        return int(match[1]), int(match[2])


def paths_argument(function: Function) -> Function:
    """PATHS: files, directories, - for standard input."""
    return click.argument("paths", nargs=-1, required=True, metavar="PATH...")(function)


def ruleset_option(function: Function) -> Function:
    """--ruleset: judge by another ruleset than the record names."""
    return click.option(
        "--ruleset", metavar="ID", help="Judge by this ruleset instead of the one the record names."
    )(function)


def policy_option(function: Function) -> Function:
    """--policy: how the replay goes on after a violation."""
    return click.option(
        "--policy",
        type=click.Choice(POLICIES),
        default=POLICIES[0],
        show_default=True,
        help="After a violation: what was done stands, or it did not happen and the turn is lost.",
    )(function)


def format_option(*formats: str) -> Callable[[Function], Function]:
    """--format: the first one is the default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="Form of the output.",
    )
