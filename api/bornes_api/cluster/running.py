"""A run on a Dask cluster: cuts the files, hands out the shards, and says what they came to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TypeVar

from bornes_api.batch.question import Question
from bornes_api.cluster.parts import MARKERS, Done, Job, done_of, judge_shard
from bornes_api.cluster.shard import Shard
from bornes_api.cluster.shards import SHARD_SIZE, measured, placed, shards_of
from bornes_api.columns.parquet import UNFINISHED
from bornes_api.columns.schema import arrow
from bornes_api.sources import Source, SourceError
from bornes_api.tally import FAULT, Tally
from bornes_notation.wording import worded, wording_of

T = TypeVar("T")
R = TypeVar("R")

FORMS = ("parquet", "jsonl")
"""What parts may be: columns, or reports as JSON lines."""


class ClusterError(Exception):
    """The run cannot begin or go on; the message says why, and what to do."""


@dataclass(slots=True)
class Run:
    """What a run came to.

    Attributes:
        parts: The files that were written, in the order of the records.
        complaints: What is to be said on standard error.
        tally: Counts and exit status over all parts, those of earlier runs included.
        judged: How many of the parts were judged in this run.
    """

    parts: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    judged: int = 0


def judge_on_dask(
    client: Any,
    sources: Iterable[Source],
    question: Question,
    folder: str,
    *,
    size: int = SHARD_SIZE,
    work: Callable[[Job], None] = judge_shard,
) -> Run:
    """Judges files on a cluster. The parts together are what one process would say, in the same order.

    A worker that dies loses nothing: its shards are judged by another. If the run is broken off, the next one
    with the same arguments judges what is not yet finished.

    Args:
        client: A `distributed.Client`. Its workers see the files and the folder under the same names, and have the
            same bornes.
        sources: The files; packed ones are a shard each.
        question: What is asked of them, in one of the `FORMS`.
        folder: Where the parts go. It may hold those of an earlier run over the same files, nothing else.
        size: Bytes of a shard, about.
        work: What a worker does.

    Raises:
        ClusterError: The folder holds parts of another run, or the cluster went away.
        MissingExtraError: Columns are wanted, and pyarrow is not installed.
    """
    if question.form == "parquet":
        arrow()
    run = Run()
    jobs = _jobs(client, sources, question, folder, size, run)
    os.makedirs(os.path.join(folder, MARKERS), exist_ok=True)  # noqa: PTH103, PTH118 - plain paths, as everywhere here
    _refuse_others(jobs, folder)
    waiting = [job for job in jobs if done_of(job) is None]
    for job, error in zip(waiting, _on_all(client, work, waiting), strict=True):
        if isinstance(error, Exception):
            _failed(run, job, error)
    run.judged = len(waiting)
    for job in jobs:
        done = done_of(job)
        if done is not None:
            _add(run, job, done)
    _sweep(folder)
    return run


def _jobs(
    client: Any, sources: Iterable[Source], question: Question, folder: str, size: int, run: Run
) -> list[Job]:
    """A job for each shard; files that cannot be read are named and left out."""
    cut: list[Shard] = []
    for source in sources:
        try:
            cut += shards_of(source, size)
        except SourceError as unreadable:
            _unreadable(run, unreadable)
    shards: list[Shard] = []
    found = zip(cut, _on_all(client, measured, cut), strict=True)
    for _, of_file in groupby(found, key=lambda pair: pair[0].name):
        answers = [answer for _, answer in of_file]
        error = next((answer for answer in answers if isinstance(answer, Exception)), None)
        if isinstance(error, SourceError):
            _unreadable(run, error)
        elif error is not None:
            raise ClusterError(worded("the files could not be measured: %(error)s", error=error)) from error
        else:
            shards += placed([answer for answer in answers if isinstance(answer, Shard)])
    return [Job(place, shard, question, os.path.abspath(folder)) for place, shard in enumerate(shards)]  # noqa: PTH100 - a plain path


def _on_all(client: Any, work: Callable[[T], R], values: Sequence[T]) -> Iterator[R | Exception]:
    """The results of all, in order; an exception where the work raised one, or killed several workers.

    Raises:
        ClusterError: The cluster went away.
    """
    futures = client.map(work, values, pure=False)
    for future in futures:
        try:
            error = future.exception()
        except Exception as lost:
            raise _went_away(lost) from lost
        if future.status in {"cancelled", "lost"}:
            raise _went_away(future.status)
        yield future.result() if error is None else error
        future.release()


def _went_away(why: object) -> ClusterError:
    return ClusterError(
        worded(
            "the cluster went away (%(why)s); what is finished stays, and the same command again does the rest",
            why=why,
        )
    )


def _refuse_others(jobs: Sequence[Job], folder: str) -> None:
    """Parts of other files, rules or versions would be taken for parts of this result."""
    own = {job.name for job in jobs}
    endings = tuple(f".{form}" for form in FORMS)
    others = sorted(name for name in os.listdir(folder) if name.endswith(endings) and name not in own)  # noqa: PTH208 - the same
    if others:
        raise ClusterError(
            worded(
                "%(folder)s holds %(count)s files that are no parts of this run (%(first)s …): its files, rules or the version of bornes were others; delete them, or name another folder",
                folder=folder,
                count=len(others),
                first=others[0],
            )
        )


def _add(run: Run, job: Job, done: Done) -> None:
    run.parts.append(job.path)
    run.complaints += done.complaints
    run.tally.add_tally(done.tally)


def _failed(run: Run, job: Job, error: Exception) -> None:
    if isinstance(error, SourceError):
        _unreadable(run, error)
        return
    shard = job.shard
    run.complaints.append(
        worded(
            "%(name)s: lines %(first)s to %(last)s were not judged: %(kind)s: %(error)s",
            name=shard.name,
            first=shard.first_line,
            last=shard.first_line + shard.lines,
            kind=type(error).__name__,
            error=error,
        )
    )
    run.tally.not_judged += shard.records
    run.tally.add(FAULT)


def _unreadable(run: Run, error: SourceError) -> None:
    run.complaints.append(wording_of(error))
    run.tally.add_unreadable_source()


def _sweep(folder: str) -> None:
    """Takes away what workers that died have begun to write."""
    for where in (folder, os.path.join(folder, MARKERS)):  # noqa: PTH118 - the same
        for name in os.listdir(where):  # noqa: PTH208 - the same
            if name.endswith(UNFINISHED):
                os.unlink(os.path.join(where, name))  # noqa: PTH108, PTH118 - the same
