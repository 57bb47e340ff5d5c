"""The thirteen rulesets cell by cell, strict YAML, a user's own file, options, differences."""

from __future__ import annotations

import copy
import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bornes import prepared, yamltext
from bornes.knobs import KNOB, KNOBS
from bornes.loading import (
    diff,
    knob_values,
    load_ruleset,
    named_ruleset,
    read_options,
    read_ruleset,
    ruleset_ids,
    with_options,
)
from bornes.ruleset import Ruleset, RulesetError, Seating
from bornes.schemacheck import _validator, ruleset_schema
from bornes_notation.cards import Card
from ruleset_tables import PAGE, SHORT, SHORT_VALUES, SIZES, fresh

ROOT = Path(__file__).parent.parent
FILES = ROOT / "validator" / "bornes" / "rulesets"
COLUMNS = "DC D14 A14 D24 D24P D25 PB WM BSD KM P5 TZ JR".split()  # noqa: SIM905 - as the table's head
BY_COLUMN = {short: name for name, short in SHORT.items()}

# Taken from the tables of the design, not from the ruleset files: knob, a value for each column, and the grades.
# Values are shortened as on the page.
CELLS = """
deck.cards standard standard standard standard standard standard standard standard standard standard standard standard standard PSDDDDPPCSSDS
hand_size 6 6 6 6 6 6 6 6 6 6 6 6 6 PSPSSDPPCSSDS
first.rotation left any any any left any left left left any left left any PDDDDDDDCDDDD
draw_from_discard no no top no no no no no no no no no no PSPSSDPPCSSDD
discard_when always no_play always always always always always always always always always always always DSPDDDPPCSSDD
discard_safety yes yes yes yes yes yes yes yes no yes yes yes yes DDDDDDDDCDDDD
start_needs_roll yes yes yes yes yes yes yes yes yes yes yes yes given PSPSSDPPCSSDS
roll_after_remedy yes no no yes yes yes yes yes yes no yes yes no PSPSSDPPCDDDD
roll_after_safety_cure no no no no no no no no no no no no no DSPDDDDDCDDDD
useless_remedies no no no no no no no no roll_only no no no no DDDDDDPPCDDDD
max_200 2 2 2 2 2 2 2 2 2 2 2 2 2 PSPSSDPPCSSSD
finish exact exact at_least exact exact exact exact exact exact exact exact exact exact PSPSSSPPCSSSS
hazard_on_hazard no no no no no no yes no no no no no no PSPDDDPPCSSDS
hazard_on_remedy no no no no no no no no no no yes no no PSDDDDDPCDSDD
hazard_on_bare_right_of_way yes yes yes yes yes yes yes yes yes yes yes yes yes DDDDDDDDCDDDD
limit_on_limit no no no no no no no yes no no no no no DDDDDDDPCDDDD
safety.cures all all all all all all all all all all all all all DSPDDDPPCDDDD
safety.extra_turn yes yes yes yes yes yes yes yes yes yes yes yes yes PSPSSDPPCDDDD
extra_turn_when_exhausted no yes yes yes yes yes yes yes yes yes yes yes yes PDDDDDDDCDDDD
safety.km 0 0 100 0 0 0 0 0 0 100 0 0 0 PSPSSDPPCSSSD
coup_fourre.km 0 0 0 0 0 0 0 0 0 300 0 0 0 PSPSSSPPCSSSD
coup_fourre.window next next next next next next side next own next next next next DDDDDDPPCDDDD
coup_fourre.held landing landing landing landing landing landing landing landing landing landing landing landing landing PSPDDDPPCSSSS
exhaustion play_out pile reshuf nobody nobody no_dist nobody play_out nobody pile play_out nobody pile PSPSSSPPCDDSD
nobody_finishes nobody furthest nobody furthest furthest furthest nobody nobody nobody furthest furthest nobody furthest PSDSSSPPCSSSD
furthest_tie nobody shared nobody shared nobody shared nobody nobody nobody shared nobody nobody shared DSDDDDDDDDDDD
extension.success_to caller caller caller caller caller caller caller caller finisher caller caller caller caller PDDDDDPPCDDSD
extension.failure_to each each each each each each if_fin each nobody each each nobody each PDDDDDPPCDDDD
score.bonus_km 0 0 0 0 0 0 0 0 0 1 0 0 0 DDDDDDDDDDDDD
score.safety 100 0 100 0 100 0 100 100 100 0 100 100 0 PSPDSSPPCSSSD
score.all_safeties 300 0 0 0 0 0 300 300 300 0 300 300 0 PSPDSSPPCDSSD
score.coup_fourre 300 0 200 0 300 0 300 300 300 0 300 300 0 PSPDSSPPCSSSD
score.trip 400 0 0 0 400 0 400 400 400 0 400 400 0 PSPDSSPPCDSSD
score.delayed_action 300 0 0 0 0 0 300 300 300 0 300 0 0 PSPDDSPPCDSSD
score.delayed_action_when pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty pile_empty DDDDDDDDCDDDD
score.safe_trip 300 0 0 0 200 0 300 300 300 0 300 0 0 PSPDSSPPCDSSD
score.no_200_no_100 0 0 0 0 0 0 0 0 0 0 0 0 0 PDDDDDDDDDDDD
score.extension 200 0 0 0 0 0 200 200 200 0 0 200 0 PDDDDDPPCDDSD
score.shut_out 0 0 0 0 0 0 500 500 500 0 500 0 0 PSPDDSPPCDSDD
score.capot_each 500 0 0 0 0 0 0 0 0 0 0 500 0 PSPDDSPPCDDSD
score.capot_once 0 0 0 0 500 0 0 0 0 0 500 0 0 PSPDDSPPCDDSD
match.end points race points race points race points points points race points points race PSPSSSPPCSSSD
match.hands none none 1 none none none none none none none none none none PDPDSDPPCDSSD
match.target 5000 5000 5000 5000 5000 5000 5000 5000 5000 5000 5000 5000 5000 PDDDSDPPCDSSD
match.tie play_on tied tied tied play_on tied play_on play_on tied tied play_on play_on tied DSDDDDDDCDDDD
"""

SEATING_CELLS = """
DC 700>1000r 700>1000r no no no 1000 700>1000 no no PPPPPPPPP
PB 700>1000r 700>1000r no no no 1000 700>1000 no no PPPPPPPPP
WM 700>1000r 700>1000r no no no 1000 700>1000 no no PPPPPPPPP
D14 1000 1000 1000 no no 1000 1000 1000 no SSSSSSSSS
A14 1000 1000 1000 no no 1000 1000 no no PPPPPPPPP
D24 1000 1000 1000 no no 1000 1000 1000 no SSSSSDSSS
D24P 1000 1000 1000 no no 1000 1000 1000 no SSSSSDSSS
D25 1000 1000 1000 no no 1000 1000 1000 no SSSSSDSSS
BSD 700>1000r no no no no no no no no CCCCCCCCC
KM 700 700 1000 no no 1000 1000 1000 no SSSSSSSSS
P5 700 700 1000 no no 1000 1000 1000 no SSSSSSSSS
TZ 1000 1000 1000 1000 1000 1000 1000 no 1000 SSSDDSSSS
JR 700 700 1000 no no 1000 1000 1000 no DDDDDDDDD
"""

DRAW_PILES = """
2x1 94 89 92
3x1 88 83 85
4x1 82 - 78
5x1 76 - -
6x1 70 - -
2x2 82 - 80
3x2 70 - 67
4x2 58 - 54
2x3 70 - -
"""


def _rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def _long(knob: str, short: str) -> str:
    return {v: k for k, v in SHORT_VALUES.get(knob, {}).items()}.get(short, short)


KNOB_CELLS = [
    (column, row[0], _long(row[0], value), grade)
    for row in _rows(CELLS)
    for column, value, grade in zip(COLUMNS, row[1:-1], row[-1], strict=True)
]


def test_the_table_has_every_cell() -> None:
    assert len(KNOB_CELLS) == 45 * 13
    assert {knob for _, knob, _, _ in KNOB_CELLS} == set(KNOB) - {
        "seatings",
        "target",
        "extension",
        "reduced_deck",
    }
    assert len(KNOBS) == 49


def test_every_knob_cell() -> None:
    wrong = [
        (column, knob, found)
        for column, knob, value, grade in KNOB_CELLS
        if (found := _cell(named_ruleset(BY_COLUMN[column]), knob)) != (value, grade)
    ]
    assert not wrong


def _cell(ruleset: Ruleset, knob: str) -> tuple[str, str]:
    return knob_values(ruleset)[knob], ruleset.sources[knob].grade


def test_every_seating_cell() -> None:
    for column, *cells, grades in _rows(SEATING_CELLS):
        ruleset = named_ruleset(BY_COLUMN[column])
        for size, cell, grade in zip(SIZES, cells, grades, strict=True):
            seating = ruleset.seating(int(size[0]), int(size[2]))
            assert ruleset.sources[f"seatings.{size}"].grade == grade, (column, size)
            if cell == "no":
                assert seating is None, (column, size)
                continue
            target, _, extension = cell.removesuffix("r").partition(">")
            wanted = Seating(int(target), int(extension) if extension else None, cell.endswith("r"))
            assert seating == wanted, (column, size)


@pytest.mark.parametrize("name", ruleset_ids())
def test_built_in_file(name: str) -> None:
    path = FILES / f"{name}.yaml"
    ruleset = load_ruleset(name)
    assert (ruleset.id, ruleset.version) == (name, "1")
    assert ruleset.title
    assert ruleset.description
    assert ruleset.status
    # A YAML reader that is not ours reads the same text, and the schema accepts what it reads.
    other = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert not list(_validator().iter_errors(other))
    for knob in KNOBS:
        assert knob.id in ruleset.sources, knob.id
        source = ruleset.sources[knob.id]
        assert set(source.grade.split()) <= {"P", "S", "C", "D"}
        assert source.grade
        assert source.source or "D" in source.grade, knob.id
        if knob.id == "seatings":
            continue
        node = other
        for key in knob.yaml_path:
            node = node[key]
        value = {True: "yes", False: "no"}.get(node["value"], node["value"])
        if isinstance(node["value"], int) and not isinstance(node["value"], bool):
            value = node["value"]
        assert str(value) == knob_values(ruleset)[knob.id]


def test_no_other_files() -> None:
    assert sorted(path.stem for path in FILES.glob("*")) == sorted(ruleset_ids())


def test_same_object_and_id_at_version() -> None:
    assert load_ruleset("winning-moves") is load_ruleset("winning-moves@1")


def test_rulesets_are_values() -> None:
    ruleset = load_ruleset("junior")
    changed = with_options(ruleset, "max_200=3")
    assert pickle.loads(pickle.dumps(changed)) == changed
    assert copy.deepcopy(changed) == changed
    assert len({ruleset, changed, load_ruleset("junior")}) == 2
    with pytest.raises(TypeError):
        ruleset.deck_cards[Card.ROLL] = 15  # type: ignore[index]


def test_packs_and_draw_piles() -> None:
    ruleset, junior = load_ruleset("teamzy"), load_ruleset("junior")
    pack = ruleset.pack(Seating(1000, None, reduced_deck=False))
    assert sum(pack.values()) == 106
    assert sum(card.km * count for card, count in pack.items()) == 3500
    reduced = ruleset.pack(Seating(700, None, reduced_deck=True))
    assert sum(reduced.values()) == 101
    assert [reduced[card] for card in (Card.ACCIDENT, Card.STOP, Card.SPEED_LIMIT)] == [2, 4, 3]
    for size, full, without, given in _rows(DRAW_PILES):
        sides, seats = int(size[0]), int(size[2])
        for count, reduced_deck, which in (
            (full, False, ruleset),
            (without, True, ruleset),
            (given, False, junior),
        ):
            if count != "-":
                seating = Seating(1000, None, reduced_deck)
                assert which.draw_pile_after_deal(seating, sides, seats) == int(count), (size, count)


# Names


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("winning-move", "winning-moves"),
        ("dujardin", "dujardin-2014"),
        ("winning-moves@2", "winning-moves@1"),
        ("winning-moves@", "winning-moves@1"),
        ("Winning-Moves", "winning-moves"),
        ("", "dujardin-classic"),
        ("../winning-moves", "winning-moves"),
        ("/etc/passwd", None),
        ("x" * 5000, None),
    ],
)
def test_unknown_name(name: str, allowed: str | None) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(name)
    assert caught.value.code == "MB027"
    assert len(caught.value.message) < 500
    if allowed:
        assert allowed in caught.value.allowed


def test_a_record_never_names_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text('id: own\nversion: "1"\nextends: junior\n', encoding="utf-8")
    assert load_ruleset(str(path)).id == "own"
    with pytest.raises(RulesetError, match="MB027"):
        named_ruleset(str(path))


# Options


def test_every_value_of_every_knob_is_an_option() -> None:
    base = load_ruleset("winning-moves")
    for knob in KNOBS:
        values = [*knob.words, *(["0", "1", "999999999"] if knob.number else [])]
        for value in values:
            needs = " target=1000" if value == "any" and knob.id == "seatings" else ""
            changed = with_options(base, f"{knob.id}={value}{needs}")
            shown = "none" if (knob.id, value) == ("extension", "0") else value
            assert knob_values(changed)[knob.id] == shown
            assert dict(changed.options)[knob.id] == shown
            assert getattr(changed, knob.attribute) == knob.held(value) or knob.id == "deck.cards"


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("targt=700", "MB028", 1),
        ("extension.to=700", "MB028", 1),
        ("=700", "MB028", 1),
        ("target=700 target=700", "MB028", 12),
        ("target=700  max_200=2 target=800", "MB028", 23),
        ("target", "MB029", 1),
        ("target=", "MB029", 8),
        ("target=none", "MB029", 8),
        ("target=-1", "MB029", 8),
        ("target=+1", "MB029", 8),
        ("target=1000000000", "MB029", 8),
        ("target=0700", "MB029", 8),
        ("target=７00", "MB029", 8),
        ("target=1.5", "MB029", 8),
        ("finish=exact finish", "MB029", 14),
        ("finish=Exact", "MB029", 8),
        ("finish=exact=1", "MB029", 8),
        ("discard_safety=true", "MB029", 16),
        ("seatings=2x1", "MB029", 10),
        ("seatings=any", "MB029", 1),
        ("finish=exact\tseatings=any target=by_seating", "MB029", 14),
        ("deck.cards=106", "MB029", 12),
        ("match.hands=0x4", "MB029", 13),
    ],
)
def test_refused_option(text: str, code: str, column: int) -> None:
    base = load_ruleset("winning-moves")
    with pytest.raises(RulesetError) as caught:
        with_options(base, text)
    assert (caught.value.code, caught.value.column, caught.value.line) == (code, column, None)


def test_every_fault_of_options_is_found() -> None:
    changed, errors = read_options(load_ruleset("winning-moves"), "nix=1 max_200=3 finish=x target=600")
    assert [(error.code, error.column) for error in errors] == [("MB028", 1), ("MB029", 24)]
    assert changed.options == (("max_200", "3"), ("target", "600"))


def test_options_change_seatings() -> None:
    base = load_ruleset("winning-moves")
    assert with_options(base, "").seating(2, 1) == Seating(700, 1000, reduced_deck=True)
    assert with_options(base, "extension=none").seating(2, 1) == Seating(700, None, reduced_deck=True)
    assert with_options(base, "target=1000").seating(2, 1) == Seating(1000, None, reduced_deck=True)
    assert with_options(base, "reduced_deck=no").seating(2, 1) == Seating(700, 1000, reduced_deck=False)
    anybody = with_options(base, "seatings=any target=1000")
    assert anybody.seating(4, 2) == Seating(1000, None, reduced_deck=False)
    assert base.seating(4, 2) is None


def test_any_keeps_the_terms_of_known_seatings() -> None:
    anybody = with_options(load_ruleset("winning-moves"), "seatings=any target=700")
    assert anybody.seating(2, 1) == Seating(700, 1000, reduced_deck=True)
    assert anybody.seating(4, 1) == Seating(700, None, reduced_deck=False)
    assert copy.deepcopy(anybody).seating(2, 1) == anybody.seating(2, 1)


# A user's own file

HEAD = 'id: own\nversion: "1"\nextends: winning-moves\n'


def _own(text: str) -> Ruleset:
    return read_ruleset(HEAD + text)


def test_own_file_overrides() -> None:
    ruleset = _own(
        "title: At our house\nfinish: at_least\nscore: {trip: 500}\nextension: {to: none}\n"
        'max_200: {value: 3, grade: P, source: "letter", decision: "1", note: "ours"}\n'
        "seatings: {2x1: {target: 500, extension: 700, reduced_deck: yes}, 4x1: no}\n"
    )
    base = load_ruleset("winning-moves")
    assert [(row.knob, row.right) for row in diff(base, ruleset)] == [
        ("seatings.2x1", "500>700 reduced_deck"),
        ("seatings.3x1", "no"),
        ("seatings.2x2", "no"),
        ("seatings.3x2", "no"),
        ("extension", "none"),
        ("max_200", "3"),
        ("finish", "at_least"),
        ("score.trip", "500"),
    ]
    assert ruleset.title == "At our house"
    assert ruleset.sources["max_200"] == ("P", "letter", "decision 1; ours")
    assert ruleset.sources["finish"] == ("", "own", "")
    assert ruleset.sources["hand_size"] == base.sources["hand_size"]
    assert "seatings.3x2" not in ruleset.sources


def test_own_file_without_extends_has_the_defaults() -> None:
    ruleset = read_ruleset('id: bare\nversion: "2"\nseatings: {2x1: {target: 300}}\n')
    values = knob_values(ruleset)
    assert {knob.id: values[knob.id] for knob in KNOBS if knob.id != "seatings"} == {
        knob.id: knob.default for knob in KNOBS if knob.id != "seatings"
    }
    assert ruleset.title == "bare"


def test_own_pack() -> None:
    cards = ", ".join(f"{card}: 2" for card in Card)
    assert sum(_own(f"deck: {{cards: {{{cards}}}}}").deck_cards.values()) == 38
    with pytest.raises(RulesetError, match="missing: 50") as caught:
        _own("deck: {cards: {25: 1}}")
    assert (caught.value.line, caught.value.column) == (4, 15)


REFUSED = [
    # text after the head, code, line and column within the file
    ("max_200: &two 2\n", "MB027", 4, 10),
    ("max_200: *two\n", "MB027", 4, 10),
    ("score: &s {trip: 1}\nmatch: *s\n", "MB027", 4, 8),
    ("max_200: !!int 2\n", "MB027", 4, 10),
    ("max_200: !!python/object/apply:os.system [ls]\n", "MB027", 4, 10),
    ("max_200: 2\nfinish: exact\nmax_200: 3\n", "MB027", 6, 1),
    ('max_200: 2\n"max_200": 3\n', "MB027", 5, 1),
    ("score: {trip: 1, trip: 2}\n", "MB027", 4, 18),
    ("score: {trop: 1}\n", "MB027", 4, 9),
    ("colour: red\n", "MB027", 4, 1),
    ("score.trip: 1\n", "MB027", 4, 1),
    ("extension: 1000\n", "MB027", 4, 12),
    ("score: 3\n", "MB027", 4, 8),
    ("max_200: [2]\n", "MB027", 4, 10),
    ("max_200: {a: 1}\n", "MB027", 4, 10),
    ("max_200: {value: 2, grade: X}\n", "MB027", 4, 28),
    ("max_200: {value: 2, page: 3}\n", "MB027", 4, 21),
    ("max_200: {value: 2, source: 3}\n", "MB027", 4, 29),
    ("max_200:\n", "MB027", 4, 9),
    ("max_200: ~\n", "MB027", 4, 10),
    ("<<: {max_200: 3}\n", "MB027", 4, 1),
    ("? {a: b}\n: c\n", "MB027", 4, 3),
    ("---\nid: two\n", "MB027", 4, 1),
    ("max_200: 2\n...\nmax_200: 3\n", "MB027", 6, 1),
    ("score: {trip: {value: {a: {b: {c: {d: {e: 1}}}}}}}\n", "MB027", 4, 35),
    ("title: 7\n", "MB027", 4, 8),
    ("title: a\x07b\n", "MB027", 4, 9),
    ("title: a\u2028b\n", "MB027", 4, 9),
    ("max_200: '2'\n", "MB029", 4, 10),
    ("max_200: two\n", "MB029", 4, 10),
    ("max_200: -1\n", "MB029", 4, 10),
    ("max_200: 010\n", "MB029", 4, 10),
    ("max_200: 0x10\n", "MB029", 4, 10),
    ("max_200: 1_000\n", "MB029", 4, 10),
    ("max_200: 1:30\n", "MB029", 4, 10),
    ("max_200: 2.0\n", "MB029", 4, 10),
    ("max_200: 1000000000\n", "MB029", 4, 10),
    ("max_200: yes\n", "MB029", 4, 10),
    ("finish: exactly\n", "MB029", 4, 9),
    ("discard_safety: maybe\n", "MB029", 4, 17),
    ('discard_safety: "yes"\n', "MB029", 4, 17),
    ("discard_safety: on\n", "MB029", 4, 17),
    ("coup_fourre: {window: at_once}\n", "MB029", 4, 23),
    ("seatings: any\n", "MB027", 4, 11),
    ("seatings: {}\n", "MB027", 4, 11),
    ("seatings: {2x1: no}\n", "MB027", 4, 11),
    ("seatings: {1x2: {target: 700}}\n", "MB027", 4, 12),
    ("seatings: {2x1: yes}\n", "MB027", 4, 17),
    ("seatings: {2x1: {extension: 700}}\n", "MB027", 4, 17),
    ("seatings: {2x1: {target: far}}\n", "MB029", 4, 26),
    ("seatings: {2x1: {target: 7, reduced_deck: 1}}\n", "MB029", 4, 43),
    ("seatings: {2x1: {allowed: yes}}\n", "MB027", 4, 27),
    ("seatings: {2x1: {allowed: no, target: 1}}\n", "MB027", 4, 31),
]


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The C parser, and the one that is used where it is missing."""
    monkeypatch.setattr(yamltext, "_LOADER", getattr(yaml, request.param))


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(("text", "code", "line", "column"), REFUSED)
def test_refused_in_a_file(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(RulesetError) as caught:
        _own(text)
    error = caught.value
    assert (error.code, error.line, error.column) == (code, line, column), str(error)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("just a text\n", 1, 1),
        ("- a list\n", 1, 1),
        ("%YAML 1.1\n---\nid: a\n", 1, 1),
        ("%TAG ! tag:x,2000:\n---\nid: a\n", 1, 1),
        ("version: '1'\nextends: junior\n", 1, 1),
        ("id: own\nextends: junior\n", 1, 1),
        ("id: Own\nversion: '1'\nextends: junior\n", 1, 5),
        ("id: junior\nversion: '1'\nextends: junior\n", 1, 5),
        ("id: own\nversion: 1\nextends: junior\n", 2, 10),
        ("id: own\nversion: '1@2'\nextends: junior\n", 2, 10),
        ("id: own\nversion: '1'\nextends: junor\n", 3, 10),
        ("id: own\nversion: '1'\nextends: junior@3\n", 3, 10),
        ("id: own\nversion: '1'\nextends: other.yaml\n", 3, 10),
        ("id: own\nversion: '1'\n", 1, 1),
        ("id: own\nid: own\n", 2, 1),
    ],
)
def test_refused_whole_file(text: str, line: int, column: int) -> None:
    with pytest.raises(RulesetError) as caught:
        read_ruleset(text)
    error = caught.value
    assert (error.code, error.line, error.column) == ("MB027", line, column), str(error)


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("id: own\n bad: indent: here\n", 2),
        ("id: own\ntitle: 'never closed\n", None),
        ("id: own\n\ttab: 1\n", 2),
        ("id: own\n}\n", 2),
        ("{" * 3000, 1),
        ("[" * 3000, 1),
        ("? " * 3000, 1),
        ("a: {" * 3000, 1),
    ],
)
def test_not_yaml(text: str, line: int | None) -> None:
    with pytest.raises(RulesetError) as caught:
        read_ruleset(text)
    assert caught.value.code == "MB027"
    assert caught.value.line is not None
    assert line in (None, caught.value.line), str(caught.value)


def test_billion_laughs_costs_nothing() -> None:
    lines = ["a0: &a0 x"] + [f"a{n}: &a{n} {{l: *a{n - 1}, r: *a{n - 1}}}" for n in range(1, 40)]
    with pytest.raises(RulesetError, match="anchor"):
        read_ruleset("\n".join(lines))


def test_files_extend_files(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(HEAD.replace("own", "a") + "max_200: 3\n", encoding="utf-8")
    path = tmp_path / "b.yml"
    path.write_text('id: b\nversion: "1"\nextends: a.yaml\nfinish: at_least\n', encoding="utf-8")
    ruleset = load_ruleset(str(path))
    assert (ruleset.max_200, ruleset.finish, ruleset.id) == (3, "at_least", "b")
    assert ruleset.sources["max_200"].source == "a"


def test_files_that_extend_one_another(tmp_path: Path) -> None:
    for here, there in (("a", "b"), ("b", "c"), ("c", "a"), ("self", "self")):
        text = f'id: {here}\nversion: "1"\nextends: {there}.yaml\n'
        (tmp_path / f"{here}.yaml").write_text(text, encoding="utf-8")
    for name, last in (("a", "c"), ("self", "self")):
        with pytest.raises(RulesetError, match="leads back") as caught:
            load_ruleset(str(tmp_path / f"{name}.yaml"))
        error = caught.value
        assert (error.code, error.line, error.column) == ("MB027", 3, 10)
        assert error.path == str(tmp_path / f"{last}.yaml")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    huge, latin = tmp_path / "huge.yaml", tmp_path / "latin.yaml"
    huge.write_text("# much\n" * 20_000, encoding="utf-8")
    latin.write_bytes("id: own\ntitle: Fourré\n".encode("latin-1"))
    for path in (huge, latin, tmp_path, tmp_path / "none.yaml", tmp_path / "n\0.yaml"):
        name = str(path) if path.suffix else f"{path}/.yaml"
        with pytest.raises(RulesetError) as caught:
            load_ruleset(name)
        assert caught.value.code == "MB027"
        assert caught.value.path is not None
    with pytest.raises(RulesetError) as caught:
        load_ruleset(str(latin))
    assert (caught.value.line, caught.value.column) == (2, 13)
    with pytest.raises(RulesetError, match="65536"):
        read_ruleset("# much\n" * 20_000)


def test_a_message_names_place_value_and_choice() -> None:
    with pytest.raises(RulesetError) as caught:
        _own("finish: exactly\n")
    assert str(caught.value) == "MB029 finish cannot be exactly; allowed: exact or at_least"


# The schema, the page, the start-up


def test_schema_is_published_as_it_is_used() -> None:
    inside = ROOT / "validator" / "bornes" / "schemas" / "ruleset.schema.json"
    assert (ROOT / "spec" / "schemas" / "ruleset.schema.json").read_bytes() == inside.read_bytes()
    assert json.loads(inside.read_bytes()) == ruleset_schema()


def test_schema_knows_the_knobs_as_the_loader_does() -> None:
    validator = _validator()
    for knob in KNOBS:
        if knob.id == "seatings":
            continue
        words = [word for word in knob.words if word not in knob.only_option]
        allowed: list[object] = [{"yes": True, "no": False}.get(word, word) for word in words]
        allowed += [0, 999_999_999] if knob.number else []
        refused: list[object] = ["nothing of the kind", -1, 1_000_000_000, 1.5, None, [], {}]
        for value in allowed:
            assert validator.is_valid(_document(knob.yaml_path, value)), (knob.id, value)
            assert validator.is_valid(_document(knob.yaml_path, {"value": value, "grade": "P"}))
        for value in refused:
            assert not validator.is_valid(_document(knob.yaml_path, value)), (knob.id, value)


def _document(path: tuple[str, ...], value: object) -> Any:
    for key in reversed(path):
        value = {key: value}
    assert isinstance(value, dict)
    return {"id": "own", "version": "1", "extends": "junior", **value}


def test_page_is_fresh() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == fresh(page), "run: python tests/ruleset_tables.py"


def test_page_lists_every_knob_with_its_values() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for knob in KNOBS:
        found = re.search(
            rf'^\| <a id="{re.escape(knob.id)}"></a>`{re.escape(knob.id)}` \| (.+?) \|', page, re.MULTILINE
        )
        assert found, knob.id
        values = [value.strip("*") for value in found[1].split(", ")]
        wanted = [*knob.words, *(["n"] if knob.number else []), *(["map"] if knob.map else [])]
        if knob.default not in wanted:
            wanted.append(knob.default)
        assert sorted(values) == sorted(wanted), knob.id
        assert values[0] == knob.default, knob.id


def test_page_anchors_are_unique_and_links_arrive() -> None:
    page = PAGE.read_text(encoding="utf-8")
    anchors = re.findall(r'<a id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors))
    heads = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}
    missing = [link for link in re.findall(r"\]\(#([^)]+)\)", page) if link not in {*anchors, *slugs}]
    assert not missing
    decisions = {f"decision-{number}" for number in range(1, 66)}
    assert decisions == {anchor for anchor in anchors if anchor.startswith("decision-")}


def test_page_example_is_a_ruleset() -> None:
    page = PAGE.read_text(encoding="utf-8")
    (example,) = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert read_ruleset(example).id == "house-rules"


def test_decisions_cited_exist() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for path in FILES.glob("*.yaml"):
        for rows in re.findall(r'decision: "([^"]+)"', path.read_text(encoding="utf-8")):
            for row in rows.split():
                assert f'<a id="decision-{row}"></a>' in page, (path.name, row)


def test_built_in_rulesets_do_not_load_jsonschema() -> None:
    code = (
        "import sys; from bornes.loading import *; r = load_ruleset('junior');"
        "with_options(r, 'max_200=3'); print('jsonschema' in sys.modules)"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_prepared_rulesets_are_those_of_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = prepared.prepared_tables(ruleset_ids())
    monkeypatch.setattr(prepared, "get_data", lambda *_: tables)

    for ruleset_id in ruleset_ids():
        ruleset = prepared.prepared_ruleset(ruleset_id)
        assert ruleset == prepared.read_built_in(ruleset_id)
        assert ruleset is not None
        assert ruleset.sources == prepared.read_built_in(ruleset_id).sources


def test_what_was_prepared_from_another_text_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = prepared.prepared_tables(ruleset_ids())
    monkeypatch.setattr(prepared, "get_data", lambda *_: tables)
    monkeypatch.setattr(prepared, "package_text", lambda *_: "id: junior")

    assert prepared.prepared_ruleset("junior") is None


def test_without_prepared_rulesets_the_files_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: str) -> bytes:
        raise FileNotFoundError

    monkeypatch.setattr(prepared, "get_data", missing)

    assert prepared.prepared_ruleset("junior") is None
