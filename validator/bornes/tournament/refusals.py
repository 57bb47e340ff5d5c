"""Why an event of a ledger cannot stand, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bornes.suggestions import offer
from bornes.tournament.ledger import Appeal, Decision, Ruling
from bornes_notation.wording import AND, listed, worded


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an event cannot stand: the name of the finding, and the sentence."""

    name: str
    message: str


def no_effect(event: int, why: str) -> str:
    """What the finding about an event says that cannot stand."""
    return worded("event %(event)s has no effect: %(why)s", event=event, why=why)


def no_table(event: Ruling) -> Fault:
    """A ruling on a table that there is not."""
    message = worded(
        "there is no round %(round)s, table %(table)s",
        round=event.round,
        table=event.table,
    )
    return Fault("ruling-table", message)


def no_record(event: Ruling) -> Fault:
    """A ruling on a table without a record."""
    message = worded(
        "round %(round)s, table %(table)s has no record that could be ruled on",
        round=event.round,
        table=event.table,
    )
    return Fault("ruling-table", message)


def no_ruling_to_supersede(event: int) -> Fault:
    """A ruling in the place of what is no ruling."""
    return Fault(
        "supersedes-unknown", worded("event %(event)s is no ruling that could be superseded", event=event)
    )


def other_table(event: Ruling, before: Ruling) -> Fault:
    """A ruling in the place of one on another table."""
    message = worded(
        "ruling %(ruling)s is about round %(round)s, table %(table)s, "
        "this one about round %(other_round)s, table %(other_table)s",
        ruling=before.n,
        round=before.round,
        table=before.table,
        other_round=event.round,
        other_table=event.table,
    )
    return Fault("supersedes-unknown", message)


def superseded_already(ruling: int, by: int) -> Fault:
    """A ruling in the place of one that another took."""
    message = worded(
        "ruling %(ruling)s was superseded by ruling %(by)s; supersede that one", ruling=ruling, by=by
    )
    return Fault("superseded-twice", message)


def final(name: str, ruling: int, decision: Decision) -> Fault:
    """A ruling or an appeal after the decision on appeal; the name says which."""
    message = worded(
        "ruling %(ruling)s was decided on appeal by event %(event)s, and that is final",
        ruling=ruling,
        event=decision.n,
    )
    return Fault(name, message)


def no_ruling_to_appeal(event: Appeal) -> Fault:
    """An appeal against what is no ruling."""
    message = worded("event %(event)s is no ruling that could be appealed against", event=event.against)
    return Fault("appeal-unknown", message)


def stranger(event: Appeal, ruling: Ruling, sides: Sequence[str]) -> Fault:
    """An appeal by somebody who did not play there."""
    message = worded(
        "%(entrant)s did not play at round %(round)s, table %(table)s; %(sides)s did%(hint)s",
        entrant=event.entrant,
        round=ruling.round,
        table=ruling.table,
        sides=listed(sides, AND),
        hint=offer(event.entrant, sides),
    )
    return Fault("appeal-stranger", message)


def late(event: Appeal, ruling: Ruling) -> Fault:
    """An appeal after the time for it."""
    message = worded(
        "the appeal is of %(time)s; ruling %(ruling)s could be appealed against until %(until)s",
        time=event.time,
        ruling=ruling.n,
        until=ruling.appeal_until,
    )
    return Fault("appeal-late", message)


def appeal_superseded(ruling: int, by: int) -> Fault:
    """An appeal against a ruling whose place another took."""
    message = worded(
        "ruling %(ruling)s was superseded by ruling %(by)s; appeal against that one", ruling=ruling, by=by
    )
    return Fault("appeal-superseded", message)


def appealed_already(event: Appeal) -> Fault:
    """A second appeal of the same entrant."""
    message = worded(
        "%(entrant)s has appealed against ruling %(ruling)s already",
        entrant=event.entrant,
        ruling=event.against,
    )
    return Fault("appeal-twice", message)


def no_appeal(event: Decision) -> Fault:
    """A decision on what is no appeal."""
    message = worded("event %(event)s is no appeal that could be decided", event=event.appeal)
    return Fault("decision-unknown", message)


def own_ruling(event: Decision, ruling: Ruling) -> Fault:
    """A decision by who made the ruling."""
    message = worded(
        "%(author)s made ruling %(ruling)s; an appeal is decided by somebody else",
        author=event.author,
        ruling=ruling.n,
    )
    return Fault("reviewer-same", message)


def nothing_to_decide(ruling: int, by: int) -> Fault:
    """A decision on a ruling whose place another took."""
    message = worded(
        "ruling %(ruling)s was superseded by ruling %(by)s; nothing is left to decide", ruling=ruling, by=by
    )
    return Fault("decision-superseded", message)


def no_decision(event: Decision) -> Fault:
    """A correction of what is no decision on that appeal."""
    message = worded(
        "event %(event)s is no decision on appeal %(appeal)s that could be superseded",
        event=event.supersedes,
        appeal=event.appeal,
    )
    return Fault("supersedes-unknown", message)


def decided_already(event: Decision, standing: Decision) -> Fault:
    """A second decision that does not correct the first."""
    message = worded(
        "appeal %(appeal)s was decided by event %(event)s; a correction supersedes that",
        appeal=event.appeal,
        event=standing.n,
    )
    return Fault("decided-twice", message)
