"""The sheets as PDF, read back: pages, texts, nothing cut, the same bytes each time."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bornes.ruled import rulings_made
from bornes.trial import take_record
from bornes_api.cli import group
from bornes_api.language.available import languages
from bornes_api.language.catalogues import translations
from bornes_api.paper.pdf import NoPdfError, _weasyprint, pdf
from bornes_api.paper.roundsheet import round_sheet
from bornes_api.paper.scoresheet import score_sheet
from bornes_api.paper.slip import ruling_slips
from bornes_api.paper.standingsheet import standings_sheet
from sheets import cut, many, standings_of

pypdf = pytest.importorskip("pypdf")
try:
    weasyprint = _weasyprint()
except NoPdfError as error:
    pytest.skip(str(error), allow_module_level=True)

ROOT = Path(__file__).parent.parent
COUPE = ROOT / "fixtures/coupe.mbn"
MARGIN = 14 / 25.4 * 96
"""Of a page, in the units of CSS."""
TIE_BREAKS = ("direct", "sonneborn-berger", "difference", "score", "buchholz", "wins", "hands")
"""The longest words first."""


def read(data: bytes) -> Any:
    return pypdf.PdfReader(BytesIO(data))


def texts(data: bytes) -> list[str]:
    return [page.extract_text() for page in read(data).pages]


def test_command_writes_a_pdf_that_can_be_read_back(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    result = CliRunner().invoke(group, ["print", "score", str(COUPE), "--output", str(file)])
    (page,) = texts(file.read_bytes())

    assert result.exit_code == 0, result.output
    assert list(tmp_path.iterdir()) == [file]
    for part in ("Score sheet", "Bianchi, Ugo · Okafor, Ngozi", "5225", "1850", "Signatures", "1 / 1"):
        assert part in page


def test_pdf_is_tagged_and_says_its_language_and_title() -> None:
    trial = take_record(COUPE.read_bytes())
    document = read(pdf(score_sheet(trial.record, trial.report, language="fr")))

    assert document.trailer["/Root"]["/Lang"] == "fr"
    assert document.metadata.title.startswith("Feuille de marque")
    assert document.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert document.metadata.creation_date is None


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper(paper: str, size: tuple[int, int]) -> None:
    trial = take_record(COUPE.read_bytes())
    (page,) = read(pdf(score_sheet(trial.record, trial.report), paper)).pages

    assert (round(page.mediabox.width), round(page.mediabox.height)) == size


def test_equal_sheets_give_equal_bytes_in_every_process() -> None:
    def made(seed: str) -> bytes:
        command = [sys.executable, "-m", "bornes_api", "print", "score", str(COUPE), "--pdf"]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC{seed}"}
        return subprocess.run(command, capture_output=True, check=True, env=environment).stdout

    assert made("1") == made("2")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_row_is_cut_and_heads_repeat(tmp_path: Path, paper: str) -> None:
    tournament = many(24)
    standings = texts(pdf(standings_sheet(standings_of(tournament, tmp_path)), paper))
    tables = texts(pdf(round_sheet(tournament, 1), paper))
    listed = next(at for at, page in enumerate(tables) if "Where everybody sits" in page)

    assert len(standings) > 1
    assert len(tables) > 2
    assert cut(standings, 24) == []
    assert cut(tables[:listed], 24) == []
    assert cut(tables[listed:], 24) == []
    assert ["Rank" in page for page in standings] == ["First" in page for page in standings]
    assert ["Signature" in page for page in tables[:listed]] == ["First" in page for page in tables[:listed]]
    # Both sides of a table stand on one page.
    for number in range(0, 24, 2):
        (page,) = [text for text in tables[:listed] if f"First{number:03}" in text]
        assert f"First{number + 1:03}" in page


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_is_wider_than_the_paper(tmp_path: Path, language: str, paper: str) -> None:
    long = "W" * 200
    record = COUPE.read_text(encoding="utf-8").replace("Moreau, Luc", long).replace("Coupe d'Arcachon", long)
    trial = take_record(record.encode())
    for html in (
        *(_standings(tmp_path, long, language, count) for count in (3, 7)),
        round_sheet(many(4), 1, language=language),
        score_sheet(trial.record, trial.report, language=language),
    ):
        size = weasyprint.CSS(string=f"@page {{ size: {paper} }}")
        for page in weasyprint.HTML(string=html).render(stylesheets=[size]).pages:
            assert _rightmost(page._page_box) <= page.width - MARGIN + 1


def _standings(folder: Path, event: str, language: str, tie_breaks: int) -> str:
    """Standings with so many tie-breaks: with three their words stand above the columns, with seven numbers do."""
    names = " ".join(TIE_BREAKS[:tie_breaks])
    value = standings_of(many(4, tie_breaks=names), folder)
    return standings_sheet({**value, "event": event}, language=language, records=True)


def _rightmost(box: Any) -> float:
    """The right edge of the widest table or line of a page."""
    own = box.position_x + box.border_width() if type(box).__name__ in {"TableCellBox", "LineBox"} else 0.0
    return max([own, *(_rightmost(each) for each in getattr(box, "children", ()))])


@pytest.mark.parametrize("language", languages())
def test_a_slip_fits_one_page(language: str) -> None:
    data = (ROOT / "fixtures/club-night.mbn").read_bytes()
    trial = take_record(data.replace(b"75 ; too fast?\n", b"75\nruling void Y MB231 ; warned\n"))
    (page,) = texts(pdf(ruling_slips(trial, rulings_made(trial), language=language), "letter"))

    assert translations(language).gettext("Appeal") in page
    assert "MB231" in page


def test_style_has_nothing_that_is_ignored(caplog: pytest.LogCaptureFixture) -> None:
    trial = take_record(COUPE.read_bytes())
    with caplog.at_level(logging.WARNING, "weasyprint"):
        pdf(score_sheet(trial.record, trial.report))

    assert [each.getMessage() for each in caplog.records] == []


def test_nothing_is_fetched(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    picture.write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", encoding="utf-8")
    page = f"<!doctype html><html lang=en><title>x</title><img src='{picture.as_uri()}' alt=x></html>"
    with caplog.at_level(logging.WARNING, "weasyprint"):
        pdf(page)

    assert "picture.svg" in caplog.text
    assert "disallowed protocol" in caplog.text
