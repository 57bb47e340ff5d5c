"""Puts new bytes in the place of a file: all of them or none, whatever happens on the way."""

from __future__ import annotations

import os
from contextlib import suppress
from stat import S_ISREG

from bornes_api.sources import SourceError
from bornes_notation.wording import worded

# Each PTH that is put aside: paths are plain text, as everywhere here; they are shown as they were given.


def replace_file(path: str, data: bytes, before: bytes) -> None:
    """Put new bytes in the place of a file. Its mode stays, and its owner where the system allows it.

    They are written beside it, brought to the disk, and then take its name: a reader, a crash or a full disk finds
    the old bytes or the new ones. A link is followed; what it leads to is replaced.

    Args:
        path: The file.
        data: What is to stand in it.
        before: What is known to stand in it.

    Raises:
        SourceError: It may not be written, is not what it was, or the disk refused. The file is as it was.
    """
    target = os.path.realpath(path)
    try:
        status = os.stat(target)  # noqa: PTH116
        if not status.st_mode & 0o222:
            raise SourceError(worded("%(path)s: nothing was written: the file is write-protected", path=path))
        with open(target, "rb") as stream:  # noqa: PTH123
            if stream.read() != before:
                raise SourceError(
                    worded("%(path)s: nothing was written: the file was changed meanwhile", path=path)
                )
        _write_beside(target, data, status)
    except OSError as error:
        raise SourceError(
            worded("%(path)s: nothing was written: %(error)s", path=path, error=error.strerror or error)
        ) from error


def create_file(path: str, data: bytes) -> None:
    """Write a file that is not there yet, all of it or none.

    Raises:
        SourceError: There is one already, or the disk refused.
    """
    target = os.path.realpath(path)
    if os.path.lexists(path):
        raise SourceError(worded("%(path)s: nothing was written: there is such a file already", path=path))
    try:
        _write_beside(target, data, None)
    except OSError as error:
        raise SourceError(
            worded("%(path)s: nothing was written: %(error)s", path=path, error=error.strerror or error)
        ) from error


def write_file(path: str, data: bytes) -> None:
    """Write a file, whether there is one already or not: all of it, or what was there before stays.

    Raises:
        SourceError: It may not be written, or the disk refused.
    """
    target = os.path.realpath(path)
    try:
        status = os.stat(target) if os.path.lexists(target) else None  # noqa: PTH116
        if status is not None and not S_ISREG(status.st_mode):
            raise SourceError(worded("%(path)s: nothing was written: this is no file", path=path))
        if status is not None and not status.st_mode & 0o222:
            raise SourceError(worded("%(path)s: nothing was written: the file is write-protected", path=path))
        _write_beside(target, data, status)
    except OSError as error:
        raise SourceError(
            worded("%(path)s: nothing was written: %(error)s", path=path, error=error.strerror or error)
        ) from error


def _write_beside(target: str, data: bytes, like: os.stat_result | None) -> None:
    from secrets import token_hex

    folder = os.path.dirname(target)  # noqa: PTH120
    beside = os.path.join(folder, f".bornes-{token_hex(8)}.tmp")  # noqa: PTH118
    handle = os.open(
        beside,
        os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0),
        0o666 if like is None else 0o600,
    )
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            if like is not None and hasattr(os, "fchmod"):
                with suppress(
                    PermissionError
                ):  # somebody else's file in a shared folder: the new one is ours
                    os.fchown(stream.fileno(), like.st_uid, like.st_gid)
                os.fchmod(stream.fileno(), like.st_mode & 0o7777)
            os.fsync(stream.fileno())
        os.replace(beside, target)  # noqa: PTH105
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)  # noqa: PTH108
        raise
    _sync_folder(folder)


def _sync_folder(folder: str) -> None:
    """Brings the new name to the disk, where a folder can be opened; the bytes are there already."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
