"""Everything a report found at a place of the text, as one kind of value, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bornes.report import Report, RulingRef, Severity


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
        yield _at(
            error.code, "error", error.message, error.span.line, error.span.column, error.span.end_column
        )
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
            span = notice.span
            yield _at(notice.code, "note", notice.message, span.line, span.column, span.end_column)


def _at(code: str, severity: Severity, message: str, line: int, column: int, end_column: int) -> Found:
    return Found(
        code=code, severity=severity, message=message, line=line, column=column, end_column=end_column
    )
