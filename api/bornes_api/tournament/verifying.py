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
from bornes_notation.wording import worded, wording_of


def chain_problems(published: Sequence[Publication]) -> Iterator[str]:
    """Publications that are missing or were changed, and commitments that were changed after publication."""
    before: Publication | None = None
    committed: dict[tuple[int, int, int], tuple[str, int]] = {}
    for each in published:
        expected = 1 if before is None else before.number + 1
        if each.number != expected:
            yield worded(
                "publication %(expected)s is missing: %(name)s comes where it is due",
                expected=expected,
                name=each.path.name,
            )
        elif each.previous != (None if before is None else before.sha256):
            yield worded(
                "publication %(number)s does not follow publication %(expected)s: one was edited",
                number=each.number,
                expected=expected - 1,
            )
        before = each
        for key, digest in _commitments(each):
            first, number = committed.setdefault(key, (digest, each.number))
            if first != digest:
                place = _place(*key)
                yield worded(
                    "%(place)s: publication %(number)s commits to %(first)s…, publication %(later)s to %(digest)s…",
                    place=place,
                    number=number,
                    first=first[:12],
                    later=each.number,
                    digest=digest[:12],
                )


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
        place = _place(played, table, hand)
        if _has_record(first, played, table):
            yield worded(
                "%(place)s: no publication names the commitment before the record came in", place=place
            )
        else:
            yield worded(
                "%(place)s: publication %(number)s names the commitment, before the record came in",
                place=place,
                number=first.number,
            )


def _place(played: int, table: int, hand: int) -> str:
    return worded("round %(round)s, table %(table)s, hand %(hand)s", round=played, table=table, hand=hand)


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
    name = worded("%(path)s, the tournament file in it", path=publication.path)
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
        yield wording_of(error)
        return
    # Before there were ledgers, publications named none.
    named = publication.standings.get("ledger", {"events": 0, "sha256": NO_EVENT})
    then = ledger.until(named["sha256"])
    if then is None or len(then.entries) != named["events"]:
        yield worded(
            "%(file)s: has no %(count)s events that end with %(digest)s…, as publication %(number)s names them:"
            " events were edited or removed",
            file=FILE,
            count=named["events"],
            digest=named["sha256"][:12],
            number=publication.number,
        )
        then = ledger
    found = gather(tournament, folder, whole=True, ledger=then)
    for change in changes(publication.standings, document(found)):
        yield worded(
            "%(where)s: published %(old)s, recomputed %(new)s (%(why)s)",
            where=change["where"],
            old=change["from"],
            new=change["to"],
            why=change["why"],
        )
