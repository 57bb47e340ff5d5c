"""How the server answers what never reaches the application: as problems, like everything else."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask
from waitress.utilities import RequestEntityTooLarge

from bornes_api.service.problems import MEDIA_TYPE, Problem
from bornes_api.service.security import HEADERS

DRAINED = 64 << 20
"""Bytes of a body that is too large that are read and thrown away, so that its sender gets to see the answer."""

_CODES = {
    400: "bad-request",
    413: "body-too-large",
    431: "head-too-large",
    501: "transfer-coding",
}


class ProblemTask(ErrorTask):
    """Answers a request that could not be read."""

    def execute(self) -> None:
        """Writes the problem; waitress calls it."""
        request: Any = self.request  # waitress's stubs do not know what an error task is given
        error, adj = request.error, self.channel.adj
        detail = {
            413: f"a body of more than {adj.max_request_body_size - 1} bytes",
            431: f"a head of more than {adj.max_request_header_size} bytes",
        }.get(error.code) or error.body
        problem = Problem(_CODES.get(error.code, "internal"), detail)
        body = problem.body()
        self.status = f"{problem.status} {HTTPStatus(problem.status).phrase}"
        self.response_headers = [
            ("Content-Type", MEDIA_TYPE),
            ("Cache-Control", "no-store"),
            *HEADERS.items(),
        ]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class DrainingParser(HTTPRequestParser):
    """Reads to the end of a body that is too large, and keeps nothing of it."""

    def received(self, data: bytes) -> int:
        """Takes bytes of the request; waitress calls it."""
        consumed: int = super().received(data)
        body: Any = self.body_rcv
        if isinstance(self.error, RequestEntityTooLarge) and self.completed:
            if self.expect_continue:
                self.expect_continue = False  # it waits for leave to send the body, and gets the answer
            elif not body.completed and max(self.content_length, self.body_bytes_received) <= DRAINED:
                body.buf = _Nowhere()
                self.completed = False
        return consumed


class _Nowhere:
    """A buffer that holds nothing."""

    def __len__(self) -> int:
        return 0

    def append(self, data: bytes) -> None:
        """Throws the bytes away."""

    def close(self) -> None:
        """There is nothing to close."""


class Channel(HTTPChannel):
    """A connection with these two."""

    error_task_class = ProblemTask
    parser_class = DrainingParser
