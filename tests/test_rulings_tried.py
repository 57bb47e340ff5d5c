"""Every ruling that is possible on every violation of the corpus: tried, written, and read again."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest

import bornes
from bornes.asked import VERBS, AskedError
from bornes.trial import Trial, take_record
from bornes.whatif import Outcome, Refusal, ways_to_rule
from bornes_api.conformance.cases import load_corpus

FIXTURES = Path(__file__).parent.parent / "fixtures"
CASES = [case for case in load_corpus(FIXTURES).cases if case.expect.get("violations")]
FILES = sorted({case.file for case in CASES})


def read_again(outcome: Outcome, policy: str) -> None:
    """The file as it would be written says what the trial said: every point, verdict and violation."""
    readings = list(bornes.read(io.BytesIO(outcome.trial.file)))
    reading = readings[outcome.trial.report.index - 1]
    report = bornes.validate(reading, policy=policy)

    assert report == outcome.trial.report


def try_all(trial: Trial, policy: str) -> Counter[str]:
    tried: Counter[str] = Counter()
    for violation in trial.unresolved():
        ways = list(ways_to_rule(trial, violation, -100))
        assert [way.asked[0].verb for way in ways] == list(VERBS)
        for way in ways:
            if isinstance(way, Refusal):
                tried["refused"] += 1
                continue
            tried[way.asked[0].verb] += 1
            assert violation.code in {each.code for each in way.covered}
            (written,) = way.written
            lines = way.trial.file.splitlines(keepends=True)
            assert lines.pop(written.line - 1).decode().strip() == written.text
            assert b"".join(lines).rstrip() == trial.file.rstrip()
            read_again(way, policy)
    return tried


@pytest.mark.parametrize("file", FILES)
def test_every_ruling_on_every_violation_of_the_corpus(file: str) -> None:
    """One that can be read has all its violations tried."""
    for case in CASES:
        if case.file != file:
            continue
        try:
            trial = take_record(case.record, 1, policy=case.policy)
        except AskedError:
            assert case.expect["verdict"] == "unreadable", case.id
            continue
        try_all(trial, case.policy)


def test_every_ruling_on_the_games_of_other_programs() -> None:
    """Whole archives: a record in the middle of a file, with what stands before and after it."""
    path = FIXTURES / "peers/playaural_standard.mbn"
    data = path.read_bytes()
    count = sum(reading.record is not None for reading in bornes.read(io.BytesIO(data)))
    tried: Counter[str] = Counter()
    for index in range(1, count + 1):
        tried += try_all(take_record(data, index, policy="as-played"), "as-played")

    assert {*tried} == {*VERBS, "refused"}
