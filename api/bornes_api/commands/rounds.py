"""`bornes tournament round`: who meets whom next."""

from __future__ import annotations

import click

from bornes_api.commands.tournaments import FOUND, entrant_named, exits, path_argument, status_of
from bornes_api.output import complain, emit
from bornes_notation.wording import wording_of


@click.command("round")
@path_argument
@click.option("--write", is_flag=True, help="Put it into the tournament file.")
@click.option(
    "--absent",
    metavar="PLAYER",
    multiple=True,
    help="Who will not be there, by id or name; once for each.",
)
@exits
def next_round(path: str, write: bool, absent: tuple[str, ...]) -> int:
    """Print the next round, as `pairing` of the file says: by Berger tables, or by the Swiss system.

    By Berger tables all meet all once. The Swiss system pairs equal or near points and needs bornes[swiss].
    """
    from bornes_api.tournament.draws import RoundError
    from bornes_api.tournament.folder import gather, open_tournament
    from bornes_api.tournament.rounds import next_round as drawn
    from bornes_api.tournament.rounds import round_lines, with_round
    from bornes_api.tournament.writing import rewrite

    opened = open_tournament(path)
    tournament = opened.tournament
    away = {entrant_named(tournament, words, "--absent") for words in absent}
    by_points = tournament.pairing == "swiss"
    gathered = gather(tournament, opened.path.parent, whole=False) if by_points else None
    try:
        played = drawn(tournament, gathered.matches if gathered else (), away)
        if write:
            rewrite(opened.path, with_round(opened.text, opened.name, played))
    except RoundError as error:
        complain(wording_of(error))
        return FOUND
    emit(round_lines(played))
    return 0 if gathered is None else status_of(opened, gathered)
