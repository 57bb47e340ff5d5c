"""Several files at once, each in a process of its own, with the answers in the order of the files."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass
from typing import Any

from bornes_api.commands.judging import Tally
from bornes_api.sources import Source

_BATCH = 4
"""Files that a worker takes at a time."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one file gave: values, what was said on standard error, verdicts."""

    values: tuple[Any, ...]
    complaints: str
    tally: Tally


def outcome_of(work: Callable[[Tally], Iterator[Any]]) -> Outcome:
    """Does the work and keeps what it said, so that the order of messages does not depend on luck."""
    tally, said = Tally(), io.StringIO()
    with redirect_stderr(said):
        values = tuple(work(tally))
    return Outcome(values, said.getvalue().removeprefix("bornes: ").removesuffix("\n"), tally)


def in_parallel(sources: Iterable[Source], work: Callable[[Source], Outcome], jobs: int) -> Iterator[Outcome]:
    """The outcomes of the sources, in their order. Standard input is read here, not by a worker."""
    files = list(sources)
    if len(files) < 2 or any(source.path is None for source in files):
        yield from map(work, files)
        return
    from multiprocessing import Pool

    with Pool(min(jobs, len(files))) as pool:
        yield from pool.imap(work, files, chunksize=_BATCH)
