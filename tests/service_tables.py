"""Writes the tables of spec/service.md from the service: ``python tests/service_tables.py``."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from bornes_api.service.problems import KINDS
from bornes_api.service.settings import Settings, variable_of

END = "<!-- end -->"
PAGE = Path(__file__).parent.parent / "spec/service.md"


def problems() -> str:
    """Every kind of problem."""
    rows = [
        f'| {kind.status} | <a id="problem-{code}"></a>`{code}` | {kind.title} | {kind.about} |'
        for code, kind in KINDS.items()
    ]
    return "\n".join(["| status | code | title | what to do |", "|---|---|---|---|", *rows])


def settings() -> str:
    """Every setting with its default and bounds."""
    rows = []
    for each in fields(Settings):
        default = ",".join(each.default) if isinstance(each.default, tuple) else str(each.default)
        least, most = each.metadata["least"], each.metadata["most"]
        bounds = f"{least} to {most}" if isinstance(each.default, int) else ""
        rows.append(f"| `{variable_of(each.name)}` | `{default}` | {bounds} | {each.metadata['about']} |")
    return "\n".join(["| variable | default | allowed | what it is |", "|---|---|---|---|", *rows])


def fresh(page: str) -> str:
    """The page with its tables as the service has them."""
    for name, make in (("problems", problems), ("settings", settings)):
        begin = f"<!-- generated from api/bornes_api/service by tests/service_tables.py: {name} -->\n"
        head, found, rest = page.partition(begin)
        if not found:
            message = f"spec/service.md has lost the mark of its table {name}"
            raise ValueError(message)
        page = f"{head}{begin}{make()}\n{rest[rest.index(END) :]}"
    return page


if __name__ == "__main__":
    PAGE.write_text(fresh(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
