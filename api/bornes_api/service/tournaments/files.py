"""Files put into a tournament folder: strict names, bounds, never through a link, and nothing is overwritten unasked."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Final

from bornes.tournament.model import TournamentFileError
from bornes.tournament.reading import read_tournament
from bornes_api.locking import locked
from bornes_api.service.problems import ProblemError
from bornes_api.service.tournaments.shelf import MOST_TOURNAMENTS, NAME, Shelf, unavailable, unreadable
from bornes_api.sources import SourceError
from bornes_api.tournament.folder import FILE

REPLACED: Final = "replaced"
"""Folder in which the former bytes of a file that was replaced are kept, by their SHA-256."""
DEEPEST: Final = 4
LONGEST: Final = 200
_LOCK: Final = ".files.lock"
_LOCK_SECONDS: Final = 5
_PART: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_FOLDER: Final = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_READ: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much one tournament may hold: files, and bytes of all of them."""

    files: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A file of a tournament; `new`: it was not there before."""

    path: str
    sha256: str
    bytes: int
    new: bool = False


def check_path(path: str) -> tuple[str, ...]:
    """The folders and the name of a path below a tournament folder.

    Raises:
        ProblemError: file-name.
    """
    parts = tuple(path.split("/"))
    if path == FILE:
        return parts
    plain = all(_PART.fullmatch(each) and not each.endswith(".") for each in parts)
    if not plain or len(parts) > DEEPEST or len(path) > LONGEST or not path.endswith(".mbn"):
        raise ProblemError(
            "file-name",
            f"{path[:80]!r} cannot be put here: it is {FILE}, or a record NAME.mbn in at most {DEEPEST - 1} folders; "
            "names have letters a-z A-Z, digits and _ . - and begin with a letter or a digit",
        )
    if parts[0] in {"published", REPLACED}:
        raise ProblemError("file-name", f"the folder {parts[0]} is the service's own")
    return parts


def stored_files(folder: Path) -> Iterator[Stored]:
    """The files of a tournament that can be put: the tournament file and records, by name."""
    for path in sorted([folder / FILE, *folder.rglob("*.mbn")]):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink() or not path.is_file() or name.startswith((f"{REPLACED}/", ".")):
            continue
        data = path.read_bytes()
        yield Stored(name, sha256(data).hexdigest(), len(data))


def put(shelf: Shelf, name: str, path: str, data: bytes, bounds: Bounds, match: str | None) -> Stored:
    """Puts a file into a tournament; the first one of a new tournament is its tournament file.

    Args:
        shelf: Where the tournaments are.
        name: Of the tournament.
        path: Below its folder, parts separated by /.
        data: What is to stand in the file.
        bounds: How much the tournament may hold.
        match: SHA-256 of the file that is to be replaced; None: none is.

    Raises:
        ProblemError: file-name, file-differs, tournament-full, tournament-unreadable, no-such-tournament,
            tournaments-unavailable; then nothing has changed.
    """
    parts = check_path(path)
    if path == FILE:
        _check_file(data)
    folder = _folder(shelf, name, new=path == FILE)
    try:
        with _one_writer(folder), _inside(folder, parts[:-1]) as inside:
            old = _bytes(inside, parts[-1])
            digest = sha256(data).hexdigest()
            if old == data:
                return Stored(path, digest, len(data))
            if old is not None:
                _check_match(path, old, match)
                with _inside(folder, (REPLACED,)) as kept:
                    _write(kept, sha256(old).hexdigest(), old)
            _check_room(folder, len(data), 0 if old is None else len(old), bounds, new=old is None)
            _write(inside, parts[-1], data)
            return Stored(path, digest, len(data), old is None)
    except (OSError, SourceError) as error:
        raise unavailable(error) from error


def _check_file(data: bytes) -> None:
    try:
        read_tournament(data.decode("utf-8-sig"), FILE)
    except UnicodeDecodeError as error:
        raise ProblemError("tournament-unreadable", f"{FILE} is not UTF-8 text") from error
    except TournamentFileError as error:
        raise unreadable(error) from error


def _folder(shelf: Shelf, name: str, *, new: bool) -> Path:
    if not new:
        return shelf.path(name)
    if not NAME.fullmatch(name):
        message = f"{name[:70]!r} is no name of a tournament: small letters, digits and hyphens, at most 64"
        raise ProblemError("file-name", message)
    folder = shelf.folder / name
    if not folder.exists():
        if len(shelf.ids()) >= MOST_TOURNAMENTS:
            raise ProblemError(
                "tournament-full", f"there are {MOST_TOURNAMENTS} tournaments; no more are taken"
            )
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise unavailable(error) from error
    if folder.is_symlink() or not folder.is_dir():
        raise ProblemError("no-such-tournament", f"{name!r} is no folder of a tournament")
    return folder


@contextmanager
def _one_writer(folder: Path) -> Iterator[None]:
    handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        with locked(handle, folder, _LOCK_SECONDS):
            yield
    finally:
        os.close(handle)


@contextmanager
def _inside(folder: Path, parts: tuple[str, ...]) -> Iterator[int]:
    """A folder below one, made if it is not there; no link is followed on the way."""
    handle = os.open(folder, _FOLDER)
    try:
        for part in parts:
            with suppress(FileExistsError):
                os.mkdir(part, dir_fd=handle)
            below = os.open(part, _FOLDER, dir_fd=handle)
            os.close(handle)
            handle = below
        yield handle
    finally:
        os.close(handle)


def _bytes(inside: int, name: str) -> bytes | None:
    try:
        handle = os.open(name, _READ, dir_fd=inside)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as stream:
        return stream.read()


def _check_match(path: str, old: bytes, match: str | None) -> None:
    there = sha256(old).hexdigest()
    if match == there:
        return
    how = "to replace it, name its SHA-256 in If-Match" if match is None else f"If-Match names {match[:12]}…"
    raise ProblemError("file-differs", f"{path} is there with other bytes ({there}); {how}")


def _check_room(folder: Path, size: int, before: int, bounds: Bounds, *, new: bool) -> None:
    sizes = [each.stat().st_size for each in folder.rglob("*") if each.is_file() and not each.is_symlink()]
    if new and len(sizes) >= bounds.files:
        raise ProblemError(
            "tournament-full", f"the tournament has {len(sizes)} files; at most {bounds.files}"
        )
    if sum(sizes) + size - before > bounds.bytes:
        raise ProblemError("tournament-full", f"with this file it would have more than {bounds.bytes} bytes")


def _write(inside: int, name: str, data: bytes) -> None:
    """Puts bytes under a name: beside it and on the disk first, then in its place."""
    beside = f".{token_hex(8)}.tmp"
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644, dir_fd=inside)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, name, src_dir_fd=inside, dst_dir_fd=inside)
        os.fsync(inside)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside, dir_fd=inside)
        raise
