"""A hand that has been replayed: its scores, its claims compared, and what in them rests on a guess."""

from __future__ import annotations

from dataclasses import dataclass

from bornes.change import changed
from bornes.findings import Notes
from bornes.judging.doubts import without_coups
from bornes.judging.hand import HandReplay
from bornes.judging.hiding import seats_with_hidden_faces
from bornes.judging.match import Sheet
from bornes.reasons import FACE_NOT_RECORDED, HAND_PERHAPS_OVER, POINTS_ON_UNSEEN_CARDS
from bornes.report import HandResult, SideResult
from bornes.rules.claims import difference_words
from bornes.scoring import BY_PEOPLE, OUTSIDE_TOTAL, hand_winners, score_hand
from bornes.table import Game, Table
from bornes_notation.record import NOWHERE, End
from bornes_notation.wording import worded


@dataclass(frozen=True, slots=True)
class Claims:
    """Points written in an ``end`` line, by side letter, with the index of each on the line."""

    points: dict[str, int]
    places: dict[str, tuple[int, int]]


def result_of(hand: HandReplay, judged_to_line: int | None) -> HandResult:
    """The hand as a result; claims that differ are noted on its ``end`` line."""
    table = hand.closed()
    _note_unseen(hand, table)
    game = hand.game
    scores = score_hand(game, table)
    claims = _claims(hand)
    how = table.over.how if table.over is not None else "unfinished"
    sides: dict[str, SideResult] = {}
    for side, letter in enumerate(game.sides):
        total = sum(scores[side].values())
        claimed = claims.points.get(letter)
        decided = how in BY_PEOPLE - OUTSIDE_TOTAL and claimed is not None
        if claimed is not None and not decided and judged_to_line is None:
            _compare(hand, table, side, total, claimed, scores[side], claims.places[letter])
        sides[letter] = SideResult(
            miles=table.cars[side].miles,
            score=scores[side],
            total=claimed if decided and claimed is not None else total,
            claimed=claimed,
            unverified=_unverified(hand, table, side),
        )
    return HandResult(
        number=hand.number,
        first=_first(hand),
        target=table.target,
        caller=None if table.caller is None else game.sides[table.caller],
        ended=how,
        winners=tuple(game.sides[side] for side in hand_winners(game, table)),
        sides=sides,
        counts=how not in OUTSIDE_TOTAL and judged_to_line is None,
        complete=how != "unfinished" and judged_to_line is None,
        judged_to_line=judged_to_line,
    )


def _note_unseen(hand: HandReplay, table: Table) -> None:
    """U-COPIES is open where a face was written as unknown and its card was never seen."""
    line = hand.end or hand.head
    notes = Notes(hand.game, line, hand=hand.number)
    hand.notes.append(notes)
    written = seats_with_hidden_faces(hand.lines)
    for seat, name in enumerate(hand.game.seats):
        if name in written and table.holdings[seat].unknown:
            notes.undecided("U-COPIES", FACE_NOT_RECORDED)


def _first(hand: HandReplay) -> str:
    item = hand.head.item
    return str(getattr(item, "first", ""))


def _claims(hand: HandReplay) -> Claims:
    if hand.end is None or not isinstance(hand.end.item, End):
        return Claims({}, {})
    end = hand.end.item
    places = end.points_columns or (NOWHERE,) * len(end.points)
    return Claims(
        dict(end.points), {side: place for (side, _), place in zip(end.points, places, strict=True)}
    )


def _compare(
    hand: HandReplay,
    table: Table,
    side: int,
    total: int,
    claimed: int,
    score: dict[str, int],
    place: tuple[int, int],
) -> None:
    """U-SCORE: a claim that differs is a fault, unless the record cannot show what the points are."""
    if claimed == total or hand.end is None:
        return
    notes = Notes(hand.game, hand.end, hand=hand.number)
    hand.notes.append(notes)
    over = table.over
    if over is not None and over.perhaps:
        notes.undecided("U-SCORE", HAND_PERHAPS_OVER)
        return
    if table.in_doubt or any(sheet.points[side] == claimed for sheet in other_sheets(hand.game, table)):
        notes.undecided("U-SCORE", POINTS_ON_UNSEEN_CARDS)
        return
    letter = hand.game.sides[side]
    hint = difference_words(hand.game.ruleset, score, claimed - total)
    sheet = " + ".join(f"{name} {points}" for name, points in score.items()) or "0"
    message = worded(
        "%(side)s claims %(claimed)s; the replay has %(total)s (%(sheet)s)",
        side=letter,
        claimed=claimed,
        total=total,
        sheet=sheet,
    )
    notes.violation(
        "MB401",
        worded("%(message)s: the claim is that %(hint)s", message=message, hint=hint) if hint else message,
        place,
        table=hand.table,
        about=(letter, claimed - total),
    )
    if "delayed_action" in _unverified(hand, table, side):
        notes.findings[-1].rests_on = worded("unwritten draws")


def other_sheets(game: Game, table: Table, result: HandResult | None = None) -> tuple[Sheet, ...]:
    """What a hand would be worth if coups in doubt were none, or if no 100 lies under a position set up.

    Points that people decided, those of `result`, are the same in every case.
    """
    tables = list(without_coups(table))
    if game.ruleset.score_no_200_no_100:
        for side, car in enumerate(table.cars):
            if car.has_100 is None:
                tables += [each.with_car(side, changed(car, has_100=False)) for each in (table, *tables)]
    by_people = result is not None and result.ended in BY_PEOPLE - OUTSIDE_TOTAL
    sheets = []
    for each in tables:
        points = [sum(score.values()) for score in score_hand(game, each)]
        if result is not None and by_people:
            points = [_decided(result.sides[letter], points[side]) for side, letter in enumerate(game.sides)]
        winners = tuple(game.sides[side] for side in hand_winners(game, each))
        sheets.append(Sheet(tuple(points), winners))
    return tuple(sheets)


def _decided(side: SideResult, points: int) -> int:
    return points if side.claimed is None else side.claimed


def points_in_doubt(game: Game, table: Table) -> bool:
    """Whether lawful play may have given other points, or another end, by what the record does not show."""
    over = table.over
    perhaps = over is not None and over.perhaps
    no_distance = game.ruleset.exhaustion == "stop_when_no_distance_left"
    return (perhaps and no_distance) or table.in_doubt


def _unverified(hand: HandReplay, table: Table, side: int) -> tuple[str, ...]:
    """Components of a side's score that rest on what the record does not show."""
    ruleset = hand.game.ruleset
    found = []
    if any(doubt.side == side and doubt.unseen_draw for doubt in table.doubts) and ruleset.score_coup_fourre:
        found.append("coup_fourre")
    over = table.over
    finished = over is not None and over.finisher == side
    if finished and table.pile.presumed and ruleset.score_delayed_action:
        found.append("delayed_action")
    car = table.cars[side]
    won = side in hand_winners(hand.game, table)
    if won and car.has_100 is None and not car.two_hundreds and ruleset.score_no_200_no_100:
        found.append("no_200_no_100")
    return tuple(found)
