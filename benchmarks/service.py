"""The HTTP service with two workers: one hand a request, as many connections as a busy site has."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlsplit

from figures import Part, Promise, Setting
from measure import Ratio

WORKERS = 2
CONNECTIONS = 8
REQUESTS = 3000
WARM = 400
"""Requests before the clock starts: each worker fills its tables with its first ones."""

_TICK = 1 / os.sysconf("SC_CLK_TCK")


class Load(NamedTuple):
    """What one round came to.

    Attributes:
        rate: Requests a second, by the clock on the wall.
        processor: Processor seconds of the workers for a request.
        waits: Seconds from each request to the whole of its answer.
    """

    rate: float
    processor: float
    waits: list[float]


def service(setting: Setting) -> Part:
    """`POST /v1/validate` of one open hand a request; each answer must be a report that says legal."""
    if not Path("/proc/self/stat").exists():
        return Part([], ["the service: its processor time is read from /proc"], [])
    hands = _hands(setting.material.open().path, REQUESTS)
    rounds = [_round(hands) for _ in range(setting.rounds)]
    by_processor = [WORKERS / each.processor for each in rounds]
    rates = by_processor if setting.clock == "processor" else [each.rate for each in rounds]
    promise = Promise(
        f"hands a second over HTTP, {WORKERS} workers", Ratio(median(rates), min(rates), max(rates)), 1500
    )
    return Part(_table(rounds), [], [promise])


def _table(rounds: Sequence[Load]) -> list[str]:
    waits = [quantiles((seconds * 1000 for seconds in each.waits), n=100) for each in rounds]
    cells = (
        f"{median(each.rate for each in rounds):,.0f}",
        f"{median(each[49] for each in waits):.1f}",
        f"{median(each[98] for each in waits):.1f}",
        f"{median(each.processor for each in rounds) * 1000:.2f}",
        f"{median(WORKERS / each.processor for each in rounds):,.0f}",
    )
    head = (
        f"{WORKERS} workers, {CONNECTIONS} connections",
        "requests/s",
        "p50, ms",
        "p99, ms",
        "processor ms a request",
        f"requests/s of {WORKERS} free cores",
    )
    return [
        f"| {' | '.join(head)} |",
        "|---|---|---|---|---|---|",
        f"| one open hand a request | {' | '.join(cells)} |",
    ]


def _hands(path: Path, count: int) -> list[bytes]:
    """The first records of an archive, as requests."""
    records = path.read_bytes().split(b"MBN 1\n")[1:]
    if len(records) < count:
        records *= count // len(records) + 1
    return [_request(b"MBN 1\n" + record) for record in records[:count]]


def _request(record: bytes) -> bytes:
    head = (
        "POST /v1/validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/vnd.mille-bornes-notation\r\n"
        f"Content-Length: {len(record)}\r\n\r\n"
    )
    return head.encode() + record


def _round(requests: Sequence[bytes]) -> Load:
    """One server, warmed up, and all requests over some connections."""
    with _server() as (port, workers):
        _send(port, requests[:WARM])
        worked = sum(map(_processor, workers))
        begun = perf_counter()
        waits = _send(port, requests)
        wall = perf_counter() - begun
        worked = sum(map(_processor, workers)) - worked
    return Load(len(requests) / wall, worked / len(requests), waits)


@contextmanager
def _server() -> Iterator[tuple[int, list[int]]]:
    """A port, and the processes that answer on it."""
    command = [
        sys.executable,
        "-m",
        "bornes_api",
        "serve",
        "--port",
        "0",
        "--no-store",
        "--workers",
        str(WORKERS),
    ]
    environment = {**os.environ, "BORNES_LOG": "errors"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        try:
            port = urlsplit(json.loads(process.stderr.readline())["address"]).port or 0
            _send(port, [_request(b"")] * CONNECTIONS)
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii")
            yield port, list(map(int, children.split()))
        finally:
            process.send_signal(signal.SIGTERM)


def _processor(process: int) -> float:
    """Processor seconds of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * _TICK


def _send(port: int, requests: Sequence[bytes]) -> list[float]:
    """Sends the requests over the connections, each after the answer to the one before; how long each waited."""
    waits: list[float] = []
    failed: list[bytes] = []

    def work(mine: Sequence[bytes]) -> None:
        with (
            socket.create_connection(("127.0.0.1", port)) as connection,
            connection.makefile("rb") as answers,
        ):
            for request in mine:
                begun = perf_counter()
                connection.sendall(request)
                length = 0
                status = answers.readline()
                while (line := answers.readline()) not in {b"\r\n", b""}:
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                body = answers.read(length)
                waits.append(perf_counter() - begun)
                checked = b'"verdict":"legal"' in body or not request.partition(b"\r\n\r\n")[2]
                if b" 200 " not in status or not checked:
                    failed.append(body)
                    return

    threads = [Thread(target=work, args=(requests[at::CONNECTIONS],)) for at in range(CONNECTIONS)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    if failed:
        raise RuntimeError(f"not a report of a legal record: {failed[0][:200]!r}")
    return waits
