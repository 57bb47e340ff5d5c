"""A ruleset as plain data: one value for each knob of spec/rulesets.md, and no functions of the game.

`bornes.loading` reads rulesets from YAML and applies a record's options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bornes_notation.cards import Card

Rotation: TypeAlias = Literal["left", "same", "any"]
DiscardFrom: TypeAlias = Literal["no", "top"]
DiscardWhen: TypeAlias = Literal["always", "only_if_no_play"]
StartNeedsRoll: TypeAlias = Literal["yes", "no", "given"]
UselessRemedies: TypeAlias = Literal["no", "yes", "roll_only"]
Finish: TypeAlias = Literal["exact", "at_least"]
Cures: TypeAlias = Literal["all", "right_of_way_only"]
Window: TypeAlias = Literal["next_draw", "own_side_draw", "own_draw", "next_play"]
Held: TypeAlias = Literal["at_landing", "at_showing"]
Exhaustion: TypeAlias = Literal[
    "play_out", "nobody_can_play", "stop_when_pile_empty", "stop_when_no_distance_left", "reshuffle"
]
NobodyFinishes: TypeAlias = Literal["no_winner", "furthest_wins"]
FurthestTie: TypeAlias = Literal["no_winner", "shared"]
SuccessTo: TypeAlias = Literal["caller", "finisher"]
FailureTo: TypeAlias = Literal["each_opponent", "each_if_finished", "nobody"]
DelayedActionWhen: TypeAlias = Literal["pile_empty", "after_failed_draw"]
MatchEnd: TypeAlias = Literal["points", "race"]
MatchTie: TypeAlias = Literal["play_on", "tied"]


@dataclass(frozen=True, slots=True)
class Seating:
    """An allowed seating: how far its hands go and with which pack.

    Attributes:
        target_miles: Base target.
        extension_miles: Target after an extension; None if there is none.
        reduced_deck: One each of the five hazards is taken out before the deal.
    """

    target_miles: int
    extension_miles: int | None
    reduced_deck: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The frozen numbers and switches on which editions differ; knob ``a.b`` is the attribute ``a_b``.

    Attributes:
        id: Name that a record gives in its ``Ruleset`` header.
        version: Version of the ruleset, as text.
        title: What people call it.
        options: Knobs overridden by the record, as (knob id, value text), in the order given.
        seatings: Allowed seatings by name (``2x1``: sides x seats a side); None allows every equal one.
        target: Base target in miles for every seating; None: by seating.
        extension: Target after an extension; 0: none in any seating; None: by seating.
        reduced_deck: None: by seating.
        deck_cards: Copies of each card in the full pack.
        sources: Where each knob's value comes from: knob id to (grade, source, note).
    """

    id: str
    version: str
    title: str
    options: tuple[tuple[str, str], ...] = ()
    seatings: Mapping[str, Seating] | None
    target: int | None
    extension: int | None
    reduced_deck: bool | None
    deck_cards: Mapping[Card, int]
    hand_size: int
    first_rotation: Rotation
    draw_from_discard: DiscardFrom
    discard_when: DiscardWhen
    discard_safety: bool
    start_needs_roll: StartNeedsRoll
    roll_after_remedy: bool
    roll_after_safety_cure: bool
    useless_remedies: UselessRemedies
    max_200: int
    finish: Finish
    hazard_on_hazard: bool
    hazard_on_remedy: bool
    hazard_on_bare_right_of_way: bool
    limit_on_limit: bool
    safety_cures: Cures
    safety_extra_turn: bool
    extra_turn_when_exhausted: bool
    safety_km: int
    coup_fourre_km: int
    coup_fourre_window: Window
    coup_fourre_held: Held
    exhaustion: Exhaustion
    nobody_finishes: NobodyFinishes
    furthest_tie: FurthestTie
    extension_success_to: SuccessTo
    extension_failure_to: FailureTo
    score_bonus_km: int
    score_safety: int
    score_all_safeties: int
    score_coup_fourre: int
    score_trip: int
    score_delayed_action: int
    score_delayed_action_when: DelayedActionWhen
    score_safe_trip: int
    score_no_200_no_100: int
    score_extension: int
    score_shut_out: int
    score_capot_each: int
    score_capot_once: int
    match_end: MatchEnd
    match_hands: int | None
    match_target: int
    match_tie: MatchTie

    def seating(self, sides_count: int, seats_a_side: int) -> Seating | None:
        """The terms of a seating under this ruleset and its options; None if it is not allowed."""
        name = f"{sides_count}x{seats_a_side}"
        if self.seatings is None:
            base = Seating(self.target or 1000, None, reduced_deck=False)
        elif name in self.seatings:
            base = self.seatings[name]
        else:
            return None
        return self._on_terms(base)

    def fallback_seating(self) -> Seating:
        """The terms by which a seating that is not allowed is judged (spec/rulesets.md 2.1)."""
        return self._on_terms(Seating(1000, None, reduced_deck=False))

    def _on_terms(self, base: Seating) -> Seating:
        target_miles = base.target_miles if self.target is None else self.target
        extension = base.extension_miles if self.extension is None else self.extension
        return Seating(
            target_miles,
            extension if extension and extension > target_miles else None,
            base.reduced_deck if self.reduced_deck is None else self.reduced_deck,
        )
