"""Whole commands: what a user waits for, the memory they take, and what further processes gain."""

from __future__ import annotations

import sys
from functools import partial
from statistics import median

from figures import Part, Promise, Setting
from measure import Ratio, Run, in_turn, ratio, timed_command
from programs import missing

BORNES = (sys.executable, "-m", "bornes_api")
LIBRARIES = (sys.executable, "-c", "import lark, yaml")
CHESS = "import chess.pgn, sys\nwith open(sys.argv[1]) as file:\n    while chess.pgn.read_game(file): pass"

GAMES = 1000
"""So many hands, or chess games, are read by a whole process."""

MORE = 10
"""The long archive of the memory part is so many times the other one."""

MEMORY_MAX = 80
"""Megabytes that a process may take."""


def whole(setting: Setting) -> Part:
    """A whole process over some hands, against python-chess over as many games."""
    why_not = missing("python-chess")
    if why_not is not None:
        return Part([], [why_not], [])
    material = setting.material
    count = min(GAMES, material.hands)
    hands, games = material.open(count), material.chess(count)
    runs = in_turn(
        setting.rounds,
        {
            f"`bornes check`, {count:,} hands": partial(timed_command, [*BORNES, "check", str(hands.path)]),
            f"python-chess, {count:,} games": partial(
                timed_command, [sys.executable, "-c", CHESS, str(games.path)]
            ),
        },
    )
    ours, theirs = (setting.seconds(each) for each in runs.values())
    return Part(table_of(runs), [], [Promise(f"whole process, {count:,} games each", ratio(theirs, ours), 6)])


def start(setting: Setting) -> Part:
    """`bornes check` of one hand, against the mere import of the libraries it stands on."""
    hand = setting.material.open(1)
    runs = in_turn(
        setting.rounds,
        {
            "`bornes check` of one hand": partial(timed_command, [*BORNES, "check", str(hand.path)]),
            '`python -c "import lark, yaml"`': partial(timed_command, LIBRARIES),
        },
    )
    ours, theirs = (setting.seconds(each) for each in runs.values())
    promise = Promise("start: times as long as its libraries", ratio(ours, theirs), 2.5, at_most=True)
    return Part(table_of(runs), [], [promise])


def memory(setting: Setting) -> Part:
    """Peak memory over an archive and one that is many times as long."""
    short = setting.material.open()
    long = setting.material.repeated(MORE)
    runs = in_turn(
        1,
        {
            f"`bornes check`, {archive.games:,} hands": partial(
                timed_command, [*BORNES, "check", str(archive.path)]
            )
            for archive in (short, long)
        },
    )
    few, many = (one.peak / 1024 for (one,) in runs.values())
    promises = [
        Promise(f"memory, {MORE} times the hands", Ratio(*[many / few] * 3), 1.1, at_most=True),
        Promise("memory of a process, in MiB", Ratio(*[max(few, many)] * 3), MEMORY_MAX, at_most=True),
    ]
    return Part(table_of(runs), [], promises)


def jobs(setting: Setting) -> Part:
    """One archive by one process and by two; wall time, whatever the clock."""
    archive = setting.material.open()
    runs = in_turn(
        setting.rounds,
        {
            f"`bornes check --jobs {count}`": partial(
                timed_command, [*BORNES, "check", "--jobs", str(count), str(archive.path)]
            )
            for count in (1, 2)
        },
    )
    one, two = ([run.wall for run in each] for each in runs.values())
    return Part(table_of(runs), [], [Promise("two jobs against one", ratio(one, two), 1.7)])


def table_of(runs: dict[str, list[Run]]) -> list[str]:
    """Medians of the runs."""
    head = ["| command | seconds | processor seconds | peak memory, MiB |", "|---|---|---|---|"]
    rows = [
        f"| {label} | {median(run.wall for run in each):.3f} | {median(run.processor for run in each):.3f} "
        f"| {max(run.peak for run in each) / 1024:.0f} |"
        for label, each in runs.items()
    ]
    return [*head, *rows]
