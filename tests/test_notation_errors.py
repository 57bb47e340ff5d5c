"""Every error and style code once at least, at its exact place, beside a neighbour without fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bornes_notation import NotationError, StyleNotice, UnreadableError, parse, read
from bornes_notation.codes import CODES

HEADER = "MBN 1\nRuleset: winning-moves\nX: Moreau, Alice\nY1: Bianchi, Ugo\nY2: Bianchi, Pia\n\n"
HAND = HEADER + "hand 1 first X\n"


def findings(source: str | bytes) -> list[str]:
    """Codes and places of all errors and notices: ``MB005 8:3-5``."""
    found: list[NotationError | StyleNotice] = []
    for reading in read(source):
        found += [*reading.errors, *reading.style]
    return [f"{one.code} {one.span}-{one.span.end_column}" for one in found]


def in_hand(line: str) -> list[str]:
    return findings(HAND + line + "\n")


def in_header(line: str) -> list[str]:
    return findings(HEADER.removesuffix("\n") + line + "\n")


# In a hand of X against Y1 and Y2: the faulty line 8, its finding, the legal neighbour.
IN_HAND = [
    ("1. X − 50", "MB004 8:6-7", "1. X 50"),
    ("1. X\u00a050", "MB004 8:5-6", "1. X 50"),
    ("1. Х 50", "MB004 8:4-5", "1. X 50"),
    ("1. X ５0", "MB004 8:6-7", "1. X 50"),
    ("“1. X 50", "MB004 8:1-2", "1. X 50"),
    ("1. X é", "MB004 8:6-7", "1. X ; é"),
    ("1. X 150", "MB005 8:6-9", "1. X 100"),
    ("1. X (50", "MB005 8:9-9", "1. X (50)"),
    ("rubbish", "MB005 8:1-8", "; rubbish"),
    ("1. X (50) T -> Y", "MB005 8:11-17", "1. X (50) T->Y"),
    ("1. X T->Y1", "MB005 8:6-11", "1. X T->Y"),
    ("1. X T>Y", "MB005 8:6-9", "1. X T->Y"),
    ("1. X T-Y", "MB005 8:6-9", "1. X T->Y"),
    ("1. X (T-) T-", "MB005 8:11-13", "1. X (T-) /T-"),
    ("1. X R+->Y", "MB005 8:6-11", "1. X R+"),
    ("1. X 75->Y", "MB005 8:6-11", "1. X 75"),
    ("1. X A->Y Y2! A* 25", "MB005 8:18-20", "1. X A->Y Y2! A* (25)"),
    ("1. Y2! A*", "MB005 8:4-7", "1. Y2 A*"),
    ("1 X 75", "MB005 8:1-2", "1. X 75"),
    ("1. X 75.", "MB005 8:6-9", "1. X 75"),
    ("1. X 75?", "MB005 8:6-9", "1. X ; 75?"),
    ("1. y1 75", "MB005 8:4-6", "1. Y1 75"),
    ("1. X r+", "MB005 8:6-8", "1. X R+"),
    ("1. Y10 75", "MB005 8:4-7", "1. Y1 75"),
    ("1. X L*", "MB005 8:6-8", "1. X R*"),
    ("1. X /T->Y", "MB005 8:7-11", "1. X /T-"),
    ("hand 2. first X", "MB005 8:6-8", "1. X"),
    ("ruling penalty Y MB231 -100", "MB005 8:18-28", "ruling penalty Y -100 MB231"),
    ("ruling penalty Y 100", "MB005 8:18-21", "ruling penalty Y +100"),
    ("result X 100 won", "MB005 8:14-17", "1. X"),
    ("end conceded", "MB005 8:5-13", "end conceded X"),
    ("event: x", "MB005 8:1-6", "x-event: x"),
    ("check pile 1234567890", "MB006 8:12-22", "check pile 123456789"),
    ("1234567890. X 50", "MB006 8:1-11", "1. X 50"),
    ("01. X 50", "MB007 8:1-4", "1. X 50"),
    ("0. X 50", "MB007 8:1-3", "1. X 50"),
    ("carried X 100", "MB012 8:1-14", "x-carried X 100"),
    ("setup X km=x", "MB013 8:9-13", "setup X km=25"),
    ("setup X km=25 km=50", "MB013 8:15-20", "setup X km=25 bonus=50"),
    ("setup X pile=3", "MB013 8:9-15", "setup pile=3"),
    ("setup X battle=R+,L-", "MB013 8:9-21", "setup X battle=R+,T-"),
    ("setup X safeties=-!", "MB013 8:9-20", "setup X safeties=F*,A*!"),
    ("setup discard=50,-", "MB013 8:7-19", "setup discard=50,?"),
    ("setup X needs-roll=maybe", "MB013 8:9-25", "setup X needs-roll=yes"),
    ("setup next=Y", "MB013 8:7-13", "setup next=Y2"),
    ("setup caller=Z", "MB013 8:7-15", "setup caller=Y"),
    ("hand 3 first X", "MB015 8:1-15", "x-hand 3"),
    ("2. X 50", "MB016 8:1-3", "1. X 50"),
    ("1. Z 50", "MB017 8:4-5", "1. X 50"),
    ("1. X2 50", "MB017 8:4-6", "1. Y2 50"),
    ("1. X A->Z", "MB017 8:9-10", "1. X A->Y"),
    ("1. X A->Y Y3! A*", "MB017 8:11-13", "1. X A->Y Y2! A*"),
    ("end trip X 25 Z 50", "MB017 8:15-16", "end trip X 25 Y 50"),
    ("deal Y 6?", "MB018 8:6-7", "deal Y2 6?"),
    ("X" + " /25" * 41, "MB030 8:1-166", "1. X" + " /25" * 40),
    ("end trip X 25 X 50", "MB019 8:15-16", "end trip X 25 Y 50"),
    ("result won X X", "MB019 8:14-15", "1. X 50"),
    ("Site: x", "MB022 8:1-8", "x-site: x"),
    (" 1. X 50", "MB704 8:1-9", "1. X 50"),
    ("1.X(50)75", "MB704 8:1-10", "1. X (50) 75"),
    ("1. X\t50", "MB704 8:1-8", "1. X 50"),
    ("1. X 50;x", "MB704 8:1-10", "1. X 50 ; x"),
    (";x", "MB704 8:1-3", "; x"),
    ("X 50", "MB705 8:1-5", "1. X 50"),
    ("1. X1 50", "MB706 8:1-9", "1. X 50"),
    ("setup next=X1", "MB706 8:1-14", "setup next=X"),
    ("deal X ? ?", "MB707 8:1-11", "deal X 2?"),
    ("deal X 2? 50", "MB707 8:1-13", "deal X ? ? 50"),
    ("end trip X 0025", "MB708 8:1-16", "end trip X 25"),
]


@pytest.mark.parametrize(("line", "finding", "neighbour"), IN_HAND)
def test_line_in_a_hand(line: str, finding: str, neighbour: str) -> None:
    assert in_hand(line) == [finding]
    assert in_hand(neighbour) == []


# A header line 6 after Ruleset, X, Y1 and Y2.
IN_HEADER = [
    ("Evnt: x", "MB020 6:1-7", "X-Evnt: x"),
    ("Y10: x", "MB020 6:1-6", "Y3: x"),
    ("Ruleset: kilometres", "MB021 6:1-10", "X-Ruleset: kilometres"),
    ("X: Again", "MB021 6:1-4", "Z: Again"),
    ("X2: Luc", "MB024 3:1-4", "Z: Luc"),
    ("Y4: Luc", "MB024 6:1-5", "Y3: Luc"),
    ("X-Empty:", "MB710 6:1-9", "X-Full: x"),
    ("Event: Late", "MB709 6:1-12", "X-Event: Late"),
    ("X-Note:  two", "MB704 6:1-13", "X-Note: two"),
]


@pytest.mark.parametrize(("line", "finding", "neighbour"), IN_HEADER)
def test_line_in_the_header(line: str, finding: str, neighbour: str) -> None:
    assert in_header(line) == [finding]
    assert in_header(neighbour) == []


OPENING = [
    ("Options: a=1 ; b", "MB025 3:14-17", "Options: a=1"),
    ("Options: a=1 b", "MB026 3:14-15", "Options: a=1 b=2"),
    ("Options: a=1 a=2", "MB026 3:14-17", "Options: a=1 b.c=2"),
    ("Options: =1", "MB026 3:10-12", "Options: a=1"),
]


@pytest.mark.parametrize(("line", "finding", "neighbour"), OPENING)
def test_options(line: str, finding: str, neighbour: str) -> None:
    text = "MBN 1\nRuleset: a\n{}\nX: A\n"
    assert findings(text.format(line)) == [finding]
    assert findings(text.format(neighbour)) == []


@pytest.mark.parametrize(
    ("date", "ok"),
    [
        ("2026-05-16", True),
        ("2026-11-??", True),
        ("2026-??-??", True),
        ("????-02-29", True),
        ("2026-02-29", False),
        ("2026-13-01", False),
        ("2026-5-16", False),
        ("16.5.2026", False),
        ("2026-05-00", False),
    ],
)
def test_date(date: str, ok: bool) -> None:
    assert findings(f"MBN 1\nDate: {date}\nRuleset: a\nX: A\n") == [f"MB026 2:7-{7 + len(date)}"] * (not ok)


@pytest.mark.parametrize(
    ("ruleset", "ok"), [("winning-moves@1", True), ("a@", False), ("Winning Moves", False)]
)
def test_ruleset_value(ruleset: str, ok: bool) -> None:
    found = findings(f"MBN 1\nRuleset: {ruleset}\nX: A\n")
    assert found == [f"MB026 2:10-{10 + len(ruleset)}"] * (not ok)


# Whole texts: what is found, and a text without fault that differs little.
TEXTS: list[tuple[str | bytes, list[str], str | bytes]] = [
    (HAND.encode() + b"1. X \xff\n", ["MB001 8:6-7"], HAND.encode() + b"1. X\n"),
    (b"\xff\xfeM\x00\n", ["MB001 1:1-2", "MB010 1:1-5"], HAND),
    (HAND + "1. X \x00\n", ["MB002 8:6-7"], HAND + "1. X\n"),
    (HAND + "; a\u2028b\n", ["MB002 8:4-5"], HAND + "; a b\n"),
    (HEADER + "X-A: a\x85b\n", ["MB002 7:7-8"], HEADER.removesuffix("\n") + "X-A: a b\n"),
    (HAND + ";" + "x" * 65536 + "\n", ["MB003 8:1-201"], HAND + "; " + "x" * 65534 + "\n"),
    ("", ["MB010 1:1-1"], HAND),
    ("; only a comment\n", ["MB010 1:1-1"], "; a comment\n" + HAND),
    ("Hello\n\nthere\n" + HAND, ["MB010 1:1-6"], "; Hello\n" + HAND),
    ("MBN 2\nRuleset! {}\n" + HAND, ["MB011 1:1-6"], "MBN 1\nRuleset: a\nX: A\n" + HAND),
    ("MBN\nRuleset: a\nX: A\n", ["MB005 1:4-4"], "MBN 1\nRuleset: a\nX: A\n"),
    ("mbn 1\nRuleset: a\nX: A\n", ["MB005 1:1-4"], "MBN 1\nRuleset: a\nX: A\n"),
    ("MBN 1\nX: A\n", ["MB023 1:1-6"], "MBN 1\nRuleset: a\nX: A\n"),
    ("MBN 1\nRuleset: a\n", ["MB023 1:1-6"], "MBN 1\nRuleset: a\nX: A\n"),
    (HEADER + "1. X 50\n", ["MB012 7:1-8"], HAND + "1. X 50\n"),
    (HEADER + "deal X 6?\n", ["MB012 7:1-10"], HAND + "deal X 6?\n"),
    (HAND + "1. X 50\ndeal X 6?\n", ["MB012 9:1-10"], HAND + "deal X 6?\n1. X 50\n"),
    (HAND + "end trip\npile 6?\n", ["MB012 9:1-8"], HAND + "pile 6?\nend trip\n"),
    (HAND + "\nresult tied\nx-time 9\n", ["MB012 10:1-9"], HAND + "\nresult tied\n; x-time 9\n"),
    (HAND + "deal X 6?\ndeal X 6?\n", ["MB014 9:1-10"], HAND + "deal X 6?\ndeal Y1 6?\n"),
    (HAND + "pile 6?\npile 6?\n", ["MB014 9:1-8"], HAND + "pile 6?\n"),
    (HAND + "setup X km=25\nsetup X km=25\n", ["MB014 9:1-14"], HAND + "setup X km=25\nsetup Y km=25\n"),
    (HAND + "end trip\nend trip\n", ["MB014 9:1-9"], HAND + "end trip\n1. X 50\n"),
    (HEADER + "carried X 1\ncarried X 1\n", ["MB014 8:1-12"], HEADER + "carried X 1\n"),
    (HEADER + "hand 2 first X\n", ["MB015 7:1-15"], HEADER + "carried X 1\n\nhand 2 first X\n"),
    (
        HEADER + "carried X 1\n\nhand 0 first X\n",
        ["MB015 9:1-15"],
        HEADER + "carried X 1\n\nhand 9 first X\n",
    ),
    (HAND + "\nhand 3 first X\n", ["MB015 9:1-15"], HAND + "\nhand 2 first X\n"),
    (HAND + "1. X 50\n1. Y1 50\n", ["MB016 9:1-3"], HAND + "1. X 50\n2. Y1 50\n"),
    (HEADER + "carried Z 1\n", ["MB017 7:9-10"], HEADER + "carried Y 1\n"),
    (HEADER + "carried Z 1\nZ: A\n", ["MB709 8:1-5"], HEADER.removesuffix("\n") + "Z: A\ncarried Z 1\n"),
    ("\ufeff" + HAND, ["MB701 1:1-2"], HAND),
    (HAND + "\n\ufeff" + HAND, ["MB701 9:1-2"], HAND + "\n" + HAND),
    (HAND.replace("\n", "\r\n"), ["MB702 1:6-6"], HAND),
    (HAND.replace("\n", "\r"), ["MB702 1:6-6"], HAND),
    (HAND.removesuffix("\n"), ["MB703 7:15-15"], HAND),
    ("MBN 1;x\nRuleset: a\nX: A\n", ["MB704 1:1-8"], "MBN 1 ; x\nRuleset: a\nX: A\n"),
    ("MBN 01\nRuleset: a\nX: A\n", ["MB708 1:1-7"], "MBN 1\nRuleset: a\nX: A\n"),
]


@pytest.mark.parametrize(("text", "found", "neighbour"), TEXTS)
def test_text(text: str | bytes, found: list[str], neighbour: str | bytes) -> None:
    assert findings(text) == found
    assert findings(neighbour) == []


def test_only_the_first_hundred_errors_are_listed() -> None:
    [reading] = read(HAND + "rubbish\n" * 250 + "2. X 50\n" + "\nhand 2 first X\n")
    assert [error.code for error in reading.errors] == ["MB005"] * 100 + ["MB008"]
    assert reading.errors[-1].message.startswith("151 more")
    assert reading.errors[-1].span.line == 108
    assert reading.record is not None
    assert len(reading.record.lines) == 3


def test_only_the_first_hundred_notices_are_listed() -> None:
    [reading] = read(HAND + "X 50\n" * 250)
    assert [notice.code for notice in reading.style] == ["MB705"] * 100 + ["MB711"]


def test_a_record_that_is_too_long_is_cut_and_the_next_is_read() -> None:
    turns = "".join(f"{turn}. X\n" for turn in range(1, 100_001))
    first, second = read(HAND + turns + HAND)
    assert [error.code for error in first.errors] == ["MB009"]
    assert first.errors[0].span.line == 100_001
    assert second.errors == ()


def test_unreadable_lines_hide_nothing() -> None:
    text = (
        HAND + "1. X 50\n2. Y1 foo\n3. X 50\nhand two first X\n1. X 50\n\nhand 3 first X\nresult 1\n1. X 50\n"
    )
    assert [found.split("-")[0] for found in findings(text)] == [
        "MB005 9:7",
        "MB005 11:6",
        "MB005 15:8",
        "MB012 16:1",
    ]


def test_numbers_go_on_after_an_unreadable_turn_without_number() -> None:
    assert findings(HAND + "1. X 50\nY1 foo\n3. X 50\n4. X 75\n")[0][:9] == "MB005 9:4"
    assert len(findings(HAND + "1. X 50\nY1 foo\n3. X 50\n4. X 75\n")) == 1


def test_a_jump_of_turn_numbers_is_reported_once_and_asks_for_a_full_stop() -> None:
    [reading] = read(HAND + "1. X 50\n25. Y1 50\n26. X 50\n")
    assert [error.code for error in reading.errors] == ["MB016"]
    assert "full stop after a card" in reading.errors[0].message


def test_every_code_is_tested_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert set(re.findall(r"MB[07][0-9]{2}", text)) >= set(CODES)


def test_a_turn_line_too_long_is_one_each_time_it_is_read() -> None:
    seats = "X: Anna\nY: Ben\n"
    text = f"MBN 1\nRuleset: winning-moves\n{seats}\nhand 1 first X\n1. X (100) R+\n2. Y (25){' 25' * 41}\n"
    for _ in range(3):
        assert [error.code for reading in read(text) for error in reading.errors] == ["MB030"]


def test_messages_name_what_was_found_and_what_could_stand_there() -> None:
    [reading] = read(HAND + "1. X 150\n1. X (50) T-\n")
    first, second = reading.errors
    assert first.text == "1. X 150"
    assert "150" in first.message
    assert {"100", "A*", "pass", "(", "the end of the line"} <= set(first.expected)
    assert second.expected == ("T->Y",)


def test_a_look_alike_is_named_and_the_plain_character_offered() -> None:
    [reading] = read(HAND + "1. X A−>Y\n")
    assert "U+2212 MINUS SIGN" in reading.errors[0].message
    assert reading.errors[0].expected == ("-",)


def test_parse_raises_with_all_errors() -> None:
    with pytest.raises(UnreadableError) as caught:
        parse(HAND + "foo\nbar\n")
    assert [str(error.span) for error in caught.value.errors] == ["8:1", "9:1"]
    assert isinstance(caught.value, ValueError)


def test_parse_wants_exactly_one_record() -> None:
    with pytest.raises(UnreadableError) as caught:
        parse(HAND + HAND)
    assert [(error.code, error.span.line) for error in caught.value.errors] == [("MB010", 8)]
    with pytest.raises(UnreadableError):
        parse("")
