"""What a route is given and what it answers with: plain values, no Flask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from html import escape
from typing import Any, TypeAlias

from bornes_api.render.jsonl import json_line
from bornes_api.service.bodies import Body
from bornes_api.service.contract import Operation
from bornes_api.service.media import HTML, JSON, JSON_LINES
from bornes_api.service.service import Service
from bornes_api.service.tokens import Holder


@dataclass(frozen=True, slots=True)
class Call:
    """A request that keeps to the document.

    Attributes:
        service: The running service.
        operation: What is asked.
        form: Media type of the answer, as Accept prefers it.
        query: Parameters of the query, those with a default always there.
        path: Parameters of the path.
        client: The address that asks.
        body: None where the operation has none.
        who: The holder of the token, where the operation needs one.
        match: What If-Match names, without quotes.
    """

    service: Service
    operation: Operation
    form: str
    query: Mapping[str, Any]
    path: Mapping[str, str]
    client: str
    body: Body | None = None
    who: Holder | None = None
    match: str | None = None

    def admitted(self, size: int) -> AbstractContextManager[None]:
        """Counts so many bytes of records as being worked on, as long as the block runs.

        Raises:
            ProblemError: too-many-requests, busy.
        """
        return self.service.admission.admit(self.client, size)


@dataclass(frozen=True, slots=True)
class Answer:
    """A good answer."""

    media_type: str
    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


Route: TypeAlias = Callable[[Call], Answer]


def json_answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Answer:
    """One JSON value."""
    return Answer(JSON, encoded(json_line(value) + "\n"), status, headers or {})


def answer_of(form: str, items: Iterable[dict[str, Any]], lines: Iterable[str], title: str) -> Answer:
    """One item for each record, or the same in words.

    Args:
        form: Media type of the answer.
        items: For the two JSON forms.
        lines: For text and HTML, without line ends. Only one of the two is used up.
        title: Of the HTML page.
    """
    if form == JSON:
        return Answer(form, encoded("[" + ",\n".join(map(json_line, items)) + "]\n"))
    if form == JSON_LINES:
        return Answer(form, encoded("".join(json_line(item) + "\n" for item in items)))
    text = "".join(line + "\n" for line in lines)
    return Answer(form, encoded(html_page(title, text) if form == HTML else text))


def html_page(title: str, text: str) -> str:
    """A page that shows a text as it is."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width"></head>\n'
        f"<body><h1>{escape(title)}</h1>\n<pre>{escape(text)}</pre></body>\n</html>\n"
    )


def encoded(text: str) -> bytes:
    """UTF-8; what a record cannot hold anyway is written as an escape."""
    return text.encode("utf-8", "backslashreplace")
