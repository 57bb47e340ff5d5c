"""What the cards are called in a language, and in the edition that a ruleset is of (spec/languages.md)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pkgutil import get_data
from typing import Any, NamedTuple

from bornes_api.language.catalogues import translations
from bornes_api.language.words import CARDS
from bornes_notation.cards import Card

OURS = "D"
"""Grade of a name that no source has: a translation of this project."""


class CardName(NamedTuple):
    """What a card is called, and who says so.

    Attributes:
        text: The name.
        grade: P printed, S second-hand, C program, D this project's own translation.
        source: Keys of spec/rulesets.md, section 0; "" for our own.
    """

    text: str
    grade: str
    source: str


@lru_cache(maxsize=64)
def card_names(language: str, edition: str | None = None) -> Mapping[Card, CardName]:
    """The names of all cards.

    Args:
        language: Code of a language that there is.
        edition: Id of a ruleset. If that edition prints other names in this language, they are those; else, and for
            None, the names are those of the language.
    """
    known = _data()
    said = known["languages"][language]
    gettext = translations(language).gettext
    names = {
        card: CardName(gettext(text), *_evidence(said, card.value in said["cards"].split()))
        for card, text in CARDS.items()
    }
    prints = known["editions"].get(edition)
    if prints is not None and prints["language"] == language:
        evidence = _evidence(prints, True)
        names |= {Card(token): CardName(text, *evidence) for token, text in prints["names"].items()}
    return names


def _evidence(said: Mapping[str, str], named: bool) -> tuple[str, str]:
    return (said["grade"], said["source"]) if named else (OURS, "")


@lru_cache(maxsize=1)
def _data() -> Mapping[str, Any]:
    import yaml

    data: Mapping[str, Any] = yaml.safe_load(get_data("bornes_api.language", "cardnames.yaml") or b"")
    return data
