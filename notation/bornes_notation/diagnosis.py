"""What is wrong with a line that the grammar refuses, and what was probably meant."""

from __future__ import annotations

from bornes_notation.errors import Fault
from bornes_notation.wording import worded


def diagnose(text: str, seats: tuple[str, ...]) -> Fault:
    """The fault of an unreadable line, given without its comment, and the seats of the header."""
    # Imported here: a file without fault never needs them.
    from bornes_notation.expected import grammar_fault
    from bornes_notation.hints import hint
    from bornes_notation.lookalikes import look_alike

    fault = look_alike(text) or hint(text, seats) or grammar_fault(text)
    return fault or Fault("MB005", worded("the line has none of the forms of the notation"))
