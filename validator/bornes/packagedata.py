"""Reads the YAML that lies in this package, where nobody but us can have written it."""

from __future__ import annotations

from importlib.resources import files
from typing import Any


def package_yaml(*path: str) -> Any:
    """The content of a YAML file of this package, given by its folders and its name."""
    import yaml

    place = files("bornes")
    for name in path:
        place /= name
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(place.read_text(encoding="utf-8"), Loader=loader)  # noqa: S506 -- both loaders are safe
