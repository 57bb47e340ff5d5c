"""The counts of fixtures/perft, and the two ways of counting held against each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

import bornes
from bornes.judging.hand import HandReplay
from bornes.perft import PerftError, divided, perft, plies, start_of
from bornes_api.cli import group
from bornes_api.conformance.starts import Start, load_starts
from bornes_notation.cards import SAFETIES, Card, Kind
from bornes_notation.writer import format_item

FIXTURES = Path(__file__).parent.parent / "fixtures"
STARTS, PROBLEMS = load_starts(FIXTURES)
NODES_MAX = 200_000


def reading(start: Start, ruleset: str) -> bornes.Reading:
    return next(bornes.read(start.under(ruleset)))


def test_starts_are_in_order() -> None:
    assert PROBLEMS == ()
    assert len(STARTS) >= 25
    assert sum(sum(counts) for start in STARTS for counts in start.counts.values()) <= NODES_MAX
    assert {ruleset for start in STARTS for ruleset in start.counts} == set(bornes.ruleset_ids())


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.id)
def test_counts(start: Start) -> None:
    found = {ruleset: perft(reading(start, ruleset), len(counts)) for ruleset, counts in start.counts.items()}

    assert found == start.counts


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.id)
def test_each_line_is_lawful_and_no_other_is(start: Start) -> None:
    """The first ply, found without `bornes.legal`: every line that could be written, judged as a record."""
    ruleset, counts = next(iter(start.counts.items()))
    hand = start_of(reading(start, ruleset))
    lines = {format_item(ply.turn) for ply in plies(hand)}

    assert len(lines) == counts[0]
    assert lines == {line for line in _writable(hand, lines) if _is_lawful(start, line)}


def _writable(hand: HandReplay, lines: set[str]) -> set[str]:
    """Every action after every draw that a lawful line has, with each call, and each safety shown after it."""
    sides = hand.game.sides
    actions = [f"/{card}" for card in Card] + ["pass"]
    actions += [str(card) for card in Card if card.kind is not Kind.HAZARD]
    actions += [f"{card}>{side}" for card in Card if card.kind is Kind.HAZARD for side in sides]
    begun = {" ".join(line.split(" ")[:2]) for line in lines}
    called = {f"{line.split(' ext')[0]} noext" for line in lines if line.endswith(" ext")}
    written = {f"{first} {action}" for first, action in product(begun, actions)}
    written = {line for line in written if f"{line} noext" not in called}
    written |= called | {line.replace("noext", "ext") for line in called}
    return written | {f"{line} {shown}" for line in written for shown in _shown(hand, line)}


def _shown(hand: HandReplay, line: str) -> Iterator[str]:
    """Every safety in a hand, with the card that would replace it."""
    pile = hand.table.pile.top
    next_card = pile[("(-)" not in line and "(<" not in line) :][:1]
    replacement = next_card[0] if next_card else "-"
    for seat, holding in zip(hand.game.seats, hand.table.holdings, strict=True):
        yield from (f"{seat}! {card} ({replacement})" for card in holding.known if card in SAFETIES)


def _is_lawful(start: Start, line: str) -> bool:
    report = bornes.validate(next(bornes.read(start.record + line + "\n")))
    assert report.errors == ()
    return {violation.code for violation in report.violations} <= {"MB512"} and report.unverified == ()


def test_divided_sums_to_the_count() -> None:
    start = reading(STARTS[1], "winning-moves")
    parts = {format_item(turn): count for turn, count in divided(start, 2)}

    assert parts == {
        "X (25) T->Y": 3,
        "X (25) T->Y Y! T* (50)": 4,
        "X (25) /25": 4,
        "X (25) /T-": 4,
    }
    assert sum(parts.values()) == perft(start, 2)[-1] == 15
    assert {count for _, count in divided(start, 1)} == {1}


HEAD = "MBN 1\nRuleset: {}\nX:\nY:\n\n"
KNOWN = "hand 1 first X\nsetup next=X\ndeal X 25\ndeal Y 25\npile 50 75\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD.format("winning-moves"), "the record has 0 hands"),
        (HEAD.format("winning-moves") + "hand 1 first X\n", "the hand of X is not known"),
        (HEAD.format("winning-moves") + KNOWN.replace("pile 50 75\n", ""), "the draw pile is not known"),
        (HEAD.format("winning-moves") + KNOWN.replace("75\n", "?\n"), "the draw pile is not known"),
        (HEAD.format("winning-moves") + KNOWN + "X (50)\n", "X has drawn and not acted"),
        (HEAD.format("winning-moves") + KNOWN + "X (50) 50\n", "MB232"),
        (HEAD.format("winning-moves") + KNOWN + "X (50) 5\n", "MB005"),
        (HEAD.format("asmodee-2014") + KNOWN.replace("pile 50 75", "pile 50"), "would be shuffled"),
    ],
)
def test_what_is_no_start(text: str, words: str) -> None:
    with pytest.raises(PerftError, match=words):
        perft(next(bornes.read(text)), 3)


def test_a_hand_that_is_over_has_no_way_on() -> None:
    text = HEAD.format("winning-moves") + KNOWN + "end conceded X\n"

    assert perft(next(bornes.read(text)), 2) == (0, 0)


def test_command() -> None:
    start = STARTS[1].record
    result = CliRunner().invoke(group, ["perft", "-", "--depth", "2", "--divide"], input=start)

    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "<stdin>: record 1",
        "     1  4",
        "     2  15",
        "        X (25) T->Y: 3",
        "        X (25) T->Y Y! T* (50): 4",
        "        X (25) /25: 4",
        "        X (25) /T-: 4",
    ]


def test_command_in_another_ruleset_as_json() -> None:
    arguments = ["perft", "-", "--depth", "2", "--ruleset", "asmodee-2014", "--format", "json"]
    result = CliRunner().invoke(group, arguments, input=STARTS[1].record)

    assert result.exit_code == 0
    assert json.loads(result.stdout) == [{"file": "<stdin>", "index": 1, "counts": [4, 25]}]


def test_command_says_why_a_record_is_no_start() -> None:
    result = CliRunner().invoke(
        group, ["perft", "-"], input=HEAD.format("winning-moves") + "hand 1 first X\n"
    )

    assert result.exit_code == 2
    assert result.stderr == "bornes: <stdin>: record 1: the hand of X is not known\n"
