"""`bornes replay --html`: one page that needs nothing else."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import bornes
from bornes_api.cli import group
from bornes_api.language.available import languages
from bornes_api.pages.replaying import replayed
from hostile import HOSTILE, readable_hostile_record

ROOT = Path(__file__).parent.parent
COUPE = ROOT / "fixtures/coupe.mbn"


def save(tmp_path: Path, *arguments: str | Path, text: str | None = None) -> tuple[Result, Path]:
    page = tmp_path / "page.html"
    command = ["replay", "--html", str(page), *map(str, arguments)]
    return CliRunner().invoke(group, command, input=text), page


class Parts(HTMLParser):
    """Tags with attributes, and the texts of scripts and styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline: dict[str, list[str]] = {"script": [], "style": []}
        self._in = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._in = tag

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the parser asks so
        self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in in self.inline:
            self.inline[self._in].append(data)


@pytest.mark.parametrize("language", languages())
def test_page_has_every_state_and_refers_to_nothing_outside(tmp_path: Path, language: str) -> None:
    result, page = save(tmp_path, "--lang", language, COUPE)
    text = page.read_text(encoding="utf-8")
    parts = Parts(text)
    outside = [
        value
        for _, attrs in parts.tags
        for name, value in attrs.items()
        if name in {"href", "src", "action"} and not (value or "").startswith("#")
    ]
    states = replayed(next(iter(bornes.read(COUPE.read_bytes()))), None, "as-played").frames

    assert result.exit_code == 0, result.output
    assert outside == []
    assert f'<html lang="{language}">' in text
    ids = [attrs["id"] for _, attrs in parts.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert {frame.at for frame in states} <= set(ids)


def test_policy_of_the_page_allows_its_own_style_and_script_only(tmp_path: Path) -> None:
    _, page = save(tmp_path, COUPE)
    parts = Parts(page.read_text(encoding="utf-8"))
    policy = next(attrs["content"] or "" for tag, attrs in parts.tags if "http-equiv" in attrs)

    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    for kind, (text,) in parts.inline.items():
        wanted = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{wanted}'" in policy


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_stay_texts(tmp_path: Path, text: str) -> None:
    _, page = save(tmp_path, "-", text=readable_hostile_record(text))
    _, plain = save(tmp_path / "..", "-", text=readable_hostile_record("plain"))
    found, wanted = (Parts(each.read_text(encoding="utf-8")) for each in (page, plain))

    assert [(tag, sorted(attrs)) for tag, attrs in found.tags] == [
        (tag, sorted(attrs)) for tag, attrs in wanted.tags
    ]
    assert len(found.inline["script"]) == 1


def test_exit_status_is_that_of_the_replay(tmp_path: Path) -> None:
    assert save(tmp_path, COUPE)[0].exit_code == 0
    assert save(tmp_path, ROOT / "fixtures/club-night.mbn")[0].exit_code == 1
    unreadable = ROOT / "api/bornes_api/pages/examples/unreadable.mbn"
    assert save(tmp_path, unreadable)[0].exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--lang", "xx", COUPE], "'xx'; there are en"),
        (["--at", "1.1", COUPE], "leave --at out"),
        ([COUPE, COUPE], "2 records"),
        (["none.mbn"], "none.mbn"),
        ([ROOT / "LICENSE"], "0 records"),
        (["--ruleset", "none", COUPE], "none"),
    ],
)
def test_what_cannot_be_saved_is_said_and_nothing_is_written(
    tmp_path: Path, arguments: list[str | Path], said: str
) -> None:
    result, page = save(tmp_path, *arguments)

    assert result.exit_code == 2
    assert said in result.stderr
    assert not page.exists()


def test_language_is_for_the_page_only() -> None:
    result = CliRunner().invoke(group, ["replay", "--lang", "fr", str(COUPE)])

    assert result.exit_code == 2
    assert "--lang is for --html" in result.stderr


def test_record_is_in_the_page_as_it_was_written(tmp_path: Path) -> None:
    _, page = save(tmp_path, ROOT / "fixtures/club-night.mbn")
    shown = re.search(r"<pre[^>]*>(.*?)</pre>", page.read_text(encoding="utf-8"), re.DOTALL)

    assert shown is not None
    assert shown[1].replace("-&gt;", "->") == (ROOT / "fixtures/club-night.mbn").read_text(encoding="utf-8")
