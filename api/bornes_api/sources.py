"""Where records come from: files, directories and standard input, packed or not."""

from __future__ import annotations

import io
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import BinaryIO, cast

SUFFIXES = (".mbn", ".mbn.gz", ".mbn.zst")
"""Endings of the files that are taken from a directory. A file named outright may have any."""

STANDARD_INPUT = "-"

_GZIP = b"\x1f\x8b"
_ZSTANDARD = b"\x28\xb5\x2f\xfd"


class SourceError(Exception):
    """A source that cannot be read; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class Source:
    """One stream of records.

    Attributes:
        name: As messages name it: the path as the user gave it, ``<stdin>`` for standard input.
        path: Where it is, None for standard input.
    """

    name: str
    path: str | None

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The bytes of the records, unpacked if they are packed (told by their first bytes).

        Raises:
            SourceError: There is no such file, it may not be read, or its packed data is damaged; also while
                it is read inside the ``with``.
        """
        with _named_errors(self.name), ExitStack() as opened:
            if self.path is None:
                raw: BinaryIO = sys.stdin.buffer
            else:
                raw = opened.enter_context(open(self.path, "rb"))  # noqa: PTH123 - shown as it was given
            yield opened.enter_context(_unpacked(raw, self.name))


def find_sources(path: str) -> list[Source]:
    """The sources that a path names: standard input, a file, or the records in a directory, sorted by path.

    Raises:
        SourceError: The directory holds no record.
    """
    if path == STANDARD_INPUT:
        return [Source("<stdin>", None)]
    if not os.path.isdir(path):  # noqa: PTH112 - a path is shown as it was given
        return [Source(path, path)]
    found = [Source(each, each) for each in sorted(_records_under(path))]
    if not found:
        raise SourceError(f"{path}: no file in this directory ends in {' or '.join(SUFFIXES)}")
    return found


def read_bytes(source: Source) -> bytes:
    """All bytes of a source that is to be rewritten.

    Raises:
        SourceError: It cannot be read, or it is packed.
    """
    with _named_errors(source.name):
        if source.path is None:
            return sys.stdin.buffer.read()
        with open(source.path, "rb") as stream:  # noqa: PTH123 - a plain path, as everywhere here
            data = stream.read()
    if data.startswith((_GZIP, _ZSTANDARD)):
        raise SourceError(f"{source.name}: is packed; unpack it first")
    return data


def _records_under(directory: str) -> Iterator[str]:
    for folder, _folders, names in os.walk(directory):
        for name in names:
            if name.endswith(SUFFIXES):
                yield os.path.join(folder, name)  # noqa: PTH118 - a path is shown as it was given


@contextmanager
def _named_errors(name: str) -> Iterator[None]:
    """Turns what can go wrong while bytes are read into a `SourceError` that names their source."""
    try:
        yield
    except OSError as error:
        raise SourceError(f"{name}: {error.strerror or error}") from error
    except (EOFError, zlib.error) as error:
        raise SourceError(f"{name}: packed data is damaged ({error})") from error


@contextmanager
def _unpacked(raw: BinaryIO, name: str) -> Iterator[BinaryIO]:
    start = raw.peek(4)[:4] if isinstance(raw, io.BufferedReader) else b""
    if start.startswith(_GZIP):
        import gzip

        with gzip.GzipFile(fileobj=raw) as unpacked:
            yield cast("BinaryIO", unpacked)
    elif start == _ZSTANDARD:
        try:
            zstandard = import_module("zstandard")  # an extra: nothing else needs it
        except ImportError as error:
            raise SourceError(f"{name}: is packed with zstd; install bornes[zstd] to read it") from error
        with zstandard.ZstdDecompressor().stream_reader(raw, closefd=False) as unpacked:
            yield unpacked
    else:
        yield raw
