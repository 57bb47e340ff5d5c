"""The tournaments of a folder of folders: each read and judged when it is asked for, and again when it has changed."""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from time import time_ns
from typing import Final

from bornes.tournament.ledger import FILE as LEDGER
from bornes.tournament.model import Tournament, TournamentFileError
from bornes.tournament.reading import read_tournament
from bornes_api.service.problems import Fault, Place, ProblemError
from bornes_api.sources import SourceError
from bornes_api.tournament.document import document
from bornes_api.tournament.folder import FILE, Gathered, Opened, gather, read_text

NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
MOST_TOURNAMENTS: Final = 1000
_REMEMBERED: Final = 4
_RECENT_NS: Final = 2_000_000_000
"""A file that was written so lately may be written again without another time on it."""

_State = tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A tournament as it is now: its file, its records under the rulings, and the standings as JSON values."""

    id: str
    opened: Opened
    gathered: Gathered
    standings: dict[str, object]

    @property
    def tournament(self) -> Tournament:
        """What its file says."""
        return self.opened.tournament

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return self.opened.path.parent


class Shelf:
    """The tournaments below a folder; a folder in it whose name is an id, with a tournament file, is one."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        self._lock = Lock()
        self._remembered: OrderedDict[str, tuple[_State, Shown]] = OrderedDict()

    def ids(self) -> list[str]:
        """Their ids, in alphabetical order.

        Raises:
            ProblemError: tournaments-unavailable.
        """
        try:
            with os.scandir(self.folder) as entries:
                found = sorted(
                    each.name
                    for each in entries
                    if NAME.fullmatch(each.name)
                    and each.is_dir(follow_symlinks=False)
                    and (Path(each.path) / FILE).is_file()
                )
        except OSError as error:
            raise unavailable(error) from error
        return found[:MOST_TOURNAMENTS]

    def path(self, name: str) -> Path:
        """The folder of a tournament.

        Raises:
            ProblemError: no-such-tournament.
        """
        folder = self.folder / name
        if not NAME.fullmatch(name) or folder.is_symlink() or not (folder / FILE).is_file():
            raise ProblemError("no-such-tournament", f"there is no tournament {name[:70]!r}")
        return folder

    def opened(self, name: str) -> Opened:
        """A tournament file, read.

        Raises:
            ProblemError: no-such-tournament, tournament-unreadable, tournaments-unavailable.
        """
        path = self.path(name) / FILE
        try:
            text = read_text(path)
            return Opened(path, text, _tournament(text, str(path)))
        except TournamentFileError as error:
            raise unreadable(error) from error
        except SourceError as error:
            raise unavailable(error) from error

    def shown(self, name: str) -> Shown:
        """A tournament with its records judged; what was judged and has not changed is not judged again.

        Raises:
            ProblemError: no-such-tournament, tournament-unreadable, tournaments-unavailable.
        """
        opened = self.opened(name)
        before = state_of(opened)
        with self._lock:
            known = self._remembered.get(name)
            if known is not None and known[0] == before and known[1].opened.text == opened.text:
                self._remembered.move_to_end(name)
                return known[1]
        try:
            gathered = gather(opened.tournament, opened.path.parent, whole=True)
        except SourceError as error:
            raise unavailable(error) from error
        shown = Shown(name, opened, gathered, document(gathered))
        newest = max((each[2] for each in before), default=0)
        if before == state_of(opened) and newest < time_ns() - _RECENT_NS:
            with self._lock:
                self._remembered[name] = (before, shown)
                while len(self._remembered) > _REMEMBERED:
                    self._remembered.popitem(last=False)
        return shown

    def size(self, name: str) -> int:
        """Bytes that have to be read to show a tournament; 0 if it is known as it stands."""
        opened = self.opened(name)
        state = state_of(opened)
        with self._lock:
            known = self._remembered.get(name)
        return 0 if known is not None and known[0] == state else sum(each[3] for each in state)


@lru_cache(maxsize=_REMEMBERED)
def _tournament(text: str, path: str) -> Tournament:
    """What a file says; a large one takes a while to be read."""
    return read_tournament(text, path)


def state_of(opened: Opened) -> _State:
    """What tells whether a file of a tournament was changed: name, file, time, size."""
    return tuple(_state(opened.path.parent, opened.tournament))


def _state(folder: Path, tournament: Tournament) -> Iterator[tuple[str, int, int, int]]:
    records = (table.record for played in tournament.rounds for table in played.tables if table.record)
    for name in (FILE, LEDGER, *records):
        try:
            status = (folder / name).stat()
        except OSError:
            yield name, 0, 0, 0
        else:
            yield name, status.st_ino, status.st_mtime_ns, status.st_size


def unreadable(error: TournamentFileError) -> ProblemError:
    """That a tournament file cannot be used, with every place."""
    faults = [
        Fault(each.message, None if each.place is None else Place(*each.place)) for each in error.problems
    ]
    first = faults[0]
    return ProblemError("tournament-unreadable", first.message, place=first.place, faults=faults)


def unavailable(error: Exception) -> ProblemError:
    """That a file of a tournament cannot be read or written; where it lies is nobody's business."""
    words = getattr(error, "strerror", None) or str(error).rpartition(": ")[2]
    return ProblemError("tournaments-unavailable", words[:200], headers={"Retry-After": "1"})
