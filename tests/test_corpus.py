"""The corpus of fixtures/: in order, complete, and what this project says of every case is what it expects."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from bornes.codes import entries
from bornes.knobs import KNOBS
from bornes.registry import CODES, REFUSED, STYLE
from bornes_api.cli import group
from bornes_api.conformance.answering import report_of
from bornes_api.conformance.cases import Case, Run, load_corpus, runs_of
from bornes_api.conformance.checking import check_corpus
from bornes_api.conformance.mapping import own_names
from bornes_api.conformance.protocol import Reply, wanted_besides
from bornes_api.conformance.running import outcome_of
from bornes_notation.codes import CODES as NOTATION_CODES

FIXTURES = Path(__file__).parent.parent / "fixtures"
CORPUS = load_corpus(FIXTURES)
FILES = sorted({case.file for case in CORPUS.cases})
COMPLETE = (FIXTURES / "cases/COMPLETE").is_file()
"""Whether the corpus claims to have everything; until then what is missing is counted, not failed."""

LISTED = 30
"""Failures of a file that are printed."""


def differences(run: Run) -> Iterator[str]:
    """How our answer to a case differs from what it expects."""
    case = run.case
    wants = wanted_besides(case)
    outcome = outcome_of(Reply(run, result=report_of(run.record, case.policy, wants)), own_names())
    if outcome.message:
        yield f"{run.name}: {outcome.message}"
    for level, found in outcome.differences.items():
        yield from (f"{run.name}: level {level}: {each}" for each in found)
    yield from (f"{run.name}: {extra} is asked and not given" for extra in outcome.extras)


@pytest.mark.parametrize("file", FILES)
def test_every_case_of_the_file(file: str) -> None:
    cases = [case for case in CORPUS.cases if case.file == file]
    failures = [each for case in cases for run in runs_of(case) for each in differences(run)]

    assert not failures, "\n".join(["", *failures[:LISTED], f"{len(failures)} in all"])


def test_corpus_is_in_order_and_its_generated_files_are_fresh() -> None:
    problems = [str(problem) for problem in check_corpus(CORPUS)]

    assert problems == [], "\n".join(["", *problems[:LISTED]])


def test_build_check_finds_nothing_to_do() -> None:
    result = CliRunner().invoke(group, ["conformance", "build", "--check", str(FIXTURES)])

    assert (result.exit_code, result.output) == (0, "")


def test_lines_hold_the_same_cases(tmp_path: Path) -> None:
    for name in ("VERSION", "case.schema.json", "manifest.json", "cases.jsonl"):
        (tmp_path / name).write_bytes((FIXTURES / name).read_bytes())
    loaded = load_corpus(tmp_path)

    assert loaded.problems == ()
    assert [(case.id, case.family, case.record, case.line) for case in loaded.cases] == [
        (case.id, case.family, case.record, case.line) for case in CORPUS.cases
    ]


def test_schema_stands_in_spec_too() -> None:
    copy = FIXTURES.parent / "spec/schemas/case.schema.json"

    assert copy.read_bytes() == (FIXTURES / "case.schema.json").read_bytes()


def fully(missing: list[str]) -> None:
    """Fails for what is missing; skips with the count as long as the corpus does not claim to be complete."""
    if missing and not COMPLETE:
        pytest.skip(f"{len(missing)} missing so far, as {', '.join(missing[:5])}")
    assert missing == []


def codes_expected(case: Case) -> set[str]:
    """Codes of everything that a case expects to be found."""
    expect = case.expect
    return {entry["code"] for key in ("violations", "errors", "style") for entry in expect.get(key, ())}


def test_every_code_has_a_case_and_a_neighbour_without_it() -> None:
    by_id = {case.id: case for case in CORPUS.cases}
    shown: dict[str, set[str]] = defaultdict(set)
    for case in CORPUS.cases:
        pair = by_id.get(case.fields.get("pair", ""))
        if pair is None:
            continue
        for code in codes_expected(case) - codes_expected(pair):
            both = set(case.rulesets) & set(pair.rulesets) if case.rulesets and pair.rulesets else {""}
            shown[code] |= both
    every = {*CODES, *REFUSED, *STYLE, *NOTATION_CODES}

    assert set(shown) <= every
    fully(
        sorted(every - set(shown))
        + [
            f"{entry.code} under {ruleset}"
            for entry in entries()
            if entry.code in CODES
            for ruleset in entry.rulesets
            if ruleset not in shown[entry.code]
        ]
    )


def test_every_value_of_a_knob_is_decided_by_one_token() -> None:
    """Two records that differ in this option alone, and what is expected of them differs."""
    missing = []
    for knob in KNOBS:
        decided = _decided(knob.id)
        others = len(knob.words) > 1 or knob.number  # deck.cards: what is not standard is a map, in YAML only
        words = [word for word in knob.words if others and f"{knob.id}={word}" not in decided]
        missing += [f"{knob.id}={word}" for word in words]
        if knob.number and len({each for each in decided if re.search(r"=[0-9]", each)}) < 1:
            missing.append(f"{knob.id}=n")
    fully(missing)


def _decided(knob: str) -> set[str]:
    """The values (as ``knob=value``) of a knob for which a record without it, or with another, is told apart."""
    token = re.compile(rf"(?m)^(Options:.*?) ?(?<= )({re.escape(knob)}=\S+)(.*)$")
    variants: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for case in CORPUS.cases:
        text = case.record.decode("utf-8", "replace")
        found = token.search(text)
        rest = (
            text if found is None else text[: found.start()] + f"{found[1]}{found[3]}" + text[found.end() :]
        )
        rest = re.sub(r"(?m)^Options:\s*\n", "", rest)
        value = "" if found is None else found[2]
        variants[rest].add((value, json.dumps(case.expect, sort_keys=True)))
    return {
        value
        for group_ in variants.values()
        for value, expect in group_
        if value and any(other != value and its != expect for other, its in group_)
    }
