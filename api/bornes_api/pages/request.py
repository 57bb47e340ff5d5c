"""From a request to what it asks about: the record out of a form, an address, an example or the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bornes_api.pages.asked import Asked, AskedError
from bornes_api.pages.examples import example
from bornes_api.pages.packed import PackedError, unpack
from bornes_api.service.intake import check_limits
from bornes_api.service.service import Service
from bornes_notation.wording import worded, wording_of

if TYPE_CHECKING:
    from flask import Request

FIELDS_BYTES = 300
"""Characters of an address that are left for everything but the record."""
_POLICIES = ("as-played", "void")


def asked_of(request: Request, service: Service, name: str = "") -> Asked | None:
    """The record that a page is asked about: the kept one of that name, if there is a name; None if there is none.

    Raises:
        AskedError: what stands in a field is not what it may be, or there is no such example or kept record.
        ProblemError: the record is beyond the bounds of the service.
    """
    settings = service.settings
    request.max_content_length = settings.body_bytes
    request.max_form_memory_size = settings.body_bytes
    request.max_form_parts = 64
    found = (kept(name, service), "kept", name) if name else _record(request, service)
    if found is None:
        return None
    data, source, key = found
    check_limits(data, settings)
    ruleset = request.values.get("ruleset", "")
    policy = request.values.get("policy", _POLICIES[0])
    if policy not in _POLICIES:
        raise AskedError(
            worded(
                "policy cannot be %(policy)r; allowed: %(allowed)s",
                policy=policy[:40],
                allowed=", ".join(_POLICIES),
            )
        )
    number = request.values.get("n", "1")
    if not (number.isascii() and number.isdigit() and 0 < len(number) < 8):
        raise AskedError(
            worded(
                "n cannot be %(number)r; it is the number of a record in the text, from 1", number=number[:40]
            )
        )
    most_packed = max(settings.uri_bytes - FIELDS_BYTES, 0)
    return Asked(data, source, key, ruleset, policy, int(number), most_packed)


def kept(name: str, service: Service) -> bytes:
    """The text of a kept record.

    Raises:
        AskedError: there is none of that name.
    """
    text = None if service.store is None else service.store.text_of(name)
    if text is None:
        raise AskedError(worded("no record is kept under %(name)r", name=name[:70]), 404)
    return text.encode()


def keep_record(asked: Asked, service: Service) -> str:
    """Keeps the record that was asked about, in its canonical text; gives its name.

    Raises:
        AskedError: nothing is kept here, or it is not exactly one readable record.
        ProblemError: the store is full, or cannot be used.
    """
    from bornes_notation import format as canonical_text

    if service.store is None:
        raise AskedError(worded("this service keeps no records"), 404)
    record = asked.reading.record
    if record is None or len(asked.readings) != 1 or asked.reading.errors:
        raise AskedError(worded("only exactly one record, without unreadable places, is kept"), 422)
    name, _new = service.store.keep(canonical_text(record), record.header("Event"))
    return name


def _record(request: Request, service: Service) -> tuple[bytes, str, str] | None:
    uploaded = request.files.get("file")
    if uploaded is not None and uploaded.filename:
        return uploaded.read(), "text", ""
    values = request.values
    if values.get("record", "").strip():
        # Forms send CR LF whatever was typed: the line ends are the browser's, not the record's.
        return values["record"].replace("\r\n", "\n").encode("utf-8", "surrogatepass"), "text", ""
    if "r" in values:
        try:
            return unpack(values["r"], service.settings.body_bytes), "text", ""
        except PackedError as error:
            raise AskedError(wording_of(error)) from error
    if "example" in values:
        name = values["example"]
        try:
            return example(name).encode(), "example", name
        except LookupError as error:
            raise AskedError(worded("there is no example %(name)r", name=name[:40]), 404) from error
    if "kept" in values:
        return kept(values["kept"], service), "kept", values["kept"]
    return None
