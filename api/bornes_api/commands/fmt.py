"""`bornes fmt`: records in their canonical text."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass

import click

from bornes_api.commands.judging import find_all
from bornes_api.commands.options import paths_argument
from bornes_api.language.speaking import translated
from bornes_api.output import complain, emit
from bornes_api.sources import Source, SourceError, read_bytes
from bornes_api.tally import ILLEGAL, UNREADABLE, Tally
from bornes_api.writing import replace_file
from bornes_notation.wording import worded, wording_of

NOT_CANONICAL = ILLEGAL
"""Exit status of --check and --diff when a file would change: a finding, as a violation is one."""


@dataclass(frozen=True, slots=True)
class Formatted:
    """A source as written, and its canonical text. Bytes that are no UTF-8 never get here: they are errors."""

    source: Source
    before: bytes
    after: bytes


@click.command("fmt", short_help="Write records in their canonical text.")
@paths_argument
@click.option("--check", is_flag=True, help="Write nothing; say which files would change.")
@click.option("--diff", is_flag=True, help="Write nothing; print what would change.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], check: bool, diff: bool) -> None:
    """Rewrite the files in PATH in canonical text; standard input (-) goes to standard output.

    A file with an unreadable place is left as it is. Exit status: 0, with --check or --diff 1 if something
    would change, 2 if a file could not be read.
    """
    tally = Tally()
    for source in find_all(paths, tally):
        try:
            formatted = _format(source)
            if check or diff:
                _compare(formatted, tally, show=diff)
            elif source.path is None:
                emit([formatted.after.decode().removesuffix("\n")])
            elif formatted.after != formatted.before:
                replace_file(source.path, formatted.after, formatted.before)
                complain(worded("%(name)s: rewritten", name=source.name))
        except SourceError as error:
            complain(wording_of(error))
            tally.add(UNREADABLE)
    ctx.exit(tally.status)


def _format(source: Source) -> Formatted:
    import bornes_notation as notation

    before = read_bytes(source)
    records = []
    for reading in notation.read(io.BytesIO(before)):
        if reading.errors:
            faults = "\n".join(
                f"bornes: {source.name}:{translated(error.wording)}" for error in reading.errors
            )
            raise SourceError(
                worded("%(name)s: not rewritten, because of\n%(faults)s", name=source.name, faults=faults)
            )
        if reading.record is not None:
            records.append(reading.record)
    return Formatted(source, before, "".join(map(notation.format, records)).encode())


def _compare(formatted: Formatted, tally: Tally, *, show: bool) -> None:
    if formatted.after == formatted.before:
        return
    tally.add(NOT_CANONICAL)
    if show:
        emit(_difference(formatted))
    else:
        complain(worded("%(name)s: would be rewritten", name=formatted.source.name))


def _difference(formatted: Formatted) -> Iterator[str]:
    from difflib import unified_diff

    before, after = (
        data.decode("utf-8", "replace").removesuffix("\n").split("\n")
        for data in (formatted.before, formatted.after)
    )
    name = formatted.source.name
    yield from unified_diff(before, after, name, f"{name} (canonical)", lineterm="")
