"""Runs the corpus against this checkout until the first difference: the only test of a mutant.

Exit status 0 if the mutant survives, 1 if a case finds it. Each case and each start of perft is run once, under
the first of its rulesets (all of them would take six times as long and kill hardly more); a crash kills too, and
so does a mutant that takes more than `SECONDS` of the processor's time (not the clock's: the machine may be busy).
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bornes_api.conformance.cases import Case

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / room) for room in ("notation", "validator", "api")]

SECONDS = 90
"""The unchanged program takes about seven."""

LONG = 4000
STRIDE = 61


def main() -> int:
    """Whether any case differs."""
    from bornes_api.conformance.answering import report_of
    from bornes_api.conformance.cases import runs_of
    from bornes_api.conformance.mapping import own_names
    from bornes_api.conformance.protocol import Reply, wanted_besides
    from bornes_api.conformance.running import outcome_of

    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    names = own_names()
    for case in _quickest_to_kill_first():
        run = next(runs_of(case))
        outcome = outcome_of(
            Reply(run, result=report_of(run.record, case.policy, wanted_besides(case))), names
        )
        if outcome.message or any(outcome.differences.values()):
            return 1
    return 0 if _counts_agree() else 1


def _counts_agree() -> bool:
    """Whether every start of `fixtures/perft` has its counts, and none more."""
    import bornes
    from bornes.perft import perft
    from bornes_api.conformance.starts import load_starts

    starts, _ = load_starts(ROOT / "fixtures")
    asked = ((start, *next(iter(start.counts.items()))) for start in starts)
    return all(
        perft(next(bornes.read(start.under(ruleset))), len(counts)) == counts
        for start, ruleset, counts in asked
    )


def _quickest_to_kill_first() -> Iterator[Case]:
    """Every case: a few of each family, a few more of each, and so on; those with long records at the end."""
    from bornes_api.conformance.cases import load_lines

    cases = load_lines(ROOT / "fixtures")
    spread = [case for start in range(STRIDE) for case in cases[start::STRIDE]]
    yield from (case for case in spread if len(case.record) <= LONG)
    yield from (case for case in spread if len(case.record) > LONG)


if __name__ == "__main__":
    sys.exit(main())
