"""The templates of the sheets, one environment for each language; every value in them is escaped."""

from __future__ import annotations

import base64
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel.numbers import format_decimal
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from bornes_api import __version__
from bornes_api.language import words
from bornes_api.language.catalogues import translations
from bornes_api.language.speaking import worded_by
from bornes_api.paper import wording
from bornes_api.paper.evidence import short
from bornes_api.render.paint import printable

HERE = Path(__file__).parent


@lru_cache(maxsize=32)
def environment(language: str) -> Environment:
    """The templates in a language."""
    catalogue = translations(language)
    env = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.install_gettext_translations(catalogue, newstyle=True)  # type: ignore[attr-defined]  # added by the extension
    style = (HERE / "paper.css").read_text(encoding="utf-8")
    env.globals |= {
        "words": words,
        "wording": wording,
        "say": words.sayer(catalogue.gettext),
        "language": language,
        "version": __version__,
        "style": Markup(style),  # noqa: S704 - our own file
        "style_hash": base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
    }
    env.filters |= {
        "number": lambda value: format_decimal(value, locale=language, group_separator=False),
        "short": short,
        "capital": lambda text: text[:1].upper() + text[1:],
        "worded": lambda text: worded_by(catalogue.gettext, text),
    }
    return env


def render(template: str, language: str, **values: Any) -> str:
    """A sheet as a whole HTML page."""
    return environment(language).get_template(template).render(**values)


def _shown(value: Any) -> Any:
    """A text as it may be printed: characters that steer the display (and could reorder it) are made visible."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value
