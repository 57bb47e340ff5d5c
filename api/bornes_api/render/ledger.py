"""The ledger of a tournament as lines for people, and as JSON values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bornes.tournament.docket import Docket
from bornes.tournament.ledger import Appeal, Decision, Entry, Event, Ledger, Ruling
from bornes_api.language.speaking import said
from bornes_api.language.words import LEDGER_STATES
from bornes_api.render.paint import printable


def render_ledger(docket: Docket, ledger: Ledger) -> Iterator[str]:
    """Two lines or three for each event, and the head of the chain."""
    for entry in ledger.entries:
        event = entry.event
        yield event_words(event)
        yield f"    {printable(event.grounds if isinstance(event, Appeal) else event.reason)}"
        yield f"    {state_words(docket, event)}"
    yield said("%(count)s events, head %(head)s", count=len(ledger.entries), head=ledger.head)


def event_words(event: Event) -> str:
    """An event in one line, without its reason."""
    by = f"{event.n}. {event.time} {printable(event.author)}"
    match event:
        case Ruling():
            rulings = printable(", ".join(event.rulings))
            instead = (
                ""
                if event.supersedes is None
                else said(", in place of ruling %(number)s", number=event.supersedes)
            )
            return said(
                "%(by)s: ruling on round %(round)s, table %(table)s: %(rulings)s%(instead)s; appeal until %(until)s",
                by=by,
                round=event.round,
                table=event.table,
                rulings=rulings,
                instead=instead,
                until=event.appeal_until,
            )
        case Appeal():
            return said(
                "%(by)s: appeal by %(entrant)s against ruling %(number)s",
                by=by,
                entrant=event.entrant,
                number=event.against,
            )
        case Decision():
            rulings = printable(", ".join(event.rulings))
            instead = (
                ""
                if event.supersedes is None
                else said(", in place of decision %(number)s", number=event.supersedes)
            )
            return said(
                "%(by)s: decision on appeal %(appeal)s: %(outcome)s%(rulings)s%(instead)s",
                by=by,
                appeal=event.appeal,
                outcome=said(LEDGER_STATES[event.outcome]),
                rulings=said(" to %(rulings)s", rulings=rulings) if rulings else "",
                instead=instead,
            )


def state_of(docket: Docket, event: Event) -> tuple[str, int | None]:
    """What became of an event: a word, and the event that made it so.

    stands, superseded, upheld, varied, annulled (rulings); open, decided, lapsed (appeals); stands, superseded
    (decisions); no-effect.
    """
    if event.n in docket.unfit:
        return "no-effect", None
    match event:
        case Ruling():
            return _of_ruling(docket, event)
        case Appeal():
            return _of_appeal(docket, event)
        case Decision():
            return _of_decision(docket, event)


def _of_ruling(docket: Docket, event: Ruling) -> tuple[str, int | None]:
    ruled = docket.rulings.get(event.n)
    if ruled is None:
        return "no-effect", None
    if ruled.superseded is not None:
        return "superseded", ruled.superseded
    return ("stands", None) if ruled.decision is None else (ruled.decision.outcome, ruled.decision.n)


def _of_appeal(docket: Docket, event: Appeal) -> tuple[str, int | None]:
    appealed = docket.appeals.get(event.n)
    if appealed is None:
        return "no-effect", None
    if appealed.decision is not None:
        return "decided", appealed.decision.n
    superseded = docket.rulings[event.against].superseded
    return ("open", None) if superseded is None else ("lapsed", superseded)


def _of_decision(docket: Docket, event: Decision) -> tuple[str, int | None]:
    appealed = docket.appeals.get(event.appeal)
    if event.n not in docket.decisions or appealed is None or appealed.decision is None:
        return "no-effect", None
    last = appealed.decision.n
    return ("stands", None) if last == event.n else ("superseded", last)


def state_words(docket: Docket, event: Event) -> str:
    """The same as words."""
    word, by = state_of(docket, event)
    state = said(LEDGER_STATES[word])
    return state if by is None else said("%(state)s by event %(number)s", state=state, number=by)


def entry_to_dict(docket: Docket, entry: Entry) -> dict[str, Any]:
    """An event with what became of it; the members of spec/schemas/ledger.schema.json, and a few more."""
    event = entry.event
    word, by = state_of(docket, event)
    values = {name: getattr(event, name) for name in type(event).__slots__}
    if "rulings" in values:
        values["rulings"] = list(values["rulings"]) or None
    return {
        "n": event.n,
        "event": type(event).__name__.lower(),
        **values,
        "line": entry.line,
        "sha256": entry.sha256,
        "state": word,
        "state_by": by,
    }
