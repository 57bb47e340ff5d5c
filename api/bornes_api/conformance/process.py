"""A program under test: its lines, read with a time limit, and its end. Nothing it does can stop the run."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import IO

LONGEST_LINE = 16 * 1024 * 1024
"""Bytes of a line that a program may write; a longer one is garbage."""

_WAITING_LINES = 256
_GRACE_SECONDS = 2.0


class ProgramFault(Exception):  # noqa: N818 - it is the program's fault, not an error of ours
    """What a program did instead of answering, in words: did not answer in 10 seconds."""


class Process:
    """A running program. Lines go in by `write`, come out by `read`; `end` is safe at any time."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts it.

        Raises:
            OSError: There is no such program, or it may not be run.
        """
        self._popen = subprocess.Popen(  # noqa: S603 - the user names the program
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lines: queue.Queue[bytes | None] = queue.Queue(_WAITING_LINES)
        self._complaints: list[str] = []
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._feed, self._collect, self._listen)
        ]
        for thread in self._threads:
            thread.start()

    def write(self, data: bytes) -> None:
        """Gives the program bytes to read, whenever it reads them."""
        self._to_write.put(data)

    def close_input(self) -> None:
        """Says that nothing more will come."""
        self._to_write.put(None)

    def read(self, deadline: float) -> bytes | None:
        """Its next line, None at the end of its output.

        Raises:
            ProgramFault: There is none before the deadline (`time.monotonic`), or it is endless.
        """
        try:
            line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.0))
        except queue.Empty:
            raise ProgramFault("did not answer in time") from None
        if line is not None and len(line) > LONGEST_LINE:
            raise ProgramFault(f"wrote a line of more than {LONGEST_LINE >> 20} MiB")
        return line

    def how_it_ended(self) -> str:
        """Exit status or signal, and the last it said on standard error."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(_GRACE_SECONDS)
        self._threads[2].join(_GRACE_SECONDS)
        status = self._popen.returncode
        how = "closed its output" if status is None else f"ended with exit status {status}"
        if status is not None and status < 0:
            how = f"was ended by signal {-status}"
        last = next((line for line in reversed(self._complaints) if line.strip()), "")
        return f"{how} ({last.strip()[:200]})" if last else how

    def end(self) -> None:
        """Ends it, and whatever it has started, however it is."""
        self.close_input()
        _kill(self._popen)
        while self._threads[1].is_alive():
            with contextlib.suppress(queue.Empty):
                self._lines.get(timeout=0.01)
        self._popen.wait()
        for thread in self._threads:
            thread.join(_GRACE_SECONDS)
        for stream in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _feed(self) -> None:
        stdin = _stream(self._popen.stdin)
        with contextlib.suppress(OSError, ValueError):
            while (data := self._to_write.get()) is not None:
                stdin.write(data)
                stdin.flush()
        with contextlib.suppress(OSError):
            stdin.close()

    def _collect(self) -> None:
        stdout = _stream(self._popen.stdout)
        with contextlib.suppress(OSError, ValueError):
            while line := stdout.readline(LONGEST_LINE + 1):
                self._lines.put(line)
        self._lines.put(None)

    def _listen(self) -> None:
        stderr = _stream(self._popen.stderr)
        with contextlib.suppress(OSError, ValueError):
            while line := stderr.readline(4096):
                self._complaints.append(line.decode("utf-8", "replace"))
                del self._complaints[:-20]


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _kill(popen: subprocess.Popen[bytes]) -> None:
    """The program, and with it what it started, where the system can do that."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(popen.pid, signal.SIGKILL)
        else:
            popen.kill()
