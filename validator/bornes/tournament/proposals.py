"""What the policies of a tournament propose for a violation that nobody has ruled on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bornes.asked import Asked, Place
from bornes.report import Violation
from bornes.tournament.departures import lines_after
from bornes.tournament.offences import Offence
from bornes.tournament.policies import Policies, agreed, is_offence, question_of
from bornes_notation import Record, Turn
from bornes_notation.wording import worded

Occasion: TypeAlias = Literal["at_once", "later", "after_hand"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What was agreed for a violation.

    Attributes:
        asked: Rulings that are to be made together; none if it needs none, or is left to the director.
        words: Each part of it, and the policy that says so; none if nothing was agreed.
    """

    asked: tuple[Asked, ...]
    words: tuple[str, ...]


def proposal(
    policies: Policies, violation: Violation, offences: Sequence[Offence], record: Record, *, hand_over: bool
) -> Proposal:
    """What was agreed for a violation without a ruling.

    Args:
        policies: What was agreed.
        violation: Of the record.
        offences: Those in the record, with their numbers.
        record: As far as it has been written.
        hand_over: Its hand has ended.
    """
    if violation.caused_by is not None:
        line, code = violation.caused_by
        first = worded("it follows from %(code)s in line %(line)s; rule on that", code=code, line=line)
        return Proposal((), (first,))
    question = question_of(violation)
    if question in ("contradictory", "missing"):
        value = getattr(policies, question)
        return Proposal((), (agreed(value, question),) if value else ())
    if not is_offence(violation):
        value = policies.after_hand if question and hand_over else None
        return Proposal((), (agreed(value, "after_hand"),) if value else ())
    occasion = occasion_of(violation, record, hand_over=hand_over)
    offence = next((each for each in offences if _is(each, violation)), None)
    parts = [*_remedy(policies, violation, occasion), *_sanction(policies, violation, offence)]
    return Proposal(tuple(asked for asked, _ in parts if asked), tuple(words for _, words in parts))


def occasion_of(violation: Violation, record: Record, *, hand_over: bool) -> Occasion:
    """When an illegal play is noticed, if it is noticed where the record ends."""
    if hand_over:
        return "after_hand"
    for line in lines_after(record, violation.line):
        if isinstance(line.item, Turn):
            seats = [each.seat for each in line.item.interrupts]
            seats += [line.item.seat] if line.line != violation.line else []
            if any(seat != violation.seat for seat in seats):
                return "later"
    return "at_once"


def _is(offence: Offence, violation: Violation) -> bool:
    """By the place in the game: the lines of a record move when rulings are written into it."""
    return (offence.hand, offence.turn, offence.seat) == (violation.hand, violation.turn, violation.seat)


_Part: TypeAlias = tuple[Asked | None, str]


def _remedy(policies: Policies, violation: Violation, occasion: Occasion) -> Iterator[_Part]:
    value: str | None = getattr(policies, occasion)
    if value is None:
        return
    words = agreed(value, occasion)
    if value == "as-played":
        yield None, worded("%(agreed)s: it counts so without a ruling", agreed=words)
    elif value == "open":
        yield None, worded("%(agreed)s: the match counts when you have ruled", agreed=words)
    else:
        yield Asked(place=_place(violation), verb=value), words


def _sanction(policies: Policies, violation: Violation, offence: Offence | None) -> Iterator[_Part]:
    if not policies.offences:
        return
    if offence is None or not offence.player:
        nobody = worded(
            "offence counted for nobody: the record does not say who sits on %(seat)s", seat=violation.seat
        )
        yield None, nobody
        return
    sanction = offence.sanction
    title = offence.title
    if sanction is None:
        yield None, worded("no sanction (policies.offences, %(offence)s)", offence=title)
    elif sanction.kind == "penalty":
        place, points = _place(violation), -sanction.points
        asked = Asked(place=place, verb="penalty", points=points, code=violation.code)
        words = worded("penalty %(points)s (policies.offences, %(offence)s)", points=points, offence=title)
        yield asked, words
    elif sanction.kind == "forfeit":
        yield None, worded("forfeit of the match (policies.offences, %(offence)s)", offence=title)
    else:
        yield None, worded("warning (policies.offences, %(offence)s)", offence=title)


def _place(violation: Violation) -> Place:
    return Place(hand=violation.hand, turn=violation.turn, seat=violation.seat)
