"""The cases of a corpus: read from its YAML files (or from cases.jsonl), each with its record written out."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from bornes_api.conformance.yamlcases import UnreadableYamlError, read_yaml

_RULESET_LINE = re.compile(rb"(?:\A|(?<=[\r\n]))(Ruleset:[ \t]*)([^\r\n]*)")
LINES_FILE = "cases.jsonl"
SCHEMA = "case.schema.json"
LARGEST_RECORD = 32 * 1024 * 1024
"""Bytes that a repeated part of a record may come to."""

FOLDER = "cases"
_AUTHORS_ONLY = ("record", "record_file", "record_base64", "repeat")


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a corpus: the file, the case if it is one case's fault, and what it is."""

    file: str
    case: str | None
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.case, self.message) if part)


@dataclass(frozen=True, slots=True)
class Case:
    """One case.

    Attributes:
        id: Never changed, never reused.
        family: The folder under ``cases``.
        file: Its YAML file, relative to the corpus.
        fields: The case as its author wrote it.
        record: The bytes of its record, under the first of its rulesets.
    """

    id: str
    family: str
    file: str
    fields: Mapping[str, Any]
    record: bytes

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The rulesets it holds for; empty: only as written."""
        return tuple(self.fields["rulesets"])

    @property
    def level(self) -> str:
        """required, optional:feature or open."""
        return str(self.fields.get("level", "required"))

    @property
    def policy(self) -> str:
        """as-played or void."""
        return str(self.fields.get("policy", "as-played"))

    @property
    def features(self) -> tuple[str, ...]:
        """What a program must know about to have an answer at all."""
        return tuple(self.fields.get("features", ()))

    @property
    def expect(self) -> Mapping[str, Any]:
        """What must be said of the record."""
        expect: Mapping[str, Any] = self.fields["expect"]
        return expect

    @property
    def line(self) -> str:
        """Its line of cases.jsonl: JSON with sorted keys and without blanks, the record written out."""
        fields = {key: value for key, value in self.fields.items() if key not in _AUTHORS_ONLY}
        whole = {**fields, **record_fields(self.record)}
        return json.dumps(whole, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str)

    @property
    def checksum(self) -> str:
        """SHA-256 of that line, its line end not counted."""
        return sha256(self.line.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Run:
    """A case under one of its rulesets; `ruleset` is None if it is run as written."""

    case: Case
    ruleset: str | None
    record: bytes

    @property
    def name(self) -> str:
        """As messages call it: ``mb-cf-014 [winning-moves]``."""
        return self.case.id if self.ruleset is None else f"{self.case.id} [{self.ruleset}]"


@dataclass(frozen=True, slots=True)
class Corpus:
    """The cases that can be run, in the order of their files, and what is wrong with the others."""

    root: Path
    version: str
    cases: tuple[Case, ...]
    problems: tuple[Problem, ...]


def record_fields(record: bytes) -> dict[str, str]:
    """A record as cases.jsonl and the protocol hold it: text, or Base64 of bytes that are not UTF-8 text."""
    try:
        return {"record": record.decode("utf-8")}
    except UnicodeDecodeError:
        return {"record_base64": base64.b64encode(record).decode("ascii")}


def record_of_fields(fields: Mapping[str, Any]) -> bytes:
    """The bytes of a record that is held so.

    Raises:
        ValueError: There is none, or the Base64 is none.
    """
    if isinstance(fields.get("record"), str):
        return str(fields["record"]).encode("utf-8", "surrogatepass")
    if isinstance(fields.get("record_base64"), str):
        return base64.b64decode(fields["record_base64"], validate=True)
    raise ValueError("no record")


def runs_of(case: Case) -> Iterator[Run]:
    """The case under each of its rulesets; once as written if it names none."""
    if not case.rulesets:
        yield Run(case, None, case.record)
    for ruleset in case.rulesets:
        yield Run(case, ruleset, with_ruleset(case.record, ruleset))


def with_ruleset(record: bytes, ruleset: str) -> bytes:
    """The record with another value in its (first) Ruleset line."""
    found = _RULESET_LINE.search(record)
    if found is None:
        return record
    return record[: found.start(2)] + ruleset.encode() + record[found.end(2) :]


def ruleset_of(record: bytes) -> str | None:
    """The value of the Ruleset line of a record, None if there is no such line."""
    found = _RULESET_LINE.search(record)
    return None if found is None else found[2].decode("utf-8", "replace").strip()


def load_corpus(root: Path) -> Corpus:
    """The corpus in a folder: from its YAML files if they are there, else from cases.jsonl.

    Raises:
        OSError: There is no corpus, or a file of it may not be read.
    """
    version = (root / "VERSION").read_text(encoding="utf-8").strip()
    (root / SCHEMA).stat()
    loaded = _from_yaml(root) if (root / FOLDER).is_dir() else _from_lines(root)
    cases: dict[str, Case] = {}
    problems: list[Problem] = []
    for each in loaded:
        if isinstance(each, Problem):
            problems.append(each)
        elif each.id in cases:
            problems.append(Problem(each.file, each.id, f"the id stands in {cases[each.id].file} already"))
        else:
            cases[each.id] = each
    return Corpus(root, version, tuple(cases.values()), tuple(problems))


def load_lines(root: Path) -> tuple[Case, ...]:
    """The cases of cases.jsonl, also where their YAML files are there (which take ten times as long to read).

    Raises:
        OSError: There is no such file, or it may not be read.
        ValueError: A line of it is no case.
    """
    loaded = tuple(_from_lines(root))
    broken = [str(each) for each in loaded if isinstance(each, Problem)]
    if broken:
        raise ValueError(broken[0])
    return tuple(each for each in loaded if isinstance(each, Case))


def _from_yaml(root: Path) -> Iterator[Case | Problem]:
    for path in sorted((root / FOLDER).rglob("*.yaml")):
        file = path.relative_to(root).as_posix()
        try:
            content = read_yaml(path.read_text(encoding="utf-8"))
        except (UnreadableYamlError, UnicodeDecodeError) as error:
            yield Problem(file, None, f"this is not YAML that cases can be read from: {error}")
            continue
        if not isinstance(content, list):
            yield Problem(file, None, "a file of cases is a list")
            continue
        for index, fields in enumerate(content, 1):
            yield _case(root, path, file, index, fields)


def _case(root: Path, path: Path, file: str, index: int, fields: Any) -> Case | Problem:
    if not isinstance(fields, dict) or not isinstance(fields.get("id"), str):
        return Problem(file, None, f"entry {index} is no case: it has no id")
    case_id = fields["id"]
    if not isinstance(fields.get("rulesets"), list) or not isinstance(fields.get("expect"), dict):
        return Problem(file, case_id, "rulesets must be a list, and expect a map")
    try:
        record = _record(path.parent, fields)
    except (OSError, ValueError) as error:
        return Problem(file, case_id, f"its record cannot be read: {error}")
    family = path.relative_to(root / FOLDER).parts[0]
    return Case(case_id, family.removesuffix(".yaml"), file, fields, record)


def _record(folder: Path, fields: Mapping[str, Any]) -> bytes:
    if isinstance(fields.get("record_file"), str):
        if Path(fields["record_file"]).name != fields["record_file"]:
            raise ValueError("record_file names a file beside the YAML")
        record: bytes = (folder / fields["record_file"]).read_bytes()
    else:
        record = record_of_fields(fields)
    repeat = fields.get("repeat")
    if isinstance(repeat, dict):
        part, times = str(repeat.get("text", "")).encode(), repeat.get("times")
        if not part or not isinstance(times, int) or record.count(part) != 1:
            raise ValueError("repeat needs a text that stands once in the record, and a number")
        if len(part) * times > LARGEST_RECORD:
            raise ValueError(f"repeat makes it larger than {LARGEST_RECORD >> 20} MiB")
        record = record.replace(part, part * times)
    return record


def _from_lines(root: Path) -> Iterator[Case | Problem]:
    families = _families(root)
    with (root / LINES_FILE).open(encoding="utf-8", newline="\n") as lines:
        for number, line in enumerate(lines, 1):
            where = f"{LINES_FILE}:{number}"
            try:
                fields = json.loads(line)
                yield Case(fields["id"], families[fields["id"]], where, fields, record_of_fields(fields))
            except (ValueError, KeyError, TypeError) as error:
                yield Problem(where, None, f"this line is no case of the manifest: {error!r}")


def _families(root: Path) -> dict[str, str]:
    manifest = json.loads((root / "manifest.json").read_text(encoding="utf-8"))
    return {case_id: entry["file"].split("/")[1] for case_id, entry in manifest["cases"].items()}
