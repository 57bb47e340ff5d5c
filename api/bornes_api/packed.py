"""Unpacks gzip and zstd as it is read. What is cut off or followed by other bytes is an error, never a shorter text."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import IO, Any, Protocol, cast

from bornes_notation.wording import worded

PIECE = 1 << 18
"""Bytes that are read at a time."""

_GZIP = b"\x1f\x8b"
_ZSTANDARD = b"\x28\xb5\x2f\xfd"
_SKIPPABLE = tuple(bytes([low]) + b"\x2a\x4d\x18" for low in range(0x50, 0x60))
_ZSTANDARD_PIECE = 1 << 9
"""A few bytes of zstd may stand for very many: so small a piece gives at most some 16 MiB at once."""


class Bytes(Protocol):
    """What is read from."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end only."""
        ...


class PackedError(Exception):
    """Packed data is damaged or incomplete, or cannot be unpacked here; the message says so."""


def unpacked(raw: Bytes) -> Iterator[bytes]:
    """The bytes, in pieces; unpacked if they are packed, which their first bytes tell.

    Several gzip members or zstd frames in a row are one text, and skippable frames say nothing.

    Raises:
        PackedError: The packed data is damaged, cut short or followed by something else; or it is packed with
            zstd, and the extra that reads it is not installed.
    """
    source = _Refilled(raw)
    start = source.read(len(_ZSTANDARD))
    source.refill(start)
    if start.startswith(_GZIP):
        return _gunzipped(source)
    if is_packed(start):
        return _zstd_frames(source)
    return iter(lambda: source.read(PIECE), b"")


def is_packed(start: bytes) -> bool:
    """Whether the first bytes of a file, four at least, are those of packed data."""
    return start.startswith((_GZIP, _ZSTANDARD, *_SKIPPABLE))


class _Refilled:
    """A source into which bytes that were read can be put back."""

    def __init__(self, raw: Bytes) -> None:
        self._raw = raw
        self._ready = b""

    def refill(self, data: bytes) -> None:
        """Reads these bytes next."""
        self._ready = data + self._ready

    def read(self, size: int = PIECE) -> bytes:
        """So many bytes, fewer at the end only."""
        while len(self._ready) < size:
            more = self._raw.read(size - len(self._ready))
            if not more:
                break
            self._ready += more
        data, self._ready = self._ready[:size], self._ready[size:]
        return data


def _gunzipped(source: _Refilled) -> Iterator[bytes]:
    import gzip
    import zlib

    with gzip.GzipFile(fileobj=cast("IO[bytes]", source)) as members:
        while True:
            try:
                piece = members.read1(PIECE)
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise PackedError(worded("packed data is damaged (%(error)s)", error=error)) from error
            if not piece:
                return
            yield piece


def _zstd_frames(source: _Refilled) -> Iterator[bytes]:
    try:
        zstandard: Any = import_module("zstandard")  # an extra: nothing else needs it
    except ImportError as error:
        raise PackedError(worded("is packed with zstd; install bornes[zstd] to read it")) from error
    while magic := source.read(4):
        if magic == _ZSTANDARD:
            source.refill(magic)
            try:
                yield from _zstd_frame(source, zstandard.ZstdDecompressor().decompressobj())
            except zstandard.ZstdError as error:
                raise PackedError(worded("packed data is damaged (%(error)s)", error=error)) from error
        elif magic in _SKIPPABLE:
            _skip_frame(source)
        else:
            raise PackedError(worded("packed data is damaged (something that is no zstd frame follows)"))


def _zstd_frame(source: _Refilled, frame: Any) -> Iterator[bytes]:
    """The text of one frame. That it is complete must be asked: at a premature end zstandard raises nothing."""
    while not frame.eof:
        piece = source.read(_ZSTANDARD_PIECE)
        if not piece:
            raise PackedError(worded("packed data is damaged (the file ends within a zstd frame)"))
        text = frame.decompress(piece)
        if text:
            yield text
    source.refill(frame.unused_data)


def _skip_frame(source: _Refilled) -> None:
    size = source.read(4)
    left = int.from_bytes(size, "little")
    while left and (skipped := source.read(min(left, PIECE))):
        left -= len(skipped)
    if len(size) < 4 or left:
        raise PackedError(worded("packed data is damaged (the file ends within a skippable zstd frame)"))
