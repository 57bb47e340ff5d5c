"""The OpenAPI document tells the truth: what it lists is there, what is there it lists, and every fault can be met."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import bornes
from bornes.loading import load_ruleset, ruleset_ids
from bornes.packagedata import package_text
from bornes_api.service.app import create_app
from bornes_api.service.contract import all_operations
from bornes_api.service.document import PUBLISHED, document, operations, published_schema, resolved
from bornes_api.service.problems import KINDS
from bornes_api.service.settings import Settings, checked
from bornes_api.service.views import ROUTES
from bornes_notation.jsonform import to_json
from service_client import JSON, MBN, Client
from service_tables import PAGE, fresh
from tournament_folder import TOKENS, make_cup

ROOT = Path(__file__).parent.parent
GAME = bornes.play("winning-moves", 2, 1, 1, 7)
BROKEN = "MBN 1\nRuleset: winning-moves\nX: A\nY: B\n\nhand 1 first X\n1. X Q+\n"
NO_HASH = "0" * 64


@pytest.fixture
def client(tmp_path: Path) -> Client:
    make_cup(tmp_path)
    return Client(create_app(settings(tmp_path)))


def settings(folder: Path, **values: Any) -> Settings:
    """A service with the worked tournament, `cup`, in which one violation has no ruling."""
    here = {
        "store": str(folder / "records.db"),
        "tournaments": str(folder / "tournaments"),
        "tokens": str(folder / "tokens"),
    }
    return checked(**{**here, "log": "nothing", "store_wait_seconds": 0, **values})


def test_document_is_openapi() -> None:
    whole = document()

    assert whole["openapi"].startswith("3.1.")
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len(set(names))
    for schema in whole["components"]["schemas"].values():
        jsonschema_rs.meta.validate(schema)


def test_every_reference_of_the_document_leads_somewhere() -> None:
    def follow(node: Any) -> int:
        if isinstance(node, list):
            return sum(map(follow, node))
        if not isinstance(node, dict):
            return 0
        if "$ref" in node:
            assert node["$ref"].startswith("#/")
            assert resolved(node) is not node
        return ("$ref" in node) + sum(follow(each) for each in node.values())

    assert follow(document()) > 200


def test_routes_and_document_are_the_same(client: Client) -> None:
    offered = {
        (rule.rule.replace("<path:", "<").replace("<", "{").replace(">", "}"), method)
        for rule in client.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD"}
        if rule.endpoint.partition(".")[0] != "pages"
    }

    assert offered == {(path, method) for path, method, _ in operations()}
    assert set(ROUTES) == {each.name for each in all_operations()}


def test_schemas_of_the_document_are_the_published_ones() -> None:
    for name in PUBLISHED:
        published = (ROOT / f"spec/schemas/{name}.schema.json").read_text(encoding="utf-8")
        assert published_schema(name) == json.loads(published)
        inside = json.dumps(document()["components"]["schemas"][name])
        own = inside.replace(f"#/components/schemas/{name}/", "#/")
        own = own.replace(f'"#/components/schemas/{name}"', '"#"')
        rewritten = json.loads(re.sub(r'"#/components/schemas/(\w+)/', r'"\1.schema.json#/', own))
        expected = {
            key: value for key, value in json.loads(published).items() if key not in {"$schema", "$id"}
        }
        assert rewritten == expected
    copies = {path.name for path in (ROOT / "api/bornes_api/service/schemas").iterdir()}
    assert copies == {f"{name}.schema.json" for name in PUBLISHED if name != "ruleset"}


def test_rulesets_of_the_document_are_those_there_are() -> None:
    listed = document()["components"]["parameters"]["ruleset"]["schema"]["enum"]

    assert set(listed) == set(ruleset_ids()) | {
        f"{each}@{load_ruleset(each).version}" for each in ruleset_ids()
    }


def test_bounds_of_the_document_are_those_that_are_told(client: Client) -> None:
    (limit,) = (each for each in all_operations() if each.name == "listRecords")

    told = client.get("/v1/limits").json
    assert told is not None
    schema: Any = limit.query["limit"].checker.schema
    assert schema["maximum"] == told["page_records"]
    assert set(told) == set(document()["components"]["schemas"]["limits"]["properties"])


def test_bodies_are_held_to_the_schema_as_oneof_would() -> None:
    from bornes_api.service.contract import faults_of_record

    plain = jsonschema_rs.validator_for(published_schema("record"))
    record = to_json(bornes.parse(GAME))
    lines: list[Any] = [{}, {"type": "turn"}, {"type": 3}, "x", {"type": "pile", "cards": ["Z"]}]
    changed = [{**record, "lines": [line]} for line in (*lines, {"type": "hand", "number": 1})]
    for value in (record, {}, [], "x", {**record, "mbn": 2}, *changed):
        assert (not list(faults_of_record(value))) == plain.is_valid(value), value


# Every status of the document: what brings it about, for each operation that lists it.


def body_faults(path: str) -> dict[int, Callable[[Client], Any]]:
    return {
        400: lambda c: c.post(path, "{", JSON),
        406: lambda c: c.post(path, GAME, Accept="image/png"),
        413: lambda c: c.post(path, b" " * (Settings().body_bytes + 1)),
        414: lambda c: c.post(path.partition("?")[0] + "?" + "x" * 3000, GAME),
        415: lambda c: c.post(path, GAME, "text/csv"),
        422: lambda c: c.post(path, "[{}]", JSON),
        429: lambda c: refused_client(c, path),
        503: lambda c: queued(c, lambda: c.post(path, GAME)),
    }


def page_faults(path: str, missing: str | None = None) -> dict[int, Callable[[Client], Any]]:
    faults: dict[int, Callable[[Client], Any]] = {
        304: lambda c: c.get(path, If_None_Match=c.get(path).headers["ETag"]),
        400: lambda c: c.get(path + "?x=1"),
        406: lambda c: c.get(path, Accept="image/png"),
        414: lambda c: c.get(path + "?" + "x" * 3000),
        503: lambda c: queued(c, lambda: c.get(path)),
    }
    return faults if missing is None else {**faults, 404: lambda c: c.get(missing)}


def refused_client(client: Client, path: str) -> Any:
    service = client.app.extensions["bornes"]
    with service.admission.admit("127.0.0.1", Settings().client_bytes_at_once):
        return client.post(path, GAME) if "records/" not in path else client.get(path)


def queued(client: Client, ask: Callable[[], Any]) -> Any:
    service = client.app.extensions["bornes"]
    service.waiting = lambda: Settings().queue + 1
    try:
        return ask()
    finally:
        service.waiting = lambda: 0


CUP = "/v1/tournaments/cup"
MATCH = f"{CUP}/matches/2/2"
RULING = json.dumps({"rulings": ["1.31=retract"], "reason": "taken back"})
APPEAL = json.dumps({"entrant": "novak", "grounds": "nobody saw it"})
DECISION = json.dumps({"outcome": "upheld", "reason": "as the rule says"})
YAML = "application/yaml"


def asking(
    method: str, path: str, body: str, holder: str = "director", media_type: str = JSON, **headers: str
) -> Callable[[Client], Any]:
    """A request with the token of a holder; "" for none."""

    def ask(client: Client) -> Any:
        named = {"Authorization": f"Bearer {TOKENS[holder]}"} if holder else {}
        return client.ask(method, path, data=body, content_type=media_type, headers={**named, **headers})

    return ask


def ruled(client: Client) -> None:
    """Event 1 is a ruling, event 2 an appeal against it."""
    folder = Path(client.app.extensions["bornes"].settings.tournaments) / "cup"
    (folder / "rulings.jsonl").unlink(missing_ok=True)
    assert asking("POST", f"{MATCH}/rulings", RULING)(client).status_code == 201
    assert asking("POST", f"{CUP}/ledger/1/appeals", APPEAL)(client).status_code == 201


def after_ruling(ask: Callable[[Client], Any]) -> Callable[[Client], Any]:
    def both(client: Client) -> Any:
        ruled(client)
        return ask(client)

    return both


def entering(path: str, body: str, missing: str, forbidden: str, prepare: Any) -> dict[int, Any]:
    """The statuses of what is entered with a token."""

    fresh: Callable[[Callable[[Client], Any]], Callable[[Client], Any]] = prepare
    queue = asking("POST", path, body)
    return {
        201: fresh(asking("POST", path, body)),
        400: fresh(asking("POST", path, "{")),
        401: asking("POST", path, body, ""),
        403: asking("POST", path, body, forbidden),
        404: fresh(asking("POST", missing, body)),
        406: asking("POST", path, body, Accept="image/png"),
        409: fresh(lambda c: [asking("POST", path, body)(c) for _ in range(2)][1]),
        413: asking("POST", path, " " * (Settings().body_bytes + 1)),
        414: asking("POST", path + "?" + "x" * 3000, body),
        415: asking("POST", path, body, media_type="text/csv"),
        422: fresh(asking("POST", path, "{}")),
        429: lambda c: busy_client(c, lambda: queue(c)),
        503: lambda c: queued(c, lambda: queue(c)),
    }


def busy_client(client: Client, ask: Callable[[], Any]) -> Any:
    service = client.app.extensions["bornes"]
    with service.admission.admit("127.0.0.1", Settings().client_bytes_at_once):
        return ask()


def broken_cup(client: Client, ask: Callable[[], Any]) -> Any:
    """Asks while the tournament file cannot be used."""
    path = Path(client.app.extensions["bornes"].settings.tournaments) / "cup/tournament.yaml"
    before = path.read_bytes()
    path.write_bytes(b"event: [")
    try:
        return ask()
    finally:
        path.write_bytes(before)


def tournament_pages(path: str, missing: str) -> dict[int, Callable[[Client], Any]]:
    """The statuses of a page that has to judge the tournament."""
    return {
        200: getting(path),
        **page_faults(path, missing),
        422: lambda c: broken_cup(c, lambda: c.get(path)),
        429: lambda c: changed(c, lambda: busy_client(c, lambda: c.get(path))),
    }


def changed(client: Client, ask: Callable[[], Any]) -> Any:
    """Asks after the tournament was changed, so that it has to be judged."""
    path = Path(client.app.extensions["bornes"].settings.tournaments) / "cup/tournament.yaml"
    path.touch()
    return ask()


def of_tournaments() -> dict[str, dict[int, Callable[[Client], Any]]]:
    put = f"{CUP}/files/round-9%2Fnew.mbn"
    none = "/v1/tournaments/none"
    return {
        "listTournaments": {
            200: getting("/v1/tournaments"),
            **page_faults("/v1/tournaments"),
            404: lambda _: without_tournaments().get("/v1/tournaments"),
        },
        "tournament": tournament_pages(CUP, none),
        "tournamentFindings": tournament_pages(f"{CUP}/findings", f"{none}/findings"),
        "tournamentLedger": tournament_pages(f"{CUP}/ledger", f"{none}/ledger"),
        "tournamentMatch": tournament_pages(MATCH, f"{CUP}/matches/99/1"),
        "whatIf": tournament_pages(f"{MATCH}/what-if", f"{CUP}/matches/4/2/what-if"),
        "tournamentFiles": {200: getting(f"{CUP}/files"), **page_faults(f"{CUP}/files", f"{none}/files")},
        "enterRuling": entering(
            f"{MATCH}/rulings", RULING, f"{CUP}/matches/99/1/rulings", "reviewer", unruled
        ),
        "enterAppeal": entering(
            f"{CUP}/ledger/1/appeals",
            json.dumps({"entrant": "tanaka", "grounds": "no"}),
            f"{CUP}/ledger/99/appeals",
            "reviewer",
            after_ruling,
        ),
        "enterDecision": entering(
            f"{CUP}/ledger/2/decisions", DECISION, f"{CUP}/ledger/99/decisions", "entrant", after_ruling
        )
        | {201: after_ruling(asking("POST", f"{CUP}/ledger/2/decisions", DECISION, "reviewer"))},
        "putFile": {
            201: asking("PUT", put, GAME, media_type=MBN),
            200: asking("PUT", put, GAME, media_type=MBN),
            400: asking("PUT", put + "?x=1", GAME, media_type=MBN),
            401: asking("PUT", put, GAME, "", MBN),
            403: asking("PUT", put, GAME, "reviewer", MBN),
            404: asking("PUT", f"{none}/files/a.mbn", GAME, media_type=MBN),
            406: asking("PUT", put, GAME, media_type=MBN, Accept="image/png"),
            409: asking("PUT", put, GAME + " ", media_type=MBN),
            413: asking("PUT", put, " " * (Settings().body_bytes + 1), media_type=MBN),
            414: asking("PUT", put + "?" + "x" * 3000, GAME, media_type=MBN),
            415: asking("PUT", put, GAME, media_type="text/csv"),
            422: asking("PUT", f"{CUP}/files/rulings.jsonl", GAME, media_type=MBN),
            429: lambda c: busy_client(c, lambda: asking("PUT", put, GAME, media_type=MBN)(c)),
            503: lambda c: queued(c, lambda: asking("PUT", put, GAME, media_type=MBN)(c)),
        },
    }


def unruled(ask: Callable[[Client], Any]) -> Callable[[Client], Any]:
    def both(client: Client) -> Any:
        folder = Path(client.app.extensions["bornes"].settings.tournaments) / "cup"
        (folder / "rulings.jsonl").unlink(missing_ok=True)
        return ask(client)

    return both


def without_tournaments() -> Client:
    return Client(create_app(settings(Path("/nonexistent"), store="", tournaments="")))


def kept(client: Client) -> str:
    href: str = client.post("/v1/records", GAME).json["href"]  # type: ignore[index]
    return href


def posting(path: str) -> Callable[[Client], Any]:
    return lambda client: client.post(path, GAME)


def getting(path: str) -> Callable[[Client], Any]:
    return lambda client: client.get(path)


def causes(client: Client) -> dict[str, dict[int, Callable[[Client], Any]]]:
    """By operation and status, a request that is answered so."""
    record = kept(client)
    without = Client(create_app(settings(Path("/nonexistent"), store="")))
    nothing = f"/v1/records/{NO_HASH}"
    posts = {
        "validate": "/v1/validate",
        "score": "/v1/score",
        "replay": "/v1/replay",
        "legal": "/v1/legal?at=1.1",
        "format": "/v1/format",
        "convert": "/v1/convert",
        "keepRecord": "/v1/records",
    }
    gets = {
        "rulesets": page_faults("/v1/rulesets"),
        "ruleset": page_faults("/v1/rulesets/junior", "/v1/rulesets/senior"),
        "codes": page_faults("/v1/codes"),
        "code": page_faults("/v1/codes/MB231", "/v1/codes/MB999"),
        "problems": page_faults("/v1/problems"),
        "problem": page_faults("/v1/problems/host", "/v1/problems/ghost"),
        "limits": page_faults("/v1/limits"),
        "health": page_faults("/healthz"),
        "openapi": page_faults("/openapi.json"),
        "listRecords": {**page_faults("/v1/records"), 404: lambda _: without.get("/v1/records")},
        "record": page_faults(record, nothing),
        "recordReport": {
            **page_faults(record + "/report", nothing + "/report"),
            429: lambda c: refused_client(c, record + "/report"),
        },
        "recordReplay": {
            **page_faults(record + "/replay", nothing + "/replay"),
            422: lambda c: c.get(record + "/replay?at=9.9"),
            429: lambda c: refused_client(c, record + "/replay"),
        },
    }
    pages = {
        "ruleset": "/v1/rulesets/junior",
        "code": "/v1/codes/MB231",
        "problem": "/v1/problems/host",
        "health": "/healthz",
        "openapi": "/openapi.json",
        "listRecords": "/v1/records",
        "record": record,
        "recordReport": record + "/report",
        "recordReplay": record + "/replay",
    }
    found = {name: {200: posting(path), **body_faults(path)} for name, path in posts.items()}
    found["keepRecord"] |= {
        201: lambda c: c.post("/v1/records", bornes.play("winning-moves", 2, 1, 1, 8)),
        404: lambda _: without.post("/v1/records", GAME),
    }
    for name, faults in gets.items():
        path = pages.get(name, f"/v1/{name}")
        found[name] = {200: getting(path), **faults}
    return found | of_tournaments()


def test_every_documented_status_can_be_met_and_no_other_is_listed(client: Client) -> None:
    table = causes(client)
    documented = {
        (operation["operationId"], int(status))
        for _, _, operation in operations()
        for status in operation["responses"]
    }

    assert {(name, status) for name, found in table.items() for status in found} == documented
    for name, found in table.items():
        for status, ask in found.items():
            assert ask(client).status_code == status, (name, status)


# Every kind of problem, met once.


def damaged_store(client: Client) -> Any:
    path = client.app.extensions["bornes"].settings.store
    client.post("/v1/records", GAME)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        return client.post("/v1/records", bornes.play("junior", 2, 1, 1, 3))
    finally:
        other.close()


def crash(client: Client) -> Any:
    client.app.extensions["bornes"].store.check = lambda: 1 / 0
    return client._client.get("/healthz")


def small(tmp: Path, **values: Any) -> Client:
    return Client(create_app(settings(tmp, **values)))


def unreadable_record(tmp: Path) -> Any:
    client = small(tmp)
    (tmp / "tournaments/cup/round-2/table-2.mbn").write_bytes(b"nonsense")
    return client.get(f"{MATCH}/what-if")


def damaged_tokens(tmp: Path) -> Any:
    (tmp / "tokens").write_text("nonsense", encoding="utf-8")
    return asking("POST", f"{MATCH}/rulings", RULING)(small(tmp))


PROBLEMS: dict[str, Callable[[Client, Path], Any]] = {
    "bad-request": lambda c, _: c.ask(
        "POST", "/v1/validate", data=b"MBN 1", content_type=MBN, environ_overrides={"CONTENT_LENGTH": "10"}
    ),
    "host": lambda c, _: c.get("/healthz", Host="evil.example"),
    "query-unknown": lambda c, _: c.get("/healthz?x=1"),
    "query-repeated": lambda c, _: c.post("/v1/validate?policy=void&policy=void", GAME),
    "query-missing": lambda c, _: c.post("/v1/legal", GAME),
    "query-value": lambda c, _: c.post("/v1/validate?ruleset=nonsense", GAME),
    "body-encoding": lambda c, _: c.post("/v1/validate", b'{"mbn":\n \xff}', JSON),
    "body-gzip": lambda c, _: c.post("/v1/validate", b"no gzip", Content_Encoding="gzip"),
    "json-syntax": lambda c, _: c.post("/v1/validate", "{", JSON),
    "json-duplicate-key": lambda c, _: c.post("/v1/validate", '{"mbn":1,"mbn":1}', JSON),
    "json-constant": lambda c, _: c.post("/v1/validate", '{"mbn":NaN}', JSON),
    "json-number": lambda c, _: c.post("/v1/validate", '{"mbn":1e999}', JSON),
    "json-surrogate": lambda c, _: c.post("/v1/validate", '{"mbn":"\\ud800"}', JSON),
    "json-depth": lambda c, _: c.post("/v1/validate", "[" * 2000, JSON),
    "no-such-page": lambda c, _: c.get("/v1/nothing"),
    "no-such-ruleset": lambda c, _: c.get("/v1/rulesets/nothing"),
    "no-such-code": lambda c, _: c.get("/v1/codes/MB999"),
    "no-such-problem": lambda c, _: c.get("/v1/problems/nothing"),
    "no-such-record": lambda c, _: c.get(f"/v1/records/{NO_HASH}"),
    "no-store": lambda _, tmp: small(tmp, store="").get("/v1/records"),
    "method": lambda c, _: c.ask("DELETE", "/v1/validate"),
    "not-acceptable": lambda c, _: c.get("/healthz", Accept="image/png"),
    "body-too-large": lambda c, _: c.post("/v1/validate", b"x" * (Settings().body_bytes + 1)),
    "unpacked-too-large": lambda c, _: c.post(
        "/v1/validate", gzip.compress(bytes(Settings().unpacked_bytes + 1)), Content_Encoding="gzip"
    ),
    "too-many-records": lambda _, tmp: small(tmp, records=2).post("/v1/validate", GAME * 3),
    "too-many-lines": lambda _, tmp: small(tmp, lines=20).post("/v1/validate", GAME),
    "too-many-turns": lambda _, tmp: small(tmp, turns=20).post("/v1/validate", GAME),
    "uri-too-long": lambda c, _: c.get("/healthz?" + "x" * 3000),
    "media-type": lambda c, _: c.post("/v1/validate", GAME, "text/csv"),
    "content-encoding": lambda c, _: c.post("/v1/validate", GAME, Content_Encoding="br"),
    "charset": lambda c, _: c.post("/v1/validate", GAME, "text/plain; charset=latin-1"),
    "not-a-record": lambda c, _: c.post("/v1/validate", "{}", JSON),
    "unreadable": lambda c, _: c.post("/v1/records", BROKEN),
    "no-such-turn": lambda c, _: c.post("/v1/legal?at=9.9", GAME),
    "one-record": lambda c, _: c.post("/v1/records", GAME * 2),
    "too-many-requests": lambda c, _: refused_client(c, "/v1/validate"),
    "internal": lambda c, _: crash(c),
    "busy": lambda c, _: queued(c, lambda: c.get("/healthz")),
    "store-unavailable": lambda c, _: damaged_store(c),
    "token-missing": lambda c, _: asking("POST", f"{MATCH}/rulings", RULING, "")(c),
    "token-unknown": lambda c, _: asking("POST", f"{MATCH}/rulings", RULING, "nobody")(c),
    "role": lambda c, _: asking("POST", f"{MATCH}/rulings", RULING, "reviewer")(c),
    "no-tournaments": lambda _, tmp: small(tmp, tournaments="").get("/v1/tournaments"),
    "no-such-tournament": lambda c, _: c.get("/v1/tournaments/none"),
    "no-such-match": lambda c, _: c.get(f"{CUP}/matches/9/9"),
    "no-such-event": lambda c, _: asking("POST", f"{CUP}/ledger/1/appeals", APPEAL)(c),
    "no-record": lambda _, tmp: unreadable_record(tmp),
    "refused": lambda c, _: asking("POST", f"{CUP}/matches/4/2/rulings", RULING)(c),
    "file-differs": lambda c, _: asking("PUT", f"{CUP}/files/round-1%2Ftable-1.mbn", GAME, media_type=MBN)(c),
    "tournament-full": lambda _, tmp: asking("PUT", f"{CUP}/files/new.mbn", GAME, media_type=MBN)(
        small(tmp, tournament_files=1)
    ),
    "not-an-event": lambda c, _: asking("POST", f"{MATCH}/rulings", "{}")(c),
    "not-a-ruling": lambda c, _: c.get(f"{MATCH}/what-if?rulings=nonsense"),
    "tournament-unreadable": lambda c, _: broken_cup(c, lambda: c.get(CUP)),
    "file-name": lambda c, _: asking("PUT", f"{CUP}/files/..%2Fnew.mbn", GAME, media_type=MBN)(c),
    "tournaments-unavailable": lambda _, tmp: damaged_tokens(tmp),
    "store-full": lambda _, tmp: small(tmp, store_records=0).post("/v1/records", GAME),
}
BY_THE_SERVER = {"head-too-large", "transfer-coding"}
"""Met before the application is reached: tests/test_service_process.py."""


def test_every_kind_of_problem_has_a_cause_here() -> None:
    assert set(PROBLEMS) | BY_THE_SERVER == set(KINDS)


@pytest.mark.parametrize("code", PROBLEMS)
def test_problem_can_be_met(client: Client, tmp_path: Path, code: str) -> None:
    members = client.problem(PROBLEMS[code](client, tmp_path), code)

    assert members["type"] == f"/v1/problems/{code}"
    assert members["status"] == KINDS[code].status
    assert client.get(members["type"]).json["title"] == members["title"]  # type: ignore[index]
    assert members["detail"]


def test_examples_of_the_document_are_answered(client: Client) -> None:
    content = document()["components"]["requestBodies"]["records"]["content"]
    examples = [
        (media_type, resolved(each)["value"])
        for media_type, written in content.items()
        for each in written.get("examples", {}).values()
    ]

    assert examples
    for media_type, value in examples:
        report = client.post("/v1/validate", value, media_type).json[0]  # type: ignore[index]
        assert report["verdict"] == "illegal"


def test_rulesets_are_given_as_their_files_have_them(client: Client) -> None:
    import yaml

    for name in ruleset_ids():
        given = client.get(f"/v1/rulesets/{name}").json
        written = yaml.safe_load(package_text("rulesets", f"{name}.yaml"))
        assert given is not None
        assert given["id"] == name
        assert set(given) == set(written)


def test_tables_of_the_page_are_fresh() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert page == fresh(page), "run: python tests/service_tables.py"


def test_examples_of_the_page_are_real(client: Client) -> None:
    examples = re.findall(r"^```http\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)

    assert examples
    for example in examples:
        head, body, status, answer = example.removesuffix("\n").split("\n\n")
        (method, path), (_, media_type) = (line.split(" ") for line in head.split("\n"))
        response = client.ask(method, path, data=body, content_type=media_type)
        assert f"{response.status_code} {response.content_type}" == status
        assert response.text == answer + "\n"
