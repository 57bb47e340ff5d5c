"""What a command prints: results on standard output, everything else on standard error."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from bornes_api.language.marking import N_
from bornes_api.language.speaking import translated
from bornes_api.render.paint import Paint, ansi, plain

OUR_FAULT = N_("This is a fault of bornes, not of the record. Please report it with the record.")
"""Said with a traceback."""

_PIPE_CLOSED = 141
"""Exit status of a program whose reader went away (128 + SIGPIPE)."""


def emit(lines: Iterable[str]) -> None:
    """Print lines of a result. Ctrl-C comes between two lines, never within one.

    Raises:
        SystemExit: The reader went away (``bornes check … | head``): nothing is left to do.
    """
    try:
        for line in lines:
            with uninterrupted():
                sys.stdout.write(line + "\n")
        with uninterrupted():
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(_PIPE_CLOSED) from None


def emit_bytes(data: bytes) -> None:
    """Print bytes as they are: a file whose line ends must stay.

    Raises:
        SystemExit: The reader went away.
    """
    try:
        sys.stdout.flush()
        with uninterrupted():
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(_PIPE_CLOSED) from None


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Lets Ctrl-C wait until the end of the ``with``, where the system can do that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def complain(message: str) -> None:
    """Say on standard error what went wrong, in the language of the run."""
    sys.stderr.write(f"bornes: {translated(message)}\n")


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
