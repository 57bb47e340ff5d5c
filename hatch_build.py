"""Build hook: compiles the grammar once, when the package is built or installed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GrammarTables(BuildHookInterface):  # type: ignore[type-arg,misc]  # hatchling ships no types for hooks
    """Writes `bornes_notation/mbn.tables`; an outdated one is recognised and not used."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 -- hatch's signature
        """Called before the files are collected."""
        source = Path(self.root) / "notation"
        sys.path.insert(0, str(source))
        try:
            from bornes_notation.grammar import TABLES, prepared_tables

            (source / "bornes_notation" / TABLES).write_bytes(prepared_tables())
        finally:
            sys.path.remove(str(source))
