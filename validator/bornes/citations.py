"""Which source says a rule, under which ruleset: data in `citations.yaml`, read when a violation exists."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from bornes.ruleset import Ruleset, Source

Data: TypeAlias = Mapping[str, Any]

_DECIDED_HERE = "D"
_CITED_BY_HEADING = "WM"


def cites(ruleset: Ruleset, rule: str) -> tuple[str, ...]:
    """Where a check or knob stands under a ruleset: ``winning-moves: WM, "Hazard Cards"``.

    Falls back to the anchor of the rule in spec/rulesets.md, which says every rule.
    """
    if rule in ruleset.sources:
        return (f"{ruleset.id}: {_knob_words(ruleset, ruleset.sources[rule])}",)
    words = _check_words(ruleset, rule)
    return (f"{ruleset.id}: {words}" if words else f"spec/rulesets.md#{rule}",)


def cited_by_ruleset(rule: str) -> dict[str, str]:
    """The same for every built-in ruleset that has a source, or a decision, for the rule: by its id."""
    from bornes.loading import named_ruleset, ruleset_ids

    found: dict[str, str] = {}
    for ruleset_id in ruleset_ids():
        ruleset = named_ruleset(ruleset_id)
        source = ruleset.sources.get(rule)
        words = _knob_words(ruleset, source) if source else _check_words(ruleset, rule)
        if words:
            found[ruleset_id] = words
    return found


def _knob_words(ruleset: Ruleset, source: Source) -> str:
    if source.source == ruleset.id:
        return "its own file"
    if source.source:
        return _quoted(source.source)
    return f"decided here ({source.note})" if source.note else "decided here"


def _check_words(ruleset: Ruleset, check: str) -> str:
    """Source and place of a check; "" if no source of the ruleset is known to say it."""
    data = _data()
    places = data["checks"].get(check, {})
    knob = ruleset.sources.get(places.get("knob", ""))
    if knob is not None and knob.source and knob.grade != _DECIDED_HERE:
        return _quoted(knob.source)
    keys = data["rulesets"].get(ruleset.id, "").split()
    said = [key for key in keys if key in places or ("all" in places and key in data["all"].split())]
    return "; ".join(_place(key, places.get(key, "")) for key in said)


def _place(key: str, place: str) -> str:
    if not place:
        return key
    return _quoted(f"{key}, {place}") if key == _CITED_BY_HEADING else f"{key} {place}"


def _quoted(source: str) -> str:
    """The source with its heading in quotes, where it is cited by heading."""
    key, comma, heading = source.partition(", ")
    return f'{key}, "{heading}"' if key == _CITED_BY_HEADING and comma else source


@lru_cache(maxsize=1)
def _data() -> Data:
    from bornes.packagedata import package_yaml

    data: Data = package_yaml("citations.yaml")
    return data
