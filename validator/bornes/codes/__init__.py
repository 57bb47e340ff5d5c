"""What every code means: sentence, rule, sources, and an example with its nearest neighbour.

The data lies beside this module, one file for each family of codes, and is read when somebody asks.
Nothing that judges imports this package.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bornes.report import Severity, Verdict

FAMILIES = "012345678"
"""The hundreds of the codes; each has a file, ``2xx.yaml``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeEntry:
    """What a code means.

    Attributes:
        code, name: ``MB231``, ``over-speed-limit``.
        rule: The check of spec/rulesets.md (``U-LIMIT-50``), the knob, or else the place of the specification
            that is about it.
        check: For what could not be decided: the check that the example leaves open; else empty.
        severity: Of what carries the code.
        sentence: What is the matter.
        why: What the rule is for, or what to do about it.
        rulesets: Those under which the example is held to be true, the one that it names among them.
        place: Line and column of the fault in the example; None where there is none (a check not decided).
        illegal: A whole record that has this fault and no other; of style and undecided checks, one that
            gives the notice.
        legal: The nearest record without it.
        legal_verdict: What the neighbour is judged: legal, unless something else must stay open in it.
        besides: Codes that the example cannot avoid.
        encoding: How the example is written to bytes.
        repeated, times: A part of the example that has to be written so many times to be too much.
        cites: Where the rule stands, by ruleset.
    """

    code: str
    name: str
    rule: str
    check: str
    severity: Severity
    sentence: str
    why: str
    rulesets: tuple[str, ...]
    place: tuple[int, int] | None
    illegal: str
    legal: str
    legal_verdict: Verdict
    besides: tuple[str, ...]
    encoding: str
    repeated: str
    times: int
    cites: Mapping[str, str]

    @property
    def illegal_data(self) -> bytes:
        """The example as a file, what is repeated in it written out."""
        text = self.illegal
        if self.repeated:
            text = text.replace(self.repeated, self.repeated * self.times)
        return text.encode(self.encoding)

    @property
    def titles(self) -> tuple[str, str]:
        """What the example and its neighbour are called."""
        return {
            "0": ("Unreadable", "Readable"),
            "7": ("Style", "Canonical"),
            "8": ("Not decided", "Decided"),
        }.get(self.code[2], ("Illegal", "Legal"))


def explain(code: str) -> CodeEntry:
    """What a code means.

    Raises:
        LookupError: if there is no such code.
    """
    family = code[2:3]
    if not code.startswith("MB") or not family or family not in FAMILIES or code not in _family(family):
        raise LookupError(f"there is no code {code}")
    return _entry(code, _family(family)[code])


def entries() -> tuple[CodeEntry, ...]:
    """All codes, in order."""
    return tuple(
        _entry(code, fields) for family in FAMILIES for code, fields in sorted(_family(family).items())
    )


def _entry(code: str, fields: Mapping[str, Any]) -> CodeEntry:
    from bornes.citations import cited_by_ruleset

    place = fields.get("place")
    line, _, column = (place or "").partition(":")
    return CodeEntry(
        code=code,
        name=fields["name"],
        rule=fields["rule"],
        check=fields.get("check", ""),
        severity=fields["severity"],
        sentence=fields["sentence"],
        why=fields["why"],
        rulesets=_rulesets(fields),
        place=(int(line), int(column)) if place else None,
        illegal=fields["illegal"],
        legal=fields["legal"],
        legal_verdict=fields.get("legal_verdict", "legal"),
        besides=tuple(fields.get("besides", ())),
        encoding=fields.get("encoding", "utf-8"),
        repeated=fields.get("repeated", ""),
        times=fields.get("times", 1),
        cites=cited_by_ruleset(fields["rule"]),
    )


def _rulesets(fields: Mapping[str, Any]) -> tuple[str, ...]:
    if "under" in fields:
        return tuple(fields["under"])
    from bornes.loading import ruleset_ids

    return tuple(each for each in ruleset_ids() if each not in fields["under_all_but"])


@lru_cache(maxsize=len(FAMILIES))
def _family(family: str) -> Mapping[str, Mapping[str, Any]]:
    from bornes.packagedata import package_yaml

    data: Mapping[str, Mapping[str, Any]] = package_yaml("codes", f"{family}xx.yaml")
    return data
