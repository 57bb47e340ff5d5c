"""Card names of the logs and their tokens in a record."""

from __future__ import annotations

from collections.abc import Iterable

TOKENS = {
    "25": "25",
    "50": "50",
    "75": "75",
    "100": "100",
    "200": "200",
    "accident": "A-",
    "out_of_gas": "F-",
    "flat_tire": "T-",
    "stop": "R-",
    "speed_limit": "L-",
    "repairs": "A+",
    "gasoline": "F+",
    "spare_tire": "T+",
    "roll": "R+",
    "end_of_limit": "L+",
    "driving_ace": "A*",
    "extra_tank": "F*",
    "puncture_proof": "T*",
    "right_of_way": "R*",
}
"""Every card name that occurs in the logs; a name that is none of these raises KeyError."""

DISTANCES = frozenset({"25", "50", "75", "100", "200"})


def tokens(names: Iterable[str]) -> str:
    """The cards as they stand in a list of a record: tokens, in the given order, single blanks."""
    return " ".join(TOKENS[name] for name in names)
