"""What the command line says, in the language that this run was asked to speak; English if in none.

The catalogue of another language is loaded when it is asked for, and only then; so is what else costs time.
"""

from __future__ import annotations

import gettext as standard
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from bornes_api.language.available import SOURCE

if TYPE_CHECKING:
    from gettext import NullTranslations


class _Run:
    """The language of this process, and its catalogue. English needs none."""

    def __init__(self) -> None:
        self.language = SOURCE
        self.catalogue: NullTranslations | None = None


_run = _Run()


def speak(language: str) -> None:
    """From here on everything is said in this language, one of those there are."""
    if language == _run.language:
        return
    if language == SOURCE:
        _run.catalogue = None
        _teach_click(standard.gettext, standard.ngettext)
    else:
        from bornes_api.language.catalogues import translations

        _run.catalogue = translations(language)
        _teach_click(_run.catalogue.gettext, _run.catalogue.ngettext)
    _run.language = language


def spoken() -> str:
    """The code of the language of this run."""
    return _run.language


def said(text: str, /, **values: object) -> str:
    """A text with its blanks (``%(name)s``) filled. It must stand in the call as it is: catalogues are made of it."""
    if _run.catalogue is not None:
        text = _run.catalogue.gettext(text)
        values = _translated(values)
    return text % values if values else text


def counted(one: str, many: str, count: int, /, **values: object) -> str:
    """A text that depends on a number, which stands in the blank ``%(count)s``."""
    if _run.catalogue is None:
        return (one if abs(count) == 1 else many) % {"count": count, **values}
    return _run.catalogue.ngettext(one, many, abs(count)) % {"count": count, **_translated(values)}


def translated(text: str) -> str:
    """A text that was made elsewhere: a `Wording` in the language of this run, all others as they are."""
    return text if _run.catalogue is None else worded_by(_run.catalogue.gettext, text)


def words_of(error: BaseException) -> str:
    """What an error says, in the language of this run."""
    from bornes_notation.wording import wording_of

    return translated(wording_of(error))


def worded_by(gettext: Callable[[str], str], text: str) -> str:
    """A `Wording` in the words of a catalogue, and whatever else stands in its blanks; other texts as they are."""
    from bornes_notation.wording import Wording

    if not isinstance(text, Wording):
        return text
    values = {
        name: worded_by(gettext, value) if isinstance(value, Wording) else value
        for name, value in text.values.items()
    }
    return gettext(text.template) % values


def _translated(values: Mapping[str, object]) -> dict[str, object]:
    return {name: translated(value) if isinstance(value, str) else value for name, value in values.items()}


def _teach_click(gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> None:
    """Gives click our catalogue: it binds the functions of `gettext`, which know only files in folders."""
    for name, module in list(sys.modules.items()):
        if name.startswith("click."):
            for known, function in (("_", gettext), ("ngettext", ngettext)):
                if known in vars(module):
                    vars(module)[known] = function
