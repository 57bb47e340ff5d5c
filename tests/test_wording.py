"""Sentences that remember how they were made: equal to plain text, and whole in every language."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Callable, Iterator

import pytest

import bornes
from bornes.codes import CodeEntry, entries
from bornes_api.language.available import SOURCE, languages
from bornes_api.language.catalogues import translations
from bornes_api.language.speaking import worded_by
from bornes_notation.wording import AND, OR, Wording, listed, worded, wording_of

OTHERS = [each for each in languages() if each != SOURCE]
_ENGLISH = re.compile(r"\b(the|is|was|with|while|although|which|of|before|after|and)\b")


def test_it_is_its_text() -> None:
    said = worded("%(side)s is %(state)s", side="X", state=worded("rolling"))

    assert said == "X is rolling"
    assert hash(said) == hash("X is rolling")
    assert json.dumps(said) == '"X is rolling"'
    assert type(str(said)) is str
    assert said.template == "%(side)s is %(state)s"


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda said: pickle.loads(pickle.dumps(said))])
def test_it_stays_one_when_it_is_copied(again: Callable[[Wording], Wording]) -> None:
    said = worded("%(side)s has %(count)s", side="X", count=2)
    other = again(said)

    assert (other, other.template, dict(other.values)) == (said, said.template, dict(said.values))


def test_lists_are_joined_two_and_two() -> None:
    assert listed([]) == ""
    assert listed(["X"], AND) == "X"
    assert listed(["X", "Y", "Z"]) == "X, Y, Z"
    french = translations("fr").gettext
    assert worded_by(french, listed(["X", "Y"], OR)) == "X ou Y"
    assert worded_by(french, listed([worded("a seat"), worded("a side")])) == "une place, un camp"


def test_what_an_error_says_keeps_its_template() -> None:
    assert isinstance(wording_of(ValueError(worded("a seat"))), Wording)
    assert wording_of(ValueError("plain")) == "plain"
    assert wording_of(ValueError("one", "two")) == "('one', 'two')"


def said_of(entry: CodeEntry) -> Iterator[str]:
    """Everything that is said of the example of a code."""
    for reading in bornes.read(entry.illegal_data):
        report = bornes.validate(reading)
        for error in report.errors:
            yield error.message
            yield from error.expected
        yield from (each.message for each in report.violations)
        yield from (each.rests_on for each in report.violations if each.rests_on is not None)
        yield from (each.message for each in report.style)
        yield from (each.reason for each in report.unverified)


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.code)
@pytest.mark.parametrize("language", OTHERS)
def test_what_is_found_is_said_in_every_language(language: str, entry: CodeEntry) -> None:
    catalogue = translations(language)
    said = list(said_of(entry))

    assert said
    for text in said:
        in_english = worded_by(lambda each: each, text)
        translated = worded_by(catalogue.gettext, text)

        assert in_english == text
        if _ENGLISH.search(text):
            assert isinstance(text, Wording), text
            assert translated != text
        # Names and lines of the record stand as they were written; of the message nothing may be left.
        assert not _ENGLISH.search(re.sub(r"canonical: .*|canoni.*: .*", "", translated)), translated
