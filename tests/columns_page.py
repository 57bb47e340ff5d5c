"""Writes the table of columns, the answers and the drawings of spec/columns.md: ``python tests/columns_page.py``.

`test_columns_page.py` fails while one of them differs from what this would write. Needs bornes[data] and duckdb.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import CliRunner

from bornes_api.cli import group
from bornes_api.columns.schema import COLUMNS, Column
from drawings import Chart, draw

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "spec" / "columns.md"
DRAWINGS = ROOT / "spec" / "drawings"

Answer = tuple[list[str], list[tuple[Any, ...]]]
"""Names of the columns, and the rows."""


def column_table() -> str:
    """Every column with its type and meaning; the members of a struct below it."""
    lines = ["| column | type | |", "|---|---|---|"]
    for column in COLUMNS:
        lines += _rows(column, "")
    return "\n".join(lines) + "\n"


def _rows(column: Column, above: str) -> Iterator[str]:
    name = f"{above}{column.name}"
    kind = column.kind + (", or null" if column.nullable else "")
    anchor = "" if above else f'<a id="column.{column.name}"></a>'
    if column.name == "score":
        members = ", ".join(f"`{member.name}`" for member in column.members)
        yield f"| `{name}` | {kind} | {column.meaning}: {members}; each an int |"
        return
    yield f"| {anchor}`{name}` | {kind} | {column.meaning} |"
    for member in column.members:
        yield from _rows(member, f"{name}.")


def answers(page: str, folder: Path) -> dict[str, Answer]:
    """The answers to the queries of the page, over the file that its commands write into the folder."""
    import duckdb

    (commands,) = re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (folder / "fixtures").symlink_to(ROOT / "fixtures")
    with _working_in(folder):
        for command in commands.splitlines():
            _run(command)
        found = {}
        for name, query in re.findall(r"^```sql (\w+)\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
            result = duckdb.sql(query)
            assert result is not None, f"{name} asks nothing"
            found[name] = (list(result.columns), result.fetchall())
    return found


@contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _run(command: str) -> None:
    words = command.removeprefix("bornes ").split()
    target = words.pop() if ">" in words else None
    result = CliRunner().invoke(group, [word for word in words if word != ">"])
    assert result.exit_code in {0, 1}, f"{command}: {result.output}"
    if target is not None:
        Path(target).write_text(result.stdout, encoding="utf-8")


def fresh(page: str, found: dict[str, Answer]) -> str:
    """The page with its generated parts written anew."""
    for name, (columns, rows) in found.items():
        page = _replaced(page, name, _table(columns, rows))
    return _replaced(page, "columns", column_table())


def _replaced(page: str, name: str, text: str) -> str:
    block = re.compile(rf"(^<!-- generated [^>]*: {name} -->\n).*?(^<!-- end -->$)", re.MULTILINE | re.DOTALL)
    assert block.search(page), f"no place for {name}"
    return block.sub(lambda found: f"{found[1]}\n{text}\n{found[2]}", page)


def _table(columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> str:
    lines = [f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]
    lines += [f"| {' | '.join(_cell(value) for value in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _cell(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def drawings(found: dict[str, Answer]) -> dict[Path, str]:
    """The answers, drawn."""
    charts = {
        "coups": _coups(found["coups"]),
        "lengths": _lengths(found["lengths"]),
        "points": _points(found["points"]),
    }
    return {DRAWINGS / f"{name}.svg": draw(chart) for name, chart in charts.items()}


def _coups(answer: Answer) -> Chart:
    names = {"A*": "driving ace", "F*": "extra tank", "R*": "right of way", "T*": "puncture-proof"}
    players = list(dict.fromkeys(row[0] for row in answer[1]))
    percent = {(row[0], row[1]): row[4] for row in answer[1]}
    return Chart(
        title="Coups fourrés in a hundred safeties",
        below="safety",
        groups=[(name, [percent[player, card] for player in players]) for card, name in names.items()],
        series=players,
        stacked=False,
        step=10,
        width=48,
    )


def _lengths(answer: Answer) -> Chart:
    counts = {turns: numbers for turns, *numbers in answer[1]}
    tens = range(min(counts), max(counts) + 1, 10)
    return Chart(
        title="Length of a hand of two sides",
        below="turns, from",
        groups=[(str(turns), counts.get(turns, [0, 0])) for turns in tens],
        series=answer[0][1:],
        stacked=True,
        step=10,
        width=24,
    )


def _points(answer: Answer) -> Chart:
    return Chart(
        title="Points of a side in a hand",
        below="hands",
        groups=[(hands, points) for hands, _, *points in answer[1]],
        series=answer[0][2:],
        stacked=True,
        step=500,
        width=90,
    )


def main() -> None:
    """Writes the page and the drawings."""
    page = PAGE.read_text(encoding="utf-8")
    with TemporaryDirectory() as folder:
        found = answers(page, Path(folder))
    PAGE.write_text(fresh(page, found), encoding="utf-8")
    for path, text in drawings(found).items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
