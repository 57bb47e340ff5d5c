"""Which form of an answer a client wants (RFC 9110, section 12.5.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bornes_api.service.problems import ProblemError

_RANGE = re.compile(r"\s*([!#$%&'*+.^`|~\w-]+)/([!#$%&'*+.^`|~\w-]+)\s*", re.ASCII)
_QUALITY = re.compile(r"\s*q\s*=\s*(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)\s*", re.ASCII | re.IGNORECASE)


class _Range(NamedTuple):
    main: str
    sub: str
    quality: float

    def covers(self, media_type: str) -> int:
        """How exactly this range names a media type: 0 not at all, 3 by its whole name."""
        main, _, sub = media_type.partition("/")
        if self.main == "*":
            return 1
        if self.main != main:
            return 0
        return 2 if self.sub == "*" else 3 if self.sub == sub else 0


def chosen(accept: str | None, offers: Sequence[str]) -> str:
    """The offer that an Accept header prefers; of equals the first. Parameters of a range are not looked at.

    Raises:
        ProblemError: not-acceptable: it takes none of them, or cannot be read.
    """
    if accept is None or accept.strip() in {"", "*/*"}:
        return offers[0]
    ranges = [_range(part, offers) for part in accept.split(",") if part.strip()]
    rated = [(_quality(offer, ranges), -index, offer) for index, offer in enumerate(offers)]
    quality, _, offer = max(rated)
    if not quality:
        raise ProblemError(
            "not-acceptable",
            f"this page is given as {' or '.join(offers)}; none of them is accepted by {accept[:80]!r}",
            allowed=offers,
        )
    return offer


def _quality(offer: str, ranges: Sequence[_Range]) -> float:
    covering = [(each.covers(offer), each.quality) for each in ranges if each.covers(offer)]
    return max(covering)[1] if covering else 0.0


def _range(part: str, offers: Sequence[str]) -> _Range:
    name, *parameters = part.split(";")
    match = _RANGE.fullmatch(name)
    if match is None or (match[1] == "*" and match[2] != "*"):
        raise ProblemError(
            "not-acceptable", f"{part.strip()[:80]!r} in Accept is no media type", allowed=offers
        )
    quality = 1.0
    for parameter in parameters:
        if re.match(r"\s*q\s*=", parameter, re.IGNORECASE):
            found = _QUALITY.fullmatch(parameter)
            if found is None:
                raise ProblemError(
                    "not-acceptable",
                    f"{parameter.strip()[:80]!r} in Accept is no quality; 0 to 1 with at most three decimals is one",
                    allowed=offers,
                )
            quality = float(found[1])
    return _Range(match[1].lower(), match[2].lower(), quality)
