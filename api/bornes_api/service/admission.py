"""How much is worked on at once: what is more is refused at once and not kept waiting.

Bodies count by their bytes, since that is what their time goes by. Whether a request is admitted depends on
what is under way and on nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from bornes_api.service.problems import ProblemError

RETRY_SECONDS = 1


class Admission:
    """The bytes under way in this process, in all and by client."""

    def __init__(self, most: int, most_of_client: int) -> None:
        self._most = most
        self._most_of_client = most_of_client
        self._lock = Lock()
        self._clients: dict[str, int] = {}

    @contextmanager
    def admit(self, client: str, size: int) -> Iterator[None]:
        """Counts a body of `size` bytes as long as the block runs.

        A client that has nothing under way is never over its own bound, and an idle process never busy.

        Raises:
            ProblemError: too-many-requests if the client, busy if the process would have too much.
        """
        with self._lock:
            own, all_others = self._clients.get(client, 0), sum(self._clients.values())
            if own and own + size > self._most_of_client:
                raise _refused(
                    "too-many-requests",
                    f"{own} bytes of yours are being worked on, and {size} more would pass the bound of "
                    f"{self._most_of_client}",
                )
            if all_others and all_others + size > self._most:
                raise _refused(
                    "busy",
                    f"{all_others} bytes are being worked on, and {size} more would pass the bound of {self._most}",
                )
            self._clients[client] = own + size
        try:
            yield
        finally:
            with self._lock:
                left = self._clients.get(client, 0) - size  # not there: an empty body beside another
                if left:
                    self._clients[client] = left
                else:
                    self._clients.pop(client, None)


def refuse_if_queued(waiting: int, most: int) -> None:
    """Sheds load while more requests wait for a thread than may.

    Raises:
        ProblemError: busy.
    """
    if waiting > most:
        raise _refused("busy", f"{waiting} requests are waiting; at most {most} may")


def _refused(code: str, detail: str) -> ProblemError:
    return ProblemError(code, detail, headers={"Retry-After": str(RETRY_SECONDS)})
