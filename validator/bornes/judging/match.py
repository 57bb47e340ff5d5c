"""The match over its hands: totals, who begins, when it is over, and who has won (U-MATCH)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from bornes.change import changed
from bornes.findings import Notes
from bornes.reasons import HAND_DECIDED_BY_PEOPLE, HAND_NOT_JUDGED, POINTS_ON_UNSEEN_CARDS
from bornes.report import HandResult, MatchResult
from bornes.scoring import lost_with_coups
from bornes.table import Game
from bornes_notation.record import NOWHERE, Hand, Line, Result

SAME_FIRST_AGAIN = frozenset({"abandoned", "unfinished"})
"""Ends after which the same seat begins again."""

DECIDED_BY_PEOPLE = frozenset({"conceded", "forfeit", "adjudicated"})


_NO_COUPS: Counter[str] = Counter()


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
        doubtful_coups: Coups fourrés in the totals that rest on cards nobody saw, by side letter.
        winners_in_doubt: A race went to whoever was furthest, by kilometres of coups that nobody saw.
        in_doubt: A hand that counts may have given other points, or ended otherwise, for all the record shows.
    """

    totals: Mapping[str, int]
    hands: int = 0
    known: bool = True
    winners: tuple[str, ...] = ()
    ended: bool = False
    by_people: bool = False
    next_first: int | None = None
    doubtful_coups: Counter[str] = field(default_factory=lambda: _NO_COUPS)
    in_doubt: bool = False
    winners_in_doubt: bool = False


def after_hand(
    game: Game,
    match: Match,
    hand: HandResult,
    doubtful_coups: Mapping[str, int] | None = None,
    *,
    in_doubt: bool = False,
) -> Match:
    """The match after a hand; `doubtful_coups` are those of it that rest on cards nobody saw, by side.

    `in_doubt` says that lawful play may have given other points, or another end.
    """
    if hand.judged_to_line is not None:
        return changed(match, known=False, next_first=None)
    next_first = _next_first(game, hand)
    if not hand.counts:
        return changed(match, next_first=next_first)
    in_doubt = in_doubt or perhaps_over(game, match)  # the match may have been over before this hand
    coups = match.doubtful_coups
    match = changed(
        match,
        totals={side: match.totals.get(side, 0) + result.total for side, result in hand.sides.items()},
        doubtful_coups=coups + Counter(doubtful_coups) if doubtful_coups else coups,
        in_doubt=match.in_doubt or in_doubt,
        hands=match.hands + 1,
        next_first=next_first,
        by_people=match.by_people or hand.ended in DECIDED_BY_PEOPLE,
    )
    if game.ruleset.match_end == "race":
        by_distance = hand.ended == "exhausted" and game.ruleset.nobody_finishes == "furthest_wins"
        at_stake = {
            side: min(_at_stake(game, match, side), result.score.get("bonus_km", 0))
            for side, result in hand.sides.items()
        }
        in_doubt = by_distance and _leaders_in_doubt(match.totals, at_stake)
        return changed(match, ended=True, winners=hand.winners, winners_in_doubt=in_doubt)
    return _by_points(game, match)


def after_carried(game: Game, match: Match) -> Match:
    """The match with the totals of earlier hands: they may have decided it already."""
    return _by_points(game, match) if game.ruleset.match_end == "points" else match


def _by_points(game: Game, match: Match) -> Match:
    ruleset = game.ruleset
    most = max(match.totals.values(), default=0)
    by_total = ruleset.match_hands is None
    due = most >= ruleset.match_target if by_total else match.hands >= (ruleset.match_hands or 0)
    if not due:
        return match
    best = tuple(side for side, total in match.totals.items() if total == most)
    if len(best) > 1 and ruleset.match_tie == "play_on":
        return match
    return changed(match, ended=True, winners=best)


def perhaps_over(game: Game, match: Match) -> bool:
    """Whether the match is over for all that is counted, but not for certain: a hand may still follow."""
    return (match.ended and match.in_doubt) or _rests_on_coups(game, match)


def _rests_on_coups(game: Game, match: Match) -> bool:
    """Whether the match is over, or its winners are others, only if coups that nobody saw were coups."""
    ruleset = game.ruleset
    if ruleset.match_end == "race" or not any(match.doubtful_coups.values()):
        return False
    at_stake = {side: _at_stake(game, match, side) for side in match.totals}
    if ruleset.match_hands is None:
        if max(match.totals.values()) < ruleset.match_target:
            return False
        if max(total - at_stake[side] for side, total in match.totals.items()) < ruleset.match_target:
            return True
    elif match.hands < ruleset.match_hands:
        return False
    return _leaders_in_doubt(match.totals, at_stake)


def _leaders_in_doubt(totals: Mapping[str, int], at_stake: Mapping[str, int]) -> bool:
    """Whether other sides may have most points, if each loses at most what is at stake."""
    most = max(totals.values())
    leaders = [side for side, total in totals.items() if total == most]
    if not any(at_stake[side] for side in leaders):
        return False
    others = [total for total in totals.values() if total < most]
    return len(leaders) > 1 or most - at_stake[leaders[0]] <= max(others, default=-1)


def _at_stake(game: Game, match: Match, side: str) -> int:
    return max(lost_with_coups(game.ruleset, match.doubtful_coups[side]))


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
    if perhaps_over(game, match):
        notes.undecided("U-MATCH", POINTS_ON_UNSEEN_CARDS)
    elif match.ended:
        notes.violation("MB530", f"hand {line.item.number} follows the end of the match ({_won(match)})")
    if match.next_first is not None and game.seat_index(line.item.first) != match.next_first:
        notes.violation(
            "MB106",
            f"{line.item.first} begins hand {line.item.number}; it is {game.seats[match.next_first]}'s to begin",
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
        elif match.in_doubt or total - claimed in lost_with_coups(game.ruleset, match.doubtful_coups[side]):
            notes.undecided("U-SCORE", POINTS_ON_UNSEEN_CARDS)
        else:
            notes.violation(
                "MB402",
                f"{side} claims {claimed} in all; the replay has {total}",
                place,
                about=(side, claimed - total),
            )
    if result.outcome is not None:
        _note_outcome(game, match, result, notes)


def _note_outcome(game: Game, match: Match, result: Result, notes: Notes) -> None:
    if result.outcome not in ("won", "tied") and not (result.outcome == "unfinished" and match.ended):
        return
    if not match.known:
        if result.outcome != "unfinished":
            notes.undecided("U-MATCH", HAND_NOT_JUDGED)
    elif match.in_doubt or match.winners_in_doubt or _rests_on_coups(game, match):
        notes.undecided("U-MATCH", POINTS_ON_UNSEEN_CARDS)
    elif result.outcome == "unfinished":
        _wrong(match, result, notes, "the match is called unfinished")
    else:
        _note_winners(game, match, result, notes)


def _note_winners(game: Game, match: Match, result: Result, notes: Notes) -> None:
    claimed = tuple(side for side in game.sides if side in result.sides) if result.outcome == "won" else None
    if not match.ended or (match.winners == () and match.by_people):
        if match.by_people and match.ended:
            notes.undecided("U-MATCH", HAND_DECIDED_BY_PEOPLE)
        elif not match.ended:
            word = "won" if result.outcome == "won" else "tied"
            notes.violation(
                "MB531", f"the match is called {word}, but it is not over", result.outcome_columns
            )
        return
    tied = match.winners == () or len(match.winners) == len(game.sides)
    fits = tied if claimed is None else claimed == match.winners
    if not fits:
        word = "tied" if claimed is None else f"won by {' '.join(claimed)}"
        _wrong(match, result, notes, f"the match is called {word}")


def _wrong(match: Match, result: Result, notes: Notes, found: str) -> None:
    notes.violation("MB531", f"{found}, but {_won(match)}", result.outcome_columns)


def _won(match: Match) -> str:
    return f"{' '.join(match.winners)} won it" if match.winners else "it ended without a winner"


def as_result(match: Match, claimed: Mapping[str, int]) -> MatchResult:
    """The match as a result."""
    return MatchResult(
        totals=dict(match.totals), winners=match.winners, ended=match.ended, claimed=dict(claimed)
    )
