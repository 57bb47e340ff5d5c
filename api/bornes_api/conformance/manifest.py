"""The generated files of a corpus: manifest.json (what there is, with checksums) and cases.jsonl (all of it)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bornes_api.conformance.cases import FOLDER, LINES_FILE, Case, Corpus, Problem
from bornes_api.conformance.starts import STARTS_FILE, Start, load_starts

MANIFEST = "manifest.json"
_REBUILD = "run: bornes conformance build"


def build(corpus: Corpus) -> dict[str, str]:
    """The generated files of a corpus by name. Equal cases give equal bytes."""
    starts, _ = load_starts(corpus.root)
    return {
        MANIFEST: _manifest(corpus, starts),
        LINES_FILE: "".join(f"{case.line}\n" for case in corpus.cases),
        STARTS_FILE: "".join(f"{start.line}\n" for start in starts),
    }


def stale_files(corpus: Corpus) -> Iterator[Problem]:
    """The generated files, and the cases in them, that are not those of the corpus now."""
    if not (corpus.root / FOLDER).is_dir():
        yield from stale_cases(corpus)
        return
    stale = list(stale_cases(corpus))
    yield from stale
    for name, text in build(corpus).items():
        path = corpus.root / name
        if not stale and (not path.is_file() or path.read_bytes() != text.encode()):
            yield Problem(name, None, f"not that of the cases; {_REBUILD}")


def stale_cases(corpus: Corpus) -> Iterator[Problem]:
    """The cases whose entry in the manifest is missing, or of another text, and entries without a case."""
    try:
        listed: dict[str, Any] = json.loads((corpus.root / MANIFEST).read_text(encoding="utf-8"))["cases"]
        sums = {case_id: str(entry["sha256"]) for case_id, entry in listed.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        yield Problem(MANIFEST, None, f"cannot be read ({error}); {_REBUILD}")
        return
    for case in corpus.cases:
        if case.id not in sums:
            yield Problem(MANIFEST, case.id, f"is not listed; {_REBUILD}")
        elif sums[case.id] != case.checksum:
            yield Problem(MANIFEST, case.id, f"its checksum is of another text; {_REBUILD}")
    broken = {problem.case for problem in corpus.problems}
    for case_id in sums.keys() - {case.id for case in corpus.cases} - broken:
        yield Problem(MANIFEST, case_id, f"there is no such case any more; {_REBUILD}")


def _manifest(corpus: Corpus, starts: tuple[Start, ...]) -> str:
    entries = ",\n".join(f"  {_json(case.id)}: {_json(_entry(case))}" for case in corpus.cases)
    counts = {**_counts(corpus.cases), "perft": len(starts)}
    perft = ",\n".join(
        f"  {_json(start.id)}: {_json({'file': start.file, 'sha256': start.checksum})}" for start in starts
    )
    head = {"version": corpus.version, "protocol": 1, "counts": counts}
    text = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    return f'{text},\n "cases": {{\n{entries}\n }},\n "perft": {{\n{perft}\n }}\n}}\n'


def _entry(case: Case) -> dict[str, Any]:
    return {
        "file": case.file,
        "sha256": case.checksum,
        "rulesets": list(case.rulesets),
        "level": case.level,
        "features": list(case.features),
        "pair": case.fields.get("pair"),
    }


def _counts(cases: tuple[Case, ...]) -> dict[str, Any]:
    runs: Counter[str] = Counter()
    for case in cases:
        runs[case.family] += max(len(case.rulesets), 1)
    of_family = Counter(case.family for case in cases)
    levels = Counter(case.level.partition(":")[0] for case in cases)
    return {
        "cases": len(cases),
        "runs": runs.total(),
        "levels": dict(sorted(levels.items())),
        "families": {each: {"cases": of_family[each], "runs": runs[each]} for each in sorted(of_family)},
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
