"""The question that `adjudicate` asks about a violation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from bornes_api.commands.trials import lines_of
from bornes_api.language.speaking import said, translated, words_of
from bornes_api.render.rulings import render_proposal, render_ways, with_proposed
from bornes_api.render.text import violation_lines

if TYPE_CHECKING:
    from bornes.report import Violation
    from bornes.tournament.proposals import Proposal
    from bornes.trial import Trial
    from bornes.whatif import Outcome


def ask(
    name: str, trial: Trial, violation: Violation, more: int, penalty: int, proposal: Proposal | None = None
) -> Outcome | str:
    """What the director decides: a ruling with what comes of it, or ``skip`` (also where none fits), or ``quit``.

    Everything is shown on standard error, as the record may go to standard output.

    Args:
        name: The file, as the user named it.
        trial: The record.
        violation: One of `trial.unresolved()`.
        more: How many come after it.
        penalty: Points with which the penalty is shown and offered.
        proposal: What the tournament of the record has agreed; None without one. Its rulings are offered as one.
    """
    from bornes.whatif import Outcome, ways_to_rule

    ways = list(ways_to_rule(trial, violation, penalty))
    proposals = [] if proposal is None else [(violation, proposal)]
    _show(violation_lines(violation, [], name, lines_of(trial.record), lambda _role, text: text))
    shown = with_proposed(trial, ways, proposals)
    _show(render_ways(trial, shown))
    for each in proposals:
        _show(render_proposal(*each))
    fitting = {way.asked[0].verb: way for way in ways if isinstance(way, Outcome)}
    for way in shown[len(ways) :]:  # at most one: what was agreed
        if isinstance(way, Outcome):
            fitting["policies"] = way
    if not fitting:
        return "skip"
    if more:
        question = said("Ruling on %(code)s, %(count)s more", code=violation.code, count=more)
    else:
        question = said("Ruling on %(code)s", code=violation.code)
    while True:
        verb = click.prompt(
            question,
            type=click.Choice([*fitting, "skip", "quit"]),
            default="skip",
            err=True,
        )
        if verb not in fitting:
            return str(verb)
        decided = _decided(trial, fitting[verb])
        if decided is not None:
            return decided


def _decided(trial: Trial, way: Outcome) -> Outcome | None:
    """The ruling with the points and the reason that are asked for; None, and why, if it does not fit so."""
    from bornes.asked import AskedError
    from bornes.whatif import Outcome, what_if

    asked = list(way.asked)
    if len(asked) == 1 and asked[0].points is not None:
        question = said("Points, with their sign")
        points = click.prompt(question, type=int, default=asked[0].points, err=True)
        asked = [replace(asked[0], points=points)]
    reason = click.prompt(said("Reason (may be empty)"), default="", show_default=False, err=True)
    try:
        decided = what_if(trial, [replace(each, reason=reason) for each in asked])
    except AskedError as error:
        click.echo(words_of(error), err=True)
        return None
    if isinstance(decided, Outcome):
        return decided
    click.echo(translated(decided.message), err=True)
    return None


def _show(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line, err=True)
