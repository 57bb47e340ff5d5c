"""The command line in four languages: people read their own, programs read the same bytes in all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import click
import pytest
from click.testing import CliRunner, Result

from bornes_api.batch.answers import Part, answer_parts
from bornes_api.batch.question import Question
from bornes_api.cli import COMMANDS, group
from bornes_api.language.available import SOURCE, languages
from bornes_api.language.speaking import counted, said, speak, spoken
from bornes_notation.spans import RecordSpan

ROOT = Path(__file__).parent.parent
CLUB = "fixtures/club-night.mbn"
TOURNAMENT = "fixtures/tournament"
UNREADABLE = (
    "MBN 1\nRuleset: winning-moves\nX: Ada\nY: Ben\n\nhand 1 first X\n1. X (25) R+->Y\nend unfinished\n"
)
OTHERS = [each for each in languages() if each != SOURCE]


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("BORNES_LANG", raising=False)
    yield
    speak(SOURCE)


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(group, arguments, input=text)


FOR_PROGRAMS = [
    ("check", "--format", "json", CLUB),
    ("check", "--format", "jsonl", CLUB, "fixtures/coupe.mbn"),
    ("check", "--format", "sarif", CLUB),
    ("check", "--format", "github", "--all", CLUB),
    ("check", "--format", "json", "-"),
    ("score", "--format", "json", CLUB),
    ("replay", "--format", "jsonl", CLUB),
    ("legal", "--format", "json", "--at", "1.4", CLUB),
    ("what-if", "--format", "json", CLUB),
    ("adjudicate", "--ruling", "1.4=void", "--reason", "warned", CLUB),
    ("fmt", "-"),
    ("convert", "--to", "json", CLUB),
    ("play", "--seed", "3"),
    ("tournament", "export", TOURNAMENT),
    ("tournament", "check", "--format", "json", TOURNAMENT),
    ("tournament", "standings", "--format", "json", TOURNAMENT),
]


@pytest.mark.parametrize("arguments", FOR_PROGRAMS, ids=" ".join)
@pytest.mark.parametrize("language", OTHERS)
def test_what_programs_read_is_the_same_in_all_languages(language: str, arguments: tuple[str, ...]) -> None:
    text = {"fmt": (ROOT / CLUB).read_text(encoding="utf-8")}.get(arguments[0], UNREADABLE)
    english, other = run(*arguments, text=text), run("--lang", language, *arguments, text=text)

    assert english.stdout != ""
    assert (other.stdout_bytes, other.exit_code) == (english.stdout_bytes, english.exit_code)


@pytest.mark.parametrize("language", OTHERS)
def test_changes_since_a_publication_are_the_same_for_programs(language: str, tmp_path: Path) -> None:
    folder = Path(copytree(TOURNAMENT, tmp_path / "cup"))
    run("--lang", language, "tournament", "publish", str(folder))
    file = folder / "tournament.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("Coupe des Huit", "Coupe"), encoding="utf-8")
    arguments = ("tournament", "diff", "--format", "json", str(folder))
    english, other = run(*arguments), run("--lang", language, *arguments)

    assert "the tournament file was changed" in english.stdout
    assert other.stdout_bytes == english.stdout_bytes
    assert "tournament file" not in run("--lang", language, "tournament", "diff", str(folder)).stdout


FOR_PEOPLE = {
    ("check", CLUB): {"es": "infracción", "fr": "infraction", "pt": "infração"},
    ("check", "--summary", CLUB): {"es": "ilegal", "fr": "illégal", "pt": "ilegal"},
    ("score", CLUB): {"es": "Mano 1", "fr": "Manche 1", "pt": "Mão 1"},
    ("legal", "--at", "1.4", CLUB): {"es": "Posición", "fr": "Position :", "pt": "Posição"},
    ("replay", CLUB): {"es": "mano 1", "fr": "manche 1", "pt": "mão 1"},
    ("what-if", CLUB, "1.4=void"): {"es": "como está", "fr": "tel quel", "pt": "como está"},
    ("explain", "MB231"): {"es": "Regla:", "fr": "Règle :", "pt": "Regra:"},
    ("tournament", "standings", TOURNAMENT): {
        "es": "tras la ronda",
        "fr": "après la ronde",
        "pt": "após a ronda",
    },
    ("tournament", "standings", "--explain", "Berg, Olaf", TOURNAMENT): {
        "es": "ganada",
        "fr": "gagné",
        "pt": "ganha",
    },
    ("check", "-"): {"es": "ilegible", "fr": "illisible", "pt": "ilegível"},
    ("check", "nowhere.mbn", CLUB, "-"): {"es": "registros", "fr": "relevés", "pt": "registos"},
    ("chek",): {"es": "¿Quiso decir check?", "fr": "Vouliez-vous dire check ?", "pt": "Quis dizer check?"},
    ("check",): {"es": "Falta el argumento", "fr": "Il manque l’argument", "pt": "Falta o argumento"},
    ("check", "--jobs", "0", CLUB): {"es": "intervalo", "fr": "intervalle", "pt": "intervalo"},
    ("explain", "231"): {"es": "no es un código", "fr": "n’est pas un code", "pt": "não é um código"},
    ("check", "--help"): {"es": "Código de salida", "fr": "Code de sortie", "pt": "Código de saída"},
    ("rules", "cards", "winning-moves"): {"es": "Pinchazo", "fr": "Crevaison", "pt": "Furo"},
}


@pytest.mark.parametrize("arguments", FOR_PEOPLE, ids=" ".join)
@pytest.mark.parametrize("language", OTHERS)
def test_what_people_read_is_in_their_language(language: str, arguments: tuple[str, ...]) -> None:
    english, other = run(*arguments, text=UNREADABLE), run("--lang", language, *arguments, text=UNREADABLE)

    assert FOR_PEOPLE[arguments][language] in other.output
    assert FOR_PEOPLE[arguments][language] not in english.output
    assert other.exit_code == english.exit_code


def test_english_is_what_it_always_was_after_another_language() -> None:
    before = run("check", CLUB).output
    run("--lang", "fr", "check", CLUB)

    assert run("check", CLUB).output == before
    assert run("check", "--help").output.startswith("Usage:")


def test_variable_counts_and_the_option_goes_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BORNES_LANG", "fr")

    assert run("--help").output.startswith("Utilisation")
    assert run("--lang", "es", "--help").output.startswith("Uso")
    assert run("--lang=pt", "--help").output.startswith("Utilização")
    assert run("--lang", "en", "--help").output.startswith("Usage")


def test_variables_of_the_system_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.setenv(name, "fr_FR.UTF-8" if name != "LANGUAGE" else "fr")

    assert run("--help").output.startswith("Usage")


@pytest.mark.parametrize("arguments", [("--lang", "de"), ("--lang=",), ("--lang", "../fr")])
def test_language_that_there_is_not_is_wrong_usage(arguments: tuple[str, ...]) -> None:
    result = run(*arguments, "check", CLUB)

    assert result.exit_code == 2
    assert "there are en, es, fr, pt" in result.stderr


def test_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BORNES_LANG", "klingon")
    result = run("check", CLUB)

    assert result.exit_code == 2
    assert "BORNES_LANG" in result.stderr


def test_option_after_the_command_is_not_that_of_the_run() -> None:
    result = run("replay", "--lang", "fr", CLUB)

    assert result.exit_code == 2
    assert "--lang is for --html" in result.stderr


def test_saved_page_speaks_the_language_of_the_run(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    run("--lang", "es", "replay", "--html", str(page), CLUB)

    assert '<html lang="es"' in page.read_text(encoding="utf-8")


def helps(command: click.Command, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = [path]
    if isinstance(command, click.Group):
        names = command.list_commands(click.Context(command))
        for name in names:
            sub = command.get_command(click.Context(command), name)
            assert sub is not None
            found += helps(sub, (*path, name))
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_no_help_is_left_in_english(language: str) -> None:
    speak(SOURCE)
    paths = helps(group)
    assert len(paths) > len(COMMANDS) + 10
    for path in paths:
        english = set(re.findall(r"[a-z]{4,}(?: [a-z]+){3,}", " ".join(run(*path, "--help").output.split())))
        other = " ".join(run("--lang", language, *path, "--help").output.split())

        assert [each for each in english if each in other] == [], path


def test_processes_speak_too() -> None:
    text = (ROOT / CLUB).read_bytes()
    speak("fr")
    try:
        question = Question(None, "as-played", "text", language=spoken())
        answer = answer_parts([Part("night", RecordSpan(text))], question)
    finally:
        speak(SOURCE)

    assert "1 infraction" in "\n".join(answer.values)
    assert "1 infraction" in run("--lang", "fr", "check", "--jobs", "2", CLUB, CLUB).stdout


def test_numbers_choose_the_form() -> None:
    one, many = "%(count)s violation", "%(count)s violations"

    assert [counted(one, many, n) for n in (0, 1, 2)] == ["0 violations", "1 violation", "2 violations"]
    speak("fr")
    try:
        assert [counted(one, many, n) for n in (0, 1, 2)] == ["0 infraction", "1 infraction", "2 infractions"]
        assert said("a text that is in no catalogue: 100 %") == "a text that is in no catalogue: 100 %"
    finally:
        speak(SOURCE)
