"""PlayAural's Mile by Mile: a 7-second window for coups, and (by default) a reshuffled discard pile."""

from __future__ import annotations

from peers.family import Family, Row, whole_pack_less_deal


def options(row: Row) -> str:
    """Its house rules as knobs of winning-moves; the window on a clock comes nearest to ``next_play``."""
    target = row["options"]["distance"]
    reshuffles = row["options"]["reshuffle"]
    return (
        f"target={target} extension=none reduced_deck=no first.rotation=same limit_on_limit=no"
        " coup_fourre.window=next_play coup_fourre.held=at_showing"
        + (" exhaustion=reshuffle score.delayed_action=0" if reshuffles else "")
    )


def _finished(row: Row) -> bool:
    return row["race_winner_team"] is not None


FAMILY = Family(
    ruleset="winning-moves",
    options=options,
    pile=whole_pack_less_deal,
    finished=_finished,
)
