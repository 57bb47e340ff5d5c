"""The match over its hands: totals, who begins, when it is over, and who has won (U-MATCH)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import add
from typing import NamedTuple

from bornes.change import changed
from bornes.findings import Notes
from bornes.reasons import HAND_DECIDED_BY_PEOPLE, HAND_NOT_JUDGED, POINTS_ON_UNSEEN_CARDS
from bornes.report import HandResult, MatchResult
from bornes.table import Game
from bornes_notation.record import NOWHERE, Hand, Line, Result
from bornes_notation.wording import worded

SAME_FIRST_AGAIN = frozenset({"abandoned", "unfinished"})
"""Ends after which the same seat begins again."""

DECIDED_BY_PEOPLE = frozenset({"conceded", "forfeit", "adjudicated"})


WAYS_MAX = 4096
"""Of more ways in which the coups in doubt may have counted or not, none is followed any more."""


class Sheet(NamedTuple):
    """What a hand is worth to each side, in order of play, and the letters of its winners."""

    points: tuple[int, ...]
    winners: tuple[str, ...]


class Standing(NamedTuple):
    """What the match would be if some coups in doubt were none: see `Match`."""

    totals: tuple[int, ...]
    winners: tuple[str, ...]
    ended: bool


@dataclass(frozen=True)
class Match:
    """Totals so far.

    Attributes:
        totals: Points by side letter.
        hands: How many hands have counted, those before a `carried` line included.
        known: Whether every hand so far was judged to its end.
        winners: Sides that have won; empty while it goes on.
        ended: Whether it is over by the rules.
        by_people: Whether a hand that counts was decided by people, so that its winner is not the replay's.
        next_first: Seat index that must begin the next hand; None if that is not checked.
        others: What it would be in every other way in which coups in doubt may have counted or not.
        in_doubt: A hand that counts may have given other points, or ended otherwise, for all the record shows.
    """

    totals: Mapping[str, int]
    hands: int = 0
    known: bool = True
    winners: tuple[str, ...] = ()
    ended: bool = False
    by_people: bool = False
    next_first: int | None = None
    others: tuple[Standing, ...] = ()
    in_doubt: bool = False

    def may_have(self, side: str, total: int) -> bool:
        """Whether a side may have this total, which is not that of the replay."""
        place = tuple(self.totals).index(side)
        return self.in_doubt or any(other.totals[place] == total for other in self.others)


def after_hand(
    game: Game, match: Match, hand: HandResult, others: Sequence[Sheet] = (), *, in_doubt: bool = False
) -> Match:
    """The match after a hand; `others` are its sheets if some coups in doubt, or all, were none.

    `in_doubt` says that lawful play may have given other points, or another end.
    """
    if hand.judged_to_line is not None:
        return changed(match, known=False, next_first=None)
    next_first = _next_first(game, hand)
    if not hand.counts:
        return changed(match, next_first=next_first)
    in_doubt = in_doubt or perhaps_over(match)  # the match may have been over before this hand
    points = [hand.sides[side].total for side in match.totals]
    ways = _ways(match, points, hand.winners, others)
    hands = match.hands + 1
    now, *other = [_standing(game, totals, winners, hands) for totals, winners in ways]
    return changed(
        match,
        totals=dict(zip(match.totals, now.totals, strict=True)),
        winners=now.winners,
        ended=now.ended,
        others=() if len(ways) > WAYS_MAX else tuple(other),
        in_doubt=match.in_doubt or in_doubt or len(ways) > WAYS_MAX,
        hands=hands,
        next_first=next_first,
        by_people=match.by_people or hand.ended in DECIDED_BY_PEOPLE,
    )


def _ways(
    match: Match, points: Sequence[int], winners: tuple[str, ...], others: Sequence[Sheet]
) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
    """Totals and hand winners after a hand, in every way; the first is what is counted."""
    counted = tuple(map(add, match.totals.values(), points))
    if not others and not match.others:
        return [(counted, winners)]
    before = (tuple(match.totals.values()), *(other.totals for other in match.others))
    ways = (
        (tuple(map(add, totals, sheet.points)), sheet.winners)
        for sheet in (Sheet(tuple(points), winners), *others)
        for totals in before
    )
    return list(dict.fromkeys(ways))


def after_carried(game: Game, match: Match) -> Match:
    """The match with the totals of earlier hands: they may have decided it already."""
    if game.ruleset.match_end != "points":
        return match
    standing = _standing(game, tuple(match.totals.values()), (), match.hands)
    return changed(match, winners=standing.winners, ended=standing.ended)


def _standing(game: Game, totals: tuple[int, ...], hand_winners: tuple[str, ...], hands: int) -> Standing:
    """Whether the match is over with these totals after so many hands, and who has won it."""
    ruleset = game.ruleset
    if ruleset.match_end == "race":
        return Standing(totals, hand_winners, ended=True)
    most = max(totals, default=0)
    due = most >= ruleset.match_target if ruleset.match_hands is None else hands >= ruleset.match_hands
    if not due:
        return Standing(totals, (), ended=False)
    best = tuple(side for side, total in zip(game.sides, totals, strict=True) if total == most)
    if len(best) > 1 and ruleset.match_tie == "play_on":
        return Standing(totals, (), ended=False)
    return Standing(totals, best, ended=True)


def perhaps_over(match: Match) -> bool:
    """Whether the match is over or not for all that is counted, but not for certain: a hand may still follow."""
    if match.ended and (match.in_doubt or not match.known):
        return True
    return bool(match.others) and any(other.ended is not match.ended for other in match.others)


def after_gap(match: Match) -> Match:
    """The match where the numbers of its hands jump: what is missing is not known, unless it is over already."""
    return match if match.ended else changed(match, known=False, next_first=None)


def _next_first(game: Game, hand: HandResult) -> int | None:
    if game.ruleset.first_rotation == "any":
        return None
    first = game.seat_index(hand.first)
    if game.ruleset.first_rotation == "same" or hand.ended in SAME_FIRST_AGAIN:
        return first
    return game.left_of(first)


def note_start(game: Game, match: Match, line: Line, notes: Notes) -> None:
    """Judges a ``hand`` line: does a hand follow here at all, and does the right seat begin?"""
    assert isinstance(line.item, Hand)
    if perhaps_over(match):
        notes.undecided("U-MATCH", POINTS_ON_UNSEEN_CARDS if match.known else HAND_NOT_JUDGED)
    elif match.ended:
        notes.violation(
            "MB530",
            worded(
                "hand %(number)s follows the end of the match (%(won)s)",
                number=line.item.number,
                won=_won(match),
            ),
        )
    if match.next_first is not None and game.seat_index(line.item.first) != match.next_first:
        notes.violation(
            "MB106",
            worded(
                "%(first)s begins hand %(number)s; it is %(seat)s's to begin",
                first=line.item.first,
                number=line.item.number,
                seat=game.seats[match.next_first],
            ),
        )


def note_result(game: Game, match: Match, line: Line, notes: Notes) -> None:
    """Judges a ``result`` line: totals (U-SCORE) and outcome (U-MATCH)."""
    result = line.item
    assert isinstance(result, Result)
    places = result.points_columns or (NOWHERE,) * len(result.points)
    for (side, claimed), place in zip(result.points, places, strict=True):
        total = match.totals.get(side, 0)
        if not match.known:
            notes.undecided("U-SCORE", HAND_NOT_JUDGED)
        elif claimed == total:
            continue
        elif match.may_have(side, claimed):
            notes.undecided("U-SCORE", POINTS_ON_UNSEEN_CARDS)
        else:
            notes.violation(
                "MB402",
                worded(
                    "%(side)s claims %(claimed)s in all; the replay has %(total)s",
                    side=side,
                    claimed=claimed,
                    total=total,
                ),
                place,
                about=(side, claimed - total),
            )
    if result.outcome is not None:
        _note_outcome(game, match, result, notes)


def _note_outcome(game: Game, match: Match, result: Result, notes: Notes) -> None:
    if result.outcome not in ("won", "tied", "unfinished"):
        return
    fits = _fits(game, result, match)
    if not match.known:
        if result.outcome != "unfinished":
            notes.undecided("U-MATCH", HAND_NOT_JUDGED)
    elif any(_fits(game, result, other) is not fits for other in match.others) or (
        match.in_doubt and (match.ended or not fits)
    ):
        notes.undecided("U-MATCH", POINTS_ON_UNSEEN_CARDS)
    elif result.outcome != "unfinished":
        _note_winners(game, match, result, notes)
    elif not fits:
        _wrong(match, result, notes, worded("the match is called unfinished"))


def _note_winners(game: Game, match: Match, result: Result, notes: Notes) -> None:
    claimed = tuple(side for side in game.sides if side in result.sides) if result.outcome == "won" else None
    if not match.ended or (match.winners == () and match.by_people):
        if match.by_people and match.ended:
            notes.undecided("U-MATCH", HAND_DECIDED_BY_PEOPLE)
        elif not match.ended:
            won = worded("the match is called won, but it is not over")
            tied = worded("the match is called tied, but it is not over")
            notes.violation("MB531", won if result.outcome == "won" else tied, result.outcome_columns)
        return
    if not _fits(game, result, match):
        if claimed is None:
            found = worded("the match is called tied")
        else:
            found = worded("the match is called won by %(sides)s", sides=" ".join(claimed))
        _wrong(match, result, notes, found)


def _fits(game: Game, result: Result, standing: Match | Standing) -> bool:
    """Whether the outcome written is that of the match."""
    if result.outcome == "unfinished" or not standing.ended:
        return result.outcome == "unfinished" and not standing.ended
    if result.outcome == "tied":
        return len(standing.winners) in (0, len(game.sides))
    return standing.winners == tuple(side for side in game.sides if side in result.sides)


def _wrong(match: Match, result: Result, notes: Notes, found: str) -> None:
    notes.violation(
        "MB531", worded("%(found)s, but %(won)s", found=found, won=_won(match)), result.outcome_columns
    )


def _won(match: Match) -> str:
    return (
        worded("%(winners)s won it", winners=" ".join(match.winners))
        if match.winners
        else worded("it ended without a winner")
    )


def as_result(match: Match, claimed: Mapping[str, int]) -> MatchResult:
    """The match as a result."""
    return MatchResult(
        totals=dict(match.totals), winners=match.winners, ended=match.ended, claimed=dict(claimed)
    )
