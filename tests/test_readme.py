"""The README shows what really happens."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path

import pytest
from click import Context
from click.testing import CliRunner

from bornes.knobs import KNOBS
from bornes_api.cli import group

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^```console\n\$ bornes (.*)\n((?:.*\n)*?)```", README, re.MULTILINE)


def test_readme_shows_something() -> None:
    assert SESSIONS


@pytest.mark.parametrize(("command", "output"), SESSIONS)
def test_sessions_are_real(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)

    assert CliRunner().invoke(group, command.split()).stdout == output


def test_shown_records_are_real() -> None:
    shown = re.findall(r"^`(fixtures/\S+)`:\n\n```\n((?:.*\n)*?)```", README, re.MULTILINE)

    assert shown
    for path, text in shown:
        assert (ROOT / path).read_text(encoding="utf-8") == text


def test_there_are_two_commands_for_a_fresh_machine() -> None:
    first, second = re.findall(r"^python3 -m venv .*", README, re.MULTILINE)

    assert re.search(r"bornes check fixtures/\S+\.mbn$", first)
    assert second.endswith("-m pytest -q")


def test_python_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (example,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)

    (tmp_path / "example.py").write_text(example, encoding="utf-8")
    run_path(str(tmp_path / "example.py"))

    assert re.fullmatch(r"(\d+ legal \{.*\}\n)+legal \(\)\n", capsys.readouterr().out)


def test_every_command_is_listed() -> None:
    table = README.split("## What it does")[1].split("\n## ")[0]

    assert {name for name in group.list_commands(Context(group)) if f"`bornes {name}`" not in table} == set()


def test_change_log_names_the_corpus_and_counts_the_knobs() -> None:
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version = (ROOT / "fixtures/VERSION").read_text(encoding="utf-8").strip()

    assert f"{len(KNOBS)} knobs" in log
    assert f"version {version}:" in log


PATH = re.compile(r"(?:[\w.*-]|<\w+>)+/(?:[\w./*-]|<\w+>)*|[\w*-]+\.(?:md|py|mjs|json|jsonl|yaml|toml|lark)")
LEFT_OPEN = re.compile(r"<\w+>|\bNAME\b")
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "spec/README.md", "fixtures/README.md"]


def paths_named(page: Path) -> list[str]:
    """What stands between backticks and looks like a path of this repository, as a pattern for `Path.glob`."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    words = (word for quoted in re.findall(r"`([^`\n]+)`", text) for word in quoted.split())
    return [LEFT_OPEN.sub("*", word) for word in words if PATH.fullmatch(word)]


@pytest.mark.parametrize("name", PAGES)
def test_paths_that_a_page_names_exist(name: str) -> None:
    """From the root, or from where the page stands."""
    page = ROOT / name
    folders = (ROOT, page.parent)
    named = paths_named(page)

    assert named
    assert [path for path in named if not any([*folder.glob(path.rstrip("/"))] for folder in folders)] == []
