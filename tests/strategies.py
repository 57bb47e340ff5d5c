"""Hypothesis strategies for records of random legal syntax; no rule of the game is kept."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from bornes_notation import (
    Attack,
    Carried,
    Check,
    Deal,
    Discard,
    Draw,
    End,
    Hand,
    Header,
    Interrupt,
    Item,
    Line,
    Other,
    Pass,
    Pile,
    Play,
    Record,
    Reshuffle,
    Result,
    Ruling,
    Setup,
    Show,
    Turn,
)
from bornes_notation.cards import HAZARDS, SAFETIES, SIDES, Card
from bornes_notation.setup import _BATTLE

_CARDS = st.sampled_from(Card)
_OWN = st.sampled_from([card for card in Card if card not in HAZARDS])
_FACES = st.one_of(st.none(), _CARDS)
_LISTS = st.one_of(
    st.lists(_FACES, min_size=1, max_size=8).map(tuple), st.integers(1, 25).map(lambda n: (None,) * n)
)
_NUMBERS = st.one_of(st.sampled_from([0, 25, 50, 75, 100, 200]), st.integers(0, 999_999_999))
_SIGNED = st.one_of(_NUMBERS, _NUMBERS.map(lambda number: -number))
_CODES = st.one_of(st.none(), st.sampled_from(["MB231", "MB100", "MB599"]))
_REASONS = ("trip", "exhausted", "adjudicated", "abandoned", "unfinished")
_TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\u2028\u2029"), max_size=12
).map(lambda text: text.strip(" "))
COMMENTS = st.one_of(st.none(), st.sampled_from(["", "coup fourré", "12. X (50) 75", "; twice"]), _TEXT)
_ABOVE = st.one_of(st.just(()), st.lists(_TEXT, max_size=2).map(tuple))


@st.composite
def seatings(draw: Any) -> tuple[str, ...]:
    """Seats in order of play: two to eight sides of one to three seats, not always alike."""
    sides = draw(st.permutations(SIDES))[: draw(st.integers(2, 8))]
    seats = []
    for side in sides:
        count = draw(st.integers(1, 3))
        seats += [side] if count == 1 else [f"{side}{number}" for number in range(1, count + 1)]
    return tuple(seats)


@st.composite
def headers(draw: Any, seats: tuple[str, ...]) -> tuple[Header, ...]:
    """Headers in canonical order, none of them empty but those of seats."""
    values = {key: draw(st.one_of(st.just(""), _TEXT)) for key in ("Event", "Site", "Round")}
    values["Date"] = draw(st.sampled_from(["", "2026-05-16", "2026-11-??", "????-??-??"]))
    values["Options"] = draw(st.sampled_from(["", "target=700", "seatings=any  target=1000"]))
    own = {f"X-{name}": draw(_TEXT) for name in draw(st.lists(st.sampled_from(["A", "b-2"]), unique=True))}
    order = ("Event", "Site", "Date", "Round", "Ruleset", "Options")
    values["Ruleset"] = draw(st.sampled_from(["winning-moves", "dujardin-2014@1"]))
    chosen = [(key, values[key]) for key in order if values[key]]
    chosen += [(seat, draw(st.one_of(st.just(""), _TEXT))) for seat in seats]
    chosen += [(key, value) for key, value in own.items() if value]
    return tuple(Header(key, value, draw(_ABOVE)) for key, value in chosen)


def _sides(seats: tuple[str, ...]) -> list[str]:
    return list(dict.fromkeys(seat[0] for seat in seats))


def _points(seats: tuple[str, ...], least: int = 0) -> st.SearchStrategy[tuple[tuple[str, int], ...]]:
    sides = st.lists(st.sampled_from(_sides(seats)), min_size=least, unique=True)
    return sides.flatmap(lambda chosen: st.tuples(*(st.tuples(st.just(side), _SIGNED) for side in chosen)))


def draws() -> st.SearchStrategy[Draw]:
    """Draws of every form."""
    return st.one_of(
        st.lists(_FACES, max_size=3).map(lambda faces: Draw(tuple(faces))),
        _FACES.map(lambda face: Draw((face,), from_discard=True)),
    )


def _lays(seats: tuple[str, ...]) -> st.SearchStrategy[Play | Attack]:
    attacks = st.builds(Attack, st.sampled_from(HAZARDS), st.sampled_from(_sides(seats)))
    return st.one_of(st.builds(Play, _OWN), attacks)


def turns(seats: tuple[str, ...]) -> st.SearchStrategy[Turn]:
    """Turns of any content."""
    seat = st.sampled_from(seats)
    actions = st.one_of(_lays(seats), st.builds(Discard, _FACES), st.just(Pass()))
    interrupts = st.builds(Interrupt, seat, _lays(seats), st.one_of(st.none(), draws()))
    return st.builds(
        Turn,
        seat,
        st.one_of(st.none(), draws()),
        st.lists(actions, max_size=2).map(tuple),
        st.sampled_from([None, None, True, False]),
        st.lists(interrupts, max_size=2).map(tuple),
    )


def _rulings(seats: tuple[str, ...]) -> st.SearchStrategy[Ruling]:
    who = st.sampled_from([*seats, *_sides(seats)])
    on_a_play = st.sampled_from(["stands", "retract", "void"])
    return st.one_of(
        st.builds(Ruling, on_a_play, st.sampled_from(seats), st.none(), _CODES),
        st.builds(Ruling, st.just("forfeit"), who, st.none(), _CODES),
        st.builds(Ruling, st.just("penalty"), who, _SIGNED, _CODES),
        st.builds(lambda code: Ruling("redeal", code=code), _CODES),
    )


def _checks(seats: tuple[str, ...]) -> st.SearchStrategy[Check]:
    side = st.sampled_from(_sides(seats))
    return st.one_of(
        st.builds(Check, st.just("pile"), st.none(), _NUMBERS),
        st.builds(Check, st.just("miles"), side, _NUMBERS),
        st.builds(Check, st.just("cards"), st.sampled_from([*seats, *_sides(seats)]), _NUMBERS),
        st.builds(Check, st.just("total"), side, _SIGNED),
    )


_OTHERS = st.sampled_from(["x-time 21:40", "x-time", "x-a2-b  two  blanks", "x-note é (50) A->Y"]).map(Other)


def between(seats: tuple[str, ...]) -> st.SearchStrategy[Item]:
    """Lines that may stand between turns."""
    return st.one_of(
        st.builds(Show, st.sampled_from(seats), _LISTS),
        st.builds(Reshuffle, st.one_of(st.just(()), _LISTS)),
        _rulings(seats),
        _checks(seats),
        _OTHERS,
    )


def _pile(cards: Any, most: int = 3) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(cards), max_size=most).map(lambda chosen: ",".join(chosen) or "-")


def _pairs(values: dict[str, st.SearchStrategy[str]]) -> st.SearchStrategy[tuple[tuple[str, str], ...]]:
    keys = st.lists(st.sampled_from(sorted(values)), min_size=1, unique=True)
    return keys.flatmap(lambda chosen: st.tuples(*(st.tuples(st.just(key), values[key]) for key in chosen)))


def setups(seats: tuple[str, ...], side: str | None) -> st.SearchStrategy[Setup]:
    """The setup of a side, or of the table."""
    number = _NUMBERS.map(str)
    kilometres = st.integers(0, 40).map(lambda cards: str(25 * cards))
    if side is None:
        caller = st.sampled_from(["-", *_sides(seats)])
        values = {"pile": number, "target": number, "next": st.sampled_from(seats), "caller": caller}
        values["discard"] = _pile([*Card, "?"])
    else:
        values = {
            "km": kilometres,
            "bonus": number,
            "200s": number,
            "needs-roll": st.sampled_from(["yes", "no"]),
        }
        values |= {"battle": _pile(_BATTLE), "speed": _pile(["L-", "L+"])}
        values["safeties"] = _pile([*SAFETIES, *(f"{card}!" for card in SAFETIES)])
    return _pairs(values).map(lambda pairs: Setup(side, pairs))


def ends(seats: tuple[str, ...]) -> st.SearchStrategy[End]:
    """Ends of a hand."""
    lost = st.sampled_from(["conceded", "forfeit"])
    return st.one_of(
        st.builds(End, st.sampled_from(_REASONS), st.none(), _points(seats)),
        st.builds(End, lost, st.sampled_from(_sides(seats)), _points(seats)),
    )


def results(seats: tuple[str, ...]) -> st.SearchStrategy[Result]:
    """Ends of a match."""
    side = st.sampled_from(_sides(seats))
    plain = st.sampled_from([None, "tied", "adjudicated", "abandoned", "unfinished"])
    winners = st.lists(side, min_size=1, unique=True).map(tuple)
    return st.one_of(
        st.builds(Result, _points(seats), plain),
        st.builds(Result, _points(seats), st.just("won"), winners),
        st.builds(Result, _points(seats), st.sampled_from(["conceded", "forfeit"]), st.tuples(side)),
    )


@st.composite
def hands(draw: Any, seats: tuple[str, ...], number: int) -> list[Item]:
    """The lines of one hand, in an order that may stand."""
    items: list[Item] = [Hand(number, draw(st.sampled_from(seats)))]
    items += [Deal(seat, draw(_LISTS)) for seat in draw(st.lists(st.sampled_from(seats), unique=True))]
    items += [Pile(draw(_LISTS))] * draw(st.integers(0, 1))
    places = st.lists(st.sampled_from([None, *_sides(seats)]), unique=True, max_size=2)
    items += [draw(setups(seats, side)) for side in draw(places)]
    lines = st.lists(st.one_of(turns(seats), turns(seats), between(seats)), max_size=6)
    items += draw(lines)
    if draw(st.booleans()):
        items += [draw(ends(seats)), *draw(st.lists(st.one_of(turns(seats), between(seats)), max_size=1))]
    return items


@st.composite
def records(draw: Any) -> Record:
    """Whole records, comments included."""
    seats = draw(seatings())
    items: list[Item] = draw(st.lists(_OTHERS, max_size=1))
    first = 1
    if draw(st.booleans()):
        items.append(Carried(draw(_points(seats, least=1))))
        first = draw(st.integers(1, 30))
    for number in range(first, first + draw(st.integers(0, 2))):
        items += draw(hands(seats, number))
    if draw(st.booleans()):
        items.append(draw(results(seats)))
    lines = tuple(Line(item, draw(COMMENTS), draw(_ABOVE)) for item in items)
    around = draw(_ABOVE), draw(COMMENTS), draw(_ABOVE)
    return Record(draw(headers(seats)), lines, *around)


_WORDS = """
X Y X1 X2 Y1 Z ? 6? > < - / ( ) ! ; : = . 0 1 12. 007 -5 +5 123456789 1234567890
MBN hand first deal pile reshuffle show setup check miles cards total ruling
stands retract void penalty forfeit redeal end trip exhausted conceded result won tied
carried pass ext noext MB231 MB12 km=5 battle=R+,T- x-time x- Event: X1: é − foo
"""
_TOKENS = (*(card.value for card in Card), *_WORDS.split())


def token_lines() -> st.SearchStrategy[str]:
    """Lines made of the notation's tokens in any order, blanks here and there."""
    blanks = st.sampled_from([" ", " ", " ", "", "\t", "  "])
    words = st.lists(st.tuples(blanks, st.sampled_from(_TOKENS)), max_size=9)
    return words.map(lambda pairs: "".join(blank + word for blank, word in pairs))
