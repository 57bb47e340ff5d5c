"""Tournaments in the service: who may do what, what lands in the ledger and the folder, and that texts stay texts."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from bornes.tournament.ledger import FILE
from bornes_api.cli import group
from bornes_api.service.app import create_app
from bornes_api.service.settings import checked
from bornes_api.service.tokens import PREFIX, hash_of, holder_of, read_holders
from bornes_api.sources import SourceError
from bornes_api.tournament.ledger import load
from hostile import HOSTILE
from service_client import JSON, MBN, Client
from tournament_folder import TOKENS, make_cup

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

CUP = "/v1/tournaments/cup"
MATCH = f"{CUP}/matches/2/2"
PAGE = "/tournaments/cup/matches/2/2"
RETRACT = "1.31=retract"


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    return make_cup(tmp_path)


@pytest.fixture
def client(cup: Path, tmp_path: Path) -> Client:
    where = {"tournaments": str(cup.parent), "tokens": str(tmp_path / "tokens")}
    return Client(create_app(checked(store="", log="nothing", **where)))


def send(client: Client, path: str, value: Any, holder: str = "director", **headers: str) -> TestResponse:
    named = {"Authorization": f"Bearer {TOKENS[holder]}", **headers}
    return client.ask("POST", path, data=json.dumps(value), content_type=JSON, headers=named)


def put(client: Client, path: str, data: str | bytes, **headers: str) -> TestResponse:
    named = {"Authorization": f"Bearer {TOKENS['director']}", **headers}
    return client.ask("PUT", path, data=data, content_type=MBN, headers=named)


def value_of(response: TestResponse) -> Any:
    assert response.status_code in {200, 201}, response.text
    return response.json


def totals(client: Client) -> dict[str, int]:
    found: dict[str, int] = value_of(client.get(MATCH))["match"]["totals"]
    return found


def test_from_a_violation_to_standings_that_stand(client: Client, cup: Path) -> None:
    record = (cup / "round-2/table-2.mbn").read_bytes()
    tried = value_of(client.get(f"{MATCH}/what-if?rulings={RETRACT};1.31=void"))
    assert [each["after"]["match"]["totals"]["X"] for each in tried["alternatives"]] == [550, 550]
    assert totals(client)["X"] == 625

    entered = send(client, f"{MATCH}/rulings", {"rulings": [RETRACT], "reason": "seen at once"})
    assert value_of(entered)["author"] == "Roux, Eve"
    assert entered.headers["Location"] == f"{CUP}/ledger"
    assert totals(client)["X"] == 550
    assert (cup / "round-2/table-2.mbn").read_bytes() == record

    appeal = {"entrant": "novak", "grounds": "nobody saw it"}
    assert value_of(send(client, f"{CUP}/ledger/1/appeals", appeal, "entrant"))["author"] == "cup/novak"
    decision = {"outcome": "varied", "rulings": ["1.31=penalty:-10:MB230"], "reason": "milder"}
    client.problem(send(client, f"{CUP}/ledger/2/decisions", decision), "refused")
    assert value_of(send(client, f"{CUP}/ledger/2/decisions", decision, "reviewer"))["state"] == "stands"
    assert totals(client)["X"] == 615
    shown = value_of(client.get(f"{CUP}/ledger"))
    assert [each["state"] for each in shown["events"]] == ["varied", "decided", "stands"]
    assert shown["head"] == load(cup).head
    assert value_of(client.get(CUP))["ledger"] == {"events": 3, "sha256": shown["head"]}


@pytest.mark.parametrize(
    ("holder", "entrant", "code"),
    [("reviewer", "novak", "role"), ("entrant", "tanaka", "role"), ("director", "berg", "refused")],
)
def test_only_who_may_appeal_does(client: Client, cup: Path, holder: str, entrant: str, code: str) -> None:
    send(client, f"{MATCH}/rulings", {"rulings": [RETRACT], "reason": "so"})
    before = (cup / FILE).read_bytes()

    client.problem(
        send(client, f"{CUP}/ledger/1/appeals", {"entrant": entrant, "grounds": "no"}, holder), code
    )
    assert (cup / FILE).read_bytes() == before


def test_token_of_another_tournament_appeals_for_nobody_here(client: Client, cup: Path) -> None:
    make_cup(cup.parent.parent / "again", "other")
    os.rename(cup.parent.parent / "again/tournaments/other", cup.parent / "other")  # noqa: PTH104 -- both are folders
    send(client, "/v1/tournaments/other/matches/2/2/rulings", {"rulings": [RETRACT], "reason": "so"})
    appeal = {"entrant": "novak", "grounds": "no"}

    client.problem(send(client, "/v1/tournaments/other/ledger/1/appeals", appeal, "entrant"), "role")


def test_record_that_changed_under_the_eyes_of_the_director(client: Client, cup: Path) -> None:
    seen = value_of(client.get(MATCH))["match"]["sha256"]
    record = cup / "round-2/table-2.mbn"
    record.write_bytes(record.read_bytes() + b"; one more remark\n")
    asked = {"rulings": [RETRACT], "reason": "so", "record": seen}

    client.problem(send(client, f"{MATCH}/rulings", asked), "refused")
    assert not (cup / FILE).exists() or (cup / FILE).read_bytes() == b""


def test_what_is_on_the_disk_is_shown_at_once(client: Client, cup: Path) -> None:
    path = cup / "round-2/table-2.mbn"
    for _ in range(3):
        before = totals(client)
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("31. X (75) 75", "31. X (75) /75", 1), encoding="utf-8")
        assert totals(client) != before
        path.write_text(text, encoding="utf-8")
        assert totals(client) == before
    for name in (FILE, "round-2/table-2.mbn", "tournament.yaml"):  # long ago: what was judged is remembered
        if (cup / name).exists():
            os.utime(cup / name, (1, 1))
    for each in cup.rglob("*.mbn"):
        os.utime(each, (1, 1))
    remembered = client.app.extensions["bornes"].shelf
    assert remembered.shown("cup") is remembered.shown("cup")
    os.utime(path, (2, 2))
    first = remembered.shown("cup")
    assert first is remembered.shown("cup")
    send(client, f"{MATCH}/rulings", {"rulings": [RETRACT], "reason": "so"})
    assert remembered.shown("cup") is not first


def test_two_writes_that_the_clock_of_the_disk_cannot_tell_apart(client: Client, cup: Path) -> None:
    path = cup / "round-2/table-2.mbn"
    first = path.read_bytes()
    path.touch()
    when = path.stat().st_mtime_ns
    before = totals(client)
    path.write_bytes(first.replace(b"31. X (75) 75", b"31. X (75) 50", 1))
    os.utime(path, ns=(when, when))

    assert path.stat().st_size == len(first)
    assert totals(client) != before


# Tokens.


def test_tokens_are_kept_as_hashes(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    made = CliRunner().invoke(
        group, ["token", "new", "Roux, Eve", "--role", "director", "--tokens", str(path)]
    )
    token = made.stdout.strip()

    assert (made.exit_code, token.startswith(PREFIX), len(token)) == (0, True, len(PREFIX) + 43)
    assert token not in path.read_text(encoding="utf-8")
    assert path.stat().st_mode & 0o077 == 0
    (holder,) = read_holders(str(path))
    assert (holder.name, holder.role) == ("Roux, Eve", "director")
    assert holder_of(token, (holder,)) == holder
    assert holder_of(token[:-1], (holder,)) is None
    again = CliRunner().invoke(
        group, ["token", "new", "Roux, Eve", "--role", "director", "--tokens", str(path)]
    )
    assert (again.exit_code, "has a token already" in again.stderr) == (2, True)
    listed = CliRunner().invoke(group, ["token", "list", "--tokens", str(path)])
    assert listed.stdout == "Roux, Eve: director\n"


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "a: king: " + "0" * 64,
        "a: director: 00",
        "novak: entrant: " + "0" * 64,
        ": director: " + "0" * 64,
    ],
)
def test_line_that_names_no_holder_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "tokens"
    path.write_text(f"# ours\n\n{line}\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"tokens:3: "):
        read_holders(str(path))


def test_token_that_was_taken_back_does_nothing_more(client: Client, tmp_path: Path) -> None:
    (tmp_path / "tokens").write_text("", encoding="utf-8")
    answer = send(client, f"{MATCH}/rulings", {"rulings": [RETRACT], "reason": "so"})

    client.problem(answer, "token-unknown")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_without_a_file_of_tokens_nobody_may_rule(cup: Path) -> None:
    client = Client(create_app(checked(store="", log="nothing", tournaments=str(cup.parent))))

    client.problem(send(client, f"{MATCH}/rulings", {"rulings": [RETRACT], "reason": "so"}), "token-unknown")


# Files.


def test_tournament_is_put_file_by_file(client: Client, cup: Path) -> None:
    names = [path.relative_to(cup).as_posix() for path in sorted(cup.rglob("*")) if path.is_file()]
    first = sorted(names, key=lambda name: name != "tournament.yaml")
    for name in first:
        path = f"/v1/tournaments/new-cup/files/{name.replace('/', '%2F')}"
        assert put(client, path, (cup / name).read_bytes()).status_code == 201
        assert put(client, path, (cup / name).read_bytes()).status_code == 200

    listed = value_of(client.get("/v1/tournaments/new-cup/files"))["files"]
    assert sorted(each["path"] for each in listed) == sorted(names)
    assert (
        value_of(client.get("/v1/tournaments/new-cup"))["standings"] == value_of(client.get(CUP))["standings"]
    )


def test_file_is_replaced_only_if_its_hash_is_named_and_is_kept(client: Client, cup: Path) -> None:
    path, old = f"{CUP}/files/round-1%2Ftable-1.mbn", (cup / "round-1/table-1.mbn").read_bytes()
    there = hash_of(old.decode())
    for match in ({}, {"If_Match": '"' + "0" * 64 + '"'}):
        client.problem(put(client, path, b"MBN 1\n", **match), "file-differs")
    assert (cup / "round-1/table-1.mbn").read_bytes() == old

    assert put(client, path, b"MBN 1\n", If_Match=f'"{there}"').status_code == 200
    assert (cup / "round-1/table-1.mbn").read_bytes() == b"MBN 1\n"
    assert (cup / "replaced" / there).read_bytes() == old


def upload(
    client: Client, cup: Path, holder: str = "director", more: Mapping[str, bytes] | None = None
) -> TestResponse:
    """The form of the list page, as a browser sends a folder that was chosen."""
    files = {path.relative_to(cup).as_posix(): path.read_bytes() for path in cup.rglob("*") if path.is_file()}
    given = [(BytesIO(data), f"cup/{name}") for name, data in {**files, **(more or {})}.items()]
    values = {"id": "sent-cup", "token": TOKENS[holder], "file": given}
    return client._client.post("/tournaments", data=values, content_type="multipart/form-data")


def test_folder_is_uploaded_by_form(client: Client, cup: Path) -> None:
    assert upload(client, cup, "reviewer").status_code == 403
    assert not (cup.parent / "sent-cup").exists()
    sent = upload(client, cup)

    assert (sent.status_code, sent.headers["Location"]) == (303, "/tournaments/sent-cup")
    assert (
        value_of(client.get("/v1/tournaments/sent-cup"))["standings"]
        == value_of(client.get(CUP))["standings"]
    )
    assert upload(client, cup).status_code == 303
    again = upload(client, cup, more={"round-1/table-1.mbn": b"MBN 1\n"})
    assert (again.status_code, "round-1/table-1.mbn is there with other bytes" in again.text) == (409, True)
    bad = upload(client, cup, more={"../outside.mbn": b"MBN 1\n"})
    assert bad.status_code == 422
    assert not (cup.parent / "outside.mbn").exists()
    empty = client._client.post("/tournaments", data={"id": "none", "token": TOKENS["director"]})
    assert (empty.status_code, "there is no file" in empty.text) == (400, True)


def test_ledger_is_not_uploaded(client: Client, cup: Path) -> None:
    send(client, f"{MATCH}/rulings", {"rulings": [RETRACT], "reason": "so"})

    sent = upload(client, cup)
    assert (sent.status_code, "rulings.jsonl: " in sent.text) == (422, True)
    assert "<code>round-1/table-1.mbn</code>" in sent.text
    assert not (cup.parent / "sent-cup" / FILE).exists()


BAD_NAMES = [
    "../a.mbn",
    "..%2Fa.mbn",
    "a/../../a.mbn",
    "/a.mbn",
    "%2Fetc%2Fpasswd",
    "a\\b.mbn",
    "rulings.jsonl",
    "published/a.mbn",
    "replaced/a.mbn",
    ".hidden.mbn",
    "a/.git/b.mbn",
    "a.txt",
    "a.mbn/",
    "a//b.mbn",
    "a.mbn%00.mbn",
    "a b.mbn",
    "é.mbn",
    "a/b/c/d/e.mbn",
    "x" * 70 + ".mbn",
    "sub/tournament.yaml",
    "tournament.yaml.mbn/../tournament.yaml",
]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_bad_name_of_a_file_reaches_no_disk(client: Client, cup: Path, name: str) -> None:
    before = sorted(cup.parent.parent.rglob("*"))
    named = {"Authorization": f"Bearer {TOKENS['director']}", "Content-Type": MBN}
    answer = client._client.put(f"{CUP}/files/{name}", data="MBN 1\n", headers=named)

    assert answer.status_code in {400, 404, 405, 422}, answer.text
    assert sorted(cup.parent.parent.rglob("*")) == before


def test_no_link_is_followed(client: Client, cup: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.mbn").write_text("MBN 1\n", encoding="utf-8")
    (cup / "link").symlink_to(outside)
    (cup / "file.mbn").symlink_to(outside / "secret.mbn")
    (cup.parent / "linked").symlink_to(cup)

    for path in ("link%2Fnew.mbn", "file.mbn"):
        assert put(client, f"{CUP}/files/{path}", "MBN 1\nEvent: x\n").status_code == 503
    client.problem(client.get("/v1/tournaments/linked"), "no-such-tournament")
    listed = [each["path"] for each in value_of(client.get(f"{CUP}/files"))["files"]]
    assert not [name for name in listed if "link" in name or name == "file.mbn"]
    assert sorted(path.name for path in outside.iterdir()) == ["secret.mbn"]
    assert (outside / "secret.mbn").read_text(encoding="utf-8") == "MBN 1\n"


def test_tournament_file_that_cannot_be_used_is_not_taken(client: Client, cup: Path) -> None:
    before = (cup / "tournament.yaml").read_bytes()
    for data in (b"event: [", b"\xff", b"event: x\nruleset: nonsense\nplayers: {a: A, b: B}\n"):
        client.problem(put(client, f"{CUP}/files/tournament.yaml", data), "tournament-unreadable")
        client.problem(
            put(client, "/v1/tournaments/next/files/tournament.yaml", data), "tournament-unreadable"
        )
    assert (cup / "tournament.yaml").read_bytes() == before
    assert not (cup.parent / "next").exists()


def test_packed_or_overlong_record_is_not_taken(client: Client) -> None:
    packed = gzip.compress(bytes(1 << 22))
    client.problem(put(client, f"{CUP}/files/new.mbn", packed), "content-encoding")
    client.problem(put(client, f"{CUP}/files/new.mbn", "\n" * 30_000), "too-many-lines")


def test_only_so_much_is_tried_at_once(client: Client) -> None:
    client.problem(client.get(f"{MATCH}/what-if?rulings=" + ";".join(["1.31=void"] * 21)), "not-a-ruling")
    assert client.get(f"{MATCH}/what-if?rulings=" + ";".join(["1.31=void"] * 20)).status_code == 200
    page = client._client.get(PAGE, query_string={"own": ";".join(["1.31=void"] * 9)}).text
    assert ("9 alternatives; at most 8" in page, "Your ruling" in page) == (True, False)


def test_bytes_of_a_tournament_are_bounded(cup: Path, tmp_path: Path) -> None:
    where = {"tournaments": str(cup.parent), "tokens": str(tmp_path / "tokens"), "tournament_bytes": 1000}
    client = Client(create_app(checked(store="", log="nothing", **where)))

    client.problem(put(client, f"{CUP}/files/new.mbn", "MBN 1\n"), "tournament-full")


# The pages.


def form(client: Client, holder: str = "director", **fields: str) -> TestResponse:
    return client._client.post(PAGE, data={"token": TOKENS[holder], **fields})


def test_ruling_by_form_needs_its_token_and_no_cookie_helps(client: Client, cup: Path) -> None:
    fields = {"act": "rule", "ruling": RETRACT, "reason": "seen at once"}
    for token in ("", "bornes_nobody"):
        refused = client._client.post(PAGE, data={**fields, "token": token})
        assert (refused.status_code, "Nothing was entered" in refused.text) == (401, True)
        assert "seen at once" in refused.text
    assert form(client, "reviewer", **fields).status_code == 403
    # A page of another site can send the form, but has no token to put into it, and the browser adds none.
    client._client.set_cookie("token", TOKENS["director"])
    elsewhere = client._client.post(PAGE, data=fields, headers={"Origin": "https://evil.example"})
    assert elsewhere.status_code == 401
    assert not (cup / FILE).exists()

    done = form(client, **fields)
    assert (done.status_code, done.headers["Location"]) == (303, f"{PAGE}#event-1")
    assert "Set-Cookie" not in done.headers
    shown = client._client.get(PAGE).text
    assert "ruling retract X MB230 ; seen at once" in shown
    assert TOKENS["director"] not in shown


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"act": "nonsense"},
        {"act": "rule", "reason": "x"},
        {"act": "rule", "ruling": RETRACT},
        {"act": "rule", "ruling": "nonsense", "reason": "x"},
        {"act": "rule", "ruling": RETRACT, "reason": "x", "minutes": "soon"},
        {"act": "rule", "ruling": RETRACT, "reason": "x", "supersedes": "9"},
        {"act": "appeal", "n": "1", "entrant": "novak", "reason": "x"},
        {"act": "decide", "n": "-1", "outcome": "upheld", "reason": "x"},
        {"act": "decide", "n": "1", "outcome": "nonsense", "reason": "x"},
    ],
)
def test_form_that_cannot_stand_says_why_and_enters_nothing(
    client: Client, cup: Path, fields: dict[str, str]
) -> None:
    answer = form(client, **fields)

    assert 400 <= answer.status_code < 500
    assert "Nothing was entered" in answer.text
    assert not (cup / FILE).exists() or (cup / FILE).read_bytes() == b""


@pytest.mark.parametrize(
    "path",
    [
        "/tournaments/none",
        "/tournaments/../cup",
        "/tournaments/cup/rounds/99",
        "/tournaments/cup/rounds/x",
        "/tournaments/cup/entrants/nobody",
        "/tournaments/cup/matches/9/9",
        "/tournaments/cup/matches/x/1",
        "/tournaments/cup/matches/²/1",
    ],
)
def test_page_that_there_is_not_is_404(client: Client, path: str) -> None:
    assert client._client.get(path).status_code == 404


def test_pages_of_a_service_without_tournaments() -> None:
    client = create_app(checked(store="", log="nothing")).test_client()

    assert client.get("/tournaments").status_code == 200
    assert client.get("/tournaments/cup").status_code == 404


def test_what_the_tournament_has_agreed_is_marked(client: Client, cup: Path) -> None:
    assert "as agreed" not in client._client.get(PAGE).text
    yaml = (cup / "tournament.yaml").read_text(encoding="utf-8")
    policies = "policies:\n  after_hand: void\n  offences: {1: penalty 70}\n\nrounds:\n"
    (cup / "tournament.yaml").write_text(yaml.replace("rounds:\n", policies, 1), encoding="utf-8")
    page = client._client.get(PAGE).text

    assert page.count("as agreed") >= 1
    assert "<code>by-policy</code>" in page
    assert "<code>offence</code>" in page
    (agreed,) = re.findall(r'value="([^"]*)"> <code>([^<]*)</code> <strong>as agreed', page)[:1]
    assert agreed[1] == "void X MB230 + penalty X -70 MB230"
    assert form(client, act="rule", ruling=agreed[0], reason="as agreed").status_code == 303


def test_no_hostile_text_does_anything(client: Client, cup: Path) -> None:
    yaml = (cup / "tournament.yaml").read_text(encoding="utf-8")
    for text in HOSTILE:
        named = json.dumps(text, ensure_ascii=True)
        changed = yaml.replace("event: Coupe des Huit", f"event: {named}")
        changed = changed.replace("novak: Novák, Petr", f"novak: {named}")
        (cup / "tournament.yaml").write_text(changed, encoding="utf-8")
        own = {"act": "rule", "own": text, "reason": text, "minutes": text, "supersedes": text}
        answers = [
            client._client.get("/tournaments"),
            client._client.get("/tournaments/cup"),
            client._client.get(PAGE, query_string={"own": text}),
            form(client, **own),
            form(client, act="decide", n=text, outcome=text, reason=text, rulings=text),
            client._client.get("/tournaments/cup/entrants/novak"),
        ]
        for answer in answers:
            assert answer.status_code in {200, 400, 409, 422}
            page = answer.text.lower()
            assert page.count("<script") == 1
            assert "<img" not in page
            assert "<iframe" not in page


def test_hostile_reason_is_shown_and_does_nothing(client: Client) -> None:
    last = 0
    for text in HOSTILE[:12]:
        value = {"rulings": [RETRACT], "reason": text, "supersedes": last or None}
        last = value_of(send(client, f"{MATCH}/rulings", value))["n"]
        for path in (PAGE, "/tournaments/cup/ledger"):
            page = client._client.get(path).text
            assert page.count("<script") == 1
            assert "<img" not in page


@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked to be killed quickly")
def test_killed_again_and_again_no_acknowledged_ruling_is_lost(tmp_path: Path) -> None:
    script = Path(__file__).parent / "kill_ledger.py"
    done = subprocess.run(
        [sys.executable, script, tmp_path, "20"], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert (counts["kills"], counts["lost"], counts["twice"], counts["broken"]) == (20, 0, 0, 0)
    assert counts["acknowledged"] >= 10
    assert counts["cut"] >= 4
