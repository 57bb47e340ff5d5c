"""From a body to records: MBN text within the bounds of the service, whatever form it came in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bornes_api.service.bodies import Body
from bornes_api.service.contract import faults_of_record
from bornes_api.service.jsonplaces import Path, places_of, pointer_of
from bornes_api.service.media import JSON, JSON_LINES
from bornes_api.service.problems import MOST_FAULTS, Fault, Place, ProblemError
from bornes_api.service.settings import Settings
from bornes_api.service.strictjson import read_json
from bornes_notation.jsonform import JsonFormError, from_json
from bornes_notation.spans import begun_records, count_lines
from bornes_notation.writer import format as canonical_text

if TYPE_CHECKING:
    from bornes_notation import Record

_TURN = re.compile(rb"(?:^|(?<=[\r\n]))[ \t]*[0-9]+\.")
_STEP = re.compile(r"([^.\[\]]+)|\[([0-9]+)\]")


def mbn_of(body: Body, settings: Settings) -> bytes:
    """The records of a body as MBN; of a JSON body their canonical text, one after the other.

    Raises:
        ProblemError: too-many-records, too-many-lines, too-many-turns; of JSON also what is wrong with it.
    """
    if body.media_type in {JSON, JSON_LINES}:
        data = "".join(map(canonical_text, _json_records(body, settings))).encode()
    else:
        data = body.data
    check_limits(data, settings)
    return data


def check_limits(data: bytes, settings: Settings) -> None:
    """Holds MBN to the bounds; what is counted does not depend on how quick this machine is.

    Raises:
        ProblemError: too-many-lines, too-many-records, too-many-turns.
    """
    lines = count_lines(data)
    if lines > settings.lines:
        raise ProblemError("too-many-lines", f"{lines} lines; at most {settings.lines} are read at once")
    _check_records(begun_records(data), settings)
    turns = len(_TURN.findall(data))
    if turns > settings.turns:
        raise ProblemError("too-many-turns", f"{turns} turns; at most {settings.turns} are read at once")


def _check_records(records: int, settings: Settings) -> None:
    if records > settings.records:
        raise ProblemError(
            "too-many-records", f"{records} records; at most {settings.records} are read at once"
        )


def _json_records(body: Body, settings: Settings) -> Iterator[Record]:
    text = decoded(body.data)
    if body.media_type == JSON:
        value = read_json(text)
        parts = (
            [((index,), each) for index, each in enumerate(value)]
            if isinstance(value, list)
            else [((), value)]
        )
        _check_records(len(parts), settings)
        if not parts:
            fault = Fault("an array of records needs at least one", Place(1, 1), pointer="")
            raise ProblemError("not-a-record", fault.message, place=fault.place, faults=(fault,))
        for path, each in parts:
            yield _record(each, path, text, 1)
        return
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip(" \t\r")]
    _check_records(len(lines), settings)
    if not lines:
        raise ProblemError("json-syntax", "there is no value on any line", place=Place(1, 1))
    for number, line in lines:
        yield _record(read_json(line, first_line=number), (), line, number)


def decoded(data: bytes) -> str:
    """The text of a JSON body.

    Raises:
        ProblemError: body-encoding.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
        detail = f"byte {data[error.start]:02X} at line {place.line}, column {place.column} is no UTF-8"
        raise ProblemError("body-encoding", detail, place=place) from None


def _record(value: Any, path: Path, text: str, first_line: int) -> Record:
    """The record of a JSON value that stands at a path of a text.

    Raises:
        ProblemError: not-a-record.
    """
    found: list[tuple[Path, str]] = []
    for error in faults_of_record(value):
        found.append(((*path, *error.absolute_path), _cut(error.message)))
        if len(found) > MOST_FAULTS:
            break
    if not found:
        try:
            return from_json(value)
        except JsonFormError as error:
            found = [((*path, *_keys(each.path)), each.message) for each in error.errors]
    places = places_of(text, [at for at, _ in found], first_line)
    faults = sorted(
        (Fault(message, places[at], pointer=pointer_of(at)) for at, message in found),
        key=lambda fault: fault.place or Place(0, 0),
    )
    raise ProblemError(
        "not-a-record",
        f"{faults[0].pointer or '(all)'}: {faults[0].message}",
        place=faults[0].place,
        faults=faults,
    )


def _keys(path: str) -> Path:
    """The keys of a path as the JSON form writes it: ``$.lines[3].seat``."""
    return tuple(name or int(index) for name, index in _STEP.findall(path.removeprefix("$")))


def _cut(message: str) -> str:
    return message if len(message) <= 300 else f"{message[:300]}…"


def unreadable(faults: Sequence[Fault]) -> ProblemError:
    """That records cannot be rewritten or kept, because of unreadable places."""
    first = faults[0]
    return ProblemError("unreadable", f"{first.code} {first.message}", place=first.place, faults=faults)
