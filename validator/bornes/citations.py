"""Which source says a rule, under which ruleset."""

from __future__ import annotations

from bornes.ruleset import Ruleset


def cites(ruleset: Ruleset, rule: str) -> tuple[str, ...]:
    """The sources of a check or knob under a ruleset, in words."""
    if rule in ruleset.sources:
        source = ruleset.sources[rule]
        return (f"{ruleset.id}, {rule}: {source.source}",)
    return (f"spec/rulesets.md#{rule}",)
