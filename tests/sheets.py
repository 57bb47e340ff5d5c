"""Sheets for the tests: tables read back from HTML, and a tournament too large for one page."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

from bornes.tournament.model import Tournament
from bornes.tournament.reading import read_tournament
from bornes_api.tournament.folder import gather

VOID = {"meta", "link", "br"}


class Sheet(HTMLParser):
    """The HTML of a sheet: its tags, its tables as rows of texts, and whether every tag is closed in its place."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.tables: list[list[list[str]]] = []
        self.text = ""
        self.open: list[str] = []
        self.misplaced: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in {"td", "th"}:
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.misplaced.append(tag)

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            return
        self.text += data
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1] += data

    def table(self, heading: str) -> list[list[str]]:
        """The first table that has this text in its first row, without that row."""
        return next(table for table in self.tables if heading in table[0])[1:]


def many(entrants: int, *, tie_breaks: str = "wins difference", hands: int = 1) -> Tournament:
    """A tournament of one round, all tables with claimed results; every name wraps, and says where it ends."""
    # Six lines in a column: the two that a browser leaves together anyway would prove nothing.
    names = {
        f"p{number}": f"First{number:03} {'of a long name ' * 18}Last{number:03}"
        for number in range(entrants)
    }
    lines = ["event: A large event", "ruleset: winning-moves", f"hands: {hands}", "players:"]
    lines += [f'  {key}: "{name}"' for key, name in names.items()]
    lines += [f"tie_breaks: {tie_breaks}", "rounds:", "  1:", "    tables:"]
    keys = list(names)
    for table, (one, other) in enumerate(zip(keys[::2], keys[1::2], strict=True), start=1):
        lines.append(f"      {table}: {{X: {one}, Y: {other}, result: {{X: {1000 + table}, Y: {table}}}}}")
    return read_tournament("\n".join(lines) + "\n", "tournament.yaml")


def standings_of(tournament: Tournament, folder: Path) -> dict[str, object]:
    """The standings of a tournament whose results are claimed."""
    from bornes_api.tournament.document import document

    return document(gather(tournament, folder, whole=True))


def cut(pages: list[str], entrants: int) -> list[int]:
    """The entrants whose name begins on one page and ends on another, or stands on none."""
    wrong = []
    for number in range(entrants):
        first = [page for page, text in enumerate(pages) if f"First{number:03}" in text]
        last = [page for page, text in enumerate(pages) if f"Last{number:03}" in text]
        if not first or first != last:
            wrong.append(number)
    return wrong
