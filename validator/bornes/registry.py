"""The codes of violations: which rule each belongs to, and the name that states the fault.

Only what judging needs; sentences, citations and examples are data under `bornes/codes/`, which
`bornes.codes` reads when somebody asks.
"""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """A check of spec/rulesets.md (or the knob that forbids something), and the name of the fault."""

    rule: str
    name: str


CODES = {
    "MB101": Code("U-SEATING", "seating-not-allowed"),
    "MB102": Code("U-SEATING", "sides-not-alternating"),
    "MB103": Code("U-SEATING", "sides-of-unequal-size"),
    "MB104": Code("U-DEAL", "wrong-number-dealt"),
    "MB105": Code("U-DEAL", "wrong-draw-pile-size"),
    "MB106": Code("first.rotation", "wrong-first-seat"),
    "MB110": Code("U-ORDER", "out-of-turn"),
    "MB111": Code("U-ORDER", "extra-turn-skipped"),
    "MB112": Code("U-ORDER", "turn-not-finished"),
    "MB120": Code("U-DRAW", "no-card-drawn"),
    "MB121": Code("U-DRAW", "drawn-from-empty-pile"),
    "MB122": Code("U-DRAW", "too-many-drawn"),
    "MB123": Code("U-DRAW", "drawn-twice-in-a-turn"),
    "MB124": Code("U-DRAW", "drawn-card-not-in-pile"),
    "MB125": Code("U-DRAW", "wrong-replacement-draw"),
    "MB126": Code("draw_from_discard", "drawn-from-discard-pile"),
    "MB127": Code("U-DRAW", "not-the-top-discard"),
    "MB128": Code("exhaustion", "reshuffle-not-due"),
    "MB129": Code("exhaustion", "reshuffle-of-other-cards"),
    "MB130": Code("U-HOLD", "laid-card-not-held"),
    "MB131": Code("U-HOLD", "discarded-card-not-held"),
    "MB132": Code("U-HOLD", "shown-safety-not-held"),
    "MB133": Code("U-HOLD", "shown-hand-differs"),
    "MB140": Code("U-COPIES", "too-many-copies"),
    "MB201": Code("U-TARGET", "hazard-on-own-side"),
    "MB202": Code("U-PROTECTED", "hazard-on-protected-car"),
    "MB203": Code("U-STARTED", "hazard-before-start"),
    "MB204": Code("hazard_on_hazard", "hazard-on-hazard"),
    "MB205": Code("hazard_on_remedy", "hazard-on-waiting-car"),
    "MB206": Code("hazard_on_bare_right_of_way", "hazard-on-bare-right-of-way"),
    "MB207": Code("limit_on_limit", "limit-on-limit"),
    "MB210": Code("U-REMEDY", "wrong-remedy"),
    "MB211": Code("U-REMEDY", "remedy-without-hazard"),
    "MB212": Code("U-REMEDY", "roll-on-hazard"),
    "MB213": Code("U-REMEDY", "roll-under-right-of-way"),
    "MB214": Code("U-REMEDY", "roll-while-rolling"),
    "MB215": Code("U-REMEDY", "end-of-limit-without-limit"),
    "MB230": Code("U-ROLLING", "distance-while-stopped"),
    "MB231": Code("U-LIMIT-50", "over-speed-limit"),
    "MB232": Code("U-ROLLING", "distance-before-start"),
    "MB233": Code("U-ROLLING", "distance-without-roll"),
    "MB234": Code("U-OVERSHOOT", "past-the-target"),
    "MB235": Code("max_200", "too-many-200s"),
    "MB240": Code("U-ONE-ACTION", "second-action"),
    "MB241": Code("U-ONE-ACTION", "pass-with-cards"),
    "MB242": Code("discard_when", "discard-although-playable"),
    "MB243": Code("discard_safety", "safety-discarded"),
    "MB301": Code("U-COUP", "shown-card-no-safety"),
    "MB302": Code("U-COUP", "coup-without-hazard"),
    "MB303": Code("U-COUP", "coup-too-late"),
    "MB304": Code("U-COUP", "coup-with-wrong-safety"),
    "MB305": Code("U-COUP", "coup-with-later-safety"),
    "MB306": Code("U-COUP", "coup-for-another-side"),
    "MB307": Code("U-COUP", "coup-during-own-turn"),
    "MB401": Code("U-SCORE", "hand-score-differs"),
    "MB402": Code("U-SCORE", "match-total-differs"),
    "MB411": Code("U-CHECK", "pile-count-differs"),
    "MB412": Code("U-CHECK", "miles-differ"),
    "MB413": Code("U-CHECK", "hand-count-differs"),
    "MB414": Code("U-CHECK", "total-differs"),
    "MB501": Code("U-HAND-OVER", "play-after-end"),
    "MB502": Code("U-HAND-OVER", "coup-after-end"),
    "MB510": Code("U-END", "end-too-early"),
    "MB511": Code("U-END", "wrong-end"),
    "MB512": Code("U-END", "end-missing"),
    "MB520": Code("U-EXT", "extension-not-possible"),
    "MB530": Code("U-MATCH", "hand-after-match"),
    "MB531": Code("U-MATCH", "wrong-outcome"),
    "MB601": Code("U-RULING", "ruling-on-nothing"),
    "MB602": Code("U-RULING", "ruled-twice"),
    "MB603": Code("U-RULING", "ruling-names-other-fault"),
}
"""Every violation the judge can find. Codes are never renumbered or reused."""

REFUSED = {
    "MB027": "unknown-ruleset",
    "MB028": "unknown-option",
    "MB029": "option-value",
}
"""Names of the unreadable places that are found when the ruleset is read, after those of the notation."""

STYLE = {"MB790": "needless-noext"}
"""Names of the style notices that only the judge can give."""
