"""One process of the service: the loop of waitress, and how it ends."""

from __future__ import annotations

import logging
import signal
import socket
from collections.abc import Callable
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.server import create_server

from bornes_api.service.requestlog import log
from bornes_api.service.service import Service
from bornes_api.service.serving.channel import Channel
from bornes_api.service.settings import Settings

if TYPE_CHECKING:
    from flask import Flask

_LOOP_SECONDS = 1
_OUT_OF_MEMORY = 1 << 16
"""Bytes of a body or an answer that are held in memory; of larger ones the rest lies in a file."""

_UNREAD = 1 << 28
"""Bytes of answers that a client may leave unread; a thread never waits for one that reads slowly."""


class Told:
    """Whether the process was told to stop (SIGTERM, SIGINT), from before it serves anything.

    Attributes:
        signals: What it was told, in order.
        wake: Called when it is told.
    """

    def __init__(self) -> None:
        self.signals: list[signal.Signals] = []
        self.wake: Callable[[], object] = lambda: None

    def listen(self) -> None:
        """Takes the signals from now on; in the main thread only."""
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self._note)

    def _note(self, signum: int, _frame: FrameType | None) -> None:
        self.signals.append(signal.Signals(signum))
        self.wake()


def serve(app: Flask, listening: socket.socket, told: Told) -> None:
    """Answers what comes in at a listening socket until the process is told to stop."""
    service: Service = app.extensions["bornes"]
    server = new_server(app, listening, service.settings)
    service.waiting = lambda: len(server.task_dispatcher.queue)
    told.wake = server.pull_trigger
    while not told.signals:
        _turn(server)
    log("stopping", signal=told.signals[0].name)
    _finish(server, service.settings.stop_seconds)
    log("stopped")


def new_server(app: Flask, listening: socket.socket, settings: Settings) -> Any:
    """Waitress over a listening socket, every bound of it explicit."""
    _log_as_json()
    server: Any = create_server(
        app,
        sockets=[listening],
        ident=None,
        threads=settings.threads,
        backlog=settings.backlog,
        connection_limit=settings.connections,
        channel_timeout=settings.idle_seconds,
        cleanup_interval=min(settings.idle_seconds, 10),
        max_request_header_size=settings.header_bytes,
        max_request_body_size=settings.body_bytes + 1,  # waitress refuses what is as large as that
        inbuf_overflow=_OUT_OF_MEMORY,
        outbuf_overflow=_OUT_OF_MEMORY,
        outbuf_high_watermark=_UNREAD,
        asyncore_use_poll=True,  # select() knows no more than 1024 connections
        clear_untrusted_proxy_headers=False,  # the application looks at them, or does not
    )
    server.channel_class = Channel
    return server


def _turn(server: Any) -> None:
    wasyncore.loop(timeout=_LOOP_SECONDS, use_poll=True, map=server._map, count=1)  # noqa: SLF001 -- waitress's own loop does so


def _finish(server: Any, seconds: float) -> None:
    """Takes no more connections, and answers what has come in whole."""
    server.del_channel()
    server.socket.close()
    deadline = monotonic() + seconds
    while _open_requests(server) and monotonic() < deadline:
        _turn(server)
    server.task_dispatcher.shutdown(timeout=max(deadline - monotonic(), 0))
    wasyncore.close_all(server._map)  # noqa: SLF001 -- waitress offers no other way to its connections


def _open_requests(server: Any) -> bool:
    return any(
        channel.requests or channel.total_outbufs_len for channel in list(server.active_channels.values())
    )


class _JsonHandler(logging.Handler):
    """What waitress says, as lines of our log."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes one line."""
        log("server", level=record.levelname.lower(), message=record.getMessage())


def _log_as_json() -> None:
    for name, level in (("waitress", logging.WARNING), ("waitress.queue", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.handlers = [_JsonHandler()]
        logger.propagate = False
        logger.setLevel(level)
