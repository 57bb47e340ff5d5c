"""MBN, the Mille Bornes Notation: what was written in a record. Knows no rule of the game.

``read`` gives the records of a text or file with every unreadable place, ``parse`` the one record of a
text, ``format`` the canonical text of a record.
"""

from bornes_notation.cards import Card, Face, Family, Kind
from bornes_notation.errors import NotationError, StyleNotice
from bornes_notation.reader import Reading, UnreadableError, parse, read
from bornes_notation.record import (
    Action,
    Attack,
    Carried,
    Check,
    Deal,
    Discard,
    Draw,
    End,
    Hand,
    Header,
    Interrupt,
    Item,
    Line,
    Other,
    Pass,
    Pile,
    Play,
    Record,
    Reshuffle,
    Result,
    Ruling,
    Setup,
    Show,
    Span,
    Turn,
)
from bornes_notation.writer import format  # the name users know: parse, format

__all__ = [
    "Action",
    "Attack",
    "Card",
    "Carried",
    "Check",
    "Deal",
    "Discard",
    "Draw",
    "End",
    "Face",
    "Family",
    "Hand",
    "Header",
    "Interrupt",
    "Item",
    "Kind",
    "Line",
    "NotationError",
    "Other",
    "Pass",
    "Pile",
    "Play",
    "Reading",
    "Record",
    "Reshuffle",
    "Result",
    "Ruling",
    "Setup",
    "Show",
    "Span",
    "StyleNotice",
    "Turn",
    "UnreadableError",
    "format",
    "parse",
    "read",
]
