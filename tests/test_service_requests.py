"""What a request may say: form of the answer, body, packing, parameters, names of the host."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import bornes
from bornes_api.cli import group
from bornes_api.service.admission import Admission
from bornes_api.service.app import create_app
from bornes_api.service.negotiation import chosen
from bornes_api.service.problems import ProblemError
from bornes_api.service.settings import Settings, SettingsError, checked, from_environment
from bornes_notation.jsonform import to_json
from service_client import JSON, MBN, Client

GAME = bornes.play("winning-moves", 2, 1, 1, 7)
OTHER = bornes.play("junior", 2, 1, 1, 3)
ILLEGAL = (
    "MBN 1\nRuleset: winning-moves\nX: Anna\nY: Ben\n\nhand 1 first X\n1. X R+\n2. Y 75\nend unfinished\n"
)
BROKEN = "MBN 1\nRuleset: winning-moves\nX: A\nY: B\n\nhand 1 first X\n1. X R+\n2. Y Q+\nend unfinished\n"
JSON_LINES = "application/jsonl"
OFFERS = ("application/json", "application/jsonl", "text/html")


@pytest.fixture
def client(tmp_path: Path) -> Client:
    return Client(create_app(checked(store=str(tmp_path / "records.db"), log="nothing")))


def by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, *arguments: str) -> str:
    path = tmp_path / "body"
    path.write_text(text, encoding="utf-8")
    capsys.readouterr()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        group.main([*arguments, "body"], standalone_mode=False)
    return capsys.readouterr().out


@pytest.mark.parametrize("text", [GAME, ILLEGAL, BROKEN, GAME + ILLEGAL + OTHER, "", "no record at all"])
def test_reports_are_those_of_the_command(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    expected = json.loads(by_command(tmp_path, capsys, text, "check", "--format", "json"))
    for report in expected:
        report["record"]["file"] = None

    assert client.post("/v1/validate", text).json == expected
    lines = client.post("/v1/validate", text, Accept=JSON_LINES).text
    assert [json.loads(line) for line in lines.splitlines()] == expected


def test_text_is_that_of_the_command(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert client.post("/v1/validate", ILLEGAL, Accept="text/plain").text == by_command(
        tmp_path, capsys, ILLEGAL, "check"
    )
    assert client.post("/v1/score", ILLEGAL, Accept="text/plain").text == by_command(
        tmp_path, capsys, ILLEGAL, "score"
    )
    assert client.post("/v1/replay", ILLEGAL, Accept="text/plain").text == by_command(
        tmp_path, capsys, ILLEGAL, "replay"
    )
    assert client.post("/v1/legal?at=1.2", ILLEGAL, Accept="text/plain").text == by_command(
        tmp_path, capsys, ILLEGAL, "legal", "--at", "1.2"
    )


def test_illegal_record_is_a_result(client: Client) -> None:
    response = client.post("/v1/validate", ILLEGAL)

    assert response.status_code == 200
    assert [each["verdict"] for each in response.json] == ["illegal"]  # type: ignore[union-attr]


def test_sarif_has_the_violations(client: Client) -> None:
    log = client.post("/v1/validate", GAME + ILLEGAL, Accept="application/sarif+json").json

    assert log is not None
    codes = {result["ruleId"] for result in log["runs"][0]["results"]}
    reports = client.post("/v1/validate", ILLEGAL).json
    assert codes == {each["code"] for each in reports[0]["violations"]} != set()  # type: ignore[index]


def test_html_shows_a_record_as_text(client: Client) -> None:
    hostile = ILLEGAL.replace("MBN 1\n", "MBN 1\nEvent: <script>alert(1)</script>&\n")
    page = client.post("/v1/validate", hostile, Accept="text/html").text

    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;" in page


def test_ruleset_and_policy_of_the_query(client: Client) -> None:
    def judged_by(query: str) -> Any:
        return client.post("/v1/validate" + query, GAME).json[0]  # type: ignore[index]

    assert judged_by("")["ruleset"]["id"] == "winning-moves"
    assert judged_by("?ruleset=junior@1")["ruleset"]["id"] == "junior"
    assert judged_by("?policy=void")["policy"] == "void"


def test_replay_at_one_turn_is_the_step_of_the_whole(client: Client) -> None:
    whole = client.post("/v1/replay", GAME).json[0]["steps"]  # type: ignore[index]
    one = client.post("/v1/replay?at=1.15", GAME).json[0]["steps"]  # type: ignore[index]

    assert one == [step for step in whole if step["turn"] == 15]
    assert len(one) == 1


def test_json_bodies_are_judged_as_their_text(client: Client) -> None:
    game, illegal = (to_json(bornes.parse(text)) for text in (GAME, ILLEGAL))
    expected = client.post("/v1/validate", GAME + ILLEGAL).json

    assert client.post("/v1/validate", json.dumps([game, illegal]), JSON).json == expected
    lines = f"{json.dumps(game)}\n\n{json.dumps(illegal)}\r\n"
    assert client.post("/v1/validate", lines, JSON_LINES).json == expected
    assert client.post("/v1/validate", json.dumps(game), JSON).json == expected[:1]  # type: ignore[index]


def test_convert_goes_there_and_back(client: Client) -> None:
    records = client.post("/v1/convert", GAME + OTHER)

    assert client.post("/v1/convert", records.data, JSON, Accept=MBN).text == GAME + OTHER
    assert client.post("/v1/format", GAME.replace("\n", "  \r\n")).text == GAME


def test_unreadable_records_are_not_rewritten(client: Client) -> None:
    members = client.problem(client.post("/v1/format", GAME + BROKEN), "unreadable")

    assert members["faults"] == [
        {
            "message": members["detail"].removeprefix(f"{members['faults'][0]['code']} "),
            "code": members["faults"][0]["code"],
            "line": GAME.count("\n") + 8,
            "column": 7,
        }
    ]
    assert (members["line"], members["column"]) == (GAME.count("\n") + 8, 7)


def test_faults_of_json_records_have_place_and_pointer(client: Client) -> None:
    text = '[{"mbn": 1, "headers": [], "lines": [\n{"type": "turn", "seat": "X", "x": 1},\n{"type": "end"}]}]'
    members = client.problem(client.post("/v1/validate", text, JSON), "not-a-record")

    assert [(fault["line"], fault["column"], fault["pointer"]) for fault in members["faults"]] == [
        (2, 1, "/0/lines/0"),
        (3, 1, "/0/lines/1"),
    ]


def test_what_the_notation_cannot_say_is_no_record(client: Client) -> None:
    record = to_json(bornes.parse(GAME))
    record["headers"][0]["value"] = " x "
    members = client.problem(client.post("/v1/validate", json.dumps(record), JSON), "not-a-record")

    assert members["faults"][0]["pointer"] == "/headers/0"


@pytest.mark.parametrize(
    ("accept", "wanted"),
    [
        (None, OFFERS[0]),
        ("", OFFERS[0]),
        ("*/*", OFFERS[0]),
        ("text/html", OFFERS[2]),
        ("TEXT/HTML;level=1", OFFERS[2]),
        ("text/*", OFFERS[2]),
        ("application/*;q=0.2, text/html;q=0.3", OFFERS[2]),
        ("*/*, application/json;q=0", OFFERS[1]),
        ("application/json;q=0.1, */*;q=0.05", OFFERS[0]),
        ("application/jsonl, application/json", OFFERS[0]),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", OFFERS[2]),
        ("image/png, */*;q=0.001", OFFERS[0]),
    ],
)
def test_accept_chooses(accept: str | None, wanted: str) -> None:
    assert chosen(accept, OFFERS) == wanted


@pytest.mark.parametrize(
    "accept",
    ["image/png", "application/json;q=0", "nonsense", "*/json", "text/html;q=2", "text/html;q=0.1234"],
)
def test_accept_of_nothing_there_is(accept: str) -> None:
    with pytest.raises(ProblemError) as caught:
        chosen(accept, OFFERS)

    assert caught.value.problem.allowed == OFFERS


PACKED = {
    "one": gzip.compress(GAME.encode(), mtime=0),
    "two, joined": gzip.compress(GAME[:100].encode(), mtime=0) + gzip.compress(GAME[100:].encode(), mtime=0),
}


@pytest.mark.parametrize("packed", PACKED.values(), ids=PACKED)
def test_packed_bodies_are_unpacked(client: Client, packed: bytes) -> None:
    assert client.post("/v1/format", packed, Content_Encoding="gzip").text == GAME


DAMAGED = {
    "nothing": b"",
    "two bytes": b"\x1f\x8b",
    "cut": gzip.compress(GAME.encode(), mtime=0)[:-1],
    "more behind": gzip.compress(b"", mtime=0) + b"rest",
}


@pytest.mark.parametrize("cut", DAMAGED.values(), ids=DAMAGED)
def test_damaged_packing_is_told(client: Client, cut: bytes) -> None:
    client.problem(client.post("/v1/format", cut, Content_Encoding="gzip"), "body-gzip")


def test_many_packed_files_in_one_body_are_refused(client: Client) -> None:
    client.problem(client.post("/v1/format", gzip.compress(b"") * 65, Content_Encoding="gzip"), "body-gzip")


def test_method_that_is_not_there_names_those_that_are(client: Client) -> None:
    assert client.ask("GET", "/v1/validate").headers["Allow"] == "POST"
    assert client.ask("OPTIONS", "/v1/records").headers["Allow"] == "GET, HEAD, POST"
    assert client.ask("PUT", "/healthz").headers["Allow"] == "GET, HEAD"


def test_head_is_get_without_its_body(client: Client) -> None:
    head, whole = client.ask("HEAD", "/v1/codes"), client.get("/v1/codes")

    assert head.headers["ETag"] == whole.headers["ETag"]
    assert head.headers["Content-Length"] == str(len(whole.data))


def test_etags_tell_forms_apart_and_settings_too(client: Client, tmp_path: Path) -> None:
    href = client.post("/v1/records", GAME).json["href"]  # type: ignore[index]
    tags = {client.get(href, Accept=each).headers["ETag"] for each in (MBN, "text/plain", JSON, "text/html")}
    other = Client(create_app(checked(store=str(tmp_path / "records.db"), records=7, log="nothing")))

    assert len(tags) == 4
    assert other.get("/v1/limits").headers["ETag"] != client.get("/v1/limits").headers["ETag"]
    assert client.get(href, If_None_Match=f'"x", {tags.pop()}').status_code in {200, 304}
    assert client.get(href, If_None_Match="*").status_code == 304
    assert client.get(href, If_None_Match='"x"').status_code == 200


def test_names_that_are_not_trusted_are_refused() -> None:
    app = create_app(checked(store="", log="nothing", trusted_hosts=("example.org", ".example.net")))
    client = Client(app)

    assert client.get("/healthz", Host="example.org:8000").status_code == 200
    assert client.get("/healthz", Host="a.example.net").status_code == 200
    client.problem(client.get("/healthz", Host="localhost"), "host")
    anyone = Client(create_app(checked(store="", log="nothing", trusted_hosts=("*",))))
    assert anyone.get("/healthz", Host="whoever.example").status_code == 200


def test_proxies_are_believed_only_if_it_is_said_so() -> None:
    for proxies, client_address in ((0, "127.0.0.1"), (1, "10.1.1.1")):
        app = create_app(checked(store="", log="nothing", proxies=proxies))
        seen: list[str] = []
        admit = app.extensions["bornes"].admission.admit
        app.extensions["bornes"].admission.admit = lambda who, size, admit=admit, seen=seen: (
            seen.append(who),
            admit(who, size),
        )[1]
        Client(app).post("/v1/validate", GAME, X_Forwarded_For="10.9.9.9, 10.1.1.1")
        assert seen == [client_address]


def test_settings_come_from_the_environment() -> None:
    assert from_environment({}) == Settings()
    assert from_environment(
        {"BORNES_PORT": "9", "BORNES_TRUSTED_HOSTS": "a, b", "BORNES_STORE": "", "HOME": "/"}
    ) == (Settings(port=9, trusted_hosts=("a", "b"), store=""))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BORNES_PROT", "1"),
        ("BORNES_PORT", "x"),
        ("BORNES_PORT", "-1"),
        ("BORNES_PORT", "65536"),
        ("BORNES_THREADS", "0"),
        ("BORNES_LOG", "all"),
        ("BORNES_PORT", "9" * 30),
    ],
)
def test_settings_that_are_none(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        from_environment({name: value})


def code_of(call: Any) -> str | None:
    try:
        with call:
            return None
    except ProblemError as error:
        return error.problem.code


def test_work_under_way_is_bounded_by_client_and_in_all() -> None:
    admission = Admission(most=100, most_of_client=60)
    assert code_of(admission.admit("a", 1000)) is None  # whoever is alone is never refused
    with admission.admit("a", 50):
        assert code_of(admission.admit("a", 10)) is None
        assert code_of(admission.admit("a", 11)) == "too-many-requests"
        assert code_of(admission.admit("b", 50)) is None
        assert code_of(admission.admit("b", 51)) == "busy"
        with admission.admit("b", 50):
            assert code_of(admission.admit("c", 1)) == "busy"
            assert code_of(admission.admit("a", 0)) is None
    assert code_of(admission.admit("a", 1000)) is None


def test_empty_bodies_may_be_worked_on_at_once() -> None:
    admission = Admission(most=100, most_of_client=60)
    with admission.admit("a", 0), admission.admit("a", 0):
        assert code_of(admission.admit("a", 0)) is None
    assert code_of(admission.admit("a", 100)) is None


def test_work_that_failed_counts_no_more() -> None:
    admission = Admission(most=100, most_of_client=60)
    with pytest.raises(ZeroDivisionError), admission.admit("a", 60):
        raise ZeroDivisionError
    assert code_of(admission.admit("a", 60)) is None


def test_refusals_for_now_say_when_to_come_again(client: Client) -> None:
    service = client.app.extensions["bornes"]
    with service.admission.admit("elsewhere", Settings().bytes_at_once):
        busy = client.post("/v1/validate", GAME)
    with service.admission.admit("127.0.0.1", Settings().client_bytes_at_once):
        many = client.post("/v1/validate", GAME)
    service.waiting = lambda: Settings().queue
    assert client.post("/v1/validate", GAME).status_code == 200
    service.waiting = lambda: Settings().queue + 1
    queued = client.post("/v1/validate", GAME)

    for response, status in ((busy, 503), (many, 429), (queued, 503)):
        assert (response.status_code, response.headers["Retry-After"]) == (status, "1")
