"""Every language is whole: each text of the pages has its translation, with the same blanks to fill."""

from __future__ import annotations

import re
from typing import cast

import pytest

import texts_in_code
from bornes_api.language.available import SOURCE, languages
from bornes_api.language.catalogues import choose, named_languages, translations

OTHERS = [each for each in languages() if each != SOURCE]
_BLANK = re.compile(r"%\(\w+\)[srd]|\{\w+(?:!r)?\}")


def strings(text: object) -> list[str]:
    """The forms of a text, several if it has a plural."""
    return [text] if isinstance(text, str) else list(cast("tuple[str, ...]", text))


def key(text: object) -> tuple[str, ...]:
    return tuple(strings(text))


def test_there_are_four_languages() -> None:
    assert dict(named_languages()) == {
        "en": "English",
        "es": "Español",
        "fr": "Français",
        "pt": "Português",
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    catalogue = texts_in_code.catalogue_of(language)
    wanted = {key(message.id) for message in texts_in_code.found_texts() if message.id}
    done = {
        key(message.id)
        for message in catalogue
        if message.id and all(strings(message.string)) and not message.fuzzy
    }

    assert wanted - done == set()
    assert {key(message.id) for message in catalogue if message.id} - wanted == set()
    assert len(wanted) > 200


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_blanks(language: str) -> None:
    for message in texts_in_code.catalogue_of(language):
        if message.id:
            *one, many = (set(_BLANK.findall(each)) for each in strings(message.id))
            for number, form in enumerate(strings(message.string)):
                # "once" may stand for the blank of the number
                allowed = [many] if number else [many, *one]
                assert set(_BLANK.findall(form)) in allowed, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_catalogue_is_written_as_the_script_writes_it(language: str) -> None:
    written = (texts_in_code.LOCALE / f"{language}.po").read_bytes()

    assert texts_in_code.written(texts_in_code.updated(language)) == written


def test_calls_fill_the_blanks_of_their_texts() -> None:
    """A blank that nothing fills would be a crash, in a place that is seldom reached."""
    checked = 0
    for place, text, names in texts_in_code.filled_texts():
        blanks = {
            each[2:].rstrip("srd").rstrip(")") for form in strings(text) for each in _BLANK.findall(form)
        }
        assert names == blanks, f"{place}: {text}"
        checked += 1

    assert checked > 400


def test_plurals_follow_the_language() -> None:
    french = translations("fr")

    assert french.ngettext("%(count)s violation.", "%(count)s violations.", 0) == "%(count)s infraction."
    assert french.ngettext("%(count)s violation.", "%(count)s violations.", 2) == "%(count)s infractions."


@pytest.mark.parametrize(
    ("asked", "remembered", "accepted", "language"),
    [
        ("fr", "en", ["en"], "fr"),
        ("xx", "fr", ["en"], "fr"),
        (None, None, ["fr-CA", "en"], "fr"),
        (None, None, ["en-GB", "fr"], "en"),
        (None, "../fr", ["xx"], "en"),
        (None, None, ["*"], "en"),
        (None, None, ["", "🚗", "a_b_c_d_e"], "en"),
    ],
)
def test_choice_of_language(
    asked: str | None, remembered: str | None, accepted: list[str], language: str
) -> None:
    assert choose(asked, remembered, accepted) == language
