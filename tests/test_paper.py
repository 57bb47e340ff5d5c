"""The sheets hold what the report and the standings say, whoever is named in them and in every language."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import bornes
from bornes.asked import AskedError
from bornes.report import HandResult, MatchResult, Report, SideResult
from bornes.ruled import rulings_made
from bornes.tournament.reading import read_tournament
from bornes.trial import take_record
from bornes_api import __version__
from bornes_api.language.available import languages
from bornes_api.paper.evidence import hash_of_all, short
from bornes_api.paper.roundsheet import FEW, round_sheet
from bornes_api.paper.scoresheet import WIDEST, blocks, score_sheet
from bornes_api.paper.slip import Circumstances, ruling_slips
from bornes_api.paper.standingsheet import Published, standings_sheet
from bornes_api.tournament.document import document
from bornes_api.tournament.folder import gather, open_tournament
from bornes_notation.record import Ruling
from hostile import HOSTILE, readable_hostile_record
from sheets import Sheet, many, standings_of

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "fixtures/tournament"
RECORDS = [
    ROOT / "fixtures/coupe.mbn",
    ROOT / "fixtures/club-night.mbn",
    *sorted(FOLDER.glob("round-*/*.mbn")),
]
CLUB = (ROOT / "fixtures/club-night.mbn").read_text(encoding="utf-8")
RULED = CLUB.replace("4. Y 75 ; too fast?\n", "4. Y 75\nruling void Y MB231 ; warned\n")


def score(data: bytes, language: str = "en") -> tuple[Sheet, Any]:
    trial = take_record(data)
    return Sheet(score_sheet(trial.record, trial.report, language=language)), trial.report


def slips(text: str, language: str = "en", **around: Any) -> Sheet:
    trial = take_record(text.encode())
    html = ruling_slips(trial, rulings_made(trial), Circumstances(**around), language=language)
    return Sheet(html)


@pytest.fixture(scope="module")
def coupe() -> dict[str, Any]:
    opened = open_tournament(str(FOLDER))
    return document(gather(opened.tournament, FOLDER, whole=True))


# --- the score sheet


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.relative_to(ROOT)))
def test_score_sheet_has_the_points_of_the_report(path: Path) -> None:
    sheet, report = score(path.read_bytes())
    found: dict[str, list[str]] = {}
    for table in sheet.tables:
        if any(cell.startswith("Hand ") for cell in table[0]):
            for row in table[2:]:
                found.setdefault(row[0], []).extend(cell.strip() for cell in row[1:])
    sides = [side for hand in report.hands for side in hand.sides.values()]
    marked = [f"{'? ' if side.unverified else ''}{side.total}" for side in sides]

    assert found["Miles on the road"] == [str(side.miles) for side in sides]
    assert found["Total"] == marked
    for word, component in (("Distance", "distance"), ("Safeties", "safety"), ("Penalty", "penalty")):
        points = [str(side.score.get(component, 0) or "–") for side in sides]
        open_ones = [component in side.unverified for side in sides]
        if word in found:
            assert [each.removeprefix("? ") for each in found[word]] == [
                "0" if is_open and point == "–" else point
                for point, is_open in zip(points, open_ones, strict=True)
            ]
        else:
            assert set(points) == {"–"}
    assert found["Match so far"][-len(report.match.totals) :] == [
        str(each) for each in report.match.totals.values()
    ]


def test_match_is_summed_up_with_names_and_claims() -> None:
    sheet, _ = score((ROOT / "fixtures/coupe.mbn").read_bytes())

    assert sheet.table("Players") == [
        ["X", "Moreau, Alice · Moreau, Luc", "2200", "2200", "lost"],
        ["Y", "Bianchi, Ugo · Okafor, Ngozi", "5225", "5225", "won"],
    ]


def test_a_wrong_claim_is_marked() -> None:
    sheet, _ = score(CLUB.replace("Y 75\n", "Y 70\n").encode())
    (hand,) = [table for table in sheet.tables if any(cell.startswith("Hand ") for cell in table[0])]

    assert ["Written in the record", "100", "70 ✗"] in hand


def test_what_was_brought_in_is_a_column() -> None:
    text = (ROOT / "fixtures/coupe.mbn").read_text(encoding="utf-8")
    text = text.replace("\nhand 1 ", "\ncarried X 300 Y -50\nhand 1 ", 1)
    sheet, report = score(text.encode())

    assert [row[2:4] for row in sheet.table("Brought in")] == [
        ["300", str(report.match.totals["X"])],
        ["-50", str(report.match.totals["Y"])],
    ]


def test_hands_stand_side_by_side_as_long_as_there_is_room() -> None:
    text = (ROOT / "fixtures/coupe.mbn").read_bytes()
    report = take_record(text).report
    found = blocks(report)

    assert [len(block.hands) for block in found] == [3]
    assert all(len(row.cells) <= WIDEST for block in found for row in block.rows)


@pytest.mark.parametrize(
    ("sides", "widths"),
    [("XY", [4, 1]), ("XYZ", [2, 2, 1]), ("XYZW", [2, 2, 1]), ("XYZWVUQP", [1, 1, 1, 1, 1])],
)
def test_no_more_columns_than_fit(sides: str, widths: list[int]) -> None:
    results = {side: SideResult(miles=25, score={"distance": 25}, total=25) for side in sides}
    hand = HandResult(number=1, first="X", target=700, caller=None, ended="trip", winners=(), sides=results)
    report = Report(
        index=1, verdict="legal", hands=(hand,) * 5, match=MatchResult(totals=dict.fromkeys(sides, 125))
    )
    found = blocks(report)

    assert [len(block.hands) for block in found] == widths
    assert {len(row.cells) for row in found[0].rows} == {widths[0] * len(sides)}
    assert [cell.text for cell in found[-1].rows[-1].cells[-len(sides) :]] == ["125"] * len(sides)


def test_rulings_and_violations_are_listed() -> None:
    sheet, _ = score((RULED + "; end\n").replace("5. X 100", "5. X 100\n6. Y 100").encode())

    assert sheet.table("Reason") == [["Hand 1, turn 4", "Ruling: the play of Y is void", "warned"]]
    assert [[row[0], row[1], row[3]] for row in sheet.table("What was found, and what was allowed")][:2] == [
        ["Hand 1, turn 4", "MB231", "void"],
        ["Hand 1, turn 6", "MB231", "–"],
    ]
    assert "violations without a ruling" in sheet.text


def test_score_sheet_names_what_it_rests_on() -> None:
    data = (ROOT / "fixtures/coupe.mbn").read_bytes()
    sheet, _ = score(data)
    digest = sha256(bornes.format(bornes.parse(data.decode())).encode()).hexdigest()

    assert digest in sheet.text
    assert "winning-moves@1" in sheet.text
    assert f"Bornes {__version__}" in sheet.text


# --- the ruling slip


def test_slip_says_what_happened_what_was_decided_and_what_it_does() -> None:
    sheet = slips(
        RULED, event="Coupe", round="3", table="7", date="2026-10-03", director="Duval", appeal="18:00, Petit"
    )

    assert sheet.table("Miles") == [
        ["X", "0 / 700", "Rolling", "–", "6 cards not known"],
        ["Y", "0 / 700", "Rolling · Speed Limit", "–", "6 cards not known"],
    ]
    for part in (
        "Coupe",
        "Hand 1, turn 4",
        "line 11 of the record",
        "Y lays 75 kilometres",
        "MB231",
        "over-speed-limit",
        "Y laid 75 while Y is under a speed limit (25 or 50 allowed)",
        "because of line 10",
        "3. X L->Y",
        "U-LIMIT-50",
        'WM, "Hazard and Remedy Cards"',
        "25 kilometres, 50 kilometres, Accident → X",
        "Ruling: the play of Y is void",
        "Reason: warned",
        "18:00, Petit",
        "Duval",
        "2026-10-03",
    ):
        assert part in sheet.text, part
    # Y's 75 is gone; the match is not over, so nothing counts there.
    points = next(table for table in sheet.tables if table[1][:2] == ["before", "after"])[2:]
    assert points == [["X", "100", "100", "0", "0"], ["Y", "75", "0", "0", "0"]]


def test_what_is_not_known_is_a_line_to_write_on() -> None:
    empty, full = slips(RULED), slips(RULED, table="7", date="today", appeal="never", round="1")
    lines = [sum(attrs.get("class") == "line" for _, attrs in each.tags) for each in (empty, full)]

    assert lines == [4, 0]


def test_each_ruling_has_a_page_and_rulings_on_one_play_share_it() -> None:
    text = RULED.replace(
        "5. X 100", "5. X 100\n6. Y 100\nruling retract Y MB231\nruling penalty Y -50 MB231\n7. Y /100"
    )
    sheet = slips(text)

    assert [tag for tag, _ in sheet.tags].count("article") == 2
    assert "Ruling: -50 points for Y" in sheet.text


def test_a_ruling_after_the_end_of_the_match_changes_nothing() -> None:
    head = "MBN 1\nRuleset: winning-moves\nX: Anna\nY: Ben\ncarried X 5000 Y 0\n\n"
    sheet = slips(head + "hand 4 first X\n1. X R+\n2. Y 100\nruling void Y\nend abandoned\n")
    points = next(table for table in sheet.tables if table[1][:2] == ["before", "after"])[2:]

    assert "Hand 4, turn 2" in sheet.text
    assert points == [["X", "–", "–", "5000", "5000"], ["Y", "–", "–", "0", "0"]]


def test_slip_says_what_is_left_without_a_ruling() -> None:
    text = RULED.replace("5. X 100", "5. X 100\n6. Y 100")

    assert "without a ruling" not in slips(RULED.replace("X 100 Y 75", "X 100 Y 0")).text
    assert "without a ruling" in slips(text).text


def test_every_ruling_of_the_corpus_has_a_slip() -> None:
    count = 0
    for line in (ROOT / "fixtures/cases.jsonl").read_text(encoding="utf-8").strip("\n").split("\n"):
        text = json.loads(line).get("record", "")
        if "\nruling " not in text:
            continue
        try:
            trial = take_record(text.encode(), 1)
        except AskedError:
            continue  # it cannot be read
        rulings = [each for each in trial.record.lines if isinstance(each.item, Ruling)]
        made = rulings_made(trial)
        sheet = Sheet(ruling_slips(trial, made))
        assert [each.line for ruled in made for each in ruled.rulings] == [each.line for each in rulings]
        assert [tag for tag, _ in sheet.tags].count("article") == len(made)
        assert sheet.misplaced == []
        count += len(made)

    assert count > 100


# --- the sheet of a round


FOUR = """event: Four
ruleset: winning-moves
hands: 1
players: {ana: Ana, bo: Bo, cy: Cy, di: Di, ed: Ed, flo: Flo}
points: {by: match}
tie_breaks: wins
rounds:
  1:
    date: 2026-10-03
    byes: ed
    absent: flo
    tables:
      1: {X: ana, Y: bo, record: one.mbn}
      2: {X: cy, Y: di, forfeit: Y}
  2: {tables: {1: {X: ana, Y: cy}, 2: {X: bo, Y: di}}}
"""
CLUB_TABLE = CLUB.replace("Moreau, Alice", "Ana").replace("Bianchi, Ugo", "Bo")


@pytest.mark.parametrize("over", [True, False])
def test_round_has_its_tables_and_what_is_in(tmp_path: Path, over: bool) -> None:
    text = CLUB_TABLE.replace("end unfinished X 100 Y 75", "end conceded Y") if over else CLUB_TABLE
    (tmp_path / "one.mbn").write_text(text, encoding="utf-8")
    tournament = read_tournament(FOUR, "tournament.yaml")
    gathered = gather(tournament, tmp_path, whole=True)
    match = document(gathered)["matches"][0]
    sheet = Sheet(round_sheet(tournament, 1, document(gathered)["matches"]))
    rows = sheet.table("Signature")
    one, two = ("100 ✓", "75") if over else ("", "")

    assert [row[:4] for row in rows[:2]] == [["1", "X", "Ana", one], ["Y", "Bo", two, ""]]
    assert short(match["sha256"]) in rows[2][0]
    assert ("does not count yet" in rows[2][0]) is not over
    # A forfeit has no totals, and no record.
    assert [row[:4] for row in rows[3:5]] == [["2", "X", "Cy", "✓"], ["Y", "Di", "forfeit", ""]]
    assert "Bye: Ed" in sheet.text
    assert "Absent: Flo" in sheet.text
    assert "2026-10-03" in sheet.text


def test_round_that_was_not_played_leaves_room() -> None:
    rows = Sheet(round_sheet(read_tournament(FOUR, "tournament.yaml"), 2)).table("Signature")

    assert [row[-2:] for row in rows] == [["", ""]] * 4


def test_unknown_round() -> None:
    with pytest.raises(LookupError, match="there is no round 3"):
        round_sheet(read_tournament(FOUR, "tournament.yaml"), 3)


def test_list_by_name_is_there_when_tables_are_many() -> None:
    few, more = many(2 * FEW), many(2 * FEW + 2)

    assert "Where everybody sits" not in Sheet(round_sheet(few, 1)).text
    assert "Where everybody sits" in Sheet(round_sheet(more, 1)).text


TEAMS = """event: Teams
ruleset: winning-moves
players: {ana: Ana, bo: Bo, cy: Élie, di: Di}
teams:
  red: {name: Red, players: ana bo}
  blue: {name: Blue, players: cy di}
points: {by: hands}
tie_breaks: wins
rounds:
  1: {tables: {1: {X: red, Y: blue, result: {X: 500, Y: 300}, hands_won: {X: 2, Y: 1}}}}
"""


def test_teams_are_listed_with_their_players_and_hands_have_a_column(tmp_path: Path) -> None:
    tournament = read_tournament(TEAMS, "tournament.yaml")
    matches = document(gather(tournament, tmp_path, whole=True))["matches"]
    rows = Sheet(round_sheet(tournament, 1, matches)).table("Hands won")

    assert rows == [["1", "X", "RedAna · Bo", "500 ✓", "2", ""], ["Y", "BlueÉlie · Di", "300", "1", ""]]


# --- standings


def test_standings_are_those_of_the_document(coupe: dict[str, Any]) -> None:
    rows = Sheet(standings_sheet(coupe)).table("Rank")
    names = coupe["terms"]["tie_breaks"]

    assert len(rows) == 8
    for row, shown in zip(coupe["standings"], rows, strict=True):
        values = [row["tie_breaks"][name] for name in names]
        assert shown == [
            str(row["rank"]),
            row["name"],
            str(row["points"]),
            *("–" if each is None else str(each["value"]) for each in values),
            *(str(row[outcome]) for outcome in ("won", "tied", "lost")),
        ]


def test_halves_are_written_as_the_language_does(coupe: dict[str, Any]) -> None:
    row = coupe["standings"][0]
    half = {**row, "tie_breaks": {name: {"value": 24.5, "terms": []} for name in row["tie_breaks"]}}

    assert "24.5" in Sheet(standings_sheet({**coupe, "standings": [half]})).table("Rank")[0]
    assert "24,5" in Sheet(standings_sheet({**coupe, "standings": [half]}, language="fr")).table("Rang")[0]


def test_standings_say_whether_they_are_published(coupe: dict[str, Any]) -> None:
    now = Sheet(standings_sheet(coupe)).text
    published = Sheet(standings_sheet(coupe, published=Published(3, "ab" * 32), date="2026-10-04")).text

    assert "Not published" in now
    assert "Not published" not in published
    assert all(part in published for part in ("Publication", "3", "ab" * 32, "2026-10-04"))


def test_provisional_standings_say_so(coupe: dict[str, Any]) -> None:
    assert "Provisional" not in Sheet(standings_sheet(coupe)).text
    text = Sheet(standings_sheet({**coupe, "unresolved": 2, "open": 1})).text
    assert "Provisional: 2 violations without a ruling" in text
    assert "1 match does not count, or not yet." in text


def test_rulings_and_policies_that_numbers_rest_on_are_named(coupe: dict[str, Any]) -> None:
    plain = Sheet(standings_sheet({**coupe, "ledger": {"events": 0, "sha256": "0" * 64}})).text
    matches = [
        {**each, "policies": [{"policy": "missing"}] if each["round"] == 1 else []}
        for each in coupe["matches"]
    ]
    full = Sheet(
        standings_sheet({**coupe, "matches": matches, "ledger": {"events": 2, "sha256": "cd" * 32}})
    ).text

    assert "ledger" not in plain
    assert "cd" * 32 in full
    assert "The numbers of 4 matches rest on a policy that was agreed." in full


def test_hash_of_all_is_what_the_page_says(coupe: dict[str, Any]) -> None:
    listed = "".join(
        f"{each['round']}.{each['table']} {each['sha256']}\n" for each in coupe["matches"] if each["sha256"]
    )

    assert listed.startswith("1.1 ")
    assert hash_of_all(reversed(coupe["matches"])) == sha256(listed.encode()).hexdigest()
    assert hash_of_all(coupe["matches"]) in Sheet(standings_sheet(coupe)).text


def test_records_are_listed_when_asked_for(coupe: dict[str, Any]) -> None:
    rows = Sheet(standings_sheet(coupe, records=True)).table("Match")

    assert len(rows) == len(coupe["matches"])
    assert [row[3] for row in rows] == [
        short(each["sha256"]) if each["sha256"] else "–" for each in coupe["matches"]
    ]
    names = {row["id"]: row["name"] for row in coupe["standings"]}
    for match, row in zip(coupe["matches"], rows, strict=True):
        assert all(names[each] in row[2] for each in match["sides"].values())
        assert all(str(each) in row[2] for each in match["totals"].values())
        assert ("forfeit" in row[2]) is (match["kind"] == "forfeit")


# --- all of them


def sheets(text: str, name: str, language: str = "en") -> dict[str, str]:
    """A sheet of each kind in which the text stands wherever one may stand."""
    record = readable_hostile_record(text).replace(f"Annotator: {text}\n", "")
    record = record.replace("5. X 100", f"ruling void Y MB231 ; {text}\n5. X 100")
    trial = take_record(record.encode())
    tournament = many(2 * FEW + 2)
    renamed = read_tournament(TEAMS, "tournament.yaml")
    entrants = {
        key: type(each)(each.id, name, tuple(name for _ in each.players))
        for key, each in renamed.entrants.items()
    }
    teams = type(renamed)(
        name, "winning-moves", entrants, renamed.rounds, options=name, points=renamed.points
    )
    value = standings_of(tournament, ROOT)
    rows = [{**row, "name": name} for row in value["standings"]]  # type: ignore[attr-defined]  # JSON
    around = Circumstances(event=name, round=name, table=name, date=name, director=name, appeal=name)
    return {
        "score": score_sheet(trial.record, trial.report, language=language),
        "ruling": ruling_slips(trial, rulings_made(trial), around, language=language),
        "round": round_sheet(teams, 1, language=language),
        "large round": round_sheet(tournament, 1, language=language),
        "standings": standings_sheet(
            {**value, "event": name, "standings": rows}, date=name, records=True, language=language
        ),
    }


def shape(html: str) -> list[tuple[str, list[str]]]:
    return [(tag, sorted(attrs)) for tag, attrs in Sheet(html).tags]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_stay_texts(text: str) -> None:
    wanted = sheets("plain", "plain")
    for kind, html in sheets(text, text).items():
        assert shape(html) == shape(wanted[kind]), kind
        assert "\u202e" not in html
        assert "<script" not in html


@pytest.mark.parametrize("language", languages())
def test_sheets_are_whole_and_refer_to_nothing(language: str) -> None:
    for kind, html in sheets("a remark", "Somebody", language).items():
        sheet = Sheet(html)
        assert html.startswith("<!doctype html>"), kind
        assert sheet.misplaced == [], kind
        assert sheet.open == [], kind
        assert sheet.tags[0] == ("html", {"lang": language})
        names = {name for _, attrs in sheet.tags for name in attrs}
        assert names & {"href", "src", "action", "style", "id"} == set(), kind
        assert not any(name.startswith("on") for name in names), kind
        assert {tag for tag, _ in sheet.tags} & {"script", "link", "img", "a"} == set(), kind
        assert "url(" not in html
        assert "@import" not in html


@pytest.mark.parametrize("language", [each for each in languages() if each != "en"])
def test_nothing_english_is_left_but_what_is_marked(language: str) -> None:
    texts = re.compile(
        r"Signature\b|Players|Standings|without a ruling|Where everybody|What happened|Not published"
    )
    for kind, html in sheets("x", "Somebody", language).items():
        found = texts.findall(Sheet(html).text)
        assert [each for each in found if each != "Signature" or language != "fr"] == [], kind
