"""The tables of the store, and how an older file becomes one of today."""

from __future__ import annotations

import sqlite3
from typing import Final

APPLICATION_ID: Final = 0x4D424E31
"""Tells a store from other SQLite files: "MBN1"."""

STEPS: Final = (
    """
    CREATE TABLE records (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
        text TEXT NOT NULL,
        event TEXT
    )
    """,
)
"""The step from each version of the tables to the next; a step that has been published never changes."""


class StrangeStoreError(Exception):
    """A file that is no store, or one of a later version of this program; it is left as it is."""


def upgrade(connection: sqlite3.Connection, steps: tuple[str, ...] = STEPS) -> None:
    """Brings the tables of a file to the newest version, wholly or not at all.

    Args:
        connection: In autocommit.
        steps: As `STEPS`.

    Raises:
        StrangeStoreError: the file holds something else, or is newer than this program.
    """
    if _version(connection, len(steps)) == len(steps):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for version in range(_version(connection, len(steps)), len(steps)):
            connection.execute(steps[version])
            connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection, newest: int) -> int:
    """Which version the tables have; 0 of an empty file."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION_ID and not (empty and version == 0):
        raise StrangeStoreError("the file holds something else than kept records")
    if version > newest:
        raise StrangeStoreError(f"the file has version {version}; this program knows versions up to {newest}")
    return version
