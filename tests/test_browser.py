"""The pages in a real browser: what a director and two players do with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner

from bornes_api.cli import group
from bornes_api.pages.examples import EXAMPLES
from bornes_api.pages.packed import pack
from browser import ABSENT, chromium, running_browser, running_service, tab
from hostile import HOSTILE, MARK, hostile_record, readable_hostile_record

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser import Tab

pytestmark = pytest.mark.skipif(chromium() is None, reason=ABSENT)

ROOT = Path(__file__).parent.parent
CLUB = (ROOT / "fixtures/club-night.mbn").read_text(encoding="utf-8")
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
ADDRESSES = (
    "/",
    "/?example=club-night",
    "/?example=coupe",
    "/?example=false-coup",
    "/?example=unreadable",
    "/replay",
    "/replay?example=coupe&at=3.15",
    "/replay?example=club-night&at=1.4",
    "/replay?example=false-coup&at=1.10",
    "/compare",
    "/compare?example=coupe&with=dujardin-classic&with=kilometres",
    "/rules",
    "/rules/junior?beside=teamzy",
    "/codes",
    "/codes/MB231",
    "/codes/none",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_service(tmp_path_factory.mktemp("service")) as address:
        yield address


@pytest.fixture
def opened(browser: Browser, site: str) -> Iterator[Tab]:
    with tab(browser, base_url=site, viewport=DESKTOP) as one:
        yield one
        assert one.wrong == []


@pytest.mark.parametrize("scripts", [True, False], ids=["with script", "without script"])
def test_record_with_a_fault_from_verdict_to_table_to_comparison(
    browser: Browser, site: str, scripts: bool
) -> None:
    with tab(browser, base_url=site, viewport=DESKTOP, java_script_enabled=scripts) as opened:
        page = opened.page
        page.goto("/")
        page.get_by_label("Record").fill(CLUB)
        page.get_by_role("button", name="Check", exact=True).click()

        assert page.locator(".verdict strong").inner_text() == "Illegal"
        assert page.locator("#L11 mark").inner_text() == "75"
        assert "MB231" in page.locator("#L11 .note").inner_text()
        assert page.locator("#L11 .tokn").first.inner_text() == "25"

        page.get_by_role("button", name="See it on the table").click()
        assert page.locator(".move .what").inner_text() == "Y lays 75 kilometres"
        assert "MB231" in page.locator(".move").inner_text()

        page.get_by_role("button", name="Back", exact=True).click()
        page.wait_for_url("**at=1.3")
        assert page.locator(".move .what").inner_text() == "X lays Speed Limit on Y"
        page.get_by_role("button", name="Next violation").click()
        page.wait_for_url("**at=1.4")

        page.get_by_role("button", name="Compare rulesets").click()
        page.get_by_label("Direct kilometres").check()
        page.get_by_role("button", name="Compare", exact=True).click()
        assert page.get_by_role("heading", name="Why: winning-moves and kilometres").count() == 1
        assert opened.wrong == []


def test_example_by_one_click(opened: Tab) -> None:
    opened.page.goto("/")
    opened.page.get_by_role("link", name="A whole match, open hands").click()

    assert opened.page.locator(".verdict strong").inner_text() == "Legal"
    assert opened.page.get_by_role("row", name="Total 2200 5225").count() == 1


def test_whole_replay_by_keyboard(opened: Tab) -> None:
    page = opened.page
    page.goto("/replay?example=false-coup")

    def pressed(key: str, there: str) -> None:
        page.keyboard.press(key)
        page.wait_for_url(f"**at={there}")
        opened.titled(there)

    pressed("ArrowRight", "1.2")
    pressed("ArrowRight", "1.3")
    pressed("ArrowLeft", "1.2")
    pressed("Shift+ArrowRight", "1.7")
    pressed("Shift+ArrowRight", "1.10")
    pressed("Shift+ArrowLeft", "1.7")
    pressed("End", "1.end")
    pressed("Home", "1.1")

    page.goto("/replay?example=coupe")
    pressed("Shift+PageDown", "2.1")
    pressed("Shift+PageDown", "3.1")
    pressed("Shift+PageUp", "2.1")
    page.go_back()
    opened.titled("3.1")

    page.goto("/replay?example=coupe")  # and with Tab and Enter alone
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key") == "ArrowRight":
            break
    pressed("Enter", "1.2")
    assert page.evaluate("document.activeElement.dataset.key") == "ArrowRight"
    pressed("Enter", "1.3")


def test_keys_pressed_quickly_are_all_obeyed(opened: Tab) -> None:
    opened.page.goto("/replay?example=coupe")
    for _ in range(6):
        opened.page.keyboard.press("ArrowRight")
    opened.page.wait_for_url("**at=1.7")
    opened.titled("1.7")


def test_what_the_script_cannot_fetch_is_asked_for_plainly(opened: Tab) -> None:
    opened.page.goto("/replay?example=coupe")
    opened.page.route("**/replay?*at=1.2", lambda route: route.abort(), times=1)
    opened.page.keyboard.press("ArrowRight")
    opened.titled("1.2")
    opened.wrong.clear()  # the browser says that the first try failed


def test_every_state_has_an_address_that_can_be_opened_anew(browser: Browser, opened: Tab, site: str) -> None:
    opened.page.goto("/")
    opened.page.get_by_label("Record").fill(CLUB)
    opened.page.get_by_role("button", name="Replay", exact=True).click()
    opened.page.get_by_role("button", name="4 violation").click()
    opened.page.wait_for_url("**at=1.4")
    with tab(browser, base_url=site) as other:
        other.page.goto(opened.page.url)
        assert other.page.locator(".move .what").inner_text() == "Y lays 75 kilometres"


def test_long_record_is_stepped_through_by_form(opened: Tab) -> None:
    long = (ROOT / "fixtures/coupe.mbn").read_text(encoding="utf-8")
    long += "".join(f"; remark {number} {number**9}\n" for number in range(300))
    opened.page.goto("/replay")
    opened.page.get_by_label("Record").fill(long)
    opened.page.get_by_role("button", name="Replay").click()
    opened.titled("1.1")
    opened.page.keyboard.press("ArrowRight")
    opened.titled("1.2")
    opened.page.get_by_role("button", name="Hand 3").click()
    opened.titled("3.1")


def test_file_is_chosen_and_dropped(opened: Tab) -> None:
    page = opened.page
    page.goto("/")
    page.get_by_label("or a file").set_input_files(ROOT / "fixtures/club-night.mbn")
    page.get_by_role("button", name="Check", exact=True).click()
    assert page.locator(".verdict strong").inner_text() == "Illegal"

    page.goto("/")
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "dropped.mbn"));
          document.getElementById("record").dispatchEvent(new DragEvent("drop", {dataTransfer: data, cancelable: true}));
        }""",
        CLUB,
    )
    page.get_by_role("button", name="Check", exact=True).click()
    assert page.locator(".verdict strong").inner_text() == "Illegal"


def test_record_is_kept_under_an_address_of_its_own(opened: Tab) -> None:
    opened.page.goto("/?example=coupe")
    opened.page.get_by_role("button", name="Keep it").click()
    opened.page.wait_for_url("**/records/*")
    opened.titled("1.1")
    opened.page.keyboard.press("ArrowRight")
    opened.page.wait_for_url("**/records/*at=1.2")
    opened.page.reload()
    assert "1.2" in opened.page.title()


def test_code_can_be_played(opened: Tab) -> None:
    opened.page.goto("/codes/MB231")
    opened.page.get_by_role("link", name="Play it").first.click()

    assert "MB231" in opened.page.locator(".move").inner_text()


def test_pages_in_french(opened: Tab) -> None:
    opened.page.goto("/replay?example=club-night&at=1.4")
    opened.page.get_by_role("link", name="Français").click()

    assert opened.page.url.endswith("at=1.4") or opened.page.url.endswith("/")
    opened.page.goto("/replay?example=club-night&at=1.3")
    assert opened.page.locator(".move .what").inner_text() == "X pose Limite de vitesse chez Y"


@pytest.mark.parametrize("example", ["coupe", "false-coup"])
def test_saved_page_works_from_the_disk(browser: Browser, tmp_path: Path, example: str) -> None:
    record = ROOT / f"api/bornes_api/pages/examples/{example}.mbn"
    saved = tmp_path / "replay.html"
    result = CliRunner().invoke(group, ["replay", "--html", str(saved), str(record)])
    assert result.exit_code == 0, result.output

    for scripts in (True, False):
        with tab(browser, viewport=DESKTOP, java_script_enabled=scripts, offline=True) as opened:
            page = opened.page
            page.goto(saved.as_uri())
            shown = page.locator(".frame:visible")
            assert shown.count() == 1
            assert shown.get_attribute("id") == "1.1"
            page.get_by_role("link", name="Next").or_(
                page.get_by_role("button", name="Next", exact=True)
            ).locator("visible=true").first.click()
            assert shown.get_attribute("id") == "1.2"
            page.get_by_role("link", name="7", exact=True).locator("visible=true").or_(
                page.get_by_role("link", name="7 violation").locator("visible=true")
            ).first.click()
            assert shown.get_attribute("id") == "1.7"
            assert shown.count() == 1
            assert opened.wrong == []


def test_saved_page_by_keyboard_and_for_everybody(browser: Browser, tmp_path: Path) -> None:
    saved = tmp_path / "replay.html"
    CliRunner().invoke(group, ["replay", "--html", str(saved), str(ROOT / "fixtures/coupe.mbn")])
    faulty = tmp_path / "faulty.html"
    record = ROOT / "api/bornes_api/pages/examples/false-coup.mbn"
    CliRunner().invoke(group, ["replay", "--html", str(faulty), "--lang", "fr", str(record)])
    with tab(browser, viewport=PHONE) as opened:
        opened.page.goto(saved.as_uri())
        shown = opened.page.locator(".frame:visible")
        for key, there in (
            ("ArrowRight", "1.2"),
            ("End", "1.end"),
            ("ArrowRight", "2.1"),
            ("Shift+PageDown", "3.1"),
            ("Shift+PageUp", "2.1"),
            ("ArrowLeft", "1.end"),
            ("Home", "1.1"),
        ):
            opened.page.keyboard.press(key)
            assert shown.get_attribute("id") == there
        assert opened.width == PHONE["width"]
        opened.page.goto(faulty.as_uri())
        opened.page.keyboard.press("Shift+ArrowRight")
        assert shown.get_attribute("id") == "1.7"
        assert "Décision" in shown.inner_text()
        assert opened.findings() == []
        assert opened.wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing(browser: Browser, site: str, scheme: str, viewport: dict[str, int]) -> None:
    found: dict[str, list[str]] = {}
    with tab(browser, base_url=site, viewport=viewport, color_scheme=scheme) as opened:
        for address in ADDRESSES:
            opened.page.goto(address)
            assert opened.width == viewport["width"], address
            found[address] = opened.findings()

    assert {address: each for address, each in found.items() if each} == {}


@pytest.mark.parametrize("address", ["/", "/replay", "/compare"])
def test_no_hostile_text_does_anything(opened: Tab, address: str) -> None:
    for text in HOSTILE:
        for record in (hostile_record(text), readable_hostile_record(text)):
            response = opened.page.goto(f"{address}?{urlencode({'r': pack(record.encode())})}")
            assert response is not None
            assert response.status == 200
            assert opened.page.evaluate(f"window.{MARK}") is None, text
            assert opened.page.locator("main h1").count() == 1


def test_no_hostile_text_does_anything_in_a_saved_page(browser: Browser, tmp_path: Path) -> None:
    file, page = tmp_path / "record.mbn", tmp_path / "page.html"
    with tab(browser) as opened:
        for text in HOSTILE:
            file.write_text(readable_hostile_record(text), encoding="utf-8")
            CliRunner().invoke(group, ["replay", "--html", str(page), str(file)])
            opened.page.goto(page.as_uri())
            assert opened.page.evaluate(f"window.{MARK}") is None, text
            assert opened.page.locator("main h1").count() == 1
        assert opened.wrong == []


def test_examples_named_on_the_page_are_there(opened: Tab) -> None:
    opened.page.goto("/")

    assert opened.page.locator(".chips a").count() == len(EXAMPLES)
