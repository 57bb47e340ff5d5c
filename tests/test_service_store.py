"""Kept records: under the hash of their canonical text, once, for good."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import bornes
from bornes_api.service.app import create_app
from bornes_api.service.problems import ProblemError
from bornes_api.service.settings import checked
from bornes_api.service.store.layout import APPLICATION_ID, STEPS, StrangeStoreError, upgrade
from bornes_api.service.store.records import DamagedError, Store, hash_of
from bornes_notation.jsonform import to_json
from service_client import JSON, MBN, Client

GAME = bornes.play("winning-moves", 2, 1, 1, 7)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.db"


@pytest.fixture
def client(path: Path) -> Client:
    return Client(create_app(checked(store=str(path), log="nothing")))


@pytest.fixture
def store(path: Path) -> Store:
    return Store(str(path), most=100, wait_seconds=5)


def games(count: int) -> list[str]:
    return [bornes.play("winning-moves", 2, 1, 1, seed) for seed in range(1, count + 1)]


def test_kept_under_the_hash_of_the_canonical_text(client: Client) -> None:
    name = sha256(GAME.encode()).hexdigest()
    first = client.post("/v1/records", GAME.replace("\n", "\r\n"))

    assert first.status_code == 201
    assert first.json == {
        "hash": name,
        "href": f"/v1/records/{name}",
        "event": "Made-up games, seed 7",
        "bytes": len(GAME),
    }
    assert first.headers["Location"] == f"/v1/records/{name}"
    for again, media_type in ((GAME, MBN), (json.dumps(to_json(bornes.parse(GAME))), JSON)):
        answer = client.post("/v1/records", again, media_type)
        assert (answer.status_code, answer.json) == (200, first.json)


def test_given_as_text_json_report_replay_and_page(client: Client) -> None:
    href = client.post("/v1/records", GAME).json["href"]  # type: ignore[index]

    assert client.get(href).text == GAME
    assert client.get(href, Accept="text/plain").text == GAME
    assert client.get(href, Accept=JSON).json == to_json(bornes.parse(GAME))
    assert "Made-up games, seed 7" in client.get(href, Accept="text/html").text
    for page, asked in (("report", "/v1/validate"), ("replay", "/v1/replay")):
        for query in ("", "?ruleset=junior&policy=void"):
            assert client.get(f"{href}/{page}{query}").data == client.post(asked + query, GAME).data
    assert client.get(f"{href}/replay?at=1.2").data == client.post("/v1/replay?at=1.2", GAME).data


def test_page_of_the_record_may_be_given_by_others(client: Client) -> None:
    href = client.post("/v1/records", GAME).json["href"]  # type: ignore[index]
    client.app.extensions["bornes"].replay_page = lambda name, text: f"<p>{name} {len(text)}</p>"

    assert client.get(href, Accept="text/html").text == f"<p>{hash_of(GAME)} {len(GAME)}</p>"


def test_list_goes_from_the_newest_to_the_oldest(client: Client) -> None:
    texts = games(7)
    for text in texts:
        client.post("/v1/records", text)
    found: list[str] = []
    query = "?limit=3"
    while True:
        page: Any = client.get("/v1/records" + query).json
        found += [entry["hash"] for entry in page["records"]]
        if page["next"] is None:
            break
        query = f"?limit=3&cursor={page['next']}"
        client.post(
            "/v1/records", bornes.play("junior", 2, 1, 1, len(found))
        )  # what comes in between moves nothing

    assert found == [hash_of(text) for text in reversed(texts)]


def test_a_bound_on_how_many_are_kept(path: Path) -> None:
    client = Client(create_app(checked(store=str(path), store_records=2, log="nothing")))
    texts = games(3)
    answers = [client.post("/v1/records", text).status_code for text in (*texts, texts[0])]

    assert answers == [201, 201, 503, 200]


def test_what_is_kept_is_there_after_a_restart_and_for_other_processes(path: Path, store: Store) -> None:
    name, new = store.keep(GAME, None)

    assert new
    assert Store(str(path), 100, 5).text_of(name) == GAME
    assert store.keep(GAME, None) == (name, False)
    assert store.text_of("0" * 64) is None


def test_every_write_is_flushed_before_it_is_answered(store: Store) -> None:
    connection = store._connection()

    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL


def test_many_threads_keep_the_same_records_once_each(store: Store) -> None:
    texts = games(10)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda text: store.keep(text, None), texts * 8))

    assert sum(new for _, new in answers) == len(texts)
    assert {kept.hash for kept in store.page(None, 100)} == set(map(hash_of, texts))


def test_a_text_that_was_changed_is_not_given_out(path: Path, store: Store) -> None:
    name, _ = store.keep(GAME, None)
    with sqlite3.connect(path) as other:
        other.execute("UPDATE records SET text = text || ';'")

    with pytest.raises(DamagedError):
        store.text_of(name)


def test_a_store_in_use_is_told_and_used_again(path: Path) -> None:
    store = Store(str(path), most=100, wait_seconds=0)
    store.check()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(ProblemError) as caught:
        store.keep(GAME, None)
    other.execute("ROLLBACK")

    assert caught.value.problem.code == "store-unavailable"
    assert store.keep(GAME, None)[1]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as caught:
        Store(str(tmp_path / "nowhere/records.db"), 100, 0).check()

    assert caught.value.problem.code == "store-unavailable"


# Versions of the tables.


def tables_of_the_first_version(path: Path) -> None:
    """A file as the first version of the tables had it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(STEPS[0])
    connection.execute("PRAGMA user_version = 1")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("INSERT INTO records (hash, text, event) VALUES (?, ?, ?)", (hash_of(GAME), GAME, "x"))
    connection.close()


def test_every_older_file_is_brought_to_today(path: Path) -> None:
    tables_of_the_first_version(path)
    store = Store(str(path), 100, 5)

    assert store.text_of(hash_of(GAME)) == GAME
    assert store._connection().execute("PRAGMA user_version").fetchone()[0] == len(STEPS)


def test_a_step_changes_the_tables_wholly_or_not_at_all(path: Path) -> None:
    tables_of_the_first_version(path)
    connection = sqlite3.connect(path, isolation_level=None)
    longer = (*STEPS, "ALTER TABLE records ADD COLUMN note TEXT", "CREATE nonsense")
    with pytest.raises(sqlite3.OperationalError):
        upgrade(connection, longer)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(records)")]
    assert "note" not in columns
    assert connection.execute("PRAGMA user_version").fetchone()[0] == 1

    upgrade(connection, longer[:2])
    assert connection.execute("SELECT hash, note FROM records").fetchall() == [(hash_of(GAME), None)]
    upgrade(connection, longer[:2])
    assert connection.execute("PRAGMA user_version").fetchone()[0] == 2


def test_a_later_file_and_a_strange_file_are_left_alone(path: Path, tmp_path: Path) -> None:
    tables_of_the_first_version(path)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    strange = tmp_path / "other.db"
    with sqlite3.connect(strange) as connection:
        connection.execute("CREATE TABLE mine (x)")
    text = tmp_path / "text.db"
    text.write_text("no database at all, but long enough to be read as one" * 100, encoding="utf-8")

    for each in (path, strange):
        with pytest.raises(StrangeStoreError):
            Store(str(each), 100, 5).check()
    with pytest.raises(StrangeStoreError):
        Store(str(text), 100, 5).check()
    assert text.read_text(encoding="utf-8").startswith("no database")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked to be killed quickly")
def test_killed_a_hundred_times_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    script = Path(__file__).parent / "kill_service.py"
    done = subprocess.run(
        [sys.executable, script, tmp_path, "100"], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert counts["kills"] == 100
    assert counts["lost"] == 0
    assert counts["intact"] == "ok"
    assert counts["acknowledged"] >= 100
    assert counts["cut"] >= 20  # kills that came in time to cut a write
