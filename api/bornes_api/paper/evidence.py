"""What a sheet rests on: hashes of records, long and as people compare them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from bornes_notation import Record, format

SHORT = 16
"""Digits of a hash that are printed where there is no room for all 64."""


def record_hash(record: Record) -> str:
    """The SHA-256 of the canonical text of a record, in hexadecimal."""
    return sha256(format(record).encode()).hexdigest()


def short(digest: str) -> str:
    """The beginning of a hash in groups of four."""
    return " ".join(digest[at : at + 4] for at in range(0, SHORT, 4))


def hash_of_all(matches: Iterable[Mapping[str, Any]]) -> str:
    """One hash for all records of standings (spec/paper.md#hash-of-all)."""
    listed = sorted((each["round"], each["table"], each["sha256"]) for each in matches if each["sha256"])
    return sha256("".join("{}.{} {}\n".format(*each) for each in listed).encode()).hexdigest()
