"""The forms in which a report is shown."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bornes.report import (
    HandResult,
    MatchResult,
    Report,
    RulingRef,
    SideResult,
    Unverified,
    Violation,
)
from bornes_api.render.paint import ansi, pad_under, printable
from bornes_api.render.sheet import render_sheet
from bornes_api.render.summary import summary_line
from bornes_api.render.text import causes, render_text
from bornes_notation.errors import NotationError, StyleNotice
from bornes_notation.record import Span

SPEED_LIMIT = Violation(
    code="MB231",
    rule="U-LIMIT-50",
    message="Y2 laid 75 while Y is under a speed limit (25 or 50 allowed)",
    hand=2,
    turn=15,
    seat="Y2",
    line=54,
    column=8,
    end_column=10,
    text="75",
    cites=('winning-moves, "Speed Limit"',),
    state="X 225 R+ - - 0 | Y 75 R+ L- - 0 | pile 66? | hands 6 6 6 7 | next Y2 drawn | target 1000",
    legal=("25", "50", "L+", "A->X"),
    because=(45,),
)
LINES = {45: "6. X1 L->Y", 54: "15. Y2 75", 56: "17. Y1 100"}
HAND = HandResult(
    number=1,
    first="X1",
    target=1000,
    caller="X",
    ended="trip",
    winners=("X",),
    sides={
        "X": SideResult(
            miles=1000,
            score={"distance": 1000, "safety": 200, "coup_fourre": 300, "trip": 400},
            total=1900,
            claimed=1900,
        ),
        "Y": SideResult(
            miles=450, score={"distance": 450, "safety": 100}, total=550, claimed=600, unverified=("safety",)
        ),
    },
)
REPORT = Report(
    index=1,
    event="Coupe",
    ruleset="winning-moves",
    ruleset_version="1",
    verdict="illegal",
    violations=(SPEED_LIMIT,),
    hands=(HAND,),
    match=MatchResult(totals={"X": 2400, "Y": 550}, claimed={"X": 2400}),
)


def test_violation_has_the_layout_of_the_specification() -> None:
    lines = list(render_text(REPORT, "coupe.mbn", LINES.get))

    assert lines == [
        "coupe.mbn:54:8: MB231 Y2 laid 75 while Y is under a speed limit (25 or 50 allowed)   [hand 2, turn 15]",
        "   54 | 15. Y2 75",
        "      |        ^^",
        "   Because of line 45: 6. X1 L->Y",
        "   Before: X 225 R+ - - 0 | Y 75 R+ L- - 0 | pile 66? | hands 6 6 6 7 | next Y2 drawn | target 1000",
        "   Could be laid here: 25 50 L+ A->X",
        '   winning-moves, "Speed Limit". More: bornes explain MB231',
        "coupe.mbn:1: record 1 (Coupe) illegal under winning-moves@1; 1 violation; 1 hand: X 2400, Y 550, match open",
    ]


def test_violation_shows_ruling_and_presumption() -> None:
    ruled = replace(
        SPEED_LIMIT, ruling=RulingRef(verb="stands", line=55), rests_on="unwritten draws were lawful"
    )

    lines = list(render_text(replace(REPORT, violations=(ruled,), ruled=1), "c", LINES.get))

    assert "   Ruled: stands (line 55)." in lines
    assert "   Rests on: unwritten draws were lawful" in lines
    assert "1 violation (1 ruled)" in lines[-1]


def test_follow_ons_are_folded_under_their_first_cause() -> None:
    first = replace(SPEED_LIMIT, line=56, code="MB232", caused_by=(54, "MB231"))
    second = replace(SPEED_LIMIT, line=58, code="MB233", caused_by=(56, "MB232"))
    report = replace(REPORT, violations=(SPEED_LIMIT, first, second))

    folded = list(render_text(report, "c", LINES.get))
    unfolded = list(render_text(report, "c", LINES.get, everything=True))

    assert causes(report.violations) == {first: SPEED_LIMIT, second: SPEED_LIMIT}
    assert "   Follows from it (--all shows it in full): MB232 in line 56, MB233 in line 58" in folded
    assert not any(line.startswith("c:56") for line in folded)
    assert any(line.startswith("c:58") for line in unfolded)
    assert "   Follows only from MB232 in line 56." in unfolded


def test_follow_on_without_its_cause_is_shown() -> None:
    orphan = replace(SPEED_LIMIT, caused_by=(12, "MB100"))

    lines = list(render_text(replace(REPORT, violations=(orphan,)), "c", LINES.get))

    assert lines[0].startswith("c:54:8: MB231")


def test_unreadable_place_shows_what_could_stand_there() -> None:
    error = NotationError("MB005", "R+->Y is no play", Span(3, 4, 8), "1. X R+->Y", ("R->Y",))
    report = Report(index=1, verdict="unreadable", errors=(error,))

    assert list(render_text(report, "c", lambda _line: None)) == [
        "c:3:4: MB005 R+->Y is no play",
        "    3 | 1. X R+->Y",
        "      |    ^^^^",
        "   Could stand here: R->Y",
        "   More: bornes explain MB005",
        "c:1: record 1 unreadable; 1 unreadable place",
    ]


def test_places_stand_in_the_order_of_the_record() -> None:
    error = NotationError("MB005", "what", Span(50, 1, 2), "what")

    lines = list(render_text(replace(REPORT, errors=(error,)), "c", LINES.get))

    assert lines[0].startswith("c:50:1: MB005")


def test_everything_shows_style_and_undecided_checks() -> None:
    report = replace(
        REPORT,
        violations=(),
        style=(StyleNotice("MB702", "ends with CR LF", Span(2, 1, 9)),),
        unverified=(Unverified("U-HOLD", 58, "hand not recorded", "MB801"),),
        verdict="undetermined",
    )

    short = list(render_text(report, "c", LINES.get))
    long = list(render_text(report, "c", LINES.get, everything=True))

    assert len(short) == 1
    assert "not decided: U-HOLD 58 (hand not recorded); 1 style notice" in short[0]
    assert long[:-1] == [
        "c:2:1: MB702 style: ends with CR LF",
        "c:1:1: MB801 U-HOLD not decided 58 times: hand not recorded",
    ]


def test_escape_sequences_of_a_record_do_not_reach_the_terminal() -> None:
    report = replace(REPORT, event="\x1b[2J", violations=(replace(SPEED_LIMIT, message="a\x9bb\r"),))

    text = "\n".join(render_text(report, "c", {54: "\x1b]0;x\x0715. Y2 75"}.get))

    assert not set(text) & set("\x1b\x07\x9b\r")


def test_caret_stands_under_its_place_after_tabs_and_wide_letters() -> None:
    placed = replace(SPEED_LIMIT, column=4, end_column=6)

    lines = list(render_text(replace(REPORT, violations=(placed,)), "c", {54: "\t数x75"}.get))

    assert lines[1:3] == ["   54 | \t数x75", "      | \t   ^^"]


def test_colours_add_nothing_but_colour() -> None:
    plain_text = "\n".join(render_text(REPORT, "c", LINES.get))
    coloured = "\n".join(render_text(REPORT, "c", LINES.get, paint=ansi))

    assert coloured != plain_text
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain_text


def test_printable_keeps_columns() -> None:
    assert printable("a\x00\tb") == "a\ufffd\tb"
    assert pad_under("a\t数e\u0301") == " \t   "


@pytest.mark.parametrize(
    ("match", "ending"),
    [
        (MatchResult(totals={"X": 1, "Y": 0}, winners=("X",), ended=True), "X 1, Y 0, won by X"),
        (MatchResult(totals={"X": 1, "Y": 1}, winners=("X", "Y"), ended=True), "X 1, Y 1, tied"),
        (MatchResult(totals={"X": 1, "Y": 1}, ended=True), "X 1, Y 1"),
        (MatchResult(totals={"X": 1, "Y": 0}), "X 1, Y 0, match open"),
    ],
)
def test_summary_names_how_the_match_stands(match: MatchResult, ending: str) -> None:
    assert summary_line(replace(REPORT, match=match), "c").endswith(f"1 hand: {ending}")


def test_summary_of_a_hand_outside_the_match() -> None:
    report = replace(REPORT, hands=(replace(HAND, counts=False, ended="unfinished"),))

    assert summary_line(report, "c").endswith("hand 1 unfinished: X 1900, Y 550 so far")


def test_score_sheet() -> None:
    assert list(render_sheet(REPORT, "c")) == [
        "c: record 1, Coupe, illegal under winning-moves@1",
        "",
        "Hand 1, first X1, target 1000, extension called by X: trip, won by X",
        "                         X       Y",
        "  miles               1000     450",
        "  distance            1000     450",
        "  safety               200    ?100",
        "  coup_fourre          300       0",
        "  trip                 400       0",
        "  total               1900    ?550",
        "  claimed             1900     600",
        "  difference             -     +50",
        "  ? rests on something that the record does not show",
        "",
        "Match, not over",
        "                         X       Y",
        "  carried              500       0",
        "  hand 1              1900     550",
        "  total               2400     550",
        "  claimed             2400       -",
    ]
