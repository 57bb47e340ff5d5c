"""What the service knows: rulesets, codes, problems, limits, its own document, whether it is well."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from bornes.codes import CodeEntry, entries, explain
from bornes.loading import load_ruleset, ruleset_ids
from bornes.packagedata import package_text
from bornes.yamltext import plain, read_tree
from bornes_api import __version__
from bornes_api.service.calls import Answer, Call, Route, encoded, json_answer
from bornes_api.service.document import document
from bornes_api.service.media import JSON
from bornes_api.service.problems import KINDS, TYPE_PREFIX, ProblemError
from bornes_api.service.service import PAGE_RECORDS
from bornes_api.service.strictjson import DEPTH, DIGITS
from bornes_notation.limits import LINE_LIMIT


def rulesets(_call: Call) -> Answer:
    """The built-in rulesets."""
    found = [load_ruleset(each) for each in ruleset_ids()]
    return json_answer(
        [
            {"id": each.id, "version": each.version, "title": each.title, "href": f"/v1/rulesets/{each.id}"}
            for each in found
        ]
    )


def ruleset(call: Call) -> Answer:
    """One ruleset, as its file has it."""
    name = call.path["id"]
    if name not in ruleset_ids():
        raise ProblemError("no-such-ruleset", f"there is no ruleset {name[:60]!r}", allowed=ruleset_ids())
    return Answer(JSON, _ruleset(name))


def codes(_call: Call) -> Answer:
    """Every code."""
    return Answer(JSON, _codes())


def code(call: Call) -> Answer:
    """What one code means."""
    name = call.path["code"]
    try:
        return json_answer(_code(explain(name)))
    except LookupError:
        raise ProblemError("no-such-code", f"there is no code {name[:60]!r}") from None


def problems(_call: Call) -> Answer:
    """Every fault of a request."""
    return json_answer([_kind(name) for name in KINDS])


def problem(call: Call) -> Answer:
    """What one fault of a request means."""
    name = call.path["code"]
    if name not in KINDS:
        raise ProblemError("no-such-problem", f"there is no problem {name[:60]!r}", allowed=KINDS)
    return json_answer(_kind(name))


def limits(call: Call) -> Answer:
    """How much may be sent."""
    settings = call.service.settings
    return json_answer(
        {
            "body_bytes": settings.body_bytes,
            "unpacked_bytes": settings.unpacked_bytes,
            "uri_bytes": settings.uri_bytes,
            "header_bytes": settings.header_bytes,
            "records": settings.records,
            "lines": settings.lines,
            "turns": settings.turns,
            "line_bytes": LINE_LIMIT,
            "json_depth": DEPTH,
            "json_digits": DIGITS,
            "page_records": PAGE_RECORDS,
            "store_records": settings.store_records if settings.keeps else 0,
            "tournament_files": settings.tournament_files,
            "tournament_bytes": settings.tournament_bytes,
        }
    )


def health(call: Call) -> Answer:
    """Whether the service answers, and its store can be read."""
    store = call.service.store
    if store is not None:
        store.check()
    return json_answer({"status": "ok", "version": __version__, "store": "none" if store is None else "open"})


def openapi(_call: Call) -> Answer:
    """The OpenAPI document."""
    return Answer(JSON, _document())


@lru_cache(maxsize=1)
def _document() -> bytes:
    return encoded(json.dumps(document(), ensure_ascii=False) + "\n")


@lru_cache(maxsize=64)
def _ruleset(name: str) -> bytes:
    file = f"{name}.yaml"
    return json_answer(plain(read_tree(package_text("rulesets", file), file))).body


@lru_cache(maxsize=1)
def _codes() -> bytes:
    names = ("code", "name", "severity", "rule", "sentence")
    listed = (
        {**{name: getattr(each, name) for name in names}, "href": f"/v1/codes/{each.code}"}
        for each in entries()
    )
    return json_answer(list(listed)).body


def _kind(name: str) -> dict[str, Any]:
    kind = KINDS[name]
    return {
        "type": TYPE_PREFIX + name,
        "code": name,
        "status": kind.status,
        "title": kind.title,
        "about": kind.about,
    }


def _code(entry: CodeEntry) -> dict[str, Any]:
    place = None if entry.place is None else {"line": entry.place[0], "column": entry.place[1]}
    return {
        "code": entry.code,
        "name": entry.name,
        "severity": entry.severity,
        "rule": entry.rule,
        "sentence": entry.sentence,
        "why": entry.why,
        "rulesets": list(entry.rulesets),
        "place": place,
        "illegal": entry.illegal,
        "legal": entry.legal,
        "legal_verdict": entry.legal_verdict,
        "besides": list(entry.besides),
        "encoding": entry.encoding,
        "repeated": entry.repeated,
        "times": entry.times,
        "cites": dict(entry.cites),
    }


ROUTES: dict[str, Route] = {
    "rulesets": rulesets,
    "ruleset": ruleset,
    "codes": codes,
    "code": code,
    "problems": problems,
    "problem": problem,
    "limits": limits,
    "health": health,
    "openapi": openapi,
}
