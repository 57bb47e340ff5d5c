"""Reads the logs: gzip JSON lines, one hand a line, the hands of a game together and in order."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from peers import bsd, kitlaan, milleai, playaural
from peers.family import Family, Row

FAMILIES: dict[str, Family] = {
    "bsd-mille": bsd.FAMILY,
    "debian-mille": bsd.FAMILY,
    "mille-ai": milleai.FAMILY,
    "kitlaan-milles-borne": kitlaan.FAMILY,
    "playaural-milebymile": playaural.FAMILY,
}
"""By the ``peer`` field of a log line."""

SUFFIX = ".jsonl.gz"


def log_files(folder: Path) -> list[Path]:
    """The logs of a folder, by name."""
    return sorted(folder.glob(f"*{SUFFIX}"))


def games(log: Path) -> Iterator[list[Row]]:
    """The games of a log in its order.

    Raises:
        ValueError: The hands of a game are not 1, 2, 3 and so on.
    """
    with gzip.open(log, "rt", encoding="utf-8") as lines:
        rows = (json.loads(line) for line in lines)
        for game, hands in groupby(rows, key=lambda row: row["game"]):
            played = list(hands)
            numbers = [row["hand"] for row in played]
            if numbers != list(range(1, len(numbers) + 1)):
                raise ValueError(f"{log.name}: game {game} has the hands {numbers}")
            yield played


def family_of(rows: list[Row]) -> Family:
    """The family that a game belongs to."""
    return FAMILIES[rows[0]["peer"]]


def record_file(log: Path) -> str:
    """The name of the file of records made from a log."""
    return log.name.removesuffix(SUFFIX) + ".mbn"
