"""The rules a record is judged by: its ruleset and options, or another one, and its seating (U-SEATING)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bornes.findings import Notes
from bornes.loading import named_ruleset, read_options
from bornes.ruleset import Ruleset, RulesetError
from bornes.table import Game
from bornes_notation.errors import NotationError
from bornes_notation.headers import meant_header
from bornes_notation.record import Hand, Header, Line, Other, Record, Setup, Span, is_seat
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
    overridden = ruleset is not None
    if ruleset is None:
        ruleset, errors = _by_header(record)
    if ruleset is None:
        return Chosen(None, tuple(errors))
    sides = tuple(dict.fromkeys(seat[0] for seat in seats))
    each = len(seats) // len(sides)
    equal = all(sum(seat[0] == side for seat in seats) == each for side in sides)
    seating = ruleset.seating(len(sides), each) if equal else None
    game = Game(ruleset, seating or ruleset.fallback_seating(), seats, policy)
    too_many = None if overridden else _hands_too_large(record, game)
    return Chosen(None, (*errors, too_many)) if too_many else Chosen(game, tuple(errors))


def _hands_too_large(record: Record, game: Game) -> NotationError | None:
    """An option that deals more cards than there are."""
    options = _header(record, "Options")
    found = re.search(r"(?<![^ \t])hand_size=", options.value) if options else None
    size, seats = game.ruleset.hand_size, len(game.seats)
    if options is None or found is None or size * seats <= game.pack_size:
        return None
    most = game.pack_size // seats
    message = worded(
        "hand_size cannot be %(size)s: the pack has %(pack)s cards, at most %(most)s for each of %(seats)s seats",
        size=size,
        pack=game.pack_size,
        most=most,
        seats=seats,
    )
    return _at(options, RulesetError("MB029", message, column=found.end() + 1))


def impossible_piles(record: Record, game: Game) -> Iterator[NotationError]:
    """Draw piles of ``setup`` lines that hold more cards than the pack."""
    for line in record.lines:
        pile = dict(line.item.pairs).get("pile", "0") if isinstance(line.item, Setup) else "0"
        if int(pile) > game.pack_size:
            start = line.shift + line.text[line.shift :].index("pile=")
            span = Span(line.line, start + 1, start + len(f"pile={pile}") + 1)
            message = worded(
                "pile=%(pile)s: the pack has %(pack)s cards, no more can be left in the draw pile",
                pile=pile,
                pack=game.pack_size,
            )
            yield NotationError("MB013", message, span, line.text[:200])


def terms_unread(record: Record, errors: Iterable[NotationError], *, overridden: bool) -> bool:
    """Whether a line that could not be read was plainly to name a seat or the rules.

    Without it nothing can be judged: another number of sides plays with another pack and for other miles.

    Args:
        record: What could be read.
        errors: The unreadable places of its text.
        overridden: Whether ``Ruleset`` and ``Options`` do not count.
    """
    keys = {header.key for header in record.headers}
    ends = next((line.line for line in record.lines if isinstance(line.item, Hand)), None)
    lost = {
        header.key
        for error in errors
        if error.code in _LINE_UNREAD and (ends is None or error.span.line < ends)
        if (header := meant_header(error.text)) is not None
    }
    return any(is_seat(key) or (key in ("Ruleset", "Options") and not overridden) for key in lost - keys)


_LINE_UNREAD = ("MB001", "MB002", "MB003", "MB004", "MB005")


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
