"""Bornes: what was played in a recorded Mille Bornes game, was it allowed, and what is it worth.

Each name is imported when it is first asked for: start-up counts, and few need them all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bornes.archive import judge_file
    from bornes.judging.record import validate
    from bornes.loading import load_ruleset, ruleset_ids
    from bornes.playing import play
    from bornes.report import Report, Violation
    from bornes.ruleset import Ruleset, RulesetError
    from bornes.steps import LegalHere, Step, legal_at, replay
    from bornes_notation import Reading, Record, UnreadableError, format, parse, read

_HOME = {
    "LegalHere": "bornes.steps",
    "Reading": "bornes_notation",
    "Record": "bornes_notation",
    "Report": "bornes.report",
    "Ruleset": "bornes.ruleset",
    "RulesetError": "bornes.ruleset",
    "Step": "bornes.steps",
    "UnreadableError": "bornes_notation",
    "Violation": "bornes.report",
    "format": "bornes_notation",
    "judge_file": "bornes.archive",
    "legal_at": "bornes.steps",
    "load_ruleset": "bornes.loading",
    "parse": "bornes_notation",
    "play": "bornes.playing",
    "read": "bornes_notation",
    "replay": "bornes.steps",
    "ruleset_ids": "bornes.loading",
    "validate": "bornes.judging.record",
}

__all__ = [
    "LegalHere",
    "Reading",
    "Record",
    "Report",
    "Ruleset",
    "RulesetError",
    "Step",
    "UnreadableError",
    "Violation",
    "format",
    "judge_file",
    "legal_at",
    "load_ruleset",
    "parse",
    "play",
    "read",
    "replay",
    "ruleset_ids",
    "validate",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'bornes' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
