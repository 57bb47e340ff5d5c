"""The benchmarks time what they say: legal, distinct games, read and checked by every program. Times are not tested."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import bornes
from archives import kept
from bornes_api.tournament.folder import gather, open_tournament
from figures import Promise
from material import Material
from measure import Ratio, ratio
from page import PAGE, rewrite
from programs import PROGRAMS, missing
from records import ILLEGAL_EACH, open_records, table_records, with_illegal
from run import PARTS, main
from tournaments import make

TURN = re.compile(r"^\d+\. .*$", re.MULTILINE)


def judged(texts: list[str]) -> Counter[str]:
    """Verdicts of the judge, who is slow; the fast path is not asked."""
    return Counter(bornes.validate(bornes.parse(text)).verdict for text in texts)


def turns(text: str) -> tuple[str, ...]:
    return tuple(TURN.findall(text))


def test_open_records_are_legal_distinct_and_canonical() -> None:
    texts = list(open_records(12))

    assert judged(texts) == {"legal": 12}
    assert len(set(map(turns, texts))) == 12
    assert [bornes.format(bornes.parse(text)) for text in texts] == [
        text.removesuffix("\n") for text in texts
    ]
    assert 70 < sum(map(len, map(turns, texts))) / 12 < 100
    assert {
        how for text in texts for how in re.findall(r"^end (\w+) X -?\d+ Y -?\d+$", text, re.MULTILINE)
    } == {
        "trip",
        "exhausted",
    }


def test_equal_seeds_give_equal_records() -> None:
    assert list(open_records(3)) == list(open_records(3))


def test_table_records_show_nothing_that_the_table_does_not_see() -> None:
    texts = list(table_records(12))

    assert judged(texts) == {"undetermined": 12}
    assert len(set(map(turns, texts))) == 12
    for place, text in enumerate(texts):
        assert "deal" not in text
        assert set(re.findall(r"\(.*?\)", text)) <= ({"(?)", "(-)"} if place % 2 == 0 else set())
        assert re.findall(r"^X1|^Y1|^X2|^Y2", text, re.MULTILINE) == ["X1", "Y1", "X2", "Y2"]


def test_one_record_in_many_is_illegal_by_one_card() -> None:
    legal = list(open_records(ILLEGAL_EACH))
    edited = list(with_illegal(legal))

    (place,) = (place for place in range(ILLEGAL_EACH) if edited[place] != legal[place])
    assert judged([edited[place]]) == {"illegal": 1}
    words = [zip(*map(str.split, pair), strict=True) for pair in zip(legal, edited, strict=True)]
    assert sum(one != other for pair in words for one, other in pair) == 1


def test_archives_are_made_once_and_counted(tmp_path: Path) -> None:
    made = kept(tmp_path, "two.txt", ("dealer.py",), lambda: iter([("ab\n", 2), ("é\n", 3)]))
    again = kept(tmp_path, "two.txt", ("dealer.py",), lambda: iter(()))

    assert made == again
    assert made.path.read_text(encoding="utf-8") == "ab\né\n"
    assert made[1:] == (2, 5, 6)


def test_an_archive_that_was_not_finished_is_made_again(tmp_path: Path) -> None:
    def broken() -> object:
        yield "half", 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kept(tmp_path, "one.txt", (), broken)  # type: ignore[arg-type]  # a generator that stops

    assert kept(tmp_path, "one.txt", (), lambda: iter([("whole", 7)])).turns == 7


def test_repeated_records_differ_in_their_events(tmp_path: Path) -> None:
    material = Material(tmp_path, hands=4, games=4)
    text = material.repeated(3).path.read_text(encoding="utf-8")

    assert len(set(re.findall(r"^Event: .*$", text, re.MULTILINE))) == 12
    assert Counter(judged.report.verdict for judged in bornes.judge_file(text)) == {"legal": 12}


CHESS = [name for name in PROGRAMS if name not in ("bornes", "PokerKit")]


@pytest.mark.parametrize("name", CHESS)
def test_chess_readers_accept_legal_games_and_refuse_another(name: str, tmp_path: Path) -> None:
    """A reader that does not check legality would be no match for one that does."""
    if why_not := missing(name) or missing("python-chess"):
        pytest.skip(why_not)
    archive = Material(tmp_path, hands=4, games=4).chess()
    text = archive.path.read_text(encoding="utf-8")
    bad = tmp_path / "bad.pgn"
    bad.write_text(re.sub(r"^1\. \S+", "1. Qh5", text, count=1, flags=re.MULTILINE), encoding="utf-8")
    work = PROGRAMS[name].work

    assert work(str(archive.path)) in ({"legal": 4}, {"legal": 4, "illegal": 0}, {"messages": 0})
    assert work(str(bad)).get("messages") or work(str(bad)) == {"legal": 3, "illegal": 1}


def test_pokerkit_accepts_legal_hands_and_refuses_another(tmp_path: Path) -> None:
    if why_not := missing("PokerKit"):
        pytest.skip(why_not)
    archive = Material(tmp_path, hands=4, games=50).poker()
    text = archive.path.read_text(encoding="utf-8")
    bad = tmp_path / "bad.phhs"
    bad.write_text(text.replace("'p2 cc'", "'p2 cbr 99999'", 1), encoding="utf-8")
    work = PROGRAMS["PokerKit"].work

    assert work(str(archive.path)) == {"legal": archive.games, "illegal": 0}
    with pytest.raises(ValueError, match="repair"):
        work(str(bad))


def test_a_made_up_tournament_is_one(tmp_path: Path) -> None:
    make(tmp_path, 12, 11)
    opened = open_tournament(str(tmp_path))
    gathered = gather(opened.tournament, tmp_path, whole=True)
    standing = [round_ for round_ in opened.tournament.rounds for _ in round_.tables]

    # All have met all, each record is in and belongs to its table; one in a hundred is illegal.
    assert len(standing) == len(gathered.matches) == 12 * 11 // 2
    assert {each.name for each in gathered.findings if each.level != "info"} <= {"not-finished"}
    assert sum(evidence.verdict == "illegal" for evidence in gathered.evidence.values()) == 1


def test_every_part_runs_and_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--hands", "8", "--games", "8", "--rounds", "1", "--folder", str(tmp_path)])
    printed = capsys.readouterr().out

    assert re.findall(r"^## (.*)$", printed, re.MULTILINE) == list(PARTS)
    for name in PROGRAMS:
        assert re.search(rf"^\| {name} \|", printed, re.MULTILINE) or f"* {name} is left out" in printed


def test_the_page_has_a_place_for_every_part(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text(PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    for name in PARTS:
        rewrite(name, f"figures of {name}", page)

    assert all(f"{name} -->\nfigures of {name}\n<!-- end -->" in page.read_text("utf-8") for name in PARTS)
    with pytest.raises(ValueError, match="no marks for"):
        rewrite("elsewhere", "", page)


def test_ratios_are_taken_round_by_round() -> None:
    assert ratio([2.0, 9.0, 8.0], [1.0, 3.0, 2.0]) == Ratio(3.0, 2.0, 4.0)


@pytest.mark.parametrize(
    ("measured", "at_most", "word"), [(1.0, False, "yes"), (0.9, False, "**no**"), (1.1, True, "**no**")]
)
def test_a_promise_says_whether_it_is_kept(measured: float, at_most: bool, word: str) -> None:
    promise = Promise("quick", Ratio(measured, 0.5, 2), 1, at_most=at_most)

    assert promise.row().endswith(f"| {word} |")
