"""The body of a request: its media type, unpacked within bounds."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, NamedTuple

from werkzeug.exceptions import ClientDisconnected
from werkzeug.http import parse_options_header

from bornes_api.service.problems import ProblemError
from bornes_api.service.settings import Settings

if TYPE_CHECKING:
    from flask import Request

_GZIP_WINDOW = 31
"""zlib's sign for gzip, with the largest window."""

_MOST_MEMBERS = 64
"""Gzip files that may be joined in one body: each costs a look at the rest."""

_CHARSETS = {"utf-8", "utf8", "us-ascii"}


class Body(NamedTuple):
    """What was sent: its media type without parameters, and its bytes, unpacked."""

    media_type: str
    data: bytes


def read_body(request: Request, media_types: tuple[str, ...], settings: Settings) -> Body:
    """The body of a request that may have one of these media types.

    Raises:
        ProblemError: media-type, charset, content-encoding, body-too-large, unpacked-too-large, body-gzip,
            bad-request if the client went away.
    """
    media_type, parameters = parse_options_header(request.headers.get("Content-Type", ""))
    if media_type not in media_types:
        found = f"a body of the type {media_type[:80]!r}" if media_type else "a body without Content-Type"
        raise ProblemError("media-type", f"{found}; {' or '.join(media_types)} is read", allowed=media_types)
    charset = parameters.get("charset", "utf-8")
    if charset.lower() not in _CHARSETS:
        raise ProblemError(
            "charset", f"the character set {charset[:40]!r}; utf-8 is read", allowed=("utf-8",)
        )
    coding = request.headers.get("Content-Encoding", "identity").strip().lower().removeprefix("x-")
    if coding not in {"identity", "gzip"}:
        raise ProblemError(
            "content-encoding",
            f"a body packed as {coding[:40]!r}; gzip is read",
            allowed=("gzip", "identity"),
            headers={"Accept-Encoding": "gzip, identity"},
        )
    data = _sent(request, settings.body_bytes)
    return Body(media_type, data if coding == "identity" else unpacked(data, settings.unpacked_bytes))


def _sent(request: Request, most: int) -> bytes:
    """The bytes as they were sent; no more than may be are ever read."""
    if request.content_length is not None and request.content_length > most:
        raise ProblemError(
            "body-too-large", f"a body of {request.content_length} bytes; at most {most} are read"
        )
    parts: list[bytes] = []
    size = 0
    try:
        while part := request.stream.read(most + 1 - size):  # one read may give less than there is
            parts.append(part)
            size += len(part)
            if size > most:
                raise ProblemError("body-too-large", f"a body of more than {most} bytes")
    except ClientDisconnected:
        raise ProblemError("bad-request", "the body ended before its Content-Length") from None
    return b"".join(parts)


def unpacked(data: bytes, most: int) -> bytes:
    """What gzip data holds; unpacking stops at the bound, so memory stays flat.

    Raises:
        ProblemError: unpacked-too-large; body-gzip if it is damaged, cut, or more than gzip.
    """
    parts: list[bytes] = []
    room = most
    rest = data
    while rest:
        if len(parts) == _MOST_MEMBERS:
            raise ProblemError("body-gzip", f"the body joins more than {_MOST_MEMBERS} gzip files")
        unpacker = zlib.decompressobj(_GZIP_WINDOW)
        try:
            part = unpacker.decompress(rest, room + 1)
        except zlib.error as error:
            raise ProblemError("body-gzip", f"the body is damaged or no gzip ({error})") from None
        room -= len(part)
        if room < 0:
            raise ProblemError("unpacked-too-large", f"the body unpacks to more than {most} bytes")
        if not unpacker.eof:
            raise ProblemError("body-gzip", "the gzip data ends too early")
        parts.append(part)
        rest = unpacker.unused_data
    if not parts:
        raise ProblemError("body-gzip", "an empty body is no gzip")
    return b"".join(parts)
