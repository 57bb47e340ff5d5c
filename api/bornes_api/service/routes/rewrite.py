"""The same records in another form: format, convert."""

from __future__ import annotations

from bornes_api.service.calls import Answer, Call, Route, answer_of, encoded
from bornes_api.service.intake import unreadable
from bornes_api.service.media import JSON, JSON_LINES
from bornes_api.service.problems import Fault, Place
from bornes_api.service.routes.judge import sent
from bornes_notation import NotationError, Record, read
from bornes_notation import format as canonical_text
from bornes_notation.jsonform import to_json


def format_records(call: Call) -> Answer:
    """The canonical text of the records of a body."""
    return _as_text(call, readable(sent(call)))


def convert(call: Call) -> Answer:
    """The records of a body as JSON, or as text."""
    records = readable(sent(call))
    if call.form in {JSON, JSON_LINES}:
        return answer_of(call.form, map(to_json, records), (), "")
    return _as_text(call, records)


def readable(data: bytes) -> list[Record]:
    """The records of an MBN text in which every place can be read.

    Raises:
        ProblemError: unreadable, with all unreadable places.
    """
    readings = list(read(data))
    faults = [fault_of(error) for reading in readings for error in reading.errors]
    if faults:
        raise unreadable(faults)
    return [reading.record for reading in readings if reading.record is not None]


def fault_of(error: NotationError) -> Fault:
    """An unreadable place, as a problem lists it."""
    return Fault(error.message, Place(error.span.line, error.span.column), code=error.code)


def _as_text(call: Call, records: list[Record]) -> Answer:
    return Answer(call.form, encoded("".join(map(canonical_text, records))))


ROUTES: dict[str, Route] = {"format": format_records, "convert": convert}
