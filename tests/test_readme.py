"""The README shows what really happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

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
