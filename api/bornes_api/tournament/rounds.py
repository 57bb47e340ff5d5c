"""The next round of a tournament, and its place in the text of the tournament file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from bornes.tournament.matches import Match
from bornes.tournament.model import Round, Table, Tournament
from bornes.tournament.reading import read_tournament
from bornes_api.tournament.draws import RoundError, berger_draw
from bornes_api.tournament.swiss import swiss_draw
from bornes_notation.wording import worded

_INDENT: Final = "  "
_NEXT_KEY: Final = re.compile(r"^[^\s#]", re.MULTILINE)
_INDENTED: Final = re.compile(r"^[ \t]+\S.*$", re.MULTILINE)
_ROUNDS: Final = re.compile(r"^rounds:[ \t]*(#.*)?$", re.MULTILINE)


def next_round(
    tournament: Tournament, matches: Sequence[Match] = (), absent: Collection[str] = frozenset()
) -> Round:
    """The round after the last one of the file, as its `pairing` says; Berger tables if it says nothing.

    Args:
        tournament: What the file says.
        matches: Of all its rounds, judged; only the Swiss system needs them.
        absent: Ids of those who will not be there.

    Raises:
        RoundError: There is none.
    """
    number = len(tournament.rounds) + 1
    if tournament.pairing == "swiss":
        draw = swiss_draw(tournament, matches, number, absent)
    else:
        draw = berger_draw(tournament, number, absent)
    tables = tuple(
        Table(table, {"X": first, "Y": second}, record=f"round-{number}/table-{table}.mbn")
        for table, (first, second) in enumerate(draw.pairs, 1)
    )
    return Round(
        number, tables, byes=draw.byes, absent=tuple(sorted(absent, key=list(tournament.entrants).index))
    )


def round_lines(played: Round) -> Iterator[str]:
    """A round as it stands in a tournament file, under ``rounds:``."""
    yield f"{_INDENT}{played.number}:"
    if played.byes:
        yield f"{_INDENT * 2}byes: {' '.join(played.byes)}"
    if played.absent:
        yield f"{_INDENT * 2}absent: {' '.join(played.absent)}"
    yield f"{_INDENT * 2}tables:"
    for table in played.tables:
        sides = ", ".join(f"{side}: {entrant}" for side, entrant in table.sides.items())
        yield f"{_INDENT * 3}{table.number}: {{{sides}, record: {table.record}}}"


def with_round(text: str, path: str, played: Round) -> str:
    """The text of a tournament file with one more round; nothing else in it changes.

    Raises:
        RoundError: The text has no place where it can be put.
    """
    block = "".join(f"{line}\n" for line in round_lines(played))
    whole = text if text.endswith("\n") else f"{text}\n"
    heading = _ROUNDS.search(whole)
    if heading is None:
        changed = f"{whole}\nrounds:\n{block}"
    else:
        after = _NEXT_KEY.search(whole, heading.end() + 1)
        under = whole[heading.end() + 1 : after.start() if after else len(whole)]
        # A comment at the margin belongs to what follows.
        last = max((line.end() + 1 for line in _INDENTED.finditer(under)), default=0)
        end = heading.end() + 1 + last
        changed = whole[:end] + block + whole[end:]
    # What was put together is read again: the file must say what it said, and the new round.
    wanted = [_said(each) for each in (*read_tournament(text, path).rounds, played)]
    try:
        found = [_said(each) for each in read_tournament(changed, path).rounds]
    except ValueError:
        found = []
    if found != wanted:
        raise RoundError(
            worded(
                "%(path)s: round %(number)s cannot be put under rounds: as it is written; print it and put it there yourself",
                path=path,
                number=played.number,
            )
        )
    return changed


def _said(played: Round) -> tuple[object, ...]:
    """A round without its places in the text."""
    tables = tuple(
        (each.number, dict(each.sides), each.record, dict(each.result), each.forfeit)
        for each in played.tables
    )
    return played.number, played.date, played.byes, played.absent, tables
