"""The grammar: no two terminals collide, every number may be any number, every form builds its item."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from lark import Lark

from bornes_notation import (
    Attack,
    Card,
    Carried,
    Check,
    Deal,
    Discard,
    Draw,
    End,
    Hand,
    Interrupt,
    Other,
    Pass,
    Pile,
    Play,
    Reshuffle,
    Result,
    Ruling,
    Setup,
    Show,
    Turn,
)
from bornes_notation.builder import LineBuilder
from bornes_notation.grammar import grammar_text, parse_line


def test_no_terminal_collides_with_another() -> None:
    pytest.importorskip("interegular")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        Lark(grammar_text(), start="line", parser="lalr", lexer="contextual", strict=True)


def test_every_rule_has_its_builder() -> None:
    parser = Lark(grammar_text(), start="line", parser="lalr")
    inlined = {"body", "held", "face", "own", "number", "action", "lay"}
    for rule in parser.rules:
        name = rule.alias or str(rule.origin.name)
        assert name.startswith("_") or name in inlined or hasattr(LineBuilder, name), name


FORMS: list[tuple[str, Any]] = [
    ("carried X 25 Y -50", Carried((("X", 25), ("Y", -50)))),
    ("hand 2 first Y1", Hand(2, "Y1")),
    ("deal X 100 2? A-", Deal("X", (Card.KM_100, None, None, Card.ACCIDENT))),
    ("pile ? 25", Pile((None, Card.KM_25))),
    ("reshuffle", Reshuffle(())),
    ("reshuffle R*", Reshuffle((Card.RIGHT_OF_WAY,))),
    ("show X2 L-", Show("X2", (Card.SPEED_LIMIT,))),
    ("setup X km=475 battle=R+,T-", Setup("X", (("km", "475"), ("battle", "R+,T-")))),
    ("setup pile=3", Setup(None, (("pile", "3"),))),
    ("X", Turn("X")),
    ("X (-) pass", Turn("X", Draw(()), (Pass(),))),
    ("X (<?) /?", Turn("X", Draw((None,), from_discard=True), (Discard(None),))),
    ("X (50 ?) 200 noext", Turn("X", Draw((Card.KM_50, None)), (Play(Card.KM_200),), call=False)),
    (
        "X L->Y ext Y2! R* (25)",
        Turn(
            "X",
            None,
            (Attack(Card.SPEED_LIMIT, "Y"),),
            True,
            (Interrupt("Y2", Play(Card.RIGHT_OF_WAY), Draw((Card.KM_25,))),),
        ),
    ),
    ("X Y! T->X", Turn("X", interrupts=(Interrupt("Y", Attack(Card.FLAT_TYRE, "X")),))),
    ("check pile 0", Check("pile", None, 0)),
    ("check miles X 475", Check("miles", "X", 475)),
    ("check cards X1 6", Check("cards", "X1", 6)),
    ("check total Y -5", Check("total", "Y", -5)),
    ("ruling stands Y", Ruling("stands", "Y")),
    ("ruling retract Y2 MB231", Ruling("retract", "Y2", code="MB231")),
    ("ruling penalty Y +100", Ruling("penalty", "Y", 100)),
    ("ruling redeal MB101", Ruling("redeal", code="MB101")),
    ("end trip X 75 Y 80", End("trip", None, (("X", 75), ("Y", 80)))),
    ("end conceded X", End("conceded", "X")),
    ("result", Result()),
    ("result X 1 won X Y", Result((("X", 1),), "won", ("X", "Y"))),
    ("result forfeit Y", Result((), "forfeit", ("Y",))),
    ("x-time 21:40", Other("x-time 21:40")),
]


@pytest.mark.parametrize(("text", "item"), FORMS)
def test_form(text: str, item: object) -> None:
    assert parse_line(text).item == item


@pytest.mark.parametrize("number", [0, 25, 50, 75, 100, 200, 7, 999999999])
@pytest.mark.parametrize(
    "form",
    [
        "MBN {}",
        "carried X {} Y {}",
        "carried X -{}",
        "hand {} first X",
        "check pile {}",
        "check miles X {}",
        "check cards X {}",
        "check cards X1 {}",
        "check total X {}",
        "check total X -{}",
        "ruling penalty X +{}",
        "ruling penalty X1 -{} MB100",
        "end trip X {}",
        "end trip X {} Y {}",
        "end conceded X Y {}",
        "result X {} Y -{}",
        "result X {} won X",
        "setup km={}",
    ],
)
def test_any_number_stands_wherever_a_number_does(form: str, number: int) -> None:
    assert str(number) in repr(parse_line(form.format(number, number)))


def test_columns_are_those_of_the_text() -> None:
    text = "12. X1 (50 25) /100 A->Y pass noext Y2! A* (25)"
    item = parse_line(text).item
    assert isinstance(item, Turn)
    assert item.draw is not None
    places = [item.seat_columns, item.draw.columns, *(action.columns for action in item.actions)]
    places += [item.call_columns, item.interrupts[0].columns, item.interrupts[0].shown.columns]
    found = [text[slice(*place)] for place in places]
    assert found == ["X1", "(50 25)", "/100", "A->Y", "pass", "noext", "Y2! A* (25)", "A*"]


def test_columns_of_claims() -> None:
    text = "result X 2400 Y -5 won X Y"
    item = parse_line(text).item
    assert isinstance(item, Result)
    assert [text[slice(*place)] for place in item.points_columns] == ["2400", "-5"]
    assert text[slice(*item.outcome_columns)] == "won X Y"
