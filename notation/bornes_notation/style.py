"""Names what makes a line differ from its canonical text."""

from __future__ import annotations

import re
from dataclasses import replace

from bornes_notation.errors import Fault
from bornes_notation.record import Deal, Item, Pile, Reshuffle, Show, Turn
from bornes_notation.wording import worded

_BLANKS = re.compile("[ \t]+")
_TURN_AS_COMMENT = re.compile(r"[^ \t;][ \t]*;[ \t]*[1-9][0-9]*\.[ \t]*[XYZWVUQP][1-9]?(?![A-Za-z0-9])")


def line_style(text: str, canonical: str) -> tuple[Fault, ...]:
    """The notice for a line without item (a comment, a header, a version line)."""
    if text == canonical:
        return ()
    if _BLANKS.sub("", text) == _BLANKS.sub("", canonical):
        return (_notice("MB704", worded("blanks differ"), canonical),)
    return (_notice("MB708", worded("number form"), canonical),)


def item_style(text: str, canonical: str, item: Item, *, numbered: bool, renamed: bool) -> tuple[Fault, ...]:
    """The notices for a line that holds an item; none if it is its canonical text."""
    if text == canonical:
        return ()
    notices = []
    if isinstance(item, Turn) and not numbered:
        notices.append(_notice("MB705", worded("the turn has no number"), canonical))
    if renamed:
        notices.append(_notice("MB706", worded("the only seat of a side has no number"), canonical))
    if notices:
        return tuple(notices)
    if _BLANKS.sub("", text) == _BLANKS.sub("", canonical):
        notice = _notice("MB704", worded("blanks differ"), canonical)
        if _TURN_AS_COMMENT.search(text):
            asked = worded(
                "%(message)s; the comment looks like a turn, and each turn stands on a line of its own",
                message=notice.message,
            )
            notice = replace(notice, message=asked)
        return (notice,)
    if isinstance(item, Deal | Pile | Reshuffle | Show):
        return (_notice("MB707", worded("unknown cards in another form"), canonical),)
    return (_notice("MB708", worded("a number with needless zeros or sign"), canonical),)


def _notice(code: str, what: str, canonical: str) -> Fault:
    shown = canonical if len(canonical) <= 100 else canonical[:97] + "..."
    return Fault(code, worded("%(what)s; canonical: %(text)s", what=what, text=shown))
