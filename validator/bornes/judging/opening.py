"""The position from which a hand starts: an empty table after the deal, or what `setup` lines say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bornes.car import Car
from bornes.change import changed
from bornes.drawpile import DrawPile
from bornes.findings import Notes
from bornes.holding import Holding
from bornes.judging.ending import note_pile, note_playable
from bornes.judging.hands import forget, identified
from bornes.table import Game, Table, next_to_act
from bornes_notation.cards import Card, Face
from bornes_notation.record import NOWHERE, Deal, Line, Pile, Setup
from bornes_notation.setup import SideSetup, TableSetup, side_setup, table_setup

NotesOf = Callable[[Line], Notes]


@dataclass(slots=True)
class _Opening:
    """The lines before the first turn, sorted by what they say."""

    deals: dict[str, Line] = field(default_factory=dict)
    pile: Line | None = None
    sides: dict[str, tuple[Line, SideSetup]] = field(default_factory=dict)
    rest: tuple[Line, TableSetup] | None = None

    @property
    def is_setup(self) -> bool:
        """Whether the hand starts from a position instead of an empty table."""
        return bool(self.sides) or self.rest is not None


def opening(game: Game, first: str, lines: Sequence[Line], notes_of: NotesOf) -> Table:
    """The table before the first turn; faults of the deal are noted on their lines."""
    written = _sorted(lines)
    table = Table(
        cars=tuple(_car(game, written, letter) for letter in game.sides),
        holdings=tuple(_holding(game, written, seat) for seat in game.seats),
        pile=DrawPile(0),
        to_act=game.seat_index(first),
        target=game.seating.target_miles,
        penalties=(0,) * len(game.sides),
        set_up_distances=_set_up_distances(written),
    )
    if written.rest is not None:
        table = _with_rest(game, table, written.rest[1])
    _note_deal(game, written, notes_of)
    table = _count_seen(game, table, written, notes_of)
    table = changed(table, pile=_pile(game, table, written, notes_of))
    table = note_pile(game, changed(table, to_act=next_to_act(game, table, table.to_act)))
    return note_playable(game, table)


def _sorted(lines: Sequence[Line]) -> _Opening:
    written = _Opening()
    for line in lines:
        match line.item:
            case Deal(seat=seat):
                written.deals[seat] = line
            case Pile():
                written.pile = line
            case Setup(side=None):
                written.rest = (line, table_setup(line.item))
            case Setup(side=str(letter)):
                written.sides[letter] = (line, side_setup(line.item))
            case _:
                pass
    return written


def _car(game: Game, written: _Opening, letter: str) -> Car:
    start = (Card.ROLL,) if game.ruleset.start_needs_roll == "given" else ()
    if letter not in written.sides:
        return Car(battle=start)
    said = written.sides[letter][1]
    km = said.km or 0
    safeties = said.safeties or ()
    return Car(
        km=km,
        two_hundreds=said.two_hundreds or 0,
        hundreds=None if km else 0,
        bonus_km=said.bonus or 0,
        battle=start if said.battle is None else said.battle,
        speed=said.speed or (),
        safeties=tuple(card for card, _ in safeties),
        coups=tuple(card for card, coup in safeties if coup),
        needs_roll=bool(said.needs_roll),
    )


def _set_up_distances(written: _Opening) -> tuple[int, int]:
    """The fewest and the most cards that the kilometres set up can be made of, their 200s apart."""
    km_each = [(said.km or 0) - 200 * (said.two_hundreds or 0) for _, said in written.sides.values()]
    return sum(-(-max(km, 0) // 100) for km in km_each), sum(max(km, 0) // 25 for km in km_each)


def _holding(game: Game, written: _Opening, seat: str) -> Holding:
    line = written.deals.get(seat)
    if line is None or not isinstance(line.item, Deal):
        return Holding((), game.ruleset.hand_size)
    return Holding().with_faces(line.item.faces)


def _with_rest(game: Game, table: Table, said: TableSetup) -> Table:
    caller = None if said.caller is None else game.sides.index(said.caller)
    target = table.target if said.target is None else said.target
    if caller is not None and said.target is None and game.seating.extension_miles:
        target = game.seating.extension_miles
    return changed(
        table,
        discard=said.discard or (),
        to_act=table.to_act if said.next is None else game.seat_index(_canonical(game, said.next)),
        target=target,
        caller=caller,
    )


def _canonical(game: Game, seat: str) -> str:
    return seat if seat in game.seats else seat[0]


def _note_deal(game: Game, written: _Opening, notes_of: NotesOf) -> None:
    """U-DEAL: each seat is dealt a full hand; a position set up may have any."""
    if written.is_setup:
        return
    for seat, line in written.deals.items():
        dealt = len(line.item.faces) if isinstance(line.item, Deal) else 0
        if dealt != game.ruleset.hand_size:
            notes_of(line).violation(
                "MB104", f"{seat} was dealt {dealt} cards ({game.ruleset.hand_size} are dealt)"
            )


def _count_seen(game: Game, table: Table, written: _Opening, notes_of: NotesOf) -> Table:
    """The table with every card counted that is known from the start (U-COPIES)."""
    for side, letter in enumerate(game.sides):
        line = written.sides[letter][0] if letter in written.sides else None
        car = table.cars[side]
        named = (*car.battle, *car.speed, *car.safeties, *(Card.KM_200,) * car.two_hundreds)
        table = _counted(game, table, named, line, notes_of, None)
    if written.rest is not None:
        table = _counted(game, table, table.discard, written.rest[0], notes_of, None)
    for seat, line in written.deals.items():
        index = game.seat_index(seat)
        table = _counted(game, table, table.holdings[index].known, line, notes_of, index)
    if written.pile is not None and isinstance(written.pile.item, Pile):
        table = _counted(game, table, written.pile.item.faces, written.pile, notes_of, None)
    return table


def _counted(
    game: Game,
    table: Table,
    faces: tuple[Face, ...],
    line: Line | None,
    notes_of: NotesOf,
    seat: int | None,
) -> Table:
    in_pack = True
    for face in faces:
        if face is None:
            continue
        if line is None:
            table = table.with_seen(face)
            continue
        table, fits = identified(game, table, face, notes_of(line), NOWHERE, seat, table)
        in_pack = in_pack and fits
    return table if in_pack or seat is None else forget(table, seat)


def _pile(game: Game, table: Table, written: _Opening, notes_of: NotesOf) -> DrawPile:
    """The draw pile: as written, or what hands and named cards leave of the pack."""
    elsewhere = sum(hand.size for hand in table.holdings) + len(table.discard)
    elsewhere += sum(
        len(car.battle) + len(car.speed) + len(car.safeties) + car.two_hundreds for car in table.cars
    )
    left = max(game.pack_size - elsewhere, 0)
    if written.pile is not None and isinstance(written.pile.item, Pile):
        faces = written.pile.item.faces
        if len(faces) != left and not written.is_setup:
            notes_of(written.pile).violation(
                "MB105",
                f"the draw pile has {len(faces)} cards ({left} are left after the deal)",
            )
        return DrawPile(len(faces), top=faces)
    if written.rest is not None and written.rest[1].pile is not None:
        return DrawPile(written.rest[1].pile)
    return DrawPile(left)
