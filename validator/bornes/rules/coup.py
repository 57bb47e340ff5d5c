"""Coup fourré: who is entitled to show which safety, and until when (spec/rulesets.md 1.7)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bornes.car import SAFETY_OF
from bornes.change import changed
from bornes.evidence import Answer
from bornes.table import Game, Table, Window
from bornes_notation.cards import Card, Face
from bornes_notation.wording import worded


@dataclass(frozen=True, slots=True)
class Claim:
    """The answer to "is this safety a coup fourré?".

    Attributes:
        answer: Unverified if the record does not show since when the seat holds the safety, or whether at all.
        unseen_draw: It does not show since when.
        code: If the answer is no, what is wrong.
        reason: The same in words, after "Y2 showed A* ".
        line: Line on which the hazard was laid; None if there is none.
    """

    answer: Answer
    unseen_draw: bool = False
    code: str = ""
    reason: str = ""
    line: int | None = None


def claim(game: Game, table: Table, seat: int, safety: Card) -> Claim:
    """Whether the seat is entitled to show this safety now, windows and hands considered."""
    side = game.side_of[seat]
    claims = [
        _too_late(game, side, window.hazard, window.line)
        if seat in window.closed
        else _held_at_landing(game, table, seat, safety, window)
        for key, window in table.windows.items()
        if key[0] == side and SAFETY_OF[window.hazard] is safety
    ]
    for answer in (Answer.YES, Answer.UNVERIFIED, Answer.NO):
        for found in claims:
            if found.answer is answer:
                return found
    return _no_window(game, table, side, safety)


def _held_at_landing(game: Game, table: Table, seat: int, safety: Card, window: Window) -> Claim:
    if game.ruleset.coup_fourre_held == "at_showing":
        return Claim(Answer.YES, line=window.line)
    held = window.held[seat].holds(safety)
    drawn = window.drawn.get(seat, ())
    if held is Answer.YES:
        return Claim(Answer.YES, line=window.line)
    if held is Answer.NO or safety in drawn:
        return Claim(
            Answer.NO,
            code="MB305",
            reason=worded(
                "which was not in its hand when %(hazard)s landed (line %(line)s)",
                hazard=window.hazard,
                line=window.line,
            ),
            line=window.line,
        )
    unseen_draw = None in drawn
    sure = not unseen_draw and table.holdings[seat].holds(safety) is Answer.YES
    return Claim(Answer.YES if sure else Answer.UNVERIFIED, unseen_draw=unseen_draw, line=window.line)


def _too_late(game: Game, side: int, hazard: Card, line: int | None) -> Claim:
    deadline = {
        "next_draw": worded("the next draw of any seat"),
        "own_side_draw": worded("the next draw of side %(side)s", side=game.sides[side]),
        "own_draw": worded("the seat's own next draw"),
        "next_play": worded("the next card laid or discarded"),
    }[game.ruleset.coup_fourre_window]
    where = "" if line is None else worded(" (line %(line)s)", line=line)
    return Claim(
        Answer.NO,
        code="MB303",
        reason=worded(
            "too late to answer %(hazard)s%(where)s: a coup fourré is shown before %(deadline)s",
            hazard=hazard,
            where=where,
            deadline=deadline,
        ),
        line=line,
    )


def _no_window(game: Game, table: Table, side: int, safety: Card) -> Claim:
    car = table.cars[side]
    for pile in (car.battle, car.speed):
        if pile and pile[-1] in SAFETY_OF and SAFETY_OF[pile[-1]] is safety:
            return _too_late(game, side, pile[-1], table.laid_at.get((side, pile[-1])))
    for (its_side, _), window in table.windows.items():
        if its_side != side:
            return Claim(
                Answer.NO,
                code="MB306",
                reason=worded(
                    "against %(hazard)s on %(side)s (only the attacked side may answer)",
                    hazard=window.hazard,
                    side=game.sides[its_side],
                ),
                line=window.line,
            )
    for (its_side, _), window in table.windows.items():
        if its_side == side:
            return Claim(
                Answer.NO,
                code="MB304",
                reason=worded(
                    "against %(hazard)s, which %(safety)s covers",
                    hazard=window.hazard,
                    safety=SAFETY_OF[window.hazard],
                ),
                line=window.line,
            )
    return Claim(Answer.NO, code="MB302", reason=worded("out of turn with no hazard to answer"))


def after_draw(game: Game, table: Table, seat: int, faces: tuple[Face, ...]) -> Table:
    """The table after a draw that begins a turn: the windows it closes, and what was drawn meanwhile."""
    side = game.side_of[seat]
    how = game.ruleset.coup_fourre_window
    windows: dict[tuple[int, str], Window] = {}
    for key, window in table.windows.items():
        own = key[0] == side
        if window.turn == table.turns:
            windows[key] = window
            continue
        if how == "next_draw" or (how == "own_side_draw" and own):
            continue
        if own:
            drawn = {**window.drawn, seat: (*window.drawn.get(seat, ()), *faces)}
            closed = window.closed | {seat} if how == "own_draw" else window.closed
            if len(closed) < len(window.held):
                windows[key] = replace(window, drawn=drawn, closed=closed)
        else:
            windows[key] = window
    return changed(table, windows=windows)


def after_replacement(game: Game, table: Table, seat: int, faces: tuple[Face, ...]) -> Table:
    """The table after the draw that replaces a safety: it closes nothing, but may bring another safety."""
    side = game.side_of[seat]
    windows = {
        key: replace(window, drawn={**window.drawn, seat: (*window.drawn.get(seat, ()), *faces)})
        if key[0] == side
        else window
        for key, window in table.windows.items()
    }
    return changed(table, windows=windows)


def after_play(game: Game, table: Table) -> Table:
    """The table after a card was laid or discarded on a turn: with `next_play` all windows close."""
    if game.ruleset.coup_fourre_window != "next_play" or not table.windows:
        return table
    fresh = {key: window for key, window in table.windows.items() if window.turn == table.turns}
    return changed(table, windows=fresh)


def opened(game: Game, table: Table, side: int, pile: str, hazard: Card, line: int) -> Table:
    """The table after a hazard landed: the window of its pile is open."""
    window = Window(
        hazard=hazard,
        line=line,
        turn=table.turns,
        held={seat: table.holdings[seat] for seat in game.seats_of(side)},
    )
    return changed(table, windows={**table.windows, (side, pile): window})


def without_buried(table: Table) -> Table:
    """The table without the windows whose hazard is no longer the uppermost card of its pile."""
    windows = {key: window for key, window in table.windows.items() if _on_top(table, key, window)}
    return table if len(windows) == len(table.windows) else changed(table, windows=windows)


def _on_top(table: Table, key: tuple[int, str], window: Window) -> bool:
    car = table.cars[key[0]]
    pile: tuple[Card, ...] = car.battle if key[1] == "battle" else car.speed
    return pile[-1:] == (window.hazard,)
