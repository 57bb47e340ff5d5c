"""Kinds of ruling × families of violations: the points that follow, worked out from the law by hand.

Under winning-moves a kilometre is a point, a safety 100, a coup fourré 300 on top; a hand that is not over has
distance, safeties, coups and penalties, outside the match (spec/rulesets.md 2.1, 2.2, 3.1).
"""

from __future__ import annotations

import pytest

from bornes.asked import VERBS, read_asked
from bornes.trial import Trial, take_record
from bornes.whatif import Outcome, Refusal, ways_to_rule, what_if

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

TWO_DRAWN = "1. X R+\n2. Y (25 50) R+\n3. X 100\n4. Y 25\n"
"""Y drew two cards in turn 2. As it is: X 100, Y 25."""

TWO_LAID = "1. X R+\n2. Y R+ 25\n3. X 100\n4. Y 50\n"
"""Y laid two cards in turn 2; every action in the order written. As it is: X 100, Y 25 + 50 = 75."""

USELESS = "1. X R+\n2. Y R+\n3. X R+\n4. Y 25\n"
"""X rolled already: the R+ of turn 3 is useless. As it is: X 0, Y 25."""

COPY = "1. X F*\n2. X R+\n3. Y F*\n4. Y R+\n5. X 25\n"
"""The pack has one F*; Y laid another in turn 3, and has its extra turn, but no points for it. As it is: X 100 + 25, Y 0."""

NO_CALL = (
    "setup X km=600 battle=R+\nsetup Y km=100 battle=R+\nsetup pile=40 target=700\n1. X 25 ext\n2. Y 25\n"
)
"""X called at 625, not at 700: no extension. As it is: X 625, Y 125."""

OVER = (
    "setup X km=675 battle=R+ 200s=1\nsetup Y km=100 battle=R+\nsetup pile=40 target=700 next=X\n"
    "1. X 25 noext\nend trip\n2. Y 25\n"
)
"""The hand was over with turn 1: trip 400, so X 700 + 400 = 1100, Y 100; turn 2 has no effect."""

CHECKED = "1. X R+\n2. Y R+\n3. X 100\ncheck miles X 75\n4. Y 25\n"
"""X says 75 km on line 10; it has 100. As it is: X 100, Y 25."""

ENDED = ["MB501", "MB512"]
"""One turn after the end of the hand, whose `end` line is missing."""

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
    # 100 - 100 = 0 also by points.
    (STOPPED, "1.1=penalty:-100", 0, 50, (0, 0), []),
    # Over after turn 1, with its 100: turns 2 to 4 come after the end.
    (STOPPED, "1.1=forfeit", 100, 0, (100, 0), ["MB501", "MB501", *ENDED]),
    (STOPPED, "1.1=redeal", 100, 0, (0, 0), ["MB501", "MB501", *ENDED]),
    # An overshoot that stands counts its km, 650 + 75 = 725, and finishes nothing.
    (OVERSHOOT, "1.1=stands", 725, 125, (0, 0), []),
    # The card on the discard pile, no km: the same 650 as without a ruling.
    (OVERSHOOT, "1.1=void", 650, 125, (0, 0), []),
    # 650 - 100 = 550: the penalty alone moves the score.
    (OVERSHOOT, "1.1=penalty:-100", 550, 125, (0, 0), []),
    # X keeps the 75 and goes on; Y's turn 2 comes too early and counts.
    (OVERSHOOT, "1.1=retract", 650, 125, (0, 0), ["MB112"]),
    # Over after turn 1: 650, and 100 for Y.
    (OVERSHOOT, "1.1=forfeit", 650, 100, (650, 100), ENDED),
    (OVERSHOOT, "1.1=redeal", 650, 100, (0, 0), ENDED),
    # 400 + 200 = 600.
    (THIRD_200, "1.1=stands", 600, 25, (0, 0), []),
    # 400.
    (THIRD_200, "1.1=void", 400, 25, (0, 0), []),
    # 400 + 200 - 200 = 400.
    (THIRD_200, "1.1=penalty:-200", 400, 25, (0, 0), []),
    # 400, and Y's turn 2 comes too early.
    (THIRD_200, "1.1=retract", 400, 25, (0, 0), ["MB112"]),
    # Over after turn 1: 600 and 0.
    (THIRD_200, "1.1=forfeit", 600, 0, (600, 0), ENDED),
    (THIRD_200, "1.1=redeal", 600, 0, (0, 0), ENDED),
    # The hazard lies dead on Y's pile, Y rolls on: 100 + 50.
    (PROTECTED, "1.1=stands", 0, 150, (0, 0), []),
    # X keeps F- and goes on; Y's turn 2 comes too early and counts: 100 + 50.
    (PROTECTED, "1.1=retract", 0, 150, (0, 0), ["MB112"]),
    # On the discard pile, where it was.
    (PROTECTED, "1.1=void", 0, 150, (0, 0), []),
    # 0 - 100.
    (PROTECTED, "1.1=penalty:-100", -100, 150, (0, 0), []),
    # Over after turn 1: Y has its safety, 100.
    (PROTECTED, "1.1=forfeit", 0, 100, (0, 100), ENDED),
    (PROTECTED, "1.1=redeal", 0, 100, (0, 0), ENDED),
    # The safety lies on the table without its mark: 100.
    (FALSE_COUP, "1.1=stands", 0, 100, (0, 0), []),
    # The card of an interrupt returns to the hand under both: 100 - 100 = 0.
    (FALSE_COUP, "1.1=void", 0, 0, (0, 0), []),
    (FALSE_COUP, "1.1=retract", 0, 0, (0, 0), []),
    # 100 - 100 = 0 also by points.
    (FALSE_COUP, "1.1=penalty:-100", 0, 0, (0, 0), []),
    # Over after turn 1, the safety on the table: 100.
    (FALSE_COUP, "1.1=forfeit", 0, 100, (0, 100), ENDED),
    (FALSE_COUP, "1.1=redeal", 0, 100, (0, 0), ENDED),
    # 100 + 25.
    (ORDER, "1.2=stands", 125, 0, (0, 0), []),
    # 125 - 100 = 25; turn 2 is spent, after X comes Y.
    (ORDER, "1.2=void", 25, 0, (0, 0), []),
    # 125 - 100 = 25; X goes on, so Y's turn 3 comes too early; after Y it is X's.
    (ORDER, "1.2=retract", 25, 0, (0, 0), ["MB112"]),
    # 125 - 50.
    (ORDER, "1.2=penalty:-50", 75, 0, (0, 0), []),
    # Over after turn 2: 100; turns 3 and 4 come after the end.
    (ORDER, "1.2=forfeit", 100, 0, (100, 0), ["MB501", *ENDED]),
    (ORDER, "1.2=redeal", 100, 0, (0, 0), ["MB501", *ENDED]),
    # 75 - 0, 100 counts as made.
    (NOT_HELD, "1.3=stands", 100, 75, (0, 0), []),
    # 100 - 100 = 0.
    (NOT_HELD, "1.3=void", 0, 75, (0, 0), []),
    # 100 - 100 = 0, and Y's turn 4 comes too early.
    (NOT_HELD, "1.3=retract", 0, 75, (0, 0), ["MB112"]),
    # 100 - 50.
    (NOT_HELD, "1.3=penalty:-50", 50, 75, (0, 0), []),
    # Over after turn 3: 100, and Y has laid an R+ only.
    (NOT_HELD, "1.3=forfeit", 100, 0, (100, 0), ENDED),
    (NOT_HELD, "1.3=redeal", 100, 0, (0, 0), ENDED),
    # Two cards drawn: nothing of it is undone by any ruling, as draws stand; the turn is.
    (TWO_DRAWN, "1.2=stands", 100, 25, (0, 0), []),
    # The R+ on the discard pile, so the 25 of turn 4 has no start; it counts all the same, as nobody has ruled on it.
    (TWO_DRAWN, "1.2=void", 100, 25, (0, 0), ["MB232"]),
    # The R+ in the hand; X's turn 3 comes too early, and again the 25 has no start.
    (TWO_DRAWN, "1.2=retract", 100, 25, (0, 0), ["MB112", "MB232"]),
    # 25 - 50.
    (TWO_DRAWN, "1.2=penalty:-50", 100, -25, (0, 0), []),
    # Over after turn 2: nobody has gone a kilometre.
    (TWO_DRAWN, "1.2=forfeit", 0, 0, (0, 0), ["MB501", *ENDED]),
    (TWO_DRAWN, "1.2=redeal", 0, 0, (0, 0), ["MB501", *ENDED]),
    (TWO_LAID, "1.2=stands", 100, 75, (0, 0), []),
    # The last action is undone, the 25: 75 - 25; the R+ lies, and the 50 is lawful.
    (TWO_LAID, "1.2=void", 100, 50, (0, 0), []),
    # The same: the first card of the turn lies, so nothing is left with which Y could go on.
    (TWO_LAID, "1.2=retract", 100, 50, (0, 0), []),
    # 75 - 50.
    (TWO_LAID, "1.2=penalty:-50", 100, 25, (0, 0), []),
    # Over after turn 2: 25.
    (TWO_LAID, "1.2=forfeit", 0, 25, (0, 25), ["MB501", *ENDED]),
    (TWO_LAID, "1.2=redeal", 0, 25, (0, 0), ["MB501", *ENDED]),
    # An R+ more or less moves no point.
    (USELESS, "1.3=stands", 0, 25, (0, 0), []),
    (USELESS, "1.3=void", 0, 25, (0, 0), []),
    (USELESS, "1.3=retract", 0, 25, (0, 0), ["MB112"]),
    (USELESS, "1.3=penalty:-50", -50, 25, (0, 0), []),
    (USELESS, "1.3=forfeit", 0, 0, (0, 0), ENDED),
    (USELESS, "1.3=redeal", 0, 0, (0, 0), ENDED),
    (COPY, "1.3=stands", 125, 0, (0, 0), []),
    # Without a safety no extra turn: turn 4 is X's, and Y took it.
    (COPY, "1.3=void", 125, 0, (0, 0), ["MB110"]),
    # Y goes on, with turn 4.
    (COPY, "1.3=retract", 125, 0, (0, 0), []),
    # 0 - 100.
    (COPY, "1.3=penalty:-100", 125, -100, (0, 0), []),
    # Over after turn 3: X's safety.
    (COPY, "1.3=forfeit", 100, 0, (100, 0), ["MB501", *ENDED]),
    (COPY, "1.3=redeal", 100, 0, (0, 0), ["MB501", *ENDED]),
    # A call that was none moves no point; the 25 before it may be undone with it.
    (NO_CALL, "1.1=stands", 625, 125, (0, 0), []),
    (NO_CALL, "1.1=void", 600, 125, (0, 0), []),
    (NO_CALL, "1.1=retract", 600, 125, (0, 0), ["MB112"]),
    (NO_CALL, "1.1=penalty:-25", 600, 125, (0, 0), []),
    (NO_CALL, "1.1=forfeit", 625, 100, (625, 100), ENDED),
    (NO_CALL, "1.1=redeal", 625, 100, (0, 0), ENDED),
    # After the end no play has an effect, so none can be undone; points can be taken off.
    (OVER, "1.2=stands", 1100, 100, (1100, 100), []),
    (OVER, "1.2=void", 1100, 100, (1100, 100), []),
    (OVER, "1.2=retract", 1100, 100, (1100, 100), []),
    (OVER, "1.2=penalty:-50", 1100, 50, (1100, 50), []),
    # A hand forfeited or annulled has distance, safeties, coups and penalties only: the trip is gone.
    (OVER, "1.2=forfeit", 700, 100, (700, 100), []),
    (OVER, "1.2=redeal", 700, 100, (0, 0), []),
    # A wrong count is no play, and the line does not say whose it is; but a hand may be lost by it.
    (CHECKED, "@10.X=forfeit", 100, 0, (100, 0), ENDED),
    (CHECKED, "@10=redeal", 100, 0, (0, 0), ENDED),
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
        (TWO_DRAWN, [100, 25]),
        (TWO_LAID, [100, 75]),
        (USELESS, [0, 25]),
        (COPY, [125, 0]),
        (NO_CALL, [625, 125]),
        (OVER, [1100, 100]),
        (CHECKED, [100, 25]),
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
        (CHECKED, "@10.X=penalty:-50", "MB603"),  # nobody's fault either: the line does not say who counted
        (CHECKED, "@10.X=stands", "MB603"),  # the last play of X breaks nothing
        (CHECKED, "@10.X=void", "MB603"),
        (CHECKED, "@10.X=retract", "MB603"),
        (SEVEN, "@7.X=stands", "MB601"),  # there is no play that could stand
        (SEVEN, "@7.X=void", "MB601"),
        (SEVEN, "@7.X=retract", "MB601"),
    ],
)
def test_ruling_that_does_not_fit_has_its_code(lines: str, rulings: str, code: str) -> None:
    way = what_if(trial_of(lines), [read_asked(each) for each in rulings.split(",")])

    assert isinstance(way, Refusal)
    assert way.code == code


def test_no_ruling_covers_a_claim_on_an_end_line() -> None:
    # X claims 1000 on line 11; the replay has 700 + 400 for the trip.
    trial = trial_of(OVER.replace("end trip\n2. Y 25\n", "end trip X 1000 Y 100\n"))
    (claim,) = trial.unresolved()
    ways = list(ways_to_rule(trial, claim, -100))

    assert claim.code == "MB401"
    assert [way.asked[0].verb for way in ways if isinstance(way, Refusal)] == list(VERBS)


def test_missing_end_that_moves_to_the_new_last_line_is_no_news() -> None:
    # X reaches 700: the hand is over, and its end line is missing, which is noted on the last line.
    trial = trial_of(
        "setup X km=675 battle=R+\nsetup Y battle=R+\nsetup pile=40 target=700 next=Y\n1. Y /50\n2. X 25 noext\n"
    )
    outcome = what_if(trial, [read_asked("1.2=stands")])

    assert isinstance(outcome, Outcome)
    assert "MB512" in {each.code for each in trial.unresolved()}
    assert outcome.appear == outcome.go == ()
