"""Bornes: what was played in a recorded Mille Bornes game, was it allowed, and what is it worth."""

from bornes.loading import load_ruleset
from bornes.playing import play
from bornes.replay import LegalHere, Step, legal_at, replay
from bornes.judging.record import validate
from bornes.report import Report, Violation
from bornes.ruleset import Ruleset, RulesetError
from bornes_notation import Reading, Record, UnreadableError, format, parse, read

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
    "legal_at",
    "load_ruleset",
    "parse",
    "play",
    "read",
    "replay",
    "validate",
]
