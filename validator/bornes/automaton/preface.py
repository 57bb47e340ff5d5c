"""The header of a record, read without ceremony when there is nothing odd in it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from bornes.automaton.rows import CarTable
from bornes.automaton.terms import Terms, terms_of
from bornes.automaton.words import LINE_MAX
from bornes.judging.chosen import chosen, note_seating
from bornes.ruleset import Ruleset
from bornes_notation.headers import KEYS, header_faults, seat_faults
from bornes_notation.record import Header, Record, is_seat

SEAT_RANK = len(KEYS)
OWN_RANK = SEAT_RANK + 1
_RANK = {key: rank for rank, key in enumerate(KEYS)}
_CHECKED = frozenset({"Ruleset", "Options", "Date"})


class Preface(NamedTuple):
    """What a header says that judging needs."""

    event: str | None
    terms: Terms


def read_preface(lines: list[str], ruleset: Ruleset | None, policy: str) -> Preface | None:
    """The header in its lines, each canonical; None if the reader has to look at it."""
    last_rank = -1
    values: dict[str, str] = {}
    for line in lines:
        known = _LINES.get(line)
        if known is None:
            known = _read(line)
            if known is None:
                return None
            if known.key != "Event":
                _keep(line, known)
        key, value, rank = known
        if rank < last_rank or (rank == last_rank < SEAT_RANK) or key in values:
            return None
        last_rank = rank
        values[key] = value
    seats = tuple([key for key in values if key not in _RANK and is_seat(key)])
    terms = _terms(values.get("Ruleset"), values.get("Options"), seats, ruleset, policy)
    return None if terms is None else Preface(values.get("Event"), terms)


class _Line(NamedTuple):
    """A header line, canonical in itself, and where such a line stands among others."""

    key: str
    value: str
    rank: int


_LINES: Final[dict[str, _Line]] = {}
"""Lines already met, events apart, of which each record has its own; bounded."""

_LINES_MAX: Final = 8192


def _keep(line: str, known: _Line) -> None:
    if len(_LINES) >= _LINES_MAX:
        _LINES.clear()
    _LINES[line] = known


def _read(line: str) -> _Line | None:
    key, separator, value = line.partition(": ")
    if not separator or value != value.strip(" \t") or not value or not value.isprintable():
        return None
    rank = _rank(key)
    if rank < 0 or len(line) > LINE_MAX or (key in _CHECKED and not _in_order(key, value)):
        return None
    return _Line(key, value, rank)


def _rank(key: str) -> int:
    rank = _RANK.get(key)
    if rank is not None:
        return rank
    if is_seat(key):
        return SEAT_RANK
    return OWN_RANK if key.startswith("X-") and _in_order(key, "x") else -1


def _in_order(key: str, value: str) -> bool:
    return not header_faults(Header(key, value), ())


@lru_cache(maxsize=256)
def _terms(
    name: str | None, options: str | None, seats: tuple[str, ...], ruleset: Ruleset | None, policy: str
) -> Terms | None:
    """What the game is played by; None if anything about it needs a word."""
    if name is None or not seats:
        return None
    headers = [Header("Ruleset", name), *(Header(seat, "-") for seat in seats)]
    if options is not None:
        headers.insert(1, Header("Options", options))
    record = Record(tuple(headers))
    choice = chosen(record, ruleset, policy)
    game = choice.game
    if game is None or choice.errors or seat_faults(headers) or record.seats != seats:
        return None
    if note_seating(record, game) is not None:
        return None
    return terms_of(game, _cars(game.ruleset))


@lru_cache(maxsize=64)
def _cars(ruleset: Ruleset) -> CarTable:
    return CarTable(ruleset)
