"""Kept records: each under the hash of its canonical text, in one SQLite file.

What `keep` has answered is on the disk: the log is written ahead and flushed before every commit returns
(WAL, synchronous=FULL), so no end of the process or the machine loses it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from threading import local
from typing import Any, NamedTuple

from bornes_api.service.problems import ProblemError
from bornes_api.service.store.layout import StrangeStoreError, upgrade

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_PRIMARY = 0xFF
"""The bits of an SQLite result code that are not its details."""


class Kept(NamedTuple):
    """An entry of the list: its place in it, the hash, the event and the bytes of the text."""

    sequence: int
    hash: str
    event: str | None
    size: int


class DamagedError(Exception):
    """A kept text that no longer has its hash: the file was changed by something else."""


def hash_of(text: str) -> str:
    """The name of a record: SHA-256 of its canonical text."""
    return sha256(text.encode()).hexdigest()


class Store:
    """The kept records of a file; every thread has a connection of its own.

    Every method may raise `ProblemError`: store-unavailable.
    """

    def __init__(self, path: str, most: int, wait_seconds: float) -> None:
        """A store at a path; the file is made when it is first used.

        Args:
            path: The file.
            most: How many records are kept at most.
            wait_seconds: How long a write waits for that of another process.
        """
        self._path = path
        self._most = most
        self._wait = wait_seconds
        self._of_thread = local()

    def check(self) -> None:
        """Asks the file something.

        Raises:
            StrangeStoreError: the file is no store, or of a later version.
        """
        with self._using() as connection:
            connection.execute("SELECT max(sequence) FROM records").fetchone()

    def keep(self, text: str, event: str | None) -> tuple[str, bool]:
        """Keeps a canonical text; gives its hash, and whether it is new.

        Raises:
            ProblemError: store-full.
        """
        name = hash_of(text)
        with self._using() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                new = self._insert(connection, name, text, event)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        return name, new

    def text_of(self, name: str) -> str | None:
        """The canonical text under a hash, None if none is kept.

        Raises:
            DamagedError: the text is not what was kept.
        """
        with self._using() as connection:
            row = connection.execute("SELECT text FROM records WHERE hash = ?", (name,)).fetchone()
        if row is None:
            return None
        text: str = row[0]
        if hash_of(text) != name:
            raise DamagedError(f"the kept text of {name} is damaged")
        return text

    def page(self, before: int | None, limit: int) -> list[Kept]:
        """Up to so many entries, the newest first; `before` is the place of the last one already seen."""
        with self._using() as connection:
            rows = connection.execute(
                "SELECT sequence, hash, event, length(CAST(text AS BLOB)) FROM records "
                "WHERE ? IS NULL OR sequence < ? ORDER BY sequence DESC LIMIT ?",
                (before, before, limit),
            ).fetchall()
        return [Kept(*row) for row in rows]

    def close(self) -> None:
        """Closes the connection of this thread."""
        connection: sqlite3.Connection | None = getattr(self._of_thread, "connection", None)
        if connection is not None:
            connection.close()
            del self._of_thread.connection

    def _insert(self, connection: sqlite3.Connection, name: str, text: str, event: str | None) -> bool:
        if connection.execute("SELECT 1 FROM records WHERE hash = ?", (name,)).fetchone():
            return False
        kept = connection.execute("SELECT count(*) FROM records").fetchone()[0]
        if kept >= self._most:
            raise ProblemError("store-full", f"{kept} records are kept, and no more may be")
        connection.execute("INSERT INTO records (hash, text, event) VALUES (?, ?, ?)", (name, text, event))
        return True

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        """The connection of this thread, with what SQLite may say turned into problems."""
        try:
            yield self._connection()
        except sqlite3.OperationalError as error:
            # Also of the process: a fork must not use what its parent opened.
            self._of_thread.__dict__.clear()
            raise _problem(error) from error

    def _connection(self) -> sqlite3.Connection:
        mine: Any = self._of_thread
        if getattr(mine, "process", None) != os.getpid():
            mine.connection = self._open()
            mine.process = os.getpid()
        connection: sqlite3.Connection = mine.connection
        return connection

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=self._wait, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            upgrade(connection)
        except sqlite3.DatabaseError as error:
            connection.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
                raise StrangeStoreError("the file is no SQLite database") from error
            raise
        except StrangeStoreError:
            connection.close()
            raise
        return connection


def _problem(error: sqlite3.OperationalError) -> ProblemError:
    result = error.sqlite_errorcode & _PRIMARY
    if result == sqlite3.SQLITE_FULL:
        return ProblemError("store-full", "there is no room on the disk")
    why = (
        "another process is writing"
        if result in _BUSY
        else f"the file cannot be used ({error.sqlite_errorname})"
    )
    return ProblemError("store-unavailable", why, headers={"Retry-After": "1"})
