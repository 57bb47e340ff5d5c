"""The parts of a line in JSON: each knows how it is written and how it is read, strictly.

Reading never raises: what is wrong is noted with its path, and a harmless value stands in.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from bornes_notation.cards import Card, Face
from bornes_notation.record import Action, Attack, Discard, Draw, Interrupt, Pass, Play
from bornes_notation.wording import worded
from bornes_notation.writer import format_face

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_MOST = 999_999_999
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class JsonFault:
    """What is wrong with a JSON form, and where: ``$.lines[3].seat``."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


Faults: TypeAlias = list[JsonFault]
Read: TypeAlias = Callable[[Any, str, Faults], Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of value: how it becomes JSON, and how it is read from it."""

    write: Callable[[Any], Any]
    read: Read


@dataclass(frozen=True, slots=True)
class Field:
    """A key of a JSON object and the attribute it holds.

    Attributes:
        key: In JSON.
        attribute: Of the value; None and empty tuples are left out of JSON unless required.
        part: Kind of value.
        required: Whether the key must stand.
    """

    key: str
    attribute: str
    part: Part
    required: bool = False


def write_fields(value: object, fields: tuple[Field, ...]) -> dict[str, Any]:
    """The attributes of a value as a JSON object."""
    written = {}
    for field in fields:
        attribute = getattr(value, field.attribute)
        if field.required or not (attribute is None or attribute == ()):
            written[field.key] = field.part.write(attribute)
    return written


def read_fields(obj: Any, path: str, fields: tuple[Field, ...], faults: Faults) -> dict[str, Any]:
    """The attributes that a JSON object gives; a key that is absent gives none."""
    if not isinstance(obj, dict):
        faults.append(JsonFault(path, worded("an object is needed, found %(kind)s", kind=_kind(obj))))
        return {}
    keys = [field.key for field in fields]
    for key in obj:
        if key not in keys:
            faults.append(
                JsonFault(
                    path,
                    worded(
                        "unknown key %(key)s; allowed: %(keys)s", key=str(key)[:_SHOWN], keys=", ".join(keys)
                    ),
                )
            )
    values = {}
    for field in fields:
        if field.key in obj:
            values[field.attribute] = field.part.read(obj[field.key], f"{path}.{field.key}", faults)
        elif field.required:
            faults.append(JsonFault(path, worded("the key %(key)s is missing", key=field.key)))
    return values


def listed(part: Part, *, least: int = 0) -> Part:
    """A JSON array of one kind of value, a tuple here."""

    def read(value: Any, path: str, faults: Faults) -> tuple[Any, ...]:
        if not isinstance(value, list):
            faults.append(JsonFault(path, worded("an array is needed, found %(kind)s", kind=_kind(value))))
            return ()
        if len(value) < least:
            faults.append(JsonFault(path, worded("at least %(least)s is needed here", least=least)))
        return tuple(part.read(element, f"{path}[{index}]", faults) for index, element in enumerate(value))

    return Part(lambda value: [part.write(element) for element in value], read)


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    names = {
        bool: worded("true or false"),
        int: worded("a number"),
        float: worded("a number"),
        str: worded("a text"),
        list: worded("an array"),
    }
    return names.get(type(value)) or worded("an object")


def _read_text(value: Any, path: str, faults: Faults) -> str:
    if not isinstance(value, str):
        faults.append(JsonFault(path, worded("a text is needed, found %(kind)s", kind=_kind(value))))
        return ""
    control = _CONTROL.search(value)
    if control and control[0] != "\t":
        faults.append(
            JsonFault(
                path,
                worded("the character U+%(code)s cannot stand in a record", code=f"{ord(control[0]):04X}"),
            )
        )
        return ""
    return value


def _read_number(value: Any, path: str, faults: Faults) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not -_MOST <= value <= _MOST:
        found = value if isinstance(value, float) else _kind(value)
        faults.append(
            JsonFault(
                path, worded("a whole number of at most 9 digits is needed, found %(found)s", found=found)
            )
        )
        return 0
    return value


def _read_face(value: Any, path: str, faults: Faults) -> Face:
    if value == "?":
        return None
    return _read_card(value, path, faults)


def _read_card(value: Any, path: str, faults: Faults) -> Card:
    if not isinstance(value, str) or value not in _CARDS:
        faults.append(JsonFault(path, worded("a card is needed: %(cards)s", cards=" ".join(_CARDS))))
        return Card.KM_25
    return Card(value)


_CARDS = tuple(card.value for card in Card)

TEXT = Part(str, _read_text)
TEXTS = listed(TEXT)
NUMBER = Part(int, _read_number)
FACE = Part(format_face, _read_face)
FACES = listed(FACE)
CARD = Part(str, _read_card)


def _write_pair(first: str, second: str) -> Callable[[tuple[Any, Any]], dict[str, Any]]:
    return lambda pair: {first: pair[0], second: pair[1]}


def _pair(first: str, first_part: Part, second: str, second_part: Part) -> Part:
    fields = (
        Field(first, first, first_part, required=True),
        Field(second, second, second_part, required=True),
    )

    def read(value: Any, path: str, faults: Faults) -> tuple[Any, Any]:
        values = read_fields(value, path, fields, faults)
        return values.get(first, ""), values.get(second, 0)

    return Part(_write_pair(first, second), read)


POINTS = listed(_pair("side", TEXT, "points", NUMBER))
PAIRS = listed(_pair("key", TEXT, "value", TEXT), least=1)


def _write_draw(draw: Draw) -> dict[str, Any]:
    return {"cards": FACES.write(draw.faces)} | ({"from": "discard"} if draw.from_discard else {})


def _read_draw(value: Any, path: str, faults: Faults) -> Draw:
    fields = (Field("cards", "faces", FACES, required=True), Field("from", "source", TEXT))
    values = read_fields(value, path, fields, faults)
    source = values.get("source", "pile")
    if source not in ("pile", "discard"):
        faults.append(JsonFault(f"{path}.from", worded("pile or discard is needed")))
    return Draw(values.get("faces", ()), from_discard=source == "discard")


DRAW = Part(_write_draw, _read_draw)


def _write_action(action: Action) -> dict[str, Any]:
    match action:
        case Play(card):
            return {"lay": card.value}
        case Attack(card, side):
            return {"lay": card.value, "on": side}
        case Discard(face):
            return {"discard": format_face(face)}
        case Pass():
            return {"pass": True}


def _read_action(value: Any, path: str, faults: Faults) -> Action:
    if isinstance(value, dict) and "discard" in value:
        values = read_fields(value, path, (Field("discard", "face", FACE, required=True),), faults)
        return Discard(values["face"])
    if isinstance(value, dict) and "pass" in value:
        if value != {"pass": True} or value["pass"] is not True:
            faults.append(JsonFault(path, worded('a pass is written {"pass": true}')))
        return Pass()
    return _read_lay(value, path, faults)


def _read_lay(value: Any, path: str, faults: Faults) -> Play | Attack:
    fields = (Field("lay", "card", CARD, required=True), Field("on", "side", TEXT))
    return _laid(read_fields(value, path, fields, faults))


def _laid(values: dict[str, Any]) -> Play | Attack:
    card = values.get("card", Card.KM_25)
    return Attack(card, values["side"]) if "side" in values else Play(card)


ACTIONS = listed(Part(_write_action, _read_action))


def _write_interrupt(interrupt: Interrupt) -> dict[str, Any]:
    written = {"seat": interrupt.seat} | _write_action(interrupt.shown)
    return written if interrupt.draw is None else written | {"draw": _write_draw(interrupt.draw)}


def _read_interrupt(value: Any, path: str, faults: Faults) -> Interrupt:
    fields = (
        Field("seat", "seat", TEXT, required=True),
        Field("lay", "card", CARD, required=True),
        Field("on", "side", TEXT),
        Field("draw", "draw", DRAW),
    )
    values = read_fields(value, path, fields, faults)
    return Interrupt(values.get("seat", ""), _laid(values), values.get("draw"))


INTERRUPTS = listed(Part(_write_interrupt, _read_interrupt))


def _read_call(value: Any, path: str, faults: Faults) -> bool:
    if value not in ("ext", "noext"):
        faults.append(JsonFault(path, worded("ext or noext is needed")))
    return bool(value == "ext")


CALL = Part(lambda call: "ext" if call else "noext", _read_call)
