"""Where in a JSON text the parts of its value stand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from bornes_api.service.problems import Place
from bornes_api.service.strictjson import place_in, tokens

Path = tuple[str | int, ...]


def places_of(text: str, paths: Sequence[Path], first_line: int = 1) -> dict[Path, Place]:
    """The places of some parts of a valid JSON text, each named by its keys and indices.

    A part that is not there has the place of the nearest part around it that is.
    """
    wanted = {path[:length] for path in paths for length in range(len(path) + 1)}
    found = {path: offset for path, offset in _parts(text) if path in wanted}
    places = {}
    for path in paths:
        length = next(length for length in range(len(path), -1, -1) if path[:length] in found)
        places[path] = place_in(text, found[path[:length]], first_line)
    return places


def pointer_of(path: Path) -> str:
    """The path as a JSON Pointer (RFC 6901)."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in path)


def _parts(text: str) -> Iterator[tuple[Path, int]]:
    """Every part of the value with its offset, outer before inner."""
    path: list[str | int] = []
    in_object: list[bool] = []
    wants_key = False
    for offset, piece in tokens(text):
        if piece in {"]", "}"}:
            in_object.pop()
            path.pop()
        elif piece == ",":
            wants_key = in_object[-1]
            if not wants_key:
                last = path[-1]
                assert isinstance(last, int)
                path[-1] = last + 1
        elif piece == ":":
            wants_key = False
        elif wants_key:
            path[-1] = json.loads(piece)
        else:
            yield tuple(path), offset
            if piece in {"[", "{"}:
                in_object.append(piece == "{")
                wants_key = piece == "{"
                path.append("" if wants_key else 0)
