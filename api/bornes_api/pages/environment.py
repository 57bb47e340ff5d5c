"""The templates of the pages, one environment for each language; every value in them is escaped."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.numbers import format_decimal
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from markupsafe import Markup, escape

from bornes_api import __version__
from bornes_api.language import words
from bornes_api.language.cardnames import CardName, card_names
from bornes_api.language.catalogues import named_languages, translations
from bornes_api.language.speaking import worded_by
from bornes_api.pages.sentences import played_card, told
from bornes_notation.cards import Card

if TYPE_CHECKING:
    from jinja2.runtime import Context

HERE = Path(__file__).parent
SPRITE = HERE.parent / "drawing" / "cards.svg"
_KEPT_CONTROLS = "\n\t"


@lru_cache(maxsize=32)
def environment(language: str) -> Environment:
    """The templates in a language."""
    catalogue = translations(language)
    env = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        extensions=["jinja2.ext.i18n", "jinja2.ext.loopcontrols"],
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.install_gettext_translations(catalogue, newstyle=True)  # type: ignore[attr-defined]  # added by the extension
    say = words.sayer(catalogue.gettext)
    env.globals |= {
        "words": words,
        "say": say,
        "language": language,
        "languages": named_languages(),
        "version": __version__,
        "asset": asset_name,
        "sprite": _sprite,
        "card_names": card_names,
        "told": pass_context(lambda context, item: told(item, catalogue.gettext, _names(context, language))),
        "played_card": played_card,
    }
    env.filters |= {
        "card": pass_context(lambda context, card: _names(context, language)[Card(card)].text),
        "said": catalogue.gettext,
        "worded": lambda text: worded_by(catalogue.gettext, text),
        "number": lambda value: format_decimal(value, locale=language),
        "as_typed": _as_typed,
    }
    return env


def _names(context: Context, language: str) -> Mapping[Card, CardName]:
    """The names of the cards on a page: those of the edition that its report is judged by."""
    report = context.get("report")
    return card_names(language, None if report is None else report.ruleset)


def render(template: str, language: str, **values: Any) -> str:
    """A page."""
    return environment(language).get_template(template).render(**values)


@lru_cache(maxsize=8)
def asset(name: str) -> bytes:
    """The stylesheet or the script."""
    return (HERE / "assets" / name).read_bytes()


@lru_cache(maxsize=8)
def asset_name(name: str) -> str:
    """The name under which it is served: its content decides it, so it may be kept for ever."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{hashlib.sha256(asset(name)).hexdigest()[:12]}.{ending}"


@lru_cache(maxsize=1)
def _sprite() -> Markup:
    return Markup(SPRITE.read_text(encoding="utf-8").replace("\n", ""))  # noqa: S704 - our own file


def _shown(value: Any) -> Any:
    """A text as it may be shown: characters that steer the display (and could reorder it) are made visible."""
    if isinstance(value, str) and not isinstance(value, Markup) and not value.isprintable():
        return "".join(
            "\ufffd" if unicodedata.category(each) in {"Cc", "Cf"} and each not in _KEPT_CONTROLS else each
            for each in value
        )
    return value


def _as_typed(text: str) -> Markup:
    """A text for a field that is sent back: escaped, and nothing else changed."""
    return escape(text)
