"""Tournament files, pairings, tie-breaks and standings, without any folder."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from bornes.tournament.berger import pairs, rounds_of
from bornes.tournament.decks import commitment, decks
from bornes.tournament.matches import Match, best_of, match_of
from bornes.tournament.model import TournamentFileError
from bornes.tournament.reading import read_tournament
from bornes.tournament.schema import tournament_schema
from bornes.tournament.shuffles import shuffle_findings
from bornes.tournament.standings import Row, standings
from bornes.tournament.tiebreaks import TIE_BREAKS, total
from bornes_notation import parse

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "spec/tournaments.md").read_text(encoding="utf-8")
HEAD = "event: A\nruleset: winning-moves\nplayers: {al: Al, bo: Bo, cy: Cy, di: Di}\n"


def test_schema_of_the_package_is_that_of_the_law() -> None:
    law = ROOT / "spec/schemas/tournament.schema.json"

    assert json.loads(law.read_text(encoding="utf-8")) == tournament_schema()
    Draft202012Validator.check_schema(tournament_schema())


@pytest.mark.parametrize(
    ("text", "places", "words"),
    [
        ("", ["1:1"], "empty"),
        ("event: &a A\n", ["1:8"], "anchor"),
        (HEAD + "event: B\n", ["4:1"], "twice"),
        (HEAD + "tie_breaks: [wins]\n", ["4:13"], "list"),
        (HEAD + "rouns: {}\n", ["4:1"], "rounds"),
        (HEAD + "hands: 0\nbegins: today\n", ["4:8", "5:9"], "at least 1"),
        (HEAD.replace("winning-moves", "winning-movs"), ["2:10"], "did you mean winning-moves"),
        (HEAD + "options: target=x\n", ["4:10"], "target"),
        (HEAD + "tie_breaks: wins dirct\n", ["4:13"], "did you mean direct"),
        (HEAD + "tie_breaks: wins wins\n", ["4:13"], "twice"),
        (HEAD + "pairing: swis\n", ["4:10"], "allowed: round-robin, swiss"),
        (HEAD + "points: {by: hands, win: 3}\n", ["4:26"], "counted by hands"),
        (HEAD + "rounds:\n  2: {tables: {}}\n", ["5:3"], "round 1 is due"),
        (HEAD + "rounds:\n  1: {tables: {1: {X: al, Y: bob}}}\n", ["5:30"], "did you mean bo"),
        (HEAD + "rounds:\n  1: {tables: {1: {X: al}}}\n", ["5:16"], "at least two"),
        (HEAD + "rounds:\n  1: {tables: {0: {X: al, Y: bo}}}\n", ["5:16"], "from 1"),
        (HEAD + "rounds:\n  1: {tables: {1: {X: al, Y: bo, record: ../a.mbn}}}\n", ["5:42"], "folder"),
        (HEAD + "rounds:\n  1: {tables: {1: {X: al, Y: bo, forfeit: Z}}}\n", ["5:43"], "no side Z"),
        (HEAD + "rounds:\n  1: {tables: {1: {X: al, Y: bo, result: {X: 1}}}}\n", ["5:42"], "sides are X Y"),
        (HEAD + "rounds:\n  1: {tables: {1: {X: al, Y: bo, forfeit: X, record: a}}}\n", ["5:43"], "neither"),
        (
            HEAD + "points: {by: hands}\nrounds:\n  1: {tables: {1: {X: al, Y: bo, result: {X: 1, Y: 2}}}}\n",
            ["6:42"],
            "hands_won",
        ),
        (HEAD.replace("Bo", "Al"), ["3:23"], "two names"),
        (HEAD + "teams: {r: {name: R, players: al}, s: {name: S, players: bo al}}\n", ["4:58"], "two teams"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_place(text: str, places: list[str], words: str) -> None:
    with pytest.raises(TournamentFileError) as caught:
        read_tournament(text, "t.yaml")
    lines = str(caught.value).splitlines()

    assert [re.match(r"t\.yaml:(\d+:\d+): ", line)[1] for line in lines] == places  # type: ignore[index]
    assert words in str(caught.value)


def test_berger_table_of_eight() -> None:
    """As printed in the tables of chess organisers."""
    table = [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ]

    assert [" ".join(f"{x}-{y}" for x, y in pairs(8, number)) for number in range(1, 8)] == table


@pytest.mark.parametrize("entrants", range(2, 22))
def test_all_meet_all_once_and_sit_once_a_round(entrants: int) -> None:
    rounds = [pairs(entrants, number) for number in range(1, rounds_of(entrants) + 1)]
    seats = entrants + entrants % 2
    met = [frozenset(pair) for each in rounds for pair in each]

    assert all(sorted(seed for pair in each for seed in pair) == [*range(1, seats + 1)] for each in rounds)
    assert len(met) == len(set(met)) == seats * (seats - 1) // 2
    with pytest.raises(ValueError, match="no round"):
        pairs(entrants, rounds_of(entrants) + 1)


def ranked(extra: str, rounds: list[str]) -> dict[str, Row]:
    text = HEAD + extra + "rounds:\n"
    for number, tables in enumerate(rounds, 1):
        text += f"  {number}: {tables}\n"
    tournament = read_tournament(text, "t.yaml")
    matches = [match_of(r.number, t, None, None) for r in tournament.rounds for t in r.tables]
    return {row.entrant: row for row in standings(tournament, matches)}


def table(x: str, y: str, x_total: int, y_total: int) -> str:
    return f"{{X: {x}, Y: {y}, result: {{X: {x_total}, Y: {y_total}}}}}"


TWO_TABLES = f"{{tables: {{1: {table('al', 'bo', 500, 100)}, 2: {table('cy', 'di', 300, -50)}}}}}"


def test_those_whom_nothing_parts_share_a_rank() -> None:
    assert [row.rank for row in ranked("tie_breaks: wins\n", [TWO_TABLES]).values()] == [1, 1, 3, 3]


def test_the_first_tie_break_that_parts_decides() -> None:
    rows = ranked("tie_breaks: wins difference score\n", [TWO_TABLES])

    assert {each: row.rank for each, row in rows.items()} == {"al": 1, "cy": 2, "di": 3, "bo": 4}
    assert [
        int(total(rows["di"].tie_breaks[each] or ())) for each in TIE_BREAKS if each in rows["di"].tie_breaks
    ] == [0, -350, -50]


def test_direct_needs_all_matches_among_the_tied() -> None:
    """Al, Bo and Cy beat one another in a circle; all beat Di, so `direct` gives 2 each and does not part them."""
    circle = [
        f"{{tables: {{1: {table('al', 'bo', 2, 1)}, 2: {table('cy', 'di', 2, 1)}}}}}",
        f"{{tables: {{1: {table('bo', 'cy', 2, 1)}, 2: {table('al', 'di', 2, 1)}}}}}",
        f"{{tables: {{1: {table('cy', 'al', 2, 1)}, 2: {table('bo', 'di', 2, 1)}}}}}",
    ]
    rows = ranked("tie_breaks: direct\n", circle)
    assert {each: row.rank for each, row in rows.items()} == {"al": 1, "bo": 1, "cy": 1, "di": 4}
    assert total(rows["al"].tie_breaks["direct"] or ()) == 2

    without_last = ranked("tie_breaks: direct\n", circle[:1])
    assert without_last["al"].tie_breaks["direct"] is None
    assert [without_last[each].rank for each in ("al", "cy", "bo", "di")] == [1, 1, 3, 3]


def test_sonneborn_berger_takes_half_of_a_tie_and_nothing_of_what_was_not_played() -> None:
    rounds = [
        f"{{tables: {{1: {table('al', 'bo', 5, 5)}, 2: {table('cy', 'di', 2, 1)}}}}}",
        f"{{tables: {{1: {table('al', 'cy', 5, 4)}, 2: {{X: bo, Y: di, forfeit: Y}}}}}}",
    ]
    rows = ranked("tie_breaks: sonneborn-berger buchholz\n", rounds)

    # Al: tied with Bo (3 points: 1.5), beat Cy (2). Bo: tied with Al (3: 1.5); the forfeit counts for nothing.
    assert total(rows["al"].tie_breaks["sonneborn-berger"] or ()) == Fraction(7, 2)
    assert total(rows["bo"].tie_breaks["sonneborn-berger"] or ()) == Fraction(3, 2)
    assert total(rows["bo"].tie_breaks["buchholz"] or ()) == 3
    assert (rows["al"].rank, rows["bo"].rank, rows["bo"].points) == (1, 2, 3)


def test_a_bye_counts_when_its_round_does() -> None:
    drawn = "{byes: al, absent: di, tables: {1: {X: bo, Y: cy}}}"
    played = f"{{byes: al, absent: di, tables: {{1: {table('bo', 'cy', 2, 1)}}}}}"

    assert ranked("", [drawn])["al"].points == 0
    assert [ranked("points: {bye: 3}\n", [played])[each].points for each in ("al", "bo", "cy", "di")] == [
        3,
        2,
        0,
        0,
    ]


def test_points_by_difference_and_by_hands() -> None:
    difference = ranked("points: {by: difference, forfeit_loss: -100}\n", [TWO_TABLES])
    assert {each: row.points for each, row in difference.items()} == {
        "al": 400,
        "cy": 350,
        "di": -350,
        "bo": -400,
    }

    hands = "{tables: {1: {X: al, Y: bo, result: {X: 1, Y: 2}, hands_won: {X: 3, Y: 1}}}}"
    assert {each: row.points for each, row in ranked("points: {by: hands}\n", [hands]).items()}["al"] == 3


def test_three_at_a_table() -> None:
    three = "{tables: {1: {X: al, Y: bo, Z: cy, result: {X: 5, Y: 5, Z: 1}}}}"
    rows = ranked("tie_breaks: sonneborn-berger\n", [three])

    assert [rows[each].points for each in ("al", "bo", "cy")] == [1, 1, 0]
    # Tied with Bo (1, half of it), beat Cy (0).
    assert total(rows["al"].tie_breaks["sonneborn-berger"] or ()) == Fraction(1, 2)


def test_both_may_forfeit() -> None:
    rows = ranked("points: {forfeit_loss: -1}\n", ["{tables: {1: {X: al, Y: bo, forfeit: X Y}}}"])

    assert [rows[each].points for each in ("al", "bo")] == [-1, -1]


DECK = """MBN 1
Ruleset: winning-moves
X: Al
Y: Bo

hand 1 first Y
deal X 25 50
deal Y R+ A-
pile 100 T*
x-nonce 0af3
1. Y (100) R+
"""


def test_a_commitment_hashes_the_bytes_that_the_law_says() -> None:
    (deck,) = decks(parse(DECK))
    by_hand = b"bornes-shuffle 1\nnonce 0af3\ndeal X 25 50\ndeal Y R+ A-\npile 100 T*\n"

    assert commitment(deck) == sha256(by_hand).hexdigest()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x-nonce 0af3\n", ""),
        ("x-nonce 0af3\n", "x-nonce 0af3\nx-nonce 0af3\n"),
        ("pile 100 T*\n", ""),
        ("deal X 25 50\n", ""),
        ("100 T*", "100 ?"),
    ],
)
def test_what_a_commitment_needs(old: str, new: str) -> None:
    (deck,) = decks(parse(DECK.replace(old, new)))

    assert commitment(deck) is None


def test_equal_decks_are_recognised_and_others_named_where_all_should_be_equal() -> None:
    text = (
        HEAD
        + "rounds:\n  1: {duplicate: yes, tables: {1: {X: al, Y: bo, record: a}, 2: {X: cy, Y: di, record: b}}}\n"
    )
    (played,) = read_tournament(text, "t.yaml").rounds
    # Another nonce and other play, the same deck.
    other = DECK.replace("0af3", "ffff").replace("(100) R+", "(100) /R+")
    moved = DECK.replace("100 T*", "T* 100")
    hidden = DECK.replace("100 T*", "? ?")

    def names(second: str) -> list[str]:
        shown = {1: decks(parse(DECK)), 2: decks(parse(second))}
        return [each.name for each in shuffle_findings(played, shown)]

    assert names(other) == ["same-deck"]
    assert names(moved) == ["decks-differ"]
    assert names(hidden) == ["decks-unverified"]


def test_best_of() -> None:
    assert best_of({"X": -5, "Y": -5, "Z": -9}) == ("X", "Y")


def marked_table(mark: str) -> list[list[str]]:
    block = PAGE.split(f"<!-- {mark} -->\n")[1].split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]


def test_the_page_adds_up() -> None:
    """The cross table of the page gives its ranks, by arithmetic that shares nothing with the program."""
    (_, *ids), _, *lines = marked_table("cross table")
    points = dict.fromkeys(ids, 0.0)
    beaten: dict[str, dict[str, float]] = {each: {} for each in ids}
    for row, *cells in lines:
        for column, cell in zip(ids, cells, strict=True):
            if found := re.fullmatch(r"(\d+)–(\d+)", cell):
                own, other = int(found[1]), int(found[2])
                mirrored = lines[ids.index(column)][1 + ids.index(row)]
                assert mirrored == f"{other}–{own}"
                beaten[row][column] = (own > other) + (own == other) / 2
                points[row] += 2 * beaten[row][column]
            elif cell in ("won", "bye"):
                points[row] += 2
            else:
                assert cell == "" if row == column else cell in ("forfeit", "absent")
    berger = {each: sum(points[other] * part for other, part in beaten[each].items()) for each in ids}
    _, _, *ranks = marked_table("ranks")
    # `direct` parts these two pairs; all others the points part, or `sonneborn-berger`.
    direct = {"okafor": 2.0, "novak": 0.0, "berg": 2.0, "bianchi": 0.0}
    assert [beaten["okafor"]["novak"], beaten["berg"]["bianchi"]] == [1, 1]

    def order(each: str) -> tuple[float, ...]:
        return -points[each], -direct.get(each, 0), -berger[each]

    assert [(each, float(value), first, float(last)) for _, each, value, first, last in ranks] == [
        (each, points[each], f"{direct[each]:g}" if each in direct else "–", berger[each])
        for each in sorted(ids, key=order)
    ]
    assert [rank for rank, *_ in ranks] == [str(number) for number in range(1, 9)]


def test_an_open_match_counts_for_nobody() -> None:
    tournament = read_tournament(HEAD + "rounds: {1: {tables: {1: {X: al, Y: bo}}}}\n", "t.yaml")
    match = match_of(1, tournament.rounds[0].tables[0], None, None)

    assert (match.kind, match.winners) == ("open", ())
    assert isinstance(match, Match)
    assert all(row.points == 0 and row.rank == 1 for row in standings(tournament, [match]))
