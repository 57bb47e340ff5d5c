"""What holders of tokens do: rulings, appeals and decisions entered into the ledger of a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from bornes.tournament.ledger import Event
from bornes_api.packed import is_packed
from bornes_api.service.intake import check_limits
from bornes_api.service.problems import ProblemError
from bornes_api.service.settings import Settings
from bornes_api.service.tokens import Holder
from bornes_api.service.tournaments.files import Bounds, Stored, put
from bornes_api.service.tournaments.shelf import Shelf, unavailable
from bornes_api.sources import SourceError
from bornes_api.tournament import entering
from bornes_api.tournament.entering import APPEAL_MINUTES, RefusedError
from bornes_api.tournament.folder import FILE

MAY_RULE: Final = ("director",)
MAY_APPEAL: Final = ("director", "entrant")
MAY_DECIDE: Final = ("reviewer", "director")
MAY_UPLOAD: Final = ("director",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A ruling as it is asked for; see `bornes_api.tournament.entering.rule`."""

    rulings: tuple[str, ...]
    reason: str
    supersedes: int | None = None
    appeal_minutes: int = APPEAL_MINUTES
    record: str | None = None


def rule(shelf: Shelf, name: str, place: tuple[int, int], who: Holder, asked: Asked) -> Event:
    """Enters a ruling; its author is the holder of the token.

    Raises:
        ProblemError: refused, tournaments-unavailable, and what `Shelf.opened` raises.
    """
    opened = shelf.opened(name)
    with _told():
        return entering.rule(
            opened,
            played=place[0],
            table=place[1],
            rulings=asked.rulings,
            author=who.name,
            reason=asked.reason,
            supersedes=asked.supersedes,
            appeal_minutes=asked.appeal_minutes,
            record=asked.record,
        )


def appeal(shelf: Shelf, name: str, against: int, who: Holder, entrant: str, grounds: str) -> Event:
    """Enters an appeal: an entrant's own, or one that a director enters for him. Raises what `rule` does, and role."""
    opened = shelf.opened(name)
    if who.role == "entrant" and who.name != f"{name}/{entrant}":
        raise ProblemError("role", f"this token is of {who.name}, and appeals for nobody else")
    with _told():
        return entering.appeal(opened, against=against, entrant=entrant, author=who.name, grounds=grounds)


def decide(
    shelf: Shelf,
    name: str,
    on: int,
    who: Holder,
    *,
    outcome: str,
    reason: str,
    rulings: Sequence[str] = (),
    supersedes: int | None = None,
) -> Event:
    """Enters the decision on an appeal. Raises what `rule` does."""
    opened = shelf.opened(name)
    with _told():
        return entering.decide(
            opened,
            on=on,
            outcome=outcome,
            author=who.name,
            reason=reason,
            rulings=tuple(rulings),
            supersedes=supersedes,
        )


def put_file(
    settings: Settings, shelf: Shelf, name: str, path: str, data: bytes, match: str | None = None
) -> Stored:
    """Puts a file into a tournament, within the bounds of the service; see `bornes_api.service.tournaments.files.put`.

    Raises:
        ProblemError: content-encoding, what `check_limits` and `put` raise.
    """
    if is_packed(data):
        raise ProblemError("content-encoding", "a file of a tournament is not packed; send it as it is")
    if path != FILE:
        check_limits(data, settings)
    bounds = Bounds(settings.tournament_files, settings.tournament_bytes)
    return put(shelf, name, path, data, bounds, match)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except RefusedError as error:
        raise ProblemError("refused", f"{error.name}: {error}") from error
    except SourceError as error:
        raise unavailable(error) from error
