"""The service as one process or several that share a port."""

from __future__ import annotations

import os
import signal
import socket
import time
from typing import TYPE_CHECKING

from bornes_api.service.app import create_app
from bornes_api.service.requestlog import log, log_failure
from bornes_api.service.serving.process import Told, serve
from bornes_api.service.settings import Settings

if TYPE_CHECKING:
    from flask import Flask


class CannotServeError(Exception):
    """Why the service cannot be started."""


def run(settings: Settings) -> int:
    """Serves until told to stop; gives the exit status: 0, or 1 if a worker ended by itself.

    Raises:
        CannotServeError: the address is taken or is not ours, the store cannot be used, or this system has no
            workers.
    """
    if settings.workers > 1 and not hasattr(os, "fork"):
        raise CannotServeError("this system cannot share a port between workers; use one")
    _check_store(settings)
    listening = _bound(settings)
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    app = create_app(settings)
    told = Told()
    told.listen()
    log("listening", address=f"http://{shown}:{port}/", workers=settings.workers)
    if settings.workers == 1:
        serve(app, listening, told)
        return 0
    return _supervise({_fork(app, listening, told) for _ in range(settings.workers)}, told)


def _check_store(settings: Settings) -> None:
    """Opens the store once, so that a wrong one is told before anybody is answered."""
    from bornes_api.service.problems import ProblemError
    from bornes_api.service.service import Service
    from bornes_api.service.store.layout import StrangeStoreError

    store = Service(settings).store
    if store is None:
        return
    try:
        store.check()
        store.close()
    except ProblemError as error:
        raise CannotServeError(f"the store {settings.store}: {error.problem.detail}") from error
    except StrangeStoreError as error:
        raise CannotServeError(f"the store {settings.store}: {error}") from error


def _bound(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(settings.backlog)
    except OSError as error:
        listening.close()
        raise CannotServeError(f"{settings.host} port {settings.port}: {error.strerror or error}") from error
    listening.setblocking(False)
    return listening


def _fork(app: Flask, listening: socket.socket, told: Told) -> int:
    """Starts a worker; the port is shared by sharing its socket."""
    process = os.fork()
    if process:
        return process
    status = 1
    try:
        serve(app, listening, told)
        status = 0
    except BaseException as error:  # noqa: BLE001 -- the process ends here; nobody else could say why
        log_failure(error)
    finally:
        os._exit(status)


_LOOK_SECONDS = 0.2
"""How often is looked whether a worker has ended."""


def _supervise(workers: set[int], told: Told) -> int:
    """Waits for the workers; told to stop, tells them. One that ends by itself takes the others along."""
    left = set(workers)
    told.wake = lambda: _tell(left)
    if told.signals:
        _tell(left)
    status = 0
    while left:
        process, how = os.waitpid(-1, os.WNOHANG)
        if not process:
            # A wait that blocks may begin just after a signal came, and would not hear of it.
            time.sleep(_LOOK_SECONDS)
            continue
        left.discard(process)
        if how or not told.signals:
            log("worker ended", process=process, status=os.waitstatus_to_exitcode(how))
            status = 1
            _tell(left)
    return status


def _tell(workers: set[int]) -> None:
    for each in tuple(workers):
        os.kill(each, signal.SIGTERM)
