"""From the HTML of a sheet to the file or stream that it was ordered for."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from bornes_api.language.speaking import said, spoken, words_of
from bornes_api.output import complain, emit_bytes
from bornes_api.sources import SourceError
from bornes_api.tally import UNREADABLE
from bornes_api.writing import write_file

HTML = (".html", ".htm")
PDF = (".pdf",)


@dataclass(frozen=True, slots=True)
class Order:
    """What becomes of a sheet.

    Attributes:
        output: The file, None for standard output.
        pdf: PDF, or HTML.
        paper: Of a PDF.
        language: Of the sheet.
    """

    output: str | None
    pdf: bool
    paper: str
    language: str


def exits(function: Callable[..., int]) -> Callable[..., None]:
    """A command that takes its options as an `Order`, and leaves with the status it returns, or 2."""

    @wraps(function)
    def run(
        *arguments: Any, output: str | None, pdf: bool, paper: str | None, lang: str | None, **options: Any
    ) -> None:
        from bornes.tournament.model import TournamentFileError
        from bornes_api.paper.pdf import NoPdfError

        order = _order(output, pdf, paper, lang or spoken())
        try:
            status = function(*arguments, order=order, **options)
        except (SourceError, TournamentFileError, NoPdfError) as error:
            for line in words_of(error).splitlines():
                complain(line)
            status = UNREADABLE
        click.get_current_context().exit(status)

    return run


def _order(output: str | None, pdf: bool, paper: str | None, language: str) -> Order:
    """The order that the options make.

    Raises:
        click.UsageError: They contradict each other, or there is no such language.
    """
    from bornes_api.commands.savepage import chosen_language
    from bornes_api.output import is_terminal

    ending = "" if output is None else os.path.splitext(output)[1].lower()  # noqa: PTH122 - a plain path
    if output is not None and ending not in (*HTML, *PDF):
        raise click.UsageError(
            said("--output %(file)s: the name of a sheet ends in .html or .pdf", file=output)
        )
    if pdf and ending in HTML:
        raise click.UsageError(said("--pdf and --output %(file)s are two kinds of sheet", file=output))
    pdf = pdf or ending in PDF
    if paper is not None and not pdf:
        raise click.UsageError(said("--paper is for PDF; a browser asks its printer"))
    if pdf and output is None and is_terminal():
        raise click.UsageError(
            said("A PDF is no text for a terminal; write it to a file (--output FILE) or into a pipe")
        )
    return Order(output, pdf, paper or "a4", chosen_language(language))


def put(html: str, order: Order) -> None:
    """Writes the sheet, all of it or nothing.

    Raises:
        NoPdfError: PDF cannot be made here.
        SourceError: The file cannot be written; what was there before still is.
    """
    data = html.encode()
    if order.pdf:
        from bornes_api.paper.pdf import pdf

        data = pdf(html, order.paper)
    if order.output is None:
        emit_bytes(data)
    else:
        write_file(order.output, data)
