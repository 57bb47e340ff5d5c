"""The record of a table as it counts: as it was received, with the rulings of the ledger that stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bornes.asked import AskedError, read_asked
from bornes.tournament.agreement import Finding
from bornes.tournament.docket import Standing
from bornes.tournament.ledger import FILE
from bornes.tournament.refusals import no_effect
from bornes.trial import Trial
from bornes.whatif import Outcome, Refusal, what_if
from bornes_notation.wording import worded, wording_of


@dataclass(frozen=True, slots=True)
class Effective:
    """A record with the rulings that stand.

    Attributes:
        trial: The record with the lines of the rulings, judged.
        put_in: (line of that record, event of the ledger) of each line put in, ascending.
        findings: Rulings that do not fit it, and so have no effect.
        unfit: Their events.
    """

    trial: Trial
    put_in: tuple[tuple[int, int], ...] = ()
    findings: tuple[Finding, ...] = ()
    unfit: frozenset[int] = frozenset()


def effective(trial: Trial, digest: str, standing: Sequence[Standing]) -> Effective:
    """The record of a table with the rulings that stand for it.

    Args:
        trial: The record as it was received.
        digest: SHA-256 of its canonical text.
        standing: In the order in which they were made.
    """
    put_in: list[tuple[int, int]] = []
    findings: list[Finding] = []
    for each in standing:
        if each.record != digest:
            message = worded(
                "it was made on a record %(ruled)s…, the one here is %(here)s…",
                ruled=each.record[:12],
                here=digest[:12],
            )
            findings.append(misfit(each, "ruling-record", message))
            continue
        tried = _tried(trial, each)
        if isinstance(tried, str):
            findings.append(misfit(each, "ruling-unfit", tried))
            continue
        new = {written.line for written in tried.written}
        old = [line for line in tried.trial.inserted if line not in new]
        # Lines that were put in before keep their order; where they stand now follows from it.
        put_in = [(line, n) for line, (_, n) in zip(old, put_in, strict=True)]
        put_in = sorted([*put_in, *((line, each.n) for line in new)])
        trial = tried.trial
    fit = {n for _, n in put_in}
    unfit = frozenset(each.n for each in standing if each.n not in fit)
    return Effective(trial, tuple(put_in), tuple(findings), unfit)


def misfit(standing: Standing, name: str, message: str) -> Finding:
    """The finding that a ruling cannot be applied."""
    words = no_effect(standing.n, message)
    return Finding("error", name, words, standing.round, standing.table, FILE, (standing.line, 1))


def _tried(trial: Trial, standing: Standing) -> Outcome | str:
    """The record with these rulings too, or why they do not fit."""
    try:
        asked = [replace(read_asked(each), reason=standing.reason) for each in standing.rulings]
        way = what_if(trial, asked)
    except AskedError as error:
        return wording_of(error)
    if isinstance(way, Refusal):
        if not way.code:
            return way.message
        return worded("%(code)s %(message)s", code=way.code, message=way.message)
    return way
