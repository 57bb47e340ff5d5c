"""What each log says and the lines it becomes."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from bornes_notation.cards import Card
from bornes_notation.reader import read
from peers.bsd import FAMILY as BSD
from peers.cards import TOKENS
from peers.family import Row
from peers.kitlaan import FAMILY as KITLAAN
from peers.match import record, seats_of
from peers.milleai import FAMILY as MILLEAI
from peers.playaural import FAMILY as PLAYAURAL
from peers.sample import chosen
from peers.turns import Event, turn_lines

HERE = Path(__file__).parent
TWO = (["X", "Y"], {0: "X", 1: "Y"})
FOUR = (["X1", "Y1", "X2", "Y2"], {0: "X", 1: "Y"})


def draw(player: int, card: str, left: int = 50, **more: str) -> Event:
    return {"t": "draw", "p": player, "c": card, "left": left, **more}


def no_draw(player: int) -> Event:
    return {"t": "no_draw", "p": player}


def play(player: int, card: str, on: int | None = None) -> Event:
    return {"t": "play", "p": player, "c": card} | ({} if on is None else {"on": on})


def discard(player: int, card: str) -> Event:
    return {"t": "discard", "p": player, "c": card}


def coup(player: int, card: str, **more: int) -> Event:
    return {"t": "coup_fourre", "p": player, "c": card, **more}


def extension(player: int, yes: bool, **more: bool) -> Event:
    return {"t": "extension", "p": player, "yes": yes, **more}


def test_every_card_of_the_pack_has_one_name() -> None:
    assert sorted(TOKENS.values()) == sorted(card.value for card in Card)


@pytest.mark.parametrize(
    ("what", "events", "lines"),
    [
        (
            "draw, lay, attack, discard",
            [
                draw(0, "25"),
                play(0, "roll"),
                draw(1, "50"),
                play(1, "stop", 0),
                draw(0, "75"),
                discard(0, "75"),
            ],
            ["1. X (25) R+", "2. Y (50) R->X", "3. X (75) /75"],
        ),
        (
            "a plain safety, then the extra turn",
            [draw(0, "25"), play(0, "driving_ace"), draw(0, "50"), play(0, "50")],
            ["1. X (25) A*", "2. X (50) 50"],
        ),
        (
            "a plain safety without an extra turn",
            [draw(0, "25"), play(0, "driving_ace"), draw(1, "50"), play(1, "50")],
            ["1. X (25) A*", "2. Y (50) 50"],
        ),
        (
            "BSD: the first of two draws is the replacement",
            [
                draw(0, "25"),
                play(0, "accident", 1),
                coup(1, "driving_ace"),
                draw(1, "50"),
                draw(1, "75"),
                play(1, "75"),
            ],
            ["1. X (25) A->Y Y! A* (50)", "2. Y (75) 75"],
        ),
        (
            "the last card of the pile is the replacement: the turn has no draw",
            [
                draw(0, "25", 1),
                play(0, "accident", 1),
                coup(1, "driving_ace"),
                draw(1, "50", 0),
                play(1, "50"),
            ],
            ["1. X (25) A->Y Y! A* (50)", "2. Y (-) 50"],
        ),
        (
            "no card left: neither replacement nor draw",
            [draw(0, "25", 0), play(0, "accident", 1), coup(1, "driving_ace"), play(1, "50")],
            ["1. X (25) A->Y Y! A* (-)", "2. Y (-) 50"],
        ),
        (
            "kitlaan: the failed replacement and the failed draw are both events",
            [
                no_draw(0),
                play(0, "accident", 1),
                coup(1, "driving_ace"),
                no_draw(1),
                no_draw(1),
                play(1, "50"),
            ],
            ["1. X (-) A->Y Y! A* (-)", "2. Y (-) 50"],
        ),
        (
            "a coup ends the hand",
            [draw(0, "25", 0), play(0, "accident", 1), coup(1, "driving_ace")],
            ["1. X (25) A->Y Y! A* (-)"],
        ),
        (
            "mille-ai head: after a coup the seat that lost its turn moves",
            [
                draw(0, "25"),
                play(0, "accident", 1),
                coup(1, "driving_ace"),
                draw(1, "50", why="cf_replacement"),
                draw(0, "75"),
                discard(0, "75"),
            ],
            ["1. X (25) A->Y Y! A* (50)", "2. X (75) /75"],
        ),
        (
            "a coup answers the turn of a coup",
            [
                draw(0, "25"),
                play(0, "accident", 1),
                coup(1, "driving_ace"),
                draw(1, "50"),
                draw(1, "75"),
                play(1, "stop", 0),
                coup(0, "right_of_way"),
                draw(0, "100"),
            ],
            ["1. X (25) A->Y Y! A* (50)", "2. Y (75) R->X X! R* (100)"],
        ),
        (
            "PlayAural: a coup in the own turn, after the draw",
            [
                draw(0, "25"),
                play(0, "stop", 1),
                draw(1, "50"),
                coup(1, "right_of_way"),
                draw(1, "75"),
                play(1, "75"),
            ],
            ["1. X (25) R->Y", "2. Y (50) R* ; coup fourré", "3. Y (75) 75"],
        ),
        (
            "the pile is empty: seats without a draw",
            [draw(0, "25", 0), discard(0, "25"), discard(1, "50"), play(0, "extra_tank"), play(0, "75")],
            ["1. X (25) /25", "2. Y (-) /50", "3. X (-) F*", "4. X (-) 75"],
        ),
        (
            "kitlaan: a turn of an empty hand",
            [no_draw(0), no_draw(1), discard(1, "25"), no_draw(0), no_draw(1), discard(1, "50"), no_draw(0)],
            ["1. X (-) pass", "2. Y (-) /25", "3. X (-) pass", "4. Y (-) /50", "5. X (-) pass"],
        ),
        (
            "BSD: the hand ends with a draw",
            [draw(0, "25", 1), discard(0, "25"), draw(1, "roll", 0)],
            ["1. X (25) /25", "2. Y (R+)"],
        ),
        (
            "two cards drawn in one turn",
            [draw(0, "25"), draw(0, "50"), discard(0, "25")],
            ["1. X (25 50) /25"],
        ),
        (
            "two actions in one turn",
            [draw(0, "25"), play(0, "gasoline"), play(0, "roll")],
            ["1. X (25) F+", "2. X (-) R+"],
        ),
        (
            "the extension called",
            [draw(0, "25"), play(0, "100"), extension(0, True), draw(1, "50"), discard(1, "50")],
            ["1. X (25) 100 ext", "2. Y (50) /50"],
        ),
        (
            "the extension declined",
            [draw(0, "25"), play(0, "100"), extension(0, False)],
            ["1. X (25) 100 noext"],
        ),
        (
            "Debian: a second call that the harness inferred is no call",
            [
                draw(0, "25"),
                play(0, "100"),
                extension(0, True),
                draw(1, "50"),
                play(1, "50"),
                extension(1, True, inferred=True),
            ],
            ["1. X (25) 100 ext", "2. Y (50) 50 ; the log infers a second call of the extension here"],
        ),
        (
            "PlayAural: the discard pile comes back, and the log knows how many cards",
            [draw(0, "25", 0), discard(0, "25"), {"t": "reshuffle"}, draw(1, "50", 74), discard(1, "50")],
            ["1. X (25) /25", "reshuffle", "check pile 75", "2. Y (50) /50"],
        ),
        (
            "a reshuffle for a replacement stands before the line of the coup",
            [
                draw(0, "25", 0),
                play(0, "stop", 1),
                coup(1, "right_of_way"),
                {"t": "reshuffle"},
                draw(1, "50", 74),
                draw(1, "75", 73),
                play(1, "75"),
            ],
            ["reshuffle", "1. X (25) R->Y Y! R* (50)", "2. Y (75) 75"],
        ),
        (
            "a refused request and a coup passed over are comments",
            [
                draw(0, "25"),
                {"t": "refused", "p": 0, "c": "200"},
                play(0, "stop", 1),
                {"t": "cf_declined", "p": 1},
                draw(1, "50"),
                discard(1, "50"),
            ],
            [
                "1. X (25) R->Y ; X tried 200, refused by the program, Y was asked for a coup and passed",
                "2. Y (50) /50",
            ],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_two_seats(what: str, events: list[Event], lines: list[str]) -> None:
    assert turn_lines(events, *TWO) == lines, what


def test_a_coup_in_the_turn_of_another_seat_leaves_that_turn_open() -> None:
    events = [
        draw(3, "roll"),
        play(3, "flat_tire", 0),
        draw(0, "repairs"),
        coup(2, "puncture_proof", late_plays=0, late_draws=1),
        draw(2, "spare_tire"),
        play(0, "75"),
        draw(2, "100"),
        play(2, "100"),
    ]
    assert turn_lines(events, *FOUR) == [
        "1. Y2 (R+) T->X",
        "2. X1 (A+) X2! T* (T+)",
        "3. X1 75",
        "4. X2 (100) 100",
    ]


@pytest.mark.parametrize(
    "events",
    [
        [coup(0, "driving_ace")],
        [draw(0, "25"), discard(0, "25"), extension(0, True)],
        [draw(0, "25"), play(0, "100"), extension(1, True)],
        [{"t": "shuffle_hands", "p": 0}],
    ],
)
def test_an_event_that_means_nothing_there_stops_the_conversion(events: list[Event]) -> None:
    with pytest.raises(ValueError, match=r"coup|extension|no event"):
        turn_lines(events, *TWO)


def team(number: int, miles: int, points: int, before: int = 0, **more: object) -> dict[str, object]:
    """A side's final state as the logs give it."""
    return {
        "team": number,
        "miles": miles,
        "safeties": [],
        "hand_score": points,
        "total_before": before,
        "total_after": before + points,
        **more,
    }


def bsd_row(**more: object) -> dict[str, object]:
    """A short hand of the BSD program; `more` replaces fields of its log line."""
    row: dict[str, object] = {
        "peer": "bsd-mille",
        "version": "2.17",
        "game": "bsd-1",
        "seed": 1,
        "hand": 1,
        "players": [{"seat": 0, "team": 0, "ai": "left"}, {"seat": 1, "team": 1, "ai": "right"}],
        "first": 1,
        "base_target": 700,
        "target": 700,
        "deck_top_first": [*["25"] * 6, *["50"] * 6, "roll", "100", "75"],
        "deal": {"0": ["25"] * 6, "1": ["50"] * 6},
        "events": [draw(1, "roll", 2), play(1, "roll"), draw(0, "100", 1), discard(0, "100")],
        "deck_left": 1,
        "teams": [
            team(0, 700, 1100, hand_left=["25"] * 6),
            team(1, 0, 0, hand_left=["50"] * 6),
        ],
    }
    return row | more


def test_a_bsd_match() -> None:
    assert record([bsd_row()], BSD) == (
        "MBN 1\n"
        "Event: bsd-mille, game bsd-1\n"
        "Site: programs against each other\n"
        "Date: 2026-11-30\n"
        "Ruleset: bsd-mille\n"
        "X: left\n"
        "Y: right\n"
        "X-Peer: bsd-mille 2.17\n"
        "X-Game: bsd-1\n"
        "X-Seed: 1\n"
        "\n"
        "hand 1 first Y\n"
        "deal X 25 25 25 25 25 25\n"
        "deal Y 50 50 50 50 50 50\n"
        "pile R+ 100 75\n"
        "1. Y (R+) R+\n"
        "2. X (100) /100\n"
        "end trip X 1100 Y 0\n"
        "\n"
        "result X 1100 Y 0 unfinished\n"
    )


def test_a_match_that_reached_its_total_has_no_outcome() -> None:
    last = bsd_row(teams=[team(0, 700, 1100, 4000), team(1, 0, 0, 200)])
    assert record([last], BSD).endswith("end trip X 1100 Y 0\n\nresult X 5100 Y 200\n")


def test_a_last_draw_without_an_event_is_read_off_the_final_state() -> None:
    row = bsd_row(
        deck_left=0,
        teams=[team(0, 600, 600, hand_left=["25"] * 6), team(1, 0, 0, hand_left=[*["50"] * 6, "75"])],
    )
    lines = record([row], BSD).splitlines()
    assert "3. Y (75) ; the log has no event for this draw, but its final state shows it" in lines
    assert "end exhausted X 600 Y 0" in lines


def test_nothing_is_added_if_the_final_state_does_not_fit() -> None:
    row = bsd_row(deck_left=0, teams=[team(0, 600, 600, hand_left=["25"] * 6), team(1, 0, 0, hand_left=[])])
    assert "3. " not in record([row], BSD)


def partners(row: dict[str, object], teams: list[int]) -> dict[str, object]:
    """The same hand with these teams, by seat."""
    players = [{"seat": seat, "team": number, "ai": f"bot{seat}"} for seat, number in enumerate(teams)]
    return row | {"players": players, "deal": {str(seat): ["25"] * 6 for seat in range(len(teams))}}


@pytest.mark.parametrize(
    ("teams", "seats"),
    [
        ([0, 1], ["X", "Y"]),
        ([0, 1, 2], ["X", "Y", "Z"]),
        ([0, 1, 0, 1], ["X1", "Y1", "X2", "Y2"]),
        ([0, 1, 2, 0, 1, 2], ["X1", "Y1", "Z1", "X2", "Y2", "Z2"]),
    ],
)
def test_seats_are_named_by_side_in_order_of_play(teams: list[int], seats: list[str]) -> None:
    assert seats_of(partners(bsd_row(), teams)) == seats


def test_playaural_gives_the_order_of_play_itself() -> None:
    row = partners(bsd_row(), [0, 1, 0, 1]) | {"turn_order": [1, 0, 3, 2]}
    assert seats_of(row) == ["Y1", "X1", "Y2", "X2"]


def test_mille_ai_knows_no_pile_and_names_no_first_seat() -> None:
    row = bsd_row(peer="mille-ai", winner_team=-1)
    del row["first"]
    lines = record([row], MILLEAI).splitlines()
    assert "hand 1 first Y" in lines
    assert not [line for line in lines if line.startswith("pile")]
    assert "end exhausted X 1100 Y 0" in lines
    assert [line for line in lines if line.startswith("Options: reduced_deck=no first.rotation=same ")]


def test_a_hand_of_kitlaan_is_a_game() -> None:
    row = bsd_row(peer="kitlaan-milles-borne", winner_team=0, deck_top_first_after_deal=["75", "roll"])
    text = record([row], KITLAAN)
    assert "\npile 75 R+\n" in text
    assert text.endswith("end trip X 1100 Y 0\n\nresult X 1100 Y 0\n")


@pytest.mark.parametrize(
    ("reshuffle", "end_of_options"),
    [(False, "coup_fourre.held=at_showing"), (True, "exhaustion=reshuffle score.delayed_action=0")],
)
def test_playaural_states_its_house_rules(reshuffle: bool, end_of_options: str) -> None:
    row = bsd_row(race_winner_team=None, options={"distance": 700, "reshuffle": reshuffle})
    options = next(line for line in record([row], PLAYAURAL).splitlines() if line.startswith("Options"))
    assert options.startswith("Options: target=700 extension=none ")
    assert "coup_fourre.window=next_play" in options
    assert options.endswith(end_of_options)


def test_the_sample_takes_whole_games_by_fact_and_then_from_the_start() -> None:
    called = [draw(1, "roll", 2), play(1, "100"), extension(1, False)]
    games: list[list[Row]] = [[bsd_row(game=f"g{number}")] for number in range(9)]
    games[7] = [bsd_row(game="g7", events=called)]
    picked = chosen(games, hands=4, shows=1)
    assert [rows[0]["game"] for rows in picked] == ["g0", "g1", "g2", "g7"]


def test_the_command_writes_one_file_a_log(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    with gzip.open(logs / "bsd_mille.jsonl.gz", "wt", encoding="utf-8") as log:
        log.writelines(json.dumps(bsd_row(game=game)) + "\n" for game in ("a", "b"))
    command = [sys.executable, str(HERE / "peers" / "convert.py"), str(logs), str(tmp_path / "out")]
    subprocess.run(command, check=True, capture_output=True)
    text = (tmp_path / "out" / "bsd_mille.mbn").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("X-Game")] == ["X-Game: a", "X-Game: b"]


def test_a_log_with_a_missing_hand_is_refused(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "bsd_mille.jsonl.gz", "wt", encoding="utf-8") as log:
        log.write(json.dumps(bsd_row(hand=2)) + "\n")
    command = [sys.executable, str(HERE / "peers" / "convert.py"), str(tmp_path), str(tmp_path / "out")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode != 0
    assert "game bsd-1 has the hands [2]" in done.stderr


def test_the_sample_in_the_repository_covers_every_log() -> None:
    files = sorted((HERE.parent / "fixtures" / "peers").glob("*.mbn"))
    hands = [file.read_text(encoding="utf-8").count("\nhand ") for file in files]
    assert len(files) == 8
    assert min(hands) >= 30
    assert sum(hands) >= 300


@pytest.mark.parametrize(
    "file", sorted((HERE.parent / "fixtures" / "peers").glob("*.mbn")), ids=lambda f: f.stem
)
def test_the_sample_is_canonical_text(file: Path) -> None:
    readings = list(read(file.read_text(encoding="utf-8")))
    assert not [error for reading in readings for error in reading.errors]
    assert not [notice for reading in readings for notice in reading.style]
