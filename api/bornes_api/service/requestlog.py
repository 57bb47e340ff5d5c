"""The log: one JSON object a line on standard error. Of records and queries nothing is ever written."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from time import perf_counter
from traceback import format_exception
from typing import Any

from flask import Flask, Response, g, request

from bornes_api.service.settings import Settings


def log(event: str, **values: Any) -> None:
    """Writes one line: when, what, and further values."""
    line = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event, **values}
    sys.stderr.write(json.dumps(line, ensure_ascii=True) + "\n")
    sys.stderr.flush()


def log_requests(app: Flask, settings: Settings) -> None:
    """Has every request of an application logged, if the settings ask for it."""
    if settings.log != "requests":
        return

    def begin() -> None:
        g.begun = perf_counter()

    def finish(response: Response) -> Response:
        log(
            "request",
            client=request.remote_addr,
            method=request.method,
            path=request.path[:200],
            status=response.status_code,
            received=request.content_length or 0,
            sent=response.content_length,
            milliseconds=round((perf_counter() - g.begun) * 1000, 2) if "begun" in g else None,
        )
        return response

    app.before_request(begin)
    app.after_request(finish)


def log_failure(error: BaseException) -> None:
    """Writes a bug of ours down, whatever the settings say."""
    log("failure", error=type(error).__name__, traceback="".join(format_exception(error)))
