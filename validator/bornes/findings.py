"""What the rules found on one line of a record, before it becomes a report."""

from __future__ import annotations

from dataclasses import dataclass, field

from bornes.legal import cards_to_offer, lay_tokens
from bornes.position import position
from bornes.reasons import COUP_IN_DOUBT, HAND_PERHAPS_OVER, Reason
from bornes.registry import CODES
from bornes.table import Game, Table
from bornes_notation.record import NOWHERE, Columns, Line
from bornes_notation.wording import worded

DISCARDS_MAX = 20
"""How many cards of the discard pile the position before a violation lists."""


@dataclass(slots=True)
class Finding:
    """One violation on a line. Mutable in two things only: a later ruling may cover it, a cause explain it.

    `card`, `side` and `off_by` (points) say what it is about, where a later look needs to know.
    """

    code: str
    message: str
    line: Line
    columns: Columns = NOWHERE
    hand: int | None = None
    turn: int | None = None
    seat: str | None = None
    state: str | None = None
    legal: tuple[str, ...] = ()
    hand_known: bool = True
    because: tuple[int, ...] = ()
    rests_on: str | None = None
    event: int | None = None
    pending: bool = False
    coup_in_doubt: bool = False
    card: str | None = None
    side: str | None = None
    off_by: int | None = None
    caused_by: tuple[int, str] | None = None
    ruled_verb: str | None = None
    ruled_line: int = 0

    @property
    def counts(self) -> bool:
        """Whether it is certain."""
        return not (self.pending or self.coup_in_doubt)

    @property
    def doubt(self) -> Reason:
        """Why it is not certain, if it does not count."""
        return COUP_IN_DOUBT if self.coup_in_doubt else HAND_PERHAPS_OVER


@dataclass(slots=True)
class Notes:
    """Collects the findings of one line.

    Attributes:
        game, line, hand, turn: Where we are.
        event: Index of the action or interrupt under judgement, None between them.
        settled: How many of the findings were there when it showed that the hand was not over before (by a
            playable card lawfully laid, or a safety); None if it did not.
    """

    game: Game
    line: Line
    hand: int | None = None
    turn: int | None = None
    event: int | None = None
    settled: int | None = None
    findings: list[Finding] = field(default_factory=list)
    unverified: list[tuple[str, Reason]] = field(default_factory=list)
    style: list[tuple[str, Columns]] = field(default_factory=list)
    plays: int = 0
    draws: int = 0

    def violation(
        self,
        code: str,
        message: str,
        columns: Columns = NOWHERE,
        *,
        table: Table | None = None,
        seat: int | None = None,
        because: tuple[int, ...] = (),
        offer: bool = False,
        about: tuple[str | None, int | None] = (None, None),
        card: str | None = None,
    ) -> None:
        """Notes a violation; `table` is the state before the event, `offer` lists what could be laid.

        `about` is the side of a claim and how many points it is off; `card` the card that is one too many.
        """
        rule = CODES[code].rule
        if self._has(rule, columns):
            return  # an event is reported once under every check that it breaks
        legal: tuple[str, ...] = ()
        hand_known = True
        if offer and table is not None and seat is not None:
            legal = lay_tokens(self.game, table, seat, cards_to_offer(table.holdings[seat]))
            hand_known = table.holdings[seat].fully_known
        found = Finding(
            code=code,
            message=message,
            line=self.line,
            columns=columns,
            hand=self.hand,
            turn=self.turn,
            seat=None if seat is None else self.game.seats[seat],
            legal=legal,
            hand_known=hand_known,
            because=because,
            event=self.event,
            card=card,
            side=about[0],
            off_by=about[1],
        )
        self.findings.append(found if table is None else self._on_table(found, table, rule))

    def _on_table(self, found: Finding, table: Table, rule: str) -> Finding:
        """The finding with the position it was made on, and what in it hangs on what the record hides."""
        found.state = position(self.game, table, discards_max=DISCARDS_MAX)
        found.rests_on = _rests_on(found.code, self.game, table)
        found.coup_in_doubt = table.in_doubt
        # Whether a hand was over or not that nobody could play on: there was nothing to draw.
        perhaps_over = table.perhaps_over and self.game.ruleset.exhaustion == "nobody_can_play" and self.turn
        found.pending = bool(perhaps_over) and rule != "U-DRAW"
        return found

    def _has(self, rule: str, columns: Columns) -> bool:
        return any(
            (CODES[each.code].rule, each.event, each.columns) == (rule, self.event, columns)
            for each in self.findings
        )

    def settle(self) -> None:
        """Notes that the hand was not over before: what was found so far counts."""
        self.settled = len(self.findings)

    def undecided(self, check: str, reason: Reason) -> None:
        """Notes a check that the record cannot decide."""
        self.unverified.append((check, reason))


_RESTING = {"MB120", "MB121", "MB128", "MB411", "MB501", "MB502", "MB510", "MB511"}
"""Codes whose verdict depends on how many cards the draw pile holds."""


def _rests_on(code: str, game: Game, table: Table) -> str | None:
    if code not in _RESTING or not table.pile.presumed:
        return None
    if code == "MB128" and game.ruleset.exhaustion != "reshuffle":
        return None  # no reshuffle is ever due
    return worded("unwritten draws")
