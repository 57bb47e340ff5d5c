"""What a command prints: results on standard output, everything else on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from bornes_api.render.paint import Paint, ansi, plain

_PIPE_CLOSED = 141
"""Exit status of a program whose reader went away (128 + SIGPIPE)."""


def emit(lines: Iterable[str]) -> None:
    """Print lines of a result.

    Raises:
        SystemExit: The reader went away (``bornes check … | head``): nothing is left to do.
    """
    try:
        for line in lines:
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(_PIPE_CLOSED) from None


def complain(message: str) -> None:
    """Say on standard error what went wrong."""
    sys.stderr.write(f"bornes: {message}\n")


def wants_colours() -> bool:
    """Whether standard output is a terminal that wants colours (`NO_COLOR`, `FORCE_COLOR`, `TERM=dumb`)."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def paint_for_output() -> Paint:
    """How to colour what goes to standard output."""
    return ansi if wants_colours() else plain
