"""What a table looks like: distance cards, piles, hands, road and chart, by the values that are drawn."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import bornes
from bornes_api.drawing.chart import chart
from bornes_api.drawing.road import LEFT, RIGHT, road
from bornes_api.drawing.scene import Scene
from bornes_api.drawing.tally import with_laid
from bornes_api.pages.replaying import Frame, place, replayed
from bornes_notation import Card, parse

ROOT = Path(__file__).parent.parent
COUPE = (ROOT / "fixtures/coupe.mbn").read_text(encoding="utf-8")
HEADERS = "MBN 1\nRuleset: winning-moves\nX: Ada\nY: Ben\n\nhand 1 first X\n"


def frames(text: str, policy: str = "as-played") -> tuple[Frame, ...]:
    return replayed(next(iter(bornes.read(text))), None, policy).frames


def at(text: str, where: str) -> Scene:
    return next(frame.scene for frame in frames(text) if frame.at == where)


def records() -> Iterable[str]:
    yield COUPE
    for path in sorted((ROOT / "fixtures/peers").glob("*.mbn")):
        yield path.read_text(encoding="utf-8")


@pytest.mark.parametrize("policy", ["as-played", "void"])
def test_cards_on_a_car_always_add_up_to_its_kilometres(policy: str) -> None:
    steps = 0
    for text in records():
        for reading in bornes.read(text):
            for step, laid in with_laid(bornes.replay(reading, policy=policy)):
                steps += 1
                assert [each.km for each in laid] == [car.km for car in step.table.cars]
                assert all(each.other_km == 0 for each in laid)

    assert steps > 1000


def test_a_position_that_was_set_up_has_kilometres_without_cards() -> None:
    text = HEADERS + "setup X km=350 battle=R+\n1. X (75) 75\n2. Y (25) /25\nend unfinished\n"
    side = at(text, "1.2").sides[0]

    assert (side.km, side.other_km, side.distances) == (425, 350, ((Card.KM_75, 1),))


def test_a_play_that_was_taken_back_leaves_the_car() -> None:
    text = HEADERS + "setup X battle=R+,A-\n1. X (25) 25\nruling retract X\n2. X A+\nend unfinished\n"

    assert at(text, "1.L9").sides[0].distances == ((Card.KM_25, 1),)
    assert at(text, "1.2").sides[0].distances == ()


def test_table_of_a_coup_fourre() -> None:
    before, after = at(COUPE, "3.14"), at(COUPE, "3.15")

    assert before.sides[0].letter == "Y" or before.sides[1].letter == "Y"
    safeties = next(side.safeties for side in after.sides if side.letter == "Y")
    assert (Card.RIGHT_OF_WAY, True) in safeties


def test_hands_that_nobody_wrote_down_are_backs() -> None:
    text = (ROOT / "fixtures/club-night.mbn").read_text(encoding="utf-8")
    seats = [seat for side in at(text, "1.4").sides for seat in side.seats]

    assert [(seat.seat, seat.known, seat.backs, seat.acts) for seat in seats] == [
        ("X", (), 6, False),
        ("Y", (), 6, True),
    ]


def test_hazard_that_a_coup_may_answer_is_marked_until_it_may_not() -> None:
    text = (ROOT / "fixtures/club-night.mbn").read_text(encoding="utf-8")

    assert at(text, "1.4").sides[1].speed.answerable
    assert not at(text, "1.5").sides[1].speed.answerable


def test_state_of_a_car_is_told() -> None:
    text = HEADERS + "setup X battle=R+,A-\nsetup Y speed=L- battle=R+\n1. X (25) /25\nend unfinished\n"
    x, y = at(text, "1.1").sides

    assert (x.goes, x.halt, x.limited) == (False, Card.ACCIDENT, False)
    assert (y.goes, y.halt, y.limited) == (True, None, True)


@pytest.mark.parametrize("at_end", ["1.1", "1.end", "2.end", "3.end"])
def test_cars_stand_on_the_road_where_their_miles_are(at_end: str) -> None:
    scene = at(COUPE, at_end)
    drawn = road(scene)

    assert [car.miles for car in drawn.cars] == [side.miles for side in scene.sides]
    for car in drawn.cars:
        assert car.x == pytest.approx(LEFT + (RIGHT - LEFT) * car.miles / 1000, abs=0.01)
    assert drawn.goal_x == RIGHT


def test_a_car_beyond_the_target_stays_on_the_drawing() -> None:
    text = HEADERS + "setup X km=650 battle=R+\n1. X (200) 200\nruling stands X\nend unfinished\n"
    drawn = road(at(text, "1.end"))

    assert max(car.x for car in drawn.cars) == RIGHT
    assert drawn.goal_x < RIGHT


def test_chart_goes_up_where_a_card_was_laid() -> None:
    drawn = chart([(0, 0), (0, 0), (100, 0), (100, 0)], ("X", "Y"), [1, 2, 3, None], [1])

    assert drawn.tracks[0].points == "0,1000 666.7,1000 666.7,0 1000,0"
    assert drawn.tracks[1].points == "0,1000 1000,1000"
    assert drawn.faults == (drawn.xs[1],)
    assert [turn for _, turn in drawn.ticks] == [1, 2, 3]


def test_names_at_the_end_of_the_chart_never_cover_each_other() -> None:
    drawn = chart([(0, 0, 0, 0)], ("X", "Y", "Z", "W"), [None], [])
    heights = sorted(track.name_y for track in drawn.tracks)

    assert all(later - earlier >= 15 for earlier, later in itertools.pairwise(heights))


def test_every_card_has_a_face_of_its_own() -> None:
    sprite = (ROOT / "api/bornes_api/drawing/cards.svg").read_text(encoding="utf-8")
    faces = dict(re.findall(r'<symbol id="c-([^"]+)"[^>]*>(.*?)</symbol>', sprite))
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', sprite))

    assert {str(card) for card in Card} <= set(faces)
    assert len(set(faces.values())) == len(faces)
    for card in Card:  # token or number in words, and the pattern of its kind
        kind = {"": "km", "-": "hazard", "+": "remedy", "*": "safety"}[card.kind]
        assert f'href="#{kind}"' in faces[card]
        assert f">{str(card).replace('-', '−')}<" in faces[card]
    assert {name for pair in used for name in pair if name} <= set(re.findall(r'id="([^"]+)"', sprite))


def test_every_state_has_an_address_of_its_own() -> None:
    twice = COUPE.replace("hand 2 first", "hand 1 first")
    for text in (COUPE, twice):
        addresses = [frame.at for frame in frames(text)]
        assert len(addresses) == len(set(addresses))
    assert "1-2.15" in [frame.at for frame in frames(twice)]


def test_one_can_walk_from_the_first_state_to_the_last_and_back() -> None:
    replay = replayed(bornes.Reading(parse(COUPE)), None, "as-played")
    forth, back = [], []
    here = place(replay, "")
    while here is not None:
        forth.append(here.frame.at)
        here = place(replay, here.on) if here.on else None
    here = place(replay, forth[-1])
    while here is not None:
        back.append(here.frame.at)
        here = place(replay, here.back) if here.back else None

    assert forth == back[::-1] == [frame.at for frame in replay.frames]


def test_place_names_hands_and_violations() -> None:
    text = (ROOT / "api/bornes_api/pages/examples/false-coup.mbn").read_text(encoding="utf-8")
    replay = replayed(next(iter(bornes.read(text))), None, "as-played")
    start, fault = place(replay, ""), place(replay, "L21")

    assert start is not None
    assert fault is not None
    assert (start.back, start.back_fault, start.on_fault) == ("", "", "1.7")
    assert (fault.frame.at, fault.back_fault, fault.on_fault) == ("1.10", "1.7", "")
    assert fault.frame.ruled
    assert not fault.frame.faulty
    assert place(replay, "1.99") is None


def test_a_record_that_cannot_be_judged_has_no_states() -> None:
    for text in ("", "nothing", "MBN 1\nX: A\nY: B\n\nhand 1 first X\n1. X R+\n"):
        for reading in bornes.read(text):
            assert replayed(reading, None, "as-played").frames == ()
