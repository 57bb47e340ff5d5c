"""`bornes explain`: what a code, a check or a knob means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from bornes_api.output import emit
from bornes_api.render.paint import printable

if TYPE_CHECKING:
    from bornes.codes import CodeEntry
    from bornes.meanings import Meaning


@click.command("explain", short_help="What a code such as MB231 means, a check or a knob.")
@click.argument("code", metavar="NAME")
def command(code: str) -> None:
    """Print the meaning of a code (MB231), a check (U-COUP) or a knob (max_200).

    Of a code: its rule, where each ruleset has it from, an example and its neighbour without it. Of a check or a
    knob: its sentence, its values, its codes.
    """
    wanted = code.upper()
    if not wanted or wanted.isdecimal():
        raise click.BadParameter(f"{code!r} is no code; a code is MB and three digits, as MB231")
    try:
        emit(_code(wanted) if re.fullmatch(r"MB[0-9]+", wanted) else _check_or_knob(code))
    except LookupError as error:
        raise click.BadParameter(str(error.args[0])) from error


def _code(code: str) -> Iterator[str]:
    from bornes.codes import explain

    return _lines(explain(code))


def _check_or_knob(name: str) -> Iterator[str]:
    from bornes.meanings import meaning_of

    return _meaning(meaning_of(name))


def _meaning(meaning: Meaning) -> Iterator[str]:
    yield f"{meaning.name} ({meaning.kind})"
    yield from _wrapped(meaning.sentence)
    if meaning.allowed:
        yield from _wrapped(f"Options: {meaning.name}=… ({meaning.allowed})")
    yield ""
    yield f"  Rule: spec/rulesets.md#{meaning.name}"
    rulesets = dict.fromkeys((*meaning.values, *meaning.cites))
    width = max(map(len, rulesets), default=0)
    value_width = max(map(len, meaning.values.values()), default=0)
    if value_width > _WIDEST_VALUE:
        value_width = 0
    for ruleset in rulesets:
        value = f"{meaning.values[ruleset]:{value_width}}  " if value_width else ""
        yield f"    {ruleset:{width}}  {value}{meaning.cites.get(ruleset, '')}".rstrip()
    if meaning.codes:
        yield ""
        yield "  Codes:"
    for entry in meaning.codes:
        yield f"    {entry.code}  {entry.sentence}"


_WIDEST_VALUE = 40
"""Longer ones, maps of seatings and cards, are for `bornes rules show`."""


def _lines(entry: CodeEntry) -> Iterator[str]:
    yield f"{entry.code} {entry.name} ({entry.severity})"
    yield from _wrapped(entry.sentence)
    yield from _wrapped(entry.why)
    yield ""
    own_place = entry.rule.startswith("spec/")
    yield f"  Rule: {entry.rule}" if own_place else f"  Rule: {entry.rule}, spec/rulesets.md#{entry.rule}"
    width = max(map(len, entry.cites), default=0)
    for ruleset, cite in entry.cites.items():
        yield f"    {ruleset:{width}}  {cite}"
    fault, cured = entry.titles
    place = f", {entry.place[0]}:{entry.place[1]}" if entry.place else ""
    others = f", and with {', '.join(entry.besides)}" if entry.besides else ""
    yield from _record(f"{fault}{place}{_written(entry)}{others}", entry.illegal)
    yield from _record(cured, entry.legal)
    yield ""
    yield f"  More: spec/codes.md#{entry.code}"


def _written(entry: CodeEntry) -> str:
    """How the example differs from what is printed, in words."""
    if entry.repeated:
        return f", {printable(entry.repeated.strip())!r} written {entry.times} times"
    return "" if entry.encoding == "utf-8" else f", written in {entry.encoding}"


def _record(title: str, text: str) -> Iterator[str]:
    yield ""
    yield f"  {title}:"
    lines = text.removesuffix("\n").split("\n")
    yield from (f"    {printable(line)}".rstrip() for line in lines)


def _wrapped(text: str) -> Iterator[str]:
    return (f"  {line}" for line in wrap(text, 100))
