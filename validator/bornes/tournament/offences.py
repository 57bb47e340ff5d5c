"""Offences: the illegal plays of each player over the rounds, in order, each with its number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bornes.report import Violation
from bornes.tournament.judged import Judged
from bornes.tournament.model import Round, Table, Tournament
from bornes.tournament.names import same_name
from bornes.tournament.policies import Sanction, is_offence
from bornes_notation.wording import worded


@dataclass(frozen=True, slots=True)
class Offence:
    """An illegal play, and whose it is.

    Attributes:
        player: Name, as the tournament file has it; empty if the record does not say who sat there.
        number: From 1: the how-manieth of that player; 0 without a player.
        line: Of the text that was judged: the record, with the rulings of the ledger in it.
        hand, turn, seat: Where in the game; the number written in the ``hand`` line.
        codes: What it breaks; several rules broken in one turn are one offence.
        ruled: A ruling covers it, at least in part.
        sanction: What was agreed for it; None if nothing was.
    """

    player: str
    number: int
    round: int
    table: int
    record: str | None
    line: int
    hand: int | None
    turn: int | None
    seat: str
    codes: tuple[str, ...]
    ruled: bool
    sanction: Sanction | None

    @property
    def side(self) -> str:
        """The letter of its side."""
        return self.seat[0]

    @property
    def title(self) -> str:
        """What it is called: ``offence 2 of Moreau, Alice``."""
        return worded("offence %(number)s of %(player)s", number=self.number, player=self.player)


def offences_of(
    tournament: Tournament,
    played: Round,
    table: Table,
    judged: Judged,
    before: Mapping[str, int],
) -> Iterator[Offence]:
    """The offences in one record, in the order of its lines.

    A play that is illegal only because an earlier one has been undone since, by a policy or a ruling, was none when it
    was made.

    Args:
        tournament: What was agreed.
        played: The round of the table.
        table: Where the record belongs.
        judged: The record.
        before: How many offences each player had in earlier rounds, by name.
    """
    plays: dict[tuple[int, str], list[Violation]] = {}
    for violation in _plays(judged):
        if violation.seat is not None:
            plays.setdefault((violation.line, violation.seat), []).append(violation)
    written = {header.key: header.value for header in judged.headers}
    counted = dict(before)
    for (line, seat), found in sorted(plays.items()):
        player = _player(tournament, table, seat, written)
        number = counted.get(player, 0) + 1 if player else 0
        counted[player] = number
        yield Offence(
            player=player,
            number=number,
            round=played.number,
            table=table.number,
            record=table.record,
            line=line,
            hand=found[0].hand,
            turn=found[0].turn,
            seat=seat,
            codes=tuple(dict.fromkeys(each.code for each in found)),
            ruled=any(each.ruling is not None for each in found),
            sanction=tournament.policies.sanction(number) if player else None,
        )


def _plays(judged: Judged) -> Iterator[Violation]:
    """The violations that are offences whatever was ruled or agreed: as played, and also as if nobody had ruled."""
    as_played = judged.as_played or judged.report
    if as_played is None:
        return
    anyway = None if judged.unruled is None else {_place(each) for each in judged.unruled.violations}
    for violation in as_played.violations:
        stands = violation.ruling is not None or anyway is None or _place(violation) in anyway
        if stands and is_offence(violation):
            yield violation


def _place(violation: Violation) -> tuple[int, int, str]:
    return violation.line, violation.column, violation.code


def _player(tournament: Tournament, table: Table, seat: str, written: Mapping[str, str]) -> str:
    """Who sits on a seat, by the record; the only player of a side needs no header."""
    entrant = tournament.entrants.get(table.sides.get(seat[0], ""))
    if entrant is None:
        return ""
    name = written.get(seat, "")
    if not name and len(entrant.players) == 1:
        return entrant.players[0]
    return next((each for each in entrant.players if same_name(each) == same_name(name)), "")
