"""Faults of a request, as RFC 9457 tells them: what was found, where, and what was allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bornes_api.render.jsonl import json_line

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "/v1/problems/"
MOST_FAULTS = 100
"""Faults that are listed of a body."""


class Kind(NamedTuple):
    """A kind of fault: its status, its title, and what to do about it."""

    status: int
    title: str
    about: str


class Place(NamedTuple):
    """A place in the body, 1-based, in characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Fault:
    """One of several faults of a body: what is wrong, and where.

    Attributes:
        message: What was found and what was allowed.
        place: Where in the body, if there is a place.
        code: The code of the notation (``MB005``), if it has one.
        pointer: Where in a JSON body (RFC 6901), else None.
    """

    message: str
    place: Place | None = None
    code: str | None = None
    pointer: str | None = None


class ProblemError(Exception):
    """A request that cannot be answered as it is."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        place: Place | None = None,
        allowed: Iterable[str] = (),
        faults: Iterable[Fault] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code, detail)
        self.problem = Problem(code, detail, place, tuple(allowed), tuple(faults), dict(headers or {}))


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of a request.

    Attributes:
        code: Its kind, a key of `KINDS`; never renamed.
        detail: What was found and what was allowed.
        place: Where in the body; of several faults, the first.
        allowed: What could have stood there.
        faults: All faults of the body, the first of them too, at most `MOST_FAULTS`.
        headers: Further headers of the answer.
    """

    code: str
    detail: str
    place: Place | None = None
    allowed: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def status(self) -> int:
        """The status of the answer."""
        return KINDS[self.code].status

    def body(self) -> bytes:
        """The problem as JSON (spec/schemas/problem.schema.json)."""
        return (json_line(self.members()) + "\n").encode("utf-8", "backslashreplace")

    def members(self) -> dict[str, Any]:
        """Its members by name, in a fixed order; `line` and `column` only where there is a place."""
        kind = KINDS[self.code]
        members: dict[str, Any] = {
            "type": TYPE_PREFIX + self.code,
            "title": kind.title,
            "status": kind.status,
            "detail": str(self.detail),
            "code": self.code,
        }
        if self.place is not None:
            members |= {"line": self.place.line, "column": self.place.column}
        if self.allowed:
            members["allowed"] = list(self.allowed)
        if self.faults:
            members["faults"] = [_fault(each) for each in self.faults[:MOST_FAULTS]]
            members["more_faults"] = max(len(self.faults) - MOST_FAULTS, 0)
        return members


def _fault(fault: Fault) -> dict[str, Any]:
    members: dict[str, Any] = {"message": str(fault.message)}
    if fault.code is not None:
        members["code"] = fault.code
    if fault.place is not None:
        members |= {"line": fault.place.line, "column": fault.place.column}
    if fault.pointer is not None:
        members["pointer"] = fault.pointer
    return members


KINDS: dict[str, Kind] = {
    "bad-request": Kind(400, "The request cannot be understood", "What reached the service is not HTTP."),
    "host": Kind(
        400, "The service is not called by this name", "Call it by a name that BORNES_TRUSTED_HOSTS lists."
    ),
    "query-unknown": Kind(400, "Unknown parameter", "Leave it out; `allowed` lists those there are."),
    "query-repeated": Kind(400, "Parameter given twice", "Give it once."),
    "query-missing": Kind(400, "Parameter missing", "Give the parameter that `detail` names."),
    "query-value": Kind(
        400, "Parameter with a wrong value", "Give a value out of `allowed`, or of that form."
    ),
    "body-encoding": Kind(400, "The body is not UTF-8", "Send JSON as UTF-8."),
    "body-gzip": Kind(
        400, "The body is not gzip", "Pack the body again, or send it without Content-Encoding."
    ),
    "json-syntax": Kind(400, "The body is not JSON", "Mend it at that place."),
    "json-duplicate-key": Kind(400, "A key stands twice in an object", "Keep one of the two."),
    "json-constant": Kind(400, "NaN and Infinity are not JSON", "Leave the member out, or write a number."),
    "json-number": Kind(400, "A number is too large", "Write a number of at most 15 digits."),
    "json-surrogate": Kind(
        400, "Half a character", "Write the character itself, or both halves of its escape."
    ),
    "json-depth": Kind(
        400, "Nested too deeply", "A record is nested at most 8 deep; GET /v1/limits has the bound."
    ),
    "token-missing": Kind(
        401, "This needs a token", "Send Authorization: Bearer TOKEN; the owner of the service makes tokens."
    ),
    "token-unknown": Kind(401, "The token is not known", "Ask the owner of the service for a token."),
    "role": Kind(403, "The token does not allow this", "`allowed` lists the roles that may."),
    "no-such-page": Kind(404, "There is no such page", "GET /openapi.json lists what there is."),
    "no-such-ruleset": Kind(404, "There is no such ruleset", "GET /v1/rulesets lists them."),
    "no-such-code": Kind(404, "There is no such code", "GET /v1/codes lists them."),
    "no-such-problem": Kind(404, "There is no such problem", "GET /v1/problems lists them."),
    "no-such-record": Kind(404, "No such record is kept", "POST /v1/records keeps one."),
    "no-store": Kind(404, "This service keeps no records", "It was started without a store."),
    "no-tournaments": Kind(
        404, "This service shows no tournaments", "It was started without a folder of them."
    ),
    "no-such-tournament": Kind(404, "No such tournament", "GET /v1/tournaments lists them."),
    "no-such-match": Kind(
        404, "The tournament has no such table", "GET /v1/tournaments/ID lists its matches."
    ),
    "no-such-event": Kind(404, "The ledger has no such event", "GET /v1/tournaments/ID/ledger lists them."),
    "no-record": Kind(404, "The table has no record that can be read", "There is nothing to try rulings on."),
    "method": Kind(405, "The page has no such method", "The header Allow lists those it has."),
    "not-acceptable": Kind(406, "No such form", "Accept one of the media types in `allowed`."),
    "refused": Kind(
        409,
        "The ledger cannot take this event",
        "`detail` begins with the name of what is wrong (spec/tournaments.md); nothing was written.",
    ),
    "file-differs": Kind(
        409, "The file is there with other bytes", "To replace it, name its SHA-256 in If-Match, in quotes."
    ),
    "body-too-large": Kind(413, "The body is too large", "Send the records in several requests."),
    "unpacked-too-large": Kind(413, "The body unpacks to too much", "Send the records in several requests."),
    "too-many-records": Kind(413, "Too many records", "Send the records in several requests."),
    "too-many-lines": Kind(413, "Too many lines", "Send the records in several requests."),
    "too-many-turns": Kind(413, "Too many turns", "Send the records in several requests."),
    "tournament-full": Kind(413, "The tournament holds no more", "GET /v1/limits has the bounds."),
    "uri-too-long": Kind(414, "The address is too long", "Send records as a body, not in the address."),
    "media-type": Kind(415, "Unsupported media type", "Send one of the media types in `allowed`."),
    "content-encoding": Kind(
        415, "Unsupported content encoding", "Send the body as it is, or packed with gzip."
    ),
    "charset": Kind(415, "Unsupported character set", "Send UTF-8."),
    "not-a-record": Kind(
        422,
        "The JSON is not a record",
        "`faults` says where it departs from spec/schemas/record.schema.json.",
    ),
    "unreadable": Kind(
        422, "The record has unreadable places", "Only a record that can be read whole is rewritten or kept."
    ),
    "no-such-turn": Kind(
        422, "The record has no such turn", "`at` is HAND.TURN, as 2.15; both count from 1."
    ),
    "one-record": Kind(422, "Exactly one record is needed", "Send the records one by one."),
    "not-an-event": Kind(
        422, "The JSON is not what is asked for here", "`faults` says where it departs from the document."
    ),
    "not-a-ruling": Kind(
        422, "This is no ruling that could be tried", "spec/adjudication.md says how a ruling is asked for."
    ),
    "tournament-unreadable": Kind(
        422, "The tournament file cannot be used", "`faults` has its places, in lines of tournament.yaml."
    ),
    "file-name": Kind(422, "No such file can be put here", "`detail` says what names may be."),
    "too-many-requests": Kind(
        429,
        "More at once than one client may ask",
        "Wait for the answers to the requests that are under way.",
    ),
    "head-too-large": Kind(431, "The head of the request is too large", "Send fewer or shorter headers."),
    "internal": Kind(500, "A fault of bornes", "It is not the request's; please report it."),
    "transfer-coding": Kind(501, "Unknown transfer coding", "Send the body as it is, or in chunks."),
    "busy": Kind(503, "The service is busy", "Ask again after the time in Retry-After."),
    "store-unavailable": Kind(
        503, "The store cannot be used just now", "Ask again after the time in Retry-After."
    ),
    "tournaments-unavailable": Kind(
        503, "The tournaments cannot be read or written just now", "Ask again after the time in Retry-After."
    ),
    "store-full": Kind(503, "The store is full", "Nothing more is kept until its owner makes room."),
}
"""Every kind of fault by its code; a code is never renamed."""
