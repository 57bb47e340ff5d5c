"""The pages without a browser: addresses, what they hold, how large they are, and that texts stay texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from bornes_api.pages.examples import EXAMPLES, example
from bornes_api.pages.packed import PackedError, pack, unpack
from bornes_api.service.app import create_app
from bornes_api.service.settings import Settings
from hostile import HOSTILE, hostile_record, readable_hostile_record

if TYPE_CHECKING:
    from flask.testing import FlaskClient

ROOT = Path(__file__).parent.parent
CLUB = (ROOT / "fixtures/club-night.mbn").read_text(encoding="utf-8")
MOST_BYTES = 60_000


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    app = create_app(Settings(store=str(tmp_path / "kept.db"), log="nothing"))
    return app.test_client()


def page(client: FlaskClient, address: str, **options: object) -> str:
    answer = client.get(address, **options)
    assert answer.status_code == 200, answer.text[:500]
    return answer.text


class Tags(HTMLParser):
    """The tags of a page with their attributes, and its text outside of scripts."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


ADDRESSES = [
    "/",
    *(f"/?example={name}" for name in EXAMPLES),
    "/replay",
    *(f"/replay?example={name}" for name in EXAMPLES),
    "/replay?example=coupe&at=1.88",
    "/replay?example=coupe&at=3.end",
    "/compare",
    "/compare?example=club-night&with=junior",
    "/compare?example=coupe&with=dujardin-classic&with=kilometres",
    "/rules",
    "/rules/winning-moves?beside=junior",
    "/codes",
    "/codes/MB231",
]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_is_small_and_says_its_language(client: FlaskClient, address: str, language: str) -> None:
    answer = client.get(address, headers={"Accept-Language": language})

    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    assert answer.headers["Content-Language"] == language
    assert f'<html lang="{language}">' in answer.text
    assert len(answer.data) < MOST_BYTES


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_is_written_into_a_page_that_its_policy_forbids(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    tags = Tags(answer.text).tags

    assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert [attrs for _, attrs in tags for name in attrs if name.startswith("on") or name == "style"] == []
    assert all(attrs.get("src") for tag, attrs in tags if tag == "script")
    assert "style" not in {tag for tag, _ in tags}


@pytest.mark.parametrize("address", ADDRESSES)
def test_ids_are_used_once_and_links_within_a_page_lead_somewhere(client: FlaskClient, address: str) -> None:
    tags = Tags(page(client, address)).tags
    ids = [attrs["id"] for _, attrs in tags if "id" in attrs]
    links = [attrs["href"] or "" for _, attrs in tags if (attrs.get("href") or "").startswith("#")]
    forms = {attrs["form"] for _, attrs in tags if "form" in attrs}

    assert len(ids) == len(set(ids))
    assert {link[1:] for link in links} <= set(ids)
    assert forms <= set(ids)


def test_every_link_within_the_site_is_answered(client: FlaskClient) -> None:
    seen: set[str] = set()
    waiting = ["/", "/rules", "/codes/MB231", "/?example=club-night"]
    while waiting:
        address = waiting.pop()
        if address in seen or address.startswith("/language/"):
            continue
        seen.add(address)
        answer = client.get(address)
        assert answer.status_code == 200, address
        if address.startswith(
            ("/codes/MB", "/rules/", "/assets/", "/openapi", "/?example=MB", "/replay?example=MB")
        ):
            continue
        tags = Tags(answer.text).tags
        found = {
            urlsplit(attrs["href"] or "")._replace(fragment="").geturl()
            for _, attrs in tags
            if "href" in attrs
        }
        waiting += [each for each in found if each.startswith("/")]

    assert len(seen) > 100


@pytest.mark.parametrize("code", ["MB231", "MB303", "MB005", "MB701", "MB801", "MB530"])
def test_examples_of_codes_can_be_checked_and_played(client: FlaskClient, code: str) -> None:
    links = [
        attrs["href"] or ""
        for _, attrs in Tags(page(client, f"/codes/{code}")).tags
        if "example=" in (attrs.get("href") or "")
    ]

    assert links
    assert [client.get(link).status_code for link in links] == [200] * len(links)


def test_examples_are_those_of_the_corpus() -> None:
    for name in ("club-night", "coupe"):
        assert example(name) == (ROOT / f"fixtures/{name}.mbn").read_text(encoding="utf-8")


def test_posted_record_gets_an_address_that_shows_its_verdict(client: FlaskClient) -> None:
    answer = client.post(
        "/", data={"record": CLUB.replace("\n", "\r\n"), "ruleset": "", "policy": "as-played"}
    )

    assert answer.status_code == 303
    shown = page(client, answer.headers["Location"])
    assert "MB231" in shown
    assert "<mark>75</mark>" in shown
    assert "MB704" not in shown  # the line ends of the form are not the record's


def test_uploaded_file_is_judged_byte_for_byte(client: FlaskClient) -> None:
    data = CLUB.replace("too fast?", "é").encode("latin-1")
    answer = client.post(
        "/", data={"file": (BytesIO(data), "game.mbn"), "record": "x"}, follow_redirects=True
    )

    assert "MB001" in answer.text


def test_posted_replay_keeps_the_place(client: FlaskClient) -> None:
    answer = client.post("/replay", data={"record": CLUB, "at": "1.4"})

    assert parse_qs(urlsplit(answer.headers["Location"]).query)["at"] == ["1.4"]
    assert 'aria-current="step"' in page(client, answer.headers["Location"])


def test_every_record_of_a_text_is_shown_with_its_own_lines(client: FlaskClient) -> None:
    text = f"stray words\n{CLUB}{example('unreadable')}{CLUB}"
    answer = client.post("/", data={"record": text}, follow_redirects=True)
    tags = Tags(answer.text).tags
    ids = [attrs["id"] for _, attrs in tags if "id" in attrs]

    assert answer.status_code == 200
    assert len(ids) == len(set(ids))
    assert [each for each in ids if (each or "").startswith("L")] == [
        f"L{n}" for n in range(1, text.count("\n") + 1)
    ]
    assert [each for each in ids if (each or "").startswith("record-")] == [f"record-{n}" for n in range(4)]
    replays = [attrs["value"] for _, attrs in tags if attrs.get("name") == "n"]
    assert replays == ["2", "3"]
    assert {attrs["form"] for _, attrs in tags if "form" in attrs} <= set(ids)
    third = client.post("/replay", data={"record": text, "n": "3", "at": "1.4"}, follow_redirects=True)
    assert "MB231" in third.text


def test_records_beyond_the_bound_are_counted(client: FlaskClient) -> None:
    shown = client.post("/", data={"record": CLUB * 23}, follow_redirects=True).text

    assert "3 further records of the text are not shown here" in shown
    assert shown.count("MB231</b>") == 20


def test_long_record_is_stepped_through_without_an_address(client: FlaskClient) -> None:
    long = example("coupe") + "".join(f"; remark {number} {number**9}\n" for number in range(300))
    answer = client.post("/replay", data={"record": long, "at": "2.15"})

    assert answer.status_code == 200
    form = next(attrs for tag, attrs in Tags(answer.text).tags if tag == "form")
    assert form["method"] == "post"
    assert "remark 299" in answer.text
    assert 'value="2.16"' in answer.text


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/replay?example=coupe&at=9.1", 404),
        ("/replay?example=coupe&at=%3Cb%3E", 404),
        ("/replay?example=nothing", 404),
        ("/replay?example=MB999.legal", 404),
        ("/replay?r=%%%", 400),
        ("/replay?r=AAAA", 400),
        ("/?example=coupe&policy=none", 400),
        ("/?example=coupe&n=x", 400),
        ("/replay?example=coupe&n=2", 404),
        ("/?example=coupe&ruleset=none", 404),
        ("/compare?example=coupe&with=none", 404),
        ("/rules/none", 404),
        ("/codes/MB999", 404),
        ("/assets/none.css", 404),
        ("/language/xx", 404),
        ("/records/none", 404),
        (f"/replay?r={'A' * 3000}", 414),
    ],
)
def test_what_cannot_be_answered_is_said_on_a_page(client: FlaskClient, address: str, status: int) -> None:
    answer = client.get(address)

    assert answer.status_code == status
    assert answer.content_type == "text/html; charset=utf-8"
    assert "<h1>" in answer.text


def test_too_large_a_body_is_refused(client: FlaskClient) -> None:
    answer = client.post("/", data={"record": "x" * (3 << 20)})

    assert answer.status_code == 413
    assert "<h1>" in answer.text


def test_wrong_method_names_the_right_ones(client: FlaskClient) -> None:
    answer = client.delete("/replay")

    assert answer.status_code == 405
    assert {"GET", "POST"} <= {each.strip() for each in answer.headers["Allow"].split(",")}


def test_kept_record_has_an_address_of_its_own(client: FlaskClient) -> None:
    answer = client.post("/records", data={"example": "coupe"})

    assert answer.status_code == 303
    address = answer.headers["Location"]
    assert re.fullmatch(r"/records/[0-9a-f]{64}", address)
    assert 'action="' + address in page(client, f"{address}?at=2.15")
    assert "Illegal" in page(client, f"{address}?at=2.15&ruleset=kilometres")
    assert "MB501" in page(client, f"/?kept={address.rpartition('/')[2]}&ruleset=kilometres")
    assert client.get(f"{address}?at=2.999").status_code == 404
    assert client.post("/records", data={"example": "coupe"}).headers["Location"] == address


@pytest.mark.parametrize("record", ["", "no record", CLUB + CLUB, example("unreadable")])
def test_only_one_readable_record_is_kept(client: FlaskClient, record: str) -> None:
    assert client.post("/records", data={"record": record}).status_code in {400, 404, 422}


def test_language_is_remembered(client: FlaskClient) -> None:
    answer = client.get("/language/fr", headers={"Referer": "http://localhost/codes"})

    assert answer.headers["Location"] == "http://localhost/codes"
    assert "Langue" in page(client, "/")
    assert client.get("/language/fr", headers={"Referer": "http://elsewhere/"}).headers["Location"] == "/"


def test_asked_language_goes_before_all_others(client: FlaskClient) -> None:
    assert '<html lang="fr">' in page(client, "/?lang=fr", headers={"Accept-Language": "en"})
    assert '<html lang="en">' in page(client, "/", headers={"Accept-Language": "sv, it;q=0.5"})
    assert '<html lang="fr">' in page(client, "/", headers={"Accept-Language": "de, fr-CA;q=0.8, en;q=0.1"})


def test_stylesheet_and_script_may_be_kept_for_ever(client: FlaskClient) -> None:
    assets = re.findall(r'"(/assets/[^"]+)"', page(client, "/"))

    assert len(assets) == 3
    for address in assets:
        answer = client.get(address)
        assert "immutable" in answer.headers["Cache-Control"]
        assert re.search(r"\.[0-9a-f]{12}\.", address)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("made", [hostile_record, readable_hostile_record])
def test_hostile_texts_stay_texts(client: FlaskClient, text: str, made: Callable[[str], str]) -> None:
    for address in ("/", "/replay", "/compare"):
        shown = client.post(address, data={"record": made(text), "at": ""}, follow_redirects=True)
        found = Tags(shown.text)

        assert shown.status_code == 200
        # The text adds no tag and no attribute to what a page has for a harmless one.
        assert _shapes(found) - _known_shapes(client) == set()
        assert not any((attrs.get("href") or "").startswith("javascript:") for _, attrs in found.tags)


def _shapes(of: Tags) -> set[tuple[str, ...]]:
    """The tags of a page, each with the names of its attributes."""
    return {(tag, *sorted(attrs)) for tag, attrs in of.tags}


_KNOWN: set[tuple[str, ...]] = set()


def _known_shapes(client: FlaskClient) -> set[tuple[str, ...]]:
    """What our templates write."""
    if not _KNOWN:
        for address in ADDRESSES:
            _KNOWN.update(_shapes(Tags(page(client, address))))
        for address in ("/", "/replay", "/compare"):
            for made in (hostile_record, readable_hostile_record):
                answer = client.post(address, data={"record": made("plain"), "at": ""}, follow_redirects=True)
                _KNOWN.update(_shapes(Tags(answer.text)))
    return _KNOWN


def test_characters_that_turn_text_around_are_shown_as_such(client: FlaskClient) -> None:
    shown = page(
        client, client.post("/replay", data={"record": CLUB.replace("Ugo", "\u202eogU")}).headers["Location"]
    )

    assert "\u202e" not in shown
    assert "\ufffdogU" in shown


@pytest.mark.parametrize("text", ["", "MBN 1\n", CLUB, "\ufeffé\r\n\0" * 500])
def test_packed_record_comes_back(text: str) -> None:
    assert unpack(pack(text.encode()), 10_000) == text.encode()


@pytest.mark.parametrize(
    "packed", ["", "!", "AAAA", "é", pack(b"x" * 10_001), pack(CLUB.encode())[:-4], pack(b"x") + "AAAA"]
)
def test_what_is_not_a_packed_record_is_refused(packed: str) -> None:
    with pytest.raises(PackedError):
        unpack(packed, 10_000)


def test_addresses_stay_what_they_are() -> None:
    # An address that somebody wrote down must lead to the same record for ever.
    text = "MBN 1\nRuleset: winning-moves\nX: Anna\nY: Ben\n\nhand 1 first X\n1. X R+\n"

    assert unpack("8wUHLe7QcczLS-QCBpFTah5GkBiCrAM6DwA", 100) == text.encode()
