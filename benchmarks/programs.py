"""The programs that are timed, one process each: reads a file, checks every game, prints how long it took.

    python benchmarks/programs.py NAME FILE
    python benchmarks/programs.py --command COMMAND...

The start of Python and of its modules is not timed here; that of commands is, and pgn-extract is one. Printed is
a JSON object: wall and processor seconds, peak memory in KiB, and how many games had which outcome.
"""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

Counts = dict[str, int]
"""How many games had which outcome."""


def ours(path: str) -> Counts:
    """Bornes: every record judged and scored, verdict and totals read."""
    import bornes.archive

    verdicts: Counter[str] = Counter()
    points = 0
    with Path(path).open("rb") as file:
        for judged in bornes.archive.judge_file(file):
            report = judged.report
            verdicts[report.verdict] += 1
            if report.match is not None:
                points += sum(report.match.totals.values())
    return {**verdicts, "points": points}


def chess_games(path: str) -> Counts:
    """python-chess, the way its documentation reads files: a tree of each game."""
    import chess.pgn

    games = faults = 0
    with Path(path).open(encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games += 1
            faults += bool(game.errors)
    return {"legal": games - faults, "illegal": faults}


def chess_visits(path: str) -> Counts:
    """python-chess with a visitor that keeps nothing: its quickest way to check moves."""
    import chess.pgn

    class Check(chess.pgn.BaseVisitor[bool]):
        def begin_game(self) -> None:
            self.legal = True

        def handle_error(self, error: Exception) -> None:  # noqa: ARG002 -- the visitor's signature
            self.legal = False

        def result(self) -> bool:
            return self.legal

    found: Counter[str] = Counter()
    with Path(path).open(encoding="utf-8") as file:
        while (legal := chess.pgn.read_game(file, Visitor=Check)) is not None:
            found["legal" if legal else "illegal"] += 1
    return dict(found)


def rust_reader(path: str) -> Counts:
    """rust_pgn_reader_python_binding on one thread; it takes the games as strings."""
    import rust_pgn_reader_python_binding as reader

    with Path(path).open(encoding="utf-8") as file:
        first, *rest = file.read().split("\n\n[Event ")
    parsed = reader.parse_games_from_strings([first, *("[Event " + game for game in rest)], num_threads=1)
    faults = sum(not bool(valid) for chunk in parsed.chunks for valid in chunk.valid)
    return {"legal": parsed.num_games - faults, "illegal": faults}


def pgn_extract(path: str) -> Counts:
    """pgn-extract, as a process: it reports what is wrong and writes no game."""
    command = [PGN_EXTRACT or "pgn-extract", "--quiet", "-r", path]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {"messages": len(done.stderr.splitlines()) + len(done.stdout.splitlines())}


def poker_hands(path: str) -> Counts:
    """PokerKit: every hand loaded from PHH and replayed."""
    from pokerkit import HandHistory

    hands = unfinished = 0
    with Path(path).open("rb") as file:
        for history in HandHistory.load_all(file):
            state = None
            for state in history:  # noqa: B007 -- the last one is asked
                pass
            hands += 1
            unfinished += state is None or bool(state.status)
    return {"legal": hands - unfinished, "illegal": unfinished}


PGN_EXTRACT = shutil.which("pgn-extract", path="/usr/games:/usr/local/bin:/usr/bin:/bin")


class Program(NamedTuple):
    """What is timed, and the modules that are imported before the clock starts."""

    work: Callable[[str], Counts]
    modules: tuple[str, ...] = ()


PROGRAMS = {
    "bornes": Program(ours, ("bornes.archive",)),
    "python-chess": Program(chess_games, ("chess.pgn",)),
    "python-chess, visitor": Program(chess_visits, ("chess.pgn",)),
    "pgn-extract": Program(pgn_extract),
    "Rust reader": Program(rust_reader, ("rust_pgn_reader_python_binding", "pyarrow")),
    "Rust reader, first call": Program(rust_reader, ("rust_pgn_reader_python_binding",)),
    "PokerKit": Program(poker_hands, ("pokerkit",)),
}
"""By name. The Rust reader imports pyarrow at its first call: once that is timed with it, once it is not."""


def missing(name: str) -> str | None:
    """Why a program cannot be run here; None if it can."""
    for module in PROGRAMS[name].modules:
        if find_spec(module.split(".")[0]) is None:
            return f"{name} is left out: the module {module} is not installed (extra `bench`)"
    if name == "pgn-extract" and PGN_EXTRACT is None:
        return "pgn-extract is left out: it is not installed (Debian's package of that name)"
    return None


def _own_peak() -> int:
    """Of this process alone: `getrusage` would also charge it the memory of the one that started it."""
    told = Path("/proc/self/status")
    lines = told.read_text(encoding="ascii").split("\n") if told.exists() else []
    peaks = [int(line.split()[1]) for line in lines if line.startswith("VmHWM:")]
    return peaks[0] if peaks else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


_WHO = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


def _seconds_of_processor() -> float:
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, _WHO))


def timed(work: Callable[[], Counts]) -> str:
    """What some work took, as a JSON object."""
    processor, start = _seconds_of_processor(), perf_counter()
    counts = work()
    wall = perf_counter() - start
    used = _seconds_of_processor() - processor
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss or _own_peak()
    return json.dumps({"wall": wall, "processor": used, "peak": peak, "counts": counts})


def whole_command(command: list[str]) -> Counts:
    """Any command, start included; its exit status. What it prints is thrown away."""
    return {"status": subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode}


def main(name: str, *rest: str) -> None:
    """Times one program on one file, or a whole command."""
    if name == "--command":
        print(timed(lambda: whole_command(list(rest))))
        return
    program = PROGRAMS[name]
    for module in program.modules:
        import_module(module)
    print(timed(lambda: program.work(*rest)))


if __name__ == "__main__":
    main(*sys.argv[1:])
