"""What of a table of a tournament file excludes what, and where its record may lie."""

from __future__ import annotations

from collections.abc import Iterator

from bornes.tournament.model import Points, Table
from bornes.yamltext import Branch, Leaf, Node
from bornes_notation.wording import worded


def table_faults(table: Table, branch: Branch, points: Points) -> Iterator[tuple[Node, str]]:
    """Each place of a table that cannot stand beside the others, and why."""
    entries = branch.entries
    if table.forfeit and (table.record or table.result):
        yield entries["forfeit"], worded("a match that was forfeited has neither record nor result")
    if table.hands_won and (table.record or not table.result):
        yield entries["hands_won"], worded("hands_won belongs to a result without a record")
    if points.by == "hands" and table.result and not table.record and not table.hands_won:
        yield entries["result"], worded("points are counted by hands: give hands_won with a result")


def outside(node: Leaf) -> str | None:
    """Why a record cannot be named so; None if it can."""
    if node.text.startswith("/") or "\\" in node.text or ".." in node.text.split("/"):
        return worded(
            "record %(shown)s must lie in the folder of this file; write folders with /", shown=node.shown
        )
    return None
