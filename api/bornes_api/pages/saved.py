"""A whole replay as one page of HTML that works from a disk: nothing is fetched."""

from __future__ import annotations

import base64
import hashlib

from markupsafe import Markup

from bornes import validate
from bornes.ruleset import Ruleset
from bornes_api.pages.environment import asset, render
from bornes_api.pages.replaying import replayed
from bornes_api.pages.scoresheet import sheets
from bornes_notation import Reading


def saved_page(
    reading: Reading, ruleset: Ruleset | None, policy: str, text: str, language: str = "en"
) -> str:
    """The page.

    Args:
        reading: The record.
        ruleset: Judges by these rules, None: by those the record names.
        policy: as-played or void.
        text: The record as it is to be shown.
        language: Language of the page.
    """
    style, script = asset("pages.css").decode(), asset("saved.js").decode()
    report = validate(reading, ruleset, policy)
    return render(
        "saved.html",
        language,
        event=report.event,
        report=report,
        replay=replayed(reading, ruleset, policy),
        sheets=sheets(report),
        text=text,
        # Our own files, whose hashes the page's policy allows; nothing of a record can get into them.
        style=Markup(style),  # noqa: S704 - as said above
        script=Markup(script),  # noqa: S704 - as said above
        style_hash=_hash(style),
        script_hash=_hash(script),
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
