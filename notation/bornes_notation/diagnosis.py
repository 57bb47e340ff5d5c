"""What is wrong with a line that the grammar refuses, and what was probably meant."""

from __future__ import annotations

from bornes_notation.errors import Fault
from bornes_notation.slips import Players
from bornes_notation.wording import worded


def diagnose(text: str, players: Players, *, heading: bool = False) -> Fault:
    """The fault of an unreadable line.

    Args:
        text: The line without its comment.
        players: The seats of the header so far, with their players.
        heading: Whether it stands before the first hand, where header lines are.
    """
    # Imported here: a file without fault never needs them.
    from bornes_notation.expected import grammar_fault
    from bornes_notation.hints import hint
    from bornes_notation.lookalikes import look_alike
    from bornes_notation.mending import meant

    fault = look_alike(text) or hint(text, tuple(players))
    if fault is not None:
        return fault
    fault = grammar_fault(text)
    if fault is None:
        return Fault("MB005", worded("the line has none of the forms of the notation"))
    return meant(fault, text, players, heading=heading)
