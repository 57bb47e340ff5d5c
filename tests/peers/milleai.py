"""mille-ai: the version with working extra turns ("classic") and its last one ("head")."""

from __future__ import annotations

from peers.family import Family, Row

# How this program wants to be judged; the same for both versions, since the text of the rules that
# it ships with did not change when its extra turns broke.
OPTIONS = (
    "reduced_deck=no first.rotation=same roll_after_safety_cure=yes limit_on_limit=no"
    " extension.success_to=finisher extension.failure_to=nobody"
    " score.all_safeties=700 score.delayed_action_when=after_failed_draw"
)


def _finished(row: Row) -> bool:
    return bool(row["winner_team"] >= 0)


FAMILY = Family(
    ruleset="winning-moves",
    options=lambda _row: OPTIONS,
    pile=lambda _row: None,
    finished=_finished,
)
