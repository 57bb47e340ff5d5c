"""What somebody may have meant by a word that is not known."""

from __future__ import annotations

from collections.abc import Iterable

from bornes_notation.wording import worded


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known words that look most like a word that is not known, nearest first."""
    from difflib import get_close_matches

    return tuple(get_close_matches(word[:80], list(known), n=3, cutoff=0.5))


def offer(word: str, known: Iterable[str]) -> str:
    """A question that offers the nearest known word, or nothing."""
    close = nearest(word, known)
    return worded("; did you mean %(near)s?", near=close[0]) if close else ""
