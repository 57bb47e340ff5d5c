"""A ruling as somebody asks for it: ``2.15=void``, ``2.15.Y2=penalty:-100:MB231``, ``@17=redeal``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bornes_notation.wording import worded

VERBS = ("stands", "retract", "void", "penalty", "forfeit", "redeal")
"""What can be ruled (spec/notation.md, "Between turns"), in the order in which it is offered."""

_NUMBER = r"[1-9][0-9]{0,8}"
_PLACE = re.compile(
    rf"(?:(?P<hand>{_NUMBER})\.(?P<turn>{_NUMBER})|@(?P<line>{_NUMBER}))(?:\.(?P<seat>[A-Z][1-9]?))?"
)
_POINTS = re.compile(r"[+-][0-9]{1,9}")
_CODE = re.compile(r"MB[0-9]{3}")


class AskedError(ValueError):
    """A ruling that cannot be tried: it is not written as one, or its place is not there. The message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a ruling belongs.

    Attributes:
        hand, turn: Number written in the ``hand`` line, number of the turn line in that hand; or else
        line: A line of the file (from 1), for what stands between turns.
        seat: Who is ruled on; None: whoever broke a rule there.
    """

    hand: int | None = None
    turn: int | None = None
    line: int | None = None
    seat: str | None = None

    def __str__(self) -> str:
        where = f"@{self.line}" if self.line is not None else f"{self.hand}.{self.turn}"
        return where if self.seat is None else f"{where}.{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A ruling that is asked for.

    Attributes:
        points: Of a penalty, with its sign; else None.
        code: The fault it is to name; None: the one that was found there, if there is just one.
        reason: Comment of its line; None if there is none.
    """

    place: Place
    verb: str
    points: int | None = None
    code: str | None = None
    reason: str | None = None

    def __str__(self) -> str:
        points = "" if self.points is None else f":{self.points:+d}"
        return f"{self.place}={self.verb}{points}{'' if self.code is None else f':{self.code}'}"


def read_place(text: str) -> Place:
    """A place from its text.

    Raises:
        AskedError: It is none.
    """
    found = _PLACE.fullmatch(text)
    if found is None:
        raise AskedError(
            worded(
                "%(text)r is no place; write HAND.TURN as 2.15, with a seat 2.15.Y2, or a line as @17",
                text=text,
            )
        )
    hand, turn, line = (None if found[key] is None else int(found[key]) for key in ("hand", "turn", "line"))
    return Place(hand=hand, turn=turn, line=line, seat=found["seat"])


def read_asked(text: str) -> Asked:
    """A ruling from its text, ``PLACE=VERB[:POINTS][:CODE]``.

    Raises:
        AskedError: It is none; the message says what is wrong with it.
    """
    where, equals, decision = text.partition("=")
    verb, *arguments = decision.split(":")
    if not equals or verb not in VERBS:
        raise AskedError(
            worded(
                "%(text)r is no ruling; write PLACE=VERB as 2.15=void; the verbs are %(verbs)s",
                text=text,
                verbs=", ".join(VERBS),
            )
        )
    place = read_place(where)
    points = int(arguments.pop(0)) if arguments and _POINTS.fullmatch(arguments[0]) else None
    code = arguments.pop(0) if arguments and _CODE.fullmatch(arguments[0]) else None
    if arguments:
        raise AskedError(
            worded(
                "%(text)r: %(argument)r is neither points with their sign nor a code as MB231",
                text=text,
                argument=arguments[0],
            )
        )
    if (points is None) is (verb == "penalty"):
        if verb == "penalty":
            needed = worded("%(text)r: penalty needs points with their sign, as penalty:-100", text=text)
            raise AskedError(needed)
        raise AskedError(worded("%(text)r: %(verb)s takes no points", text=text, verb=verb))
    return Asked(place=place, verb=verb, points=points, code=code)
