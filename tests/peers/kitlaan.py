"""kitlaan's milles-borne: single hands to 1000, every seat its own side."""

from __future__ import annotations

from collections.abc import Sequence

from peers.family import Family, Row

OPTIONS = (
    "seatings=any target=1000 extension=none reduced_deck=no useless_remedies=yes limit_on_limit=no"
    " safety.extra_turn=no score.all_safeties=0"
)


def _pile(row: Row) -> Sequence[str]:
    pile: Sequence[str] = row["deck_top_first_after_deal"]
    return pile


def _finished(row: Row) -> bool:
    return row["winner_team"] is not None


FAMILY = Family(
    ruleset="winning-moves",
    options=lambda _row: OPTIONS,
    pile=_pile,
    finished=_finished,
    plays_match=False,
)
