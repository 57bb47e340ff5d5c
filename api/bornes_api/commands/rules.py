"""`bornes rules`: the rulesets, and how they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from bornes_api.commands.judging import find_ruleset
from bornes_api.language.speaking import said, spoken
from bornes_api.output import emit

if TYPE_CHECKING:
    from bornes.ruleset import Ruleset


@click.group("rules", short_help="The rulesets: list them, show one, compare two.")
def command() -> None:
    """The rulesets that records can be judged by."""


@command.command("list")
def list_rulesets() -> None:
    """Print the id and the title of every ruleset."""
    from bornes.loading import load_ruleset, ruleset_ids

    width = max(len(each) for each in ruleset_ids())
    emit(f"{each:<{width}}  {load_ruleset(each).title}" for each in ruleset_ids())


@command.command("show")
@click.argument("ruleset", metavar="ID")
def show(ruleset: str) -> None:
    """Print every knob of a ruleset (an id, or a .yaml file) with the source of its value."""
    emit(_knobs(find_ruleset(ruleset, "ID")))


@command.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
def diff(first: str, second: str) -> None:
    """Print the knobs in which two rulesets differ."""
    emit(_differences(find_ruleset(first, "A"), find_ruleset(second, "B")))


@command.command("cards")
@click.argument("ruleset", metavar="ID")
def cards(ruleset: str) -> None:
    """Print what the cards are called in the edition of a ruleset, in the language of --lang, and who says so."""
    emit(_cards(find_ruleset(ruleset, "ID")))


def _cards(ruleset: Ruleset) -> Iterator[str]:
    from bornes_api.language.cardnames import card_names
    from bornes_api.language.words import GRADES

    names = card_names(spoken(), ruleset.id)
    width = max(len(name.text) for name in names.values())
    for card, name in names.items():
        source = f": {name.source}" if name.source else ""
        yield f"{card:<4}  {name.text:<{width}}  {said(GRADES[name.grade])}{source}"


def _knobs(ruleset: Ruleset) -> Iterator[str]:
    from bornes.loading import knob_values

    yield f"{ruleset.id}@{ruleset.version}  {ruleset.title}"
    for knob, text in knob_values(ruleset).items():
        source = ruleset.sources.get(knob)
        cited = "" if source is None else "  ".join(part for part in source if part)
        yield f"  {knob:<30} {text:<24} {cited}".rstrip()


def _differences(first: Ruleset, second: Ruleset) -> Iterator[str]:
    from bornes.loading import diff as differences

    yield f"{'':<30} {first.id:<24} {second.id}"
    for difference in differences(first, second):
        yield f"{difference.knob:<30} {difference.left:<24} {difference.right}"
