"""The words of the game that pages say in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bornes_api.language.marking import N_
from bornes_notation.cards import Card

CARDS: Mapping[Card, str] = {
    Card.KM_25: N_("25 kilometres"),
    Card.KM_50: N_("50 kilometres"),
    Card.KM_75: N_("75 kilometres"),
    Card.KM_100: N_("100 kilometres"),
    Card.KM_200: N_("200 kilometres"),
    Card.ACCIDENT: N_("Accident"),
    Card.OUT_OF_GAS: N_("Out of Gas"),
    Card.FLAT_TYRE: N_("Flat Tire"),
    Card.STOP: N_("Stop"),
    Card.SPEED_LIMIT: N_("Speed Limit"),
    Card.REPAIRS: N_("Repairs"),
    Card.GASOLINE: N_("Gasoline"),
    Card.SPARE_TYRE: N_("Spare Tire"),
    Card.ROLL: N_("Roll"),
    Card.END_OF_LIMIT: N_("End of Limit"),
    Card.DRIVING_ACE: N_("Driving Ace"),
    Card.EXTRA_TANK: N_("Extra Tank"),
    Card.PUNCTURE_PROOF: N_("Puncture-Proof"),
    Card.RIGHT_OF_WAY: N_("Right of Way"),
}

VERDICTS: Mapping[str, str] = {
    "legal": N_("Legal"),
    "illegal": N_("Illegal"),
    "undetermined": N_("Not decided"),
    "unreadable": N_("Unreadable"),
}

IN_LINES: Mapping[str, str] = {
    "legal": N_("legal"),
    "illegal": N_("illegal"),
    "undetermined": N_("undetermined"),
    "unreadable": N_("unreadable"),
    "warning": N_("warning"),
    "note": N_("note"),
    "error": N_("error"),
    "info": N_("info"),
}
"""Verdicts, severities and levels of findings within a line."""

OUTCOMES_IN_LINES: Mapping[str, str] = {
    "won": N_("won"),
    "tied": N_("tied"),
    "lost": N_("lost"),
    "bye": N_("bye"),
    "absent": N_("absent"),
    "forfeit won": N_("forfeit won"),
    "forfeit lost": N_("forfeit lost"),
}
"""How a match of a tournament went for one entrant."""

TIE_BREAKS_IN_LINES: Mapping[str, str] = {
    "direct": N_("direct encounters"),
    "sonneborn-berger": N_("Sonneborn-Berger"),
    "buchholz": N_("Buchholz"),
    "wins": N_("wins"),
    "difference": N_("point difference"),
    "score": N_("points scored"),
    "hands": N_("hands won"),
}

LEDGER_STATES: Mapping[str, str] = {
    "stands": N_("stands"),
    "superseded": N_("superseded"),
    "upheld": N_("upheld"),
    "varied": N_("varied"),
    "annulled": N_("annulled"),
    "open": N_("open"),
    "decided": N_("decided"),
    "lapsed": N_("lapsed"),
    "no-effect": N_("no effect"),
}
"""What became of an event of a ledger."""

EXAMPLES = (N_("Readable"), N_("Canonical"), N_("Decided"))
"""What the examples of a code are called, besides by a verdict (`CodeEntry.titles`)."""

COMPONENTS: Mapping[str, str] = {
    "distance": N_("Distance"),
    "bonus_km": N_("Bonus kilometres"),
    "safety": N_("Safeties"),
    "all_safeties": N_("All four safeties"),
    "coup_fourre": N_("Coups fourrés"),
    "trip": N_("Trip completed"),
    "delayed_action": N_("Delayed action"),
    "safe_trip": N_("Safe trip (no 200)"),
    "no_200_no_100": N_("No 200 and no 100"),
    "extension": N_("Extension"),
    "shut_out": N_("Shut-out"),
    "capot": N_("Capot"),
    "penalty": N_("Penalty"),
}

ENDINGS: Mapping[str, str] = {
    "trip": N_("trip completed"),
    "exhausted": N_("cards ran out"),
    "conceded": N_("conceded"),
    "forfeit": N_("forfeit"),
    "adjudicated": N_("adjudicated"),
    "abandoned": N_("abandoned"),
    "unfinished": N_("not finished"),
    "redeal": N_("dealt again"),
}

FAMILIES: Mapping[str, str] = {
    "0": N_("Reading the text"),
    "1": N_("Order, draws and hands"),
    "2": N_("Plays"),
    "3": N_("Coups fourrés"),
    "4": N_("Claims"),
    "5": N_("Ends of hands"),
    "6": N_("Rulings"),
    "7": N_("Style"),
    "8": N_("What a record cannot decide"),
}

GRADES: Mapping[str, str] = {
    "P": N_("printed rules"),
    "S": N_("second-hand"),
    "C": N_("program code"),
    "D": N_("decided by this project"),
}

SEVERITIES: Mapping[str, str] = {"error": N_("fault"), "warning": N_("warning"), "note": N_("note")}

TIE_BREAKS: Mapping[str, str] = {
    "direct": N_("Direct"),
    "sonneborn-berger": N_("Sonneborn-Berger"),
    "buchholz": N_("Buchholz"),
    "wins": N_("Wins"),
    "difference": N_("Difference"),
    "score": N_("Own totals"),
    "hands": N_("Hands won"),
}

OUTCOMES: Mapping[str, str] = {
    "won": N_("won"),
    "tied": N_("tied"),
    "lost": N_("lost"),
    "bye": N_("bye"),
    "absent": N_("absent"),
    "forfeit won": N_("won by forfeit"),
    "forfeit lost": N_("lost by forfeit"),
}

LEVELS: Mapping[str, str] = {"error": N_("error"), "warning": N_("warning"), "info": N_("information")}

EVENTS: Mapping[str, str] = {"ruling": N_("Ruling"), "appeal": N_("Appeal"), "decision": N_("Decision")}

STATES: Mapping[str, str] = {
    "stands": N_("stands"),
    "superseded": N_("superseded"),
    "upheld": N_("upheld on appeal"),
    "varied": N_("varied on appeal"),
    "annulled": N_("annulled on appeal"),
    "open": N_("not decided yet"),
    "decided": N_("decided"),
    "lapsed": N_("lapsed: the ruling was superseded"),
    "no-effect": N_("has no effect: it cannot stand"),
}

DECISIONS: Mapping[str, str] = {
    "upheld": N_("The ruling stands"),
    "varied": N_("Other rulings stand in its place"),
    "annulled": N_("There is no ruling"),
}


def sayer(gettext: Callable[[str], str]) -> Callable[[Mapping[str, str], str], str]:
    """Looks a word up and says it in a language; a name that is not listed is said as it stands."""

    def say(words: Mapping[str, str], name: str) -> str:
        return gettext(words[name]) if name in words else name

    return say
