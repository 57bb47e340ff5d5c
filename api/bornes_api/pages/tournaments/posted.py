"""From a form to an event of the ledger: who sends it, by the token in the form, and what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bornes.tournament.ledger import Event
from bornes_api.pages.asked import AskedError
from bornes_api.service.access import by_token
from bornes_api.service.problems import ProblemError
from bornes_api.service.service import Service
from bornes_api.service.settings import Settings
from bornes_api.service.tournaments import acting
from bornes_api.service.tournaments.matches import Here
from bornes_api.service.tournaments.shelf import Shelf
from bornes_api.tournament.entering import APPEAL_MINUTES
from bornes_api.tournament.folder import FILE

if TYPE_CHECKING:
    from werkzeug.datastructures import FileStorage

FIELDS = ("own", "ruling", "supersedes", "reason", "minutes", "n", "entrant", "outcome", "rulings", "act")
"""What is filled in again if it is not entered; the token never is."""


def enter(settings: Settings, shelf: Shelf, place: Here, form: Mapping[str, str]) -> Event:
    """Enters what a form asks for.

    Raises:
        AskedError: a field is not what it may be.
        ProblemError: the token does not allow it, or the ledger cannot take it.
    """
    name, token = place.shown.id, form.get("token", "").strip()
    match form.get("act", ""):
        case "rule":
            who = by_token(settings, token, acting.MAY_RULE)
            return acting.rule(shelf, name, place.key, who, _ruling(form))
        case "appeal":
            who = by_token(settings, token, acting.MAY_APPEAL)
            return acting.appeal(
                shelf,
                name,
                _number(form, "n") or 0,
                who,
                form.get("entrant", ""),
                form.get("reason", "").strip(),
            )
        case "decide":
            who = by_token(settings, token, acting.MAY_DECIDE)
            return acting.decide(
                shelf,
                name,
                _number(form, "n") or 0,
                who,
                outcome=form.get("outcome", ""),
                reason=form.get("reason", "").strip(),
                rulings=_rulings(form.get("rulings", "")),
                supersedes=_number(form, "supersedes"),
            )
        case other:
            raise AskedError(f"act cannot be {other[:20]!r}; allowed: rule, appeal, decide")


@dataclass(slots=True)
class Upload:
    """What became of an upload: the files that were taken, and those that were not, with why.

    Attributes:
        status: Of the first that was not.
    """

    taken: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    status: int = 200

    def refuse(self, message: str, status: int) -> None:
        """Notes what was not taken."""
        self.status = status if not self.refused else self.status
        self.refused.append(message)


def upload(service: Service, shelf: Shelf, form: Mapping[str, str], files: Iterable[FileStorage]) -> Upload:
    """Puts files into a tournament, its own file first; each that can be taken is."""
    settings, result = service.settings, Upload()
    given = _paths([each for each in files if each.filename])
    try:
        by_token(settings, form.get("token", "").strip(), acting.MAY_UPLOAD)
    except ProblemError as error:
        result.refuse(error.problem.detail, error.problem.status)
        return result
    if not given:
        result.refuse("there is no file; choose the folder of the tournament, or files of it", 400)
    for path, each in sorted(given, key=lambda one: one[0] != FILE):
        try:
            acting.put_file(settings, shelf, form.get("id", "").strip(), path, each.read())
        except ProblemError as error:
            result.refuse(f"{path[:80]}: {error.problem.detail}", error.problem.status)
        else:
            result.taken.append(path)
    return result


def _paths(files: Sequence[FileStorage]) -> list[tuple[str, FileStorage]]:
    """Files with their paths below the tournament: browsers name those of a folder with the folder's name first."""
    names = [each.filename or "" for each in files]
    heads = {name.partition("/")[0] for name in names}
    inside = len(heads) == 1 and all("/" in name for name in names)
    paths = [name.partition("/")[2] if inside else name for name in names]
    return list(zip(paths, files, strict=True))


def _ruling(form: Mapping[str, str]) -> acting.Asked:
    chosen = form.get("ruling") or form.get("own", "")
    minutes = _number(form, "minutes")
    return acting.Asked(
        rulings=_rulings(chosen),
        reason=form.get("reason", "").strip(),
        supersedes=_number(form, "supersedes"),
        appeal_minutes=APPEAL_MINUTES if minutes is None else minutes,
        record=form.get("record") or None,
    )


def _rulings(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(",") if each.strip())


def _number(form: Mapping[str, str], name: str) -> int | None:
    text = form.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise AskedError(f"{name} cannot be {text[:20]!r}; it is a whole number")
    return int(text)
