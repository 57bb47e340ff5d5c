"""The position from which a hand starts: an empty table after the deal, or what `setup` lines say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bornes.car import Car
from bornes.change import changed
from bornes.drawpile import DrawPile
from bornes.findings import Notes
from bornes.holding import Holding
from bornes.judging.ending import note_pile, note_playable
from bornes.judging.hands import counted, forget
from bornes.table import Game, Table, next_to_act
from bornes_notation.cards import Card
from bornes_notation.record import NOWHERE, Deal, Line, Pile, Setup
from bornes_notation.setup import SideSetup, TableSetup, side_setup, table_setup
from bornes_notation.wording import worded

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
        cars=tuple(_car(game, {}, letter) for letter in game.sides),
        holdings=(Holding(),) * len(game.seats),
        pile=DrawPile(),
        to_act=game.seat_index(first),
        target=game.seating.target_miles,
        penalties=(0,) * len(game.sides),
        set_up_distances=_set_up_distances(written),
    )
    table = _with_positions(game, table, written, notes_of)
    _note_deal(game, written, notes_of)
    table = _with_deals(game, table, written, notes_of)
    table = _with_pile(game, table, written, notes_of)
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


def _car(game: Game, sides: Mapping[str, tuple[Line, SideSetup]], letter: str) -> Car:
    start = (Card.ROLL,) if game.ruleset.start_needs_roll == "given" else ()
    if letter not in sides:
        return Car(battle=start)
    said = sides[letter][1]
    safeties = said.safeties or ()
    return Car(
        km=said.km or 0,
        two_hundreds=said.two_hundreds or 0,
        has_100=None if _km_unseen(said) >= Card.KM_100.km else False,
        bonus_km=said.bonus or 0,
        battle=start if said.battle is None else said.battle,
        speed=said.speed or (),
        safeties=tuple(card for card, _ in safeties),
        coups=tuple(card for card, coup in safeties if coup),
        needs_roll=bool(said.needs_roll),
    )


def _set_up_distances(written: _Opening) -> tuple[int, int]:
    """The fewest and the most cards that the kilometres set up can be made of, their 200s apart."""
    km_each = [_km_unseen(said) for _, said in written.sides.values()]
    return sum(-(-km // 100) for km in km_each), sum(km // 25 for km in km_each)


def _km_unseen(said: SideSetup) -> int:
    """The kilometres set up that lie in other cards than 200s."""
    return max((said.km or 0) - 200 * (said.two_hundreds or 0), 0)


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
                "MB104",
                worded(
                    "%(seat)s was dealt %(dealt)s cards (%(wanted)s are dealt)",
                    seat=seat,
                    dealt=dealt,
                    wanted=game.ruleset.hand_size,
                ),
            )


def _with_positions(game: Game, table: Table, written: _Opening, notes_of: NotesOf) -> Table:
    """The table after the `setup` lines (U-COPIES)."""
    for side, letter in enumerate(game.sides):
        if letter not in written.sides:
            continue
        before = table
        table = table.with_car(side, _car(game, written.sides, letter))
        two_hundreds = (Card.KM_200,) * table.cars[side].two_hundreds
        table = changed(table, distances=(*table.distances, *two_hundreds))
        table, _ = counted(game, before, table, Card, notes_of(written.sides[letter][0]), NOWHERE, None)
    if written.rest is None:
        return table
    before, table = table, _with_rest(game, table, written.rest[1])
    return counted(game, before, table, Card, notes_of(written.rest[0]), NOWHERE, None)[0]


def _with_deals(game: Game, table: Table, written: _Opening, notes_of: NotesOf) -> Table:
    """The table after the deal; a hand that nobody wrote down is a full one (U-COPIES)."""
    for seat, line in written.deals.items():
        before, index = table, game.seat_index(seat)
        faces = line.item.faces if isinstance(line.item, Deal) else ()
        table = table.with_holding(index, Holding().with_faces(faces))
        table, fits = counted(game, before, table, faces, notes_of(line), NOWHERE, index)
        if not fits:
            table = forget(table, index)
    for seat in game.seats:
        if seat not in written.deals:
            table = table.with_holding(game.seat_index(seat), Holding((), game.ruleset.hand_size))
    return table


def _with_pile(game: Game, table: Table, written: _Opening, notes_of: NotesOf) -> Table:
    """The table with its draw pile: as written, or what hands and named cards leave of the pack."""
    elsewhere = sum(hand.size for hand in table.holdings) + len(table.discard)
    elsewhere += sum(
        len(car.battle) + len(car.speed) + len(car.safeties) + car.two_hundreds for car in table.cars
    )
    left = max(game.pack_size - elsewhere, 0)
    if written.pile is not None and isinstance(written.pile.item, Pile):
        faces = written.pile.item.faces
        notes = notes_of(written.pile)
        if len(faces) != left and not written.is_setup:
            notes.violation(
                "MB105",
                worded(
                    "the draw pile has %(count)s cards (%(left)s are left after the deal)",
                    count=len(faces),
                    left=left,
                ),
            )
        before, table = table, changed(table, pile=DrawPile(faces))
        table, fits = counted(game, before, table, faces, notes, NOWHERE, None)
        return table if fits else changed(table, pile=DrawPile.unseen(len(faces)))
    if written.rest is not None and written.rest[1].pile is not None:
        return changed(table, pile=DrawPile.unseen(written.rest[1].pile), pile_set_up=True)
    return changed(table, pile=DrawPile.unseen(left))
