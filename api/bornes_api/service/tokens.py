"""Tokens: who may rule, decide, appeal and upload. Of each only the hash is kept, in a file of lines."""

from __future__ import annotations

import hmac
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from bornes_api.locking import locked
from bornes_api.sources import SourceError

ROLES: Final = ("director", "reviewer", "entrant")
PREFIX: Final = "bornes_"
"""How a token begins, so that one that was left lying about is known for what it is."""

_BYTES: Final = 32
_LOCK_SECONDS: Final = 5
_NAME: Final = re.compile(r"[^\x00-\x1f\x7f-\x9f:\u2028\u2029]{1,100}")
_OF_ENTRANT: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}/[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_HASH: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a token.

    Attributes:
        name: The author of what is entered with it; of an entrant ``TOURNAMENT/ID``.
        role: director, reviewer or entrant.
        hash: SHA-256 of the token. The token is 256 random bits, so nobody can search it out of its hash, and a
            slow hash as for passwords would only make requests slow.
    """

    name: str
    role: str
    hash: str


def new_token() -> str:
    """A token that nobody has."""
    return PREFIX + token_urlsafe(_BYTES)


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def read_holders(path: str) -> tuple[Holder, ...]:
    """The holders that a file names, a line each: ``name: role: hash``; none if there is no such file.

    Raises:
        SourceError: It cannot be read; the message names the line.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{path}: cannot be read: {error}") from error
    lines = enumerate(text.splitlines(), 1)
    return tuple(
        _holder(path, number, line) for number, line in lines if line.strip() and not line.startswith("#")
    )


def _holder(path: str, number: int, line: str) -> Holder:
    name, *rest = (part.strip() for part in line.split(":"))
    if len(rest) != 2 or rest[0] not in ROLES or not _HASH.fullmatch(rest[1]):
        raise SourceError(
            f"{path}:{number}: this is no line of tokens; write NAME: {'|'.join(ROLES)}: SHA-256"
        )
    check_name(name, rest[0], f"{path}:{number}: ")
    return Holder(name, rest[0], rest[1])


def check_name(name: str, role: str, where: str = "") -> None:
    """Whether a holder of that role can have that name.

    Raises:
        SourceError: No; the message says what it must be.
    """
    if not _NAME.fullmatch(name) or name != name.strip():
        raise SourceError(f"{where}{name!r} is no name: 1 to 100 characters, no colon, in one line")
    if role == "entrant" and not _OF_ENTRANT.fullmatch(name):
        raise SourceError(f"{where}{name!r}: an entrant is named TOURNAMENT/ID, as autumn-cup/novak")


def holder_of(token: str, holders: tuple[Holder, ...]) -> Holder | None:
    """Who holds a token; every hash is compared, and each in constant time."""
    given = hash_of(token)
    found = None
    for each in holders:
        if hmac.compare_digest(each.hash, given):
            found = each
    return found


def add_holder(path: str, name: str, role: str) -> str:
    """Makes a token for a new holder and keeps its hash; gives the token, which is nowhere else.

    Raises:
        SourceError: The name cannot be, or is there already; the file cannot be read or written.
    """
    check_name(name, role)
    token = new_token()
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError as error:
        raise SourceError(f"{path}: nothing was written: {error.strerror or error}") from error
    try:
        with locked(handle, Path(path), _LOCK_SECONDS):
            if any(each.name == name for each in read_holders(path)):
                raise SourceError(f"{path}: nothing was written: {name} has a token already")
            _append(handle, path, f"{name}: {role}: {hash_of(token)}\n".encode())
    finally:
        os.close(handle)
    return token


def _append(handle: int, path: str, line: bytes) -> None:
    size = os.fstat(handle).st_size
    if size and os.pread(handle, 1, size - 1) != b"\n":
        line = b"\n" + line
    try:
        while line:
            line = line[os.write(handle, line) :]
        os.fsync(handle)
    except OSError as error:
        with suppress(OSError):
            os.ftruncate(handle, size)
        raise SourceError(f"{path}: nothing was written: {error.strerror or error}") from error
