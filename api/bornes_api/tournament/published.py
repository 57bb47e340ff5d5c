"""Published standings: numbered copies, each with the tournament file and the hash of every record, in a chain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from bornes.tournament.agreement import Finding
from bornes_api.render.jsonl import json_pretty
from bornes_api.sources import SourceError
from bornes_api.tournament.document import FORM
from bornes_api.tournament.folder import Gathered, read_text
from bornes_api.tournament.writing import create
from bornes_notation.wording import worded

FOLDER: Final = "published"
_NAME: Final = re.compile(r"standings-([0-9]{4,})\.json")


@dataclass(frozen=True, slots=True)
class Publication:
    """A published copy.

    Attributes:
        number: From 1.
        sha256: Of the bytes of its file.
        previous: SHA-256 of the publication before it, as this one says; None for the first.
        tournament: Text of the tournament file it was made from.
        standings: The document.
    """

    number: int
    path: Path
    sha256: str
    previous: str | None
    tournament: str
    standings: dict[str, Any]


def publications(folder: Path) -> tuple[Publication, ...]:
    """All publications of a tournament, by number.

    Raises:
        SourceError: One of them cannot be read, or is none.
    """
    found = [
        (int(name[1]), path)
        for path in (folder / FOLDER).glob("*.json")
        if (name := _NAME.fullmatch(path.name)) is not None
    ]
    return tuple(_read(number, path) for number, path in sorted(found))


def _read(number: int, path: Path) -> Publication:
    text = read_text(path)
    try:
        value = json.loads(text)
        standings = value["standings"]
        publication = Publication(
            int(value["number"]),
            path,
            sha256(text.encode()).hexdigest(),
            value["previous"],
            str(value["tournament"]),
            standings,
        )
        form = standings["form"]
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(
            worded("%(path)s: is no publication of standings (%(error)s)", path=path, error=error)
        ) from error
    if form != FORM:
        raise SourceError(
            worded(
                "%(path)s: has the form %(form)s; this program knows %(known)s",
                path=path,
                form=form,
                known=FORM,
            )
        )
    if publication.number != number:
        raise SourceError(
            worded("%(path)s: says that it is number %(number)s", path=path, number=publication.number)
        )
    return publication


def publish(folder: Path, tournament: str, standings: dict[str, Any], earlier: Sequence[Publication]) -> Path:
    """Writes the next publication.

    Raises:
        SourceError: It cannot be written; then nothing has changed.
    """
    number = earlier[-1].number + 1 if earlier else 1
    value = {
        "number": number,
        "previous": earlier[-1].sha256 if earlier else None,
        "tournament": tournament,
        "standings": standings,
    }
    path = folder / FOLDER / f"standings-{number:04}.json"
    create(path, json_pretty(value) + "\n")
    return path


def edited_since(gathered: Gathered, last: Publication) -> Iterator[Finding]:
    """The records that are not what a publication rests on: somebody edited them, or they are another's.

    Args:
        gathered: The tournament as it is, with the hash of each record.
        last: What was published last.
    """
    published = {(each["round"], each["table"]): each for each in last.standings["matches"]}
    for played in gathered.tournament.rounds:
        for table in played.tables:
            then = published.get((played.number, table.number), {}).get("sha256")
            evidence = gathered.evidence.get((played.number, table.number))
            now = None if evidence is None else evidence.sha256
            if then and now and then != now:
                message = worded(
                    "%(record)s is not what publication %(number)s rests on (%(then)s… then, %(now)s… now); bornes tournament diff says what that changes",
                    record=table.record,
                    number=last.number,
                    then=then[:12],
                    now=now[:12],
                )
                yield Finding(
                    "warning", "record-edited", message, played.number, table.number, place=table.place
                )
