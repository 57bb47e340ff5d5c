"""What can be wrong with a text before any rule is asked: unreadable places and style notices."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bornes_notation.record import NOWHERE, Columns, Span
from bornes_notation.wording import Wording, worded


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

    @property
    def wording(self) -> Wording:
        """Place, code and message."""
        return worded(
            "%(place)s: %(code)s %(message)s", place=self.span, code=self.code, message=self.message
        )

    def __str__(self) -> str:
        return str(self.wording)


@dataclass(frozen=True, slots=True)
class StyleNotice:
    """A line that is read but is not canonical text (``MB7xx``): no fault of the game."""

    code: str
    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one line, before its place in the file is known.

    Attributes:
        code: Of an error (``MB0xx``) or a style notice (``MB7xx``).
        message: As of `NotationError`.
        columns: Offsets in the line's text; `NOWHERE` for the whole line.
        expected: As of `NotationError`.
    """

    code: str
    message: str
    columns: Columns = NOWHERE
    expected: tuple[str, ...] = ()


def shifted(fault: Fault, shift: int) -> Fault:
    """The fault with its columns moved to the right; a fault of the whole line stays one."""
    if fault.columns == NOWHERE:
        return fault
    return replace(fault, columns=(fault.columns[0] + shift, fault.columns[1] + shift))
