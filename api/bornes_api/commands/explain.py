"""`bornes explain`: what a code means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from bornes_api.output import emit

if TYPE_CHECKING:
    from bornes.codes import CodeEntry


@click.command("explain", short_help="What a code such as MB231 means.")
@click.argument("code")
def command(code: str) -> None:
    """Print the meaning of CODE: its rule, where each ruleset has it from, an example and its legal neighbour."""
    wanted = code.upper()
    if not re.fullmatch(r"MB[0-9]{3}", wanted):
        raise click.BadParameter(f"{code!r} is no code; a code is MB and three digits, as MB231")
    from bornes.codes import explain

    try:
        entry = explain(wanted)
    except LookupError as error:
        raise click.BadParameter(f"there is no code {wanted}") from error
    emit(_lines(entry))


def _lines(entry: CodeEntry) -> Iterator[str]:
    yield f"{entry.code} {entry.name}"
    yield f"  {entry.sentence}"
    yield f"  Rule: {entry.rule}"
    for ruleset, cite in entry.cites.items():
        yield f"  {ruleset}: {cite}"
    for title, example in (("Illegal", entry.illegal), ("Legal", entry.legal)):
        if example:
            yield ""
            yield f"  {title}:"
            yield from (f"    {line}".rstrip() for line in example.splitlines())
