"""The report as a tournament director reads it: each violation in full, then one line for the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from bornes.report import Report, RulingRef, Violation
from bornes_api.language.speaking import counted, said, translated
from bornes_api.language.words import IN_LINES
from bornes_api.render.paint import Paint, pad_under, plain, printable
from bornes_api.render.summary import summary_line
from bornes_notation.errors import NotationError, StyleNotice

SourceLine: TypeAlias = Callable[[int], str | None]
"""The text of a 1-based line of the file, None if it is not at hand."""

_INDENT = "   "


def render_text(
    report: Report,
    name: str,
    source_line: SourceLine,
    *,
    everything: bool = False,
    paint: Paint = plain,
) -> Iterator[str]:
    """The lines of the human form of a report, in the order of the record.

    Args:
        report: What was found.
        name: The file, as the user named it.
        source_line: Where the lines of the record are found.
        everything: Also show in full the violations that only follow from earlier ones, the style notices
            and each check that was not decided.
        paint: Colours.
    """
    blocks: list[tuple[int, int, list[str]]] = []
    blocks.extend(
        (error.span.line, error.span.column, _error(error, name, source_line, paint))
        for error in report.errors
    )
    roots = causes(report.violations)
    followers: dict[Violation, list[Violation]] = {}
    if not everything:
        for follower, root in roots.items():
            followers.setdefault(root, []).append(follower)
    for violation in report.violations:
        if everything or violation not in roots:
            block = violation_lines(violation, followers.get(violation, []), name, source_line, paint)
            blocks.append((violation.line, violation.column, block))
    if everything:
        blocks.extend(
            (notice.span.line, notice.span.column, [_style(notice, name, paint)]) for notice in report.style
        )
    for _line, _column, block in sorted(blocks, key=lambda placed: placed[:2]):
        yield from block
    if everything:
        yield from _undecided(report, name, paint)
    yield summary_line(report, name, paint)


def causes(violations: tuple[Violation, ...]) -> dict[Violation, Violation]:
    """For each violation that only follows from another of the report: the first one of its chain."""
    by_place = {(each.line, each.code): each for each in violations if each.caused_by is None}
    roots: dict[Violation, Violation] = {}
    for violation in violations:
        if violation.caused_by is None:
            continue
        root = by_place.get(violation.caused_by)
        if root is None:
            continue
        # A follow-on of a follow-on is looked up under its own place and so leads to the same first cause.
        by_place.setdefault((violation.line, violation.code), root)
        roots[violation] = root
    return roots


def violation_lines(
    violation: Violation, followers: list[Violation], name: str, source_line: SourceLine, paint: Paint
) -> list[str]:
    """One violation in full: place, line, cause, position, what could be laid, sources; `followers` only follow."""
    label = "" if violation.severity == "error" else f"{said(IN_LINES[violation.severity])}: "
    message = printable(translated(violation.message))
    heading = f"{paint('code', violation.code)} {label}{message}{_where(violation)}"
    lines = [f"{_place(name, violation.line, violation.column, paint)} {heading}"]
    lines += _excerpt(
        source_line(violation.line), violation.line, violation.column, violation.end_column, paint
    )
    lines += [_INDENT + _because(number, source_line) for number in violation.because]
    if violation.state is not None:
        lines.append(_INDENT + said("Before: %(state)s", state=violation.state))
    if violation.legal:
        unknown = "" if violation.hand_known else said(" (hand not recorded)")
        lines.append(
            _INDENT + said("Could be laid here: %(cards)s", cards=" ".join(violation.legal)) + unknown
        )
    if violation.rests_on is not None:
        lines.append(_INDENT + said("Rests on: %(what)s", what=violation.rests_on))
    if violation.ruling is not None:
        lines.append(_INDENT + _ruled(violation.ruling))
    if violation.caused_by is not None:
        line, code = violation.caused_by
        lines.append(_INDENT + said("Follows only from %(code)s in line %(line)s.", code=code, line=line))
    if followers:
        named = ", ".join(
            said("%(code)s in line %(line)s", code=each.code, line=each.line) for each in followers
        )
        lines.append(_INDENT + said("Follows from it (--all shows it in full): %(named)s", named=named))
    cited = "; ".join(violation.cites)
    more = said("More: bornes explain %(code)s", code=violation.code)
    lines.append(f"{_INDENT}{cited.rstrip('.')}. {more}" if cited else _INDENT + more)
    return lines


def _error(error: NotationError, name: str, source_line: SourceLine, paint: Paint) -> list[str]:
    span = error.span
    message = printable(translated(error.message))
    lines = [f"{_place(name, span.line, span.column, paint)} {paint('code', error.code)} {message}"]
    text = source_line(span.line)
    lines += _excerpt(error.text if text is None else text, span.line, span.column, span.end_column, paint)
    if error.expected:
        expected = " ".join(map(translated, error.expected))
        lines.append(_INDENT + said("Could stand here: %(expected)s", expected=expected))
    lines.append(_INDENT + said("More: bornes explain %(code)s", code=error.code))
    return lines


def _style(notice: StyleNotice, name: str, paint: Paint) -> str:
    place = _place(name, notice.span.line, notice.span.column, paint)
    return said(
        "%(place)s style: %(message)s",
        place=f"{place} {notice.code}",
        message=printable(translated(notice.message)),
    )


def _undecided(report: Report, name: str, paint: Paint) -> Iterator[str]:
    for each in report.unverified:
        place = f"{paint('place', f'{name}:{report.line}:1:')} {each.code} {each.check}"
        yield counted(
            "%(check)s not decided once: %(reason)s",
            "%(check)s not decided %(count)s times: %(reason)s",
            each.count,
            check=place,
            reason=each.reason,
        )


def _place(name: str, line: int, column: int, paint: Paint) -> str:
    return paint("place", f"{name}:{line}:{column}:")


def _where(violation: Violation) -> str:
    if violation.hand is None:
        return ""
    if violation.turn is None:
        return said("   [hand %(hand)s]", hand=violation.hand)
    return said("   [hand %(hand)s, turn %(turn)s]", hand=violation.hand, turn=violation.turn)


def _excerpt(text: str | None, line: int, column: int, end_column: int, paint: Paint) -> list[str]:
    """The line as written and carets under the place; nothing if the line is not at hand."""
    if text is None or not text.strip():
        return []
    shown = printable(text)
    start = min(max(column - 1, 0), len(shown))
    end = max(min(end_column - 1, len(shown)), start)
    carets = "^" * max(len(pad_under(shown[start:end]).expandtabs(1)), 1)
    number = f"{line:>5}"
    return [
        f"{number} | {shown}",
        f"{' ' * len(number)} | {pad_under(shown[:start])}{paint('caret', carets)}",
    ]


def _because(line: int, source_line: SourceLine) -> str:
    text = source_line(line)
    quoted = f": {printable(text).strip()}" if text and text.strip() else ""
    return said("Because of line %(line)s", line=line) + quoted


def _ruled(ruling: RulingRef) -> str:
    return said("Ruled: %(verb)s (line %(line)s).", verb=ruling.verb, line=ruling.line)
