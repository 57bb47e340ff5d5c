"""How far a run has come, in one line that is written over and over on a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

from bornes_api.language.speaking import said
from bornes_api.tally import Tally

_AGAIN_AFTER = 0.1
_START_OF_LINE = "\r\x1b[K"


class Progress:
    """Records, their rate, and the time that is left if the sizes of all sources are known.

    Nothing is written to a stream that is no terminal.
    """

    def __init__(
        self, stream: TextIO, total: int | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begins to measure.

        Args:
            stream: Usually standard error.
            total: Bytes of all sources, None if unknown.
            clock: Seconds.
        """
        self._stream = stream
        self._total = total
        self._clock = clock
        self._began = clock()
        self._shown_at = self._began
        self._shown = False

    def clear(self) -> None:
        """Takes the line away, so that something else can be written."""
        if self._shown:
            self._stream.write(_START_OF_LINE)
            self._stream.flush()
            self._shown = False

    def show(self, tally: Tally, done: int) -> None:
        """Writes the line, if some time has passed since the last one.

        Args:
            tally: What was judged so far.
            done: Bytes of the sources that this took.
        """
        now = self._clock()
        if now - self._shown_at >= _AGAIN_AFTER and self._stream.isatty():
            self._stream.write(_START_OF_LINE + self._line(tally.records, done, now - self._began))
            self._stream.flush()
            self._shown, self._shown_at = True, now

    def _line(self, records: int, done: int, seconds: float) -> str:
        line = said(
            "%(count)s records, %(rate)s a second", count=f"{records:,}", rate=f"{records / seconds:,.0f}"
        )
        if self._total is None or not 0 < done <= self._total:
            return line
        left = round(seconds * (self._total - done) / done)
        return said(
            "%(line)s, %(share)s %%, %(time)s left",
            line=line,
            share=done * 100 // self._total,
            time=f"{left // 60}:{left % 60:02}",
        )
