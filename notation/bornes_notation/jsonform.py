"""Records as JSON (spec/schemas/record.schema.json): nothing is lost, comments included."""

from __future__ import annotations

from dataclasses import fields as attributes_of
from typing import Any, Final, NamedTuple

from bornes_notation.jsonparts import (
    ACTIONS,
    CALL,
    DRAW,
    FACES,
    INTERRUPTS,
    NUMBER,
    PAIRS,
    POINTS,
    TEXT,
    TEXTS,
    Faults,
    Field,
    JsonFault,
    Part,
    listed,
    read_fields,
    write_fields,
)
from bornes_notation.reader import read
from bornes_notation.record import (
    Carried,
    Check,
    Deal,
    End,
    Hand,
    Header,
    Item,
    Line,
    Other,
    Pile,
    Record,
    Reshuffle,
    Result,
    Ruling,
    Setup,
    Show,
    Turn,
)
from bornes_notation.wording import worded
from bornes_notation.writer import format as canonical_text
from bornes_notation.writer import placed_lines

_MOST_FAULTS: Final = 100


class JsonFormError(ValueError):
    """A JSON value that is no record; `errors` says where and why."""

    def __init__(self, errors: tuple[JsonFault, ...]) -> None:
        super().__init__("\n".join(map(str, errors)))
        self.errors = errors


class _Form(NamedTuple):
    """The JSON form of one kind of line."""

    item: type
    fields: tuple[Field, ...]


def _must(key: str, part: Part, attribute: str | None = None) -> Field:
    return Field(key, attribute or key, part, required=True)


def _may(key: str, part: Part) -> Field:
    return Field(key, key, part)


_SEAT, _CARDS, _POINTS = _must("seat", TEXT), _must("cards", FACES, "faces"), _may("points", POINTS)
_FORMS: Final = {
    "carried": _Form(Carried, (_must("points", POINTS),)),
    "hand": _Form(Hand, (_must("number", NUMBER), _must("first", TEXT))),
    "deal": _Form(Deal, (_SEAT, _CARDS)),
    "pile": _Form(Pile, (_CARDS,)),
    "reshuffle": _Form(Reshuffle, (_CARDS,)),
    "show": _Form(Show, (_SEAT, _CARDS)),
    "setup": _Form(Setup, (_may("side", TEXT), _must("values", PAIRS, "pairs"))),
    "turn": _Form(
        Turn,
        (
            _SEAT,
            _may("draw", DRAW),
            _may("actions", ACTIONS),
            _may("call", CALL),
            _may("interrupts", INTERRUPTS),
        ),
    ),
    "check": _Form(Check, (_must("fact", TEXT), _may("who", TEXT), _must("value", NUMBER))),
    "ruling": _Form(
        Ruling, (_must("verb", TEXT), _may("who", TEXT), _may("points", NUMBER), _may("code", TEXT))
    ),
    "end": _Form(End, (_must("reason", TEXT), _may("side", TEXT), _POINTS)),
    "result": _Form(Result, (_POINTS, _may("outcome", TEXT), _may("sides", TEXTS))),
    "other": _Form(Other, (_must("text", TEXT),)),
}
_TYPES: Final = {form.item: name for name, form in _FORMS.items()}
_LINE = (_may("comment", TEXT), _may("above", TEXTS))
_HEADER = (_must("key", TEXT), _must("value", TEXT), _may("above", TEXTS))


def to_json(record: Record) -> dict[str, Any]:
    """The JSON form of a record, made of dict, list, str, int and bool."""
    return {"mbn": 1} | write_fields(record, _RECORD)


def from_json(obj: Any) -> Record:
    """The record of a JSON form, its places those of its canonical text.

    Raises:
        JsonFormError: if it is no record that the notation can write.
    """
    faults: Faults = []
    values = read_fields(obj, "$", (_must("mbn", NUMBER), *_RECORD), faults)
    if values.pop("mbn", 1) != 1:
        faults.append(JsonFault("$.mbn", worded("only version 1 of the notation is known")))
    if faults:
        raise JsonFormError(tuple(faults[:_MOST_FAULTS]))
    return _as_read(Record(**values))


def _as_read(record: Record) -> Record:
    """The record as its canonical text is read: what the notation cannot say is refused."""
    readings = list(read(canonical_text(record)))
    places = [place for place, _ in placed_lines(record)]
    faults = [
        JsonFault(f"$.{places[min(error.span.line, len(places)) - 1]}", error.message)
        for reading in readings
        for error in reading.errors
    ]
    again = readings[-1].record
    if not faults and again is not None and (len(readings) > 1 or again != record):
        faults.append(
            JsonFault(_difference(record, again), worded("the notation cannot say this; see its text form"))
        )
    if faults or again is None:
        raise JsonFormError(tuple(faults[:_MOST_FAULTS]))
    return again


def _difference(record: Record, again: Record) -> str:
    """The path of the first part in which two records differ."""
    for name in ("headers", "lines"):
        pairs = zip(getattr(record, name), getattr(again, name), strict=False)
        for index, (one, other) in enumerate(pairs):
            if one != other:
                return f"$.{name}[{index}]"
    names = (field.name for field in attributes_of(Record) if field.compare)
    return "$." + next(name for name in names if getattr(record, name) != getattr(again, name))


def _write_line(line: Line) -> dict[str, Any]:
    name = _TYPES[type(line.item)]
    return {"type": name} | write_fields(line.item, _FORMS[name].fields) | write_fields(line, _LINE)


def _read_line(value: Any, path: str, faults: Faults) -> Line:
    name = value.get("type") if isinstance(value, dict) else None
    form = _FORMS.get(name) if isinstance(name, str) else None
    if form is None:
        faults.append(
            JsonFault(
                path, worded("an object is needed with a type out of: %(forms)s", forms=", ".join(_FORMS))
            )
        )
        return Line(Other(""))
    values = read_fields(value, path, (_must("type", TEXT), *form.fields, *_LINE), faults)
    around = {field.attribute: values.pop(field.attribute) for field in _LINE if field.attribute in values}
    values.pop("type", None)
    return Line(_item(form.item, values, faults), **around)


def _item(kind: type, values: dict[str, Any], faults: Faults) -> Item:
    if kind is Setup:
        values.setdefault("side", None)
    elif kind is Check:
        values.setdefault("who", None)
    item: Item = Other("") if faults else kind(**values)
    return item


def _read_header(value: Any, path: str, faults: Faults) -> Header:
    values = read_fields(value, path, _HEADER, faults)
    return Header(values.get("key", ""), values.get("value", ""), values.get("above", ()))


_RECORD = (
    _may("first_comments", TEXTS),
    _may("version_comment", TEXT),
    _must("headers", listed(Part(lambda header: write_fields(header, _HEADER), _read_header))),
    _must("lines", listed(Part(_write_line, _read_line))),
    _may("last_comments", TEXTS),
)
