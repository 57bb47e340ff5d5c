"""The rules a record is judged by: its ruleset and options, or another one, and its seating (U-SEATING)."""

from __future__ import annotations

from dataclasses import dataclass

from bornes.findings import Notes
from bornes.loading import named_ruleset, read_options
from bornes.ruleset import Ruleset, RulesetError
from bornes.table import Game
from bornes_notation.errors import NotationError
from bornes_notation.record import Header, Line, Other, Record, Span, is_seat
from bornes_notation.wording import listed, worded


@dataclass(frozen=True, slots=True)
class Chosen:
    """The game a record is judged as; None with the errors that forbid it."""

    game: Game | None
    errors: tuple[NotationError, ...] = ()


def chosen(record: Record, ruleset: Ruleset | None, policy: str) -> Chosen:
    """The game of a record; `ruleset` overrides its ``Ruleset`` and ``Options``."""
    seats = record.seats
    if not seats:
        return Chosen(None)
    errors: list[NotationError] = []
    if ruleset is None:
        ruleset, errors = _by_header(record)
    if ruleset is None:
        return Chosen(None, tuple(errors))
    sides = tuple(dict.fromkeys(seat[0] for seat in seats))
    each = len(seats) // len(sides)
    equal = all(sum(seat[0] == side for seat in seats) == each for side in sides)
    seating = ruleset.seating(len(sides), each) if equal else None
    return Chosen(Game(ruleset, seating or ruleset.fallback_seating(), seats, policy), tuple(errors))


def _by_header(record: Record) -> tuple[Ruleset | None, list[NotationError]]:
    header = _header(record, "Ruleset")
    if header is None:
        return None, []
    try:
        ruleset = named_ruleset(header.value)
    except RulesetError as error:
        return None, [_at(header, error)]
    options = _header(record, "Options")
    if options is None:
        return ruleset, []
    changed, errors = read_options(ruleset, options.value)
    if errors:
        return None, [_at(options, error) for error in errors]
    return changed, []


def _header(record: Record, key: str) -> Header | None:
    return next((header for header in record.headers if header.key == key), None)


def _at(header: Header, error: RulesetError) -> NotationError:
    offset = (error.column or 1) - 1
    column = header.value_column + offset
    word = header.value[offset:].split()[:1]
    width = max(len(word[0]) if word else 1, 1)
    text = f"{header.key}: {header.value}"[:200]
    return NotationError(error.code, error.message, Span(header.line, column, column + width), text)


def note_seating(record: Record, game: Game) -> Notes | None:
    """U-SEATING, noted on the last seat line; None if the seating is in order."""
    seat_lines = [header for header in record.headers if is_seat(header.key)]
    last = max(seat_lines, key=lambda header: header.line)
    text = f"{last.key}: {last.value}"
    notes = Notes(game, Line(Other(text), line=last.line, text=text))
    sides = game.sides
    each = len(game.seats) // len(sides)
    counts = {side: sum(seat[0] == side for seat in game.seats) for side in sides}
    if len(set(counts.values())) > 1:
        words = listed(
            worded("%(side)s has %(count)s", side=side, count=count) for side, count in counts.items()
        )
        notes.violation("MB103", worded("the sides have unequally many seats: %(words)s", words=words))
        return notes
    if [seat[0] for seat in game.seats] != [*sides] * each:
        order = " ".join(game.seats)
        notes.violation(
            "MB102", worded("the sides do not alternate in the order of play: %(order)s", order=order)
        )
    if game.ruleset.seating(len(sides), each) is None:
        allowed = " ".join(game.ruleset.seatings or ())
        notes.violation(
            "MB101",
            worded(
                "%(seating)s are not a seating of %(ruleset)s (allowed, as sides x seats: %(allowed)s)",
                seating=_sides_of(len(sides), each),
                ruleset=game.ruleset.id,
                allowed=allowed,
            ),
        )
    return notes if notes.findings else None


def _sides_of(sides: int, each: int) -> str:
    if each == 1:
        return worded("%(count)s sides of 1 seat", count=sides)
    return worded("%(count)s sides of %(each)s seats", count=sides, each=each)
