"""The catalogues: finds every text and brings ``locale/*.po`` up to date (python tests/texts_in_code.py)."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
API = ROOT / "api/bornes_api"
LOCALE = API / "language/locale"
_METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext:babel_extract")]
_OPTIONS = {"**/templates/**.html": {"trimmed": "false", "newstyle_gettext": "true"}}
_KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None}


def found_texts() -> Catalog:
    """Every text there is to translate, with the files it stands in."""
    catalogue = Catalog(project="bornes", fuzzy=False)
    found = extract_from_dir(
        API, _METHODS, _OPTIONS, keywords=_KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True
    )
    for name, _line, text, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        catalogue.add(text, None, [(name, 0)], auto_comments=comments, context=context)
    return catalogue


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
