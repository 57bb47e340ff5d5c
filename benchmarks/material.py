"""The archives of one run of the benchmarks, by size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from archives import Archive, kept
from peergames import chess_games, poker_hands
from records import open_records, table_records, with_illegal

PEERS = Path(__file__).parent.parent / "fixtures" / "peers"
_OURS = ("dealer.py", "records.py")
_THEIRS = ("peergames.py",)


class Material:
    """Archives in a folder, made when they are first asked for.

    Attributes:
        hands: Hands of the archive of open records; there are a quarter as many table records.
        games: Chess games; there are three poker hands to 25 of them.
    """

    def __init__(self, folder: Path, hands: int, games: int) -> None:
        self._folder = folder
        self.hands = hands
        self.games = games

    def open(self, count: int | None = None) -> Archive:
        """Open hands of two players."""
        wanted = count or self.hands
        name = f"open-{wanted}.mbn"
        return kept(self._folder, name, _OURS, lambda: _with_turns(open_records(wanted)))

    def table(self) -> Archive:
        """Hands of two teams, as the table sees them."""
        wanted = self.hands // 4
        return kept(self._folder, f"table-{wanted}.mbn", _OURS, lambda: _with_turns(table_records(wanted)))

    def illegal(self) -> Archive:
        """The open hands, one in a hundred illegal."""
        texts = _records(self.open().path)
        return kept(
            self._folder, f"illegal-{self.hands}.mbn", _OURS, lambda: _with_turns(with_illegal(texts))
        )

    def repeated(self, times: int) -> Archive:
        """The open hands again and again, with events that count on."""
        texts = (text for _ in range(times) for text in _records(self.open().path))
        renamed = (
            re.sub(r"^Event: .*", f"Event: Repeated, table {number}", text, count=1, flags=re.MULTILINE)
            for number, text in enumerate(texts, 1)
        )
        return kept(self._folder, f"repeated-{times}x{self.hands}.mbn", _OURS, lambda: _with_turns(renamed))

    def others(self) -> Archive:
        """The games of other people's programs in this repository, hand by hand."""
        files = sorted(PEERS.glob("*.mbn"))
        size = sum(file.stat().st_size for file in files)
        return kept(
            self._folder,
            f"others-{size}.mbn",
            (),
            lambda: _with_turns(text for f in files for text in _records(f)),
        )

    def chess(self, count: int | None = None) -> Archive:
        """Chess games as PGN."""
        wanted = count or self.games
        return kept(self._folder, f"chess-{wanted}.pgn", _THEIRS, lambda: chess_games(wanted))

    def poker(self) -> Archive:
        """Poker hands as PHH."""
        wanted = max(3, self.games * 3 // 25)
        return kept(self._folder, f"poker-{wanted}.phhs", _THEIRS, lambda: poker_hands(wanted))


def _records(path: Path) -> Iterator[str]:
    """The texts of an archive, record by record."""
    with path.open(encoding="utf-8") as file:
        lines: list[str] = []
        for line in file:
            if line == "MBN 1\n" and "MBN 1\n" in lines:
                yield "".join(lines)
                lines = []
            lines.append(line)
        yield "".join(lines)


def _with_turns(texts: Iterator[str]) -> Iterator[tuple[str, int]]:
    for text in texts:
        yield text, sum(line[:1].isdigit() for line in text.split("\n"))
