"""Kills the service again and again while it keeps records, and looks for what it had acknowledged.

    python tests/kill_service.py FOLDER KILLS

Each server is a fork of this process that serves on a real socket. Prints what came of it as JSON.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import sqlite3
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import bornes
from bornes_api.service.app import create_app
from bornes_api.service.serving.process import Told, serve
from bornes_api.service.settings import checked
from bornes_api.service.store.records import Store

if TYPE_CHECKING:
    from flask import Flask

MBN = "text/vnd.mille-bornes-notation"
LONGEST_WAIT = 0.004
"""Seconds from a request to the kill, at most: about as long as a write takes."""


def main(folder: str, kills: int) -> None:
    path = Path(folder) / "records.db"
    app = create_app(checked(store=str(path), log="nothing", threads=2))
    bornes.format(bornes.parse(record(0, 0)))  # what is slow the first time is inherited by every server
    listening = socket.create_server(("127.0.0.1", 0), backlog=64)
    listening.setblocking(False)
    chance = random.Random(1)  # noqa: S311 -- the same kills each time
    acknowledged: dict[str, str] = {}
    cut = 0
    for number in range(kills):
        server = start(app, listening)
        cut += write_and_kill(listening.getsockname()[1], server, number, chance, acknowledged)
        os.waitpid(server, 0)
    store = Store(str(path), 10**9, 5)
    lost = [name for name, text in acknowledged.items() if store.text_of(name) != text]
    intact = sqlite3.connect(path).execute("PRAGMA integrity_check").fetchone()[0]
    counts = {
        "kills": kills,
        "acknowledged": len(acknowledged),
        "cut": cut,
        "lost": len(lost),
        "intact": intact,
    }
    sys.stdout.write(json.dumps(counts) + "\n")


def start(app: Flask, listening: socket.socket) -> int:
    """A server on the socket, in a process of its own."""
    process = os.fork()
    if not process:
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115 -- it is killed
        serve(app, listening, Told())
        os._exit(0)
    return process


def write_and_kill(
    port: int, server: int, number: int, chance: random.Random, acknowledged: dict[str, str]
) -> int:
    """Keeps some records, and kills the server while it keeps another; 1 if that was not acknowledged."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for index in range(chance.randint(1, 4)):
        keep(connection, record(number, index), acknowledged)
    text = record(number, 9)
    connection.request("POST", "/v1/records", text, {"Content-Type": MBN})
    time.sleep(chance.random() * LONGEST_WAIT)
    os.kill(server, signal.SIGKILL)
    try:
        note(connection.getresponse(), text, acknowledged)
    except (OSError, http.client.HTTPException):
        return 1
    finally:
        connection.close()
    return 0


def keep(connection: http.client.HTTPConnection, text: str, acknowledged: dict[str, str]) -> None:
    connection.request("POST", "/v1/records", text, {"Content-Type": MBN})
    note(connection.getresponse(), text, acknowledged)


def note(response: http.client.HTTPResponse, text: str, acknowledged: dict[str, str]) -> None:
    answer = json.loads(response.read())
    assert response.status == 201, answer
    acknowledged[answer["hash"]] = text


def record(number: int, index: int) -> str:
    return (
        f"MBN 1\nEvent: kill {number}, record {index}\nRuleset: winning-moves\nX: Anna\nY: Ben\n\n"
        "hand 1 first X\n1. X R+\nend unfinished\n"
    )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
