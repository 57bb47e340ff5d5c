"""Kills the service again and again while rulings are entered, and looks for those that it had acknowledged.

    python tests/kill_ledger.py FOLDER KILLS

Each server is a fork of this process that serves on a real socket. Prints what came of it as JSON.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

from bornes.tournament.ledger import Ruling
from bornes_api.service.app import create_app
from bornes_api.service.settings import checked
from bornes_api.tournament.ledger import load
from kill_service import start
from tournament_folder import TOKENS, make_cup

PLACE = "/v1/tournaments/cup/matches/2/2/rulings"
LONGEST_WAIT = 1.2
"""From a request to the kill, at most: in times of what the last ruling took that was judged and written."""


def main(folder: str, kills: int) -> None:
    cup = make_cup(Path(folder))
    app = create_app(
        checked(
            store="", tournaments=f"{folder}/tournaments", tokens=f"{folder}/tokens", log="nothing", threads=2
        )
    )
    app.test_client().get("/tournaments/cup")  # what is slow the first time is inherited by every server
    listening = socket.create_server(("127.0.0.1", 0), backlog=64)
    listening.setblocking(False)
    chance = random.Random(1)  # noqa: S311 -- the same kills each time
    acknowledged: dict[int, str] = {}
    took = [0.2]
    cut = torn = 0
    for number in range(kills):
        server = start(app, listening)
        cut += write_and_kill(listening.getsockname()[1], server, number, chance, acknowledged, took)
        os.waitpid(server, 0)
        torn += load(cup).ends_in_line
    sys.stdout.write(
        json.dumps(counted(cup, acknowledged) | {"kills": kills, "cut": cut, "torn": torn}) + "\n"
    )


def counted(cup: Path, acknowledged: dict[int, str]) -> dict[str, Any]:
    """What the ledger has of what was acknowledged, and whether its chain is whole."""
    ledger = load(cup)
    reasons = {each.event.n: each.event.reason for each in ledger.entries if isinstance(each.event, Ruling)}
    return {
        "acknowledged": len(acknowledged),
        "entered": len(ledger.entries),
        "lost": sum(reasons.get(n) != reason for n, reason in acknowledged.items()),
        "twice": len(reasons) - len(set(reasons.values())),
        "broken": sum(each.level == "error" for each in ledger.findings),
    }


def write_and_kill(
    port: int,
    server: int,
    number: int,
    chance: random.Random,
    acknowledged: dict[int, str],
    took: list[float],
) -> int:
    """Enters some rulings, and kills the server while it enters another; 1 if that was not acknowledged."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        for index in range(chance.randint(0, 2)):
            begun = send(connection, f"kill {number}, ruling {index}")
            note(connection.getresponse(), f"kill {number}, ruling {index}", acknowledged)
            took[0] = time.monotonic() - begun
        send(connection, f"kill {number}, the last")
        time.sleep(chance.random() * LONGEST_WAIT * took[0])
        os.kill(server, signal.SIGKILL)
        note(connection.getresponse(), f"kill {number}, the last", acknowledged)
    except (OSError, http.client.HTTPException):
        return 1
    finally:
        connection.close()
    return 0


def send(connection: http.client.HTTPConnection, reason: str) -> float:
    """Sends a ruling in the place of the last one, acknowledged or not; gives when."""
    value: dict[str, Any] = {"rulings": ["1.31=retract"], "reason": reason}
    last = newest(connection)
    if last:
        value["supersedes"] = last
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {TOKENS['director']}"}
    begun = time.monotonic()
    connection.request("POST", PLACE, json.dumps(value), headers)
    return begun


def newest(connection: http.client.HTTPConnection) -> int:
    """The number of the last event; 0 if there is none."""
    connection.request("GET", "/v1/tournaments/cup/ledger")
    events = json.loads(connection.getresponse().read())["events"]
    return events[-1]["n"] if events else 0


def note(response: http.client.HTTPResponse, reason: str, acknowledged: dict[int, str]) -> None:
    answer = json.loads(response.read())
    assert response.status == 201, answer
    acknowledged[answer["n"]] = reason


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
