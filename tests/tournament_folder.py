"""A folder of tournaments for tests of the service: the worked one, with a violation nobody has ruled on, and tokens."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

from bornes_api.service.tokens import hash_of

ROOT = Path(__file__).parent.parent
RECORD = "round-2/table-2.mbn"
RULED = "ruling retract X MB230 ; seen at once by the opponent\n"
TOKENS = {
    "director": "bornes_eve",
    "reviewer": "bornes_ruth",
    "entrant": "bornes_novak",
    "nobody": "bornes_nobody",
}
_HOLDERS = (("Roux, Eve", "director"), ("Petit, Ruth", "reviewer"), ("cup/novak", "entrant"))


def make_cup(folder: Path, name: str = "cup") -> Path:
    """The tournament below `folder`/tournaments, and the tokens in `folder`/tokens; gives the tournament's folder."""
    cup = Path(copytree(ROOT / "fixtures/tournament", folder / "tournaments" / name))
    record = cup / RECORD
    text = record.read_text(encoding="utf-8")
    assert text.count(RULED) == 1
    record.write_text(text.replace(RULED, ""), encoding="utf-8")
    lines = [f"{holder}: {role}: {hash_of(TOKENS[role])}\n" for holder, role in _HOLDERS]
    (folder / "tokens").write_text("".join(lines), encoding="utf-8")
    return cup
