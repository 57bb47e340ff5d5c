"""The languages: English in the code, and one catalogue, ``locale/CODE.po``, for each other one."""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bornes_api.language.available import LOCALE, SOURCE, languages


@lru_cache(maxsize=1)
def named_languages() -> tuple[tuple[str, str], ...]:
    """(code, what its speakers call it)."""
    return tuple(
        (code, (Locale.parse(code).get_language_name(code) or code).capitalize()) for code in languages()
    )


@lru_cache(maxsize=32)
def translations(code: str) -> NullTranslations:
    """The catalogue of a language; English needs none."""
    if code == SOURCE:
        return NullTranslations()
    with Path(LOCALE, f"{code}.po").open("rb") as stream:
        catalogue = read_po(stream, locale=code)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


def choose(asked: str | None, remembered: str | None, accepted: list[str]) -> str:
    """The language to answer in: the one asked for, the one of last time, or the best the browser names."""
    for wish in (asked, remembered):
        if wish in languages():
            return wish
    wishes = [each.replace("-", "_") for each in accepted]
    return negotiate_locale(wishes, list(languages())) or SOURCE
