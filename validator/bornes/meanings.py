"""What a check (``U-COUP``) or a knob (``max_200``) means: its sentence, its codes, where each ruleset has it from.

Read when somebody asks; nothing that judges imports this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bornes.codes import CodeEntry
from bornes_notation.wording import worded


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What a name that reports print besides codes stands for.

    Attributes:
        name: Id of the check or knob.
        kind: ``check`` or ``knob``.
        sentence: What the rule says, or what the knob decides.
        allowed: Of a knob, the values that ``Options`` may give it; else empty.
        values: Of a knob, its value in each ruleset.
        codes: What can be found when it is broken, and what may leave it open.
        cites: Where the rule, or the value, stands, by ruleset.
    """

    name: str
    kind: str
    sentence: str
    allowed: str
    values: Mapping[str, str]
    codes: tuple[CodeEntry, ...]
    cites: Mapping[str, str]


def meaning_of(name: str) -> Meaning:
    """What a check or knob means.

    Args:
        name: Its id, in any case.

    Raises:
        LookupError: if there is none of that id; the message offers the nearest.
    """
    from bornes.citations import cited_by_ruleset
    from bornes.codes import entries
    from bornes.knobs import KNOB
    from bornes.packagedata import package_yaml
    from bornes.suggestions import nearest

    checks: Mapping[str, str] = package_yaml("checks.yaml")
    known = {each.casefold(): each for each in (*checks, *KNOB)}
    found = known.get(name.casefold())
    if found is None:
        raise LookupError(_unknown(name[:60], [known[each] for each in nearest(name.casefold(), known)[:1]]))
    knob = KNOB.get(found)
    return Meaning(
        name=found,
        kind="check" if knob is None else "knob",
        sentence=checks[found] if knob is None else knob.meaning,
        allowed="" if knob is None else knob.allowed(in_options=True),
        values={} if knob is None else _values(found),
        codes=tuple(entry for entry in entries() if found in (entry.rule, entry.check)),
        cites=cited_by_ruleset(found),
    )


def _unknown(name: str, near: list[str]) -> str:
    message = worded("%(name)s is no code (MB231), no check (U-COUP) and no knob (max_200)", name=name)
    return worded("%(message)s; did you mean %(near)s?", message=message, near=near[0]) if near else message


def _values(knob_id: str) -> dict[str, str]:
    from bornes.differences import knob_values
    from bornes.loading import named_ruleset, ruleset_ids

    return {each: knob_values(named_ruleset(each))[knob_id] for each in ruleset_ids()}
