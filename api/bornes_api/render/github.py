"""Annotations for GitHub Actions: workflow commands, one a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bornes_api.render.places import Found

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def render_github(found: Iterable[Found], name: str) -> Iterator[str]:
    """A line for each finding; one that a ruling covers is a notice."""
    for each in found:
        level = "notice" if each.ruling is not None else _LEVELS[each.severity]
        ruled = "" if each.ruling is None else f" (ruled: {each.ruling.verb}, line {each.ruling.line})"
        place = f"file={_property(name)},line={each.line},col={each.column},title={_property(each.code)}"
        yield f"::{level} {place}::{_data(each.message + ruled)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
