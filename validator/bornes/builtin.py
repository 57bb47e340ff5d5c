"""The rulesets that come with the program, by their ids."""

from __future__ import annotations

from functools import lru_cache

from bornes.ruleset import Ruleset, RulesetError
from bornes.suggestions import nearest, offer
from bornes_notation.wording import OR, listed, worded

_IDS = (
    "dujardin-classic",
    "dujardin-2014",
    "asmodee-2014",
    "dujardin-2024",
    "dujardin-2024-points",
    "dujardin-2025",
    "parker-1988",
    "winning-moves",
    "bsd-mille",
    "kilometres",
    "points-5000",
    "teamzy",
    "junior",
)
FILE_ENDINGS = (".yaml", ".yml")


def ruleset_ids() -> tuple[str, ...]:
    """The ids of the built-in rulesets, in the order of spec/rulesets.md section 4."""
    return _IDS


def named_ruleset(name: str) -> Ruleset:
    """A built-in ruleset by id or ``id@version``: what the ``Ruleset`` header of a record may say.

    No file of the user's is ever opened. The same name gives the same object.

    Raises:
        RulesetError: MB027 if there is none of that name, with the nearest names.
    """
    ruleset_id, at, version = name.partition("@")
    if ruleset_id not in _IDS:
        shown = name if len(name) <= 60 else f"{name[:60]}…"
        own = ""
        if "/" in name or "\\" in name:
            own = worded("; a file of your own must end in %(endings)s", endings=listed(FILE_ENDINGS, OR))
        raise RulesetError(
            "MB027",
            worded(
                "there is no ruleset %(name)s%(hint)s (known: %(known)s)",
                name=shown or worded("(empty name)"),
                hint=own or offer(ruleset_id, _IDS),
                known=", ".join(_IDS),
            ),
            allowed=nearest(ruleset_id, _IDS) or _IDS,
        )
    ruleset = _built_in(ruleset_id)
    if at and version != ruleset.version:
        raise RulesetError(
            "MB027",
            worded(
                "%(ruleset)s has no version %(version)s; this program knows version %(known)s",
                ruleset=ruleset_id,
                version=version[:20] or worded("(empty)"),
                known=ruleset.version,
            ),
            allowed=(f"{ruleset_id}@{ruleset.version}",),
        )
    return ruleset


@lru_cache(maxsize=len(_IDS))
def _built_in(ruleset_id: str) -> Ruleset:
    """As the installation prepared it, else read from its YAML: neither reader nor YAML is imported for a run."""
    from bornes.prepared import prepared_ruleset, read_built_in

    return prepared_ruleset(ruleset_id) or read_built_in(ruleset_id)
