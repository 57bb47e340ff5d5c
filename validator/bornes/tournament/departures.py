"""Rulings held against the policies: what was agreed for an offence, and what was ruled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bornes.tournament.agreement import Finding
from bornes.tournament.judged import Judged
from bornes.tournament.offences import Offence
from bornes.tournament.policies import Policies
from bornes.tournament.policies import agreed as agreed_in
from bornes_notation import Hand, Record, Ruling, Turn
from bornes_notation.record import Line
from bornes_notation.wording import AND, OR, SEMICOLON, listed, worded


@dataclass(frozen=True, slots=True)
class Ruled:
    """The rulings on one offence.

    Attributes:
        remedies: Their verbs but penalty; ``stands`` if there is only a penalty.
        penalty: Points, with their sign.
        acted: Another seat had acted before the first of them stands.
    """

    remedies: tuple[str, ...]
    penalty: int
    acted: bool


def offence_findings(
    policies: Policies,
    offences: Sequence[Offence],
    known: Sequence[Offence],
    judged: Judged,
    record: Record | None,
) -> Iterator[Finding]:
    """What is found about the offences in one record.

    Args:
        policies: What was agreed.
        offences: In this record.
        known: All up to here, these included.
        judged: The record, judged.
        record: Every line of what was judged; None if only its report is there: then rulings are not looked at.
    """
    for offence in offences:
        about = (offence.round, offence.table, offence.record, (judged.line(offence.line), 1))
        codes = ", ".join(offence.codes)
        if policies.offences and not offence.player:
            message = worded(
                "%(codes)s is counted for nobody: the record does not say who sits on %(seat)s",
                codes=codes,
                seat=offence.seat,
            )
            yield Finding("warning", "offence-unassigned", message, *about)
        elif policies.offences:
            message = worded(
                "%(offence)s, %(codes)s%(cost)s%(before)s",
                offence=offence.title,
                codes=codes,
                cost=_cost(offence),
                before=_earlier(offence, known),
            )
            yield Finding("info", "offence", message, *about)
        if offence.ruled and record is not None:
            ruled = rulings_on(offence, offences, record)
            for departure in departures(policies, offence, ruled):
                message = worded(
                    "%(codes)s of %(seat)s: %(departure)s",
                    codes=codes,
                    seat=offence.seat,
                    departure=departure,
                )
                yield Finding("warning", "departs", message, *about)


def _cost(offence: Offence) -> str:
    if offence.sanction is None:
        return worded(": nothing was agreed for it")
    if offence.ruled:
        return worded(": %(sanction)s, unless the ruling says otherwise", sanction=str(offence.sanction))
    return worded(": %(sanction)s", sanction=str(offence.sanction))


def _earlier(offence: Offence, known: Sequence[Offence]) -> str:
    places = [
        worded(
            "round %(round)s, table %(table)s, %(hand)s.%(turn)s",
            round=each.round,
            table=each.table,
            hand=each.hand,
            turn=each.turn,
        )
        for each in known
        if each.player == offence.player and each.number < offence.number
    ]
    return worded("; before: %(places)s", places=listed(places, SEMICOLON)) if places else ""


def departures(policies: Policies, offence: Offence, ruled: Ruled) -> Iterator[str]:
    """In what the rulings on an offence depart from what was agreed.

    A record does not say when a ruling was spoken, only that it stands before or after other seats acted. So one that
    stands before agrees if it is what was agreed for any of the three occasions.
    """
    forfeited = offence.sanction is not None and offence.sanction.kind == "forfeit"
    foreseen = {
        occasion: verb
        for occasion in ("at_once", "later", "after_hand")
        if not (ruled.acted and occasion == "at_once") and (verb := _remedy(policies, occasion))
    }
    if foreseen and not set(ruled.remedies) & {*foreseen.values(), *(["forfeit"] if forfeited else [])}:
        yield worded(
            "ruled %(ruled)s, agreed was %(agreed)s",
            ruled=listed(ruled.remedies, AND),
            agreed=listed((agreed_in(verb, occasion) for occasion, verb in foreseen.items()), OR),
        )
    if not (policies.offences and offence.player):
        return
    if forfeited:
        if "forfeit" not in ruled.remedies:
            yield worded(
                "it is %(offence)s: agreed was forfeit (policies.offences), ruled was none",
                offence=offence.title,
            )
        return
    agreed_points = 0 if offence.sanction is None else -offence.sanction.points
    if ruled.penalty != agreed_points:
        yield _other_penalty(offence, agreed_points, ruled.penalty)


def _other_penalty(offence: Offence, wanted: int, found: int) -> str:
    agreed = worded("penalty %(points)s", points=-wanted) if wanted else worded("no penalty")
    return worded(
        "it is %(offence)s: agreed was %(agreed)s (policies.offences), ruled was %(found)s",
        offence=offence.title,
        agreed=agreed,
        found=f"{found:+d}" if found else worded("none"),
    )


def _remedy(policies: Policies, occasion: str) -> str | None:
    """The ruling that was agreed for an occasion; None if it was left to the director."""
    value: str | None = getattr(policies, occasion)
    return {"as-played": "stands", "open": None}.get(value or "open", value)


def rulings_on(offence: Offence, offences: Sequence[Offence], record: Record) -> Ruled:
    """The rulings on an offence, of the record that has it."""
    verbs: list[str] = []
    penalty, acted, acted_first = 0, False, False
    for line in lines_after(record, offence.line):
        if line.line != offence.line and _again(offence, offences, line):
            break
        if isinstance(line.item, Turn):
            seats = [each.seat for each in line.item.interrupts]
            seats += [line.item.seat] if line.line != offence.line else []
            acted = acted or any(seat != offence.seat for seat in seats)
        elif isinstance(line.item, Ruling) and _concerns(line.item, offence, acted):
            acted_first = acted if not (verbs or penalty) else acted_first
            penalty += line.item.points or 0
            verbs += [line.item.verb] if line.item.verb != "penalty" else []
    return Ruled(tuple(dict.fromkeys(verbs)) or ("stands",), penalty, acted_first)


def lines_after(record: Record, first: int) -> Iterator[Line]:
    """The lines of a record from line `first` to the end of its hand."""
    for line in record.lines:
        if line.line > first and isinstance(line.item, Hand):
            return
        if line.line >= first:
            yield line


def _again(offence: Offence, offences: Sequence[Offence], line: Line) -> bool:
    """Whether on that line the side commits the same fault again: later rulings are on that one."""
    return any(
        each.line == line.line and each.side == offence.side and set(each.codes) & set(offence.codes)
        for each in offences
    )


def _concerns(ruling: Ruling, offence: Offence, acted: bool) -> bool:
    if ruling.code is not None:
        return ruling.code in offence.codes and ruling.who in (None, offence.seat, offence.side)
    # Without a code it covers what it stands behind: the play, or all of the hand so far.
    whole_hand = ruling.verb in ("forfeit", "redeal")
    return whole_hand or (not acted and ruling.who in (offence.seat, offence.side))
