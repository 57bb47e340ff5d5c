"""Cuts a source into physical lines and finds what makes one unreadable before the grammar sees it.

A line ends at LF, CR LF or CR and nowhere else. Memory stays flat for a source of any size: of a line
that is too long only the beginning is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any, Final, TypeAlias
from unicodedata import name as character_name

from bornes_notation.errors import Fault
from bornes_notation.limits import LINE_LIMIT
from bornes_notation.wording import worded

Source: TypeAlias = str | bytes | Iterable[str] | Iterable[bytes] | IO[str] | IO[bytes]
"""A text, UTF-8 bytes, a file, or pieces of either, joined as they stand."""

_BLOCK: Final = 1 << 18
_ENDS = re.compile(rb"\r\n|\n|\r")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_CONTROL_BYTES: Final = bytes([*range(9), *range(11, 32), 127])
_NAMES = {
    0: "NUL",
    0x0B: worded("vertical tab"),
    0x0C: worded("form feed"),
    0x1B: "escape",
    0x7F: "delete",
    0x85: worded("next line"),
}


@dataclass(frozen=True, slots=True)
class OddLine:
    """A physical line that does not simply end with LF, or that cannot be read.

    Attributes:
        text: Without its line end; of an unreadable line as far as it can be shown.
        end: LF, CR, CR LF, or empty at the end of the source.
        fault: Why it cannot be read, else None.
    """

    text: str
    end: str
    fault: Fault | None = None


def physical_lines(source: Source) -> Iterator[str | OddLine]:
    """The lines of a source in order, each without its line end; most of them as plain `str`.

    Raises:
        TypeError: if the source is not text, bytes, or made of them.
    """
    for data in whole_lines(source):
        yield from _lines(data)


def whole_lines(source: Source, block: int = _BLOCK) -> Iterator[bytes]:
    """The bytes of a source in pieces that end where a line ends; only the last may lack its line end.

    The pieces hold the same `physical_lines` as the source. They are about as long as a block, so of a line
    that is too long only what `physical_lines` looks at is kept.

    Args:
        source: As for `physical_lines`.
        block: How many bytes are read at a time, at least 1.

    Raises:
        TypeError: if the source is not text, bytes, or made of them.
    """
    rest = b""
    for read in _blocks(source, block):
        data = rest + read
        cut = _last_cut(data)
        if cut:
            yield data[:cut]
        rest = data[cut:]
        if len(rest) > LINE_LIMIT + 1:
            # Too long already: what follows does not matter, but a CR at the end may be half of a CR LF.
            rest = rest[: LINE_LIMIT + 1] + (b"\r" if rest.endswith(b"\r") else b"")
    if rest:
        yield rest


def _last_cut(data: bytes) -> int:
    """Offset after the last line end that is surely complete (a final CR may still become CR LF)."""
    end = len(data) - data.endswith(b"\r")
    return max(data.rfind(b"\n", 0, end), data.rfind(b"\r", 0, end)) + 1


def _lines(data: bytes) -> Iterator[str | OddLine]:
    """The lines of a run of whole lines; only the last may lack its line end."""
    if not data:
        return
    text = plain_text(data)
    if text is not None:
        lines = text.split("\n")
        lines.pop()  # what follows the last LF: nothing
        if max(map(len, lines)) * 4 <= LINE_LIMIT:
            yield from lines
            return
    start = 0
    for end in _ENDS.finditer(data):
        yield _line(data[start : end.start()], end[0].decode())
        start = end.end()
    if start < len(data):
        yield _line(data[start:], "")


def plain_text(data: bytes) -> str | None:
    """The text, if every line of it ends with LF and holds no character that cannot stand in one."""
    if not data.endswith(b"\n") or len(data.translate(None, _CONTROL_BYTES)) < len(data):
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    return text if text.isascii() or not _CONTROL.search(text) else None


def _line(raw: bytes, end: str) -> str | OddLine:
    """One line by itself."""
    if len(raw) > LINE_LIMIT:
        message = worded("the line is longer than %(most)s bytes, the longest a line may be", most=LINE_LIMIT)
        return OddLine(raw[:200].decode(errors="replace"), end, Fault("MB003", message))
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        return OddLine(raw.decode(errors="replace"), end, _undecodable(raw, error))
    control = _CONTROL.search(text)
    if control:
        return OddLine(text, end, _control(control))
    return text if end == "\n" else OddLine(text, end)


def _undecodable(raw: bytes, error: UnicodeDecodeError) -> Fault:
    column = len(raw[: error.start].decode())
    message = worded(
        "byte %(byte)s is not UTF-8 text; save the file as UTF-8", byte=f"{raw[error.start]:02X}"
    )
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        message = worded("the file seems to be UTF-16; save it as UTF-8")
    return Fault("MB001", message, (column, column + 1))


def _control(found: re.Match[str]) -> Fault:
    point = ord(found[0])
    named = _NAMES.get(point) or character_name(found[0], "").lower() or worded("control character")
    message = worded(
        "the character U+%(code)s (%(name)s) cannot stand in a line; delete it",
        code=f"{point:04X}",
        name=named,
    )
    return Fault("MB002", message, found.span())


def _blocks(source: Source, block: int) -> Iterator[bytes]:
    """The bytes of a source in pieces of bounded size, small ones gathered."""
    gathered: list[bytes] = []
    size = 0
    try:
        for piece in _pieces(source, block):
            for data in _encoded(piece, block):
                gathered.append(data)
                size += len(data)
                if size >= block:
                    yield b"".join(gathered)
                    gathered.clear()
                    size = 0
    except Exception:
        yield b"".join(gathered)  # what a source gave before it broke off
        raise
    yield b"".join(gathered)


def _pieces(source: Any, block: int) -> Iterator[str | bytes]:
    if isinstance(source, str | bytes):
        return iter((source,))
    if isinstance(source, bytearray | memoryview):
        return iter((bytes(source),))
    if hasattr(source, "read"):
        return iter(lambda: source.read(block), source.read(0))
    return iter(source)


def _encoded(piece: str | bytes, block: int) -> Iterator[bytes]:
    if isinstance(piece, bytes):
        for start in range(0, len(piece), block):
            yield piece[start : start + block]
    elif isinstance(piece, str):
        # A lone surrogate becomes bytes that are not UTF-8, and so an unreadable place.
        for start in range(0, len(piece), block):
            yield piece[start : start + block].encode("utf-8", "surrogatepass")
    else:
        raise TypeError(f"a record is read from str or bytes, not from {type(piece).__name__}")
