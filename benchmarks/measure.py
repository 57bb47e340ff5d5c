"""Runs things in turn, each in a process of its own, and compares them round by round."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

PROGRAMS = Path(__file__).with_name("programs.py")


class Run(NamedTuple):
    """One run.

    Attributes:
        wall, processor: Seconds by the clock on the wall; of processor time, all threads and children.
        peak: The most memory that the process, or a child of it, had at a time, in KiB.
        counts: How many games had which outcome; of a whole command, nothing.
    """

    wall: float
    processor: float
    peak: int
    counts: Mapping[str, int]


class Ratio(NamedTuple):
    """The median of what each round gives, and the least and greatest."""

    median: float
    low: float
    high: float


def timed_program(name: str, path: Path, first_on_path: Path | None = None) -> Run:
    """Runs one of `programs.PROGRAMS` on a file; its start is not timed.

    Args:
        name: Of the program.
        path: The file.
        first_on_path: A folder from which Python imports before it looks elsewhere.
    """
    return _run([name, str(path)], first_on_path)


def timed_command(command: Sequence[str]) -> Run:
    """Runs a whole command, start included; what it prints is thrown away.

    Raises:
        RuntimeError: if it ends with a status other than 0 or 1 (1: an illegal record).
    """
    run = _run(["--command", *command])
    if run.counts["status"] not in (0, 1):
        raise RuntimeError(f"{command} ended with status {run.counts['status']}")
    return run


def _run(arguments: Sequence[str], first_on_path: Path | None = None) -> Run:
    """Always through a small process: a child is charged the memory of the one that starts it."""
    environment = dict(os.environ)
    if first_on_path is not None:
        old = environment.get("PYTHONPATH")
        environment["PYTHONPATH"] = os.pathsep.join([str(first_on_path), *([old] if old else [])])
    command = [sys.executable, str(PROGRAMS), *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    return Run(**json.loads(done.stdout))


def in_turn(rounds: int, entries: Mapping[str, Callable[[], Run]]) -> dict[str, list[Run]]:
    """Runs every entry once in each round, in their order."""
    runs: dict[str, list[Run]] = {name: [] for name in entries}
    for number in range(1, rounds + 1):
        for name, entry in entries.items():
            runs[name].append(entry())
            print(f"round {number} of {rounds}: {name}, {runs[name][-1].wall:.2f} s", file=sys.stderr)
    return runs


def ratio(above: Sequence[float], below: Sequence[float]) -> Ratio:
    """How often `below` goes into `above`, round by round."""
    each = [one / other for one, other in zip(above, below, strict=True)]
    return Ratio(median(each), min(each), max(each))
