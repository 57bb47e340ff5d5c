"""Whether published standings follow from the records they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bornes.tournament.ledger import FILE, NO_EVENT, Ledger
from bornes.tournament.model import Tournament, TournamentFileError
from bornes.tournament.reading import read_tournament
from bornes_api.tournament.changes import changes
from bornes_api.tournament.document import document
from bornes_api.tournament.folder import gather
from bornes_api.tournament.published import Publication


def chain_problems(published: Sequence[Publication]) -> Iterator[str]:
    """Publications that are missing or were changed, and commitments that were changed after publication."""
    before: Publication | None = None
    committed: dict[tuple[int, int, int], tuple[str, int]] = {}
    for each in published:
        expected = 1 if before is None else before.number + 1
        if each.number != expected:
            yield f"publication {expected} is missing: {each.path.name} comes where it is due"
        elif each.previous != (None if before is None else before.sha256):
            yield f"publication {each.number} does not follow publication {expected - 1}: one was edited"
        before = each
        for key, digest in _commitments(each):
            first, number = committed.setdefault(key, (digest, each.number))
            if first != digest:
                place = "round {}, table {}, hand {}".format(*key)
                yield f"{place}: publication {number} commits to {first[:12]}…, publication {each.number} to {digest[:12]}…"


def commitment_notes(published: Sequence[Publication]) -> Iterator[str]:
    """For each commitment of the last publication whose record is in: whether one named it before."""
    named: dict[tuple[tuple[int, int, int], str], Publication] = {}
    last: tuple[tuple[tuple[int, int, int], str], ...] = ()
    for each in published:
        last = tuple(_commitments(each))
        for commitment in last:
            named.setdefault(commitment, each)
    for (played, table, hand), digest in last:
        if not _has_record(published[-1], played, table):
            continue
        first = named[(played, table, hand), digest]
        place = f"round {played}, table {table}, hand {hand}"
        if _has_record(first, played, table):
            yield f"{place}: no publication names the commitment before the record came in"
        else:
            yield f"{place}: publication {first.number} names the commitment, before the record came in"


def _has_record(publication: Publication, played: int, table: int) -> bool:
    return any(
        (match["round"], match["table"]) == (played, table) and match["sha256"] is not None
        for match in publication.standings["matches"]
    )


def _commitments(publication: Publication) -> Iterator[tuple[tuple[int, int, int], str]]:
    try:
        tournament = _tournament(publication)
    except TournamentFileError:
        return  # `problems` says so of this publication
    for played in tournament.rounds:
        for table in played.tables:
            for hand, digest in table.commitments.items():
                yield (played.number, table.number, hand), digest


def _tournament(publication: Publication) -> Tournament:
    name = f"{publication.path}, the tournament file in it"
    return read_tournament(publication.tournament, name)


def ledger_problems(ledger: Ledger) -> Iterator[str]:
    """Lines of the ledger that are no events, and breaks of its chain."""
    for each in ledger.findings:
        if each.level == "error" and each.place is not None:
            yield f"{FILE}:{each.place[0]}: {each.message}"


def problems(publication: Publication, folder: Path, ledger: Ledger) -> Iterator[str]:
    """What of a publication does not follow from its tournament file, and the records and rulings in the folder."""
    try:
        tournament = _tournament(publication)
    except TournamentFileError as error:
        yield str(error)
        return
    # Before there were ledgers, publications named none.
    named = publication.standings.get("ledger", {"events": 0, "sha256": NO_EVENT})
    then = ledger.until(named["sha256"])
    if then is None or len(then.entries) != named["events"]:
        yield (
            f"{FILE}: has no {named['events']} events that end with {named['sha256'][:12]}…, as publication "
            f"{publication.number} names them: events were edited or removed"
        )
        then = ledger
    found = gather(tournament, folder, whole=True, ledger=then)
    for change in changes(publication.standings, document(found)):
        yield f"{change['where']}: published {change['from']}, recomputed {change['to']} ({change['why']})"
