"""The answer for a part of a file; this is what a worker process does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bornes_api.batch.question import Question
from bornes_api.language.speaking import said
from bornes_api.output import OUR_FAULT
from bornes_api.sources import SourceError
from bornes_api.tally import FAULT, UNREADABLE, Tally
from bornes_notation.spans import RecordSpan, split_span

if TYPE_CHECKING:
    from bornes.archive import Judged


@dataclass(frozen=True, slots=True)
class Part:
    """Records of one source that are judged together.

    Attributes:
        name: The source.
        span: Where they stand in it.
        weight: How many bytes of the source, as it lies there, were read for it.
    """

    name: str
    span: RecordSpan
    weight: int = 0


@dataclass(slots=True)
class Answer:
    """What one or more parts gave.

    Attributes:
        values: As they go into the frame of the form: pieces of text, or findings with their file.
        complaints: What is to be said on standard error.
        tally: Counts and exit status.
        weight: Sum of the weights of the parts.
    """

    values: list[Any] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    weight: int = 0


def answer_parts(parts: Sequence[Part], question: Question) -> Answer:
    """The answer for parts in a row."""
    whole = Answer()
    for part in parts:
        answer = answer_part(part, question)
        whole.values += answer.values
        whole.complaints += answer.complaints
        whole.tally.add_tally(answer.tally)
        whole.weight += answer.weight
    return whole


def answer_part(part: Part, question: Question) -> Answer:
    """The answer for one part. A record on which bornes fails is named, the others are judged all the same.

    Raises:
        SourceError: The part is read as it is judged, and breaks off.
    """
    answer = Answer(weight=part.weight)
    try:
        _judge(part, question, answer)
    except SourceError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever fails, the other records must be judged
        parts = split_span(part.span) if isinstance(part.span.data, bytes) else []
        if len(parts) < 2:
            return _failed(part, error)
        # Record by record, from the start: what was found before the failure is found again.
        answer = answer_parts([Part(part.name, span) for span in parts], question)
        answer.weight = part.weight
    return answer


def lost(part: Part, why: str, status: int = UNREADABLE) -> Answer:
    """The answer for a record that could not be judged."""
    answer = Answer(weight=part.weight)
    answer.complaints.append(said("%(part)s was not judged: %(why)s", part=named(part), why=why))
    answer.tally.add(status)
    answer.tally.not_judged = 1
    return answer


def named(part: Part) -> str:
    """The place of a part, for messages: night.mbn: record 12 (line 340)."""
    span = part.span
    first, last = span.records_before + 1, span.records_before + (span.records or 1)
    if last <= first:
        records = said("record %(number)s", number=first)
    else:
        records = said("records %(first)s to %(last)s", first=first, last=last)
    return said(
        "%(file)s: %(records)s (line %(line)s)", file=part.name, records=records, line=span.first_line
    )


def _failed(part: Part, error: Exception) -> Answer:
    if isinstance(error, MemoryError):
        return lost(part, said("memory ran out"))
    from traceback import format_exception

    return lost(part, f"{said(OUR_FAULT)}\n{''.join(format_exception(error)).rstrip()}", FAULT)


def _judge(part: Part, question: Question, answer: Answer) -> None:
    if question.form == "parquet":
        from bornes_api.columns.checking import table_of_span

        answer.values.append(table_of_span(part.span, part.name, question, answer.tally))
        return
    from bornes.archive import judge_span

    texts: list[str] = []
    for judged in judge_span(part.span, question.ruleset, question.policy):
        answer.tally.add_report(judged.report)
        if question.form == "sarif":
            from bornes_api.render.places import found_in

            found = found_in(judged.report, everything=question.everything)
            answer.values += [(part.name, each) for each in found]
        elif question.form == "json":
            answer.values += _texts(judged, part.name, question)
        elif question.form != "count":
            texts += _texts(judged, part.name, question)
    if texts:
        answer.values.append("\n".join(texts))


def _texts(judged: Judged, name: str, question: Question) -> Iterator[str]:
    """What is said of a record, in lines or, as JSON, in one piece."""
    report, reading = judged
    if question.form == "text":
        from bornes_api.render.excerpts import source_lines
        from bornes_api.render.paint import ansi, plain
        from bornes_api.render.text import render_text

        paint = ansi if question.colours else plain
        yield from render_text(
            report, name, source_lines(reading), everything=question.everything, paint=paint
        )
    elif question.form == "github":
        from bornes_api.render.github import render_github
        from bornes_api.render.places import found_in

        yield from render_github(found_in(report, everything=question.everything), name)
    else:
        from bornes_api.render.jsonl import json_line, json_pretty
        from bornes_api.render.jsonreport import report_to_dict

        write = json_pretty if question.form == "json" else json_line
        yield write(report_to_dict(report, name))
