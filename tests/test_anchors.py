"""What is cited exists: anchors cited by codes, cases and pages, and the sources they name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from bornes.codes import entries

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "spec").glob("*.md"))
LAW = "spec/rulesets.md"


@lru_cache(maxsize=32)
def anchors(page: Path) -> frozenset[str]:
    """Everything of a page that a link can name: what it marks itself, and its headings."""
    text = page.read_text(encoding="utf-8")
    marked = re.findall(r'<a id="([^"]+)">', text)
    headings = re.findall(r"^#+ (.+)$", re.sub(r"(?ms)^```.*?^```$", "", text), re.MULTILINE)
    return frozenset([*marked, *map(slug, headings)])


def slug(heading: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", "-")


def problem(cited: str, folder: Path = ROOT) -> str | None:
    """Why a citation such as ``spec/rulesets.md#U-HOLD`` leads nowhere; None if it leads somewhere."""
    where, _, anchor = cited.partition("#")
    page = folder / where
    if not page.exists():
        return f"{cited}: there is no {where}"
    if anchor and anchor not in anchors(page):
        return f"{cited}: {where} has no such anchor"
    return None


def sources() -> set[str]:
    """Keys of the sources, as section 0 of the law lists them."""
    section = (ROOT / LAW).read_text(encoding="utf-8").split("\n## 1.")[0]
    cells = re.findall(r'^\| (?:<a id="[^"]+"></a>)?([A-Z][A-Z0-9, ]+) \|', section, re.MULTILINE)
    return {key for cell in cells for key in cell.split(", ")}


def cites_of_cases() -> Iterator[tuple[str, str]]:
    """Each case with each thing it cites."""
    with (ROOT / "fixtures/cases.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            yield from ((case["id"], cited) for cited in case.get("cites", ()))


def test_cases_cite_what_exists() -> None:
    cited = list(cites_of_cases())
    places = [(name, each) for name, each in cited if "/" in each]
    wrong = [f"{name}: {found}" for name, each in places if (found := problem(each))]

    assert len(places) > 1000
    assert wrong == []


def test_cases_name_sources_that_are_listed() -> None:
    named = {
        (each, part.split()[0].rstrip(","))
        for _, each in cites_of_cases()
        if "/" not in each
        for part in re.sub('"[^"]*"', "", each).split(";")
    }

    assert {each for each, key in named if key not in sources()} == set()


def test_codes_cite_what_exists() -> None:
    rules = {entry.rule if "#" in entry.rule else f"{LAW}#{entry.rule}" for entry in entries()}
    cited = rules | {words for entry in entries() for words in entry.cites.values() if "#" in words}

    assert [found for each in sorted(cited) if (found := problem(each))] == []


def test_cites_have_the_form_that_is_described() -> None:
    """spec/README.md says how: a place of this repository, or a source by its key."""
    assert all(re.fullmatch(r"[a-z]+/\S+|[A-Z][A-Z0-9]*\b.*", each) for _, each in cites_of_cases())


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=lambda p: p.name)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    text = re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if ":" not in link]
    own = [f"{page.name}{link}" if link.startswith("#") else link for link in links]

    assert [found for link in own if (found := problem(link, page.parent))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_no_anchor_stands_twice(page: Path) -> None:
    marked = re.findall(r'<a id="([^"]+)">', page.read_text(encoding="utf-8"))

    assert sorted(marked) == sorted(set(marked))
