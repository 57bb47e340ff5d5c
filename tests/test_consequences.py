"""Which knob makes two rulesets judge one record differently."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import bornes
from bornes.consequences import consequences, differing, outcome, places
from bornes.differences import diff

ROOT = Path(__file__).parent.parent
COUPE = next(iter(bornes.read((ROOT / "fixtures/coupe.mbn").read_bytes())))
HEADERS = "MBN 1\nRuleset: winning-moves\nX: Ada\nY: Ben\n\nhand 1 first X\n"
LIMITS = HEADERS + "1. X (25) /25\n2. Y (L-) L->X\n3. X (25) /25\n4. Y (L-) L->X\nend unfinished\n"


def test_one_knob_that_forbids_a_play_is_named_with_its_line() -> None:
    reading = next(iter(bornes.read(LIMITS)))
    left = bornes.load_ruleset("winning-moves")
    right = replace(left, limit_on_limit=False, score_trip=1)
    (found,) = consequences(reading, left, right)

    assert (found.knob, found.left, found.right, found.verdict) == ("limit_on_limit", "yes", "no", "illegal")
    assert [(line, code) for line, _, code in found.new] == [(10, "MB207")]
    assert found.gone == ()
    assert not found.scores


def test_a_knob_that_changes_points_only_is_named() -> None:
    reading = next(iter(bornes.read(HEADERS + "1. X (A*) A*\n2. X (25) /25\nend unfinished\n")))
    left = bornes.load_ruleset("winning-moves")
    (found,) = consequences(reading, left, replace(left, score_safety=50, score_trip=1))

    assert (found.knob, found.verdict, found.new, found.gone, found.scores) == (
        "score.safety",
        None,
        (),
        (),
        True,
    )


def test_the_same_ruleset_has_no_consequences() -> None:
    left = bornes.load_ruleset("winning-moves")

    assert consequences(COUPE, left, left) == ()


def test_knobs_named_are_among_the_differences() -> None:
    left, right = bornes.load_ruleset("winning-moves"), bornes.load_ruleset("dujardin-classic")
    differences = {each.knob.partition(".")[0] for each in diff(left, right)}
    found = consequences(COUPE, left, right)

    assert [each.knob for each in found] == ["limit_on_limit"]
    assert {knob.partition(".")[0] for knob, _, _ in differing(left, right)} == differences


def test_turning_every_knob_gives_the_other_report() -> None:
    for name in ("dujardin-classic", "kilometres", "bsd-mille"):
        left, right = bornes.load_ruleset("winning-moves"), bornes.load_ruleset(name)
        values = {
            knob.replace(".", "_"): getattr(right, knob.replace(".", "_"))
            for knob, _, _ in differing(left, right)
        }
        turned = bornes.validate(COUPE, replace(left, **values, usual_seatings=right.usual_seatings))
        other = bornes.validate(COUPE, right)

        assert places(turned) == places(other)
        assert outcome(turned) == outcome(other)
