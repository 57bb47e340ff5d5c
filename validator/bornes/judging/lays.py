"""Cards laid on cars: what is wrong with them, and where they end up (spec/rulesets.md 1.5, 2.1)."""

from __future__ import annotations

from bornes.car import (
    HAZARD_OF,
    PLAIN_REMEDIES,
    SAFETY_OF,
    Laid,
    covered,
    lay_distance,
    lay_hazard,
    lay_remedy,
    lay_safety,
    pile_of,
    top,
)
from bornes.change import changed
from bornes.evidence import Answer
from bornes.findings import Notes
from bornes.judging.doubts import doubt_of, without_coups
from bornes.judging.ending import at_target, extended, finished, may_extend
from bornes.legal import lay_of
from bornes.reasons import COUP_IN_DOUBT
from bornes.registry import CODES
from bornes.rules import breaches, coup
from bornes.table import Game, Table
from bornes_notation.cards import Card, Kind
from bornes_notation.record import Columns
from bornes_notation.wording import worded


def note_breaches(
    game: Game, table: Table, seat: int, card: Card, on: int, notes: Notes, columns: Columns
) -> bool:
    """Notes every rule about the card and the car that this lay breaks; whether a coup in doubt decides it."""
    side = game.side_of[seat]
    found = breaches(lay_of(game, table, side, card, on))
    others = [breaches(lay_of(game, other, side, card, on)) for other in without_coups(table)]
    if any(bool(other) is not bool(found) for other in others):
        for rule in dict.fromkeys(CODES[breach.code].rule for each in (found, *others) for breach in each):
            notes.undecided(rule, COUP_IN_DOUBT)
        return True
    for breach in found:
        cause = _cause(game, table, on, card, breach.code)
        notes.violation(
            breach.code,
            worded(
                "%(seat)s laid %(card)s %(clause)s", seat=game.seats[seat], card=card, clause=breach.clause
            ),
            columns,
            table=table,
            seat=seat,
            because=() if cause is None else (cause,),
            offer=True,
        )
    return False


def _cause(game: Game, table: Table, on: int, card: Card, code: str) -> int | None:
    """The line of the earlier card that makes a lay illegal, if one does and a line of the hand laid it."""
    earlier = _CAUSES.get(code)
    if code == "MB202":
        earlier = SAFETY_OF[card]
    elif code in _STOPPED:
        earlier = top(table.cars[on], game.ruleset)
    return None if earlier is None else table.laid_at.get((on, earlier))


_STOPPED = frozenset({"MB204", "MB210", "MB212", "MB230"})
"""What a hazard in force on the battle pile forbids."""

_CAUSES = {
    "MB207": Card.SPEED_LIMIT,
    "MB213": Card.RIGHT_OF_WAY,
    "MB231": Card.SPEED_LIMIT,
}
"""The card that forbids a lay, where it is always the same one."""


def with_card_laid(
    game: Game, table: Table, seat: int, card: Card, on: int, line: int, *, stands: bool
) -> Table:
    """The table after a card that has left the hand was laid, legal or not, with its usual effect.

    Cards that 2.1 sends to the discard pile go there; with `stands` (a ruling) an overshoot counts and a
    protected hazard lies dead on its pile.
    """
    car = table.cars[on]
    if card.kind is Kind.HAZARD:
        return _with_hazard(game, table, seat, card, on, line, stands=stands)
    if card.km:
        past = game.ruleset.finish == "exact" and car.miles + card.km > table.target
        if past and not stands:
            return changed(table, discard=(*table.discard, card))
        return changed(table.with_car(on, lay_distance(car, card).car), distances=(*table.distances, card))
    if card in PLAIN_REMEDIES and top(car, game.ruleset) is not HAZARD_OF[card]:
        return changed(table, discard=(*table.discard, card))
    return _with_laid(table, on, lay_remedy(car, card, game.ruleset))


def _with_hazard(
    game: Game, table: Table, seat: int, card: Card, on: int, line: int, *, stands: bool
) -> Table:
    if game.side_of[seat] == on:
        return changed(table, discard=(*table.discard, card))
    if covered(table.cars[on], card):
        if not stands:
            return changed(table, discard=(*table.discard, card))
        return table.with_car(on, lay_hazard(table.cars[on], card).car)
    table = _with_laid(table, on, lay_hazard(table.cars[on], card))
    table = table.with_laid_at(on, card, line)
    return coup.opened(game, table, on, pile_of(card), card, line)


def with_safety(
    game: Game, table: Table, side: int, card: Card, *, is_coup: bool, claim: coup.Claim | None = None
) -> Table:
    """The table after a safety was laid; its bonus kilometres may end the hand."""
    if any(card in car.safeties for car in table.cars):
        return changed(table, spares=(*table.spares, card))  # the pack holds one: a second does nothing
    before = table.cars[side]
    table = _with_laid(table, side, lay_safety(before, card, game.ruleset, coup=is_coup))
    table = _with_bonus(game, table, side, game.ruleset.safety_km)
    plain = table
    if is_coup:
        table = _with_bonus(game, table, side, game.ruleset.coup_fourre_km)
    if claim is None or claim.answer is not Answer.UNVERIFIED:
        return table
    bonus_km = table.cars[side].bonus_km - plain.cars[side].bonus_km
    doubt = doubt_of(game.ruleset, before, side, card, bonus_km=bonus_km, unseen_draw=claim.unseen_draw)
    table = changed(table, doubts=(*table.doubts, doubt))
    if plain.over is None and table.over is not None:
        return changed(table, in_doubt=True)
    return table


def _with_bonus(game: Game, table: Table, side: int, bonus_km: int) -> Table:
    car = table.cars[side]
    past = game.ruleset.finish == "exact" and car.miles + bonus_km > table.target
    if not bonus_km or past or table.over is not None:
        return table
    table = table.with_car(side, changed(car, bonus_km=car.bonus_km + bonus_km))
    return finished(game, table, side) if at_target(game, table, side) else table


def _with_laid(table: Table, side: int, laid: Laid) -> Table:
    table = table.with_car(side, laid.car)
    table = changed(table, discard=(*table.discard, *laid.thrown)) if laid.thrown else table
    return coup.without_buried(table)


def with_call(
    game: Game, table: Table, seat: int, call: bool | None, notes: Notes, columns: Columns
) -> Table:
    """The table after a distance card reached the target: the hand is over, or an extension is called."""
    side = game.side_of[seat]
    if not may_extend(game, table, side):
        if call:
            notes.violation("MB520", _no_extension(game, table, side), columns, table=table, seat=seat)
        return finished(game, table, side)
    if call:
        return extended(game, table, side)
    over = finished(game, table, side)
    return over if call is False else changed(over, if_called=extended(game, table, side))


def note_needless_call(
    game: Game, table: Table, seat: int, call: bool | None, notes: Notes, columns: Columns
) -> None:
    """Notes a call in a turn that does not reach the base target: ``ext`` is a violation, ``noext`` style."""
    if call:
        message = _no_extension(game, table, game.side_of[seat])
        notes.violation("MB520", message, columns, table=table, seat=seat)
    elif call is False:
        notes.style.append(("MB790", columns))


def _no_extension(game: Game, table: Table, side: int) -> str:
    name = game.sides[side]
    if game.seating.extension_miles is None:
        return worded("%(side)s called an extension, which this seating does not have", side=name)
    if table.caller is not None:
        return worded(
            "%(side)s called an extension after %(caller)s had called it",
            side=name,
            caller=game.sides[table.caller],
        )
    return worded(
        "%(side)s called an extension at %(miles)s miles"
        " (it is called in the turn that reaches %(target)s with a distance card)",
        side=name,
        miles=table.cars[side].miles,
        target=game.seating.target_miles,
    )
