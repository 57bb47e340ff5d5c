"""The ledger of a tournament folder: read, and appended to; what has been told to somebody is on the disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from bornes.tournament.ledger import CANCEL, FILE, Appeal, Decision, Ledger, Ruling, line_of, read_ledger
from bornes_api.locking import locked
from bornes_api.sources import SourceError
from bornes_notation.wording import worded

LOCK_SECONDS = 5
"""How long an event waits for another that is being written."""
MOST_BYTES = 64 << 20
"""The largest ledger that is read; some 100,000 events."""

One = TypeVar("One", Ruling, Appeal, Decision)

_FLAGS = os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def load(folder: Path) -> Ledger:
    """The ledger of a tournament; an empty one if nothing was ruled yet.

    Raises:
        SourceError: It cannot be read.
    """
    path = folder / FILE
    try:
        handle = os.open(path, os.O_RDONLY | _FLAGS)
    except FileNotFoundError:
        return Ledger()
    except OSError as error:
        raise _unreadable(path, error) from error
    try:
        return read_ledger(_all_of(handle, path))
    finally:
        os.close(handle)


def append(folder: Path, make: Callable[[Ledger], One]) -> tuple[One, Ledger]:
    """Appends one event; when this returns, it is on the disk.

    Args:
        folder: Of the tournament.
        make: The event to append, made for the ledger as it is while nobody else may write; may refuse by raising.

    Returns:
        The event, and the ledger with it.

    Raises:
        SourceError: The ledger cannot be read or written; what stood in it still does, and nothing else.
    """
    path = folder / FILE
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | _FLAGS, 0o666)
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        with locked(handle, path, LOCK_SECONDS):
            data = _all_of(handle, path)
            ledger = read_ledger(data)
            event = make(ledger)
            # An unfinished line is cancelled, and the new one says that it is there: nothing is removed.
            new = (CANCEL + b"\n") * ledger.ends_in_line + line_of(event, ledger.head, ledger.unfinished)
            _write(handle, path, new, len(data))
            _sync_folder(folder)
            return event, read_ledger(data + new)
    finally:
        os.close(handle)


def _write(handle: int, path: Path, new: bytes, size: int) -> None:
    try:
        written = 0
        while written < len(new):
            written += os.write(handle, new[written:])
        os.fsync(handle)
    except OSError as error:
        # Nobody was told of it yet. Where this fails too, the line is unfinished, and known for that.
        with suppress(OSError):
            os.ftruncate(handle, size)
        raise _unwritable(path, error) from error


def _all_of(handle: int, path: Path) -> bytes:
    try:
        size = os.fstat(handle).st_size
        if size > MOST_BYTES:
            raise SourceError(
                worded(
                    "%(path)s: has %(size)s bytes; a ledger of at most %(most)s is read",
                    path=path,
                    size=size,
                    most=MOST_BYTES,
                )
            )
        os.lseek(handle, 0, os.SEEK_SET)
        parts: list[bytes] = []
        while part := os.read(handle, 1 << 20):
            parts.append(part)
    except OSError as error:
        raise _unreadable(path, error) from error
    return b"".join(parts)


def _sync_folder(folder: Path) -> None:
    """Brings the name of a new ledger to the disk, where a folder can be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _unreadable(path: Path, error: OSError) -> SourceError:
    return SourceError(
        worded("%(path)s: cannot be read: %(error)s", path=path, error=error.strerror or error)
    )


def _unwritable(path: Path, error: OSError) -> SourceError:
    return SourceError(
        worded("%(path)s: nothing was written: %(error)s", path=path, error=error.strerror or error)
    )
