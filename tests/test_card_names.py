"""The names of the cards: those of the language, or those that the edition prints; each with who says so."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from bornes.loading import ruleset_ids
from bornes_api.language.available import languages
from bornes_api.language.cardnames import OURS, card_names
from bornes_api.language.words import GRADES
from bornes_notation.cards import Card

ROOT = Path(__file__).parent.parent
DATA = yaml.safe_load((ROOT / "api/bornes_api/language/cardnames.yaml").read_text(encoding="utf-8"))
PAGE = (ROOT / "spec/languages.md").read_text(encoding="utf-8")


def names(language: str, edition: str | None = None) -> dict[str, str]:
    return {card.value: name.text for card, name in card_names(language, edition).items()}


@pytest.mark.parametrize("language", languages())
def test_every_card_has_a_name_of_its_own(language: str) -> None:
    for edition in (None, *ruleset_ids()):
        found = card_names(language, edition)

        assert list(found) == list(Card)
        assert len({name.text for name in found.values()}) == len(Card)
        assert {name.grade for name in found.values()} <= set(GRADES)
        assert all(bool(name.source) == (name.grade != OURS) for name in found.values())


def test_an_edition_says_what_it_prints_in_its_language_only() -> None:
    assert names("en")["R+"] == "Roll"
    assert names("en", "asmodee-2014")["R+"] == "Go"
    assert names("fr", "asmodee-2014")["R+"] == "Feu vert"
    assert names("fr", "dujardin-classic")["R*"] == "Prioritaire"
    assert names("fr", "dujardin-2014")["R*"] == "Véhicule prioritaire"
    assert names("en", "club.yaml") == names("en")


def test_our_own_translations_are_marked_so() -> None:
    assert card_names("pt")[Card.FLAT_TYRE].grade == OURS
    assert card_names("pt")[Card.ROLL] == ("Sinal verde", "S", "S2")
    assert all(name.grade == "P" for name in card_names("fr").values())


def test_data_names_editions_languages_and_cards_that_there_are() -> None:
    assert set(DATA["languages"]) == set(languages())
    assert set(DATA["editions"]) <= set(ruleset_ids())
    for edition, prints in DATA["editions"].items():
        own = names(prints["language"])

        assert prints["language"] in languages()
        assert all(own[token] != text for token, text in prints["names"].items()), edition


def test_page_has_the_names_of_every_edition() -> None:
    for edition, prints in DATA["editions"].items():
        row = next(line for line in PAGE.splitlines() if line.startswith("|") and f"`{edition}`" in line)

        assert all(text in row for text in prints["names"].values()), edition
