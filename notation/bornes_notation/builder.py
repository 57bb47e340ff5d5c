"""Builds the items of a line from what the grammar (``mbn.lark``) finds in it.

Columns of what is built are offsets in the text that was parsed.
"""

# ruff: noqa: D102  # a builder means what the grammar rule of its name means

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, cast

from lark import Token, Transformer

from bornes_notation.cards import Card, Face
from bornes_notation.names import turn_names
from bornes_notation.parsed import BLANKS, HeaderText, Name, Parsed, Version
from bornes_notation.record import (
    NOWHERE,
    Action,
    Attack,
    Carried,
    Check,
    Columns,
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

Points: TypeAlias = tuple[Name, int, Columns]


def _columns(token: Token) -> Columns:
    return (token.start_pos or 0, token.end_pos or 0)


def _face(token: Token) -> Face:
    return None if token.type == "UNKNOWN" else Card(token.value)


def _faces(tokens: Sequence[Token]) -> tuple[Face, ...]:
    faces: list[Face] = []
    for token in tokens:
        if token.type == "MANY":
            faces.extend([None] * int(token.value[0]))
        else:
            faces.append(_face(token))
    return tuple(faces)


def _code(tokens: Sequence[Token]) -> str | None:
    return next((str(token) for token in tokens if token.type == "CODE"), None)


def _points(pairs: Sequence[Points]) -> tuple[tuple[str, int], ...]:
    return tuple((name.text, value) for name, value, _ in pairs)


def _names(pairs: Sequence[Points]) -> tuple[Name, ...]:
    return tuple(name for name, _, _ in pairs)


Nodes: TypeAlias = list[Any]
"""The children of a node: what the methods below returned, and tokens. The grammar fixes which."""


def _naming(role: str) -> Callable[[object, Nodes], Name]:
    def name(_: object, nodes: Nodes) -> Name:
        return Name(role, str(nodes[0]), _columns(nodes[0]))

    return name


class LineBuilder(Transformer[Token, Parsed]):
    """Builds the item of a line while lark parses it; one method for each rule of the grammar."""

    def line(self, nodes: Nodes) -> Parsed:
        parsed = Parsed(None)
        for node in nodes:
            if isinstance(node, Parsed):
                parsed = node
            elif node.type == "HEADER":
                parsed = Parsed(HeaderText(str(node)))
            else:
                parsed = replace(parsed, comment=str(node)[1:].strip(BLANKS))
        return parsed

    # Names

    seat, side, target, who = map(_naming, ("seat", "side", "target", "who"))

    def points(self, nodes: Nodes) -> Points:
        name, number = nodes
        return name, int(number), _columns(number)

    # Turns

    def drew(self, nodes: Nodes) -> Draw:
        return Draw(tuple(map(_face, nodes[1:-1])), columns=(nodes[0].start_pos, nodes[-1].end_pos))

    def drew_none(self, nodes: Nodes) -> Draw:
        return Draw((), columns=(nodes[0].start_pos, nodes[-1].end_pos))

    def took(self, nodes: Nodes) -> Draw:
        columns = (nodes[0].start_pos, nodes[-1].end_pos)
        return Draw((_face(nodes[1]),), from_discard=True, columns=columns)

    def play(self, nodes: Nodes) -> Play:
        return Play(Card(nodes[0].value), _columns(nodes[0]))

    def attack(self, nodes: Nodes) -> Attack:
        hazard, target = nodes
        return Attack(Card(hazard.value), target.text, (hazard.start_pos, target.columns[1]))

    def discard(self, nodes: Nodes) -> Discard:
        slash, face = nodes
        return Discard(_face(face), (slash.start_pos, face.end_pos))

    def passed(self, nodes: Nodes) -> Pass:
        return Pass(_columns(nodes[0]))

    def interrupt(self, nodes: Nodes) -> Interrupt:
        seat, shown = nodes[0], nodes[1]
        draw = nodes[2] if len(nodes) > 2 else None
        return Interrupt(seat.text, shown, draw, (seat.columns[0], (draw or shown).columns[1]))

    def turn(self, nodes: Nodes) -> Parsed:
        number: int | None = None
        seat: Name | None = None
        draw: Draw | None = None
        actions: list[Action] = []
        call: Token | None = None
        interrupts: list[Interrupt] = []
        for node in nodes:
            if isinstance(node, Name):
                seat = node
            elif isinstance(node, Draw):
                draw = node
            elif isinstance(node, Interrupt):
                interrupts.append(node)
            elif isinstance(node, Token):
                number, call = (int(node[:-1]), call) if node.type == "NUMBER" else (number, node)
            else:
                actions.append(node)
        assert seat is not None  # the grammar demands it
        item = Turn(
            seat.text,
            draw,
            tuple(actions),
            None if call is None else call == "ext",
            tuple(interrupts),
            seat.columns,
            NOWHERE if call is None else _columns(call),
        )
        return Parsed(item, turn_names(seat, item), number)

    # Lines of other kinds

    def magic(self, nodes: Nodes) -> Parsed:
        return Parsed(Version(int(nodes[0])))

    def carried(self, nodes: Nodes) -> Parsed:
        return Parsed(Carried(_points(nodes)), _names(nodes))

    def hand(self, nodes: Nodes) -> Parsed:
        number, first = nodes
        return Parsed(Hand(int(number), first.text), (first,))

    def deal(self, nodes: Nodes) -> Parsed:
        return Parsed(Deal(nodes[0].text, _faces(nodes[1:])), (nodes[0],))

    def pile(self, nodes: Nodes) -> Parsed:
        return Parsed(Pile(_faces(nodes)))

    def reshuffle(self, nodes: Nodes) -> Parsed:
        return Parsed(Reshuffle(_faces(nodes)))

    def show(self, nodes: Nodes) -> Parsed:
        return Parsed(Show(nodes[0].text, _faces(nodes[1:])), (nodes[0],))

    def setup(self, nodes: Nodes) -> Parsed:
        names = tuple(node for node in nodes if isinstance(node, Name))
        pairs = tuple(tuple(str(pair).split("=", 1)) for pair in nodes[len(names) :])
        return Parsed(Setup(names[0].text if names else None, cast("Any", pairs)), names)

    def check_pile(self, nodes: Nodes) -> Parsed:
        return Parsed(Check("pile", None, int(nodes[0])))

    def check_miles(self, nodes: Nodes) -> Parsed:
        return Parsed(Check("miles", nodes[0].text, int(nodes[1])), (nodes[0],))

    def check_cards(self, nodes: Nodes) -> Parsed:
        return Parsed(Check("cards", nodes[0].text, int(nodes[1])), (nodes[0],))

    def check_total(self, nodes: Nodes) -> Parsed:
        return Parsed(Check("total", nodes[0].text, int(nodes[1])), (nodes[0],))

    def ruling(self, nodes: Nodes) -> Parsed:
        verb, who = str(nodes[0]), nodes[1]
        if verb != "forfeit":  # the others are about a play, and a play is a seat's
            who = replace(who, role="seat")
        return Parsed(Ruling(verb, who.text, None, _code(nodes[2:])), (who,))

    def penalty(self, nodes: Nodes) -> Parsed:
        who, points = nodes[0], int(nodes[1])
        return Parsed(Ruling("penalty", who.text, points, _code(nodes[2:])), (who,))

    def redeal(self, nodes: Nodes) -> Parsed:
        return Parsed(Ruling("redeal", code=_code(nodes)))

    def end(self, nodes: Nodes) -> Parsed:
        pairs = nodes[1:]
        item = End(str(nodes[0]), None, _points(pairs), tuple(columns for _, _, columns in pairs))
        return Parsed(item, _names(pairs))

    def end_lost(self, nodes: Nodes) -> Parsed:
        side, pairs = replace(nodes[1], role="loser"), nodes[2:]
        item = End(str(nodes[0]), side.text, _points(pairs), tuple(columns for _, _, columns in pairs))
        return Parsed(item, (side, *_names(pairs)))

    def won(self, nodes: Nodes) -> tuple[Token, tuple[Name, ...]]:
        return nodes[0], tuple(replace(side, role="winner") for side in nodes[1:])

    def lost(self, nodes: Nodes) -> tuple[Token, tuple[Name, ...]]:
        return nodes[0], (replace(nodes[1], role="loser"),)

    def undecided(self, nodes: Nodes) -> tuple[Token, tuple[Name, ...]]:
        return nodes[0], ()

    def result(self, nodes: Nodes) -> Parsed:
        outcome: tuple[Token, tuple[Name, ...]] | None = None
        if nodes and isinstance(nodes[-1][0], Token):
            outcome = nodes.pop()
        columns = tuple(place for _, _, place in nodes)
        if outcome is None:
            return Parsed(Result(_points(nodes), points_columns=columns), _names(nodes))
        word, sides = outcome
        place = (word.start_pos or 0, sides[-1].columns[1] if sides else word.end_pos or 0)
        letters = tuple(side.text for side in sides)
        return Parsed(Result(_points(nodes), str(word), letters, columns, place), (*_names(nodes), *sides))

    def other(self, nodes: Nodes) -> Parsed:
        return Parsed(Other(str(nodes[0]).strip(BLANKS)))
