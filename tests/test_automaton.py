"""The fast path and the judge say the same of every record, and files are cut into records rightly."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

import bornes
from bornes import archive
from bornes.archive import judge_file
from bornes.automaton.moves import FOR_THE_JUDGE, Steps
from bornes_notation.cards import Card
from fast_path import both, variants
from mutations import game

ROOT = Path(__file__).parent.parent
PEERS = sorted((ROOT / "fixtures/peers").glob("*.mbn"))


@pytest.mark.parametrize("seed", range(60))
def test_fast_path_says_what_the_judge_says(seed: int) -> None:
    for text in variants(seed):
        fast, judged = both(text)
        assert fast in (None, judged), text


def test_fast_path_accepts_most_lawful_games() -> None:
    accepted = sum(both(game(seed))[0] is not None for seed in range(60))

    assert accepted >= 30


@pytest.mark.parametrize("path", PEERS, ids=lambda path: path.stem)
def test_a_file_is_judged_like_its_records(path: Path) -> None:
    data = path.read_bytes()

    assert [each.report for each in judge_file(io.BytesIO(data))] == [
        bornes.validate(reading) for reading in bornes.read(data)
    ]


ODD = [
    "",
    "no record\n",
    "; before the first\n\nMBN 1\nRuleset: winning-moves\nX: a\nY: b\n",
    "junk\nMBN 1\nX: a\nMBN 2\nX: b\nMBN 1\nRuleset: winning-moves\nX: a\nY: b\n; last\nMBN 1\n",
    "MBN 1\r\nRuleset: winning-moves\r\nX: a\r\nY: b\r\nMBN 1\nRuleset: bsd-mille\nX: a\nY: b",
    "\ufeffMBN 1\nRuleset: winning-moves\nX: a\nY: b\n\ufeffMBN 1\nX: b\n",
    "MBN 1\nMBN 1\nmbn 1\n MBN 1 ; odd\nMBN 1\n",
]


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("records_without_table", [0, 2])
def test_odd_files_are_cut_like_the_reader_does(
    monkeypatch: pytest.MonkeyPatch, text: str, records_without_table: int
) -> None:
    monkeypatch.setattr(archive, "RECORDS_WITHOUT_TABLE", records_without_table)

    assert [each.report for each in judge_file(text)] == [
        bornes.validate(reading) for reading in bornes.read(text)
    ]


def test_comments_and_blank_lines_do_not_defeat_the_fast_path() -> None:
    text = bornes.play("winning-moves", 2, 1, 1, 7)
    lines = text.split("\n")
    turns = [at for at, line in enumerate(lines) if re.match(r"\d+\. ", line)]
    lines[turns[0]] += " ; the first turn"
    lines[turns[3] : turns[3]] = ["; a word", ""]

    fast, judged = both("\n".join(lines))

    assert fast == judged


FACES = [card.value for card in Card]
DRAWS = ["", "(?) ", "(-) ", "(<25) ", "(25 50) ", *(f"({face}) " for face in FACES)]
ACTIONS = [
    "A*",
    "25",
    "R+",
    "/R-",
    "/?",
    "R->X",
    "R->Y",
    "R->X X! R*",
    "R->X X! R* (?)",
    "100 ext",
    "100 noext",
    "-",
]


@pytest.mark.parametrize("draw", DRAWS)
def test_a_turn_is_the_same_with_the_draw_read_apart(draw: str) -> None:
    steps = Steps(("X", "Y"), (1, 0), frozenset())
    texts = [f"Y {draw}{action}" for action in ACTIONS]
    texts += [f"Y {draw}R->X X! R* ({face})" for face in FACES]

    for text in texts:
        parsed = steps._parsed(text)  # by the grammar alone
        assert steps[text] == steps._step(parsed or FOR_THE_JUDGE), text
