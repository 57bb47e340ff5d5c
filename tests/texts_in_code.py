"""The catalogues: finds every text and brings ``locale/*.po`` up to date (python tests/texts_in_code.py)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import click
import yaml
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bornes.knobs import KNOBS
from bornes_api.cli import group
from bornes_api.language.available import SOURCE
from bornes_api.language.helping import help_text
from bornes_api.language.speaking import speak

ROOT = Path(__file__).parent.parent
API = ROOT / "api/bornes_api"
LOCALE = API / "language/locale"
ROOMS = (API, ROOT / "notation", ROOT / "validator")
CODES = ROOT / "validator/bornes/codes"
CHECKS = ROOT / "validator/bornes/checks.yaml"
ONE = {"_", "N_", "gettext", "marked", "said", "worded"}
"""Functions whose first argument is a text."""
FILLING = {"counted", "said", "worded"}
"""Functions that fill the blanks as well."""
TWO = {"counted", "ngettext"}
"""Functions whose first two arguments are a text for one and for several."""

Found = tuple[str, int, "str | tuple[str, ...]"]
"""File, line, text."""


def found_texts() -> Catalog:
    """Every text there is to translate, with the files it stands in."""
    catalogue = Catalog(project="bornes", fuzzy=False)
    for name, _line, text in sorted(
        {*_of_code(), *_of_templates(), *_of_codes(), *_of_checks(), *_of_knobs(), *_of_help()}, key=_in_order
    ):
        catalogue.add(text, None, [(name, 0)])
    return catalogue


def _in_order(found: Found) -> tuple[str, int, str]:
    return (found[0], found[1], str(found[2]))


def _of_code() -> Iterator[Found]:
    for room in ROOMS:
        for path in room.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and (text := _text_of(node)) is not None:
                    yield path.relative_to(room).as_posix(), node.lineno, text


def filled_texts() -> Iterator[tuple[str, str | tuple[str, ...], set[str]]]:
    """Place, text and names of the blanks of every call that fills its own text."""
    for room in ROOMS:
        for path in room.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                text = _text_of(node) if isinstance(node, ast.Call) else None
                if text is None or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                    continue
                names = {each.arg for each in node.keywords}
                if node.func.id in FILLING and None not in names:
                    given = {"count"} if node.func.id == "counted" else set[str]()
                    yield f"{path.name}:{node.lineno}", text, given | {each for each in names if each}


def _text_of(call: ast.Call) -> str | tuple[str, ...] | None:
    """The text that a call has translated; None if it is no such call, or takes its text from elsewhere."""
    function = call.func
    name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    wanted = 1 if name in ONE else 2 if name in TWO else 0
    found = [each.value for each in call.args[:wanted] if isinstance(each, ast.Constant)]
    texts = tuple(each for each in found if isinstance(each, str))
    if not wanted or len(texts) < wanted:
        return None
    return texts if wanted == 2 else texts[0]


def _of_templates() -> Iterator[Found]:
    found = extract_from_dir(
        API,
        [("**/templates/**.html", "jinja2.ext:babel_extract")],
        {"**/templates/**.html": {"trimmed": "false", "newstyle_gettext": "true"}},
        keywords={"_": None, "gettext": None, "ngettext": (1, 2)},
    )
    yield from ((name, line, text) for name, line, text, _comments, _context in found)


def _of_codes() -> Iterator[Found]:
    """What the codes mean: sentences and reasons."""
    for path in CODES.glob("*.yaml"):
        for number, entry in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")).values()):
            yield from ((f"bornes/codes/{path.name}", number, entry[key]) for key in ("sentence", "why"))


def _of_checks() -> Iterator[Found]:
    """What the checks ask."""
    checks: dict[str, str] = yaml.safe_load(CHECKS.read_text(encoding="utf-8"))
    yield from (("bornes/checks.yaml", number, sentence) for number, sentence in enumerate(checks.values()))


def _of_knobs() -> Iterator[Found]:
    """What the knobs mean."""
    yield from (("bornes/knobs.py", number, knob.meaning) for number, knob in enumerate(KNOBS))


def _of_help() -> Iterator[Found]:
    """The help of the commands, their arguments left out: click shows none."""
    speak(SOURCE)
    yield from _help(group, "cli.py")
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from _help(command, f"commands/{name.replace('-', '')}.py")


def _help(command: click.Command, name: str) -> Iterator[Found]:
    texts = [help_text(command.help or ""), command.short_help or ""]
    texts += [each.help or "" for each in command.params if isinstance(each, click.Option)]
    yield from ((name, 0, text) for text in texts if text)
    if isinstance(command, click.Group):
        for each in command.commands.values():
            yield from _help(each, name)


def catalogue_of(language: str) -> Catalog:
    """The catalogue of a language as it lies in the folder."""
    with (LOCALE / f"{language}.po").open("rb") as stream:
        return read_po(stream, locale=language)


def written(catalogue: Catalog) -> bytes:
    """The file of a catalogue. The dates and names that headers usually hold are in the history of the file."""
    stream = BytesIO()
    write_po(stream, catalogue, width=110, sort_by_file=True, omit_header=True, include_lineno=False)
    header = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalogue.locale_identifier}\\n"\n'
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    )
    return header.encode() + stream.getvalue()


def updated(language: str) -> Catalog:
    """The catalogue with the texts of today; what is new is untranslated, what is gone is gone."""
    catalogue = catalogue_of(language)
    catalogue.update(found_texts(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


if __name__ == "__main__":
    for path in sorted(LOCALE.glob("*.po")):
        path.write_bytes(written(updated(path.stem)))
        print(f"{path.relative_to(ROOT)}: written")  # noqa: T201 - what a script says
