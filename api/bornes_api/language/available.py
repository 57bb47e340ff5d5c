"""Which languages there are. Imports nothing that costs: the start of the command line counts."""

from __future__ import annotations

import os
from functools import lru_cache

SOURCE = "en"
"""The language of the code, which needs no catalogue."""

LOCALE = os.path.join(os.path.dirname(__file__), "locale")  # noqa: PTH118, PTH120 - pathlib takes a tenth of the start
"""The folder of the catalogues, ``CODE.po``."""


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The codes of the languages there are, English first."""
    names = sorted(os.listdir(LOCALE))  # noqa: PTH208 - the same
    return (SOURCE, *(name.removesuffix(".po") for name in names if name.endswith(".po")))
