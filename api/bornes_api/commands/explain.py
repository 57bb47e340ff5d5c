"""`bornes explain`: what a code, a check or a knob means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from bornes_api.language.speaking import said, translated, words_of
from bornes_api.language.words import IN_LINES
from bornes_api.output import emit
from bornes_api.render.paint import printable
from bornes_notation.wording import marked

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
        raise click.BadParameter(
            said("%(code)r is no code; a code is MB and three digits, as MB231", code=code)
        )
    try:
        emit(_code(wanted) if re.fullmatch(r"MB[0-9]+", wanted) else _check_or_knob(code))
    except LookupError as error:
        raise click.BadParameter(words_of(error)) from error


def _code(code: str) -> Iterator[str]:
    from bornes.codes import explain

    return _lines(explain(code))


def _check_or_knob(name: str) -> Iterator[str]:
    from bornes.meanings import meaning_of

    return _meaning(meaning_of(name))


def _meaning(meaning: Meaning) -> Iterator[str]:
    yield f"{meaning.name} ({said(_KINDS[meaning.kind])})"
    yield from _wrapped(said(meaning.sentence))
    if meaning.allowed:
        allowed = translated(meaning.allowed)
        yield from _wrapped(said("Options: %(name)s=… (%(allowed)s)", name=meaning.name, allowed=allowed))
    yield ""
    yield said("  Rule: %(rule)s", rule=f"spec/rulesets.md#{meaning.name}")
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
        yield said("  Codes:")
    for entry in meaning.codes:
        yield f"    {entry.code}  {said(entry.sentence)}"


_KINDS = {"check": marked("check"), "knob": marked("knob")}

_WIDEST_VALUE = 40
"""Longer ones, maps of seatings and cards, are for `bornes rules show`."""


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
