"""The position text: a table on one line, equal states giving equal text (spec/notation.md#position-text)."""

from __future__ import annotations

from bornes.car import Car
from bornes.table import Game, Table
from bornes_notation.cards import Face


def position(game: Game, table: Table, *, discards_max: int | None = None) -> str:
    """The table as one line of text.

    Of a discard pile of more than `discards_max` cards only the uppermost are listed, after their count:
    for diagnostics, of which a long record may have many.
    """
    parts = [_car(game, table, side) for side in range(len(game.sides))]
    parts.append(f"pile {table.pile.count}{'?' if table.pile.presumed else ''}")
    if game.ruleset.exhaustion == "reshuffle" or game.ruleset.draw_from_discard == "top":
        parts.append(f"discard {_discard(table.discard, discards_max)}")
    parts.append("hands " + " ".join(str(hand.size) for hand in table.holdings))
    parts.append(f"next {game.seats[table.to_act]}{' drawn' if table.drawn else ''}")
    caller = "" if table.caller is None else f"/{game.sides[table.caller]}"
    parts.append(f"target {table.target}{caller}")
    return " | ".join(parts)


def _car(game: Game, table: Table, side: int) -> str:
    car = table.cars[side]
    miles = f"{car.km}+{car.bonus_km}" if car.bonus_km else str(car.km)
    battle = _cards(car.battle) + ("!" if (side, "battle") in table.windows else "")
    speed = _cards(car.speed) + ("!" if (side, "speed") in table.windows else "")
    safeties = _cards(_safeties(car))
    needs_roll = " needs-roll" if car.needs_roll else ""
    return f"{game.sides[side]} {miles} {battle} {speed} {safeties} {car.two_hundreds}{needs_roll}"


def _discard(discard: tuple[Face, ...], discards_max: int | None) -> str:
    left_out = 0 if discards_max is None else max(len(discard) - discards_max, 0)
    cards = _cards(tuple(str(face or "?") for face in discard[left_out:]))
    return f"({left_out} below),{cards}" if left_out else cards


def _safeties(car: Car) -> tuple[str, ...]:
    return tuple(f"{card}!" if card in car.coups else str(card) for card in car.safeties)


def _cards(cards: tuple[str, ...]) -> str:
    return ",".join(cards) or "-"
