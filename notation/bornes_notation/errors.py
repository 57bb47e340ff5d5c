"""What can be wrong with a text before any rule is asked: unreadable places and style notices."""

from __future__ import annotations

from dataclasses import dataclass

from bornes_notation.record import Span


@dataclass(frozen=True, slots=True)
class NotationError:
    """One unreadable place. Collected, never raised.

    Attributes:
        code: ``MB0xx``, see spec/codes.md.
        message: What was found and what could stand there, in plain words.
        span: The place.
        text: The line as written (cut at 200 characters).
        expected: What would have been accepted there, as tokens or words; may be empty.
    """

    code: str
    message: str
    span: Span
    text: str = ""
    expected: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.span}: {self.code} {self.message}"


@dataclass(frozen=True, slots=True)
class StyleNotice:
    """A line that is read but is not canonical text (``MB7xx``): no fault of the game."""

    code: str
    message: str
    span: Span
