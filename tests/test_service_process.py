"""The service as a process: what it refuses before the application sees it, slow clients, bombs, its end."""

from __future__ import annotations

import gzip
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

import bornes
from bornes_api.service.problems import KINDS
from bornes_api.service.security import HEADERS
from bornes_api.service.settings import Settings
from service_client import JSON, MBN, checker
from service_process import SECONDS, Server

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")

GAME = bornes.play("winning-moves", 2, 1, 1, 7)
PROBLEM = json.dumps({"$ref": "#/components/schemas/problem"})


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server("--no-store", log="errors") as running:
        assert running.ask("POST", "/v1/validate", GAME, Content_Type=MBN)[0] == 200
        yield running


def problem(answer: tuple[int, dict[str, str], bytes], code: str) -> dict[str, Any]:
    status, headers, body = answer
    members: dict[str, Any] = json.loads(body)
    checker(PROBLEM).validate(members)
    assert headers["Content-Type"] == "application/problem+json"
    assert HEADERS.items() <= headers.items()
    assert (members["code"], members["status"], status) == (code, KINDS[code].status, KINDS[code].status)
    return members


BOMBS: dict[str, tuple[str, Any, dict[str, str]]] = {
    "nested arrays": ("json-depth", b"[" * 1_000_000, {"Content_Type": JSON}),
    "nested objects": ("json-depth", b'{"a":' * 200_000, {"Content_Type": JSON}),
    "nested and closed": ("json-depth", b"[" * 500_000 + b"]" * 500_000, {"Content_Type": JSON}),
    "zeros packed": ("unpacked-too-large", gzip.compress(bytes(200_000_000)), {"Content_Encoding": "gzip"}),
    "zeros packed twice": (
        "unpacked-too-large",
        gzip.compress(bytes(9_000_000)) * 64,
        {"Content_Encoding": "gzip"},
    ),
    "many packed nothings": ("body-gzip", gzip.compress(b"") * 50_000, {"Content_Encoding": "gzip"}),
    "line of 10 MB": ("body-too-large", b"x" * 10_000_000, {}),
    "line of 10 MB, packed": (
        "unpacked-too-large",
        gzip.compress(b"x" * 10_000_000),
        {"Content_Encoding": "gzip"},
    ),
    "line of 10 MB in chunks": ("body-too-large", iter([b"x" * 100_000] * 100), {}),
    "million records": ("body-too-large", b"MBN 1\n" * 1_000_000, {}),
    "million records, packed": (
        "unpacked-too-large",
        gzip.compress(b"MBN 1\n" * 1_000_000),
        {"Content_Encoding": "gzip"},
    ),
    "many records": ("too-many-records", b"MBN 1\n" * 19_000, {}),
    "many records in JSON": (
        "too-many-records",
        b"[" + b",".join([b'{"mbn":1}'] * 90_000) + b"]",
        {"Content_Type": JSON},
    ),
    "many lines": ("too-many-lines", b"\n" * 1_000_000, {}),
    "many turns": ("too-many-turns", b"MBN 1\n" + b"1. X\n" * 19_000, {}),
    "many faults in JSON": (
        "not-a-record",
        b'{"mbn":1,"headers":[],"lines":[' + b",".join([b"{}"] * 300_000) + b"]}",
        {"Content_Type": JSON},
    ),
    "string without end": (
        "json-syntax",
        b"[" * 20 + b'"' + b'\\"' * 500_000 + b"[" * 20,
        {"Content_Type": JSON},
    ),
    "nested behind a string without end": (
        "json-depth",
        b"[" * 40 + b'"' + b'\\"' * 500_000,
        {"Content_Type": JSON},
    ),
    "long number": ("json-number", b"1" * 1_000_000, {"Content_Type": JSON}),
    "many keys, one twice": (
        "json-duplicate-key",
        b"{" + b",".join(b'"%d":1' % (index % 70_000) for index in range(70_001)) + b"}",
        {"Content_Type": JSON},
    ),
    "halves of characters": ("json-surrogate", b'["' + b"\\ud800" * 170_000 + b'"]', {"Content_Type": JSON}),
    "head of 1 MB": ("head-too-large", None, {"X": "x" * 1_000_000}),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bomb_is_answered_quickly_with_little_memory(server: Server, name: str) -> None:
    code, body, headers = BOMBS[name]
    before = server.processor_seconds()
    answer = server.ask("POST", "/v1/validate", body, **{"Content_Type": MBN, **headers})

    problem(answer, code)
    assert 400 <= answer[0] < 500
    assert server.processor_seconds() - before < 1
    assert server.most_memory() < 100_000_000


def test_unknown_transfer_coding_is_told(server: Server) -> None:
    problem(server.ask("POST", "/v1/validate", GAME, Transfer_Encoding="gzip, chunked"), "transfer-coding")


def test_what_is_no_http_is_told(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), SECONDS) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nbroken header\r\n\r\n")
        head, _, body = raw.makefile("rb").read().partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.0 400")
    assert json.loads(body)["code"] == "bad-request"


def test_largest_body_is_read_and_one_byte_more_is_not(server: Server) -> None:
    most = Settings().body_bytes
    comments = (b"; " + b"x" * 997 + b"\n") * 1100
    body = GAME.encode() + comments[: most - len(GAME) - 1] + b"\n"

    assert len(body) == most
    assert server.ask("POST", "/v1/format", body, Content_Type=MBN)[0] in {200, 422}
    problem(server.ask("POST", "/v1/format", body + b"\n", Content_Type=MBN), "body-too-large")


def test_leave_to_send_a_body_that_is_too_large_is_not_given(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), SECONDS) as raw:
        raw.sendall(
            b"POST /v1/validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            b"Content-Length: 10000000\r\nExpect: 100-continue\r\n\r\n"
        )
        answer = raw.makefile("rb").read()

    assert answer.startswith(b"HTTP/1.1 413")


def test_slow_connections_do_not_stop_others(server: Server) -> None:
    request = (
        f"POST /v1/validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: {MBN}\r\nContent-Length: {len(GAME)}\r\n"
        f"Connection: close\r\n\r\n{GAME}"
    ).encode()
    slow = [socket.create_connection(("127.0.0.1", server.port), SECONDS) for _ in range(200)]
    try:
        answered = 0
        for at in range(30):  # each of the 200 sends a byte, then somebody else is answered
            for each in slow:
                each.sendall(request[at : at + 1])
            answered += server.ask("POST", "/v1/validate", GAME, Content_Type=MBN)[0] == 200
        assert answered == 30
        for each in slow[::20]:  # and they are answered too, once they have said all
            each.sendall(request[30:])
            assert each.makefile("rb").read().startswith(b"HTTP/1.1 200")
    finally:
        for each in slow:
            each.close()


def test_slow_readers_do_not_stop_others(server: Server) -> None:
    asked = "POST /v1/replay HTTP/1.1\r\nHost: localhost\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n"
    body = GAME * 60
    readers = []
    for _ in range(12):
        each = socket.socket()
        each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        each.connect(("127.0.0.1", server.port))
        each.sendall(asked.format(MBN, len(body)).encode() + body.encode())
        readers.append(each)
    try:
        assert server.ask("POST", "/v1/validate", GAME, Content_Type=MBN)[0] == 200
    finally:
        for each in readers:
            each.close()


def test_many_at_once_are_answered_as_one_by_one(server: Server) -> None:
    texts = [
        bornes.play(name, 2, 1, 1, seed) for seed in range(1, 9) for name in ("winning-moves", "bsd-mille")
    ]
    texts += [text.replace(". X ", ". Y ", 3) for text in texts]
    alone = [server.ask("POST", "/v1/validate", text, Content_Type=MBN)[2] for text in texts]
    wrong: list[str] = []

    def work(offset: int) -> None:
        for index in range(len(texts)):
            at = (index * 7 + offset) % len(texts)
            if server.ask("POST", "/v1/validate", texts[at], Content_Type=MBN)[2] != alone[at]:
                wrong.append(texts[at])

    workers = [threading.Thread(target=work, args=(offset,)) for offset in range(4)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    assert wrong == []


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_answers_what_has_come_in(how: signal.Signals) -> None:
    with Server("--no-store", threads="1", stop_seconds=str(SECONDS)) as server, ExitStack() as open_ones:
        asking = [open_ones.enter_context(closing(server.connect())) for _ in range(4)]
        for each in asking:
            each.request("POST", "/v1/replay", GAME * 40, {"Content-Type": MBN})
        wait_until_read(server)
        assert server.stop(how) == 0

        for each in asking:  # the one that was worked on, and those that waited
            assert len(json.loads(each.getresponse().read())) == 40
        events = [line["event"] for line in server.log]
        assert events[0] == "listening"
        assert [event for event in events if event != "request"][-2:] == ["stopping", "stopped"]
        with pytest.raises(ConnectionRefusedError):
            server.ask("GET", "/healthz")


def wait_until_read(server: Server) -> None:
    """Returns when the server has read what was sent to it before.

    Leave to send a body is given as soon as a head has been read, by the loop that reads all connections.
    """
    with socket.create_connection(("127.0.0.1", server.port), SECONDS) as last:
        last.sendall(
            b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n"
        )
        assert last.recv(100).startswith(b"HTTP/1.1 100")


def test_log_is_json_and_tells_nothing_of_records(tmp_path: Path) -> None:
    secret = GAME.replace("Made-up games", "Secret meeting")
    with Server("--store", str(tmp_path / "records.db")) as server:
        server.ask("POST", "/v1/records?x=Secret", secret, Content_Type=MBN)
        server.ask("POST", "/v1/records", secret, Content_Type=MBN)
        server.stop()

    requests = [line for line in server.log if line["event"] == "request"]
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("POST", "/v1/records", 400),
        ("POST", "/v1/records", 201),
    ]
    assert "Secret" not in json.dumps(server.log)


def test_workers_share_the_port_and_fall_together() -> None:
    with Server("--no-store", "--workers", "2") as server:
        assert {server.ask("GET", "/healthz")[0] for _ in range(8)} == {200}
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text(
            encoding="ascii"
        )
        assert len(children.split()) == 2
        os.kill(int(children.split()[0]), signal.SIGKILL)

        assert server.process.wait(SECONDS) == 1


def test_workers_stop_cleanly() -> None:
    with Server("--no-store", "--workers", "2") as server:
        assert server.stop() == 0
        assert [line["event"] for line in server.log].count("stopped") == 2


@pytest.mark.parametrize(
    ("arguments", "environment", "told"),
    [
        (["--host", "192.0.2.1"], {}, "192.0.2.1"),
        (["--store", "x", "--no-store"], {}, "exclude"),
        (["--store", "/nonexistent/records.db"], {}, "/nonexistent/records.db"),
        (["--store", "strange.db"], {}, "something else"),
        ([], {"BORNES_THREDS": "4"}, "BORNES_THREDS"),
        ([], {"BORNES_THREADS": "many"}, "BORNES_THREADS"),
    ],
)
def test_cannot_be_started(
    tmp_path: Path,
    arguments: list[str],
    environment: dict[str, str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with sqlite3.connect(tmp_path / "strange.db") as strange:
        strange.execute("CREATE TABLE mine (x)")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    path = ":".join(str(Path(each).resolve()) for each in sys.path if each)
    monkeypatch.setenv("PYTHONPATH", path)
    done = subprocess.run(
        [sys.executable, "-m", "bornes_api", "serve", "--port", "0", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=SECONDS,
    )

    assert done.returncode == 2
    assert told in done.stderr
