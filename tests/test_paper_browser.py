"""The sheets in a real browser: on the screen for everybody, and on the paper of its printer."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bornes.ruled import rulings_made
from bornes.trial import take_record
from bornes_api.language.available import languages
from bornes_api.paper.roundsheet import round_sheet
from bornes_api.paper.scoresheet import score_sheet
from bornes_api.paper.slip import Circumstances, ruling_slips
from bornes_api.paper.standingsheet import standings_sheet
from browser import ABSENT, chromium, running_browser, tab
from hostile import HOSTILE, MARK
from sheets import cut, many, standings_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pypdf = pytest.importorskip("pypdf")
pytestmark = pytest.mark.skipif(chromium() is None, reason=ABSENT)

ROOT = Path(__file__).parent.parent
CLUB = (ROOT / "fixtures/club-night.mbn").read_text(encoding="utf-8")
RULED = CLUB.replace("4. Y 75 ; too fast?\n", "4. Y 75\nruling void Y MB231 ; warned\n")
MANY = 40


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as opened:
        yield opened


def printed(browser: Browser, html: str, file: Path, paper: str) -> list[str]:
    """The text of each page that the browser prints."""
    file.write_text(html, encoding="utf-8")
    with tab(browser, offline=True) as opened:
        opened.page.goto(file.as_uri())
        data = opened.page.pdf(format=paper)
        assert opened.wrong == []
    return [page.extract_text() for page in pypdf.PdfReader(BytesIO(data)).pages]


def every_sheet(folder: Path, language: str, name: str = "Somebody") -> dict[str, str]:
    trial = take_record(RULED.replace("Moreau, Alice", name).encode())
    tournament = many(20, tie_breaks="direct sonneborn-berger buchholz wins difference score hands")
    standings: dict[str, Any] = {**standings_of(tournament, folder), "event": name}
    around = Circumstances(director=name, table=name)
    return {
        "score": score_sheet(trial.record, trial.report, language=language),
        "ruling": ruling_slips(trial, rulings_made(trial), around, language=language),
        "round": round_sheet(tournament, 1, standings["matches"], language=language),
        "standings": standings_sheet(standings, records=True, language=language),
    }


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(browser: Browser, tmp_path: Path, language: str, width: int) -> None:
    found: dict[str, list[str]] = {}
    with tab(browser, viewport={"width": width, "height": 900}) as opened:
        for kind, html in every_sheet(tmp_path, language).items():
            file = tmp_path / f"{kind}.html"
            file.write_text(html, encoding="utf-8")
            opened.page.goto(file.as_uri())
            assert opened.width == width, kind
            found[kind] = opened.findings()
        assert opened.wrong == []

    assert {kind: each for kind, each in found.items() if each} == {}


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_no_row_is_cut_and_heads_repeat(browser: Browser, tmp_path: Path, paper: str) -> None:
    tournament = many(MANY)
    standings = printed(
        browser, standings_sheet(standings_of(tournament, tmp_path)), tmp_path / "standings.html", paper
    )
    tables = printed(browser, round_sheet(tournament, 1), tmp_path / "round.html", paper)
    listed = next(at for at, page in enumerate(tables) if "Where everybody sits" in page)

    assert len(standings) > 2
    assert listed > 2
    assert cut(standings, MANY) == []
    assert cut(tables[:listed], MANY) == []
    assert cut(tables[listed:], MANY) == []
    assert ["Rank" in page for page in standings] == ["First" in page for page in standings]
    assert ["Signature" in page for page in tables[:listed]] == ["First" in page for page in tables[:listed]]
    for number in range(0, MANY, 2):
        (page,) = [text for text in tables[:listed] if f"First{number:03}" in text]
        assert f"First{number + 1:03}" in page


def test_pages_are_numbered(browser: Browser, tmp_path: Path) -> None:
    pages = printed(browser, round_sheet(many(MANY), 1), tmp_path / "round.html", "A4")

    assert [f"{number} / {len(pages)}" in page for number, page in enumerate(pages, start=1)] == [True] * len(
        pages
    )


def test_sheets_are_black_on_white_in_the_dark_too(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "score.html"
    file.write_text(every_sheet(tmp_path, "en")["score"], encoding="utf-8")
    with tab(browser, color_scheme="dark") as opened:
        opened.page.goto(file.as_uri())
        colours = opened.page.evaluate(
            """() => [...new Set([...document.querySelectorAll("*")].flatMap(each => {
              const style = getComputedStyle(each);
              return [style.color, style.backgroundColor];
            }))].sort()"""
        )

    assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"]


def test_no_hostile_text_does_anything(browser: Browser, tmp_path: Path) -> None:
    with tab(browser) as opened:
        for text in HOSTILE:
            for kind, html in every_sheet(tmp_path, "en", text).items():
                file = tmp_path / "page.html"
                file.write_text(html, encoding="utf-8")
                opened.page.goto(file.as_uri())
                assert opened.page.evaluate(f"window.{MARK}") is None, (kind, text)
                assert opened.page.locator("main h1").count() == 1, (kind, text)
        assert opened.wrong == []
