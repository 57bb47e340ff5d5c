"""Archives read, checked and scored: ours against other programs, and against our own open hands."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import NamedTuple

from archives import Archive
from figures import Part, Promise, Setting
from measure import Run, in_turn, ratio, timed_program
from programs import PROGRAMS, missing

OPEN, COMPILED = "bornes", "bornes, compiled"
TABLE, ILLEGAL, OTHERS = "bornes, table records", "bornes, 1 % illegal", "bornes, games of other programs"
ANCHORS = ("python-chess", "pgn-extract", "Rust reader", "PokerKit")
"""The columns of ratios."""

PROMISES = (
    ("against pgn-extract", OPEN, "pgn-extract", 1.0),
    ("against the Rust reader, its first call", OPEN, "Rust reader, first call", 0.85),
    ("against python-chess", OPEN, "python-chess", 35),
    ("against PokerKit", OPEN, "PokerKit", 35),
    ("compiled, against pgn-extract", COMPILED, "pgn-extract", 1.6),
    ("table records against open ones", TABLE, OPEN, 0.7),
    ("1 % illegal against none", ILLEGAL, OPEN, 0.9),
)
"""Games a second: what, of whom, against whom, at least."""


class Entry(NamedTuple):
    """A program on an archive, perhaps in a build of its own."""

    program: str
    archive: Archive
    build: Path | None = None

    def run(self) -> Run:
        """Runs it once.

        Raises:
            RuntimeError: if it did not find what the archive holds: then its time says nothing.
        """
        run = timed_program(self.program, self.archive.path, self.build)
        read = sum(run.counts.get(verdict, 0) for verdict in ("legal", "illegal", "undetermined"))
        if self.program == "pgn-extract":
            read = self.archive.games if not run.counts["messages"] else 0
        if read != self.archive.games:
            raise RuntimeError(f"{self.program} found {run.counts} in {self.archive}")
        return run


def readers(setting: Setting) -> Part:
    """Games, turns and megabytes a second, and ratios of games a second."""
    entries, left_out = _entries(setting)
    runs = in_turn(setting.rounds, {label: entry.run for label, entry in entries.items()})
    rates = {
        label: [entries[label].archive.games / seconds for seconds in setting.seconds(runs[label])]
        for label in entries
    }
    columns = [anchor for anchor in ANCHORS if anchor in rates]
    table = [
        " | ".join(["| program", "games", "turns a game", "games/s", "turns/s", "MB/s", *columns]) + " |",
        "|---" * (6 + len(columns)) + "|",
    ]
    for label, entry in entries.items():
        per_second = median(rates[label])
        cells = [label, *_speeds(entry.archive, per_second)]
        cells += [f"{ratio(rates[label], rates[anchor]).median:.3g}" for anchor in columns]
        table.append(f"| {' | '.join(cells)} |")
    promises = [
        Promise(what, ratio(rates[label], rates[anchor]), bound)
        for what, label, anchor, bound in PROMISES
        if label in rates and anchor in rates
    ]
    return Part(table, left_out, promises)


def _entries(setting: Setting) -> tuple[dict[str, Entry], list[str]]:
    material = setting.material
    entries = {OPEN: Entry("bornes", material.open())}
    left_out = []
    if setting.compiled is None:
        left_out.append("The compiled build is left out: no folder was given with `--compiled`.")
    else:
        entries[COMPILED] = Entry("bornes", material.open(), setting.compiled)
    entries[TABLE] = Entry("bornes", material.table())
    entries[ILLEGAL] = Entry("bornes", material.illegal())
    entries[OTHERS] = Entry("bornes", material.others())
    for name in PROGRAMS:
        why_not = missing(name)
        if why_not is not None:
            left_out.append(why_not)
        elif name != "bornes":
            entries[name] = Entry(name, material.poker() if name == "PokerKit" else material.chess())
    left_out.append("The BSD engine is left out: `mille` plays at a terminal, it reads no records.")
    return entries, left_out


def _speeds(archive: Archive, per_second: float) -> list[str]:
    turns = archive.turns / archive.games
    return [
        f"{archive.games:,}",
        f"{turns:.1f}",
        f"{per_second:,.0f}",
        f"{per_second * turns:,.0f}",
        f"{per_second * archive.size / archive.games / 1e6:.2f}",
    ]
