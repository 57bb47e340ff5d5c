"""Programs measured by a corpus: good ones, and every way in which a program or a corpus can go wrong."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from bornes_api.cli import group
from bornes_api.conformance.answering import answers, merged

FIXTURES = Path(__file__).parent.parent / "fixtures"
HEAD = "MBN 1\nRuleset: winning-moves\nX:\nY:\n\nhand 1 first X\ndeal X 25 50 75 R+ A+ L+\n"
CASES = [
    {
        "id": "mb-sy-001",
        "title": "A Roll",
        "record": HEAD + "1. X (100) R+\n",
        "rulesets": ["winning-moves", "kilometres"],
        "level": "required",
        "pair": "mb-sy-002",
        "expect": {
            "verdict": "legal",
            "style": [],
            "hands": {"1": {"ended": "unfinished", "sides": {"X": {"miles": 0, "score": {}}}}},
        },
    },
    {
        "id": "mb-sy-002",
        "title": "No Roll",
        "record": HEAD + "1. X (100) 100\n",
        "rulesets": ["winning-moves"],
        "level": "required",
        "features": ["start"],
        "pair": "mb-sy-001",
        "expect": {
            "verdict": "illegal",
            "canonical": HEAD + "1. X (100) 100\n",
            "state": {"1.1": "X 0 - - - 0 | Y 0 - - - 0 | pile 89 | hands 6 6 | next X | target 700"},
            "violations": [
                {
                    "code": "MB232",
                    "rule": "U-ROLLING",
                    "hand": 1,
                    "turn": 1,
                    "seat": "X",
                    "line": 8,
                    "column": 12,
                }
            ],
        },
    },
    {
        "id": "mb-sy-003",
        "title": "Unreadable",
        "record": HEAD + "1. X (100) 5\n",
        "rulesets": ["winning-moves"],
        "level": "open",
        "expect": {"verdict": "unreadable", "errors": [{"code": "MB005", "line": 8, "column": 12}]},
    },
]

GOOD = """
import json, sys
def result(message):
    text = message["record"]
    if text.endswith(" 5\\n"):
        return {"verdict": "unreadable", "errors": [{"code": "MB005", "line": 8, "column": 12}]}
    if text.endswith(" 100\\n"):
        return {"verdict": "illegal", "violations": [{"code": "MB232", "rule": "U-ROLLING", "hand": 1, "turn": 1,
                "seat": "X", "line": 8, "column": 12}]}
    sides = {"X": {"miles": 0, "score": {"distance": 0}}}
    return {"verdict": "legal", "hands": [{"number": 1, "ended": "unfinished", "sides": sides}]}
def say(value):
    print(json.dumps(value), flush=True)
def answer(message):
    say({"seq": message["seq"], "result": result(message)})
def start():
    say({"version": 1, "implementation": {"name": "fake", "version": "7", "language": "Python"}})
def main(answer=answer):
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "start": start()
        elif message["cmd"] == "case": answer(message)
        else: break
"""
RIGHT = GOOD + "main()\n"


def write_corpus(folder: Path, cases: list[dict[str, Any]] = CASES, *, build: bool = True) -> Path:
    (folder / "cases/syntax").mkdir(parents=True, exist_ok=True)
    for name in ("VERSION", "case.schema.json"):
        shutil.copy(FIXTURES / name, folder / name)
    (folder / "cases/syntax/all.yaml").write_text(json.dumps(cases), encoding="utf-8")
    if build:
        assert conformance("build", folder).exit_code == 0
    return folder


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "corpus")


def conformance(*arguments: str | Path, text: str | None = None) -> Result:
    return CliRunner().invoke(group, ["conformance", *map(str, arguments)], input=text)


def run(corpus: Path, program: str, *options: str) -> Result:
    """The corpus run against a program in Python, given by its text."""
    path = corpus / "program.py"
    path.write_text(textwrap.dedent(program), encoding="utf-8")
    return conformance("run", "--corpus", corpus, *options, "--", sys.executable, str(path))


def run_json(corpus: Path, program: str, *options: str) -> tuple[int, dict[str, Any]]:
    result = run(corpus, program, "--format", "json", *options)
    return result.exit_code, json.loads(result.stdout)


def faults(value: dict[str, Any]) -> dict[str, str]:
    return {f"{each['id']} {each['ruleset']}": each["message"] for each in value["faults"]}


def test_right_program_passes(corpus: Path) -> None:
    code, value = run_json(corpus, RIGHT)

    assert (code, value["passed"], value["faults"], value["differing"]) == (0, True, [], [])
    assert value["implementation"] == {"name": "fake", "version": "7", "language": "Python"}
    assert value["total"]["runs"] == 4
    assert value["total"]["levels"]["1"] == {"passed": 4, "of": 4}
    assert value["total"]["levels"]["2"] == {"passed": 2, "of": 2}
    assert value["not_given"] == {"canonical": 1, "state": 1}


def test_table(corpus: Path) -> None:
    result = run(corpus, RIGHT)

    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "corpus 1.0.0, fake 7 (Python)",
        "family  runs  1 verdict  2 scores  3 rules  4 places  skipped  faults",
        "syntax     4        4/4       2/2      4/4       4/4        0       0",
        "all        4        4/4       2/2      4/4       4/4        0       0",
        "not given, so not compared, 1 times: canonical",
        "not given, so not compared, 1 times: state",
        "level 4 (places): passed, 4 answered",
    ]


def test_our_own_program_passes(corpus: Path) -> None:
    arguments = [sys.executable, "-m", "bornes_api", "conformance", "answer"]
    result = conformance("run", "--corpus", corpus, "--format", "json", "--", *arguments)
    value = json.loads(result.stdout)

    assert (result.exit_code, value["not_given"], value["differing"], value["faults"]) == (0, {}, [], [])
    assert value["implementation"]["name"] == "bornes"


HANGING = """
import time
def hang(message):
    if message["id"] == "mb-sy-002": time.sleep(60)
    answer(message)
main(hang)
"""


def test_program_that_hangs_is_named_and_started_again(corpus: Path) -> None:
    begun = time.monotonic()
    code, value = run_json(corpus, GOOD + HANGING, "--timeout", "1")

    assert time.monotonic() - begun < 20
    assert (code, value["passed"]) == (1, False)
    assert faults(value) == {"mb-sy-002 winning-moves": "did not answer in time (1 s)"}
    assert value["total"]["levels"]["1"] == {"passed": 3, "of": 4}


def test_program_that_never_reads_is_named(corpus: Path) -> None:
    big = {**CASES[0], "record": HEAD + "; a\n" * 60_000 + "1. X (100) R+\n"}
    del big["pair"]
    write_corpus(corpus, [big])
    code, value = run_json(
        corpus, GOOD + "import time\nstart(); sys.stdin.readline(); time.sleep(60)\n", "--timeout", "0.5"
    )

    assert code == 1
    assert set(faults(value).values()) == {"did not answer in time (0.5 s)"}


@pytest.mark.parametrize(
    ("does", "message"),
    [
        ("print('Ouch', file=sys.stderr); sys.exit(3)", "ended with exit status 3 (Ouch)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "was ended by signal 11"),
        ("print('hello', flush=True)", "wrote what is not JSON: 'hello\\n'"),
        ("say([1])", "wrote [1], which is no object"),
        ("say({'seq': message['seq'] + 1, 'result': {}})", "answered out of order: seq 3 where 3 was asked"),
        ("say({'seq': 99, 'result': result(message)})", "answered out of order: seq 99 where 3 was asked"),
        ("say({'result': result(message)})", "answered out of order: seq null where 3 was asked"),
        ("say({'seq': 3, 'error': 'no memory'})", "says it failed: no memory"),
        (
            "say({'seq': 3, 'skipped': True})",
            "answered without a result, a reason for skipping or an error: ",
        ),
        (
            "say({'seq': 3, 'result': {'verdict': 'fine'}})",
            "the verdict of its result is 'fine', not legal, ",
        ),
        (
            "say({'seq': 3, 'result': {'verdict': 'legal', 'hands': 1}})",
            "hands of its result is no list of objects",
        ),
        ("print('[' * 100000, flush=True)", "wrote what is not JSON: '[[["),
    ],
)
def test_program_that_talks_nonsense_is_named_and_started_again(
    corpus: Path, does: str, message: str
) -> None:
    broken = f"""
def broken(message):
    if message["id"] != "mb-sy-002": answer(message)
    else:
        {does}
main(broken)
"""
    if "+ 1" in does:
        message = "answered out of order: seq 4 where 3 was asked"
    code, value = run_json(corpus, GOOD + broken)

    assert code == 1
    (found,) = faults(value).items()
    assert found[0] == "mb-sy-002 winning-moves"
    assert found[1].startswith(message)
    assert value["total"]["levels"]["1"] == {"passed": 3, "of": 4}


@pytest.mark.parametrize("twice", ["mb-sy-002", "mb-sy-003"])
def test_program_that_answers_twice_is_named(corpus: Path, twice: str) -> None:
    """The next case, or the end of the run, shows it; the next case is asked again."""
    code, value = run_json(
        corpus, GOOD + f"def two(m):\n    answer(m)\n    if m['id'] == {twice!r}: answer(m)\nmain(two)\n"
    )

    assert code == 1
    assert faults(value) == {f"{twice} winning-moves": "answered twice"}
    assert value["total"]["levels"]["1"] == {"passed": 3, "of": 4}


def test_program_that_cannot_be_started_again_is_given_up(corpus: Path) -> None:
    once = corpus / "once"
    program = f"""
from pathlib import Path
if Path({str(once)!r}).exists(): sys.exit(9)
Path({str(once)!r}).touch()
start(); sys.stdin.readline(); sys.stdin.readline(); sys.exit(1)
"""
    code, value = run_json(corpus, GOOD + program)

    assert code == 1
    assert [each["message"] for each in value["faults"]] == [
        "ended with exit status 1",
        *["could not be started again: ended with exit status 9"] * 3,
    ]


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("import sys; sys.exit(4)", "ended with exit status 4"),
        ("print('Welcome!')", "wrote what is not JSON: 'Welcome!"),
        ("print('{\"version\": 2}')", "not with version 1"),
        ("import time; time.sleep(60)", "did not answer in time"),
    ],
)
def test_program_that_does_not_start_is_wrong_usage(corpus: Path, program: str, words: str) -> None:
    result = run(corpus, program, "--timeout", "1")

    assert result.exit_code == 2
    assert words in result.stderr


def test_no_such_program_is_wrong_usage(corpus: Path) -> None:
    result = conformance("run", "--corpus", corpus, "--", "no-such-program-here")

    assert result.exit_code == 2
    assert "no-such-program-here cannot be run" in result.stderr


def test_skipping_needs_a_reason_and_is_no_failure(corpus: Path) -> None:
    skipping = """
def skip(message):
    if message["features"]: say({"seq": message["seq"], "skipped": True, "reason": "no start yet"})
    else: answer(message)
main(skip)
"""
    code, value = run_json(corpus, GOOD + skipping)

    assert (code, value["total"]["skipped"]) == (0, 1)
    assert value["skipped"] == [{"id": "mb-sy-002", "ruleset": "winning-moves", "message": "no start yet"}]
    assert "skipped 1: no start yet" in run(corpus, GOOD + skipping).stdout


def test_program_that_skips_everything_does_not_pass(corpus: Path) -> None:
    code, _ = run_json(
        corpus, GOOD + "main(lambda m: say({'seq': m['seq'], 'skipped': True, 'reason': 'tired'}))\n"
    )

    assert code == 1


OWN_NAMES = """
def own(message):
    value = result(message)
    for violation in value.get("violations", []):
        violation["code"] = "CannotMove"
        del violation["rule"]
    say({"seq": message["seq"], "result": value})
main(own)
"""


@pytest.mark.parametrize(
    ("mapping", "level_3", "level_4"),
    [
        (None, 3, 3),
        ("CannotMove: MB232\n", 4, 4),
        ("CannotMove: U-ROLLING\n", 4, 3),
        ("CannotMove: [U-LIMIT-50, U-ROLLING]\n", 4, 3),
        ('{"CannotMove": "MB230"}', 4, 3),
        ("CannotMove: MB231\n", 3, 3),
    ],
)
def test_own_names_take_part_through_a_mapping(
    corpus: Path, mapping: str | None, level_3: int, level_4: int
) -> None:
    options = []
    if mapping is not None:
        (corpus / "names.yaml").write_text(mapping, encoding="utf-8")
        options = ["--mapping", str(corpus / "names.yaml")]
    code, value = run_json(corpus, GOOD + OWN_NAMES, *options)

    assert value["total"]["levels"]["3"]["passed"] == level_3
    assert value["total"]["levels"]["4"]["passed"] == level_4
    assert code == (level_4 != 4)
    assert run_json(corpus, GOOD + OWN_NAMES, "--level", "2", *options)[0] == 0


@pytest.mark.parametrize(
    ("mapping", "words"),
    [
        ("CannotMove: MB999\n", "CannotMove: 'MB999' is neither a code (MB231) nor a rule"),
        ("- CannotMove\n", "a mapping gives a code or a rule for each name"),
        ("CannotMove: MB231\nCannotMove: MB232\n", "the key 'CannotMove' stands twice"),
        ("a: [", "line 2"),
    ],
)
def test_mapping_that_says_nothing_is_wrong_usage(corpus: Path, mapping: str, words: str) -> None:
    (corpus / "names.yaml").write_text(mapping, encoding="utf-8")
    result = run(corpus, RIGHT, "--mapping", str(corpus / "names.yaml"))

    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("change", "level", "words"),
    [
        ("value['verdict'] = 'legal'", "1", "must reject it, but it says legal"),
        (
            "value['violations'][0]['rule'] = value['violations'][0]['code'] = 'MB231'",
            "3",
            "it breaks U-ROLLING",
        ),
        ("value['violations'][0]['column'] = 1", "4", "at hand 1, turn 1, seat X, 8:12 is not found"),
        (
            "value['violations'][0]['turn'] = 2",
            "4",
            "at hand 1, turn 2, seat X, 8:12 is found, and should not be",
        ),
        ("value['violations'] *= 2", "4", "is found, and should not be"),
        ("value['errors'] = [{'line': 3}]", "3", "it is said that it is unreadable in line 3"),
    ],
)
def test_what_differs_is_named_at_its_level(corpus: Path, change: str, level: str, words: str) -> None:
    program = f"""
def other(message):
    value = result(message)
    if message["id"] == "mb-sy-002":
        {change}
    say({{"seq": message["seq"], "result": value}})
main(other)
"""
    code, value = run_json(corpus, GOOD + program)

    assert code == 1
    (found,) = value["differing"]
    assert found["id"] == "mb-sy-002"
    assert words in " ".join(found["differences"][level])
    assert min(found["differences"]) == level
    assert f"mb-sy-002 [winning-moves]: level {level}: " in run(corpus, GOOD + program).stdout


def test_scores_that_differ_are_named(corpus: Path) -> None:
    program = """
def other(message):
    value = result(message)
    for hand in value.get("hands", []): hand["sides"]["X"] = {"miles": 25, "score": {"distance": 25}}
    say({"seq": message["seq"], "result": value})
main(other)
"""
    _, value = run_json(corpus, GOOD + program)

    assert value["differing"][0]["differences"] == {
        "2": ["hand 1, X: miles is 0, not 25", "hand 1, X: score is {}, not {'distance': 25}"]
    }


def test_what_the_sources_leave_open_does_not_count_against(corpus: Path) -> None:
    accepting = """
def lax(message):
    value = {"verdict": "legal"} if message["id"] == "mb-sy-003" else result(message)
    say({"seq": message["seq"], "result": value})
main(lax)
"""
    code, value = run_json(corpus, GOOD + accepting)

    assert code == 0
    assert [each["level"] for each in value["differing"]] == ["open"]


SIMPLE = """
message = {"record": sys.stdin.buffer.read().decode()}
print(json.dumps([result(message)]))
"""


def test_simple_mode(corpus: Path) -> None:
    code, value = run_json(corpus, GOOD + SIMPLE, "--simple")

    assert (code, value["faults"], value["differing"]) == (0, [], [])
    assert value["total"]["levels"]["4"] == {"passed": 4, "of": 4}


@pytest.mark.parametrize(
    ("does", "message"),
    [
        ("import time; time.sleep(60)", "did not answer in time (1 s)"),
        ("sys.exit(5)", "wrote nothing and ended with exit status 5"),
        ("print('illegal')", "wrote what is not JSON: 'illegal\\n'"),
        ("print('[]')", "wrote JSON that is no report"),
        ("print('{}')", "the verdict of its result is None, not legal, undetermined, illegal, unreadable"),
    ],
)
def test_faults_in_simple_mode(corpus: Path, does: str, message: str) -> None:
    program = f"""
text = sys.stdin.buffer.read().decode()
if text.endswith(" 100\\n"):
    {does}
else:
    print(json.dumps(result({{"record": text}})))
"""
    code, value = run_json(corpus, GOOD + program, "--simple", "--timeout", "1")

    assert code == 1
    assert faults(value) == {"mb-sy-002 winning-moves": message}


def test_our_check_takes_part_in_simple_mode(corpus: Path) -> None:
    command = [sys.executable, "-m", "bornes_api", "check", "--format", "json", "--policy", "{policy}", "-"]
    result = conformance("run", "--corpus", corpus, "--simple", "--format", "json", "--", *command)

    assert [each["id"] for each in json.loads(result.stdout)["differing"]] == []


def test_simple_mode_skips_a_policy_that_it_cannot_say(corpus: Path) -> None:
    write_corpus(corpus, [{**CASES[2], "policy": "void"}, CASES[0] | {"pair": "mb-sy-003"}])
    _, value = run_json(corpus, GOOD + SIMPLE, "--simple")

    assert value["skipped"][0]["message"] == "the command does not say the policy ({policy})"


def test_badges(corpus: Path) -> None:
    drawn, told = corpus / "badge.svg", corpus / "badge.json"
    run(corpus, RIGHT, "--badge", str(drawn))
    run(corpus, GOOD + OWN_NAMES, "--badge", str(told))

    words = [
        "".join(each.itertext())
        for each in ET.fromstring(drawn.read_text()).iter()  # noqa: S314 - our own drawing
        if each.tag.endswith("}text")
    ]
    assert words == ["mille bornes", "level 4, 4/4"]
    assert json.loads(told.read_text()) == {
        "schemaVersion": 1,
        "label": "mille bornes",
        "message": "level 2, level 3 3/4",
        "color": "yellow",
    }
    assert run(corpus, RIGHT, "--badge", str(corpus / "badge.png")).exit_code == 2


def broken(**changes: Any) -> list[dict[str, Any]]:
    first = {**CASES[0], **changes}
    return [{key: value for key, value in first.items() if value is not None}, *CASES[1:]]


@pytest.mark.parametrize(
    ("cases", "words"),
    [
        (broken(level="perhaps"), "mb-sy-001: case.schema.json refuses level: 'perhaps'"),
        (broken(colour="red"), "mb-sy-001: case.schema.json refuses the case: "),
        (broken(expect={"verdict": "fine"}), "mb-sy-001: case.schema.json refuses expect/verdict"),
        (broken(expect={"verdict": "illegal"}), "mb-sy-001: the verdict is illegal, but 0 violations"),
        (broken(expect={"verdict": "unreadable"}), "mb-sy-001: the verdict is unreadable, but 0 errors"),
        (broken(pair="mb-sy-099"), "mb-sy-001: its pair mb-sy-099 is no other case of the corpus"),
        (
            broken(rulesets=["kilometres"]),
            "the record names winning-moves, but the first of its rulesets is kilometres",
        ),
        (broken(record=None, record_file="lost.mbn"), "mb-sy-001: its record cannot be read: "),
        (broken(record=None), "mb-sy-001: its record cannot be read: no record"),
        (broken(repeat={"text": "X", "times": 3}), "repeat needs a text that stands once"),
        (broken(repeat={"text": "R+\n", "times": 10**9}), "repeat makes it larger than 32 MiB"),
        (
            broken(expect={"verdict": "legal", "canonical": HEAD}),
            "mb-sy-001: its canonical text or JSON names one ruleset, so it can hold for one only",
        ),
        (broken(rulesets=None), "mb-sy-001: rulesets must be a list"),
        ([*CASES, CASES[0]], "mb-sy-001: the id stands in cases/syntax/all.yaml already"),
        (broken(id=None), "cases/syntax/all.yaml: entry 1 is no case: it has no id"),
        ({"id": 1}, "cases/syntax/all.yaml: a file of cases is a list"),
    ],
)
def test_broken_corpus_is_named_and_the_run_goes_on(corpus: Path, cases: Any, words: str) -> None:
    write_corpus(corpus, cases, build=False)

    assert words in conformance("check", corpus).stderr
    assert conformance("check", corpus).exit_code == 2
    assert words in conformance("build", corpus).stderr
    result = run(corpus, RIGHT)
    assert result.exit_code == 2
    assert words.rsplit(": ", maxsplit=1)[-1] in result.stdout
    if isinstance(cases, list):
        assert "mb-sy-003" not in result.stdout
        assert "the corpus is not in order" in result.stdout


def test_stale_manifest_is_named(corpus: Path) -> None:
    write_corpus(corpus, broken(title="Another title"), build=False)
    code, value = run_json(corpus, RIGHT)

    assert code == 2
    assert faults(value) == {
        "mb-sy-001 None": "manifest.json: its checksum is of another text; run: bornes conformance build"
    }
    assert conformance("build", "--check", corpus).exit_code == 1
    assert conformance("build", corpus).exit_code == 0
    assert conformance("build", "--check", corpus).exit_code == 0
    assert conformance("check", corpus).exit_code == 0
    assert run(corpus, RIGHT).exit_code == 0


def test_cases_and_entries_that_come_and_go_are_named(corpus: Path) -> None:
    new = {**CASES[2], "id": "mb-sy-004"}
    write_corpus(corpus, [*CASES[:2], new], build=False)

    assert faults(run_json(corpus, RIGHT)[1]) == {
        "mb-sy-003 None": "manifest.json: there is no such case any more; run: bornes conformance build",
        "mb-sy-004 None": "manifest.json: is not listed; run: bornes conformance build",
    }


def test_yaml_that_cannot_be_read_is_named(corpus: Path) -> None:
    (corpus / "cases/syntax/bad.yaml").write_text("- id: [\n", encoding="utf-8")
    (corpus / "cases/syntax/twice.yaml").write_text("- id: mb-sy-009\n  id: mb-sy-008\n", encoding="utf-8")
    (corpus / "cases/syntax/left.mbn").write_text("MBN 1\n", encoding="utf-8")
    said = conformance("check", corpus).stderr

    assert "cases/syntax/bad.yaml: this is not YAML that cases can be read from: line 2" in said
    assert (
        "twice.yaml: this is not YAML that cases can be read from: line 2, column 3: the key 'id' stands twice"
        in said
    )
    assert "cases/syntax/left.mbn: no case names this file" in said


def test_starts_that_are_none_are_named(corpus: Path) -> None:
    (corpus / "perft").mkdir()
    entry = {"id": "mb-pf-001", "title": "t", "record": HEAD, "counts": {"winning-moves": [1]}}
    entries = [
        entry,
        entry,
        {**entry, "id": "x"},
        {**entry, "id": "mb-pf-002", "counts": {"kilometres": [1]}},
    ]
    entries += [{**entry, "id": "mb-pf-003", "counts": {"winning-moves": [-1]}}, {"id": "mb-pf-004"}]
    (corpus / "perft/a.yaml").write_text(json.dumps(entries), encoding="utf-8")
    said = conformance("check", corpus).stderr

    assert "perft/a.yaml: mb-pf-001: the id stands in perft/a.yaml already" in said
    assert "perft/a.yaml: x: the id of a start is written mb-pf-001" in said
    assert "mb-pf-002: the record names winning-moves, but the first counts are of kilometres" in said
    assert "mb-pf-003: counts gives a list of whole numbers for each ruleset" in said
    assert "perft/a.yaml: entry 6 is no start" in said


@pytest.mark.parametrize(
    "arguments", [["check", "{}"], ["build", "{}"], ["run", "--corpus", "{}", "--", "true"]]
)
def test_folder_that_is_no_corpus_is_wrong_usage(tmp_path: Path, arguments: list[str]) -> None:
    result = conformance(*(each.format(tmp_path) for each in arguments))

    assert result.exit_code == 2
    assert "is no corpus" in result.stderr


def test_family_that_there_is_not_is_wrong_usage(corpus: Path) -> None:
    assert "there is no family 'sintax' (there are syntax)" in run(corpus, RIGHT, "--family", "sintax").stderr
    assert run(corpus, RIGHT, "--family", "syntax").exit_code == 0


def test_answers_to_the_protocol() -> None:
    case = {
        "cmd": "case",
        "seq": 1,
        "record": HEAD + "1. X (100) 100\n",
        "wants": {"canonical": True, "json": True},
    }
    lines = [
        {"cmd": "start", "version": 1},
        case,
        {"cmd": "case", "seq": 2, "record_base64": "TUJOIDEKWDog/wo="},
        {"cmd": "case", "seq": 3},
        {"cmd": "sing", "seq": 4},
        {"cmd": "stop"},
        {"cmd": "start", "version": 1},
    ]
    found = list(answers(json.dumps(line).encode() for line in lines))

    assert found[0]["version"] == 1
    assert found[1]["result"]["verdict"] == "illegal"
    assert found[1]["result"]["canonical"] == case["record"]
    assert found[1]["result"]["json"]["lines"]
    assert {error["code"] for error in found[2]["result"]["errors"]} == {"MB001", "MB023"}
    assert found[3] == {"seq": 3, "error": "the record of the case cannot be read: no record"}
    assert found[4] == {"seq": 4, "error": "no such command: 'sing'"}
    assert len(found) == 5


def test_reports_of_a_text_are_one() -> None:
    before = {"verdict": "unreadable", "errors": [1], "hands": []}
    record = {"verdict": "legal", "errors": [], "violations": [2], "hands": [3]}

    assert merged([before, record]) == {
        "verdict": "unreadable",
        "errors": [1],
        "violations": [2],
        "style": [],
        "hands": [3],
    }
