"""`bornes tournament` over folders: the worked tournament, and what happens when something in it is changed."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from unicodedata import normalize

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from bornes_api.cli import group
from bornes_notation import format, parse
from worked import WORKED, copy_of, edit

ROOT = Path(__file__).parent.parent
SCHEMA = json.loads((ROOT / "spec/schemas/standings.schema.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "spec/tournaments.md").read_text(encoding="utf-8")


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(group, ["tournament", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The worked tournament, to be changed."""
    return copy_of(tmp_path / "cup")


def edit_file(folder: Path, old: str, new: str) -> None:
    edit(folder, "tournament.yaml", old, new)


def test_the_worked_tournament_has_the_ranks_of_the_page() -> None:
    result = run("standings", WORKED, "--format", "json")
    block = PAGE.split("<!-- ranks -->\n")[1].split("\n\n")[0]
    by_hand = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()[2:]]

    def shown(found: dict[str, float] | None) -> str:
        return "–" if found is None else f"{found['value']:g}"

    rows = json.loads(result.stdout)["standings"]
    assert result.exit_code == 0
    assert by_hand == [
        [str(row["rank"]), row["id"], str(row["points"])]
        + [shown(row["tie_breaks"][name]) for name in ("direct", "sonneborn-berger")]
        for row in rows
    ]


def test_the_cross_table_of_the_page_is_that_of_the_records() -> None:
    lines = PAGE.split("<!-- cross table -->\n")[1].split("\n\n")[0].splitlines()
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    cells = {
        (row[0], column): cell
        for row in table[2:]
        for column, cell in zip(table[0][1:], row[1:], strict=True)
    }
    matches = json.loads(run("export", WORKED).stdout)["matches"]
    played = {
        (match["sides"][own], match["sides"][other]): f"{match['totals'][own]}–{match['totals'][other]}"
        for match in matches
        for own, other in (("X", "Y"), ("Y", "X"))
        if match["totals"]
    }

    assert played == {pair: cell for pair, cell in cells.items() if "–" in cell}
    assert len(played) == 2 * 26


def test_every_number_is_traced_to_records_that_say_so() -> None:
    ids = [row["id"] for row in json.loads(run("standings", WORKED, "--format", "json").stdout)["standings"]]
    for each in ids:
        traced = json.loads(run("standings", WORKED, "--explain", each, "--format", "json").stdout)
        assert sum(part["points"] for part in traced["parts"]) == traced["points"]
        for found in filter(None, traced["tie_breaks"].values()):
            assert sum(term["value"] for term in found["terms"]) == found["value"]
        for part in traced["parts"]:
            if part["record"] is None:
                assert part["kind"] in ("result", "forfeit", "bye", "absent")
                continue
            text = (WORKED / part["record"]).read_text(encoding="utf-8")
            assert part["sha256"] == sha256(format(parse(text)).encode()).hexdigest()
            lines = text.splitlines()
            assert all(lines[line["line"] - 1].startswith(line["text"]) for line in part["lines"])
            # What counts is what was claimed, or a policy says why not.
            assert f" {part['scored']}" in part["lines"][-1]["text"] or part["policies"]
    assert "line 44: ruling retract X MB230" in run("standings", WORKED, "--explain", "Novák, Petr").stdout
    assert "did you mean novak" in run("standings", WORKED, "--explain", "nowak").stderr


def test_export_and_publication_are_what_the_schema_says(folder: Path) -> None:
    registry = Registry().with_resource("", Resource.from_contents(SCHEMA))
    Draft202012Validator(SCHEMA).validate(json.loads(run("export", folder).stdout))
    published = json.loads(
        (folder.parent / run("publish", folder).stdout.strip()).read_text(encoding="utf-8")
    )
    wrapper = {**SCHEMA["$defs"]["publication"], "$defs": SCHEMA["$defs"]}
    wrapper["properties"] = {**wrapper["properties"], "standings": True}

    Draft202012Validator(wrapper, registry=registry).validate(published)
    Draft202012Validator(SCHEMA).validate(published["standings"])


def remove_record(folder: Path) -> None:
    (folder / "round-3/table-2.mbn").unlink()


def copy_record(folder: Path) -> None:
    (folder / "round-3/table-2.mbn").write_bytes((folder / "round-3/table-1.mbn").read_bytes())


def two_records(folder: Path) -> None:
    path = folder / "round-3/table-2.mbn"
    path.write_bytes(path.read_bytes() * 2)


def break_off(folder: Path) -> None:
    path = folder / THIRD
    path.write_text(
        path.read_text(encoding="utf-8").split("\n9. ")[0] + "\nend unfinished\n", encoding="utf-8"
    )


def nobody_decides(folder: Path) -> None:
    """Without the ruling of round 2, and without a policy on what nobody ruled on."""
    edit(folder, "round-2/table-2.mbn", "ruling retract X MB230", "x-note")
    edit(folder, YAML, "  after_hand: void\n", "")


def totals_differ(folder: Path) -> None:
    """Totals in the file that are not those of the record, and no policy on it."""
    edit(folder, YAML, "table-2.mbn}\n      3", "table-2.mbn, result: {X: 0, Y: 0}}\n      3")
    edit(folder, YAML, "  contradictory: replayed\n", "")


def changed(file: str, old: str, new: str) -> Callable[[Path], None]:
    return lambda folder: edit(folder, file, old, new)


YAML = "tournament.yaml"
THIRD = "round-3/table-2.mbn"


@pytest.mark.parametrize(
    ("change", "level", "name", "words"),
    [
        (remove_record, "error", "record-missing", f"there is no record {THIRD}"),
        (copy_record, "error", "record-twice", "round 3, table 1"),
        (two_records, "error", "record-unreadable", "this one holds 2"),
        (changed(THIRD, "1. X", "1. X ((("), "error", "record-unreadable", "MB0"),
        (
            changed(THIRD, "Okafor, Ngozi", "Okafor, Ngosi"),
            "error",
            "players-differ",
            "did you mean Okafor, Ngozi",
        ),
        (
            changed(THIRD, "Okafor, Ngozi", "Berg, Olaf"),
            "error",
            "players-differ",
            "the table has Okafor, Ngozi",
        ),
        (changed(THIRD, "\nhand 1", "\ncarried X 100 Y 0\n\nhand 1"), "warning", "carried", "earlier record"),
        (changed(THIRD, "X: Okafor, Ngozi", "X:"), "warning", "player-unnamed", "player of X"),
        (changed(THIRD, "winning-moves", "parker-1988"), "error", "ruleset-differs", "parker-1988@1"),
        (changed(THIRD, "target=700", "target=1000"), "error", "options-differ", "target=1000"),
        (changed(THIRD, "Date: 2026-10-03", "Date: 2025-10-03"), "error", "date-impossible", "2025-10-03"),
        (changed(THIRD, "Date: 2026-10-03", "Date: 2026-10-04"), "warning", "date-differs", "2026-10-04"),
        (break_off, "error", "not-finished", "0 finished hands"),
        (nobody_decides, "error", "unresolved", "MB230"),
        (totals_differ, "error", "total-differs", "X 0 Y 0"),
        (changed(YAML, "date: 2026-10-04", "date: 2026-10-02"), "error", "date-impossible", "2026-10-02"),
        (
            changed(YAML, "date: 2026-10-03", "date: 2026-09-31"),
            "error",
            "date-impossible",
            "no day 2026-09-31",
        ),
        (
            changed(YAML, "ends: 2026-10-04", "ends: 2026-10-02"),
            "error",
            "date-impossible",
            "before it begins",
        ),
        (changed(YAML, "byes: haddad", "byes: haddad moreau"), "error", "player-twice", "Moreau, Alice"),
        (changed(YAML, "    absent: berg\n", ""), "warning", "player-without-table", "Berg, Olaf"),
        (changed(YAML, ", forfeit: Y", ""), "warning", "table-open", "table 2"),
        (changed(YAML, "{1: 4a", "{1: 5a"), "error", "shuffle-broken", "committed to 5a"),
        (changed("round-1/table-1.mbn", "x-nonce", "x-once"), "warning", "shuffle-unverified", "x-nonce"),
        (changed(YAML, "{1: 4a", "{2: 4a"), "warning", "shuffle-unverified", "no such hand"),
    ],
)
def test_check_finds(folder: Path, change: Callable[[Path], None], level: str, name: str, words: str) -> None:
    change(folder)
    result = run("check", folder, "--format", "json")
    found = [each for each in json.loads(result.stdout) if each["name"] == name]

    assert found
    assert all(each["level"] == level for each in found if words in each["message"])
    assert any(words in each["message"] for each in found)
    assert result.exit_code == (1 if level == "error" else 0)
    if level == "error":
        assert run("publish", folder).exit_code == 1
        assert not (folder / "published").exists()


def test_the_worked_tournament_is_in_order() -> None:
    result = run("check", WORKED)

    assert result.exit_code == 0
    assert "0 errors, 0 warnings, 20 for information" in result.stdout
    assert re.search(r"round-2/table-2\.mbn:43:12: info ruled: .*MB230.*line 44: retract", result.stdout)


def test_the_appeal_of_the_worked_tournament_decides_its_match(folder: Path) -> None:
    """Turn 20: played 25 + 75 + a safety = 200, void 125; the first ruling let it stand, the decision does not."""

    def tanaka() -> tuple[int, list[int]]:
        matches = json.loads(run("export", folder).stdout)["matches"]
        (match,) = (each for each in matches if (each["round"], each["table"]) == (6, 3))
        return match["totals"]["Y"], match["rulings"]

    assert tanaka() == (125, [3])
    ledger = folder / "rulings.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(lines[:2]))
    assert tanaka() == (200, [1])
    warnings = [
        each
        for each in json.loads(run("check", folder, "--format", "json").stdout)
        if each["level"] == "warning"
    ]
    assert [each["name"] for each in warnings] == ["appeal-open"]
    ledger.unlink()
    # Nobody ruled: void by policy, which takes the 75 from the claim too.
    assert tanaka() == (125, [])


def test_accents_stored_otherwise_are_the_same_name(folder: Path) -> None:
    edit(folder, "round-2/table-2.mbn", "Novák", normalize("NFD", "Novák"))

    assert run("check", folder).exit_code == 0


def test_a_disk_without_links_will_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_from: Path, _to: Path) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuse)
    assert run("publish", folder).exit_code == 0
    assert [path.name for path in (folder / "published").iterdir()] == ["standings-0001.json"]
    assert run("verify", folder).exit_code == 0


def test_who_meets_again_is_named(folder: Path) -> None:
    edit_file(folder, "X: moreau, Y: bianchi", "X: bianchi, Y: haddad")

    assert "Bianchi, Ugo and Haddad, Lina met in round 1" in run("check", folder).stdout


@pytest.mark.parametrize(
    "change", [remove_record, copy_record, changed(THIRD, "Okafor, Ngozi", "Berg, Olaf")]
)
def test_what_cannot_be_trusted_does_not_count(folder: Path, change: Callable[[Path], None]) -> None:
    change(folder)
    result = run("standings", folder, "--format", "json")
    matches = {(each["round"], each["table"]): each for each in json.loads(result.stdout)["matches"]}

    assert (matches[3, 2]["kind"], matches[3, 2]["winners"]) == ("open", [])
    assert matches[3, 2]["why_open"]
    assert result.exit_code == 1
    assert "bornes tournament check" in result.stderr


def test_an_unresolved_violation_makes_standings_provisional(folder: Path) -> None:
    nobody_decides(folder)
    result = run("standings", folder)

    assert "Provisional: " in result.stdout
    assert result.exit_code == 1


def test_a_round_of_which_nothing_is_in_is_no_error(folder: Path) -> None:
    for path in (folder / "round-7").iterdir():
        path.unlink()
    result = run("check", folder)

    assert result.exit_code == 0
    assert "info round-open: round 7" in result.stdout


def test_publish_verify_edit_verify(folder: Path) -> None:
    assert run("publish", folder).stdout.endswith("published/standings-0001.json\n")
    assert run("verify", folder).stdout == (
        "round 1, table 1, hand 1: no publication names the commitment before the record came in\n"
        "publication 1 follows from its 25 records\n"
    )
    assert "nothing has changed" in run("publish", folder).stderr
    assert len(list((folder / "published").iterdir())) == 1

    # Blanks and empty lines are not the record: its canonical text is the same.
    edit(folder, THIRD, "\nhand 1", "\n\n\nhand 1")
    assert run("verify", folder).exit_code == 0

    edit(folder, THIRD, "\nend ", " ; checked\nend ")
    result = run("verify", folder)
    assert result.exit_code == 1
    assert f"{THIRD} was edited" in result.stdout
    assert "publication 1 does not follow" in result.stdout


def test_a_result_that_changes_is_explained(folder: Path) -> None:
    run("publish", folder)
    edit_file(folder, "result: {X: 800, Y: 800}", "result: {X: 800, Y: 850}")
    result = run("diff", folder, "--format", "json")
    changes = {(each["what"], each["where"]): each for each in json.loads(result.stdout)}

    match = changes["match", "round 5, table 3"]
    assert (match["from"], match["to"]) == (
        "silva 800 moreau 800, won by silva and moreau",
        "silva 800 moreau 850, won by moreau",
    )
    assert match["why"] == "the tournament file was changed"
    assert changes["row", "moreau"]["why"] == "round 5, table 3"
    # Silva now has 6 points, as Berg and Bianchi; she beat both. Moreau has 5; by sonneborn-berger Berg 6 + Silva 6
    # + half of Haddad's 7.
    assert changes["row", "moreau"]["to"].startswith("rank 8, points 5, sonneborn-berger 15.5")
    assert changes["row", "silva"]["to"].startswith("rank 5, points 6, direct 4")
    assert changes["row", "okafor"]["why"] == "matches of others"
    assert ("row", "tanaka") in changes  # its tie-break: it beat Moreau

    # The first publication still follows from its own file; the second is chained to it.
    assert run("publish", folder).exit_code == 0
    assert run("verify", folder).exit_code == run("verify", folder, "--number", "1").exit_code == 0
    second = json.loads((folder / "published/standings-0002.json").read_text(encoding="utf-8"))
    assert second["previous"] == sha256((folder / "published/standings-0001.json").read_bytes()).hexdigest()


def test_a_changed_term_is_named(folder: Path) -> None:
    run("publish", folder)
    edit_file(folder, "win: 2", "win: 3")
    changes = json.loads(run("diff", folder, "--format", "json").stdout)

    assert [each["where"] for each in changes if each["what"] == "terms"] == ["points"]
    assert {each["why"] for each in changes if each["what"] == "row"} == {
        "the terms of the tournament were changed"
    }


def test_published_numbers_that_were_edited_do_not_follow(folder: Path) -> None:
    run("publish", folder)
    edit(folder, "published/standings-0001.json", '"points": 4,', '"points": 44,')
    result = run("verify", folder)

    assert result.exit_code == 1
    assert "moreau: published rank 8, points 44" in result.stdout
    assert "did not follow" in result.stdout


def test_an_edited_or_missing_link_of_the_chain_is_named(folder: Path) -> None:
    for scores in ("X: 801", "X: 802", "X: 803"):
        run("publish", folder)
        (text,) = re.findall(r"result: \{(X: \d+)", (folder / YAML).read_text(encoding="utf-8"))
        edit_file(folder, text, scores)
    assert run("verify", folder).exit_code == 0

    edit(folder, "published/standings-0001.json", '"open": 0', '"open":  0')
    assert "publication 2 does not follow publication 1: one was edited" in run("verify", folder).stdout
    (folder / "published/standings-0002.json").unlink()
    assert "publication 2 is missing" in run("verify", folder).stdout


def test_a_commitment_that_changes_after_publication_is_named(folder: Path) -> None:
    edit_file(folder, "{1: 4a", "{2: 4a")
    run("publish", folder)
    edit_file(folder, "{2: 4a", "{2: 5a")
    run("publish", folder)

    assert "round 1, table 1, hand 2: publication 1 commits to 4a" in run("verify", folder).stdout


def test_a_commitment_that_was_published_in_time_is_said_to_be(folder: Path) -> None:
    (folder / "rulings.jsonl").unlink()  # of records that are not there yet
    for path in sorted(folder.glob("round-*")):
        path.rename(folder / f"later-{path.name}")
    edit_file(folder, "forfeit: Y", "record: round-4/table-2.mbn")
    edit_file(folder, "result: {X: 800, Y: 800}", "record: round-5/table-3.mbn")
    assert run("publish", folder).exit_code == 0
    (folder / "later-round-1").rename(folder / "round-1")
    assert run("publish", folder).exit_code == 0
    result = run("verify", folder)

    assert "round 1, table 1, hand 1: publication 1 names the commitment, before" in result.stdout
    assert "publication 2 follows from its 4 records" in result.stdout


def test_teams_are_ranked_and_their_players_checked(tmp_path: Path) -> None:
    record = CliRunner().invoke(group, ["play", "--seating", "2x2", "--seed", "5"]).stdout
    for seat, name in (("X1", "Ann"), ("Y1", "Ben"), ("X2", "Cat"), ("Y2", "Dan")):
        record = record.replace(f"Player {seat}", name)
    (tmp_path / "a.mbn").write_text(record, encoding="utf-8")
    (tmp_path / YAML).write_text(
        "event: Pairs\nruleset: winning-moves\nhands: 1\nplayers: {a: Ann, b: Ben, c: Cat, d: Dan}\n"
        "teams: {red: {name: Reds, players: a c}, blue: {name: Blues, players: b d}}\n"
        "rounds: {1: {tables: {1: {X: red, Y: blue, record: a.mbn}}}}\n",
        encoding="utf-8",
    )
    rows = json.loads(run("standings", tmp_path, "--format", "json").stdout)["standings"]
    (claimed,) = re.findall(r"^end \w+ X (-?\d+) Y (-?\d+)$", record, re.MULTILINE)
    better = "red" if int(claimed[0]) > int(claimed[1]) else "blue"

    assert (rows[0]["rank"], rows[0]["id"], rows[0]["points"]) == (1, better, 2)
    assert run("check", tmp_path).exit_code == 0
    edit(tmp_path, "a.mbn", "X2: Cat", "X2: Dan")
    assert "X2 is Dan, the table has Ann and Cat" in run("check", tmp_path).stdout


def test_a_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    before = (folder / YAML).read_bytes()
    result = run("publish", folder)
    assert (result.exit_code, "No space left" in result.stderr) == (2, True)
    assert list((folder / "published").iterdir()) == []

    edit_file(folder, "  7:\n", "  7: # last\n")
    before = (folder / YAML).read_bytes()
    text = before.decode().split("  7: # last")[0]
    (folder / YAML).write_text(text, encoding="utf-8")
    result = run("round", folder, "--write")
    assert result.exit_code == 2
    assert (folder / YAML).read_text(encoding="utf-8") == text
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []


def test_a_place_that_cannot_be_written_is_named(folder: Path) -> None:
    (folder / "published").write_text("in the way", encoding="utf-8")
    result = run("publish", folder)

    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_rounds_are_those_of_the_worked_tournament_one_after_the_other(tmp_path: Path) -> None:
    names = ["Moreau, Alice", "Bianchi, Ugo", "Okafor, Ngozi", "Tanaka, Ren"]
    names += ["Silva, Inês", "Novák, Petr", "Haddad, Lina", "Berg, Olaf"]
    players = [word for name in names for word in ("--player", name)]
    assert run("init", tmp_path, "--event", 'The "Cup"', *players).exit_code == 0
    edit(tmp_path, YAML, "# bornes tournament", "# kept: bornes tournament")
    for _ in range(7):
        assert run("round", tmp_path, "--write").exit_code == 0
    text = (tmp_path / YAML).read_text(encoding="utf-8")
    made = re.findall(r"\{X: ([a-z]+), Y: ([a-z]+)", text)
    worked = re.findall(r"X: ([a-z]+)(?:, |\n *)Y: ([a-z]+)", (WORKED / YAML).read_text(encoding="utf-8"))

    assert "# kept: " in text
    assert len(made) == 28
    assert set(worked) == set(made) - {("berg", "haddad")}
    assert "all are there" in run("round", tmp_path).stderr
    assert run("check", tmp_path).exit_code == 0


def test_a_round_is_put_before_what_follows_and_nothing_else_changes(tmp_path: Path) -> None:
    text = "event: A\nruleset: winning-moves\nrounds:\n  1:\n    tables:\n      1: {X: a, Y: b}\n\n# last\nplayers: {a: A, b: B, c: C}\n"
    (tmp_path / YAML).write_text(text, encoding="utf-8")
    assert run("round", tmp_path, "--write").exit_code == 0
    after = (tmp_path / YAML).read_text(encoding="utf-8")

    # Of four numbers, 4 meets 3 in round 2, and 1 meets 2; there is no fourth.
    added = "  2:\n    byes: c\n    tables:\n      1: {X: a, Y: b, record: round-2/table-1.mbn}\n"
    assert after == text.replace("\n\n# last", f"\n{added}\n# last")


def test_a_round_is_not_put_where_it_does_not_fit(tmp_path: Path) -> None:
    text = "event: A\nruleset: winning-moves\nplayers: {a: A, b: B, c: C}\nrounds: {1: {tables: {1: {X: a, Y: b}}}}\n"
    (tmp_path / YAML).write_text(text, encoding="utf-8")
    result = run("round", tmp_path, "--write")

    assert (result.exit_code, (tmp_path / YAML).read_text(encoding="utf-8")) == (1, text)
    assert "put it there yourself" in result.stderr


def test_init_overwrites_nothing(folder: Path) -> None:
    before = (folder / YAML).read_bytes()
    result = run("init", folder, "--player", "A", "--player", "B")

    assert (result.exit_code, (folder / YAML).read_bytes()) == (2, before)
    assert "is there already" in result.stderr


@pytest.mark.parametrize("name", ["check", "standings", "publish", "verify", "diff", "round", "export"])
def test_what_is_not_there_is_named(tmp_path: Path, name: str) -> None:
    result = run(name, tmp_path)

    assert result.exit_code == 2
    assert str(tmp_path) in result.stderr
    assert "Traceback" not in result.output


def test_a_file_that_cannot_be_used_is_named_with_its_place(folder: Path) -> None:
    edit_file(folder, "hands: 1", "hands: one")
    result = run("check", folder)

    assert result.exit_code == 2
    assert f"{folder / YAML}:6:8: hands cannot be one" in result.stderr


FOUR = "event: A\nruleset: winning-moves\nplayers: {al: Al, bo: Bo, cy: Cy, di: Di}\n"


def test_who_is_absent_is_left_out_of_berger_tables_too(tmp_path: Path) -> None:
    (tmp_path / "tournament.yaml").write_text(FOUR, encoding="utf-8")
    result = run("round", tmp_path, "--absent", "al")

    assert result.exit_code == 0
    # 1 meets 4, 2 meets 3.
    assert result.stdout.startswith(
        "  1:\n    byes: di\n    absent: al\n    tables:\n      1: {X: bo, Y: cy,"
    )
    assert (
        "there is no player or team all; did you mean al" in run("round", tmp_path, "--absent", "all").stderr
    )


def test_who_forfeited_may_meet_again(tmp_path: Path) -> None:
    forfeited = "rounds:\n  1:\n    tables:\n      1: {X: al, Y: bo, forfeit: Y}\n      2: {X: cy, Y: di, result: {X: 1, Y: 0}}\n"
    again = "  2:\n    tables:\n      1: {X: bo, Y: al, result: {X: 1, Y: 0}}\n      2: {X: di, Y: cy, forfeit: X}\n"
    (tmp_path / "tournament.yaml").write_text(FOUR + forfeited + again, encoding="utf-8")
    assert "met in round" not in run("check", tmp_path).stdout

    third = "  3:\n    tables:\n      1: {X: al, Y: bo}\n      2: {X: cy, Y: di}\n"
    (tmp_path / "tournament.yaml").write_text(FOUR + forfeited + again + third, encoding="utf-8")
    shown = run("check", tmp_path).stdout
    assert "Al and Bo met in round 2" in shown
    assert "Cy and Di met in round 1" in shown


def test_without_the_package_its_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gacrux.pairingdutch", None)
    path = tmp_path / "tournament.yaml"
    path.write_text(f"{FOUR}pairing: swiss\n", encoding="utf-8")
    result = run("round", tmp_path)
    assert result.exit_code == 1
    assert "which is not installed; install bornes[swiss]" in result.stderr

    path.write_text(f"{FOUR}pairing: round-robin\n", encoding="utf-8")
    assert run("round", tmp_path).exit_code == 0
