"""A sheet as PDF, through WeasyPrint (extra ``bornes[pdf]``): nothing is fetched, the same sheet gives the same bytes."""

from __future__ import annotations

from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from typing import Any

from bornes_notation.wording import worded

PAPERS = ("a4", "letter")


class NoPdfError(Exception):
    """PDF cannot be made on this machine; the message says what to install."""


def pdf(html: str, paper: str = "a4") -> bytes:
    """The sheet as PDF, tagged for screen readers.

    Args:
        html: One of the sheets.
        paper: ``a4`` or ``letter``.

    Raises:
        NoPdfError: WeasyPrint, or a library of the system that it needs, is not there.
    """
    weasyprint = _weasyprint()
    nothing = weasyprint.urls.URLFetcher(allowed_protocols=())  # a sheet refers to nothing
    size = weasyprint.CSS(string=f"@page {{ size: {paper} }}", url_fetcher=nothing)
    sheet = weasyprint.HTML(string=html, url_fetcher=nothing)
    made: bytes = sheet.write_pdf(stylesheets=[size], pdf_variant="pdf/ua-1")
    return made


def _weasyprint() -> Any:
    try:
        with redirect_stdout(StringIO()):  # where it says at length which library it lacks
            return import_module("weasyprint")
    except ImportError as error:
        raise NoPdfError(
            worded(
                "PDF is made with WeasyPrint, which is not installed; install bornes[pdf], or write HTML and print it from a browser"
            )
        ) from error
    except OSError as error:
        raise NoPdfError(
            worded(
                "PDF is made with WeasyPrint, which lacks a library of the system (%(error)s); install Pango (Debian: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0), or write HTML and print it from a browser",
                error=error,
            )
        ) from error
