"""Collects the errors and style notices of one record, bounded however many there are."""

from __future__ import annotations

from bornes_notation.errors import Fault, NotationError, StyleNotice
from bornes_notation.limits import FINDINGS_LIMIT
from bornes_notation.record import NOWHERE, Span
from bornes_notation.wording import worded

_SHOWN = 200


class Findings:
    """The errors and style notices of one record, in the order found."""

    def __init__(self) -> None:
        self._errors: list[NotationError] = []
        self._style: list[StyleNotice] = []
        self._more_errors = self._more_style = 0
        self._first_more_error = self._first_more_style = Span(1, 1, 1)
        self._line_end_noted = False

    @property
    def full(self) -> bool:
        """Whether a further error would only be counted, so that its message need not be made."""
        return len(self._errors) >= FINDINGS_LIMIT

    def error(self, line: int, text: str, fault: Fault) -> None:
        """Adds an unreadable place."""
        span = _span(line, text, fault)
        if self.full:
            self._first_more_error = self._first_more_error if self._more_errors else span
            self._more_errors += 1
        else:
            self._errors.append(NotationError(fault.code, fault.message, span, text[:_SHOWN], fault.expected))

    def notice(self, line: int, text: str, fault: Fault) -> None:
        """Adds a style notice."""
        span = _span(line, text, fault)
        if len(self._style) >= FINDINGS_LIMIT:
            self._first_more_style = self._first_more_style if self._more_style else span
            self._more_style += 1
        else:
            self._style.append(StyleNotice(fault.code, fault.message, span))

    def line_end(self, line: int, text: str, end: str) -> None:
        """Takes note of a line that does not end with LF; reported once for CR, once for a missing end."""
        place = (len(text), len(text))
        if not end:
            self.notice(line, text, Fault("MB703", worded("the last line has no line end"), place))
        elif not self._line_end_noted:
            self._line_end_noted = True
            named = "CR LF" if end == "\r\n" else "CR"
            self.notice(
                line, text, Fault("MB702", worded("lines end with %(end)s; canonical: LF", end=named), place)
            )

    def errors(self) -> tuple[NotationError, ...]:
        """All errors by line and column, the last one saying how many more there are."""
        listed = sorted(self._errors, key=lambda error: (error.span.line, error.span.column))
        if self._more_errors:
            message = worded(
                "%(count)s more unreadable places in this record are not listed", count=self._more_errors
            )
            listed.append(NotationError("MB008", message, self._first_more_error))
        return tuple(listed)

    def style(self) -> tuple[StyleNotice, ...]:
        """All style notices by line and column, the last one saying how many more there are."""
        listed = sorted(self._style, key=lambda notice: (notice.span.line, notice.span.column))
        if self._more_style:
            message = worded(
                "%(count)s more style notices of this record are not listed", count=self._more_style
            )
            listed.append(StyleNotice("MB711", message, self._first_more_style))
        return tuple(listed)


def _span(line: int, text: str, fault: Fault) -> Span:
    if fault.columns == NOWHERE:
        return Span(line, 1, len(text) + 1)
    return Span(line, fault.columns[0] + 1, fault.columns[1] + 1)
