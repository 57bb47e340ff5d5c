"""Hands that end, matches that end, extensions, and the order of play (spec/rulesets.md 1.4, 1.7, 1.8, 3)."""

from __future__ import annotations

import pytest

from bornes.report import MatchResult
from tables import Outcome, judged

TEAMS, THREE = "X1 Y1 X2 Y2", "X Y Z"
ROLL = "setup X battle=R+\nsetup Y battle=R+\n"


def match_of(done: Outcome) -> MatchResult:
    assert done.report.match is not None
    return done.report.match


def hands(*hand_lines: str, **more: str) -> Outcome:
    """A match: each text is a hand, from its first seat on (``X ...``)."""
    lines = []
    for number, text in enumerate(hand_lines, start=1):
        first, _, rest = text.partition("\n")
        lines.append(f"hand {number} first {first}\n{rest}")
    result = more.pop("result", "")
    ruleset = more.pop("ruleset", "winning-moves")
    return judged("\n".join([*lines, f"result {result}" if result else ""]), ruleset, **more)


def stopped(first: str, x: int, y: int) -> str:
    """A hand that nobody finished, with these kilometres."""
    return f"{first}\nsetup X km={x} 200s=1\nsetup Y km={y} 200s=1\nsetup pile=0\nend exhausted"


# ---- match.*
def test_totals_are_summed_over_hands_that_count() -> None:
    done = hands(
        stopped("X", 500, 300), "Y\nsetup X km=100\nend abandoned", stopped("Y", 25, 75), result="X 525 Y 375"
    )
    assert done.found == []
    assert match_of(done).totals == {"X": 525, "Y": 375}
    assert not match_of(done).ended


def test_match_ends_after_the_first_hand_at_the_total() -> None:
    done = hands(
        stopped("X", 500, 300),
        stopped("Y", 500, 300),
        options="match.target=1000",
        result="X 1000 Y 600 won X",
    )
    assert done.found == []
    assert match_of(done).winners == ("X",)
    more = hands(
        stopped("X", 500, 300), stopped("Y", 500, 300), stopped("X", 25, 25), options="match.target=1000"
    )
    assert more.found == ["- U-MATCH"]
    assert len(more.report.hands) == 2, "the whole hand has no effect"
    assert match_of(more).totals["X"] == 1000


def test_highest_total_wins_not_the_first_over() -> None:
    done = hands(stopped("X", 500, 700), options="match.target=500", result="won Y")
    assert done.found == []


def test_a_hand_is_played_to_its_end_past_the_total() -> None:
    lines = "hand 1 first X\nsetup X battle=R+\nX (?) 200\nY (?) R+\n{}"
    assert judged(lines.format("end exhausted"), carried="X 4900 Y 0").found == ["- U-END"]
    assert judged(lines.format(""), carried="X 4900 Y 0").found == []


def test_a_carried_total_may_have_ended_the_match() -> None:
    done = judged("hand 2 first X\nX (?) R+\nX (?) R+", carried="X 5000 Y 0")
    assert done.found == ["- U-MATCH"], "the whole hand has no effect, its turns are not judged"


@pytest.mark.parametrize(("tie", "ended"), [("play_on", False), ("tied", True)])
def test_equal_totals(tie: str, ended: bool) -> None:
    options = f"match.target=500 match.tie={tie}"
    done = hands(stopped("X", 500, 500), options=options)
    assert match_of(done).ended == ended
    assert match_of(done).winners == (("X", "Y") if ended else ())
    tied = hands(stopped("X", 500, 500), options=options, result="tied")
    assert tied.found == ([] if ended else ["- U-MATCH"])
    again = hands(stopped("X", 500, 500), stopped("Y", 25, 50), options=options)
    assert again.found == (["- U-MATCH"] if ended else [])


def test_a_tie_of_some_names_its_winners() -> None:
    setups = "setup X km=500\nsetup Y km=500\nsetup Z km=100\nsetup pile=0\nend exhausted"
    options = "match.hands=1 match.tie=tied"
    assert judged(f"{setups}\nresult won X Y", seats=THREE, options=options).found == []
    assert judged(f"{setups}\nresult tied", seats=THREE, options=options).found == ["- U-MATCH"]
    assert judged(f"{setups}\nresult won X", seats=THREE, options=options).found == ["- U-MATCH"]


def test_a_number_of_hands() -> None:
    options = "match.hands=2 match.target=100"
    done = hands(stopped("X", 500, 300), stopped("Y", 500, 300), options=options, result="won X")
    assert done.found == []
    early = hands(stopped("X", 500, 300), options=options, result="won X")
    assert early.found == ["- U-MATCH"], "match.target is not looked at"
    third = hands(stopped("X", 500, 300), stopped("Y", 500, 300), stopped("X", 225, 225), options=options)
    assert third.found == ["- U-MATCH"]
    redealt = hands(
        stopped("X", 500, 300), "Y\nruling redeal\nend abandoned", stopped("Y", 500, 300), options=options
    )
    assert redealt.found == []
    assert match_of(redealt).ended


def test_hands_before_a_carried_line_count() -> None:
    lines = "hand 2 first X\nsetup pile=0\nend exhausted\nresult X 400 Y 300 won X"
    assert judged(lines, carried="X 400 Y 300", options="match.hands=2").found == []


def test_race_is_one_hand_that_counts() -> None:
    done = judged(
        "hand 1 first X\nsetup X km=500\nsetup pile=0\nend exhausted\nresult won X", "dujardin-2024"
    )
    assert done.found == []
    two = judged(
        "hand 1 first X\nsetup pile=0 discard=-\nend abandoned\nhand 2 first X\nsetup X km=25\nsetup pile=0\n"
        "end exhausted\nhand 3 first X\nend abandoned",
        "dujardin-2024",
    )
    assert two.found == ["- U-MATCH"]
    nobody = judged("hand 1 first X\nsetup pile=0\nend exhausted\nresult tied", "dujardin-2024")
    assert nobody.found == [], "tied: all sides or none"
    assert match_of(nobody).ended


def test_carried_totals() -> None:
    done = judged(
        "hand 3 first Y\ncheck total X 2400\ncheck total Y -50\nsetup pile=0\nend exhausted\nresult X 2400 Y -50",
        carried="X 2400 Y -50",
    )
    assert done.found == []
    wrong = judged("hand 3 first Y\ncheck total X 2300\nend abandoned", carried="X 2400 Y -50")
    assert wrong.found == ["- U-CHECK"]


def test_check_total_is_before_the_hand() -> None:
    start = stopped("X", 500, 300)
    done = hands(start, "Y\nX (?) R+\ncheck total X 500\nend abandoned")
    assert done.found == ["1 U-ORDER"]


def test_penalties_count_in_the_total() -> None:
    hand = "X\nsetup X km=500 200s=1\nsetup pile=0\nruling penalty X -100\nend exhausted X 400 Y 0"
    assert hands(hand, result="X 400 Y 0").found == []


# ---- outcomes
@pytest.mark.parametrize(
    ("outcome", "wrong_if_over", "wrong_if_not"),
    [
        ("won X", False, True),
        ("won Y", True, True),
        ("won X Y", True, True),
        ("tied", True, True),
        ("unfinished", True, False),
        ("adjudicated", None, False),
        ("abandoned", None, False),
        ("conceded Y", None, False),
        ("forfeit Y", None, False),
    ],
)
def test_outcome(outcome: str, wrong_if_over: bool | None, wrong_if_not: bool) -> None:
    hand = stopped("X", 500, 300)
    going_on = hands(hand, result=outcome)
    assert going_on.found == (["- U-MATCH"] if wrong_if_not else [])
    if wrong_if_over is not None:
        over = hands(hand, result=outcome, options="match.target=500")
        assert over.found == (["- U-MATCH"] if wrong_if_over else [])


def test_result_points() -> None:
    assert hands(stopped("X", 500, 300), result="X 500 Y 300").found == []
    assert hands(stopped("X", 500, 300), result="X 525 Y 325").found == ["- U-SCORE", "- U-SCORE"]
    assert hands(stopped("X", 500, 300), result="Y 300").found == []


# ---- first.rotation
@pytest.mark.parametrize(
    ("end", "same"),
    [("exhausted", False), ("conceded Y", False), ("forfeit Y", False), ("adjudicated", False), ("abandoned", True),
     ("unfinished", True)],
)  # fmt: skip
def test_who_begins_next(end: str, same: bool) -> None:
    right, wrong = ("X1", "Y1") if same else ("Y1", "X1")
    first = f"X1\nsetup pile=0\nend {end}"
    assert hands(first, f"{right}\nend abandoned", seats=TEAMS).found == []
    assert hands(first, f"{wrong}\nend abandoned", seats=TEAMS).found == ["- first.rotation"]
    assert hands(first, f"{wrong}\nend abandoned", seats=TEAMS, options="first.rotation=any").found == []
    again = hands(first, "X1\nend abandoned", seats=TEAMS, options="first.rotation=same")
    assert again.found == []


def test_rotation_follows_the_hand_line_as_written() -> None:
    done = hands(*(f"{seat}\nsetup pile=0\nend exhausted" for seat in ("Y1", "X2", "X1", "Y1")), seats=TEAMS)
    assert done.found == ["- first.rotation"]


# ---- U-END and U-HAND-OVER
def test_end_names_how_the_hand_ended() -> None:
    trip = "setup X battle=R+ km=975\nX (25) 25\n"
    options = "target=1000 extension=none"
    assert judged(f"{trip}end trip", options=options).found == []
    for reason in ("exhausted", "conceded Y", "forfeit Y", "adjudicated", "abandoned", "unfinished"):
        done = judged(f"{trip}end {reason}", options=options)
        assert done.found == ["- U-END"]
        assert done.hand.ended == "trip"


def test_only_the_last_hand_may_lack_its_end_while_it_is_not_over() -> None:
    assert judged("X (?) R+").found == []
    assert not judged("X (?) R+").report.complete
    assert hands("X\nX (?) R+", "X\nend abandoned").found == ["- U-END"]
    over = judged("setup X battle=R+ km=975\nX (25) 25", options="target=1000 extension=none")
    assert over.found == ["- U-END"]


def test_missing_end_is_reported_on_the_next_hand_line() -> None:
    done = hands("X\nX (?) R+", "X\nend abandoned")
    (violation,) = done.report.violations
    assert violation.text == "hand 2 first X"


@pytest.mark.parametrize("after", ["Y (?) R+", "Y (?)", "X (?) A*"])
def test_nothing_is_played_after_the_end(after: str) -> None:
    done = judged(f"X (?) R+\nend conceded Y\n{after}")
    assert done.found == ["2 U-HAND-OVER"]


def test_pass_of_an_empty_hand_after_the_end() -> None:
    lines = "setup pile=0\ndeal X 25\ndeal Y A+\nX (-) /25\nY (-) /A+\nend exhausted\nX (-) pass"
    assert judged(lines).found == []


# ---- draw piles that run out
def short(x: str, y: str, pile: int, more: str = "") -> str:
    """Two rolling cars, few cards: hands of X and Y, and so many in the draw pile."""
    return f"{ROLL}setup pile={pile}{more}\ndeal X {x}\ndeal Y {y}\n"


class TestPlayOut:
    OPTIONS = "exhaustion=play_out target=1000 extension=none"

    def test_ends_when_nobody_holds_a_card(self) -> None:
        lines = short("25", "50", 0) + "X (-) 25\nY (-) 50\nend exhausted"
        assert judged(lines, options=self.OPTIONS).found == []

    def test_goes_on_while_there_are_cards(self) -> None:
        lines = short("A+ A+", "F+", 0) + "X (-) /A+\nY (-) /F+\nX (-) /A+\nend exhausted"
        assert judged(lines, options=self.OPTIONS).found == []

    def test_stopping_earlier_needs_that_nobody_can_play(self) -> None:
        assert judged(short("A+", "F+", 0) + "end exhausted", options=self.OPTIONS).found == []
        assert judged(short("A+", "25", 0) + "end exhausted", options=self.OPTIONS).found == ["- U-END"]
        assert judged(short("A+", "L-", 0) + "end exhausted", options=self.OPTIONS).found == ["- U-END"]
        assert judged(short("A+", "A*", 0) + "end exhausted", options=self.OPTIONS).found == ["- U-END"]
        drawn = judged(short("A+", "F+", 1) + "X (T+)\nend exhausted", options=self.OPTIONS)
        assert drawn.found == [], "also between a draw and a play"

    def test_not_before_the_pile_is_empty(self) -> None:
        lines = short("A+", "F+", 1) + "end exhausted"
        assert judged(lines, options=self.OPTIONS).found == ["- U-END"]

    def test_hidden_hands_leave_it_open(self) -> None:
        done = judged(short("A+", "?", 0) + "end exhausted", options=self.OPTIONS)
        assert done.found == []
        assert "U-END" in done.open


class TestNobodyCanPlay:
    OPTIONS = "exhaustion=nobody_can_play target=1000 extension=none"

    def test_ends_at_once(self) -> None:
        done = judged(short("25", "F+", 0) + "X (-) 25\nend exhausted", options=self.OPTIONS)
        assert done.found == []
        late = judged(short("25", "R- F+", 0) + "X (-) 25\nY (-) R->X\nend exhausted", options=self.OPTIONS)
        assert late.found == []

    def test_goes_on_while_somebody_can(self) -> None:
        done = judged(short("25", "50", 0) + "X (-) 25\nend exhausted", options=self.OPTIONS)
        assert done.found == ["- U-END"]

    def test_after_a_draw(self) -> None:
        lines = short("A+", "F+", 1) + "X (T+)\nend exhausted"
        assert judged(lines, options=self.OPTIONS).found == []

    def test_lays_that_change_nothing_are_ignored(self) -> None:
        start = short("25 A+ A+", "F+ F+", 0) + "X (-) 25\n"
        for rest in ("Y (-) /F+\nX (-) /A+", "Y (-) pass", "X /A*"):
            done = judged(f"{start}end exhausted\n{rest}", options=self.OPTIONS)
            assert done.found == [], "no check is asked about them"
            assert done.state["hands"] == "2 2", "no card moves"
        played = judged(f"{start}end exhausted\nY (-) F+", options=self.OPTIONS)
        assert played.found == ["2 U-HAND-OVER"]

    @pytest.mark.parametrize(("km", "over"), [(950, True), (925, False)])
    def test_limit_on_a_car_that_needs_50_or_less(self, km: int, over: bool) -> None:
        lines = (
            f"setup X km={km} battle=R+,A-\nsetup Y battle=R+\nsetup pile=0\ndeal X 25 F+ F+\ndeal Y L- F+\n"
        )
        stop = judged(f"{lines}X (-) /25\nend exhausted", options=self.OPTIONS)
        assert stop.found == ([] if over else ["- U-END"])
        laid = judged(f"{lines}X (-) /25\nY (-) L->X\nend exhausted", options=self.OPTIONS)
        assert laid.found == []

    def test_hidden_faults_made_while_exhausted_are_unverified(self) -> None:
        lines = f"{ROLL}setup pile=0\ndeal X ? ?\ndeal Y ? ?\nY (-) /?"
        done = judged(lines, options=self.OPTIONS)
        assert done.found == []
        assert "U-ORDER" in done.open
        later = judged(f"{lines}\nX (-) 25", options=self.OPTIONS)
        assert later.found == ["1 U-ORDER"], "a playable card laid later: the hand was not over"


class TestStopWhenPileEmpty:
    OPTIONS = "exhaustion=stop_when_pile_empty target=1000 extension=none"

    def test_ends_with_the_turn_that_emptied_it(self) -> None:
        done = judged(short("25", "50", 1) + "X (50) 25\nend exhausted", options=self.OPTIONS)
        assert done.found == []
        more = judged(short("25", "50", 1) + "X (50) 25\nY (-) 50\nend exhausted", options=self.OPTIONS)
        assert more.found == ["2 U-HAND-OVER"]

    def test_not_before(self) -> None:
        done = judged(short("25", "50", 2) + "X (50) 25\nend exhausted", options=self.OPTIONS)
        assert done.found == ["- U-END"]

    def test_with_its_extra_turns(self) -> None:
        start = short("A* F* 25", "50", 1) + "X (50) A*\n"
        assert judged(f"{start}X (-) F*\nX (-) 25\nend exhausted", options=self.OPTIONS).found == []
        assert judged(f"{start}end exhausted", options=self.OPTIONS).found == ["- U-END"]
        none = judged(start + "end exhausted", options=f"{self.OPTIONS} extra_turn_when_exhausted=no")
        assert none.found == []

    def test_its_hazards_stay_unanswered(self) -> None:
        lines = short("T-", "T*", 1) + "X (50) T->Y Y! T* (-)\nend exhausted"
        assert judged(lines, options=self.OPTIONS).found == ["1 U-HAND-OVER"]

    def test_by_a_coup_with_the_turn_it_earned(self) -> None:
        start = short("T-", "T* 25", 2) + "X (50) T->Y Y! T* (50)\n"
        assert judged(f"{start}Y (-) 25\nend exhausted", options=self.OPTIONS).found == []
        assert judged(f"{start}end exhausted", options=self.OPTIONS).found == ["- U-END"]
        more = judged(f"{start}Y (-) 25\nX (-) 50\nend exhausted", options=self.OPTIONS)
        assert more.found == ["3 U-HAND-OVER"]

    def test_by_a_coup_that_earns_no_turn_at_once(self) -> None:
        lines = """
            setup Z battle=R+
            setup pile=4
            deal X A-
            deal Y L-
            deal Z A* R*
            X (25) A->Z
            Y (25) L->Z Z! R* (25) Z! A* (50)
            end exhausted
        """
        done = judged(lines, options=f"{self.OPTIONS} coup_fourre.window=own_side_draw", seats=THREE)
        assert done.found == []


class TestStopWhenNoDistanceLeft:
    OPTIONS = "exhaustion=stop_when_no_distance_left target=1000 extension=none"

    def discards(self, without: int) -> str:
        """All distance cards lie on the discard pile but so many 25s."""
        cards = ["25"] * (10 - without) + ["50"] * 10 + ["75"] * 10 + ["100"] * 12 + ["200"] * 4
        return f" discard={','.join(cards)}"

    def test_ends_when_all_46_are_seen_elsewhere(self) -> None:
        start = short("A+", "F+", 20, self.discards(1)) + "X (25) 25\n"
        assert judged(f"{start}end exhausted", options=self.OPTIONS).found == []
        assert judged(f"{start}Y (A+) /A+", options=self.OPTIONS).found == ["2 U-HAND-OVER", "- U-END"]

    def test_goes_on_while_one_is_certainly_there(self) -> None:
        lines = f"{ROLL}deal X A+\ndeal Y F+\npile A+ T+ 25 T+\nX (A+) /A+\nend exhausted"
        done = judged(lines, options=self.OPTIONS)
        assert done.found == ["- U-END"]
        assert "U-END" not in done.open

    def test_is_open_where_a_position_does_not_say_where_it_is(self) -> None:
        done = judged(
            short("A+", "F+", 20, self.discards(1)) + "X (A+) /A+\nend exhausted", options=self.OPTIONS
        )
        assert (done.found, "U-END" in done.open) == ([], True)

    def test_is_open_while_it_may_be_in_a_hidden_hand(self) -> None:
        start = short("A+", "?", 20, self.discards(1))
        stop = judged(f"{start}X (A+) /A+\nend exhausted", options=self.OPTIONS)
        assert (stop.found, "U-END" in stop.open) == ([], True)
        on = judged(f"{start}X (A+) /A+\nY (A+) /?", options=self.OPTIONS)
        assert (on.found, "U-HAND-OVER" in on.open) == ([], True)

    def test_at_the_latest_when_the_pile_is_empty(self) -> None:
        done = judged(short("25", "25", 1) + "X (A+) 25\nend exhausted", options=self.OPTIONS)
        assert done.found == []


class TestReshuffle:
    OPTIONS = "exhaustion=reshuffle target=1000 extension=none"

    def test_the_discards_come_back(self) -> None:
        done = judged(
            short("25 A+", "50", 0, " discard=A+,F+") + "X (F+) 25\nY (A+) 50", options=self.OPTIONS
        )
        assert done.found == []
        assert done.state["pile"] == "0"

    def test_no_end_while_cards_are_anywhere(self) -> None:
        for lines in (short("A+", "F+", 0), short("A+", "F+", 0, " discard=25")):
            assert judged(f"{lines}end exhausted", options=self.OPTIONS).found == ["- U-END"]

    def test_ends_when_everything_is_empty(self) -> None:
        done = judged(short("25", "50", 0) + "X (-) 25\nY (-) 50\nend exhausted", options=self.OPTIONS)
        assert done.found == []


# ---- the extension
AT_600 = "setup X battle=R+ km=600 200s=1\nsetup Y battle=R+ km=300 200s=1\n"


def test_called() -> None:
    done = judged(f"{AT_600}X (100) 100 ext\nY (?) /?")
    assert done.found == []
    assert (done.hand.target, done.hand.caller, done.state["next"]) == (1000, "X", "X")
    assert done.state["target"] == "1000/X"


def test_the_target_is_that_of_all() -> None:
    lines = "setup X battle=R+ km=600\nsetup Y battle=R+ km=650\nX (100) 100 ext\nY (75) 75"
    assert judged(lines).found == []
    assert judged(f"{lines.replace(' ext', ' noext')}\nend trip").found == ["2 U-HAND-OVER"]


def test_declined() -> None:
    done = judged(f"{AT_600}X (100) 100 noext\nend trip X 1100 Y 300")
    assert done.found == []
    assert done.score("X") == {"distance": 700, "trip": 400}


def test_call_missing() -> None:
    over = judged(f"{AT_600}X (100) 100\nend trip")
    assert (over.found, over.hand.winners) == ([], ("X",))
    assert "U-EXT" not in over.open
    went_on = judged(f"{AT_600}X (100) 100\nY (?) /?\nX (25) 25")
    assert (went_on.found, went_on.hand.target, went_on.hand.caller) == ([], 1000, "X")
    assert "U-EXT" in went_on.open
    shown = judged(f"{AT_600}X (100) 100 Y! A* (?)")
    assert "U-EXT" in shown.open


def test_second_call() -> None:
    lines = "setup X battle=R+ km=600\nsetup Y battle=R+ km=600\nX (100) 100 ext\nY (100) 100 ext\nX (?) /?"
    done = judged(lines)
    assert done.found == ["2 U-EXT"]
    assert done.hand.caller == "X"
    past = judged(lines.replace("Y (100) 100 ext", "Y (200) 200 ext"))
    assert past.found == ["2 U-EXT"]


def test_passing_the_base_target_later_is_no_finish() -> None:
    lines = "setup X battle=R+ km=600\nsetup Y battle=R+ km=600\nX (100) 100 ext\nY (100) 100\nX (?) /?"
    assert judged(lines).found == []


def test_by_the_seat_that_laid_the_card() -> None:
    seats = "X1 Y1 Z1 X2 Y2 Z2"
    lines = "setup X battle=R+ km=600\nX1 (100) 100 ext\nY1 (?) /?\nZ1 (?) /?\nX2 (?) /? ext"
    assert judged(lines, seats=seats).found == ["4 U-EXT"]
    partner = "setup X battle=R+ km=600\nX1 (100) 100\nX2 (?) /? ext"
    assert "2 U-EXT" in judged(partner, seats=seats).found


def test_not_by_bonus_kilometres() -> None:
    options = "safety.km=100 coup_fourre.km=0"
    done = judged("setup X battle=R+ km=600\nX (A*) A* ext\nend trip", options=options)
    assert done.found == ["1 U-EXT"]
    assert done.hand.winners == ("X",)


def test_the_turn_passes_on_after_a_call() -> None:
    assert judged(f"{AT_600}X (100) 100 ext\nX (25) 25").found == ["2 U-ORDER"]


@pytest.mark.parametrize("seats", [TEAMS, "X Y"])
def test_noext_where_nothing_can_be_called_is_style(seats: str) -> None:
    who = seats.split(maxsplit=1)[0]
    done = judged(f"setup X battle=R+ km=300\n{who} (25) 25 noext", seats=seats)
    assert done.found == []
    assert [notice.code for notice in done.report.style if notice.code == "MB790"]


def test_extension_needs_a_higher_target() -> None:
    done = judged(f"{AT_600}X (100) 100 ext\nend trip", options="extension=700")
    assert done.found == ["1 U-EXT"]


# ---- the order of play
SEATINGS = ["X Y", "X Y Z", "X Y Z W", "X1 Y1 X2 Y2", "X Y Z W V", "X1 Y1 X2 Y2 X3 Y3", "X Y Z W V U",
            "X1 Y1 Z1 X2 Y2 Z2", "X Y Z W V U Q", "X1 Y1 Z1 W1 X2 Y2 Z2 W2", "X Y Z W V U Q P"]  # fmt: skip
ANY = "seatings=any target=1000 extension=none hand_size=3"


@pytest.mark.parametrize("seats", SEATINGS)
def test_turns_go_round(seats: str) -> None:
    order = seats.split()
    start = 1 % len(order)
    turns = [f"{order[(start + step) % len(order)]} (?) /?" for step in range(2 * len(order) + 1)]
    done = judged("\n".join(turns), seats=seats, options=ANY, first=order[start])
    assert done.found == []


@pytest.mark.parametrize("seats", SEATINGS)
def test_after_a_coup_play_goes_on_at_the_left_of_the_declarer(seats: str) -> None:
    order = seats.split()
    for declarer in order[1:]:
        side = declarer[0]
        if side == order[0][0]:
            continue
        at = order.index(declarer)
        after = [declarer, *(order[(at + step) % len(order)] for step in range(1, len(order) + 1))]
        lines = [f"setup {side} battle=R+", f"{order[0]} (?) T->{side} {declarer}! T* (?)"]
        lines += [f"{seat} (?) /?" for seat in after]
        assert judged("\n".join(lines), seats=seats, options=ANY).found == []


@pytest.mark.parametrize("seats", [seats for seats in SEATINGS if len(set(seats) & set("XYZ")) > 2])
def test_late_coup_makes_the_running_turn_void(seats: str) -> None:
    order = seats.split()
    attacker, cut_off, declarer = order[:3]
    lines = [
        f"setup {declarer[0]} battle=R+",
        f"{attacker} (?) T->{declarer[0]}",
        f"{cut_off} (50) {declarer}! T* (50)",
        f"{declarer} (?) /?",
        f"{order[3 % len(order)]} (?) /?",
    ]
    done = judged("\n".join(lines), seats=seats, options=f"{ANY} coup_fourre.window=own_side_draw")
    assert done.found == []
    assert done.state["hands"] == " ".join(["3"] * len(order))


def test_a_void_turn_is_not_continued() -> None:
    lines = "setup Z battle=R+\nX (?) T->Z\nY (50) Z! T* (50)\nZ (?) /?\nX (?) /?\nY {}/?"
    options = f"{ANY} coup_fourre.window=own_side_draw"
    assert judged(lines.format("(?) "), seats=THREE, options=options).found == []
    presumed = judged(lines.format(""), seats=THREE, options=options)
    assert (presumed.found, presumed.state["hands"]) == ([], "3 3 3")
