"""A real server for tests: `bornes serve` in a process of its own."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

SECONDS = 120
"""How long anything may take on a busy machine before a test gives up; nothing is measured by it."""


class Server:
    """A running `bornes serve`; to be used in a ``with``."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        named = {f"BORNES_{name.upper()}": value for name, value in environment.items()}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bornes_api", "serve", "--port", "0", *arguments],
            env={**os.environ, **named},
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        self.log: list[dict[str, Any]] = [json.loads(self.process.stderr.readline())]
        self.port = urlsplit(self.log[0]["address"]).port or 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()
        assert self.process.stderr is not None
        self.process.stderr.close()

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Tells it to stop; gives its exit status. The log has all its lines then."""
        self.process.send_signal(how)
        status = self.process.wait(SECONDS)
        assert self.process.stderr is not None
        self.log += [json.loads(line) for line in self.process.stderr]
        return status

    def connect(self) -> http.client.HTTPConnection:
        """A new connection."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer on a connection of its own; names of headers with _ for -."""
        connection = self.connect()
        try:
            connection.request(
                method, path, body, {name.replace("_", "-"): text for name, text in headers.items()}
            )
            response = connection.getresponse()
            return response.status, dict(response.headers), response.read()
        finally:
            connection.close()

    def most_memory(self) -> int:
        """Bytes that the process held at most so far."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024

    def processor_seconds(self) -> float:
        """How long it worked so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
