"""A folder of tournaments for tests of the service: the worked one, with a violation nobody has ruled on, and tokens."""

from __future__ import annotations

from pathlib import Path

from bornes_api.service.tokens import hash_of
from worked import RULED, edit, faultless_copy

TOKENS = {
    "director": "bornes_eve",
    "reviewer": "bornes_ruth",
    "entrant": "bornes_novak",
    "nobody": "bornes_nobody",
}
_HOLDERS = (("Roux, Eve", "director"), ("Petit, Ruth", "reviewer"), ("cup/novak", "entrant"))


def make_cup(folder: Path, name: str = "cup") -> Path:
    """The tournament below `folder`/tournaments, and the tokens in `folder`/tokens; gives the tournament's folder."""
    (folder / "tournaments").mkdir(parents=True, exist_ok=True)
    cup = faultless_copy(folder / "tournaments" / name)
    edit(cup, *RULED, "")
    lines = [f"{holder}: {role}: {hash_of(TOKENS[role])}\n" for holder, role in _HOLDERS]
    (folder / "tokens").write_text("".join(lines), encoding="utf-8")
    return cup
