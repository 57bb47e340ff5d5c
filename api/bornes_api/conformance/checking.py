"""Whether a corpus is in order: its schema, ids, pairs and files, its manifest, and what cases claim of themselves."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from bornes_api.conformance.cases import FOLDER, SCHEMA, Case, Corpus, Problem, ruleset_of
from bornes_api.conformance.manifest import stale_files
from bornes_api.conformance.starts import load_starts


def check_corpus(corpus: Corpus) -> Iterator[Problem]:
    """Everything that is wrong with a corpus, a stale manifest included."""
    yield from corpus.problems
    yield from check_cases(corpus, corpus.cases)
    yield from _unused_files(corpus)
    yield from load_starts(corpus.root)[1]
    yield from stale_files(corpus)


def check_cases(corpus: Corpus, cases: Iterable[Case]) -> Iterator[Problem]:
    """What is wrong with these cases of a corpus."""
    refused = _schema(corpus.root)
    known = {case.id for case in corpus.cases}
    for case in cases:
        messages = list(refused(case.fields))
        if not messages:
            messages = [*_claims(case, known), *_codes(case)]
        yield from (Problem(case.file, case.id, message) for message in messages)


def _schema(root: Path) -> Any:
    """A function that tells what the schema of the corpus refuses in a case."""
    from jsonschema import Draft202012Validator

    schema = Draft202012Validator(json.loads((root / SCHEMA).read_text(encoding="utf-8")))

    def refused(fields: Any) -> Iterator[str]:
        for error in schema.iter_errors(fields):
            place = "/".join(map(str, error.absolute_path)) or "the case"
            yield f"{SCHEMA} refuses {place}: {error.message[:200]}"

    return refused


def _claims(case: Case, known: set[str]) -> Iterator[str]:
    """Contradictions within a case."""
    fields, expect = case.fields, case.expect
    pair = fields.get("pair")
    if pair is not None and (pair not in known or pair == case.id):
        yield f"its pair {pair} is no other case of the corpus"
    named = ruleset_of(case.record)
    if case.rulesets and (named or "").partition("@")[0] != case.rulesets[0]:
        yield f"the record names {named or 'no ruleset'}, but the first of its rulesets is {case.rulesets[0]}"
    if len(case.rulesets) > 1 and ("canonical" in expect or "json" in expect):
        yield "its canonical text or JSON names one ruleset, so it can hold for one only"
    violations, errors = expect.get("violations", []), expect.get("errors", [])
    ruled = sum("ruling" in violation for violation in violations)
    if "ruled" in expect and expect["ruled"] != ruled:
        yield f"ruled is {expect['ruled']}, but {ruled} of its violations have a ruling"
    verdict = expect["verdict"]
    if (verdict == "unreadable") != bool(errors):
        yield f"the verdict is {verdict}, but {len(errors)} errors are expected"
    if verdict != "unreadable" and (verdict == "illegal") != (len(violations) > ruled):
        yield f"the verdict is {verdict}, but {len(violations) - ruled} violations without a ruling are expected"
    if verdict == "legal" and expect.get("unverified"):
        yield "the verdict is legal, but checks are left undecided"


def _codes(case: Case) -> Iterator[str]:
    from bornes.registry import CODES, STYLE
    from bornes_notation.codes import CODES as NOTATION_CODES

    for violation in case.expect.get("violations", []):
        code = CODES.get(violation["code"])
        if code is None:
            yield f"there is no code {violation['code']} of a violation"
        elif code.rule != violation["rule"]:
            yield f"{violation['code']} belongs to {code.rule}, not to {violation['rule']}"
    for notice in case.expect.get("style", []):
        if notice["code"] not in NOTATION_CODES and notice["code"] not in STYLE:
            yield f"there is no code {notice['code']} of a style notice"


def _unused_files(corpus: Corpus) -> Iterator[Problem]:
    """Records beside the YAML that no case names: a name is mistyped, or a case was lost."""
    used = {
        (corpus.root / case.file).parent / case.fields["record_file"]
        for case in corpus.cases
        if "record_file" in case.fields
    }
    for path in sorted((corpus.root / FOLDER).rglob("*.mbn")):
        if path not in used:
            yield Problem(path.relative_to(corpus.root).as_posix(), None, "no case names this file")
