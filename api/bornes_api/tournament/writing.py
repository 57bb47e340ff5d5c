"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import copymode
from tempfile import NamedTemporaryFile

from bornes_api.sources import SourceError
from bornes_notation.wording import worded


def create(path: Path, text: str) -> None:
    """Writes a new file, all of it or none.

    Raises:
        SourceError: It is there already, or cannot be written; then nothing has changed.
    """
    try:
        path.parent.mkdir(exist_ok=True)
        unfinished = _unfinished(path, text)
        try:
            # A link, unlike a rename, fails if another process has made the file meanwhile.
            os.link(unfinished, path)
        except FileExistsError as error:
            raise SourceError(worded("%(path)s: is there already; nothing was written", path=path)) from error
        except OSError:
            # There are disks without links, as on a stick: a rename then, which does not see that other process.
            if path.exists():
                raise
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise SourceError(
            worded("%(path)s: cannot be written: %(error)s", path=path, error=error.strerror)
        ) from error


def rewrite(path: Path, text: str) -> None:
    """Puts a new text in the place of a file's, all of it or none; its mode stays.

    Raises:
        SourceError: It cannot be written; then the old text is still there.
    """
    target = path.resolve()
    try:
        unfinished = _unfinished(target, text)
        try:
            copymode(target, unfinished)
            unfinished.replace(target)
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SourceError(
            worded("%(path)s: cannot be rewritten: %(error)s", path=path, error=error.strerror)
        ) from error


def _unfinished(target: Path, text: str) -> Path:
    """A file with that text beside its place, on the disk and not only on its way there."""
    with NamedTemporaryFile("wb", dir=target.parent, prefix=f".{target.name}.", delete=False) as stream:
        path = Path(stream.name)
        try:
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        except BaseException:
            path.unlink()
            raise
    path.chmod(0o644)
    return path
