"""Who asks: the holder of the token that came along, in the head of a request or in a form; never a cookie."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bornes_api.service.problems import ProblemError
from bornes_api.service.settings import Settings
from bornes_api.service.tokens import Holder, holder_of, read_holders
from bornes_api.service.tournaments.shelf import unavailable
from bornes_api.sources import SourceError

_BEARER = re.compile(r"bearer +(\S+) *", re.IGNORECASE)
_ASK = {"WWW-Authenticate": 'Bearer realm="bornes"'}
LONGEST = 500
"""Characters of what may be a token; ours are shorter."""


def by_header(settings: Settings, authorization: str | None, roles: Sequence[str]) -> Holder | None:
    """The holder of the token in an Authorization header; None if no role is needed.

    Raises:
        ProblemError: token-missing, token-unknown, role, tournaments-unavailable.
    """
    if not roles:
        return None
    found = _BEARER.fullmatch(authorization or "")
    return by_token(settings, found[1] if found else "", roles)


def by_token(settings: Settings, token: str, roles: Sequence[str]) -> Holder:
    """The holder of a token who has one of these roles. Raises what `by_header` does."""
    if not token:
        raise ProblemError(
            "token-missing", f"this needs the token of a {' or '.join(roles)}", headers=_ASK, allowed=roles
        )
    try:
        holders = read_holders(settings.tokens) if settings.tokens else ()
    except SourceError as error:
        raise unavailable(error) from error
    holder = holder_of(token[:LONGEST], holders)
    if holder is None:
        raise ProblemError("token-unknown", "this token is not known here", headers=_ASK)
    if holder.role not in roles:
        raise ProblemError(
            "role", f"{holder.name} is {holder.role}; this is for {' or '.join(roles)}", allowed=roles
        )
    return holder
