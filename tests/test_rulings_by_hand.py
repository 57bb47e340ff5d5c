"""Kinds of ruling × families of violations: the points that follow, worked out from the law by hand.

Under winning-moves a kilometre is a point, a safety 100, a coup fourré 300 on top; a hand that is not over has
distance, safeties, coups and penalties, outside the match (spec/rulesets.md 2.1, 2.2, 3.1).
"""

from __future__ import annotations

import pytest

from bornes.asked import read_asked
from bornes.trial import Trial, take_record
from bornes.whatif import Outcome, Refusal, what_if

HEAD = "MBN 1\nRuleset: winning-moves\nX: Anna\nY: Ben\n\nhand 1 first X\n"

LIMIT = "1. X R+\n2. Y R+\n3. X L->Y\n4. Y 75\n5. X 100\n"
"""Turn 4 breaks the speed limit. As it is: X 100, Y 75."""

STOPPED = "1. X 100\n2. Y R+\n3. X R+\n4. Y 50\n"
"""X laid 100 before it rolled. As it is: X 100, Y 50."""

OVERSHOOT = "setup X km=650 battle=R+\nsetup Y km=100 battle=R+\nsetup pile=40 target=700\n1. X 75\n2. Y 25\n"
"""650 + 75 = 725, past 700: the card lies on the discard pile, no km. As it is: X 650, Y 100 + 25 = 125."""

THIRD_200 = (
    "setup X km=400 battle=R+ 200s=2\nsetup Y battle=R+\nsetup pile=40 target=700\n1. X 200\n2. Y 25\n"
)
"""Two 200s are allowed. As it is the third counts: X 400 + 200 = 600, Y 25."""

PROTECTED = "setup X battle=R+\nsetup Y battle=R+ safeties=F*\nsetup pile=40 target=700\n1. X F->Y\n2. Y 50\n"
"""F* protects: the hazard goes to the discard pile. As it is: X 0, Y safety 100 + 50 = 150."""

FALSE_COUP = "setup X battle=R+\nsetup Y battle=R+\nsetup pile=40 target=700\n1. X A->Y Y! F*\n2. Y A+\n"
"""F* does not answer an accident: a plain safety, no mark. As it is: X 0, Y 100."""

ORDER = "1. X R+\n2. X 100\n3. Y R+\n4. X 25\n"
"""X took turn 2, which was Y's. As it is: X 100 + 25 = 125, Y 0."""

NOT_HELD = (
    "deal X 50 50 50 50 R+ R+\ndeal Y 25 25 25 25 R+ R+\n"
    "1. X (75) R+\n2. Y (75) R+\n3. X (75) 100\n4. Y (75) 75\n"
)
"""X had no 100. As it is: X 100, Y 75."""

SEVEN = "deal X 50 50 50 50 R+ R+ R+\ndeal Y 25 25 25 25 R+ R+\n1. X (75) R+\n2. Y (75) R+\n3. X (75) 75\n"
"""Seven cards were dealt to X, on line 7. As it is: X 75, Y 0."""

CELLS = [
    # record, ruling, points X, points Y, match X and Y, codes that appear
    # The 75 counts as made: 100, 75.
    (LIMIT, "1.4=stands", 100, 75, (0, 0), []),
    # Y's 75 - 75 = 0; Y has drawn and has to act, so X's turn 5 comes too early; its 100 stays.
    (LIMIT, "1.4=retract", 100, 0, (0, 0), ["MB112"]),
    # Y's 75 - 75 = 0, the turn is spent: X's 100 is in order.
    (LIMIT, "1.4=void", 100, 0, (0, 0), []),
    # 75 - 50 = 25.
    (LIMIT, "1.4=penalty:-50", 100, 25, (0, 0), []),
    # 75 + 25 = 100: the sign is the director's.
    (LIMIT, "1.4=penalty:+25", 100, 100, (0, 0), []),
    # The hand is over after turn 4: turn 5 comes after its end and adds nothing; it counts in the match: 0, 75.
    (LIMIT, "1.4=forfeit", 0, 75, (0, 75), ["MB501", "MB512"]),
    # The same position, but annulled: outside the match.
    (LIMIT, "1.4=redeal", 0, 75, (0, 0), ["MB501", "MB512"]),
    # Forfeited after the last turn, all of it stands: 100, 75; the `end` line is missing.
    (LIMIT, "1.5.Y=forfeit", 100, 75, (100, 75), ["MB512"]),
    # 75 - 75 - 50 = -50: undone and punished.
    (LIMIT, "1.4=void,1.4=penalty:-50", 100, -50, (0, 0), []),
    # The 100 counts as made.
    (STOPPED, "1.1=stands", 100, 50, (0, 0), []),
    # 100 - 100 = 0, and X's turn is spent.
    (STOPPED, "1.1=void", 0, 50, (0, 0), []),
    # 100 - 100 = 0; X goes on, so Y's turn 2 comes too early, and nothing else does: after Y it is X's.
    (STOPPED, "1.1=retract", 0, 50, (0, 0), ["MB112"]),
    # An overshoot that stands counts its km, 650 + 75 = 725, and finishes nothing.
    (OVERSHOOT, "1.1=stands", 725, 125, (0, 0), []),
    # The card on the discard pile, no km: the same 650 as without a ruling.
    (OVERSHOOT, "1.1=void", 650, 125, (0, 0), []),
    # 650 - 100 = 550: the penalty alone moves the score.
    (OVERSHOOT, "1.1=penalty:-100", 550, 125, (0, 0), []),
    # 400 + 200 = 600.
    (THIRD_200, "1.1=stands", 600, 25, (0, 0), []),
    # 400.
    (THIRD_200, "1.1=void", 400, 25, (0, 0), []),
    # 400 + 200 - 200 = 400.
    (THIRD_200, "1.1=penalty:-200", 400, 25, (0, 0), []),
    # The hazard lies dead on Y's pile, Y rolls on: 100 + 50.
    (PROTECTED, "1.1=stands", 0, 150, (0, 0), []),
    # X keeps F- and goes on; Y's turn 2 comes too early and counts: 100 + 50.
    (PROTECTED, "1.1=retract", 0, 150, (0, 0), ["MB112"]),
    # The safety lies on the table without its mark: 100.
    (FALSE_COUP, "1.1=stands", 0, 100, (0, 0), []),
    # The card of an interrupt returns to the hand under both: 100 - 100 = 0.
    (FALSE_COUP, "1.1=void", 0, 0, (0, 0), []),
    (FALSE_COUP, "1.1=retract", 0, 0, (0, 0), []),
    # 100 - 100 = 0 also by points.
    (FALSE_COUP, "1.1=penalty:-100", 0, 0, (0, 0), []),
    # 100 + 25.
    (ORDER, "1.2=stands", 125, 0, (0, 0), []),
    # 125 - 100 = 25; turn 2 is spent, after X comes Y.
    (ORDER, "1.2=void", 25, 0, (0, 0), []),
    # 75 - 0, 100 counts as made.
    (NOT_HELD, "1.3=stands", 100, 75, (0, 0), []),
    # 100 - 100 = 0.
    (NOT_HELD, "1.3=void", 0, 75, (0, 0), []),
    # A wrong deal is no play and nobody's fault, but a hand may be lost by it. The hand ends before turn 1.
    (SEVEN, "@7.X=forfeit", 0, 0, (0, 0), ["MB501", "MB501", "MB501", "MB512"]),
    # Annulled before turn 1: the three turns come after the end, 0 and 0.
    (SEVEN, "@7=redeal", 0, 0, (0, 0), ["MB501", "MB501", "MB501", "MB512"]),
]


def trial_of(lines: str) -> Trial:
    return take_record((HEAD + lines).encode())


def points(trial: Trial) -> list[int]:
    (hand,) = trial.report.hands
    return [result.total for result in hand.sides.values()]


@pytest.mark.parametrize(
    ("lines", "as_it_is"),
    [
        (LIMIT, [100, 75]),
        (STOPPED, [100, 50]),
        (OVERSHOOT, [650, 125]),
        (THIRD_200, [600, 25]),
        (PROTECTED, [0, 150]),
        (FALSE_COUP, [0, 100]),
        (ORDER, [125, 0]),
        (NOT_HELD, [100, 75]),
        (SEVEN, [75, 0]),
    ],
)
def test_each_record_has_one_violation_and_its_points(lines: str, as_it_is: list[int]) -> None:
    trial = trial_of(lines)

    assert len(trial.unresolved()) == 1
    assert points(trial) == as_it_is


@pytest.mark.parametrize(("lines", "rulings", "x", "y", "match", "codes"), CELLS)
def test_points_after_a_ruling(
    lines: str, rulings: str, x: int, y: int, match: tuple[int, int], codes: list[str]
) -> None:
    outcome = what_if(trial_of(lines), [read_asked(each) for each in rulings.split(",")])

    assert isinstance(outcome, Outcome)
    assert points(outcome.trial) == [x, y]
    assert outcome.trial.report.match is not None
    assert tuple(outcome.trial.report.match.totals.values()) == match
    assert sorted(each.code for each in outcome.appear) == codes
    assert len(outcome.covered) == 1


@pytest.mark.parametrize(
    ("lines", "rulings", "code"),
    [
        (LIMIT, "1.4.X=void", "MB601"),  # the wrong offender: X did nothing in turn 4
        (LIMIT, "1.5=penalty:-50:MB231", "MB603"),  # the wrong offender: the fault is Y's, turn 5 is X's
        (LIMIT, "1.5=stands:MB231", "MB603"),  # nothing to rule on: X's turn 5 breaks nothing
        (LIMIT, "1.4=void,1.4=stands", "MB602"),  # ruled twice
        (LIMIT, "1.4=redeal,1.5.Y=forfeit", "MB602"),  # the hand is ended once
        (SEVEN, "@7.X=penalty:-75:MB104", "MB603"),  # nobody's fault, so no side's
    ],
)
def test_ruling_that_does_not_fit_has_its_code(lines: str, rulings: str, code: str) -> None:
    way = what_if(trial_of(lines), [read_asked(each) for each in rulings.split(",")])

    assert isinstance(way, Refusal)
    assert way.code == code


def test_missing_end_that_moves_to_the_new_last_line_is_no_news() -> None:
    # X reaches 700: the hand is over, and its end line is missing, which is noted on the last line.
    trial = trial_of(
        "setup X km=675 battle=R+\nsetup Y battle=R+\nsetup pile=40 target=700 next=Y\n1. Y /50\n2. X 25 noext\n"
    )
    outcome = what_if(trial, [read_asked("1.2=stands")])

    assert isinstance(outcome, Outcome)
    assert "MB512" in {each.code for each in trial.unresolved()}
    assert outcome.appear == outcome.go == ()
