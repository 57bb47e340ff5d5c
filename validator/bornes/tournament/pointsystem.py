"""How the points of a tournament are counted, from what its file says of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bornes.tournament.model import Points
from bornes.yamltext import Branch, Leaf, Node
from bornes_notation.wording import worded

_ONLY_MATCH: Final = ("win", "tie", "loss")
_DEFAULTS: Final = {
    "match": Points(),
    "difference": Points("difference", 0, 0, 0, 0, 0, 0),
    "hands": Points("hands", 0, 0, 0, 0, 0, 0),
}


def points_of(branch: Branch) -> Points:
    """What a match is worth; what the file does not say follows from what it says."""
    given = {
        key: int(node.text) for key, node in branch.entries.items() if key != "by" and isinstance(node, Leaf)
    }
    default = _DEFAULTS[_system(branch)]
    win, loss = given.get("win", default.win), given.get("loss", default.loss)
    return Points(
        by=default.by,
        win=win,
        tie=given.get("tie", default.tie),
        loss=loss,
        bye=given.get("bye", win),
        forfeit_win=given.get("forfeit_win", win),
        forfeit_loss=given.get("forfeit_loss", loss),
    )


def unused_points(branch: Branch) -> Iterator[tuple[Node, str]]:
    """What the file says of points that this way of counting has no use for."""
    system = _system(branch)
    for key in _ONLY_MATCH:
        if key in branch.entries and system != "match":
            why = worded("%(key)s is not used: points are counted by %(system)s", key=key, system=system)
            yield branch.entries[key], why


def _system(branch: Branch) -> str:
    by = branch.entries.get("by")
    return by.text if isinstance(by, Leaf) else "match"
