"""Sources in parts of about 1 MiB, and small ones several at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from bornes_api.batch.answers import Answer, Part, answer_part
from bornes_api.batch.question import Question
from bornes_api.sources import Source, SourceError
from bornes_notation.spans import SPAN_SIZE, RecordSpan, count_lines, cut_spans
from bornes_notation.wording import worded, wording_of

FILES_AT_ONCE = 8
"""Parts that are judged together, if they are small."""

Task: TypeAlias = list[Part]
"""Parts in a row, that one process judges."""


def tasks(sources: Iterable[Source], question: Question, size: int = SPAN_SIZE) -> Iterator[Task | Answer]:
    """What is to be judged, in order, and what needs no judging any more.

    A record too long to be held is judged here and now, as it is read.

    Args:
        sources: Where the records are.
        question: What is asked of them.
        size: Bytes of a task, about.
    """
    task: Task = []
    held = 0
    for source in sources:
        for part in _parts(source, question, size):
            if isinstance(part, Answer):
                if task:
                    yield task
                yield part
                task, held = [], 0
                continue
            task.append(part)
            assert isinstance(part.span.data, bytes)
            held += len(part.span.data)
            if held >= size // 2 or len(task) >= FILES_AT_ONCE:
                yield task
                task, held = [], 0
    if task:
        yield task


def _parts(source: Source, question: Question, size: int) -> Iterator[Part | Answer]:
    taken, span = 0, None
    try:
        with source.open() as stream:
            for span in cut_spans(stream, size):
                part = Part(source.name, span, stream.taken - taken)
                taken = stream.taken
                yield part if isinstance(span.data, bytes) else answer_part(part, question)
    except SourceError as error:
        yield _unreadable(error, span)


def _unreadable(error: SourceError, last: RecordSpan | None) -> Answer:
    answer = Answer()
    why = wording_of(error)
    if last is not None and isinstance(last.data, bytes):
        line = last.first_line + count_lines(last.data) - 1
        why = worded("%(error)s; judged up to line %(line)s", error=why, line=line)
    answer.complaints.append(why)
    answer.tally.add_unreadable_source()
    return answer
