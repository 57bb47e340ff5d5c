"""One match of a tournament: what its record, its claimed result or its forfeit makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from bornes.report import HandResult, MatchResult, Report
from bornes.tournament.model import Points, Round, Table
from bornes_notation.wording import worded

Kind: TypeAlias = Literal["record", "result", "forfeit", "bye", "absent", "open"]
Outcome: TypeAlias = Literal["won", "tied", "lost", "bye", "absent", "forfeit won", "forfeit lost"]

PLAYED: Final = ("won", "tied", "lost")
"""Outcomes of a match that was played."""

_NO_HANDS: Final[Mapping[str, int]] = {}


@dataclass(frozen=True, slots=True)
class Applied:
    """What a policy decided about a match.

    Attributes:
        policy: Its key in the tournament file: after_hand, missing, contradictory or offences.
        value: What was agreed there.
        about: What it was asked about.
        side: Whom it costs something, of offences; else None.
        before: The totals that would count without it; empty if it changed none.
    """

    policy: str
    value: str
    about: str
    side: str | None = None
    before: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Match:
    """What a table says when its record has been judged.

    Attributes:
        kind: What it rests on; open if it does not count, or not yet.
        sides: Side letter to id.
        totals: Points of the game by side; empty if nothing was played.
        hands: Hands won by side; a hand that several sides won counts for none of them.
        winners: Sides; several if they tied, none if all forfeited.
        why_open: Why it does not count; empty if it does.
        policies: What policies decided about it, in the order in which they were asked.
    """

    round: int
    table: int
    kind: Kind
    sides: Mapping[str, str]
    record: str | None = None
    totals: Mapping[str, int] = field(default_factory=dict)
    hands: Mapping[str, int] = field(default_factory=dict)
    winners: tuple[str, ...] = ()
    why_open: str = ""
    policies: tuple[Applied, ...] = ()

    @property
    def unplayed(self) -> bool:
        """Whether its sides never met: one that a policy made a forfeit afterwards has a record."""
        return self.kind == "forfeit" and self.record is None


@dataclass(frozen=True, slots=True)
class Part:
    """What one entrant has of one match, bye or absence.

    Attributes:
        opponents: Ids of the other sides.
        beaten, tied: Those among them that it beat, or shared the win with; of matches that were played.
        scored, against: Its total, and the best other one; None if nothing was played.
        points: What the points system gives for it.
    """

    round: int
    table: int | None
    kind: Kind
    outcome: Outcome
    points: int
    opponents: tuple[str, ...] = ()
    beaten: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    scored: int | None = None
    against: int | None = None
    hands: int = 0
    record: str | None = None

    @property
    def played(self) -> bool:
        """Whether there was play: no bye, absence or forfeit of the match."""
        return self.outcome in PLAYED


def open_match(round_number: int, table: Table, why: str) -> Match:
    """A match that does not count."""
    return Match(round_number, table.number, "open", table.sides, table.record, why_open=why)


def match_of(round_number: int, table: Table, report: Report | None, hands: int | None) -> Match:
    """The match of a table.

    Args:
        round_number: Of its round.
        table: What the file says.
        report: What the judge says of its record; None if the table has no record, or it was not found.
        hands: Hands of a match, None if it lasts until it is over by the ruleset.
    """
    number = table.number
    if table.forfeit:
        winners = tuple(side for side in table.sides if side not in table.forfeit)
        return Match(round_number, number, "forfeit", table.sides, winners=winners)
    if table.record is None:
        if not table.result:
            return open_match(round_number, table, worded("nothing is in yet"))
        best = best_of(table.result)
        return Match(round_number, number, "result", table.sides, None, table.result, table.hands_won, best)
    if report is None or report.match is None:
        return open_match(round_number, table, worded("its record is not there or cannot be read"))
    winners = report.match.winners if report.match.ended else ()
    if not winners and not report.match.ended and all_hands(report.hands, hands):
        winners = best_of(report.match.totals)
    if not winners:
        return open_match(round_number, table, unfinished(report.match, report.hands, hands))
    return Match(
        round_number,
        number,
        "record",
        table.sides,
        table.record,
        report.match.totals,
        _hands_won(report.hands, table.sides),
        winners,
    )


def unfinished(match: MatchResult, hands: Iterable[HandResult], wanted: int | None) -> str:
    """Why a record that can be read has no winner."""
    if match.ended:
        return worded("its record ends the match without a winner")
    if wanted is None:
        return worded("its match is not over by the ruleset")
    return worded(
        "it has %(finished)s finished hands, a match has %(wanted)s", finished=_finished(hands), wanted=wanted
    )


def best_of(totals: Mapping[str, int]) -> tuple[str, ...]:
    """The sides with the highest total."""
    highest = max(totals.values())
    return tuple(side for side, total in totals.items() if total == highest)


def _finished(hands: Iterable[HandResult]) -> int:
    return sum(
        hand.counts and hand.complete and hand.ended not in ("unfinished", "abandoned") for hand in hands
    )


def all_hands(hands: tuple[HandResult, ...], wanted: int | None) -> bool:
    """Whether a match has just as many finished hands as it must have, and no other."""
    return wanted is not None and _finished(hands) == wanted == sum(hand.counts for hand in hands)


def _hands_won(hands: Iterable[HandResult], sides: Iterable[str]) -> Mapping[str, int]:
    won = dict.fromkeys(sides, 0)
    for hand in hands:
        if hand.counts and len(hand.winners) == 1 and hand.winners[0] in won:
            won[hand.winners[0]] += 1
    return won


def parts_of(match: Match, points: Points) -> dict[str, Part]:
    """What each entrant has of a match that counts, by id."""
    return {entrant: _part(match, side, points) for side, entrant in match.sides.items()}


def _part(match: Match, side: str, points: Points) -> Part:
    others = [each for each in match.sides if each != side]
    opponents = tuple(match.sides[each] for each in others)
    first = side in match.winners
    if match.kind == "forfeit":
        outcome: Outcome = "forfeit won" if first else "forfeit lost"
        gained = points.forfeit_win if first else points.forfeit_loss
        return Part(match.round, match.table, "forfeit", outcome, gained, opponents)
    outcome = ("tied" if len(match.winners) > 1 else "won") if first else "lost"
    scored, against = match.totals[side], max(match.totals[each] for each in others)
    hands = match.hands.get(side, 0)
    by_match = {"won": points.win, "tied": points.tie, "lost": points.loss}[outcome]
    gained = {"match": by_match, "difference": scored - against, "hands": hands}[points.by]
    return Part(
        match.round,
        match.table,
        match.kind,
        outcome,
        gained,
        opponents,
        tuple(match.sides[each] for each in others if first and each not in match.winners),
        tuple(match.sides[each] for each in others if first and each in match.winners),
        scored,
        against,
        hands,
        match.record,
    )


def parts_without_table(played: Round, points: Points) -> dict[str, Part]:
    """What those have who had no table in a round: byes and absences, by id."""
    byes = {each: Part(played.number, None, "bye", "bye", points.bye) for each in played.byes}
    return byes | {each: Part(played.number, None, "absent", "absent", 0) for each in played.absent}
