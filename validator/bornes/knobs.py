"""The knobs of spec/rulesets.md section 3 as data: what a ruleset may set, to which values, and what it means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bornes_notation.wording import OR, listed, worded

MAX_DIGITS = 9
"""A number in a ruleset or in ``Options`` has at most so many digits (as every number in a record)."""

NUMBER = re.compile(f"0|[1-9][0-9]{{0,{MAX_DIGITS - 1}}}")
"""A whole number as it is written there."""

_YES_NO: Mapping[str, object] = {"yes": True, "no": False}
_BY_SEATING: Mapping[str, object] = {"by_seating": None}
_NONE: Mapping[str, object] = {"none": None}


@dataclass(frozen=True, slots=True)
class Knob:
    """One number or switch on which editions differ.

    Attributes:
        id: Name in ``Options``, reports and spec/rulesets.md (``coup_fourre.window``).
        words: Values that are words, in the order of the specification.
        default: The value of a ruleset that does not say; a word or a number as text.
        meaning: One sentence in the game's words.
        number: A whole number of 0 or more is a value too.
        map: A YAML file may give a map instead (``seatings``, ``deck.cards``).
        only_option: Words that only a record's ``Options`` may use.
        held_as: What a word becomes in `Ruleset`, where it is not the word itself.
    """

    id: str
    words: tuple[str, ...]
    default: str
    meaning: str
    number: bool = False
    map: bool = False
    only_option: tuple[str, ...] = ()
    held_as: Mapping[str, object] = field(default_factory=dict)

    @property
    def attribute(self) -> str:
        """Name of the field of `Ruleset` that holds the value."""
        return self.id.replace(".", "_")

    @property
    def yaml_path(self) -> tuple[str, ...]:
        """Keys that lead to the value in a YAML file: a dot is one level, and ``extension`` is ``extension.to``."""
        return ("extension", "to") if self.id == "extension" else tuple(self.id.split("."))

    @property
    def may_be_option(self) -> bool:
        """Whether a record's ``Options`` may set it: every knob, but a map cannot be written there."""
        return bool(self.words) or self.number

    def allowed(self, *, in_options: bool) -> str:
        """The values it takes, for a message: ``exact or at_least``."""
        choices = [word for word in self.words if in_options or word not in self.only_option]
        if self.number:
            choices.append(worded("a whole number of at most %(most)s digits", most=MAX_DIGITS))
        if self.map and not in_options:
            choices.append(worded("a map"))
        return listed([listed(choices[:-1]), choices[-1]], OR) if len(choices) > 1 else choices[0]

    def fits(self, text: str, *, in_options: bool) -> bool:
        """Whether it has that value."""
        if text in self.words:
            return in_options or text not in self.only_option
        return self.number and NUMBER.fullmatch(text) is not None

    def held(self, text: str) -> object:
        """What `Ruleset` holds for a value text that has been found allowed."""
        if text in self.held_as:
            return self.held_as[text]
        return text if text in self.words else int(text)

    def text(self, held: object) -> str:
        """The value text for what `Ruleset` holds; the inverse of `held`."""
        for word, value in self.held_as.items():
            if value is held or (value == held and type(value) is type(held)):
                return word
        return str(held)


def _switch(knob_id: str, default: str, meaning: str) -> Knob:
    other = "no" if default == "yes" else "yes"
    return Knob(knob_id, (default, other), default, meaning, held_as=_YES_NO)


def _choice(knob_id: str, words: str, meaning: str) -> Knob:
    values = tuple(words.split())
    return Knob(knob_id, values, values[0], meaning)


def _number(knob_id: str, default: int, meaning: str) -> Knob:
    return Knob(knob_id, (), str(default), meaning, number=True)


KNOBS: tuple[Knob, ...] = (
    Knob("seatings", ("any",), "map", "Which numbers of sides and seats may play, and on what terms.",
         map=True, only_option=("any",), held_as={"any": None}),
    Knob("target", ("by_seating",), "by_seating", "The miles that end a trip.",
         number=True, held_as=_BY_SEATING),
    Knob("extension", ("by_seating", "none"), "by_seating",
         "The miles that end a trip after an extension was called; none, or no more than the target: no extension.",
         number=True, held_as={"by_seating": None, "none": 0}),
    Knob("reduced_deck", ("by_seating", "no", "yes"), "by_seating",
         "Whether one card of each hazard is taken out before the deal.", held_as={**_BY_SEATING, **_YES_NO}),
    Knob("deck.cards", ("standard",), "standard", "How many copies of each card the full pack holds.", map=True),
    _number("hand_size", 6, "Cards dealt to a seat and held between turns."),
    _choice("first.rotation", "left same any",
            "Who begins the next hand: the seat at the left of this hand's first, the same seat, or not checked."),
    _choice("draw_from_discard", "no top", "Whether a turn may begin with the top card of the discard pile."),
    _choice("discard_when", "always only_if_no_play",
            "Whether a card may be discarded at will or only by who can play nothing but safeties."),
    _switch("discard_safety", "yes", "Whether a safety may be discarded."),
    _choice("start_needs_roll", "yes no given",
            "Whether a car starts with a Roll or Right of Way, at once, or with a Roll given to it before the deal."),
    _switch("roll_after_remedy", "yes",
            "Whether a car needs a new Roll after gasoline, spare tyre or repairs."),
    _switch("roll_after_safety_cure", "no",
            "Whether a car needs a new Roll after a safety laid in turn has cured its hazard."),
    _choice("useless_remedies", "no yes roll_only",
            "Whether a remedy may be laid that does nothing: never, any, or only a Roll."),
    _number("max_200", 2, "How many 200s a car may hold."),
    _choice("finish", "exact at_least", "Whether a trip must end on the target exactly or may pass it."),
    _switch("hazard_on_hazard", "no", "Whether a stopping hazard may be laid on another that is in force."),
    _switch("hazard_on_remedy", "no", "Whether a stopping hazard may be laid on a remedy that waits for a Roll."),
    _switch("hazard_on_bare_right_of_way", "yes",
            "Whether a stopping hazard may be laid on a car that goes by Right of Way with nothing under it."),
    _switch("limit_on_limit", "no", "Whether a speed limit may be laid on a speed limit."),
    _choice("safety.cures", "all right_of_way_only",
            "Which safeties, laid in turn, cure the hazard that is already there: all four, or Right of Way."),
    _switch("safety.extra_turn", "yes", "Whether a safety laid in turn earns an extra turn."),
    _switch("extra_turn_when_exhausted", "yes",
            "Whether a safety laid or shown when no card is left to draw earns an extra turn too."),
    _number("safety.km", 0, "Bonus kilometres for each safety on the table."),
    _number("coup_fourre.km", 0, "Bonus kilometres for a coup fourré, besides those of the safety."),
    _choice("coup_fourre.window", "next_draw own_side_draw own_draw next_play",
            "What ends the time for a coup fourré: any draw, a draw of the attacked side, the holder's own, a play."),
    _choice("coup_fourre.held", "at_landing at_showing",
            "Since when the safety of a coup fourré must be in hand: when the hazard landed, or when it is shown."),
    _choice("exhaustion", "play_out nobody_can_play stop_when_pile_empty stop_when_no_distance_left reshuffle",
            "How a hand ends, or goes on, when the draw pile runs out."),
    _choice("nobody_finishes", "no_winner furthest_wins",
            "Who wins a hand that nobody finished: nobody, or the side with the most miles."),
    _choice("furthest_tie", "no_winner shared",
            "Who is the furthest if several sides have the most miles: nobody, or each of them."),
    _choice("extension.success_to", "caller finisher",
            "Who gets the points for a finish at the extension: the caller only, or whoever finishes."),
    _choice("extension.failure_to", "each_opponent each_if_finished nobody",
            "Who gets the points of an extension that its caller did not finish."),
    _number("score.bonus_km", 0, "Points for each bonus kilometre."),
    _number("score.safety", 100, "Points for each safety on the table."),
    _number("score.all_safeties", 300, "Points for all four safeties, besides those for each."),
    _number("score.coup_fourre", 300, "Points for each coup fourré, besides those for the safety."),
    _number("score.trip", 400, "Points for each winner of the hand."),
    _number("score.delayed_action", 300, "Points for finishing when no card is left to draw."),
    _choice("score.delayed_action_when", "pile_empty after_failed_draw",
            "When a finish is delayed: no card left to draw, or a turn has begun without a draw."),
    _number("score.safe_trip", 300, "Points for each winner of the hand who laid no 200."),
    _number("score.no_200_no_100", 0, "Points for each winner of the hand who laid no 200 and no 100."),
    _number("score.extension", 200, "Points that a called extension moves."),
    _number("score.shut_out", 500, "Points for the finisher if no other side has laid a distance card."),
    _number("score.capot_each", 0,
            "Points for every side with a distance card, for each side that has laid none."),
    _number("score.capot_once", 0,
            "Points for every side with a distance card, once, if another side has laid none."),
    _choice("match.end", "points race", "Whether the totals of many hands decide, or one hand."),
    Knob("match.hands", ("none",), "none", "The number of hands after which a match of points is over.",
         number=True, held_as=_NONE),
    _number("match.target", 5000, "The total at which a match of points is over."),
    _choice("match.tie", "play_on tied",
            "What happens if the highest totals are equal then: another hand, or they all win."),
)  # fmt: skip

KNOB: Mapping[str, Knob] = {knob.id: knob for knob in KNOBS}
"""The knobs by id."""
