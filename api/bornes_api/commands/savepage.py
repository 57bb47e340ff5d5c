"""`bornes replay --html`: a replay as one page."""

from __future__ import annotations

from pathlib import Path

import click

from bornes_api.commands.judging import complain_of_errors, find_all, find_ruleset
from bornes_api.language.speaking import said
from bornes_api.output import complain
from bornes_api.sources import SourceError
from bornes_api.tally import ILLEGAL, UNREADABLE, Tally
from bornes_notation.wording import worded, wording_of


def save_page(
    paths: tuple[str, ...], page: str, lang: str, ruleset: str | None, policy: str, tally: Tally
) -> None:
    """Writes the page of the one record that the paths name; without one, nothing is written."""
    import bornes
    from bornes_api.pages.saved import saved_page

    language = chosen_language(lang)
    chosen = None if ruleset is None else find_ruleset(ruleset)
    text = _text(paths, tally)
    readings = [] if text is None else list(bornes.read(text))
    records = [each for each in readings if each.record is not None]
    for reading in readings:
        complain_of_errors(reading, page, tally)
    if len(records) != 1:
        complain(worded("%(count)s records; --html writes the page of exactly one", count=len(records)))
        tally.add(UNREADABLE)
        return
    assert text is not None
    shown = saved_page(records[0], chosen, policy, text.decode("utf-8", "replace"), language)
    try:
        Path(page).write_text(shown, encoding="utf-8")
    except OSError as error:
        complain(f"{page}: {error.strerror or error}")
        tally.add(UNREADABLE)
        return
    report = bornes.validate(records[0], ruleset=chosen, policy=policy)
    if any(violation.ruling is None for violation in report.violations):
        tally.add(ILLEGAL)


def chosen_language(code: str) -> str:
    """The language of that code.

    Raises:
        click.BadParameter: There is none.
    """
    from bornes_api.language.available import languages

    if code not in languages():
        raise click.BadParameter(
            said("%(lang)r; there are %(languages)s", lang=code, languages=", ".join(languages())),
            param_hint="'--lang'",
        )
    return code


def _text(paths: tuple[str, ...], tally: Tally) -> bytes | None:
    """The bytes of all sources, None if there are not any."""
    parts = []
    for source in find_all(paths, tally):
        try:
            with source.open() as stream:
                parts.append(b"".join(stream))
        except SourceError as error:
            complain(wording_of(error))
            tally.add_unreadable_source()
    return b"".join(parts) if parts else None
