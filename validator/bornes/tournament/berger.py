"""Berger tables: who meets whom in which round, when all meet all."""

from __future__ import annotations

from bornes_notation.wording import worded


def rounds_of(entrants: int) -> int:
    """How many rounds it takes for all to meet all once."""
    return entrants - 1 + entrants % 2


def pairs(entrants: int, number: int) -> tuple[tuple[int, int], ...]:
    """The pairs of a round, as seeds from 1; the first of a pair has side X.

    With an odd number of entrants, one of them meets the seed after the last: he has a bye.

    Args:
        entrants: How many, at least 2.
        number: Of the round, from 1 to `rounds_of`.

    Raises:
        ValueError: There is no such round.
    """
    if not 1 <= number <= rounds_of(entrants):
        raise ValueError(
            worded(
                "%(count)s entrants meet in %(rounds)s rounds; there is no round %(number)s",
                count=entrants,
                rounds=rounds_of(entrants),
                number=number,
            )
        )
    last = entrants + entrants % 2
    circle = last - 1
    pivot = (number - 1) * (last // 2) % circle
    first = (pivot + 1, last) if number % 2 else (last, pivot + 1)
    others = ((_seed(pivot + step, circle), _seed(pivot - step, circle)) for step in range(1, last // 2))
    return (first, *others)


def _seed(place: int, circle: int) -> int:
    return place % circle + 1
