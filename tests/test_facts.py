"""Length of a hand, safeties and coups: what the text of a lawful record says is what a replay shows."""

from __future__ import annotations

from pathlib import Path

import pytest

import bornes
from bornes import facts
from bornes.facts import HandFacts, facts_of_file, facts_of_span, replayed_facts
from bornes.loading import load_ruleset, with_options
from bornes_api.conformance.cases import load_corpus, runs_of
from bornes_notation.cards import Card
from bornes_notation.spans import RecordSpan
from mutations import game

FIXTURES = Path(__file__).parent.parent / "fixtures"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each record that was judged without a reading: whether its text told the facts."""
    told: list[bool] = []
    from_text = facts.written_facts

    def watched(*arguments: object) -> object:
        found = from_text(*arguments)  # type: ignore[arg-type]  # handed on as they came
        told.append(found is not None)
        return found

    monkeypatch.setattr(facts, "written_facts", watched)
    return told


def assert_as_replayed(data: bytes) -> None:
    found = list(facts_of_file(data))
    assert [told.report for told in found] == [report for report, _ in bornes.judge_file(data)]
    for (report, told), reading in zip(found, bornes.read(data), strict=True):
        assert told == replayed_facts(reading, report), report.index


def test_games_of_other_programs(written: list[bool]) -> None:
    for path in sorted((FIXTURES / "peers").glob("*.mbn")):
        assert_as_replayed(path.read_bytes())

    assert written.count(True) > 100


@pytest.mark.parametrize("block", range(6))
def test_made_up_games_of_all_kinds(block: int) -> None:
    """Rulesets, seatings and knobs drawn at random."""
    assert_as_replayed("\n".join(game(seed) for seed in range(900 + block * 10, 910 + block * 10)).encode())


def test_cases_of_the_corpus(written: list[bool]) -> None:
    """Each as a record in the middle of a file, where the quick path is taken at once."""
    for case in load_corpus(FIXTURES).cases:
        data = next(runs_of(case)).record
        found = list(facts_of_span(RecordSpan(data, records_before=7)))
        for (report, told), reading in zip(found, bornes.read(data), strict=True):
            assert told == replayed_facts(reading, report), case.id

    assert written.count(True) > 20
    assert written.count(False) > 0


COUP_IN_TURN = """\
MBN 1
Ruleset: winning-moves
Options: coup_fourre.window=next_play{points}
X: Anna
Y: Ben

hand 1 first X
deal X T- 25 50 75 75 A+
deal Y 50 25 A- 100 T* R+
1. X (100) /25
2. Y (50) R+
3. X (25) T->Y
4. Y (75) T*
5. Y (25) 50
end unfinished
"""


@pytest.mark.parametrize("points", ["", " score.coup_fourre=0"])
def test_a_safety_laid_in_turn_may_be_a_coup(points: str) -> None:
    """The text alone does not say so, whatever the quick path makes of such a record."""
    text = COUP_IN_TURN.format(points=points)
    ruleset = with_options(load_ruleset("winning-moves"), f"coup_fourre.window=next_play{points}")
    ((report, told),) = facts_of_span(RecordSpan(text.encode(), records_before=7))

    assert report.verdict == "legal", report.violations
    assert facts.written_facts(text, report, ruleset) is None
    puncture_proof = (Card.PUNCTURE_PROOF,)
    assert told == (HandFacts(5, {"X": (), "Y": puncture_proof}, {"X": (), "Y": puncture_proof}),)


def test_hands_after_the_match_have_no_facts() -> None:
    text = (FIXTURES / "coupe.mbn").read_text(encoding="utf-8")
    ((report, told),) = facts_of_file(text)

    assert len(told) == len(report.hands) > 0


def test_nothing_is_told_of_what_cannot_be_judged() -> None:
    assert [(told.report.verdict, told.facts) for told in facts_of_file("no record\n")] == [
        ("unreadable", ())
    ]
