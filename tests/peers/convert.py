"""Writes every game of the peer logs as an MBN 1 record: ``python tests/peers/convert.py LOGDIR OUTDIR``."""

from __future__ import annotations

import sys
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from peers.logs import family_of, games, log_files, record_file
from peers.match import record


def main(arguments: list[str]) -> int:
    """Convert all logs of a folder; returns the exit code."""
    if len(arguments) != 2:
        sys.stderr.write("usage: convert.py LOGDIR OUTDIR\n")
        return 2
    source, target = map(Path, arguments)
    logs = log_files(source)
    if not logs:
        sys.stderr.write(f"no *.jsonl.gz in {source}\n")
        return 2
    target.mkdir(parents=True, exist_ok=True)
    for log in logs:
        records = [record(rows, family_of(rows)) for rows in games(log)]
        (target / record_file(log)).write_text("\n".join(records), encoding="utf-8", newline="\n")
        sys.stderr.write(f"{record_file(log)}: {len(records)} records\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
