"""Tie-breaks: each gives terms that add up to its value, so that every value can be traced to its matches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from bornes.tournament.matches import Part

Parts: TypeAlias = Mapping[str, tuple[Part, ...]]
"""By entrant: what it has of each round."""


class Term(NamedTuple):
    """A number and the part of a round that it comes from."""

    part: Part
    value: Fraction


TieBreak: TypeAlias = Callable[[Parts, str, Collection[str]], "tuple[Term, ...] | None"]
"""(what all have, an entrant, those it is tied with, itself included) to terms; None: it does not apply."""


def points_of(parts: Parts, entrant: str) -> int:
    """The points of an entrant."""
    return sum(part.points for part in parts[entrant])


def _direct(parts: Parts, entrant: str, tied: Collection[str]) -> tuple[Term, ...] | None:
    """Points of the matches among those who are tied; not applied unless each has played all others."""
    for each in tied:
        met = {other for part in parts[each] if part.played for other in part.opponents}
        if not set(tied) - {each} <= met:
            return None
    return tuple(
        Term(part, Fraction(part.points))
        for part in parts[entrant]
        if part.played and set(part.opponents) <= set(tied)
    )


def _sonneborn_berger(parts: Parts, entrant: str, _tied: Collection[str]) -> tuple[Term, ...]:
    """Points of the opponents beaten, and half the points of those tied with."""
    return tuple(
        Term(part, Fraction(beaten) + Fraction(tied, 2))
        for part in parts[entrant]
        if part.played
        for beaten in [sum(points_of(parts, each) for each in part.beaten)]
        for tied in [sum(points_of(parts, each) for each in part.tied)]
    )


def _buchholz(parts: Parts, entrant: str, _tied: Collection[str]) -> tuple[Term, ...]:
    """Points of all opponents played."""
    return tuple(
        Term(part, Fraction(sum(points_of(parts, each) for each in part.opponents)))
        for part in parts[entrant]
        if part.played
    )


def _of_each(number: Callable[[Part], int]) -> TieBreak:
    def terms(parts: Parts, entrant: str, _tied: Collection[str]) -> tuple[Term, ...]:
        return tuple(Term(part, Fraction(number(part))) for part in parts[entrant] if part.played)

    return terms


TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    "direct": _direct,
    "sonneborn-berger": _sonneborn_berger,
    "buchholz": _buchholz,
    "wins": _of_each(lambda part: part.outcome == "won"),
    "difference": _of_each(lambda part: (part.scored or 0) - (part.against or 0)),
    "score": _of_each(lambda part: part.scored or 0),
    "hands": _of_each(lambda part: part.hands),
}
"""By name, as a tournament file declares them."""


def total(terms: tuple[Term, ...]) -> Fraction:
    """The value of a tie-break."""
    return sum((term.value for term in terms), Fraction(0))


def split(
    parts: Parts, tied: tuple[str, ...], names: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], dict[str, dict[str, tuple[Term, ...] | None]]]]:
    """Those with equal points in order: groups that share a rank, each with the terms that parted them.

    A tie-break is asked about those who are still tied when it is reached.
    """
    if len(tied) == 1 or not names:
        yield tied, {each: {} for each in tied}
        return
    name, *rest = names
    terms = {each: TIE_BREAKS[name](parts, each, tied) for each in tied}
    values = {each: Fraction(0) if found is None else total(found) for each, found in terms.items()}
    for value in sorted(set(values.values()), reverse=True):
        group = tuple(each for each in tied if values[each] == value)
        for shared, found in split(parts, group, tuple(rest)):
            yield shared, {each: {name: terms[each], **found[each]} for each in shared}
