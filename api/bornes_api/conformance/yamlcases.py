"""Reads the YAML of case files and mappings: plain data only, and no key twice."""

from __future__ import annotations

from typing import Any


class UnreadableYamlError(ValueError):
    """A text that is no YAML, or says something twice; the message has the place."""


def read_yaml(text: str) -> Any:
    """What the text holds.

    Raises:
        UnreadableYamlError: It is not YAML, or a key stands twice in a map.
    """
    import yaml

    try:
        return yaml.load(text, Loader=_loader())  # noqa: S506 - a safe loader that refuses repeated keys
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise UnreadableYamlError(f"{place}{error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise UnreadableYamlError(str(error)) from None


def _loader() -> Any:
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc] # one of two classes, the faster if it is there
        """Safe, and strict about repeated keys."""

    def construct(loader: Any, node: Any) -> Any:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} stands twice", key.start_mark
                )
            seen.add(key.value)
        return base.construct_mapping(loader, node, deep=True)

    Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, construct)
    return Loader
