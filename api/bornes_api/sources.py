"""Where records come from: files, directories and standard input, packed or not."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from stat import S_ISREG
from typing import BinaryIO

from bornes_api.packed import PackedError, is_packed, unpacked
from bornes_notation.wording import OR, listed, worded, wording_of

SUFFIXES = (".mbn", ".mbn.gz", ".mbn.zst")
"""Endings of the files that are taken from a directory. A file named outright may have any."""

STANDARD_INPUT = "-"


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
    def open(self) -> Iterator[SourceBytes]:
        """The bytes of the records, unpacked if they are packed (told by their first bytes).

        Raises:
            SourceError: There is no such file, or it may not be read.
        """
        if self.path is None:
            yield SourceBytes(self.name, sys.stdin.buffer)
            return
        try:
            raw = open(self.path, "rb")  # noqa: PTH123, SIM115 - shown as it was given; closed below
        except OSError as error:
            raise SourceError(f"{self.name}: {error.strerror or error}") from error
        with raw:
            yield SourceBytes(self.name, raw)

    def size(self) -> int | None:
        """Bytes of the file as it lies there, packed or not; None if that is not known."""
        try:
            status = None if self.path is None else os.stat(self.path)  # noqa: PTH116 - as everywhere here
        except OSError:
            return None
        return status.st_size if status is not None and S_ISREG(status.st_mode) else None


class SourceBytes:
    """What an open source holds, in pieces."""

    def __init__(self, name: str, raw: BinaryIO) -> None:
        self._name = name
        self._raw = _Metered(raw)

    @property
    def taken(self) -> int:
        """How many bytes were read so far, as they lie there: of packed data the packed ones."""
        return self._raw.taken

    def __iter__(self) -> Iterator[bytes]:
        """The unpacked bytes.

        Raises:
            SourceError: They cannot be read, or the packed data is damaged.
        """
        with _named_errors(self._name):
            yield from unpacked(self._raw)


class _Metered:
    """Counts the bytes that are read."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self.taken = 0

    def read(self, size: int, /) -> bytes:
        """At most so many bytes."""
        data = self._raw.read(size)
        self.taken += len(data)
        return data


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
        raise SourceError(
            worded(
                "%(path)s: no file in this directory ends in %(endings)s",
                path=path,
                endings=listed(SUFFIXES, OR),
            )
        )
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
    if is_packed(data[:4]):
        raise SourceError(worded("%(name)s: is packed; unpack it first", name=source.name))
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
    except PackedError as error:
        raise SourceError(worded("%(name)s: %(error)s", name=name, error=wording_of(error))) from error
