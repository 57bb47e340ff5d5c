"""The words on paper that pages do not have, and the names of cards in them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bornes_api.language.cardnames import CardName
from bornes_api.language.marking import N_
from bornes_notation.cards import Card

SYSTEMS: Mapping[str, str] = {
    "match": N_("match points"),
    "difference": N_("difference of the totals"),
    "hands": N_("hands won"),
}
"""By what points are counted."""

Names = Mapping[Card, CardName]
_TOKEN = re.compile(r"(?P<card>[^\s>/!]+?)(?:>(?P<side>[A-Z]))?")


def play_in_words(token: str, names: Names) -> str:
    """A play as a report offers it, ``75`` or ``A->X``, with the name of its card; anything else as it stands."""
    found = _TOKEN.fullmatch(token)
    if found is None or found["card"] not in {card.value for card in names}:
        return token
    name = names[Card(found["card"])].text
    return name if found["side"] is None else f"{name} → {found['side']}"
