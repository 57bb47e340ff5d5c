"""How much of a file is read, so that memory stays flat whatever it holds (spec/notation.md#file)."""

from __future__ import annotations

from typing import Final

LINE_LIMIT: Final = 65536
"""Bytes of a line, its line end not counted."""

LINES_LIMIT: Final = 100_000
"""Lines of one record."""

SIZE_LIMIT: Final = 16 * 1024 * 1024
"""Characters of one record; turns already met word for word are short and do not count."""

EVENTS_LIMIT: Final = 40
"""Cards laid, discarded or shown on one turn line; a lawful one has at most five (its own, four safeties)."""

FINDINGS_LIMIT: Final = 100
"""Errors, and style notices, that are listed of one record; the rest are counted."""
