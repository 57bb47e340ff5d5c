"""Standings as JSON values: what is exported, published, compared and verified (spec/schemas/standings.schema.json)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from bornes.tournament.matches import Applied, Match
from bornes.tournament.model import Tournament
from bornes.tournament.offences import Offence
from bornes.tournament.policies import Policies
from bornes.tournament.standings import Row, standings
from bornes.tournament.tiebreaks import Term, total
from bornes_api.tournament.folder import Gathered

FORM: Final = "bornes-standings 1"


def document(gathered: Gathered) -> dict[str, Any]:
    """All of a tournament: terms, standings, and matches with what they rest on."""
    tournament = gathered.tournament
    rows = standings(tournament, gathered.matches)
    return {
        "form": FORM,
        "event": tournament.event,
        "terms": _terms(tournament),
        "ledger": _ledger(gathered),
        "unresolved": sum(each.unresolved for each in gathered.evidence.values()),
        "open": sum(match.kind == "open" for match in gathered.matches),
        "standings": [_row(tournament, row) for row in rows],
        "matches": [_match(gathered, match) for match in gathered.matches],
        "offences": [offence_to_dict(each) for each in gathered.offences if tournament.policies.offences],
    }


def number(value: Fraction) -> int | float:
    """A value as JSON has it; only halves occur."""
    return value.numerator if value.denominator == 1 else float(value)


def _terms(tournament: Tournament) -> dict[str, Any]:
    """What was agreed before, and decides how matches become ranks."""
    points = tournament.points
    return {
        "ruleset": tournament.ruleset,
        "options": tournament.options,
        "policies": _policies(tournament.policies),
        "hands": tournament.hands,
        "points": {
            name: getattr(points, name)
            for name in ("by", "win", "tie", "loss", "bye", "forfeit_win", "forfeit_loss")
            if points.by == "match" or name not in ("win", "tie", "loss")
        },
        "tie_breaks": list(tournament.tie_breaks),
    }


def _policies(policies: Policies) -> dict[str, Any]:
    return {
        "at_once": policies.at_once,
        "later": policies.later,
        "after_hand": policies.after_hand,
        "offences": {str(number): str(sanction) for number, sanction in policies.offences.items()},
        "missing": policies.missing,
        "contradictory": policies.contradictory,
    }


def offence_to_dict(offence: Offence) -> dict[str, Any]:
    """An offence as JSON values."""
    return {
        "player": offence.player or None,
        "number": offence.number or None,
        "round": offence.round,
        "table": offence.table,
        "hand": offence.hand,
        "turn": offence.turn,
        "seat": offence.seat,
        "codes": list(offence.codes),
        "ruled": offence.ruled,
        "sanction": None if offence.sanction is None else str(offence.sanction),
    }


def _applied(applied: Applied) -> dict[str, Any]:
    return {
        "policy": applied.policy,
        "value": applied.value,
        "about": applied.about,
        "side": applied.side,
        "before": dict(applied.before) or None,
    }


def _ledger(gathered: Gathered) -> dict[str, Any]:
    """How many events the ledger has, and its head; the rulings that stand are named by their matches."""
    return {"events": len(gathered.ledger.entries), "sha256": gathered.ledger.head}


def _row(tournament: Tournament, row: Row) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "id": row.entrant,
        "name": tournament.name(row.entrant),
        "points": row.points,
        "tie_breaks": {name: _tie_break(terms) for name, terms in row.tie_breaks.items()},
        "won": row.count("won"),
        "tied": row.count("tied"),
        "lost": row.count("lost"),
        "parts": [
            {
                "round": part.round,
                "table": part.table,
                "outcome": part.outcome,
                "opponents": list(part.opponents),
                "scored": part.scored,
                "against": part.against,
                "hands": part.hands,
                "points": part.points,
            }
            for part in row.parts
        ],
    }


def _tie_break(terms: tuple[Term, ...] | None) -> dict[str, Any] | None:
    if terms is None:
        return None
    listed = [{"round": term.part.round, "value": number(term.value)} for term in terms]
    return {"value": number(total(terms)), "terms": listed}


def _match(gathered: Gathered, match: Match) -> dict[str, Any]:
    evidence = gathered.evidence.get((match.round, match.table))
    return {
        "round": match.round,
        "table": match.table,
        "kind": match.kind,
        "sides": dict(match.sides),
        "totals": dict(match.totals),
        "hands": dict(match.hands),
        "winners": list(match.winners),
        "why_open": match.why_open or None,
        "record": match.record,
        "sha256": evidence.sha256 if evidence else None,
        "verdict": evidence.verdict if evidence else None,
        "unresolved": evidence.unresolved if evidence else 0,
        "policies": [_applied(each) for each in match.policies],
        "rulings": [each.n for each in gathered.docket.standing(match.round, match.table)],
    }
