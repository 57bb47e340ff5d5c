"""A tournament as FIDE's Tournament Report File of 2016 (TRF16): its columns, and what they cannot hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bornes.tournament.matches import Match
from bornes.tournament.model import Round, Tournament
from bornes.tournament.standings import Row, standings
from bornes_api.render.paint import printable
from bornes_notation.cards import SIDES
from bornes_notation.wording import worded

_NAME: Final = 33
_MOST_ENTRANTS: Final = 9999
_MOST_POINTS: Final = 99
_BEFORE_ROUNDS: Final = 89
"""Columns before the results, which take ten for each round."""

_TYPES: Final = {"swiss": "Swiss-System", "round-robin": "Round-Robin"}
_LEFT_OUT: Final = worded(
    "TRF holds who met whom and who won; totals, hands, tie-breaks, rulesets, and records with their hashes are left out: bornes tournament export --format json has them"
)


class TrfError(Exception):
    """A tournament that has no form in TRF, and why."""


@dataclass(frozen=True, slots=True)
class TrfReport:
    """A file and what is missing in it.

    Attributes:
        lines: Without line ends; by the format, each ends in CR, here followed by LF.
        notes: Sentences: what was left out or cut short.
    """

    lines: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def data(self) -> bytes:
        """The file, in UTF-8."""
        return "".join(f"{line}\r\n" for line in self.lines).encode()


def render_trf(tournament: Tournament, matches: Sequence[Match]) -> TrfReport:
    """All rounds of a tournament; names, ranks and points as in the standings.

    Args:
        tournament: What the file says.
        matches: Of all its rounds, judged.

    Raises:
        TrfError: More than two sides, somebody twice in a round, or too many entrants.
    """
    _refuse_unfit(tournament, matches)
    rows = standings(tournament, matches)
    fit = all(0 <= row.points <= _MOST_POINTS for row in rows)
    cells = [_cells(tournament, played, matches) for played in tournament.rounds]
    places = {row.entrant: row for row in rows}
    players = (
        _player(seed, tournament.name(each), places[each], fit) + "".join(cell[each] for cell in cells)
        for seed, each in enumerate(tournament.entrants, 1)
    )
    lines = (*_heading(tournament), *players)
    return TrfReport(lines, (_LEFT_OUT, *_notes(tournament, matches, fit)))


def _refuse_unfit(tournament: Tournament, matches: Sequence[Match]) -> None:
    if len(tournament.entrants) > _MOST_ENTRANTS:
        raise TrfError(
            worded(
                "TRF has numbers for %(most)s players, there are %(count)s",
                most=_MOST_ENTRANTS,
                count=len(tournament.entrants),
            )
        )
    for match in matches:
        if len(match.sides) > 2:
            raise TrfError(
                worded(
                    "TRF has matches of two sides; round %(round)s, table %(table)s has %(count)s",
                    round=match.round,
                    table=match.table,
                    count=len(match.sides),
                )
            )
    for played in tournament.rounds:
        tables = [each for table in played.tables for each in table.sides.values()]
        for each, times in Counter([*tables, *played.byes, *played.absent]).items():
            if times > 1:
                raise TrfError(
                    worded(
                        "TRF has one place a round for each player; in round %(number)s, %(name)s stands %(times)s times",
                        number=played.number,
                        name=tournament.name(each),
                        times=times,
                    )
                )


def _heading(tournament: Tournament) -> Iterator[str]:
    yield f"012 {printable(tournament.event)}"
    if tournament.begins:
        yield f"042 {tournament.begins.replace('-', '/')}"
    if tournament.ends:
        yield f"052 {tournament.ends.replace('-', '/')}"
    yield f"062 {len(tournament.entrants)}"
    yield "072 0"
    if tournament.pairing:
        yield f"092 {_TYPES[tournament.pairing]}"
    dates = [(played.date or "")[2:].replace("-", "/") for played in tournament.rounds]
    if any(dates):
        yield ("132".ljust(_BEFORE_ROUNDS) + "".join(f"  {date:8}" for date in dates)).rstrip()


def _player(seed: int, name: str, row: Row, fit: bool) -> str:
    """Columns 1 to 89; sex, title, rating, federation, FIDE number and date of birth are not known here."""
    points = f"{row.points}.0" if fit else ""
    return f"001 {seed:4}".ljust(14) + printable(name)[:_NAME].ljust(66) + f"{points:>4} {row.rank:4}"


def _cells(tournament: Tournament, played: Round, matches: Sequence[Match]) -> Mapping[str, str]:
    """Ten columns for everybody: opponent, side (w is the first), result."""
    seeds = {each: seed for seed, each in enumerate(tournament.entrants, 1)}
    cells = dict.fromkeys(tournament.entrants, "  0000 - Z")
    cells |= dict.fromkeys(played.byes, f"  0000 - {_bye(tournament, played)}")
    for match in matches:
        if match.round != played.number:
            continue
        first, second = sorted(match.sides, key=SIDES.index)
        for side, other, colour in ((first, second, "w"), (second, first, "b")):
            opponent = seeds[match.sides[other]]
            cells[match.sides[side]] = f"  {opponent:4} {colour} {_result(match, side)}"
    return cells


def _result(match: Match, side: str) -> str:
    if match.kind == "open":
        return " "
    won = side in match.winners
    if match.unplayed:
        return "+" if won else "-"
    return "0" if not won else "=" if len(match.winners) > 1 else "1"


def _bye(tournament: Tournament, played: Round) -> str:
    """U is the bye of whoever is left over, and may stand once a round; others are said by what they are worth."""
    if len(played.byes) == 1:
        return "U"
    points = tournament.points
    if points.by != "match":
        return "F"
    return {points.loss: "Z", points.tie: "H", points.win: "F"}.get(points.bye, "F")


def _notes(tournament: Tournament, matches: Sequence[Match], fit: bool) -> Iterator[str]:
    if not fit:
        yield worded(
            "points below 0 or above %(most)s have no room in TRF: the column is left blank for all",
            most=_MOST_POINTS,
        )
    for each in tournament.entrants:
        name = printable(tournament.name(each))
        if len(name) > _NAME:
            yield worded(
                "TRF has %(columns)s columns for a name: %(name)s was cut to %(cut)s",
                columns=_NAME,
                name=name,
                cut=name[:_NAME].rstrip(),
            )
    for match in matches:
        if match.kind == "open":
            yield worded(
                "round %(round)s, table %(table)s has no result: %(why)s",
                round=match.round,
                table=match.table,
                why=match.why_open,
            )
    points = tournament.points
    odd = points.by != "match" or points.bye not in (points.win, points.tie, points.loss)
    for played in tournament.rounds:
        if len(played.byes) > 1 and odd:
            yield worded(
                "TRF has no sign for %(count)s byes in round %(number)s: they stand as F, worth a win",
                count=len(played.byes),
                number=played.number,
            )
