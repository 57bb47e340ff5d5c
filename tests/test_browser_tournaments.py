"""The pages about tournaments in a real browser: from the standings to a ruling, an appeal, a decision, and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bornes_api.tournament.ledger import load
from browser import ABSENT, chromium, running_browser, running_service, tab
from tournament_folder import TOKENS, make_cup

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.skipif(chromium() is None, reason=ABSENT)

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
MATCH = "/tournaments/cup/matches/2/2"
ADDRESSES = (
    "/tournaments",
    "/tournaments/cup",
    "/tournaments/cup/rounds/2",
    "/tournaments/cup/rounds/6",
    "/tournaments/cup/entrants/novak",
    "/tournaments/cup/ledger",
    MATCH,
    f"{MATCH}?own=1.31%3Dvoid%2C1.31%3Dpenalty%3A-50%3B1.31%3Dredeal",
    "/tournaments/cup/matches/4/2",
    "/tournaments/none",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as opened:
        yield opened


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    return make_cup(tmp_path)


@pytest.fixture
def site(cup: Path, tmp_path: Path) -> Iterator[str]:
    where = {"tournaments": str(cup.parent), "tokens": str(tmp_path / "tokens")}
    with running_service(tmp_path, **where) as address:
        yield address


def difference(page: Page, name: str, cup: str = "cup") -> int:
    """What the standings say of a player under Difference."""
    page.goto(f"/tournaments/{cup}")
    return int(page.get_by_role("row").filter(has_text=name).locator("td").nth(5).inner_text())


def rule(page: Page, reason: str) -> None:
    page.get_by_label("Reason, for all to read").first.fill(reason)
    page.locator("#token-rule").fill(TOKENS["director"])
    page.get_by_role("button", name="Enter the ruling").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["with script", "without script"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_from_standings_to_a_decision_and_changed_standings(
    browser: Browser, site: str, cup: Path, scripts: bool, viewport: dict[str, int]
) -> None:
    with tab(browser, base_url=site, viewport=viewport, java_script_enabled=scripts) as opened:
        page = opened.page
        before = difference(page, "Novák, Petr")
        assert page.locator(".verdict strong").inner_text() == "Provisional"
        page.get_by_role("link", name="Round 2", exact=True).click()
        page.get_by_role("link", name="Novák, Petr – Tanaka, Ren").click()

        page.get_by_label("Another ruling").fill("1.31=void,1.31=penalty:-50:MB230")
        page.get_by_role("button", name="Try it").click()
        mine = page.get_by_role("group", name="Your ruling")
        assert mine.get_by_role("row").last.locator("td").first.inner_text() == "500 (-125)"

        page.get_by_label("retract X MB230").check()
        rule(page, "seen at once")
        page.wait_for_url("**#event-1")
        assert "Roux, Eve" in page.locator("#event-1").inner_text()
        assert (
            page.locator("li.found").filter(has_text="ruling retract X MB230").locator(".no").inner_text()
            == "§1"
        )
        assert difference(page, "Novák, Petr") == before - 75
        assert page.locator(".verdict").count() == 0

        page.goto(MATCH)
        page.get_by_text("Appeal against it").click()
        page.get_by_label("Who appeals").select_option("novak")
        page.get_by_label("Grounds").fill("nobody saw it")
        page.locator("#token-appeal-1").fill(TOKENS["entrant"])
        page.get_by_role("button", name="Enter the appeal").click()
        page.wait_for_url("**#event-2")

        for holder, entered in (("director", False), ("reviewer", True)):
            if entered is False:
                page.get_by_text("Decide it").click()
            page.get_by_role("combobox", name="Decision").select_option("annulled")
            page.locator("#why-2").fill("not seen by anybody")
            page.locator("#token-decide-2").fill(TOKENS[holder])
            page.get_by_role("button", name="Enter the decision").click()
            if not entered:
                assert "reviewer-same" in page.get_by_role("alert").inner_text()
                opened.wrong.clear()  # the browser notes the 409
        page.wait_for_url("**#event-3")
        assert "annulled on appeal" in page.locator("#event-1").inner_text()
        assert difference(page, "Novák, Petr") == before

        page.get_by_role("link", name="The ledger").click()
        assert page.locator(".event").count() == 3
        assert load(cup).head in page.locator("main").inner_text()
        assert opened.wrong == []


def test_refused_ruling_is_filled_in_again_but_for_the_token(browser: Browser, site: str) -> None:
    with tab(browser, base_url=site, viewport=DESKTOP) as opened:
        page = opened.page
        page.goto(MATCH)
        page.get_by_label("Another ruling").fill("1.999=void")
        rule(page, "my reason")

        assert "ruling-unfit" in page.get_by_role("alert").inner_text()
        assert page.get_by_label("Another ruling").input_value() == "1.999=void"
        assert page.get_by_label("Reason, for all to read").first.input_value() == "my reason"
        assert page.locator("#token-rule").input_value() == ""


def test_folder_is_uploaded(browser: Browser, site: str, cup: Path) -> None:
    with tab(browser, base_url=site, viewport=DESKTOP) as opened:
        page = opened.page
        page.goto("/tournaments")
        page.get_by_label("Its name in addresses").fill("second-cup")
        page.get_by_label("Its folder").set_input_files(cup)
        page.get_by_label("Token").fill(TOKENS["director"])
        page.get_by_role("button", name="Upload").click()
        page.wait_for_url("**/tournaments/second-cup")

        assert difference(page, "Novák, Petr") == difference(page, "Novák, Petr", "second-cup")
        assert opened.wrong == []


def test_numbers_of_the_standings_lead_to_their_games(browser: Browser, site: str) -> None:
    with tab(browser, base_url=site, viewport=DESKTOP) as opened:
        opened.page.goto("/tournaments")
        opened.page.get_by_role("link", name="Coupe des Huit").click()
        opened.page.get_by_role("link", name="Tanaka, Ren").click()
        assert "Rank 1, points: 10" in opened.page.locator("main").inner_text()
        opened.page.get_by_role("link", name="round 3, table 3").click()
        assert opened.page.locator("h1").inner_text() == "Tanaka, Ren – Haddad, Lina"
        opened.page.get_by_role("button", name="Replay").click()
        opened.titled("1.1")
        assert opened.wrong == []


@pytest.mark.parametrize("language", ["fr", "es", "pt"])
def test_pages_in_other_languages(browser: Browser, site: str, language: str) -> None:
    with tab(browser, base_url=site, viewport=PHONE, locale=language) as opened:
        for address in ADDRESSES:
            opened.page.goto(address)
            assert opened.page.locator("html").get_attribute("lang") == language
            assert opened.width == PHONE["width"], address
            opened.wrong.clear()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing(browser: Browser, site: str, scheme: str, viewport: dict[str, int]) -> None:
    found: dict[str, list[str]] = {}
    with tab(browser, base_url=site, viewport=viewport, color_scheme=scheme) as opened:
        for address in ADDRESSES:
            opened.page.goto(address)
            assert opened.width == viewport["width"], address
            found[address] = opened.findings()
        opened.page.goto(MATCH)
        opened.page.get_by_label("stands X MB230").check()
        rule(opened.page, "a ruling with an appeal form")
        opened.page.get_by_text("Appeal against it").click()
        found["ruled"] = opened.findings()

    assert {address: each for address, each in found.items() if each} == {}
