"""Every code has an entry, its example has exactly that fault at that place, and its neighbour has none."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from bornes import Report, format, load_ruleset, parse, read, ruleset_ids, validate
from bornes.citations import cites
from bornes.codes import CodeEntry, entries, explain
from bornes.knobs import KNOB
from bornes.meanings import meaning_of
from bornes.reasons import REASONS
from bornes.registry import CODES, REFUSED, STYLE
from bornes_notation.codes import CODES as NOTATION_CODES
from bornes_notation.errors import NotationError
from codes_page import PAGE, page

ROOT = Path(__file__).parent.parent
NAMES = {
    **{code: entry.name for code, entry in NOTATION_CODES.items()},
    **REFUSED,
    **STYLE,
    **{code: entry.name for code, entry in CODES.items()},
    **{reason.code: reason.name for reason in REASONS},
}
ENTRIES = entries()
JUDGED = [entry for entry in ENTRIES if entry.code in CODES]
UNREADABLE = [entry for entry in ENTRIES if entry.code[2] == "0"]
STYLED = [entry for entry in ENTRIES if entry.code[2] == "7"]
OPEN = [entry for entry in ENTRIES if entry.code[2] == "8"]
INVISIBLE = {"MB001"}
"""Codes whose example differs from its neighbour in the encoding alone."""


def name_of(value: object) -> str:
    return value.code if isinstance(value, CodeEntry) else str(value)


def under(chosen: list[CodeEntry]) -> list[Any]:
    """Each entry under each ruleset that it is held true for."""
    return [
        pytest.param(entry, ruleset, id=f"{entry.code}-{ruleset}")
        for entry in chosen
        for ruleset in entry.rulesets
    ]


def judged(text: str | bytes, ruleset_id: str | None = None) -> tuple[Report, list[NotationError]]:
    """The report of the one record of a text, and the unreadable places of the whole text.

    The record names its own ruleset; another id judges it by that one.
    """
    readings = list(read(text))
    report = validate(readings[-1], None if ruleset_id is None else load_ruleset(ruleset_id))
    outside = [error for reading in readings[:-1] for error in reading.errors]
    return report, [*outside, *report.errors]


def another(entry: CodeEntry, ruleset_id: str) -> str | None:
    """The ruleset, if it is not the one that the example itself names."""
    return None if f"\nRuleset: {ruleset_id}\n" in entry.legal else ruleset_id


def test_every_code_has_an_entry_and_every_entry_a_code() -> None:
    assert {entry.code: entry.name for entry in ENTRIES} == NAMES
    assert [entry.code for entry in ENTRIES] == sorted(NAMES)
    assert len(set(NAMES.values())) == len(NAMES)


@pytest.mark.parametrize("code", sorted(NAMES))
def test_explain_knows_every_code(code: str) -> None:
    assert explain(code).code == code


@pytest.mark.parametrize("code", ["MB999", "MB000", "231", "", "MB", "MB9", "mb231", "MB2310", "MB²31"])
def test_explain_refuses_what_is_no_code(code: str) -> None:
    with pytest.raises(LookupError, match="there is no code"):
        explain(code)


def test_sentences_are_those_of_the_notation() -> None:
    said = {entry.code: entry.sentence for entry in ENTRIES}

    assert {code: said[code] for code in NOTATION_CODES} == {
        code: entry.sentence for code, entry in NOTATION_CODES.items()
    }


@pytest.mark.parametrize("entry", ENTRIES, ids=name_of)
def test_entry_says_something(entry: CodeEntry) -> None:
    assert re.fullmatch(r"[A-Z0-9].*[.)]", entry.sentence)
    assert re.fullmatch(r"[A-Z].*[.)0-9]", entry.why)
    assert entry.illegal_data != entry.legal.encode()
    assert entry.severity == ("note" if entry.code[2] in "78" else "error")
    assert entry.rulesets
    assert None in {another(entry, ruleset_id) for ruleset_id in entry.rulesets}
    assert set(entry.rulesets) <= set(ruleset_ids())


@pytest.mark.parametrize("entry", JUDGED, ids=name_of)
def test_entry_names_the_rule_that_the_judge_names(entry: CodeEntry) -> None:
    assert entry.rule == CODES[entry.code].rule


@pytest.mark.parametrize("entry", ENTRIES, ids=name_of)
def test_rule_is_a_place_of_the_specification(entry: CodeEntry) -> None:
    where, _, anchor = entry.rule.rpartition("#")
    if not where:
        where, anchor = "spec/rulesets.md", entry.rule
    text = (ROOT / where).read_text(encoding="utf-8")

    assert anchor in {
        *re.findall(r'<a id="([^"]+)">', text),
        *map(_slug, re.findall(r"^#+ (.+)$", text, re.MULTILINE)),
    }


def _slug(heading: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize(("entry", "ruleset_id"), under(JUDGED))
def test_illegal_example_has_exactly_this_fault(entry: CodeEntry, ruleset_id: str) -> None:
    report, errors = judged(entry.illegal, another(entry, ruleset_id))

    found = [(each.code, (each.line, each.column)) for each in report.violations]
    assert (errors, found) == ([], [(entry.code, entry.place)])
    assert report.verdict == "illegal"
    assert report.violations[0].severity == entry.severity


@pytest.mark.parametrize(("entry", "ruleset_id"), under(JUDGED))
def test_legal_neighbour_has_no_fault(entry: CodeEntry, ruleset_id: str) -> None:
    report, errors = judged(entry.legal, another(entry, ruleset_id))

    assert (errors, report.violations, report.unverified, report.style) == ([], (), (), ())
    assert report.verdict == entry.legal_verdict == "legal"


@pytest.mark.parametrize("entry", UNREADABLE, ids=name_of)
def test_unreadable_example_has_exactly_this_error(entry: CodeEntry) -> None:
    report, errors = judged(entry.illegal_data)

    found = [(each.code, (each.span.line, each.span.column)) for each in errors]
    assert [each for each in found if each[0] not in entry.besides] == [(entry.code, entry.place)]
    assert (report.violations, report.style) == ((), ())


@pytest.mark.parametrize("entry", STYLED, ids=name_of)
def test_style_example_has_exactly_this_notice(entry: CodeEntry) -> None:
    report, errors = judged(entry.illegal_data)

    found = [(each.code, (each.span.line, each.span.column)) for each in report.style]
    assert [each for each in found if each[0] not in entry.besides] == [(entry.code, entry.place)]
    assert (errors, report.verdict) == ([], entry.legal_verdict)


@pytest.mark.parametrize(("entry", "ruleset_id"), under(OPEN))
def test_open_example_leaves_this_check_open(entry: CodeEntry, ruleset_id: str) -> None:
    report, errors = judged(entry.illegal, another(entry, ruleset_id))

    assert (entry.code, entry.check) in {(each.code, each.check) for each in report.unverified}
    assert report.violations == ()
    assert {error.code for error in errors} == set(entry.besides)
    assert entry.place is None


@pytest.mark.parametrize(("entry", "ruleset_id"), under([*UNREADABLE, *STYLED, *OPEN]))
def test_neighbour_is_as_it_should_be(entry: CodeEntry, ruleset_id: str) -> None:
    report, errors = judged(entry.legal, another(entry, ruleset_id))

    assert (errors, report.violations, report.style) == ([], (), ())
    assert entry.code not in {each.code for each in report.unverified}
    assert report.verdict == entry.legal_verdict


@pytest.mark.parametrize("entry", ENTRIES, ids=name_of)
def test_examples_are_canonical_text(entry: CodeEntry) -> None:
    assert format(parse(entry.legal)) == entry.legal
    if entry.code[2] not in "07" and not entry.besides:
        assert format(parse(entry.illegal)) == entry.illegal


@pytest.mark.parametrize("entry", [each for each in ENTRIES if each.code not in INVISIBLE], ids=name_of)
def test_neighbour_is_near(entry: CodeEntry) -> None:
    """At most one run of lines differs."""
    before, after = entry.illegal.splitlines(), entry.legal.splitlines()
    while before and after and before[0] == after[0]:
        del before[0], after[0]
    while before and after and before[-1] == after[-1]:
        del before[-1], after[-1]

    assert max(len(before), len(after)) <= (7 if entry.code == "MB022" else 2)


def reasons_in_use() -> Iterator[str]:
    """Names of the reasons that the judge gives."""
    for path in (ROOT / "validator/bornes").rglob("*.py"):
        if path.stem != "reasons":
            yield from (
                node.id
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.Name)
            )


def test_every_reason_is_given_somewhere() -> None:
    used = set(reasons_in_use())

    assert {reason.name.upper().replace("-", "_") for reason in REASONS} <= used


def test_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python tests/codes_page.py"


def test_data_has_no_key_that_nobody_reads() -> None:
    known = {
        *("name", "rule", "check", "severity", "sentence", "why", "under", "under_all_but", "place"),
        *("besides", "encoding", "repeated", "times", "illegal", "legal", "legal_verdict"),
    }
    for path in sorted((ROOT / "validator/bornes/codes").glob("*.yaml")):
        for code, fields in yaml.safe_load(path.read_text(encoding="utf-8")).items():
            assert code[2] == path.name[0], code
            assert set(fields) <= known, code
            assert ("under" in fields) != ("under_all_but" in fields), code


@pytest.mark.parametrize(
    ("ruleset_id", "rule", "words"),
    [
        ("winning-moves", "U-LIMIT-50", 'winning-moves: WM, "Hazard and Remedy Cards"'),
        ("dujardin-classic", "U-COUP", "dujardin-classic: DC p.10-11"),
        ("dujardin-2024", "U-STARTED", "dujardin-2024: S2; S3"),
        ("parker-1988", "U-DEAL", "parker-1988: PB p.6"),
        ("winning-moves", "hazard_on_hazard", 'winning-moves: WM, "Hazard Cards"'),
        ("teamzy", "hazard_on_hazard", "teamzy: decided here (decision 11 12)"),
        ("junior", "first.rotation", "junior: decided here"),
        ("teamzy", "U-LIMIT-50", "spec/rulesets.md#U-LIMIT-50"),
        ("winning-moves", "U-SCORE", "spec/rulesets.md#U-SCORE"),
        ("dujardin-classic", "U-REMEDY", "spec/rulesets.md#U-REMEDY"),
    ],
)
def test_cites(ruleset_id: str, rule: str, words: str) -> None:
    assert cites(load_ruleset(ruleset_id), rule) == (words,)


def test_option_is_cited_as_such() -> None:
    entry = explain("MB206")
    report, _ = judged(entry.illegal)

    assert report.violations[0].cites == ("winning-moves: Options of the record",)


def test_citations_name_checks_rulesets_and_knobs_that_exist() -> None:
    text = (ROOT / "validator/bornes/citations.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    spec = (ROOT / "spec/rulesets.md").read_text(encoding="utf-8")
    sources = set(data["all"].split()) | {"S0"}

    assert set(data["rulesets"]) <= set(ruleset_ids())
    assert {key for keys in data["rulesets"].values() for key in keys.split()} <= sources
    for check, places in data["checks"].items():
        assert f'<a id="{check}"></a>' in spec
        assert set(places) <= sources | {"all", "knob"}
        assert "knob" not in places or places["knob"] in KNOB


@pytest.mark.parametrize(
    ("header", "codes"),
    [
        ("Ruleset: winning-moves ; club", ["MB025"]),
        ("Ruleset: Winning Moves", ["MB026"]),
        ("Ruleset: winning-moves\nOptions: target=700 target=700", ["MB026"]),
        ("Ruleset: winning-moves\nOptions: target", ["MB026"]),
        ("Ruleset: winning-moves\nOptions: targt=700 max_200", ["MB028", "MB026"]),
    ],
)
def test_a_wrong_header_is_told_once(header: str, codes: list[str]) -> None:
    _, errors = judged(f"MBN 1\n{header}\nX: Anna\nY: Ben\n\nhand 1 first X\n")

    assert [error.code for error in errors] == codes


@pytest.mark.parametrize(
    ("options", "carried", "codes"),
    [
        ("", "X 5000 Y 300", ["MB530"]),
        ("", "X 4975 Y 300", []),
        ("", "X 5200 Y 5200", []),
        ("Options: match.hands=8\n", "X 900 Y 300", ["MB530"]),
        ("Options: match.hands=9\n", "X 9000 Y 300", []),
    ],
)
def test_a_hand_may_follow_carried_totals_that_decide_nothing(
    options: str, carried: str, codes: list[str]
) -> None:
    text = f"MBN 1\nRuleset: winning-moves\n{options}X: Anna\nY: Ben\ncarried {carried}\n\nhand 9 first X\n"
    report, errors = judged(text)

    assert (errors, [each.code for each in report.violations]) == ([], codes)


def test_sentences_of_checks_are_those_of_the_law() -> None:
    law = (ROOT / "spec/rulesets.md").read_text(encoding="utf-8")
    rows = re.findall(r'^\| <a id="(U-[A-Z0-9-]+)"></a>`\1` \| (.*?) \| [^|]* \|$', law, re.MULTILINE)
    plain = {check: re.sub(r"\[([^]]*)\]\(#[^)]*\)", r"\1", words).replace("`", "") for check, words in rows}
    said = yaml.safe_load((ROOT / "validator/bornes/checks.yaml").read_text(encoding="utf-8"))
    assert said == plain


RULES = {entry.rule for entry in entries() if not entry.rule.startswith("spec/")}


@pytest.mark.parametrize("rule", sorted({*RULES, *KNOB}))
def test_every_rule_that_a_report_names_is_explained(rule: str) -> None:
    meaning = meaning_of(rule.lower())
    assert meaning.name == rule
    assert meaning.sentence
    assert {entry.code for entry in meaning.codes} >= {
        entry.code for entry in entries() if entry.rule == rule
    }
    assert meaning.kind == ("knob" if rule in KNOB else "check")
    assert bool(meaning.values) is (rule in KNOB)
