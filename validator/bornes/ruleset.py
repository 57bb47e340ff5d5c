"""A ruleset as plain data: one value for each knob of spec/rulesets.md, and no functions of the game.

`bornes.loading` reads rulesets from YAML and applies a record's options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from bornes_notation.cards import DISTANCES, HAZARDS, REMEDIES, SAFETIES, Card
from bornes_notation.wording import Wording, worded

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


STANDARD_PACK: Mapping[Card, int] = {
    **dict(zip(DISTANCES, (10, 10, 10, 12, 4), strict=True)),
    **dict(zip(HAZARDS, (3, 3, 3, 5, 4), strict=True)),
    **dict(zip(REMEDIES, (6, 6, 6, 14, 6), strict=True)),
    **dict.fromkeys(SAFETIES, 1),
}
"""The 106 cards of ``deck.cards=standard``."""


class RulesetError(ValueError):
    """A ruleset, or an option of a record, that cannot be used.

    Attributes:
        code: MB027 (no such ruleset, or a file that is not one), MB028 (unknown or repeated option or knob),
            MB029 (a value that the knob does not have).
        message: What was found and what is allowed.
        line, column: Where in the file, 1-based; for options the line is None and the column counts from the
            start of the options' text. None where there is no place.
        path: The file, None for built-in rulesets and options.
        allowed: What could have stood there, nearest first; may be empty.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
        allowed: tuple[str, ...] = (),
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.line = line
        self.column = column
        self.path = path
        self.allowed = allowed

    @property
    def wording(self) -> Wording:
        """Place, code and message."""
        said = worded("%(code)s %(message)s", code=self.code, message=self.message)
        if not self.path:
            return said
        place = ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)
        return worded("%(place)s: %(message)s", place=place, message=said)

    def __str__(self) -> str:
        return str(self.wording)


class Source(NamedTuple):
    """Where a value comes from.

    Attributes:
        grade: P primary text, S second-hand text, C program code, D decided by this project; empty: not said.
        source: Key and place of the source (``DC p.13``), empty for D.
        note: The row of spec/rulesets.md section 5 that decides, or a remark.
    """

    grade: str
    source: str
    note: str


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
        usual_seatings: The seatings whose terms stay when ``seatings`` is None.
        target: Base target in miles for every seating; None: by seating.
        extension: Target after an extension; 0: none in any seating; None: by seating.
        reduced_deck: None: by seating.
        deck_cards: Copies of each card in the full pack.
        description: What kind of game it is, in a sentence or two.
        status: What is uncertain about it.
        sources: Where each knob's value comes from, by knob id; for ``seatings`` also seating by seating
            (``seatings.2x1``).

    Mappings are read-only. Two rulesets are equal if they play alike under the same name: descriptions and
    sources do not count.
    """

    id: str
    version: str
    title: str
    options: tuple[tuple[str, str], ...] = ()
    description: str = field(default="", compare=False, repr=False)
    status: str = field(default="", compare=False, repr=False)
    sources: Mapping[str, Source] = field(default_factory=dict, compare=False, repr=False)
    usual_seatings: Mapping[str, Seating] = field(default_factory=dict, hash=False)
    seatings: Mapping[str, Seating] | None = field(hash=False)
    target: int | None
    extension: int | None
    reduced_deck: bool | None
    deck_cards: Mapping[Card, int] = field(hash=False)
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

    def __post_init__(self) -> None:
        for name in ("usual_seatings", "seatings", "deck_cards", "sources"):
            mapping = getattr(self, name)
            if isinstance(mapping, dict):
                object.__setattr__(self, name, MappingProxyType(dict(mapping)))

    def __reduce__(self) -> tuple[Any, ...]:
        # A read-only view cannot be pickled, and rulesets travel to worker processes.
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        plain = {name: dict(v) if isinstance(v, MappingProxyType) else v for name, v in values.items()}
        return _rebuilt, (plain,)

    def pack(self, seating: Seating) -> dict[Card, int]:
        """Copies of each card in play in that seating: the full pack, or without one card of each hazard."""
        copies = dict(self.deck_cards)
        if seating.reduced_deck:
            for hazard in HAZARDS:
                copies[hazard] = max(0, copies[hazard] - 1)
        return copies

    def draw_pile_after_deal(self, seating: Seating, sides_count: int, seats_a_side: int) -> int:
        """Cards left to draw when every seat has its hand (and every car its Roll, where that is given)."""
        given = sides_count if self.start_needs_roll == "given" else 0
        return sum(self.pack(seating).values()) - given - self.hand_size * sides_count * seats_a_side

    def seating(self, sides_count: int, seats_a_side: int) -> Seating | None:
        """The terms of a seating under this ruleset and its options; None if it is not allowed."""
        name = f"{sides_count}x{seats_a_side}"
        if self.seatings is None:
            unusual = Seating(self.target or 1000, None, reduced_deck=False)
            base = self.usual_seatings.get(name, unusual)
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


def _rebuilt(values: dict[str, Any]) -> Ruleset:
    return Ruleset(**values)
