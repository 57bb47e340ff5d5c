"""Where records come from: files, directories and standard input, packed or not."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator
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

    def open(self) -> BinaryIO:
        """The bytes of the records, unpacked if they are packed (told by their first bytes).

        Raises:
            SourceError: There is no such file, or it may not be read.
        """
        try:
            raw = sys.stdin.buffer if self.path is None else open(self.path, "rb")  # noqa: PTH123, SIM115
            return _unpacked(raw, self.name)
        except OSError as error:
            raise SourceError(f"{self.name}: {reason_of(error)}") from error


def find_sources(paths: Iterable[str]) -> Iterator[Source]:
    """The sources that the paths name, in their order; a directory gives its records, sorted by path.

    Raises:
        SourceError: A directory holds no record.
    """
    for path in paths:
        if path == STANDARD_INPUT:
            yield Source("<stdin>", None)
        elif os.path.isdir(path):  # noqa: PTH112 - a path is shown as it was given
            found = sorted(_records_under(path))
            if not found:
                raise SourceError(f"{path}: no file in this directory ends in {' or '.join(SUFFIXES)}")
            for each in found:
                yield Source(each, each)
        else:
            yield Source(path, path)


def reason_of(error: OSError) -> str:
    """Why a file could not be read, in words."""
    return error.strerror or str(error)


def _records_under(directory: str) -> Iterator[str]:
    for folder, _folders, names in os.walk(directory):
        for name in names:
            if name.endswith(SUFFIXES):
                yield os.path.join(folder, name)  # noqa: PTH118 - a path is shown as it was given


def _unpacked(raw: BinaryIO, name: str) -> BinaryIO:
    buffered = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(cast("io.RawIOBase", raw))
    start = buffered.peek(4)[:4]
    if start.startswith(_GZIP):
        import gzip

        return cast("BinaryIO", gzip.GzipFile(fileobj=buffered))
    if start == _ZSTANDARD:
        try:
            zstandard = import_module("zstandard")  # an extra: nothing else needs it
        except ImportError as error:
            raise SourceError(f"{name}: is packed with zstd; install bornes[zstd] to read it") from error
        return cast("BinaryIO", zstandard.ZstdDecompressor().stream_reader(buffered))
    return cast("BinaryIO", buffered)
