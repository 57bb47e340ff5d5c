"""What holds for every game, however it was played, damaged or half forgotten."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import bornes
from bornes.loading import read_options
from bornes.report import Report
from bornes_api.render.jsonreport import report_to_dict
from bornes_notation import Reading, Record
from bornes_notation.cards import Card
from bornes_notation.jsonform import from_json, to_json
from bornes_notation.record import Deal, Discard, Header, Pass, Reshuffle, Turn
from mutations import damaged, forgiven, game, hidden, places, softened, some
from tables import parts

SCHEMA = Draft202012Validator(
    json.loads((Path(__file__).parent.parent / "spec/schemas/report.schema.json").read_text(encoding="utf-8"))
)
GAMES = 130
"""Different games that are played for these tests; their seeds are below this."""

seeds = st.integers(0, GAMES - 1)
chances = st.integers(0, 10**6).map(Random)


def quick(examples: int) -> settings:
    return settings(max_examples=examples, derandomize=True, deadline=None, database=None)


def reading_of(text: str) -> Reading | None:
    """The record of a text, None if the notation refuses something in it."""
    (reading,) = bornes.read(text)
    return None if reading.errors or reading.record is None else reading


def judged(text: str, policy: str = "as-played") -> Report | None:
    reading = reading_of(text)
    return None if reading is None else bornes.validate(reading, policy=policy)


def faults(report: Report) -> list[tuple[str, int, str | None]]:
    """Violations by what does not change when a name or a comment does."""
    return [(each.code, each.turn or 0, each.seat) for each in report.violations]


# ---- games that were made up
@given(seeds)
@quick(120)
def test_played_games_are_legal_and_complete(seed: int) -> None:
    report = judged(game(seed))

    assert report is not None
    assert (report.verdict, report.violations, report.unverified) == ("legal", (), ())
    assert report.complete
    assert SCHEMA.is_valid(report_to_dict(report))


class Count:
    """Where the cards of a hand are, told from the lines of the record alone."""

    def __init__(self, record: Record, given_rolls: int) -> None:
        self.hands: dict[str, Counter[Card]] = {seat: Counter() for seat in record.seats}
        self.out: Counter[Card] = Counter({Card.ROLL: given_rolls})

    def draw(self, seat: str, turn_draw: Any) -> None:
        faces = () if turn_draw is None else turn_draw.faces
        self.hands[seat].update(faces)
        if turn_draw is not None and turn_draw.from_discard:
            self.out.subtract(faces)

    def take(self, item: Any) -> None:
        if isinstance(item, Deal):
            self.hands[item.seat].update(face for face in item.faces if face)
        elif isinstance(item, Reshuffle):
            self.out.subtract(face for face in item.faces if face)
        elif isinstance(item, Turn):
            self._turn(item)

    def _turn(self, turn: Turn) -> None:
        cut_off = turn.interrupts and not turn.actions
        if not cut_off:
            self.draw(turn.seat, turn.draw)
        for action in turn.actions:
            if not isinstance(action, Pass):
                self._leave(turn.seat, action.face if isinstance(action, Discard) else action.card)
        for shown in turn.interrupts:
            self._leave(shown.seat, shown.shown.card)
            self.draw(shown.seat, shown.draw)

    def _leave(self, seat: str, face: Card | None) -> None:
        assert face is not None
        assert self.hands[seat][face] > 0, f"{seat} does not hold {face}"
        self.hands[seat][face] -= 1
        self.out[face] += 1

    @property
    def everywhere(self) -> Counter[Card]:
        total = Counter(self.out)
        for hand in self.hands.values():
            total.update(hand)
        return total


@given(seeds)
@quick(60)
def test_cards_are_conserved_at_every_step(seed: int) -> None:
    record = bornes.parse(game(seed))
    report = bornes.validate(record)
    ruleset = bornes.load_ruleset(record.header("Ruleset") or "")
    if report.options:
        ruleset, _ = read_options(ruleset, record.header("Options") or "")
    sides = len(record.sides)
    seating = ruleset.seating(sides, len(record.seats) // sides)
    assert seating is not None
    pack = Counter(ruleset.pack(seating))
    given_rolls = sides if ruleset.start_needs_roll == "given" else 0
    items = {line.line: line.item for line in record.lines}
    count = Count(record, given_rolls)
    for step in bornes.replay(record):
        if step.text.startswith("hand "):
            count = Count(record, given_rolls)
            for line in range(step.line + 1, step.line + 1 + len(record.seats)):
                count.take(items[line])
        before = count.everywhere
        assert not before - pack
        state = parts(step.state)
        if isinstance(items[step.line], Reshuffle) and step.text:
            count.take(items[step.line])
            continue
        reshuffled = ruleset.exhaustion == "reshuffle"
        assert int(state["pile"]) == pack.total() - before.total() or reshuffled
        sizes = [hand.total() for hand in count.hands.values()]
        assert [int(size) for size in state["hands"].split()] == sizes
        if step.text and not isinstance(items[step.line], Deal):
            count.take(items[step.line])


@given(seeds)
@quick(60)
def test_format_and_json_keep_a_game(seed: int) -> None:
    record = bornes.parse(game(seed))
    text = bornes.format(record)

    assert bornes.format(bornes.parse(text)) == text
    assert bornes.parse(text) == record
    assert from_json(json.loads(json.dumps(to_json(record)))) == record


# ---- faces that nobody wrote down
def holds_when_hidden(text: str, chance: Random) -> None:
    before = judged(text)
    if before is None:
        return
    after = judged(hidden(text, some(chance, places(text))))

    assert after is not None
    assert after.verdict in {before.verdict, "undetermined"}


@given(seeds, chances)
@quick(250)
def test_hiding_faces_of_a_game_makes_nothing_illegal(seed: int, chance: Random) -> None:
    holds_when_hidden(game(seed), chance)


@given(seeds, chances)
@quick(250)
def test_hiding_faces_of_a_damaged_game_turns_no_verdict_round(seed: int, chance: Random) -> None:
    holds_when_hidden(damaged(game(seed), chance), chance)


@given(seeds, chances)
@quick(250)
def test_hiding_more_faces_of_a_half_hidden_game_turns_no_verdict_round(seed: int, chance: Random) -> None:
    text = softened(game(seed), chance)
    holds_when_hidden(hidden(text, some(chance, places(text))), chance)


# ---- damage
@given(seeds, chances, st.sampled_from(["as-played", "void"]))
@quick(250)
def test_damage_never_crashes_and_every_report_fits_its_schema(
    seed: int, chance: Random, policy: str
) -> None:
    text = damaged(damaged(game(seed), chance), chance)
    (reading,) = bornes.read(hidden(text, some(chance, places(text))))
    report = bornes.validate(reading, policy=policy)

    SCHEMA.validate(report_to_dict(report))
    assert (report.verdict == "illegal") == (
        not report.errors and any(each.ruling is None for each in report.violations)
    )


@given(seeds, chances)
@quick(60)
def test_games_without_draws_are_judged(seed: int, chance: Random) -> None:
    text = re.sub(r" \([^()]*\)", "", game(seed))
    report = judged(hidden(text, some(chance, places(text))))

    assert report is not None
    assert "U-DRAW" in {each.check for each in report.unverified}


@given(seeds, chances)
@quick(100)
def test_names_comments_and_events_change_nothing(seed: int, chance: Random) -> None:
    text = damaged(game(seed), chance)
    reading = reading_of(text)
    if reading is None or reading.record is None:
        return
    record = reading.record
    other = replace(
        record,
        headers=tuple(
            Header(each.key, "somebody else" if each.key in {*record.seats, "Event"} else each.value)
            for each in record.headers
        ),
        lines=tuple(replace(line, comment="so they said", above=("then",)) for line in record.lines),
    )
    first, second = (bornes.validate(bornes.parse(bornes.format(each))) for each in (record, other))

    assert faults(first) == faults(second)
    assert (first.verdict, first.hands, first.match) == (second.verdict, second.hands, second.match)
    assert first.unverified == second.unverified


@given(seeds, chances)
@quick(60)
def test_judging_is_deterministic(seed: int, chance: Random) -> None:
    reading = reading_of(damaged(game(seed), chance))
    if reading is not None:
        assert bornes.validate(reading) == bornes.validate(reading)


@given(seeds, chances, st.sampled_from(["as-played", "void"]))
@quick(80)
def test_replay_tells_the_same_as_validate(seed: int, chance: Random, policy: str) -> None:
    reading = reading_of(damaged(game(seed), chance))
    if reading is None or reading.record is None:
        return
    report = bornes.validate(reading, policy=policy)
    steps = list(bornes.replay(reading, policy=policy))
    lines = {step.line for step in steps if step.text}

    found = Counter(each.code for step in steps if step.text for each in step.violations)
    assert found == Counter(each.code for each in report.violations if each.line in lines)
    for result in report.hands:
        last = next(step for step in steps if step.hand == result.number and not step.text)
        state = parts(last.state)
        for side, its in result.sides.items():
            miles = state[side].split(" ")[0]
            assert sum(map(int, miles.split("+"))) == its.miles


@given(seeds, chances)
@quick(80)
def test_ruled_violations_are_counted_and_leave_the_record_lawful(seed: int, chance: Random) -> None:
    report = judged(forgiven(damaged(game(seed), chance), chance))
    if report is not None:
        ruled = sum(each.ruling is not None for each in report.violations)
        assert report.ruled == ruled
        assert (report.verdict == "illegal") == (ruled < len(report.violations))


@pytest.mark.parametrize("seed", range(0, GAMES, 25))
def test_places_to_hide_are_all_found(seed: int) -> None:
    blind = hidden(game(seed), places(game(seed)))
    record = bornes.parse(blind)

    for line in record.lines:
        if isinstance(line.item, Deal | Reshuffle):
            assert set(line.item.faces) <= {None}
        if isinstance(line.item, Turn):
            draws = [line.item.draw, *(shown.draw for shown in line.item.interrupts)]
            assert all(set(draw.faces) <= {None} for draw in draws if draw)
            assert all(action.face is None for action in line.item.actions if isinstance(action, Discard))
