"""Everything a report found at a place of the text, as one kind of value, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bornes.report import Report, RulingRef, Severity
from bornes_notation.record import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """An unreadable place, a violation or a style notice, as tools that annotate text want it.

    Attributes:
        line, column, end_column: 1-based; the end is the column after the last character.
        because: Lines that cause it.
        ruling: The ruling that covers it.
    """

    code: str
    severity: Severity
    message: str
    line: int
    column: int
    end_column: int
    because: tuple[int, ...] = ()
    ruling: RulingRef | None = None


def found_in(report: Report, *, everything: bool = False) -> list[Found]:
    """What was found, by line and column; style notices, and what only follows, with `everything`."""
    return sorted(_found(report, everything=everything), key=lambda each: (each.line, each.column, each.code))


def _found(report: Report, *, everything: bool) -> Iterator[Found]:
    for error in report.errors:
        yield _at(error.span, error.code, "error", error.message)
    for violation in report.violations:
        if violation.caused_by is None or everything:
            yield Found(
                code=violation.code,
                severity=violation.severity,
                message=violation.message,
                line=violation.line,
                column=violation.column,
                end_column=violation.end_column,
                because=violation.because,
                ruling=violation.ruling,
            )
    if everything:
        for notice in report.style:
            yield _at(notice.span, notice.code, "note", notice.message)


def _at(span: Span, code: str, severity: Severity, message: str) -> Found:
    return Found(
        code=code,
        severity=severity,
        message=message,
        line=span.line,
        column=span.column,
        end_column=span.end_column,
    )
