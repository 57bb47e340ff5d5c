"""Other programs' names of faults: a file that says which code or rule each of them stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bornes_api.conformance.yamlcases import UnreadableYamlError, read_yaml


class MappingError(ValueError):
    """A mapping file that says what it cannot say."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the names in the reports of a program stand for.

    Attributes:
        codes: The code that a name stands for, if it stands for exactly one.
        rules: The rules that a name may stand for; several where the program does not tell them apart.
    """

    codes: Mapping[str, str]
    rules: Mapping[str, tuple[str, ...]]

    def code(self, violation: Mapping[str, Any]) -> str | None:
        """The code of a violation or error in a report, None if its name stands for none."""
        name = violation.get("code")
        return self.codes.get(str(name)) if name is not None else None

    def possible_rules(self, violation: Mapping[str, Any]) -> tuple[str, ...]:
        """The rules that a violation in a report may break; its own ``rule`` if it says one."""
        name = violation.get("code", violation.get("rule"))
        if str(name) in self.rules:
            return self.rules[str(name)]
        return (str(violation.get("rule", name)),)


def own_names() -> Names:
    """The names of this project."""
    from bornes.registry import CODES, REFUSED, STYLE
    from bornes_notation.codes import CODES as NOTATION_CODES

    codes = dict.fromkeys([*CODES, *REFUSED, *STYLE, *NOTATION_CODES], "")
    return Names(
        codes={code: code for code in codes},
        rules={code: (entry.rule,) for code, entry in CODES.items()},
    )


def read_mapping(path: Path) -> Names:
    """The names of a mapping file (YAML or JSON): each with a code, a rule, or a list of these.

    Raises:
        OSError: The file may not be read.
        MappingError: It is no map, or a value is neither a code nor a rule.
    """
    try:
        content = read_yaml(path.read_text(encoding="utf-8"))
    except (UnreadableYamlError, UnicodeDecodeError) as error:
        raise MappingError(f"{path}: {error}") from error
    if not isinstance(content, dict):
        raise MappingError(f"{path}: a mapping gives a code or a rule for each name, as  NoRoll: MB232")
    own = own_names()
    codes, rules = dict(own.codes), dict(own.rules)
    for name, value in content.items():
        meant = value if isinstance(value, list) else [value]
        found = [_meaning(path, str(name), str(each), own) for each in meant]
        if len(found) == 1 and found[0][0]:
            codes[str(name)] = found[0][0]
        rules[str(name)] = tuple(dict.fromkeys(rule for _, rule in found if rule))
    return Names(codes, rules)


def _meaning(path: Path, name: str, value: str, own: Names) -> tuple[str, str]:
    """Code and rule that a value names; either may be empty."""
    if value in own.codes:
        return value, own.rules.get(value, ("",))[0]
    if any(value in rules for rules in own.rules.values()):
        return "", value
    raise MappingError(f"{path}: {name}: {value!r} is neither a code (MB231) nor a rule (U-LIMIT-50)")
