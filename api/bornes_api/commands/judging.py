"""From paths to judged records: reading, judging, and the exit status that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

import click

from bornes_api.language.speaking import translated, words_of
from bornes_api.output import complain
from bornes_api.sources import Source, SourceError, find_sources
from bornes_api.tally import UNREADABLE, Tally
from bornes_notation.wording import wording_of

if TYPE_CHECKING:
    from bornes.archive import Judged
    from bornes.report import Report
    from bornes.ruleset import Ruleset
    from bornes_notation import Reading

T = TypeVar("T")


def find_all(paths: Iterable[str], tally: Tally) -> Iterator[Source]:
    """The sources under the paths, in order. A directory without records is named on standard error."""
    for path in paths:
        try:
            yield from find_sources(path)
        except SourceError as error:
            complain(wording_of(error))
            tally.add_unreadable_source()


def readings(sources: Iterable[Source], tally: Tally) -> Iterator[tuple[Source, Reading]]:
    """Every record of the sources, in order; what holds no record gives a reading with an error."""
    return _from_each(sources, tally, _read)


def _from_each(
    sources: Iterable[Source], tally: Tally, records: Callable[[Source], Iterator[T]]
) -> Iterator[tuple[Source, T]]:
    """What every source holds, in order.

    A source that cannot be read is named on standard error and counts as unreadable; the next one is still
    read.
    """
    for source in sources:
        try:
            yield from ((source, record) for record in records(source))
        except SourceError as error:
            complain(wording_of(error))
            tally.add_unreadable_source()


def _read(source: Source) -> Iterator[Reading]:
    from bornes_notation import read

    with source.open() as stream:
        yield from read(stream)


def judged(
    sources: Iterable[Source], ruleset_id: str | None, policy: str, tally: Tally
) -> Iterator[tuple[Source, Reading | None, Report]]:
    """Every record of the sources with its report, in order; the tally counts the verdicts.

    Without a reading, nothing was found in the record.
    """
    ruleset = None if ruleset_id is None else find_ruleset(ruleset_id)
    for source, (report, reading) in _from_each(
        sources, tally, lambda source: _judge(source, ruleset, policy)
    ):
        tally.add_report(report)
        yield source, reading, report


def _judge(source: Source, ruleset: Ruleset | None, policy: str) -> Iterator[Judged]:
    from bornes.archive import judge_file

    with source.open() as stream:
        yield from judge_file(stream, ruleset, policy)


def find_ruleset(name: str, hint: str = "'--ruleset'") -> Ruleset:
    """A ruleset by id (``winning-moves``), or from a file of the user's own that ends in ``.yaml``.

    Raises:
        click.BadParameter: There is none, or the file is no ruleset.
    """
    from bornes.loading import load_ruleset
    from bornes.ruleset import RulesetError

    try:
        return load_ruleset(name)
    except RulesetError as error:
        raise click.BadParameter(words_of(error), param_hint=hint) from error


def complain_of_errors(reading: Reading, name: str, tally: Tally) -> None:
    """Names the unreadable places of a reading on standard error; any of them counts as unreadable."""
    for error in reading.errors:
        complain(f"{name}:{translated(error.wording)}")
        tally.add(UNREADABLE)
