"""The files that are timed: made once, then kept in a folder under a name that says what made them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Archive(NamedTuple):
    """A file of games, with what it holds.

    Attributes:
        path: The file.
        games: Games, or hands of Mille Bornes or poker.
        turns: Turn lines, plies, or actions.
        size: Bytes.
    """

    path: Path
    games: int
    turns: int
    size: int


def kept(
    folder: Path, name: str, makers: tuple[str, ...], games: Callable[[], Iterator[tuple[str, int]]]
) -> Archive:
    """The archive of that name, made by `games` if it is not in the folder yet.

    Args:
        folder: Where it is kept; made if it does not exist.
        name: File name; what it says must decide what is in the file.
        makers: The modules of this folder that make it: when their text changes, it is made again.
        games: Text and turns of each game.
    """
    folder.mkdir(parents=True, exist_ok=True)
    told = sha256(b"\0".join((HERE / maker).read_bytes() for maker in makers)).hexdigest()[:8]
    path = folder / f"{told}-{name}"
    about = path.with_suffix(".json")
    if not about.exists():
        count = turns = 0
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for text, turns_of_game in games():
                file.write(text)
                count += 1
                turns += turns_of_game
        about.write_text(json.dumps([count, turns, path.stat().st_size]), encoding="utf-8")
    return Archive(path, *json.loads(about.read_text(encoding="utf-8")))
