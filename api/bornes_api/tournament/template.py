"""A new tournament file."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable

from bornes.tournament.model import Pairing


def template(event: str, ruleset: str, players: Iterable[str], pairing: Pairing = "round-robin") -> str:
    """The text of a tournament file in which nothing has been played yet."""
    ids: dict[str, str] = {}
    for name in players:
        ids[_free(_id(name), ids)] = name
    listed = "".join(f"  {key}: {json.dumps(name, ensure_ascii=False)}\n" for key, name in ids.items())
    return f"""event: {json.dumps(event, ensure_ascii=False)}
ruleset: {ruleset}

# Hands of a match. Without this line a match lasts until it is over by the ruleset.
hands: 1

# In the order of seeding.
players:
{listed}
# by: match (win, tie, loss), difference (of the totals) or hands (hands won).
points: {{by: match, win: 2, tie: 1, loss: 0, bye: 2}}

# In this order. After the first round they should stay as they are.
tie_breaks: direct sonneborn-berger wins difference

# How rounds are drawn: round-robin (all meet all), or swiss (equal or near points; needs bornes[swiss]).
pairing: {pairing}

# What was agreed about faults. What is left out is for the director to decide, each time.
policies:
  # The ruling on an illegal play: noticed before another seat has acted, or later in the hand.
  at_once: retract
  later: stands
  # Nobody ruled: as-played, void (undone, the turn is lost) or open (the match waits for a ruling).
  # after_hand: void
  # From which offence of a player on it costs what: warning, penalty and points, or forfeit.
  # offences: {{1: warning, 2: penalty 100, 3: forfeit}}
  # Nobody claims a score: replayed, or open.
  # missing: replayed
  # Claims and replay differ: replayed, claimed, or open.
  # contradictory: replayed

# bornes tournament round --write adds the next one.
"""


def _id(name: str) -> str:
    """An id for a name: its first word, in plain small letters."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    found = re.search(r"[a-z][a-z0-9]*", letters)
    return found[0][:30] if found else "player"


def _free(wanted: str, taken: Iterable[str]) -> str:
    number, free = 2, wanted
    while free in taken:
        number, free = number + 1, f"{wanted}-{number}"
    return free
