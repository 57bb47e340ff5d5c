"""The starts of fixtures/perft: positions with the number of lawful ways on (spec/perft.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from bornes_api.conformance.cases import Problem, ruleset_of, with_ruleset
from bornes_api.conformance.yamlcases import UnreadableYamlError, read_yaml

FOLDER = "perft"
STARTS_FILE = "perft.jsonl"
_ID = re.compile(r"mb-pf-[0-9]{3,}")


@dataclass(frozen=True, slots=True)
class Start:
    """A start and its counts.

    Attributes:
        counts: By ruleset, for the depths 1, 2, 3 …
    """

    id: str
    file: str
    title: str
    record: str
    counts: Mapping[str, tuple[int, ...]]

    @property
    def line(self) -> str:
        """Its line of perft.jsonl."""
        fields = {"id": self.id, "title": self.title, "record": self.record, "counts": self.counts}
        return json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @property
    def checksum(self) -> str:
        """SHA-256 of that line, its line end not counted."""
        return sha256(self.line.encode()).hexdigest()

    def under(self, ruleset: str) -> bytes:
        """The record with another ruleset."""
        return with_ruleset(self.record.encode(), ruleset)


def load_starts(root: Path) -> tuple[tuple[Start, ...], tuple[Problem, ...]]:
    """The starts of a corpus, in the order of their files, and what is wrong with others."""
    starts: dict[str, Start] = {}
    problems: list[Problem] = []
    for each in _loaded(root):
        if isinstance(each, Problem):
            problems.append(each)
        elif each.id in starts:
            problems.append(Problem(each.file, each.id, f"the id stands in {starts[each.id].file} already"))
        else:
            starts[each.id] = each
    return tuple(starts.values()), tuple(problems)


def _loaded(root: Path) -> Iterator[Start | Problem]:
    for path in sorted((root / FOLDER).glob("*.yaml")):
        file = path.relative_to(root).as_posix()
        try:
            content = read_yaml(path.read_text(encoding="utf-8"))
        except (UnreadableYamlError, UnicodeDecodeError) as error:
            yield Problem(file, None, f"this is not YAML that starts can be read from: {error}")
            continue
        entries = content if isinstance(content, list) else [content]
        yield from (_start(file, index, fields) for index, fields in enumerate(entries, 1))


def _start(file: str, index: int, fields: Any) -> Start | Problem:
    if not isinstance(fields, dict) or set(fields) != {"id", "title", "record", "counts"}:
        return Problem(file, None, f"entry {index} is no start: it has id, title, record and counts")
    start_id, counts = str(fields["id"]), fields["counts"]
    if not _ID.fullmatch(start_id):
        return Problem(file, start_id, "the id of a start is written mb-pf-001")
    if not isinstance(counts, dict) or not all(map(_are_counts, counts.values())) or not counts:
        return Problem(file, start_id, "counts gives a list of whole numbers for each ruleset")
    record = str(fields["record"])
    named, first = ruleset_of(record.encode()), str(next(iter(counts)))
    if named != first:
        return Problem(file, start_id, f"the record names {named}, but the first counts are of {first}")
    by_ruleset = {str(ruleset): tuple(numbers) for ruleset, numbers in counts.items()}
    return Start(start_id, file, str(fields["title"]), record, by_ruleset)


def _are_counts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(type(each) is int and each >= 0 for each in value)
