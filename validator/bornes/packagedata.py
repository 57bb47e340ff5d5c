"""Reads the data that lies in this package, where nobody but us can have written it."""

from __future__ import annotations

from pkgutil import get_data
from typing import Any


def package_text(*path: str) -> str:
    """The text of a file of this package, given by its folders and its name.

    With pkgutil and not importlib.resources, which takes a tenth of the time of a short run to import.

    Raises:
        OSError: if there is no such file.
    """
    return (get_data("bornes", "/".join(path)) or b"").decode()


def package_yaml(*path: str) -> Any:
    """The content of a YAML file of this package, given by its folders and its name."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(package_text(*path), Loader=loader)  # noqa: S506 -- both loaders are safe
