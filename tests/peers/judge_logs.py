"""Judges every game of the peer logs and prints Markdown tables: ``python tests/peers/judge_logs.py LOGDIR``.

Each log is judged under the ruleset and the options that its records state (*own*), under winning-moves as
printed, and under winning-moves with the pack, the targets and the first seat of that program (*at their
table*): what is found there is how the program plays, not what it plays with. The BSD logs, which have the
printed pack and targets, are judged under dujardin-classic instead. The output depends on the logs and the judge alone.
Progress goes to standard error.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bornes import Reading, Ruleset, load_ruleset
from bornes.loading import read_options
from peers.logs import games, log_files, record_file
from peers.verdicts import SHEET, STATE, Agreement, Tally, reading_of

PLAIN = "winning-moves"
TABLE_KNOBS = ("seatings", "target", "extension", "reduced_deck", "first.rotation")
"""What a program plays with, rather than how."""

Judged = tuple[str, str, Tally]
"""A log, what judged it, and what was found."""


def rulesets_for(reading: Reading) -> dict[str, Ruleset | None]:
    """What to judge a record by, by the name in the tables; None is its own."""
    assert reading.record is not None
    rulesets: dict[str, Ruleset | None] = {"own": None, PLAIN: load_ruleset(PLAIN)}
    options = (reading.record.header("Options") or "").split()
    if not options:
        return {**rulesets, "dujardin-classic": load_ruleset("dujardin-classic")}
    kept = [option for option in options if option.partition("=")[0] in TABLE_KNOBS]
    at_table, errors = read_options(load_ruleset(PLAIN), " ".join(kept))
    assert not errors
    return {**rulesets, f"{PLAIN} at their table": at_table}


def judged(log: Path) -> list[Judged]:
    """A log under each ruleset that judges it."""
    tallies: dict[str, Tally] = {}
    for rows in games(log):
        reading = reading_of(rows)
        for name, ruleset in rulesets_for(reading).items():
            tallies.setdefault(name, Tally()).add(rows, reading, ruleset)
    log_name = record_file(log).removesuffix(".mbn")
    return [(log_name, name, tally) for name, tally in tallies.items()]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def verdicts(results: Sequence[Judged]) -> str:
    """How many records and hands are legal, and what was found in the others."""
    head = (
        "log",
        "ruleset",
        "records",
        "legal",
        "undetermined",
        "illegal",
        "hands",
        "clean",
        "played by the rules",
    )
    return table(
        head,
        (
            (
                log,
                ruleset,
                str(sum(found.records.values())),
                *(str(found.records[verdict]) for verdict in ("legal", "undetermined", "illegal")),
                str(found.hands),
                str(found.clean),
                str(found.played),
            )
            for log, ruleset, found in results
        ),
    )


def violations(results: Sequence[Judged]) -> str:
    """Violations by code, how many of them only follow from others, and what could not be decided."""
    return table(
        ("log", "ruleset", "violations by code", "follow-ons", "unverified"),
        (
            (log, ruleset, counts(found.codes), str(found.folded), counts(found.unverified))
            for log, ruleset, found in results
        ),
    )


def agreements(results: Sequence[Judged], names: Sequence[str]) -> str:
    """How often the program and the replay say the same of each of these names."""
    return table(
        ("log", "ruleset", *names),
        (
            (log, ruleset, *(agreement(found.agreements.get(name)) for name in names))
            for log, ruleset, found in results
            if any(name in found.agreements for name in names)
        ),
    )


def counts(found: Counter[str]) -> str:
    """Names and how often each was found."""
    return ", ".join(f"{name} ×{count}" for name, count in sorted(found.items())) or "none"


def agreement(found: Agreement | None) -> str:
    """``all 20`` or ``18 of 20``."""
    if found is None:
        return "–"
    return f"all {found.compared}" if found.same == found.compared else f"{found.same} of {found.compared}"


def main(arguments: list[str]) -> int:
    """Judge all logs of a folder; returns the exit code."""
    if len(arguments) != 1:
        sys.stderr.write("usage: judge_logs.py LOGDIR\n")
        return 2
    logs = log_files(Path(arguments[0]))
    if not logs:
        sys.stderr.write(f"no *.jsonl.gz in {arguments[0]}\n")
        return 2
    results: list[Judged] = []
    for log in logs:
        results += judged(log)
        sys.stderr.write(f"{log.name}\n")
    parts = (
        verdicts(results),
        violations(results),
        agreements(results, (*STATE, "total")),
        agreements(results, SHEET),
    )
    sys.stdout.write("\n\n".join(parts) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
