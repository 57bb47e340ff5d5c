"""Records to try, and the examples of every code."""

from __future__ import annotations

from functools import lru_cache

from bornes_api.language.marking import N_

EXAMPLES = {
    "club-night": N_("A fault in four turns"),
    "coupe": N_("A whole match, open hands"),
    "false-coup": N_("A coup fourré too late, and a ruling"),
    "unreadable": N_("A slip of the pen"),
}
"""Names of the records in ``examples/``, and what each shows."""


def example(name: str) -> str:
    """The text of an example: one of `EXAMPLES`, or of a code, ``MB231.illegal`` or ``MB231.legal``.

    Raises:
        LookupError: there is none of that name.
    """
    if name in EXAMPLES:
        return _packaged(name)
    code, _, which = name.partition(".")
    if which not in {"illegal", "legal"}:
        raise LookupError(f"there is no example {name}")
    from bornes.codes import explain

    entry = explain(code)
    return entry.illegal if which == "illegal" else entry.legal


@lru_cache(maxsize=len(EXAMPLES))
def _packaged(name: str) -> str:
    from importlib.resources import files

    return files("bornes_api.pages").joinpath("examples", f"{name}.mbn").read_text(encoding="utf-8")
