"""What a worker does: it judges a shard and writes one file, and a marker beside it when that is complete."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields
from hashlib import sha256
from typing import Any, BinaryIO

from bornes_api import __version__
from bornes_api.batch.answers import Part, answer_part
from bornes_api.batch.question import Question
from bornes_api.cluster.shard import Shard
from bornes_api.cluster.shards import check_unchanged, spans_of
from bornes_api.columns.parquet import finished_or_absent, write_parquet
from bornes_api.columns.schema import VERSION
from bornes_api.sources import SourceError
from bornes_api.tally import Tally
from bornes_notation.wording import worded

MARKERS = "finished"
"""The folder of the markers, within that of the parts."""


class OtherVersionError(Exception):
    """A worker has another bornes than the one that cut the work; its parts would not fit together."""


@dataclass(frozen=True, slots=True)
class Job:
    """One shard to be judged, and where to.

    Attributes:
        place: Its place among all, from 0.
        shard: What to judge.
        question: How. Its form is ``parquet`` or ``jsonl``.
        folder: Where the parts go; the same for every worker.
        version: Of the bornes that made the job.
    """

    place: int
    shard: Shard
    question: Question
    folder: str
    version: str = __version__

    @property
    def name(self) -> str:
        """Name of the part: its place, and a digest of all that its content depends on."""
        return f"{self.place:06}-{_digest(self)}.{self.question.form}"

    @property
    def path(self) -> str:
        """Where the part is written."""
        return os.path.join(self.folder, self.name)  # noqa: PTH118 - plain paths, as everywhere here

    @property
    def marker(self) -> str:
        """Where it is noted that the part is complete."""
        return os.path.join(self.folder, MARKERS, f"{self.name}.json")  # noqa: PTH118 - the same


@dataclass(slots=True)
class Done:
    """What a marker says.

    Attributes:
        complaints: What is to be said on standard error.
        tally: Counts and exit status.
    """

    complaints: list[str] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)


def judge_shard(job: Job) -> None:
    """Writes the part of a job, and then its marker; each gets its name when it is complete.

    To do it twice, even at the same time, changes nothing.

    Raises:
        OtherVersionError: This bornes is not the one that made the job.
        SourceError: The file cannot be read here, or it has changed.
        OSError: The part cannot be written.
    """
    if job.version != __version__:
        raise OtherVersionError(
            worded(
                "a worker has bornes %(here)s, the run was begun with %(there)s",
                here=__version__,
                there=job.version,
            )
        )
    done = Done()
    with finished_or_absent(job.path) as sink:
        _write(_values(job, done), job.question.form, sink)
    with finished_or_absent(job.marker) as sink:
        tally = {each.name: getattr(done.tally, each.name) for each in fields(Tally)}
        note = {"shard": asdict(job.shard), "complaints": done.complaints, "tally": tally}
        sink.write(json.dumps(note, indent=1).encode())


def done_of(job: Job) -> Done | None:
    """What the marker of a job says; None if its part is not complete."""
    try:
        with open(job.marker, "rb") as stream:  # noqa: PTH123 - a plain path, as everywhere here
            note = json.load(stream)
    except FileNotFoundError:
        return None
    if not os.path.isfile(job.path):  # noqa: PTH113 - the same
        return None
    counts = note["tally"]
    counts["verdicts"], counts["codes"] = Counter(counts["verdicts"]), Counter(counts["codes"])
    return Done(note["complaints"], Tally(**counts))


def _values(job: Job, done: Done) -> Iterator[Any]:
    """The answers of the spans of the shard; what else is to be said goes into `done`."""
    if job.shard.table:
        from bornes_api.cluster.tables import tables_of

        check_unchanged(job.shard)
        yield from tables_of(job.shard, job.question, done.tally)
        return
    spans = spans_of(job.shard)
    while True:
        try:
            span = next(spans, None)
            if span is None:
                return
            answer = answer_part(Part(job.shard.name, span), job.question)
        except SourceError as error:
            # What was read of packed data stands; any other file can be read again from another machine.
            if not job.shard.packed or isinstance(error.__cause__, OSError):
                raise
            done.complaints.append(str(error))
            done.tally.add_unreadable_source()
            return
        done.complaints += answer.complaints
        done.tally.add_tally(answer.tally)
        yield from answer.values


def _write(values: Iterable[Any], form: str, sink: BinaryIO) -> None:
    if form == "parquet":
        write_parquet(values, sink)
        return
    sink.writelines(f"{text}\n".encode() for text in values)


def _digest(job: Job) -> str:
    from bornes.differences import knob_values

    ruleset = job.question.ruleset
    rules = None if ruleset is None else [ruleset.id, ruleset.version, repr(knob_values(ruleset))]
    what = [asdict(job.shard), rules, job.question.policy, job.question.form, job.version, VERSION]
    return sha256(json.dumps(what).encode()).hexdigest()[:16]
