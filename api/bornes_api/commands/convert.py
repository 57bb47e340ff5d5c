"""`bornes convert`: the same records as text or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from bornes_api.commands.judging import complain_of_errors, find_all
from bornes_api.commands.options import paths_argument
from bornes_api.output import complain, emit
from bornes_api.sources import Source, SourceError
from bornes_api.tally import UNREADABLE, Tally
from bornes_notation.wording import listed, worded, wording_of

if TYPE_CHECKING:
    from bornes_notation import Record

_JSON_STARTS = (b"{", b"[")


@click.command("convert", short_help="Records from text to JSON and back.")
@paths_argument
@click.option("--to", "form", type=click.Choice(["json", "mbn"]), required=True, help="What to write.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], form: str) -> None:
    """Print the records in PATH in the other form.

    JSON is written as an array of records; read are an object, an array, or one object a line. A record
    with an unreadable place is not converted. Exit status: 0, or 2 if something could not be read.
    """
    tally = Tally()
    records = _records(find_all(paths, tally), tally)
    emit(_as_json(records) if form == "json" else _as_text(records))
    ctx.exit(tally.status)


def _as_json(records: Iterator[Record]) -> Iterator[str]:
    from bornes_api.render.jsonl import json_document
    from bornes_notation.jsonform import to_json

    return json_document(map(to_json, records))


def _as_text(records: Iterator[Record]) -> Iterator[str]:
    import bornes_notation as notation

    return (notation.format(record).removesuffix("\n") for record in records)


def _records(sources: Iterable[Source], tally: Tally) -> Iterator[Record]:
    import bornes_notation as notation

    for source in sources:
        try:
            with source.open() as stream:
                data = b"".join(stream)
            if data.lstrip()[:1] in _JSON_STARTS:
                yield from _from_json(data, source)
                continue
            for reading in notation.read(data):
                complain_of_errors(reading, source.name, tally)
                if reading.record is not None and not reading.errors:
                    yield reading.record
        except SourceError as error:
            complain(wording_of(error))
            tally.add(UNREADABLE)


def _from_json(data: bytes, source: Source) -> Iterator[Record]:
    from bornes_notation.jsonform import JsonFormError, from_json

    for index, value in enumerate(_values(data, source), 1):
        try:
            yield from_json(value)
        except JsonFormError as error:
            faults = listed(
                (
                    worded("%(path)s: %(message)s", path=each.path, message=each.message)
                    for each in error.errors
                ),
                "%(left)s; %(right)s",
            )
            raise SourceError(
                worded("%(name)s: record %(index)s: %(faults)s", name=source.name, index=index, faults=faults)
            ) from error


def _values(data: bytes, source: Source) -> list[Any]:
    """The JSON values that are to be records: of an object, an array, or one object a line."""
    import json

    try:
        text = data.decode("utf-8")
        try:
            value = json.loads(text, object_pairs_hook=_without_repetition)
        except json.JSONDecodeError as error:
            if error.msg != "Extra data":
                raise
            lines = (line for line in text.split("\n") if line.strip())
            return [json.loads(line, object_pairs_hook=_without_repetition) for line in lines]
    except (ValueError, RecursionError) as error:
        raise SourceError(
            worded(
                "%(name)s: this is not JSON that a record can be read from: %(error)s",
                name=source.name,
                error=wording_of(error),
            )
        ) from error
    return value if isinstance(value, list) else [value]


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(
            worded("the key %(key)r stands twice", key=next(key for key in keys if keys.count(key) > 1))
        )
    return found
