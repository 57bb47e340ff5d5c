"""Writes records as canonical text (spec/notation.md#canonical-text)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bornes_notation.cards import Face
from bornes_notation.record import (
    Action,
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


def format(record: Record) -> str:  # the name users know: parse, format
    """The canonical text of a record, comments included; ends with LF."""
    return "".join(text + "\n" for _, text in placed_lines(record))


def placed_lines(record: Record) -> Iterator[tuple[str, str]]:
    """The lines of the canonical text without line ends, each with the part of the record it comes from.

    The part is written as in the JSON form: ``headers[0]``, ``lines[12]``.
    """
    yield from _comments("first_comments", record.first_comments)
    yield "version_comment", with_comment("MBN 1", record.version_comment)
    for index, header in enumerate(record.headers):
        place = f"headers[{index}]"
        yield from _comments(place, header.above)
        yield place, format_header(header)
    turn = 0
    for index, line in enumerate(record.lines):
        place = f"lines[{index}]"
        if isinstance(line.item, Hand):
            turn = 0
        elif isinstance(line.item, Turn):
            turn += 1
        if isinstance(line.item, Hand | Result):
            yield place, ""
        yield from _comments(place, line.above)
        yield place, format_line(line, turn)
    yield from _comments("last_comments", record.last_comments)


def _comments(place: str, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((place, format_comment(text)) for text in texts)


def format_line(line: Line, turn: int) -> str:
    """One line after the headers, with its comment; `turn` is the number that a turn gets."""
    text = format_item(line.item)
    if isinstance(line.item, Turn):
        text = f"{turn}. {text}"
    return with_comment(text, line.comment)


def format_header(header: Header) -> str:
    """One header line."""
    return f"{header.key}: {header.value}" if header.value else f"{header.key}:"


def format_comment(text: str) -> str:
    """A comment as it stands in a line: ``; text``, or ``;`` alone if it is empty."""
    return f"; {text}" if text else ";"


def with_comment(text: str, comment: str | None) -> str:
    """A line and its comment, one blank between them."""
    return text if comment is None else f"{text} {format_comment(comment)}"


def format_item(item: Item) -> str:
    """The text of an item, without turn number and comment."""
    return _WRITERS[type(item)](item)


def format_faces(faces: tuple[Face, ...]) -> str:
    """A list of cards: ``6?`` if all of them are unknown (over nine: ``9? 3?``), else one by one."""
    if any(face is not None for face in faces):
        return " ".join(map(format_face, faces))
    runs = [9] * (len(faces) // 9) + [len(faces) % 9] * (len(faces) % 9 > 0)
    return " ".join("?" if run == 1 else f"{run}?" for run in runs)


def format_face(face: Face) -> str:
    """A card, or ``?`` if it is unknown."""
    return "?" if face is None else face.value


def format_action(action: Action) -> str:
    """What was done with a card in a turn."""
    match action:
        case Play(card):
            return card.value
        case Attack(card, side):
            return f"{card.value}>{side}"
        case Discard(face):
            return f"/{format_face(face)}"
        case Pass():
            return "pass"


def format_draw(draw: Draw) -> str:
    """A draw in its parentheses."""
    cards = " ".join(map(format_face, draw.faces)) or "-"
    return f"(<{cards})" if draw.from_discard else f"({cards})"


def format_interrupt(interrupt: Interrupt) -> str:
    """A card shown out of turn."""
    shown = f"{interrupt.seat}! {format_action(interrupt.shown)}"
    return shown if interrupt.draw is None else f"{shown} {format_draw(interrupt.draw)}"


def _turn(turn: Turn) -> str:
    words = [turn.seat]
    if turn.draw is not None:
        words.append(format_draw(turn.draw))
    words += map(format_action, turn.actions)
    if turn.call is not None:
        words.append("ext" if turn.call else "noext")
    words += map(format_interrupt, turn.interrupts)
    return " ".join(words)


def _words(*words: object) -> str:
    return " ".join(str(word) for word in words if word is not None and word != "")


def _points(points: Iterable[tuple[str, int]]) -> str:
    return " ".join(f"{side} {value}" for side, value in points)


def _ruling(ruling: Ruling) -> str:
    points = None if ruling.points is None else f"{ruling.points:+d}"
    return _words("ruling", ruling.verb, ruling.who, points, ruling.code)


def _setup(setup: Setup) -> str:
    return _words("setup", setup.side, *(f"{key}={value}" for key, value in setup.pairs))


_WRITERS: dict[type, Callable[[Any], str]] = {
    Carried: lambda item: _words("carried", _points(item.points)),
    Hand: lambda item: f"hand {item.number} first {item.first}",
    Deal: lambda item: _words("deal", item.seat, format_faces(item.faces)),
    Pile: lambda item: _words("pile", format_faces(item.faces)),
    Reshuffle: lambda item: _words("reshuffle", format_faces(item.faces)),
    Show: lambda item: _words("show", item.seat, format_faces(item.faces)),
    Setup: _setup,
    Turn: _turn,
    Check: lambda item: _words("check", item.fact, item.who, item.value),
    Ruling: _ruling,
    End: lambda item: _words("end", item.reason, item.side, _points(item.points)),
    Result: lambda item: _words("result", _points(item.points), item.outcome, *item.sides),
    Other: lambda item: item.text,
}
