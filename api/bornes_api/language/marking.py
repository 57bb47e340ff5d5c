"""Marks for texts that stand apart from the place where they are translated: catalogues are made of them."""

from __future__ import annotations


def N_(text: str) -> str:  # noqa: N802 - the name by which catalogues find texts that are translated later
    """Marks a text."""
    return text


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Marks a text for one and for several."""
    return (one, many)
