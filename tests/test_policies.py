"""Policies of a tournament: the numbers that they give, worked out by hand, and what is said about each."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from bornes.tournament.model import TournamentFileError
from bornes.tournament.policies import Sanction
from bornes.tournament.reading import read_tournament
from bornes_api.cli import group
from bornes_api.tournament.template import template

ROOT = Path(__file__).parent.parent
SCHEMAS = ROOT / "spec/schemas"
HEAD = "event: A\nruleset: winning-moves\nhands: 1\nplayers: {ada: Ada, ben: Ben}\n"

LIMIT = "hand 1 first X\n1. X R+\n2. Y R+\n3. X L->Y\n4. Y 75\n5. X 100\n6. Y 25\nend adjudicated\n"
"""Turn 4 (line 10 of the record) breaks the speed limit. Played: X 100, Y 75 + 25 = 100. Void: X 100, Y 25."""


def record(event: str, lines: str, seats: str = "X: Ada\nY: Ben\n") -> str:
    """A record; its hand begins on line 6 with two seats. The event tells records with the same play apart."""
    return f"MBN 1\nEvent: {event}\nRuleset: winning-moves\n{seats}\n{lines}"


def run(*arguments: str | Path, text: str | None = None) -> Result:
    result = CliRunner().invoke(group, list(map(str, arguments)), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def folder(path: Path, policies: str, *records: str, table: str = "") -> Path:
    """A tournament of Ada (X) and Ben (Y) with a round for each record."""
    rounds = ""
    for number, text in enumerate(records, 1):
        (path / f"{number}.mbn").write_text(text, encoding="utf-8")
        rounds += f"  {number}: {{tables: {{1: {{X: ada, Y: ben, record: {number}.mbn{table}}}}}}}\n"
    (path / "tournament.yaml").write_text(
        f"{HEAD}policies: {{{policies}}}\nrounds:\n{rounds}", encoding="utf-8"
    )
    return path


def exported(path: Path) -> Any:
    value = json.loads(run("tournament", "export", path).stdout)
    Draft202012Validator(
        json.loads((SCHEMAS / "standings.schema.json").read_text(encoding="utf-8"))
    ).validate(value)
    return value


def found(path: Path) -> list[dict[str, Any]]:
    values: list[dict[str, Any]] = json.loads(run("tournament", "check", path, "--format", "json").stdout)
    return [each for each in values if each["name"] not in ("undetermined", "met-before")]


# Reading


def test_what_was_agreed_is_read() -> None:
    text = HEAD + (
        "policies:\n  at_once: retract\n  later: stands\n  after_hand: void\n"
        "  offences: {10: forfeit, 1: warning, 3: penalty 150}\n  missing: replayed\n  contradictory: claimed\n"
    )
    policies = read_tournament(text, "t.yaml").policies

    assert (policies.at_once, policies.later, policies.judged_by) == ("retract", "stands", "void")
    assert (policies.missing, policies.contradictory) == ("replayed", "claimed")
    # An entry holds until the next one.
    warning, penalty, forfeit = Sanction("warning"), Sanction("penalty", 150), Sanction("forfeit")
    numbers = (1, 2, 3, 9, 10, 99)
    assert [policies.sanction(each) for each in numbers] == [
        warning,
        warning,
        penalty,
        penalty,
        forfeit,
        forfeit,
    ]


def test_nothing_is_agreed_before_the_first_entry() -> None:
    policies = read_tournament(HEAD + "policies: {offences: {2: forfeit}}\n", "t.yaml").policies

    assert [policies.sanction(1), policies.sanction(2)] == [None, Sanction("forfeit")]


def test_a_new_file_says_what_could_be_agreed() -> None:
    """What `init` writes leaves numbers to the director; each line that it only shows can be put in force."""
    text = template("A", "winning-moves", ["Ada", "Ben"])
    policies = read_tournament(text, "t.yaml").policies
    assert (policies.at_once, policies.later) == ("retract", "stands")
    assert (policies.after_hand, policies.missing, policies.contradictory, policies.offences) == (
        None,
        None,
        None,
        {},
    )

    whole = read_tournament(re.sub(r"^  # ([a-z_]+: )", r"  \1", text, flags=re.MULTILINE), "t.yaml").policies
    assert (whole.after_hand, whole.missing, whole.contradictory) == ("void", "replayed", "replayed")
    assert whole.sanction(2) == Sanction("penalty", 100)


@pytest.mark.parametrize(
    ("policies", "message"),
    [
        ("after_hand: undo", "t.yaml:5:24: after_hand cannot be undo; allowed: as-played, void, open"),
        (
            "later: penalty",
            "t.yaml:5:19: later cannot be penalty; allowed: stands, retract, void, forfeit, redeal",
        ),
        (
            "offences: {2: penalty}",
            "t.yaml:5:26: 2 cannot be penalty; allowed: warning, penalty and points, as penalty 100, or forfeit",
        ),
        (
            "offences: {2: penalty -100}",
            "t.yaml:5:26: 2 cannot be penalty -100; allowed: warning, penalty and points, as penalty 100, or forfeit",
        ),
        (
            "offences: {0: warning}",
            "t.yaml:5:23: 0 cannot be a key under offences; allowed: a number from 1 to 9999",
        ),
        ("missing: claimed", "t.yaml:5:21: missing cannot be claimed; allowed: replayed, open"),
        ("at_onse: void", "t.yaml:5:12: unknown key at_onse under policies; did you mean at_once?"),
    ],
)
def test_what_cannot_be_a_policy_is_named_with_its_place(policies: str, message: str) -> None:
    with pytest.raises(TournamentFileError) as caught:
        read_tournament(f"{HEAD}policies: {{{policies}}}\n", "t.yaml")

    assert str(caught.value) == message


# Numbers


AS_PLAYED, VOID = {"X": 100, "Y": 100}, {"X": 100, "Y": 25}

NUMBERS = [
    # policies, lines after the `end`, totals in the file; what counts, who won, which policies say so
    ("", "", "", AS_PLAYED, "XY", []),
    ("after_hand: as-played", "", "", AS_PLAYED, "XY", [("after_hand", "as-played", None)]),
    ("after_hand: void", "", "", VOID, "X", [("after_hand", "void", AS_PLAYED)]),
    # 100 - 30 = 70; 25 - 30 = -5.
    (
        "after_hand: as-played, offences: {1: penalty 30}", "", "", {"X": 100, "Y": 70}, "X",
        [("after_hand", "as-played", None), ("offences", "penalty 30", AS_PLAYED)],
    ),
    (
        "after_hand: void, offences: {1: penalty 30}", "", "", {"X": 100, "Y": -5}, "X",
        [("after_hand", "void", AS_PLAYED), ("offences", "penalty 30", VOID)],
    ),
    (
        "after_hand: void, offences: {1: warning}", "", "", VOID, "X",
        [("after_hand", "void", AS_PLAYED), ("offences", "warning", None)],
    ),
    # Ben's second offence would cost something, his first does not.
    ("after_hand: void, offences: {2: forfeit}", "", "", VOID, "X", [("after_hand", "void", AS_PLAYED)]),
    # What nobody decides about gives no number either.
    ("offences: {1: forfeit}", "", "", AS_PLAYED, "XY", []),
    # Claimed are 100 and 150, 50 more than Ben's 75 + 25.
    (
        "after_hand: as-played, contradictory: replayed", "result X 100 Y 150", "", AS_PLAYED, "XY",
        [("after_hand", "as-played", None), ("contradictory", "replayed", None)],
    ),
    (
        "after_hand: as-played, contradictory: claimed", "result X 100 Y 150", "", {"X": 100, "Y": 150}, "Y",
        [("after_hand", "as-played", None), ("contradictory", "claimed", AS_PLAYED)],
    ),
    # Claimed is what was played; the 75 was taken from the play, so from the claim too: it contradicts nothing.
    ("after_hand: void, contradictory: claimed", "result X 100 Y 100", "", VOID, "X", [("after_hand", "void", AS_PLAYED)]),
    # 150 - 75 = 75.
    (
        "after_hand: void, contradictory: claimed", "result X 100 Y 150", "", {"X": 100, "Y": 75}, "X",
        [("after_hand", "void", AS_PLAYED), ("contradictory", "claimed", VOID)],
    ),
    # The file goes before the record: 160, not 150.
    (
        "after_hand: as-played, contradictory: claimed", "result X 100 Y 150", ", result: {X: 100, Y: 160}",
        {"X": 100, "Y": 160}, "Y", [("after_hand", "as-played", None), ("contradictory", "claimed", AS_PLAYED)],
    ),
    (
        "after_hand: as-played, missing: replayed", "", "", AS_PLAYED, "XY",
        [("after_hand", "as-played", None), ("missing", "replayed", None)],
    ),
    # A claim in the file is a claim.
    (
        "after_hand: as-played, missing: open", "", ", result: {X: 100, Y: 100}", AS_PLAYED, "XY",
        [("after_hand", "as-played", None)],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("policies", "after", "table", "totals", "winners", "applied"), NUMBERS)
def test_numbers_by_hand(
    tmp_path: Path,
    policies: str,
    after: str,
    table: str,
    totals: dict[str, int],
    winners: str,
    applied: list[tuple[str, str, dict[str, int] | None]],
) -> None:
    value = exported(folder(tmp_path, policies, record("a", LIMIT + after), table=table))
    (match,) = value["matches"]

    assert (match["kind"], match["totals"], "".join(match["winners"])) == ("record", totals, winners)
    assert [(each["policy"], each["value"], each["before"]) for each in match["policies"]] == applied


@pytest.mark.parametrize(
    ("policies", "after", "why"),
    [
        ("after_hand: open", "", "policies.after_hand is open: MB231 in 1.4"),
        (
            "after_hand: void, missing: open",
            "",
            "policies.missing is open: no score is claimed for every side",
        ),
        ("contradictory: open", "result X 100 Y 150", "policies.contradictory is open: MB402"),
    ],
)
def test_open_is_open(tmp_path: Path, policies: str, after: str, why: str) -> None:
    (match,) = exported(folder(tmp_path, policies, record("a", LIMIT + after)))["matches"]

    assert (match["kind"], match["winners"], match["why_open"]) == ("open", [], why)
    warned = [each for each in found(tmp_path) if each["level"] == "warning"]
    assert [each["name"] for each in warned] in (["by-policy"], ["scores-missing"])


def test_forfeit_by_policy_is_a_forfeit(tmp_path: Path) -> None:
    path = folder(tmp_path, "after_hand: void, offences: {1: forfeit}", record("a", LIMIT))
    value = exported(path)
    (match,) = value["matches"]

    assert (match["kind"], match["totals"], match["winners"]) == ("forfeit", {}, ["X"])
    assert match["record"] == "1.mbn"
    assert [(row["id"], row["points"], row["parts"][0]["outcome"]) for row in value["standings"]] == [
        ("ada", 2, "forfeit won"),
        ("ben", 0, "forfeit lost"),
    ]
    # They met all the same: for other programs it is a game that was played, and no pairing brings them together again.
    lines = run("tournament", "export", path, "--format", "trf").stdout.splitlines()
    assert [line.split()[-2:] for line in lines if line.startswith("001")] == [["w", "1"], ["b", "0"]]


def test_both_may_forfeit_by_policy(tmp_path: Path) -> None:
    # X's 200 on a car that has not started (turn 1), Y's 100 likewise.
    lines = "hand 1 first X\n1. X 200\n2. Y 100\nend adjudicated\n"
    (match,) = exported(folder(tmp_path, "after_hand: void, offences: {1: forfeit}", record("a", lines)))[
        "matches"
    ]

    assert (match["kind"], match["winners"]) == ("forfeit", [])


def test_a_ruling_goes_before_every_policy(tmp_path: Path) -> None:
    ruled = LIMIT.replace("4. Y 75\n", "4. Y 75\nruling stands Y MB231\n")
    policies = "after_hand: void, offences: {1: forfeit}, contradictory: claimed"
    (match,) = exported(folder(tmp_path, policies, record("a", ruled)))["matches"]

    assert (match["totals"], match["policies"]) == (AS_PLAYED, [])


def test_a_ruling_goes_before_claims_made_without_it(tmp_path: Path) -> None:
    ruled = LIMIT.replace("4. Y 75\n", "4. Y 75\nruling void Y MB231\n") + "result X 100 Y 100\n"
    (match,) = exported(folder(tmp_path, "contradictory: claimed", record("a", ruled)))["matches"]

    assert match["totals"] == VOID
    (applied,) = match["policies"]
    assert (applied["policy"], applied["value"]) == ("contradictory", "replayed")
    assert applied["about"].endswith("a ruling goes before claims")


def test_claims_of_end_lines_are_added_up(tmp_path: Path) -> None:
    # 700 km in one hand with 675 set up: distance 700, trip 400, safe trip 300 if no 200 lies, and so on; the claim
    # of X is 10 more than the replay says, whatever that is, that of Y is right.
    lines = (
        "hand 1 first X\nsetup X km=675 battle=R+ 200s=1\nsetup Y km=100 battle=R+\nsetup pile=40 target=700\n"
        "1. X 25 noext\nend trip X 1110 Y 100\n"
    )
    (match,) = exported(folder(tmp_path, "contradictory: claimed", record("a", lines)))["matches"]

    # 700 + 400 for the trip = 1100; claimed 1110.
    assert match["totals"] == {"X": 1110, "Y": 100}
    assert [each["before"] for each in match["policies"]] == [{"X": 1100, "Y": 100}]


# What is said


def test_what_a_policy_decides_is_no_error_and_says_so(tmp_path: Path) -> None:
    path = folder(tmp_path, "", record("a", LIMIT))
    assert [(each["level"], each["name"]) for each in found(path)] == [("error", "unresolved")]
    assert exported(path)["unresolved"] == 1
    assert run("tournament", "publish", path).exit_code == 1

    folder(tmp_path, "after_hand: void", record("a", LIMIT))
    (each,) = found(path)
    assert (each["level"], each["name"], each["line"], each["column"]) == ("info", "by-policy", 11, 6)
    assert each["message"].endswith("no ruling: policies.after_hand is void")
    assert exported(path)["unresolved"] == 0

    published = run("tournament", "publish", path)
    assert published.exit_code == 0
    value = json.loads(Path(published.stdout.strip()).read_text(encoding="utf-8"))["standings"]
    assert value["terms"]["policies"]["after_hand"] == "void"
    assert value["matches"][0]["policies"][0]["before"] == AS_PLAYED
    assert run("tournament", "verify", path).exit_code == 0


def test_policies_are_terms(tmp_path: Path) -> None:
    path = folder(tmp_path, "after_hand: void", record("a", LIMIT))
    run("tournament", "publish", path)
    folder(tmp_path, "after_hand: as-played", record("a", LIMIT))
    changes = json.loads(run("tournament", "diff", path, "--format", "json").stdout)

    assert [each["where"] for each in changes if each["what"] == "terms"] == ["policies"]
    assert "ben" in [each["where"] for each in changes if each["what"] == "row"]


def test_explain_names_the_policy_of_each_number(tmp_path: Path) -> None:
    policies = "after_hand: void, offences: {1: warning, 2: penalty 30}"
    path = folder(tmp_path, policies, record("a", LIMIT), record("b", LIMIT))
    lines = run("tournament", "standings", path, "--explain", "ben").stdout.splitlines()

    assert [
        line.strip() for line in lines if "policy" in line or "without it" in line or "offence 2 " in line
    ] == [
        "policy after_hand: void: MB231 in 1.4",
        "without it X 100 Y 100",
        "policy offences: warning: offence 1 of Ben, MB231 in 1.4",
        "policy after_hand: void: MB231 in 1.4",
        "without it X 100 Y 100",
        "policy offences: penalty 30: offence 2 of Ben, MB231 in 1.4",
        "without it X 100 Y 25",
        "offence 2 of Ben: round 2, table 1, 1.4: MB231: penalty 30",
    ]
    assert "Matches decided in part by a policy: 2" in run("tournament", "standings", path).stdout


def test_a_ruling_that_is_itself_wrong_is_decided_by_no_policy(tmp_path: Path) -> None:
    # X is ruled on, Y laid the card.
    wrong = LIMIT.replace("4. Y 75\n", "4. Y 75\nruling void X MB231\n")
    policies = "after_hand: void, missing: replayed, contradictory: replayed"
    errors = [
        each for each in found(folder(tmp_path, policies, record("a", wrong))) if each["level"] == "error"
    ]

    assert [(each["name"], each["message"][:5]) for each in errors] == [("unresolved", "MB601")]


# Offences


def offences(path: Path, policies: str, *records: str) -> list[tuple[str | None, int | None, int, int]]:
    value = exported(folder(path, f"after_hand: as-played, offences: {{{policies}}}", *records))
    return [(each["player"], each["number"], each["round"], each["turn"]) for each in value["offences"]]


def test_offences_are_counted_over_rounds_place_by_place(tmp_path: Path) -> None:
    # Ada lays 100 on a car that has not started, then Ben too, then Ada again.
    lines = "hand 1 first X\n1. X 100\n2. Y 100\n3. X 100\nend adjudicated\n"

    assert offences(tmp_path, "9: forfeit", record("a", lines), record("b", LIMIT)) == [
        ("Ada", 1, 1, 1),
        ("Ben", 1, 1, 2),
        ("Ada", 2, 1, 3),
        ("Ben", 2, 2, 4),
    ]
    told = [each["message"] for each in found(tmp_path) if each["name"] == "offence"]
    assert told[-1] == "offence 2 of Ben, MB231: nothing was agreed for it; before: round 1, table 1, 1.2"


def test_an_offence_that_was_ruled_on_counts_as_one(tmp_path: Path) -> None:
    ruled = LIMIT.replace("4. Y 75\n", "4. Y 75\nruling stands Y MB231\n")

    assert [
        each[:2] for each in offences(tmp_path, "2: forfeit", record("a", ruled), record("b", LIMIT))
    ] == [
        ("Ben", 1),
        ("Ben", 2),
    ]
    assert [match["kind"] for match in exported(tmp_path)["matches"]] == ["record", "forfeit"]


def test_two_rules_broken_in_one_turn_are_one_offence(tmp_path: Path) -> None:
    # Ben has no 75, and there is a limit on him: MB130 and MB231.
    lines = (
        LIMIT.replace("hand 1 first X\n", "hand 1 first X\ndeal Y 25 25 50 50 R+ L-\n")
        .replace("2. Y R+", "2. Y (25) R+")
        .replace("4. Y 75", "4. Y (25) 75")
    )
    value = exported(folder(tmp_path, "offences: {1: warning}", record("a", lines)))

    assert [each["codes"] for each in value["offences"]] == [["MB231", "MB130"]]


def test_what_is_not_certain_is_no_offence(tmp_path: Path) -> None:
    # Nobody knows Ben's hand: whether he had the 75 is unverified, that nothing else is broken is certain.
    lines = "hand 1 first X\n1. X R+\n2. Y R+\n3. X 100\n4. Y 75\nend adjudicated\n"
    value = exported(folder(tmp_path, "offences: {1: forfeit}", record("a", lines)))

    assert (value["offences"], value["matches"][0]["verdict"]) == ([], "undetermined")


def test_a_claim_is_no_offence_and_a_wrong_deal_is_nobodys(tmp_path: Path) -> None:
    deal = "hand 1 first X\ndeal X R+ R+ R+ R+ R+ 25 25\n1. X R+\nend adjudicated\nresult X 5 Y 5\n"
    value = exported(folder(tmp_path, "offences: {1: forfeit}", record("a", deal)))

    assert value["unresolved"] == 3  # the deal, and a total for each side
    assert value["offences"] == []


def test_a_turn_that_a_later_ruling_made_too_early_accuses_nobody(tmp_path: Path) -> None:
    # Ben's 75 is retracted; Ada went on with turn 5, which now comes before Ben has finished (MB112).
    ruled = LIMIT.replace("4. Y 75\n", "4. Y 75\nruling retract Y MB231\n")
    counted = [("Ben", 4)]

    for text in (ruled, ruled.replace("\n", "\r\n")):
        value = exported(folder(tmp_path, "after_hand: void, offences: {1: warning}", record("a", text)))
        assert "MB112 in 1.5" in value["matches"][0]["policies"][0]["about"]
        assert [(each["player"], each["turn"]) for each in value["offences"]] == counted

    # The same ruling in the ledger.
    folder(tmp_path, "after_hand: void, offences: {1: warning}", record("a", LIMIT))
    rule = ["rule", str(tmp_path), "1.1", "1.4=retract", "--author", "Eve", "--reason", "too fast"]
    assert run("tournament", *rule).exit_code == 0
    value = exported(tmp_path)
    assert "MB112 in 1.5" in value["matches"][0]["policies"][0]["about"]
    assert [(each["player"], each["turn"]) for each in value["offences"]] == counted


def test_what_was_illegal_beside_a_ruling_is_an_offence(tmp_path: Path) -> None:
    # Ada goes before Ben in turn 2 and is let off; Ben's 75 in turn 5 is too fast whatever was ruled.
    lines = "hand 1 first X\n1. X R+\n2. X L->Y\nruling stands X MB110\n3. Y R+\n4. X 25\n5. Y 75\nend adjudicated\n"
    value = exported(folder(tmp_path, "offences: {1: warning}", record("a", lines)))

    assert [(each["player"], each["codes"]) for each in value["offences"]] == [
        ("Ada", ["MB110"]),
        ("Ben", ["MB231"]),
    ]


def test_under_the_ledger_too_offences_are_those_of_what_was_played(tmp_path: Path) -> None:
    # Undone by policy, Ben's R+ (MB130) leaves his 50 without a start; Ada's penalty is for something else.
    lines = (
        "hand 1 first X\ndeal Y 50 50 50 T+ T+ T+\n1. X R+\n2. Y (50) R+\n3. X 25\n4. Y (50) 50\n"
        "end adjudicated\n"
    )
    folder(tmp_path, "after_hand: void, offences: {9: forfeit}", record("a", lines))
    rule = ["rule", str(tmp_path), "1.1", "1.3=penalty:-10", "--author", "Eve", "--reason", "slow"]
    assert run("tournament", *rule).exit_code == 0
    value = exported(tmp_path)

    assert value["matches"][0]["policies"][0]["about"] == "MB130 in 1.2, MB232 in 1.4"
    assert [(each["player"], each["turn"]) for each in value["offences"]] == [("Ben", 2)]


def test_what_follows_from_somebody_elses_fault_is_no_offence(tmp_path: Path) -> None:
    # Ada's A- on a car that has not started lies all the same; Ben's R+ does not cure it, only because it lies there.
    lines = "hand 1 first X\n1. X A->Y\n2. Y R+\n"
    value = exported(folder(tmp_path, "at_once: retract, offences: {1: forfeit}", record("a", lines)))

    assert [(each["player"], each["codes"]) for each in value["offences"]] == [("Ada", ["MB203"])]
    assert proposed(tmp_path / "1.mbn", "1.2=stands") == (
        [],
        ["it follows from MB203 in line 8; rule on that"],
    )


def test_what_rests_on_unwritten_draws_is_no_offence(tmp_path: Path) -> None:
    # One card in the pile, and nobody wrote whether Ada drew it: that Ben drew from an empty pile rests on that.
    lines = "hand 1 first X\nsetup pile=1 target=700\n1. X R+\n2. Y (25) R+\nend adjudicated\n"
    value = exported(folder(tmp_path, "offences: {1: forfeit}", record("a", lines)))

    assert (value["unresolved"], value["offences"]) == (1, [])


def test_a_copy_too_many_accuses_nobody(tmp_path: Path) -> None:
    # The pack has one F*. Ben lays one that he does not hold (MB130); when Ada draws the real one, there are two.
    lines = (
        "hand 1 first X\ndeal X R+ R+ 25 25 50 50\ndeal Y R+ R+ 25 25 50 50\n1. X (25) R+\n2. Y (25) F*\n"
        "3. Y (25) R+\n4. X (F*) 25\nend adjudicated\n"
    )
    value = exported(folder(tmp_path, "after_hand: as-played, offences: {1: warning}", record("a", lines)))

    assert value["matches"][0]["policies"][0]["about"] == "MB130 in 1.2, MB140 in 1.4"
    assert [(each["player"], each["codes"]) for each in value["offences"]] == [("Ben", ["MB130"])]


def test_a_play_that_is_illegal_only_because_another_was_undone_is_no_offence(tmp_path: Path) -> None:
    # Ben lays an R+ that he does not hold (MB130), then 50. Played, the 50 is lawful; undone, his car never started.
    lines = (
        "hand 1 first X\ndeal Y 50 50 50 T+ T+ T+\n1. X R+\n2. Y (50) R+\n3. X 25\n4. Y (50) 50\n"
        "end adjudicated\n"
    )
    value = exported(folder(tmp_path, "after_hand: void, offences: {9: forfeit}", record("a", lines)))
    (match,) = value["matches"]

    assert (match["totals"], match["policies"][0]["before"]) == ({"X": 25, "Y": 0}, {"X": 25, "Y": 50})
    assert match["policies"][0]["about"] == "MB130 in 1.2, MB232 in 1.4"
    assert [(each["player"], each["turn"]) for each in value["offences"]] == [("Ben", 2)]


def test_offences_are_the_players_not_the_teams(tmp_path: Path) -> None:
    seats = "X1: Ann\nY1: Ben\nX2: Cat\nY2: Dan\n"
    lines = "hand 1 first X1\n1. X1 100\n2. Y1 R+\n3. X2 100\n4. Y2 R+\n5. X1 100\nend adjudicated\n"
    path = tmp_path / "tournament.yaml"
    path.write_text(
        "event: Pairs\nruleset: winning-moves\nhands: 1\nplayers: {a: Ann, b: Ben, c: Cat, d: Dan}\n"
        "teams: {red: {name: Reds, players: a c}, blue: {name: Blues, players: b d}}\n"
        "policies: {after_hand: void, offences: {3: forfeit}}\n"
        "rounds: {1: {tables: {1: {X: red, Y: blue, record: a.mbn}}}}\n",
        encoding="utf-8",
    )
    (tmp_path / "a.mbn").write_text(record("a", lines, seats), encoding="utf-8")
    value = exported(tmp_path)

    counted = [(each["player"], each["number"]) for each in value["offences"]]
    assert [each for each in counted if each[0] in ("Ann", "Cat")] == [("Ann", 1), ("Cat", 1), ("Ann", 2)]
    assert value["matches"][0]["kind"] == "record"

    (tmp_path / "a.mbn").write_text(record("a", lines, seats.replace("X2: Cat", "X2:")), encoding="utf-8")
    (unassigned,) = (each for each in found(tmp_path) if each["name"] == "offence-unassigned")
    assert unassigned["level"] == "warning"
    assert unassigned["message"].endswith("the record does not say who sits on X2")


def test_a_record_of_somebody_else_counts_for_nobody(tmp_path: Path) -> None:
    assert offences(tmp_path, "1: warning", record("a", LIMIT, "X: Ada\nY: Eve\n")) == []


# Departures


AGREED = (
    "at_once: retract, later: redeal, after_hand: void, offences: {1: warning, 2: penalty 50, 3: forfeit}"
)
OVER = "5. X 100\n6. Y 25\nend adjudicated\n"


@pytest.mark.parametrize(
    ("policies", "rulings", "later", "departs"),
    [
        # Stands before another seat has acted: any of the three will do, and nothing else.
        (AGREED, "retract Y MB231", "", []),
        (AGREED, "void Y MB231", "", []),
        (AGREED, "stands Y MB231", "", ["ruled stands, agreed was retract (policies.at_once) or redeal"]),
        ("at_once: retract, after_hand: as-played", "stands Y MB231", "", []),
        ("at_once: retract, after_hand: open", "void Y MB231", "", ["ruled void, agreed was retract (policies.at_once)"]),
        ("at_once: retract", "void Y", "", ["ruled void, agreed was retract (policies.at_once)"]),
        # Nothing agreed, nothing to depart from.
        ("missing: open", "void Y MB231", "", []),
        # A penalty where a warning was agreed.
        (AGREED, "void Y MB231|penalty Y -50 MB231", "", ["it is offence 1 of Ben: agreed was no penalty (policies.offences), ruled was -50"]),
        ("offences: {1: penalty 50}", "void Y MB231|penalty Y -50 MB231", "", []),
        ("offences: {1: penalty 50}", "void Y MB231", "", ["it is offence 1 of Ben: agreed was penalty 50 (policies.offences), ruled was none"]),
        ("offences: {1: penalty 50}", "void Y MB231|penalty Y -60 MB231", "", ["it is offence 1 of Ben: agreed was penalty 50 (policies.offences), ruled was -60"]),
        ("offences: {1: forfeit}", "void Y MB231", "", ["it is offence 1 of Ben: agreed was forfeit (policies.offences), ruled was none"]),
        # After X has acted: the first of the three will not do any more. A penalty alone lets the play stand.
        ("at_once: stands, later: void", "", "penalty Y -50 MB231", ["ruled stands, agreed was void (policies.later)"]),
        ("at_once: void, later: stands", "", "penalty Y -50 MB231", []),
        ("offences: {1: penalty 50}", "", "penalty Y -50 MB231", []),
    ],
)  # fmt: skip
def test_ruling_that_departs_is_named(
    tmp_path: Path, policies: str, rulings: str, later: str, departs: list[str]
) -> None:
    at_once = "".join(f"ruling {each}\n" for each in rulings.split("|") if each)
    after = f"ruling {later}\n" if later else ""
    text = LIMIT.replace(f"4. Y 75\n{OVER}", f"4. Y 75\n{at_once}5. X 100\n{after}6. Y 25\nend adjudicated\n")
    warned = [
        each for each in found(folder(tmp_path, policies, record("a", text))) if each["name"] == "departs"
    ]

    assert len(warned) == len(departs)
    for each, words in zip(warned, departs, strict=True):
        assert (each["level"], each["line"]) == ("warning", 11)
        assert each["message"].startswith(f"MB231 of Y: {words}")


def test_a_ruling_belongs_to_the_last_such_fault(tmp_path: Path) -> None:
    # Two faults of the same kind by Ben; only the second is ruled on. The first is not said to be ruled.
    text = LIMIT.replace("6. Y 25\n", "6. Y 100\nruling void Y MB231\n")
    path = folder(tmp_path, "at_once: void, after_hand: as-played", record("a", text))

    assert [each["name"] for each in found(path)] == ["by-policy", "ruled"]


def test_each_fault_has_its_own_rulings(tmp_path: Path) -> None:
    # Ben's first fault is voided, as agreed, his second voided and fined, as agreed; later points are for slow play.
    text = LIMIT.replace(
        f"4. Y 75\n{OVER}",
        "4. Y 75\nruling void Y MB231\n5. X 100\n6. Y 100\nruling void Y MB231\nruling penalty Y -50 MB231\n"
        "7. X 25\nruling penalty Y -20 ; slow\n8. Y 25\nend adjudicated\n",
    )
    path = folder(tmp_path, "at_once: void, offences: {1: warning, 2: penalty 50}", record("a", text))

    assert [each["name"] for each in found(path)] == ["ruled", "ruled", "offence", "offence"]


# Proposals


def proposed(path: Path, *arguments: str) -> tuple[list[str], list[str]]:
    result = run("what-if", path, *arguments, "--tournament", path.parent, "--format", "json")
    value = json.loads(result.stdout)
    report = json.loads((SCHEMAS / "report.schema.json").read_text(encoding="utf-8"))
    registry: Registry[Any] = Registry().with_resource("report.schema.json", Resource.from_contents(report))
    own = json.loads((SCHEMAS / "whatif.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(own, registry=registry).validate(value)
    (each,) = value["proposed"]
    return each["asked"], each["why"]


@pytest.mark.parametrize(
    ("lines", "asked", "why"),
    [
        ("", ["1.4.Y=retract"], "retract (policies.at_once)"),
        ("5. X 100\n", ["1.4.Y=redeal"], "redeal (policies.later)"),
        (OVER, ["1.4.Y=void"], "void (policies.after_hand)"),
    ],
)
def test_what_is_proposed_is_what_the_occasion_asks_for(
    tmp_path: Path, lines: str, asked: list[str], why: str
) -> None:
    folder(tmp_path, AGREED, record("a", LIMIT.replace(OVER, lines)))

    assert proposed(tmp_path / "1.mbn") == (asked, [why, "warning (policies.offences, offence 1 of Ben)"])


def test_the_number_of_the_offence_is_that_of_the_event(tmp_path: Path) -> None:
    folder(tmp_path, AGREED, *(record(each, LIMIT) for each in "abc"))

    assert proposed(tmp_path / "2.mbn") == (
        ["1.4.Y=void", "1.4.Y=penalty:-50:MB231"],
        ["void (policies.after_hand)", "penalty -50 (policies.offences, offence 2 of Ben)"],
    )
    assert proposed(tmp_path / "3.mbn")[1][1] == "forfeit of the match (policies.offences, offence 3 of Ben)"
    text = run("what-if", tmp_path / "2.mbn", "--tournament", tmp_path).stdout
    # As it counts there: 100 and 25; 25 - 50 = -25.
    assert re.search(r"^ +as it is +100 +25 ", text, re.MULTILINE)
    assert re.search(r"^ +void Y MB231 \+ penalty Y -50 MB231 +100 +-25 \(-50\) ", text, re.MULTILINE)
    assert "Policies on MB231: void (policies.after_hand), penalty -50" in text


def test_named_rulings_are_shown_with_what_was_agreed(tmp_path: Path) -> None:
    folder(tmp_path, AGREED, record("a", LIMIT))

    assert proposed(tmp_path / "1.mbn", "1.4=stands")[0] == ["1.4.Y=void"]


def test_adjudicate_offers_what_was_agreed_as_one(tmp_path: Path) -> None:
    folder(tmp_path, AGREED, record("a", LIMIT), record("b", LIMIT))
    file = tmp_path / "2.mbn"
    result = run("adjudicate", file, "--write", "--tournament", tmp_path, text="policies\ntoo fast\n")

    assert result.exit_code == 0
    assert "ruling void Y MB231 ; too fast\nruling penalty Y -50 MB231 ; too fast\n" in file.read_text(
        encoding="utf-8"
    )
    assert [each["name"] for each in found(tmp_path) if each["record"] == "2.mbn"] == ["ruled", "offence"]


def test_a_claim_is_proposed_what_counts(tmp_path: Path) -> None:
    text = record("a", LIMIT.replace("4. Y 75", "4. Y 50") + "result X 100 Y 150\n")
    folder(tmp_path, "contradictory: replayed", text)

    assert proposed(tmp_path / "1.mbn") == ([], ["replayed (policies.contradictory)"])


def test_a_file_that_is_no_record_of_the_tournament_is_refused(tmp_path: Path) -> None:
    folder(tmp_path, AGREED, record("a", LIMIT))
    other = tmp_path / "other.mbn"
    other.write_text(record("a", LIMIT), encoding="utf-8")
    result = run("what-if", other, "--tournament", tmp_path)

    assert result.exit_code == 2
    assert f"{other}: is not the record of a table of {tmp_path / 'tournament.yaml'}" in result.stderr
