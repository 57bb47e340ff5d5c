"""`bornes play`: games made up by the rules, as records."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import click

from bornes_api.commands.judging import find_ruleset
from bornes_api.language.speaking import said, words_of
from bornes_api.output import emit

_SEATING = r"[1-8]x[1-9]"


@click.command("play", short_help="Make up legal games, as records.")
@click.option(
    "--ruleset", metavar="ID", default="winning-moves", show_default=True, help="The rules to play by."
)
@click.option("--seating", metavar="SxP", help="Sides x seats a side, as 2x2.  [default: by the seats]")
@click.option(
    "--seats",
    type=click.IntRange(2, 8),
    default=2,
    show_default=True,
    help="How many seats: each for itself where the ruleset has that, else in teams.",
)
@click.option(
    "--hands", type=click.IntRange(min=1), default=1, show_default=True, help="Hands of each game, at most."
)
@click.option("--games", type=click.IntRange(min=1), default=1, show_default=True, help="How many games.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Of the first game; the next has the next.",
)
@click.option(
    "--options", default="", metavar="KNOBS", help="Options of the record, as 'target=700 max_200=4'."
)
def command(
    ruleset: str, seating: str | None, seats: int, hands: int, games: int, seed: int, options: str
) -> None:
    """Print games that are legal under a ruleset. Equal arguments give equal games."""
    import re

    found = find_ruleset(ruleset)
    if seating is None:
        seating = _seating_of(seats, found.seatings or {})
    if not re.fullmatch(_SEATING, seating):
        raise click.BadParameter(
            said("%(seating)r is no seating; write sides x seats, as 2x2", seating=seating),
            param_hint="'--seating'",
        )
    emit(_records(ruleset, seating, hands, range(seed, seed + games), options))


def _seating_of(seats: int, allowed: Collection[str]) -> str:
    """The seating of so many seats: alone if the ruleset has it, else in the smallest teams it has."""
    names = [f"{seats // each}x{each}" for each in range(1, seats) if seats % each == 0]
    return next((name for name in names if name in allowed), names[0])


def _records(ruleset: str, seating: str, hands: int, seeds: range, options: str) -> Iterator[str]:
    import bornes

    for seed in seeds:
        try:
            text = bornes.play(ruleset, int(seating[0]), int(seating[2]), hands, seed, options=options)
        except ValueError as error:
            raise click.UsageError(words_of(error)) from error
        yield text.removesuffix("\n")
