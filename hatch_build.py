"""Build hooks: compiles the grammar and the rulesets once, and the fast path to machine code if that is asked for."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILE = "BORNES_COMPILE"
"""With this variable set to 1, a wheel holds its fast path as machine code too. It needs a C compiler."""


class PreparedTables(BuildHookInterface):  # type: ignore[type-arg,misc]  # hatchling ships no types for hooks
    """Writes what would otherwise be read anew at every start; what is outdated is recognised and not used."""

    def dependencies(self) -> list[str]:
        """What the build needs besides."""
        return ["mypy[mypyc]>=1.15"] if self._compiles() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files are collected."""
        rooms = [str(Path(self.root) / room) for room in ("notation", "validator")]
        sys.path[:0] = rooms
        try:
            from bornes import prepared
            from bornes.loading import ruleset_ids
            from bornes_notation import grammar

            self._write("notation/bornes_notation", grammar.TABLES, grammar.prepared_tables())
            self._write("validator/bornes", prepared.TABLES, prepared.prepared_tables(ruleset_ids()))
        finally:
            sys.path[:] = [each for each in sys.path if each not in rooms]
        if self._compiles() and version == "standard":  # an editable install runs what is written
            self._compile(build_data)

    def _write(self, package: str, name: str, tables: bytes) -> None:
        (Path(self.root) / package / name).write_bytes(tables)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 -- hatch's signature
        """Called when the wheel is written."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()

    def _compiles(self) -> bool:
        return self.target_name == "wheel" and os.environ.get(COMPILE) == "1"

    def _compile(self, build_data: dict[str, Any]) -> None:
        """Puts the modules of the fast path into the wheel as machine code, beside their source."""
        from mypyc.build import mypycify
        from setuptools import Distribution

        self._folder = tempfile.TemporaryDirectory()
        os.chdir(self.root)
        modules = sorted(str(path) for path in Path("validator/bornes/automaton").glob("[!_]*.py"))
        extensions = mypycify(["--follow-imports=silent", *modules], target_dir=f"{self._folder.name}/c")
        command = Distribution({"name": "bornes", "ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib = f"{self._folder.name}/lib"
        command.build_temp = f"{self._folder.name}/objects"
        command.ensure_finalized()
        command.run()
        for made in command.get_outputs():
            build_data["force_include"][made] = str(Path(made).relative_to(command.build_lib))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
