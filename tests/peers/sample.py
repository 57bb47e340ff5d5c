"""Picks whole games of every log for the fixtures: ``python tests/peers/sample.py LOGDIR OUTDIR``.

Nothing is drawn by lot: for each fact of `features` the first games of the log that show it, then
the first games of all until the log has its share of hands.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from peers.family import Row
from peers.features import features
from peers.logs import family_of, games, log_files, record_file
from peers.match import record, stopped

HANDS_A_LOG = 50
"""At least so many hands of a log, if it has them."""
GAMES_A_FACT = 2
"""In so many games of the sample at least, if the log has them, every fact occurs."""


def chosen(
    played: list[list[Row]], *, hands: int = HANDS_A_LOG, shows: int = GAMES_A_FACT
) -> list[list[Row]]:
    """The games of the sample, in the order of the log."""
    facts = [_facts(rows) for rows in played]
    picked: set[int] = set()
    for fact in sorted(frozenset().union(*facts)):
        having = [place for place, found in enumerate(facts) if fact in found]
        missing = shows - sum(place in picked for place in having)
        fresh = [place for place in having if place not in picked]
        picked.update(fresh[: max(missing, 0)])
    for place in range(len(played)):
        if sum(len(played[number]) for number in picked) >= hands:
            break
        picked.add(place)
    return [played[place] for place in sorted(picked)]


def _facts(rows: list[Row]) -> frozenset[str]:
    family = family_of(rows)
    found = frozenset().union(*(features(row, family) for row in rows))
    return found | {"match stopped"} if stopped(rows[-1], family) else found


def main(arguments: list[str]) -> int:
    """Write the sample of all logs of a folder; returns the exit code."""
    if len(arguments) != 2:
        sys.stderr.write("usage: sample.py LOGDIR OUTDIR\n")
        return 2
    source, target = map(Path, arguments)
    for log in log_files(source):
        picked = chosen(list(games(log)))
        text = "\n".join(record(rows, family_of(rows)) for rows in picked)
        (target / record_file(log)).write_text(text, encoding="utf-8", newline="\n")
        sys.stderr.write(f"{record_file(log)}: {len(picked)} games, {sum(map(len, picked))} hands\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
