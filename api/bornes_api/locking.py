"""One writer at a time: a lock on an open file that ends with the process, however that ends."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bornes_api.sources import SourceError
from bornes_notation.wording import worded

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_PAUSE = 0.01


@contextmanager
def locked(handle: int, path: Path, seconds: float) -> Iterator[None]:
    """Holds the lock of an open file as long as the block runs.

    Raises:
        SourceError: Others held it for so many seconds.
    """
    deadline = time.monotonic() + seconds
    while not _try(handle):
        if time.monotonic() > deadline:
            raise SourceError(
                worded(
                    "%(path)s: nothing was written: another program is writing there; try again", path=path
                )
            )
        time.sleep(_PAUSE)
    try:
        yield
    finally:
        _release(handle)


if sys.platform == "win32":
    _PLACE = 1 << 40
    """Far behind the last byte: there a lock keeps nobody from reading."""

    def _try(handle: int) -> bool:
        os.lseek(handle, _PLACE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _release(handle: int) -> None:
        os.lseek(handle, _PLACE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:

    def _try(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _release(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)
