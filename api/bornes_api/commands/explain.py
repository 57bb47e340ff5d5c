"""`bornes explain`: what a code means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from bornes_api.language.speaking import said
from bornes_api.language.words import IN_LINES
from bornes_api.output import emit
from bornes_api.render.paint import printable

if TYPE_CHECKING:
    from bornes.codes import CodeEntry


@click.command("explain", short_help="What a code such as MB231 means.")
@click.argument("code")
def command(code: str) -> None:
    """Print the meaning of CODE: its rule, where each ruleset has it from, an example and its neighbour without it."""
    wanted = code.upper()
    if not re.fullmatch(r"MB[0-9]{3}", wanted):
        raise click.BadParameter(
            said("%(code)r is no code; a code is MB and three digits, as MB231", code=code)
        )
    from bornes.codes import explain

    try:
        entry = explain(wanted)
    except LookupError as error:
        raise click.BadParameter(said("there is no code %(wanted)s", wanted=wanted)) from error
    emit(_lines(entry))


def _lines(entry: CodeEntry) -> Iterator[str]:
    yield f"{entry.code} {entry.name} ({said(IN_LINES[entry.severity])})"
    yield from _wrapped(said(entry.sentence))
    yield from _wrapped(said(entry.why))
    yield ""
    own_place = entry.rule.startswith("spec/")
    place = entry.rule if own_place else f"{entry.rule}, spec/rulesets.md#{entry.rule}"
    yield said("  Rule: %(rule)s", rule=place)
    width = max(map(len, entry.cites), default=0)
    for ruleset, cite in entry.cites.items():
        yield f"    {ruleset:{width}}  {cite}"
    fault, cured = entry.titles
    place = f", {entry.place[0]}:{entry.place[1]}" if entry.place else ""
    others = said(", and with %(codes)s", codes=", ".join(entry.besides)) if entry.besides else ""
    yield from _record(f"{said(fault)}{place}{_written(entry)}{others}", entry.illegal)
    yield from _record(said(cured), entry.legal)
    yield ""
    yield said("  More: %(place)s", place=f"spec/codes.md#{entry.code}")


def _written(entry: CodeEntry) -> str:
    """How the example differs from what is printed, in words."""
    if entry.repeated:
        what = printable(entry.repeated.strip())
        return said(", %(what)r written %(times)s times", what=what, times=entry.times)
    return "" if entry.encoding == "utf-8" else said(", written in %(encoding)s", encoding=entry.encoding)


def _record(title: str, text: str) -> Iterator[str]:
    yield ""
    yield f"  {title}:"
    lines = text.removesuffix("\n").split("\n")
    yield from (f"    {printable(line)}".rstrip() for line in lines)


def _wrapped(text: str) -> Iterator[str]:
    return (f"  {line}" for line in wrap(text, 100))
