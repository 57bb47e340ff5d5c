"""Typing slips: each is answered with the line that was meant, and that line can be read."""

from __future__ import annotations

import pytest

import bornes
from bornes_notation import NotationError, read
from bornes_notation.expected import grammar_fault
from bornes_notation.mending import LONGEST_MENDED, MOST_WORDS, mended
from bornes_notation.slips import SLIPS

TOP = "MBN 1\nRuleset: winning-moves\nX: Moreau, Alice\nY: Bianchi, Ugo\n\n"
PLAYERS = {"X": "Moreau, Alice", "Y": "Bianchi, Ugo"}

# What was written, and what was meant.
SLIPPED = [
    ("3. X 75 # too fast", "3. X 75 ; too fast"),
    ("3. X 75 // too fast", "3. X 75 ; too fast"),
    ("End trip X 700", "end trip X 700"),
    ("end Trip", "end trip"),
    ("Hand 2 first Y", "hand 2 first Y"),
    ("RULING VOID X", "ruling void X"),
    ("Check pile 40", "check pile 40"),
    ("Pile 94?", "pile 9? 9? 9? 9? 9? 9? 9? 9? 9? 9? 4?"),
    ("3. X 75 Ext", "3. X 75 ext"),
    ("3. X Pass", "3. X pass"),
    ("ruling void X mb231", "ruling void X MB231"),
    ("ruling void X MB 231", "ruling void X MB231"),
    ("3. X T->Y Y: T*", "3. X T->Y Y! T*"),
    ("3. X T->Y! T*", "3. X T->Y Y! T*"),
    ("3. X T->Y cf T*", "3. X T->Y Y! T*"),
    ("3. X: R+", "3. X R+"),
    ("end trip: X 700 Y 0", "end trip X 700 Y 0"),
    ("ruling void X: MB231", "ruling void X MB231"),
    ("setup X Km=475", "setup X km=475"),
    ("setup X km = 475", "setup X km=475"),
    ("setup X km:475", "setup X km=475"),
    ("setup X km 475", "setup X km=475"),
    ("setup X battle=R+ T-", "setup X battle=R+,T-"),
    ("setup X, km=475, battle=R+", "setup X km=475 battle=R+"),
    ("3. X /50,75", "3. X /50 /75"),
    ("3. X (50,75) 25", "3. X (50 75) 25"),
    ("3. X T->Y, Y! T*", "3. X T->Y Y! T*"),
    ("deal X 25,50,75", "deal X 25 50 75"),
    ("end trip X 700, Y 0", "end trip X 700 Y 0"),
    ("carried X 100, Y 200", "carried X 100 Y 200"),
    ("end trip X=700 Y=0", "end trip X 700 Y 0"),
    ("check pile=40", "check pile 40"),
    ("3. X [50] 75", "3. X (50) 75"),
    ("3. X {50} 75", "3. X (50) 75"),
    ("3. X <50> 75", "3. X (50) 75"),
    ("3. X <50 75", "3. X (<50) 75"),
    ("3. X ((50)) R+", "3. X (50) R+"),
    ("3. X (50) (75) R+", "3. X (50 75) R+"),
    ("3. X (50 75", "3. X (50) 75"),
    ("3. X T->Y Y! T* (25", "3. X T->Y Y! T* (25)"),
    ("3. X 50) R+", "3. X (50) R+"),
    ("3. X (50)) R+", "3. X (50) R+"),
    ("3. X A=>Y", "3. X A->Y"),
    ("3. X A-->Y", "3. X A->Y"),
    ("3. X A on Y", "3. X A->Y"),
    ("3. X T<-Y", "3. X T->Y"),
    ("3. X ->Y T", "3. X T->Y"),
    ("3. X +R", "3. X R+"),
    ("3. X *T", "3. X T*"),
    ("3. X R +", "3. X R+"),
    ("3. X R++", "3. X R+"),
    ("3. X T*!", "3. X T*"),
    ("3. X T*! /25", "3. X T* /25"),
    ("3. X 5O", "3. X 50"),
    ("3. X 1OO", "3. X 100"),
    ("3. X l00", "3. X 100"),
    ("3. X 75 km", "3. X 75"),
    ("3. X +75", "3. X 75"),
    ("end trip X +700 Y 0", "end trip X 700 Y 0"),
    ("deal X 6 ?", "deal X 6?"),
    ("3. X discards 50", "3. X /50"),
    ("3. X \\50", "3. X /50"),
    ("3. X draws 50", "3. X (50)"),
    ("result X 700 won X.", "result X 700 won X"),
    ("ruling void Y MB231.", "ruling void Y MB231"),
    ("3.. X 75", "3. X 75"),
    ("reshufle", "reshuffle"),
    ("3. X passe", "3. X pass"),
    ("hand 2 begins Y", "hand 2 first Y"),
    ("result won by X", "result won X"),
    ("3. Alice 75", "3. X 75"),
    ("3. Moreau, Alice 75", "3. X 75"),
    ("hand 2 first Ugo", "hand 2 first Y"),
    ("3. X R+ Y! T* ext", "3. X R+ ext Y! T*"),
    ("hand 2 Y", "hand 2 first Y"),
    ("hand #2 first Y", "hand 2 first Y"),
    ("result X 1 Y 0 X won", "result X 1 Y 0 won X"),
    ("ruling penalty -100 Y", "ruling penalty Y -100"),
    ("check X miles 0", "check miles X 0"),
    ("ruling Y void", "ruling void Y"),
    # Several at once.
    ("End Trip: X 700, Y 0.", "end trip X 700 Y 0"),
    ("3. Alice: [50] A=>Y", "3. X (50) A->Y"),
]

NOT_MEANT = [
    "rubbish",
    "3. X 150",
    "3. X (50) 60",
    "he drew a 50, then laid it",
    "ruling undo X",
    "3. Pia 75",
]


def errors(line: str) -> list[NotationError]:
    """What is said of a line after two turns of the first hand."""
    text = f"{TOP}hand 1 first X\n1. X R+\n2. Y R+\n{line}\n"
    return [error for reading in read(text) for error in reading.errors]


@pytest.mark.parametrize(("line", "right"), SLIPPED)
def test_the_line_that_was_meant(line: str, right: str) -> None:
    offer = mended(line, PLAYERS)
    assert offer is not None
    assert offer.text == right
    assert grammar_fault(right) is None


@pytest.mark.parametrize(("line", "right"), SLIPPED)
def test_the_message_shows_it(line: str, right: str) -> None:
    error = errors(line)[0]
    assert error.code == "MB005"
    fault = grammar_fault(line)
    assert fault is not None
    assert error.message != fault.message
    assert right in error.message or any(offer in right for offer in error.expected)


@pytest.mark.parametrize("line", NOT_MEANT)
def test_nothing_is_offered_that_was_not_meant(line: str) -> None:
    assert mended(line, PLAYERS) is None
    assert [error.code for error in errors(line)] == ["MB005"]


@pytest.mark.parametrize("number", range(len(SLIPS)))
def test_every_slip_is_needed(number: int) -> None:
    """Without it some line above would not be mended as it must be."""
    slip = SLIPS[number]
    lines = [(line, right) for line, right in SLIPPED if slip.mend(line, PLAYERS)[1]]
    rest = SLIPS[:number] + SLIPS[number + 1 :]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bornes_notation.mending.SLIPS", rest)
        offers = [(line, mended(line, PLAYERS)) for line, _ in lines]
    assert [(line, offer and offer.text) for line, offer in offers] != lines


def test_a_name_that_two_players_have_is_no_seat() -> None:
    assert mended("3. Alice 75", {"X": "Moreau, Alice", "Y": "Bianchi, Alice"}) is None


def test_a_long_line_costs_no_search() -> None:
    cards = " 25" * (LONGEST_MENDED // 3)
    assert mended(f"3. X{cards[:300]},", PLAYERS) is not None
    assert mended(f"3. X{cards},", PLAYERS) is None


def test_prose_costs_no_search() -> None:
    assert mended("end trip, " + "note " * (MOST_WORDS - 2), {}) is None
    assert mended("End trip" + " X 700," * (MOST_WORDS + 2), {}) is not None
    assert mended("End trip ; " + "note " * (MOST_WORDS - 2), {}) is not None
    assert mended("End trip ; " + "note " * (MOST_WORDS - 1), {}) is None


def test_a_letter_alone_is_answered_with_its_cards() -> None:
    assert errors("3. X R")[0].expected == ("R+", "R*", "R->Y")
    assert errors("3. X (50) L")[0].expected == ("L+", "L->Y")
    assert errors("show X 25 R")[0].expected == ("R+", "R*", "R-")


@pytest.mark.parametrize("line", ["3. X R+ 4. Y R+", "3. X R+ Y R+"])
def test_two_turns_on_a_line_are_named(line: str) -> None:
    assert "second turn" in errors(line)[0].message


@pytest.mark.parametrize("line", ["ruling: void X", "result: X 700 Y 0", "hand: 2 first Y"])
def test_a_keyword_with_a_colon_is_no_header_key(line: str) -> None:
    [error] = errors(line)
    word, _, rest = line.partition(":")
    assert error.message.endswith(f"the line would be: {word}{rest}")
    assert error.expected == (word,)


def test_a_key_of_nobody_gets_both_forms_of_ones_own() -> None:
    assert errors("note: hello")[0].expected == ("x-note", "X-Note:")


@pytest.mark.parametrize("line", ["mbn 1", "Mbn 1"])
def test_the_version_line_is_shown_whole(line: str) -> None:
    [reading] = read(f"{line}\nRuleset: winning-moves\nX: A\n")
    assert "MBN 1" in reading.errors[0].message


def test_a_comment_that_looks_like_a_turn_is_named() -> None:
    text = f"{TOP}hand 1 first X\n1. X R+; 2. Y R+\n2. Y R+; he thought\n"
    [reading] = read(text)
    first, second = reading.style
    assert "looks like a turn" in first.message
    assert "looks like a turn" not in second.message


SEAT_LINES = ["X Anna", "X= Anna", "x: Anna", "x Anna", "X - Anna", "X. Anna", "X, Anna", "X: Ren\xe9"]


def game(seat_line: str) -> bytes:
    """Two hands, in which X is named on every second line."""
    turns = "".join(f"{number}. {'XY'[number % 2 == 0]} /25\n" for number in range(1, 61))
    text = f"MBN 1\nRuleset: winning-moves\n{seat_line}\nY: Ben\n\nhand 1 first X\n{turns}end unfinished X 0 Y 0\n"
    return (text + "\nhand 2 first Y\n1. Y R+\n2. X R+\n3. Y /25\n4. X /25\n").encode("latin-1")


@pytest.mark.parametrize("seat_line", SEAT_LINES)
def test_a_seat_line_that_cannot_be_read_is_told_of_once_a_hand(seat_line: str) -> None:
    [reading] = read(game(seat_line))
    assert [(error.code, error.span.line) for error in reading.errors] == [
        ("MB001" if "\xe9" in seat_line else "MB005", 3),
        ("MB017", 6),
        ("MB017", 71),
    ]
    assert "line 3" in reading.errors[1].message


@pytest.mark.parametrize("seat_line", SEAT_LINES)
def test_nothing_is_judged_without_a_seat(seat_line: str) -> None:
    [reading] = read(game(seat_line))
    report = bornes.validate(reading)
    assert report.verdict == "unreadable"
    assert (report.violations, report.hands) == ((), ())
    [whole] = read(game("X: Anna"))
    assert [hand.number for hand in bornes.validate(whole).hands] == [1, 2]


def test_a_seat_that_nobody_wrote_is_an_error_each_time() -> None:
    [reading] = read(game("Z: Anna"))
    assert [error.code for error in reading.errors] == ["MB017"] * 34


def test_a_turn_before_the_first_hand_is_no_seat_line() -> None:
    [reading] = read(game("X (50"))
    assert [error.code for error in reading.errors] == ["MB005"] + ["MB017"] * 34


@pytest.mark.parametrize(
    "line", ["ruleset: winning-moves", "Ruleset winning-moves", "Ruleset= winning-moves"]
)
def test_a_ruleset_line_that_cannot_be_read_is_not_missing(line: str) -> None:
    [reading] = read(f"MBN 1\n{line}\nX: A\nY: B\n")
    assert [(error.code, error.span.line) for error in reading.errors] == [("MB005", 2)]


def test_options_that_cannot_be_read_leave_the_rules_unknown() -> None:
    text = "MBN 1\nRuleset: winning-moves\n{}\nX: A\nY: B\n\nhand 1 first X\n1. X R+\n"
    [reading] = read(text.format("Options target=1000"))
    assert bornes.validate(reading).hands == ()
    [reading] = read(text.format("Options: target=1000"))
    assert len(bornes.validate(reading).hands) == 1


def test_a_second_seat_of_a_side_whose_first_line_cannot_be_read() -> None:
    [reading] = read("MBN 1\nRuleset: winning-moves\nX1 Anna\nY: B\nX2: Luc\n")
    assert [(error.code, error.span.line) for error in reading.errors] == [("MB005", 3)]


@pytest.mark.parametrize(
    ("header", "offer"),
    [
        ("Ruleset: Winning Moves", "winning-moves"),
        ("Ruleset: Winning-Moves", "winning-moves"),
        ("Options: target = 700", "target=700"),
        ("Options: target:700", "target=700"),
        ("Options: target=700,extension=1000", "target=700 extension=1000"),
    ],
)
def test_a_header_value_is_offered_as_it_must_be(header: str, offer: str) -> None:
    [reading] = read(f"MBN 1\n{header}\n")
    [error] = [error for error in reading.errors if error.code == "MB026"]
    assert error.expected == (offer,)
    assert offer in error.message


@pytest.mark.parametrize(
    ("options", "offer"),
    [
        ("target=700, extension=1000", "target=700"),
        ("limit_on_limit=true", "limit_on_limit=yes"),
        ("finish=Exact", "finish=exact"),
    ],
)
def test_a_value_of_an_option_is_offered_as_it_must_be(options: str, offer: str) -> None:
    [reading] = read(f"MBN 1\nRuleset: winning-moves\nOptions: {options}\nX: A\nY: B\n")
    [error] = bornes.validate(reading).errors
    assert error.code == "MB029"
    assert offer in error.message


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("setup X km=630", "9-15"),
        ("setup X km=475, battle=R+", "9-16"),
    ],
)
def test_a_position_of_no_cards_is_unreadable(line: str, place: str) -> None:
    [reading] = read(f"{TOP}hand 1 first X\n{line}\n")
    [error] = reading.errors
    assert (error.code, f"{error.span.column}-{error.span.end_column}") == ("MB013", place)


@pytest.mark.parametrize("line", ["setup X km=625", "setup X km=0", "setup X km=25 200s=1"])
def test_a_position_of_cards_is_readable(line: str) -> None:
    [reading] = read(f"{TOP}hand 1 first X\n{line}\n")
    assert reading.errors == ()


@pytest.mark.parametrize(("line", "most"), [("setup pile=", 101), ("setup next=Y pile=", 101)])
def test_a_draw_pile_larger_than_the_pack_is_unreadable(line: str, most: int) -> None:
    text = f"{TOP}hand 1 first X\n{{}}\n"
    [reading] = read(text.format(f"{line}{most}"))
    assert bornes.validate(reading).errors == ()
    [reading] = read(text.format(f"{line}{most + 1}"))
    [error] = bornes.validate(reading).errors
    start = len(line) - len("pile=") + 1
    assert (error.code, error.span.line, error.span.column) == ("MB013", 7, start)
    assert error.span.end_column == start + len("pile=102")


@pytest.mark.parametrize(("size", "refused"), [(50, False), (51, True)])
def test_hands_larger_than_the_pack_are_no_option(size: int, refused: bool) -> None:
    text = (
        f"MBN 1\nRuleset: winning-moves\nOptions: target=700 hand_size={size}\nX: A\nY: B\n\nhand 1 first X\n"
    )
    [reading] = read(text)
    report = bornes.validate(reading)
    assert [(error.code, error.span.line, error.span.column) for error in report.errors] == [
        ("MB029", 3, 31)
    ] * refused
    assert bool(report.hands) is not refused


@pytest.mark.parametrize("line", ["Hand 1 first X", "HAND 1 FIRST X", "hand one first X"])
def test_a_hand_line_that_cannot_be_read_begins_a_hand(line: str) -> None:
    [reading] = read(f"{TOP}{line}\n1. X R+\n2. Y R+\nend unfinished\n\nhand 2 first Y\n1. Y R+\n")
    assert [(error.code, error.span.line) for error in reading.errors] == [("MB005", 6)]
    assert [hand.number for hand in bornes.validate(reading).hands] == [2]
