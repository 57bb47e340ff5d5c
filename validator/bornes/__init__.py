"""Bornes: what was played in a recorded Mille Bornes game, was it allowed, and what is it worth."""

from bornes.loading import load_ruleset
from bornes.replay.judge import validate
from bornes.report import Report, Violation
from bornes.ruleset import Ruleset, RulesetError
from bornes_notation import Reading, Record, UnreadableError, format, parse, read

__all__ = [
    "Reading",
    "Record",
    "Report",
    "Ruleset",
    "RulesetError",
    "UnreadableError",
    "Violation",
    "format",
    "load_ruleset",
    "parse",
    "read",
    "validate",
]
