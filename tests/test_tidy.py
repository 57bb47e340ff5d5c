"""The house style that matters, as tests: imports point down, modules and functions stay small."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = {
    "bornes_notation": ROOT / "notation/bornes_notation",
    "bornes": ROOT / "validator/bornes",
    "bornes_api": ROOT / "api/bornes_api",
}
MAY_IMPORT = {
    "bornes_notation": {"bornes_notation", "lark"},
    "bornes": {"bornes", "bornes_notation", "jsonschema", "referencing", "yaml"},
    "bornes_api": {
        "babel",
        "bornes_api",
        "bornes",
        "bornes_notation",
        "click",
        "flask",
        "jinja2",
        "jsonschema",
        "markupsafe",
        "waitress",
        "werkzeug",
        "yaml",
    },
}
LONGEST_MODULE = 300
LONGEST_FUNCTION = 50
LONG_MODULES = {
    "notation/bornes_notation/record.py": "one small class for each form of line, read as a list",
}
"""Modules that may be longer, each with its reason."""
LONG_FUNCTIONS: dict[str, str] = {
    "validator/bornes/automaton/turns.py:take_turn": "the one loop whose calls would cost more than its work",
}
"""Functions that may be longer, as ``path:name``, each with its reason."""
VAGUE = {"utils", "util", "helpers", "common", "manager", "misc"}


def modules() -> list[Path]:
    return sorted(path for folder in PACKAGES.values() for path in folder.rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imported(tree: ast.AST) -> Iterator[str]:
    """Top-level names of the imported packages; a relative import gives an empty name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "" if node.level else (node.module or "").split(".")[0]


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_imports_point_down(path: Path) -> None:
    package = next(name for name, folder in PACKAGES.items() if path.is_relative_to(folder))
    found = set(imported(ast.parse(path.read_text(encoding="utf-8"))))

    assert found - set(sys.stdlib_module_names) - MAY_IMPORT[package] == set()


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_module_is_short_and_named_by_its_subject(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")

    assert path.stem not in VAGUE
    assert lines <= LONGEST_MODULE or name_of(path) in LONG_MODULES


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_functions_are_short(path: Path) -> None:
    long = {
        f"{name_of(path)}:{node.name}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION
    }

    assert long - set(LONG_FUNCTIONS) == set()


def test_exceptions_to_the_house_style_are_still_needed() -> None:
    known = {name_of(path) for path in modules()}

    assert {name for name in LONG_MODULES if name not in known} == set()
    assert {name for name in LONG_FUNCTIONS if name.split(":")[0] not in known} == set()


def test_packages_of_the_wheel_are_those_of_the_tree() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    build = settings["tool"]["hatch"]["build"]
    folders = sorted(name_of(folder) for folder in PACKAGES.values())

    assert sorted(build["targets"]["wheel"]["packages"]) == folders
    assert sorted(build["dev-mode-dirs"]) == sorted(folder.split("/")[0] for folder in folders)
    assert folders == sorted(
        name_of(path.parent)
        for root in ("notation", "validator", "api")
        for path in (ROOT / root).glob("*/py.typed")
    )


def test_no_folder_of_modules_lacks_its_init() -> None:
    folders = {path.parent for path in modules()}

    assert {name_of(folder) for folder in folders if not (folder / "__init__.py").is_file()} == set()


def test_data_is_no_program() -> None:
    assert list((ROOT / "fixtures").rglob("*.py")) == []


def test_every_ruff_ignore_has_a_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    codes = [
        line for line in text.splitlines() if line.strip().startswith('"') and line.strip()[1:2].isupper()
    ]
    ignores = [line for line in codes if line.strip().split('"')[1].rstrip("0123456789").isupper()]

    assert [line for line in ignores if "#" not in line and "ALL" not in line] == []
