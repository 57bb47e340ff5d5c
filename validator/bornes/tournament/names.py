"""Names of players as people compare them."""

from __future__ import annotations

from unicodedata import normalize


def same_name(name: str) -> str:
    """A name without what nobody sees: how its accents are stored, how many blanks there are."""
    return " ".join(normalize("NFC", name).split())
