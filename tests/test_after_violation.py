"""What holds after a violation (spec/rulesets.md 2.1), after a ruling (2.2), and under the policy ``void``."""

from __future__ import annotations

import pytest

from tables import Outcome, judged

ROLLING = "setup X battle=R+\nsetup Y battle=R+\n"
LONG = "target=1000 extension=none"


def play(lines: str, **more: str) -> Outcome:
    options = f"{LONG} {more.pop('options', '')}"
    return judged(ROLLING + lines, options=options, **more)


# ---- 2.1, row by row
def test_card_against_the_rules_lies_where_it_was_laid() -> None:
    stopped = judged("setup X battle=R+,A-\nX (?) 75", options=LONG)
    assert stopped.found == ["1 U-ROLLING"]
    assert stopped.state["X"] == "75 R+,A- - - 0"
    assert stopped.state["next"] == "Y"

    third = judged("setup X battle=R+ km=400 200s=2\nX (?) 200", options=LONG)
    assert third.state["X"] == "600 R+ - - 3"

    attack = judged("setup Y battle=-\nX (?) T->Y Y! T* (?)", options=LONG)
    assert attack.found == ["1 U-STARTED"], "a hazard that lies there opens its window"
    assert attack.state["Y"] == "0 - - T*! 0"


def test_target_reached_against_the_rules_ends_the_hand() -> None:
    done = judged("setup X battle=R+,A- km=950\nX (?) 50\nend trip", options=LONG)
    assert done.found == ["1 U-ROLLING"]
    assert done.hand.winners == ("X",)


def test_overshoot_is_thrown_away_and_the_turn_spent() -> None:
    done = judged("setup X battle=R+ km=950\nX (?) 75\nY (?) /?", "asmodee-2014", options="finish=exact")
    assert done.found == ["1 U-OVERSHOOT"]
    assert done.state["X"] == "950 R+ - - 0"
    assert done.state["discard"] == "75,?"
    assert done.state["hands"] == "6 6"


def test_overshoot_under_other_faults_is_thrown_away_too() -> None:
    done = judged("setup X battle=R+,A- km=950\nX (?) 75", options=LONG)
    assert sorted(done.found) == ["1 U-OVERSHOOT", "1 U-ROLLING"]
    assert done.state["X"].startswith("950 ")


@pytest.mark.parametrize(
    ("has_x", "has_y", "card", "check", "thrown"),
    [
        ("battle=R+", "battle=R+ safeties=A*", "A->Y", "U-PROTECTED", "A-"),
        ("battle=R+", "battle=R+ safeties=R*", "L->Y", "U-PROTECTED", "L-"),
        ("battle=R+", "battle=R+", "A->X", "U-TARGET", "A-"),
        ("battle=R+", "battle=R+", "F+", "U-REMEDY", "F+"),
        ("battle=R+,A-", "battle=R+", "F+", "U-REMEDY", "F+"),
    ],
)
def test_cards_that_go_to_the_discard_pile(
    has_x: str, has_y: str, card: str, check: str, thrown: str
) -> None:
    done = judged(
        f"setup X {has_x}\nsetup Y {has_y}\nX (?) {card}\nY (?) 25", options=LONG + " draw_from_discard=top"
    )
    assert done.found == [f"1 {check}"]
    assert done.state["discard"] == thrown
    assert done.state["next"] == "X"


def test_a_thrown_hazard_opens_no_window() -> None:
    done = judged("setup Y battle=R+ safeties=A*\nX (?) A->Y Y! T* (?)", options=LONG)
    assert done.found == ["1 U-PROTECTED", "1 U-COUP"]


def test_roll_that_does_nothing_lies_there() -> None:
    done = judged("setup X battle=R+,A-\nX (?) R+\nY (?) /?\nX (?) 25", options=LONG)
    assert done.found == ["1 U-REMEDY"], "top is R+: the car goes"


def test_second_action_is_reported_and_counts() -> None:
    done = play("X (?) 25 50\nY (?) /?")
    assert done.found == ["1 U-ONE-ACTION"]
    assert done.state["X"] == "75 R+ - - 0"
    assert done.state["hands"] == "5 6"


def test_the_last_action_decides_on_the_extra_turn() -> None:
    assert play("X (?) 25 A*").state["next"] == "X"
    assert play("X (?) A* 25").state["next"] == "Y"
    assert play("X (?) 25 50 /?").found == ["1 U-ONE-ACTION", "1 U-ONE-ACTION"]


@pytest.mark.parametrize("exhaustion", ["stop_when_pile_empty", "stop_when_no_distance_left"])
def test_second_action_of_the_last_turn_is_of_that_turn(exhaustion: str) -> None:
    lines = "setup pile=1\nX (?) 25 50\nend exhausted"
    done = play(lines, options=f"exhaustion={exhaustion}")
    assert done.found == ["1 U-ONE-ACTION"]
    assert done.state["X"] == "75 R+ - - 0"


def test_pass_with_cards() -> None:
    done = play("X (?) pass\nY (?) 25")
    assert done.found == ["1 U-ONE-ACTION"]
    assert done.state["hands"] == "7 6"


def test_out_of_turn_goes_on_at_the_left_of_who_played() -> None:
    done = play("Y (?) 25\nX (?) 25")
    assert done.found == ["1 U-ORDER"]
    three = judged("Y (?) R+\nZ (?) R+", seats="X Y Z", options=LONG)
    assert three.found == ["1 U-ORDER"]
    extra = judged("Y (?) A*\nY (?) R+", seats="X Y Z", options=LONG)
    assert extra.found == ["1 U-ORDER"]


class TestFalseCoup:
    """``U-COUP``."""

    def test_safety_counts_as_plain(self) -> None:
        done = play("X (?) /? Y! A* (?)\nY (?) 25")
        assert done.found == ["1 U-COUP"]
        assert done.state["Y"] == "25 R+ - A* 0"
        assert done.state["hands"] == "6 6"

    def test_it_cures_as_a_plain_one(self) -> None:
        done = judged("setup Y battle=R+,T-\nX (?) /? Y! T* (?)\nY (?) 25", options=LONG)
        assert done.found == ["1 U-COUP"]
        assert done.state["Y"] == "25 R+ - T* 0"

    def test_another_card_lies_where_it_would(self) -> None:
        done = play("X (?) /? Y! 25 (?)")
        assert done.found == ["1 U-COUP"]
        assert done.state["Y"] == "25 R+ - - 0"
        attack = play("X (?) /? Y! A->X (?)")
        assert attack.state["X"] == "0 R+,A-! - - 0"

    def test_no_turn_is_gained_but_taking_one_is_no_second_fault(self) -> None:
        start = "X (?) /? Z! A* (?)\n"
        as_before = judged(f"{start}Y (?) /?", seats="X Y Z", options=LONG)
        assert as_before.found == ["1 U-COUP"]
        taken = judged(f"{start}Z (?) /?\nX (?) /?", seats="X Y Z", options=LONG)
        assert taken.found == ["1 U-COUP"]
        other = judged(f"{start}X (?) /?", seats="X Y Z", options=LONG)
        assert other.found == ["1 U-COUP", "2 U-ORDER"]

    def test_no_draw_is_presumed(self) -> None:
        done = play("X (?) /? Y! A*")
        assert done.state["hands"] == "6 5"

    def test_distance_may_finish(self) -> None:
        done = judged("setup Y battle=R+ km=975\nX (?) /? Y! 25 (?)\nend trip", options=LONG)
        assert done.found == ["1 U-COUP"]
        assert done.hand.winners == ("Y",)

    def test_card_of_a_running_turn_stays_in_its_hand(self) -> None:
        lines = "setup Z battle=R+\nX (?) /?\nY (?) Z! A* (?)"
        done = judged(lines, seats="X Y Z", options="coup_fourre.window=own_side_draw")
        assert done.found == ["2 U-COUP"]
        assert done.state["hands"] == "6 7 6"
        assert done.state["next"] == "Y drawn"


def test_draws_stand_as_written() -> None:
    two = play("X (25 50) /25")
    assert (two.found, two.state["hands"]) == (["1 U-DRAW"], "7 6")
    none = play("X (-) /?")
    assert (none.found, none.state["hands"]) == (["1 U-DRAW"], "5 6")
    empty = play("setup pile=0\nX (?) /?")
    assert (empty.found, empty.state["hands"], empty.state["pile"]) == (["1 U-DRAW"], "6 6", "0")


def test_a_draw_against_the_known_pile_leaves_its_order_unknown() -> None:
    pile = " ".join(["25", "50", "75", *["?"] * 86])
    done = judged(f"pile {pile}\nX (50) R+\nY (25) R+", options=LONG)
    assert done.found == ["1 U-DRAW"]


def test_misdeal_stands() -> None:
    done = judged("deal X 25 25 25 25 25 25 25\nX (R+) R+", options=LONG)
    assert done.found == ["- U-DEAL"]
    assert done.state["hands"] == "7 6"


def test_reshuffle_that_is_not_due_goes_under_the_pile() -> None:
    done = judged("setup discard=25,50 pile=3\nreshuffle", "asmodee-2014")
    assert done.found == ["- exhaustion"]
    assert (done.state["pile"], done.state["discard"]) == ("5", "-")


def test_card_that_was_not_held() -> None:
    deal = "deal X 25 25 25 50 50 50\n"
    laid = play(f"{deal}X (25) 75\nY (?) /?\nX (25) 100")
    assert laid.found == ["1 U-HOLD"], "that hand is unknown from here on"
    assert laid.state["hands"] == "6 6"
    thrown = play(f"{deal}X (25) /75")
    assert thrown.found == ["1 U-HOLD"]
    shown = play(f"{deal}show X 75")
    assert (shown.found, shown.state["hands"]) == (["- U-HOLD"], "6 6")
    coup = play("deal Y 25 25 25 25 25 25\nX (?) A->Y Y! A* (?)")
    assert "1 U-HOLD" in coup.found


def test_cards_of_a_forgotten_hand_no_longer_count() -> None:
    hand = "deal X A* 25 25 25 25 25\n"
    assert play(f"{hand}Y (A*) A*").found == ["1 U-ORDER", "1 U-COPIES", "1 U-COPIES"]
    done = play(f"{hand}X (25) 75\nY (A*) A*")
    assert done.found == ["1 U-HOLD"]


def test_second_copy_of_a_safety_has_no_effect() -> None:
    done = judged("setup X battle=R+ safeties=A*\nX (?) A*", "asmodee-2014")
    assert done.found == ["1 U-COPIES"]
    assert done.state["X"] == "0 R+ - A* 0"


def test_seating_that_is_not_allowed_is_played_to_1000_with_the_full_pack() -> None:
    done = judged("X (?) R+", seats="X Y Z W")
    assert done.found == ["- U-SEATING"]
    assert (done.state["target"], done.state["pile"]) == ("1000", str(106 - 24 - 1))


def test_uneven_sides_are_judged_in_the_order_written() -> None:
    done = judged("X1 (?) R+\nY (?) R+\nX2 (?) 25", seats="X1 Y X2")
    assert done.found == ["- U-SEATING"]
    assert done.state["X"] == "25 R+ - - 0"


def test_wrong_first_seat() -> None:
    hand = "hand 1 first X\nX (?) R+\nend exhausted\nhand 2 first X\nX (?) R+\nY (?) R+"
    assert judged(hand).found == ["- U-END", "- first.rotation"]


def test_line_after_the_end_has_no_effect() -> None:
    lines = "setup X battle=R+ km=975\nX (?) 25\nY (?) 25\nend trip X 1800"
    done = judged(lines, options=LONG)
    assert done.found == ["2 U-HAND-OVER", "- U-SCORE"]
    assert done.state["hands"] == "6 6"
    after = play("end conceded Y\nX (?) 25")
    assert after.found == ["1 U-HAND-OVER"]
    assert after.state["X"] == "0 R+ - - 0"
    coup = judged("setup X battle=R+ km=975\nX (?) 25 Y! A* (?)\nend trip", options=LONG)
    assert coup.found == ["1 U-HAND-OVER"]
    assert coup.state["Y"] == "0 - - - 0"


def test_a_false_call_is_no_extension() -> None:
    done = judged("setup X battle=R+ km=600\nX (?) 75 ext")
    assert done.found == ["1 U-EXT"]
    assert done.state["target"] == "700"
    late = judged("setup X km=600 battle=R+\nX (?) 100 ext\nY (?) /?\nX (?) 25 ext")
    assert late.found == ["3 U-EXT"]
    nowhere = judged("setup X battle=R+ km=900\nX1 (?) 100 ext\nend trip", seats="X1 Y1 X2 Y2")
    assert nowhere.found == ["1 U-EXT"]
    assert nowhere.hand.winners == ("X",)


def test_end_before_the_hand_is_over() -> None:
    done = play("X (?) 25\nend trip")
    assert done.found == ["- U-END"]
    assert (done.hand.ended, done.hand.winners) == ("exhausted", ())
    race = judged("setup X km=500\nsetup Y km=300\nend exhausted", "dujardin-2024-points")
    assert race.found == ["- U-END"]
    assert race.score("X")["trip"] == 400
    called = judged("setup X km=700 battle=R+\nsetup target=1000 caller=X\nend exhausted")
    assert called.score("Y") == {"extension": 200}


def test_end_by_people_counts_what_lies_there() -> None:
    lines = "setup X km=500 battle=R+ safeties=A*!\nsetup Y km=0\n"
    for end in ("conceded Y", "forfeit Y", "adjudicated"):
        done = judged(f"{lines}ruling penalty X -50\nend {end}", "dujardin-classic")
        assert done.score("X") == {"distance": 500, "safety": 100, "coup_fourre": 300, "penalty": -50}
        assert done.hand.counts
        decided = judged(f"{lines}end {end} X 1234 Y 5", "dujardin-classic")
        assert decided.found == []
        assert decided.totals == {"X": 1234, "Y": 5}


def test_abandoned_hands_are_provisional() -> None:
    for end in ("abandoned", "unfinished"):
        done = judged(f"setup X km=500\nend {end}", "dujardin-classic")
        assert done.totals["X"] == 500
        assert not done.hand.counts
        assert done.report.match is not None
        assert done.report.match.totals["X"] == 0
        assert judged(f"setup X km=500\nend {end} X 525", "dujardin-classic").found == ["- U-SCORE"]


# ---- 2.2, on an action
ILLEGAL = "setup X battle=R+,A-\nsetup Y battle=R+\nX (25) 25\n"


def ruled(ruling: str, then: str = "", before: str = ILLEGAL, **more: str) -> Outcome:
    return judged(f"{before}{ruling}\n{then}", options=LONG, **more)


@pytest.mark.parametrize("code", ["", " MB230"])
@pytest.mark.parametrize(
    ("verb", "car", "hands", "acts"),
    [
        ("retract", "0 R+,A- - - 0", "7 6", "X drawn"),
        ("void", "0 R+,A- - - 0", "6 6", "Y"),
        ("stands", "25 R+,A- - - 0", "6 6", "Y"),
    ],
)
def test_ruling_on_an_action(verb: str, car: str, hands: str, acts: str, code: str) -> None:
    done = ruled(f"ruling {verb} X{code}")
    assert done.found == []
    assert done.ruled == ["1 U-ROLLING"]
    assert done.report.ruled == 1
    assert done.report.verdict != "illegal"
    assert (done.state["X"], done.state["hands"], done.state["next"]) == (car, hands, acts)


def test_after_retract_the_seat_continues_without_a_draw() -> None:
    assert ruled("ruling retract X", "X A*").found == []
    assert ruled("ruling retract X", "X (?) A*").found == ["2 U-DRAW"]
    assert ruled("ruling retract X", "Y (?) 25").found == ["2 U-ORDER"]


def test_what_was_retracted_is_in_the_hand_again() -> None:
    deal = "deal X 50 50 50 50 50 50\ndeal Y R+ R+ R+ A+ A+ A+\n"
    done = judged(f"{deal}{ILLEGAL}ruling retract X\nX /25", options=LONG)
    assert done.found == []
    void = judged(f"{deal}{ILLEGAL}ruling void X\nY (25) 25\nX (50) /25", options=LONG)
    assert void.found == ["3 U-HOLD"]


def test_void_throws_the_card_away() -> None:
    done = judged(f"{ILLEGAL}ruling void X", options=f"{LONG} draw_from_discard=top")
    assert done.state["discard"] == "25"


def test_retract_and_void_undo_what_follows_on_the_line() -> None:
    attack = "setup X battle=R+\nsetup Y battle=-\nX (?) T->Y Y! T* (?)\n"
    for verb, acts, hands in (("retract", "X drawn", "7 6"), ("void", "Y", "6 6")):
        done = ruled(f"ruling {verb} X", before=attack)
        assert done.found == []
        assert done.ruled == ["1 U-STARTED"]
        assert (done.state["Y"], done.state["next"]) == ("0 - - - 0", acts)
        assert done.state["hands"] == hands


def test_stands_lets_an_overshoot_count_and_finish_nothing() -> None:
    before = "setup X battle=R+ km=950\nX (?) 75\n"
    done = ruled("ruling stands X", "Y (?) R+\nX (?) /?", before)
    assert done.found == []
    assert done.state["X"] == "1025 R+ - - 0"
    assert done.hand.ended == "unfinished"


def test_stands_lets_a_covered_hazard_lie_dead() -> None:
    before = "setup Y battle=R+ safeties=A*\nX (?) A->Y\n"
    done = ruled("ruling stands X", "Y (?) 25", before)
    assert done.found == []
    assert done.state["Y"] == "25 R+,A- - A* 0"


def test_a_code_covers_only_that_violation() -> None:
    before = "setup X battle=R+,A- speed=L-\nX (?) 75\n"
    both = ruled("ruling stands X", before=before)
    assert (both.found, sorted(both.ruled)) == ([], ["1 U-LIMIT-50", "1 U-ROLLING"])
    one = ruled("ruling stands X MB231", before=before)
    assert (one.found, one.ruled) == (["1 U-ROLLING"], ["1 U-LIMIT-50"])


def test_an_action_is_covered_with_the_rest_of_its_turn() -> None:
    done = ruled("ruling stands Y", before="setup Y battle=R+,A-\nY (25 25) 25\n")
    assert done.found == []
    assert sorted(done.ruled) == ["1 U-DRAW", "1 U-ORDER", "1 U-ROLLING"]


# ---- 2.2, on an interrupt
FALSE = "setup X battle=R+\nsetup Y battle=R+\nX (?) 25 Y! A* (50)\n"


@pytest.mark.parametrize(
    ("verb", "car", "hands"),
    [
        ("retract", "0 R+ - - 0", "6 6"),
        ("void", "0 R+ - - 0", "6 6"),
        ("stands", "0 R+ - A* 0", "6 6"),
    ],
)
def test_ruling_on_an_interrupt(verb: str, car: str, hands: str) -> None:
    done = ruled(f"ruling {verb} Y", before=FALSE)
    assert (done.found, done.ruled) == ([], ["1 U-COUP"])
    assert done.state["X"] == "25 R+ - - 0"
    assert (done.state["Y"], done.state["hands"], done.state["next"]) == (car, hands, "Y")
    assert done.state["pile"] == str(101 - 12 - 2 - 1 - (verb == "stands")), "its draw is undone too"


def test_a_true_coup_can_be_taken_back_by_agreement() -> None:
    before = "setup X battle=R+\nsetup Y battle=R+\nX (?) A->Y Y! A* (50)\n"
    done = ruled("ruling retract Y ; he wants to keep it", "Y (?) A*", before)
    assert done.found == []
    assert done.state["Y"] == "0 R+ - A* 0"


def test_ruling_on_an_interrupt_does_not_cover_the_turn() -> None:
    before = "setup X battle=R+,A-\nsetup Y battle=R+\nX (?) 25 Y! A* (50)\n"
    done = ruled("ruling retract Y", before=before)
    assert (done.found, done.ruled) == (["1 U-ROLLING"], ["1 U-COUP"])
    other = ruled("ruling stands X", before=before)
    assert (other.found, other.ruled) == (["1 U-COUP"], ["1 U-ROLLING"])
    two = ruled("ruling retract Y\nruling stands X", before=before)
    assert (two.found, sorted(two.ruled)) == ([], ["1 U-COUP", "1 U-ROLLING"])


# ---- 2.2, the rest
def test_penalty() -> None:
    done = ruled("ruling penalty Y -100\nruling penalty X1 +25", before="X1 (?) R+\n", seats="X1 Y1 X2 Y2")
    assert (done.score("Y"), done.score("X")) == ({"penalty": -100}, {"penalty": 25})
    assert done.found == []


def test_penalty_with_a_code_covers_the_last_such_violation_of_the_side() -> None:
    before = "setup X battle=R+,A-\nsetup Y battle=R+,A-\nX (?) 25\nY (?) 25\nX (?) 25\n"
    done = ruled("ruling penalty X -100 MB230", before=before)
    assert (done.found, done.ruled) == (["1 U-ROLLING", "2 U-ROLLING"], ["3 U-ROLLING"])
    assert done.state["X"].startswith("50 "), "the play stands"


def test_forfeit_and_redeal_cover_the_hand() -> None:
    before = f"{ILLEGAL}Y (25 25) /25\n"
    lost = ruled("ruling forfeit Y", "end forfeit Y", before)
    assert (lost.found, len(lost.ruled), lost.hand.ended) == ([], 2, "forfeit")
    assert lost.hand.counts
    again = ruled("ruling redeal", "end abandoned", before)
    assert (again.found, len(again.ruled), again.hand.ended) == ([], 2, "abandoned")
    assert not again.hand.counts
    wrong = ruled("ruling forfeit Y", "end exhausted", before)
    assert wrong.found == ["- U-END"]
    after = ruled("ruling redeal", "X (?) 25\nend abandoned", before)
    assert after.found == ["3 U-HAND-OVER"]


def test_redeal_keeps_the_first_seat() -> None:
    hand = "hand 1 first Y\nY (?) R+\nruling redeal\nend abandoned\nhand 2 first Y\nY (?) R+"
    assert judged(hand).found == []
    assert judged(hand.replace("hand 2 first Y\nY", "hand 2 first X\nX")).found == ["- first.rotation"]


@pytest.mark.parametrize(
    "ruling",
    [
        "ruling retract Y",
        "ruling stands Y MB230",
        "ruling retract X\nruling void X",
        "ruling stands X\nruling stands X",
        "ruling penalty Y -100 MB230",
        "ruling stands X MB231",
    ],
)
def test_ruling_that_finds_nothing(ruling: str) -> None:
    done = ruled(ruling)
    assert "- U-RULING" in done.found


def test_ruling_before_any_turn() -> None:
    assert judged("ruling retract X").found == ["- U-RULING"]


def test_lines_between_are_seen_again_after_a_ruling() -> None:
    deal = "deal X 50 50 50 50 50 50\n"
    between = "check miles X {}\nshow X 50\ncheck cards X {}\n"
    done = judged(f"{deal}{ILLEGAL}{between.format(0, 7)}ruling retract X", options=LONG)
    assert done.found == []
    assert done.ruled == ["1 U-ROLLING"]
    after = judged(f"{deal}{ILLEGAL}ruling retract X\n{between.format(0, 7)}", options=LONG)
    assert after.found == []
    stands = judged(f"{deal}{ILLEGAL}{between.format(25, 6)}ruling stands X", options=LONG)
    assert stands.found == []


# ---- 2.2, the policy
@pytest.mark.parametrize("lines", ["X (25) 25", "X (25) F+", "X (25) R+", "X (25) A->X", "X (25) L+"])
def test_policy_void_undoes_illegal_cards(lines: str) -> None:
    done = judged(
        f"setup X battle=R+,A-\nsetup Y battle=R+\n{lines}\nY (?) 25",
        options=f"{LONG} draw_from_discard=top",
        policy="void",
    )
    assert done.found[0].startswith("1 ")
    assert done.state["X"] == "0 R+,A- - - 0"
    assert (done.state["hands"], done.state["next"]) == ("6 6", "X")
    assert done.state["discard"] == lines.rsplit(maxsplit=1)[-1].replace("->X", "-")


def test_policy_void_on_discards() -> None:
    done = judged("deal X A* 25 25 25 25 25\nX (25) /A*", options="discard_safety=no", policy="void")
    assert done.found == ["1 discard_safety"]
    assert (done.state["hands"], done.state["next"]) == ("6 6", "Y")


def test_policy_void_takes_false_coups_and_second_actions_back() -> None:
    false = judged(FALSE, options=LONG, policy="void")
    assert (false.found, false.state["Y"], false.state["hands"]) == (["1 U-COUP"], "0 R+ - - 0", "6 7")
    second = judged(f"{ROLLING}X (?) 25 50", options=LONG, policy="void")
    assert (second.found, second.state["X"]) == (["1 U-ONE-ACTION"], "25 R+ - - 0")
    assert second.state["hands"] == "6 6"


def test_policy_void_undoes_what_answered_the_card() -> None:
    done = judged("setup Y battle=-\nX (?) T->Y Y! T* (?)\nY (?) R+", options=LONG, policy="void")
    assert done.found == ["1 U-STARTED"]
    assert done.state["Y"] == "0 R+ - - 0"


def test_policy_void_leaves_order_draws_and_calls() -> None:
    done = judged(f"{ROLLING}Y (25 25) 25\nX (?) 25 ext", options="target=700", policy="void")
    assert done.found == ["1 U-ORDER", "1 U-DRAW", "2 U-EXT"]
    assert (done.state["X"], done.state["Y"]) == ("25 R+ - - 0", "25 R+ - - 0")


def test_a_ruling_overrides_the_policy() -> None:
    done = judged(f"{ILLEGAL}ruling stands X", options=LONG, policy="void")
    assert done.state["X"] == "25 R+,A- - - 0"
    back = judged(f"{ILLEGAL}ruling retract X", options=LONG, policy="void")
    assert back.state["next"] == "X drawn"
