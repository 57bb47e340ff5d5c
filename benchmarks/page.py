"""Writes figures into `spec/performance.md`, and says where they were measured."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from figures import Setting
from programs import PGN_EXTRACT

PAGE = Path(__file__).parent.parent / "spec" / "performance.md"
PACKAGES = ("lark", "chess", "rust-pgn-reader-python-binding", "PokerKit")


def machine(setting: Setting) -> str:
    """A sentence: when, on what, with which versions, how."""
    found = [f"{name} {installed}" for name in PACKAGES if (installed := _version(name))]
    if PGN_EXTRACT:
        told = subprocess.run([PGN_EXTRACT, "--version"], capture_output=True, text=True, check=True)
        found.append((told.stdout + told.stderr).split("\n")[0])
    return (
        f"{datetime.now(UTC).date()}, {_processor()}, {os.cpu_count()} cores, {platform.system()}, "
        f"{platform.python_implementation()} {platform.python_version()}; {', '.join(found)}. "
        f"{setting.rounds} rounds, {setting.clock} time; {os.getloadavg()[0]:.1f} processes wanted a core when it began."
    )


def rewrite(name: str, text: str, page: Path = PAGE) -> None:
    """Puts the text between the marks of that name.

    Raises:
        ValueError: if the page has no such marks.
    """
    marks = re.compile(rf"(<!-- measured by benchmarks/run.py: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    old = page.read_text(encoding="utf-8")
    if not marks.search(old):
        raise ValueError(f"{page} has no marks for {name}")
    page.write_text(marks.sub(lambda mark: f"{mark[1]}{text}\n{mark[2]}", old), encoding="utf-8")


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.*)", told.read_text(encoding="utf-8")) if told.exists() else []
    return names[0] if names else platform.processor() or platform.machine()
