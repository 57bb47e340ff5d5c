"""Runs the corpus against this checkout until the first difference: the only test of a mutant.

Exit status 0 if the mutant survives, 1 if a case finds it. Each case is run once, under the first of its
rulesets (all of them would take six times as long and kill hardly more); a crash kills too.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / room) for room in ("notation", "validator", "api")]


def main() -> int:
    """Whether any case differs."""
    from bornes_api.conformance.answering import report_of
    from bornes_api.conformance.cases import load_corpus, runs_of
    from bornes_api.conformance.mapping import own_names
    from bornes_api.conformance.protocol import Reply, wanted_besides
    from bornes_api.conformance.running import outcome_of

    names = own_names()
    for case in load_corpus(ROOT / "fixtures").cases:
        run = next(runs_of(case))
        outcome = outcome_of(
            Reply(run, result=report_of(run.record, case.policy, wanted_besides(case))), names
        )
        if outcome.message or any(outcome.differences.values()):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
