"""The games of other people's programs, judged: what is found in the sample of fixtures/peers, and why.

What the counts mean, kind by kind, is told in spec/peers.md; its examples are checked here too.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import bornes
from bornes import Reading, Report, load_ruleset
from peers.judge_logs import main, rulesets_for
from peers.told import told

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "fixtures" / "peers"
PAGE = ROOT / "spec" / "peers.md"
OWN, PLAIN, AT_TABLE = "own", "winning-moves", "winning-moves at their table"


@cache
def readings(name: str) -> tuple[Reading, ...]:
    return tuple(bornes.read((SAMPLE / f"{name}.mbn").read_text(encoding="utf-8")))


@cache
def reports(name: str, ruleset: str) -> tuple[Report, ...]:
    return tuple(bornes.validate(reading, rulesets_for(reading)[ruleset]) for reading in readings(name))


def found(name: str, ruleset: str) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """Verdicts, violations by code, and undecided checks of a file."""
    judged = reports(name, ruleset)
    unverified: Counter[str] = Counter()
    for report in judged:
        for item in report.unverified:
            unverified[f"{item.check} {item.code}"] += item.count
    codes = Counter(violation.code for report in judged for violation in report.violations)
    return dict(Counter(report.verdict for report in judged)), dict(codes), dict(unverified)


# Under the rules and options that the records state: what a program does against its own rules.
@pytest.mark.parametrize(
    ("name", "records"),
    [
        ("bsd_mille", 13),
        ("debian_mille_pty", 8),
        ("kitlaan_2p", 50),
        ("kitlaan_multi", 50),
        ("milleai_classic", 11),
    ],
)
def test_programs_that_keep_their_own_rules(name: str, records: int) -> None:
    assert found(name, OWN) == ({"legal": records}, {}, {})


@pytest.mark.parametrize("name", ["bsd_mille", "debian_mille_pty", "kitlaan_2p", "kitlaan_multi"])
def test_every_score_is_the_replays(name: str) -> None:
    sides = [side for report in reports(name, OWN) for hand in report.hands for side in hand.sides.values()]

    assert len(sides) >= 62
    assert [side for side in sides if side.claimed != side.total] == []


def test_mille_ai_at_its_head_gives_no_turn_after_a_safety() -> None:
    # Nothing else: with turns in the order of that program all points agree.
    assert found("milleai_head", OWN) == ({"illegal": 10}, {"MB111": 147}, {})


def test_playaural_answers_while_somebody_plays() -> None:
    # MB307: a partner was under way. MB110: the bonus turn is taken later. MB124, MB111: another side was
    # under way, whose turn is void, but goes on. MB401, MB402: claims for coups that were none or came
    # after yet another card. Unverified: the void turn goes on without a draw of its own, and what was drawn then.
    assert found("playaural_standard", OWN) == (
        {"legal": 5, "illegal": 5},
        {"MB307": 7, "MB110": 9, "MB124": 3, "MB111": 3, "MB401": 11, "MB402": 6},
        {"U-DRAW MB803": 3, "U-DRAW MB804": 14, "U-HOLD MB801": 1},
    )


def test_playaural_shuffles_cards_that_lie_on_cars() -> None:
    # MB411 at each reshuffle: the pile is larger than what was discarded. MB124: a card of its surplus is drawn;
    # then nothing is known of the pile, and MB140 says which cards there are too many of.
    # MB128: a second reshuffle, while by our count there are cards left. The rest as in playaural_standard.
    assert found("playaural_default", OWN) == (
        {"legal": 3, "illegal": 10},
        {
            "MB411": 12,
            "MB124": 10,
            "MB140": 42,
            "MB401": 5,
            "MB402": 5,
            "MB307": 2,
            "MB110": 2,
            "MB111": 1,
            "MB128": 1,
        },
        {"U-HOLD MB801": 54, "U-DRAW MB803": 1, "U-DRAW MB804": 17},
    )


# Under winning-moves as printed.
def test_bsd_under_winning_moves() -> None:
    # MB401, MB402: nobody is paid 200 when an extension fails. MB510: a speed limit could still be laid.
    assert found("bsd_mille", PLAIN) == (
        {"legal": 10, "illegal": 3},
        {"MB401": 2, "MB402": 2, "MB510": 1},
        {},
    )
    assert found("debian_mille_pty", PLAIN) == (
        {"legal": 6, "illegal": 2},
        {"MB401": 1, "MB402": 1, "MB510": 1},
        {},
    )


def test_kitlaan_under_winning_moves() -> None:
    # MB111: no extra turn after a safety. MB211, MB213 to MB215: remedies without use. MB401, MB402: nothing
    # for four safeties.
    assert found("kitlaan_2p", AT_TABLE) == (
        {"legal": 7, "illegal": 43},
        {"MB111": 112, "MB211": 2, "MB213": 16, "MB214": 1, "MB215": 4, "MB401": 4, "MB402": 4},
        {},
    )
    assert found("kitlaan_multi", AT_TABLE) == (
        {"legal": 1, "illegal": 49},
        {"MB111": 169, "MB211": 3, "MB213": 23, "MB214": 1, "MB215": 4, "MB401": 1, "MB402": 1},
        {},
    )
    # As printed besides: 106 cards (MB105, MB140) and 1000 miles (MB234, MB510) for two and three.
    assert found("kitlaan_2p", PLAIN)[:2] == (
        {"illegal": 50},
        {
            "MB111": 112,
            "MB211": 2,
            "MB213": 16,
            "MB214": 1,
            "MB215": 4,
            "MB401": 69,
            "MB402": 69,
            "MB105": 50,
            "MB140": 50,
            "MB234": 97,
            "MB510": 17,
        },
    )


def test_mille_ai_under_winning_moves() -> None:
    # MB214: an R+ after a safety cured. MB401, MB402: 700 for four safeties, nobody paid for a failed extension.
    assert found("milleai_classic", AT_TABLE) == (
        {"legal": 3, "illegal": 8},
        {"MB214": 11, "MB401": 13, "MB402": 11},
        {},
    )
    assert found("milleai_head", AT_TABLE) == (
        {"illegal": 10},
        {"MB111": 147, "MB214": 7, "MB401": 7, "MB402": 7},
        {},
    )


def test_no_coup_of_playaural_stands_under_winning_moves() -> None:
    # All come after a draw: a false coup (MB303, MB307) out of turn, a plain safety and a claim too high (MB401)
    # on the own turn. MB110: as above.
    assert found("playaural_standard", AT_TABLE) == (
        {"legal": 2, "illegal": 8},
        {"MB303": 3, "MB307": 7, "MB110": 9, "MB401": 20, "MB402": 13},
        {},
    )
    marks = [
        side
        for name in ("playaural_standard", "playaural_default")
        for report in reports(name, AT_TABLE)
        for hand in report.hands
        for side in hand.sides.values()
        if "coup_fourre" in side.score
    ]
    assert marks == []


# The page: every row that names a code and a line of the sample is true.
def examples() -> list[tuple[str, str, str, int]]:
    rows = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) < 4 or not re.fullmatch(r"MB\d{3}( .*)?", cells[1]):
            continue
        for name, number in re.findall(r"`([a-z_0-9]+)\.mbn:(\d+)`", line):
            rows.append((cells[1][:5], cells[2], name, int(number)))
    return rows


@pytest.mark.parametrize(("code", "ruleset", "name", "line"), examples())
def test_example_on_the_page(code: str, ruleset: str, name: str, line: int) -> None:
    codes = {
        violation.code
        for report in reports(name, ruleset)
        for violation in report.violations
        if violation.line == line
    }

    assert code in codes


def test_the_page_has_examples() -> None:
    assert len(examples()) >= 20


# Faults of ours that these games showed.
def test_a_total_on_a_doubtful_coup_is_as_undecided_as_its_hand() -> None:
    record = """MBN 1
Ruleset: winning-moves
Options: extension=none
X: a
Y: b

hand 1 first X
setup X km=600 battle=R+ 200s=1
setup Y km=75
setup pile=30 next=X
1. X (?) 75
2. Y (?) T->X X! T* (?)
3. X (?) 25
end trip X 1200 Y 75

result X 1200 Y 75 unfinished
"""
    (reading,) = bornes.read(record)
    (wrong,) = bornes.read(record.replace("X 1200", "X 1100"))

    assert bornes.validate(reading).verdict == "undetermined"
    assert {one.code for one in bornes.validate(wrong).violations} == {"MB401", "MB402"}


def test_a_claim_after_unwritten_draws_is_decided_on_the_presumption() -> None:
    record = """MBN 1
Ruleset: winning-moves
Options: extension=none
X: a
Y: b

hand 1 first X
setup X km=675 battle=R+ 200s=1
setup Y km=75
setup pile=30 next=X
1. X 25
end trip X 1400 Y 75
"""
    (reading,) = bornes.read(record)
    (violation,) = bornes.validate(reading).violations

    assert (violation.code, violation.rests_on) == ("MB401", "unwritten draws")


# The tools.
HAND = {
    "peer": "mille-ai",
    "version": "test",
    "game": "g1",
    "hand": 1,
    "players": [{"seat": 0, "team": 0, "ai": "a"}, {"seat": 1, "team": 1, "ai": "b"}],
    "deal": {"0": ["roll"] * 6, "1": ["gasoline"] * 6},
    "events": [{"t": "draw", "p": 0, "c": "100", "left": 93}, {"t": "play", "p": 0, "c": "roll"}],
    "deck_left": 93,
    "winner_team": -1,
    "score_text": "Team 0\n  0 miles\n  1 safeties = 100\n  0 coup fourres = 0\n  Total: 100\nTeam 1\n  25 miles\n",
    "teams": [
        {
            "team": 0,
            "miles": 0,
            "safeties": ["driving_ace"],
            "coup_fourres": 0,
            "used_200": 0,
            "hand_score": 100,
            "total_after": 100,
        },
        {
            "team": 1,
            "miles": 25,
            "safeties": [],
            "coup_fourres": 0,
            "used_200": 0,
            "hand_score": 25,
            "total_after": 25,
        },
    ],
}


def test_what_a_log_says_of_the_end_of_a_hand() -> None:
    sides = told(HAND)

    assert sides["X"].safeties == {"A*"}
    assert sides["X"].components == {"distance": 0, "safety": 100, "coup_fourre": 0}
    assert (sides["Y"].miles, sides["Y"].total, sides["Y"].components) == (25, 25, {"distance": 25})


def test_tables_of_a_folder_of_logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with gzip.open(tmp_path / "one.jsonl.gz", "wt", encoding="utf-8") as log:
        log.write(json.dumps(HAND) + "\n")

    assert main([str(tmp_path)]) == 0
    tables = capsys.readouterr().out
    assert "| one | own | 1 | 0 | 0 | 1 | 1 | 0 | 0 |" in tables
    assert "| one | own | 1 of 2 | 1 of 2 | all 2 | all 2 | all 1 | 0 of 2 |" in tables
    assert main([]) == 2
    assert main([str(tmp_path / "none")]) == 2
    assert load_ruleset(PLAIN).id == PLAIN


def test_cases_named_on_the_page_exist() -> None:
    named = set(re.findall(r"mb-pe-\d{3}", PAGE.read_text(encoding="utf-8")))
    cases = (ROOT / "fixtures/cases/peers/faults.yaml").read_text(encoding="utf-8")

    assert named
    assert {each for each in named if f"id: {each}\n" not in cases} == set()
