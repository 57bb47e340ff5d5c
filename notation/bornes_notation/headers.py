"""Header lines: keys, values, the seats they name, and what is wrong with them."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Collection, Sequence
from dataclasses import replace

from bornes_notation.errors import Fault
from bornes_notation.parsed import BLANKS
from bornes_notation.record import Columns, Header, is_seat
from bornes_notation.wording import worded

HEADER = re.compile(r"[ \t]*([A-Z][A-Za-z0-9-]*)[ \t]*:[ \t]*(.*)")
KEYS = ("Event", "Site", "Date", "Round", "Ruleset", "Options")
"""The fixed keys in canonical order; seats and then ``X-`` keys follow."""

_OWN_KEY = re.compile("X-[A-Za-z0-9-]+")
_RULESET = re.compile("[a-z0-9][a-z0-9-]*(@[A-Za-z0-9][A-Za-z0-9.-]*)?")
_OPTION = re.compile(r"[^ \t=]+[ \t]*=[ \t]+[^ \t=]+(?=[ \t]|$)|[^ \t=]+[ \t]+=[^ \t=]+(?=[ \t]|$)|[^ \t]+")
"""One option; with blanks round its ``=`` it is a single one, written wrongly."""
_DATE = re.compile(r"([0-9]{4}|\?{4})-([0-9]{2}|\?\?)-([0-9]{2}|\?\?)")


def split_header(text: str) -> Header | None:
    """The key and value of a header line; None if the line is none."""
    found = HEADER.match(text)
    if found is None:
        return None
    return Header(found[1], found[2].strip(BLANKS), value_column=found.start(2) + 1)


_MEANT = re.compile(
    r"[ \t]*(?i:(?P<key>event|site|date|round|rule[ -]?set|options)|(?P<seat>[xyzwvuqp][1-9]?))"
    r"(?![A-Za-z0-9])[ \t]*(?P<mark>[:=]?)[ \t.,-]*(?P<value>.*)"
)
_PLAYER = re.compile(r"[^\W\d_]{2}|\ufffd")


def meant_header(text: str) -> Header | None:
    """The header that an unreadable line before the first hand was plainly meant to be; None if it tells none.

    A line that begins with a seat is meant as its seat line if a colon, an equals sign or a name follows.
    """
    found = _MEANT.match(text)
    if found is None:
        return None
    value = found["value"].strip(BLANKS)
    if found["seat"]:
        named = found["mark"] or _PLAYER.match(value)
        return Header(found["seat"].upper(), value) if named else None
    key = found["key"].replace(" ", "").replace("-", "").capitalize()
    return Header(key, value)


def header_faults(header: Header, earlier: Sequence[Header]) -> tuple[Fault, ...]:
    """What is wrong with a header line by itself and after the ones before it."""
    key_columns = (0, header.value_column - 1)
    if _rank(header.key) is None:
        return (_unknown_key(header.key, key_columns),)
    first = next((other for other in earlier if other.key == header.key), None)
    if first is not None:
        message = worded(
            "%(key)s stands in line %(line)s already; a key stands once", key=header.key, line=first.line
        )
        return (Fault("MB021", message, key_columns),)
    return _value_faults(header)


def in_order(headers: Sequence[Header]) -> tuple[Header, ...]:
    """The headers in canonical order."""
    return tuple(sorted(headers, key=lambda header: _rank(header.key) or 0))


def out_of_order(header: Header, earlier: Sequence[Header]) -> bool:
    """Whether canonical text has this header before one that already stands."""
    rank = _rank(header.key) or 0
    return any((_rank(other.key) or 0) > rank for other in earlier)


def seat_faults(headers: Sequence[Header], smudged: Collection[str] = ()) -> list[tuple[Header, Fault]]:
    """Seats that do not fit together: ``X`` with ``X1``, ``X2`` without ``X1``.

    Args:
        headers: The header lines that could be read.
        smudged: Seats of lines that could not; another seat is not missing one of them.
    """
    seats = [header for header in headers if is_seat(header.key)]
    faults = []
    for header in seats:
        letter, number = header.key[0], header.key[1:]
        mates = {other.key for other in seats if other.key[0] == letter}
        before = f"{letter}{int(number or 1) - 1}"
        if not number and len(mates) > 1:
            message = worded(
                "side %(letter)s has several seats (%(mates)s); each needs a number",
                letter=letter,
                mates=", ".join(sorted(mates)),
            )
        elif number > "1" and letter not in mates and before not in {*mates, *smudged}:
            message = worded(
                "%(key)s stands without %(seat)s; seats are numbered from 1", key=header.key, seat=before
            )
        else:
            continue
        faults.append((header, Fault("MB024", message, (0, header.value_column - 1))))
    return faults


def _rank(key: str) -> int | None:
    if key in KEYS:
        return KEYS.index(key)
    if is_seat(key):
        return len(KEYS)
    return len(KEYS) + 1 if _OWN_KEY.fullmatch(key) else None


def _unknown_key(key: str, columns: Columns) -> Fault:
    from difflib import get_close_matches

    if re.fullmatch("[XYZWVUQP][0-9]+", key):
        message = worded("%(key)s is no seat; the seats of a side are numbered 1 to 9", key=key)
        return Fault("MB020", message, columns)
    near = tuple(get_close_matches(key.capitalize(), KEYS, n=1))
    advice = (
        worded("did you mean %(near)s?", near=near[0])
        if near
        else worded("a key of your own begins with X-: X-%(key)s", key=key[:40])
    )
    known = worded("%(keys)s, a seat, X-Anything", keys=", ".join(KEYS))
    return Fault(
        "MB020",
        worded("%(key)s is no header key (%(known)s); %(advice)s", key=key[:40], known=known, advice=advice),
        columns,
        near or KEYS,
    )


def _value_faults(header: Header) -> tuple[Fault, ...]:
    if header.key not in ("Ruleset", "Options", "Date"):
        return ()
    start = header.value_column - 1
    semicolon = header.value.find(";")
    if semicolon >= 0:
        message = worded(
            "a comment cannot stand in the %(key)s line; give it a line of its own", key=header.key
        )
        return (Fault("MB025", message, (start + semicolon, start + len(header.value))),)
    found = _CHECKS[header.key](header.value)
    return tuple(replace(fault, columns=_shifted(fault.columns, start)) for fault in found)


def _shifted(columns: Columns, shift: int) -> Columns:
    return columns[0] + shift, columns[1] + shift


def _ruleset(value: str) -> tuple[Fault, ...]:
    if _RULESET.fullmatch(value):
        return ()
    near = re.sub("[ _\t]+", "-", value.lower())
    if _RULESET.fullmatch(near):
        message = worded(
            "%(value)s is no id of a ruleset; an id has small letters, digits and hyphens: %(near)s",
            value=value[:60],
            near=near[:60],
        )
        return (Fault("MB026", message, (0, len(value)), (near,)),)
    message = worded("the ruleset is an id like winning-moves, or an id and its version: winning-moves@1")
    return (Fault("MB026", message, (0, len(value)), ("id", "id@version")),)


def _date(value: str) -> tuple[Fault, ...]:
    found = _DATE.fullmatch(value)
    if not value or (found is not None and _in_calendar(*found.groups())):
        return ()
    message = worded(
        "%(value)s is no date; write year-month-day, ?? for what is unknown: 2026-11-??", value=value[:40]
    )
    return (Fault("MB026", message, (0, len(value)), ("2026-11-05", "2026-11-??")),)


def _in_calendar(year: str, month: str, day: str) -> bool:
    if month == "??":
        return day == "??" or 1 <= int(day) <= 31
    if not 1 <= int(month) <= 12:
        return False
    any_leap_year = 2000
    days = monthrange(int(year) if year.isdigit() else any_leap_year, int(month))[1]
    return day == "??" or 1 <= int(day) <= days


def _options(value: str) -> tuple[Fault, ...]:
    faults = []
    seen: set[str] = set()
    for found in _OPTION.finditer(value):
        word = found[0]
        option, equals, setting = word.partition("=")
        if not (option and equals and setting) or "=" in setting or len(word.split()) > 1:
            offer = _option_meant(word)
            message = worded(
                "%(word)s is no option; write id=value, options separated by blanks: %(offer)s",
                word=word[:60],
                offer=offer[:60] or "target=700",
            )
            faults.append(Fault("MB026", message, found.span(), (offer,) if offer else ("id=value",)))
        elif option in seen:
            message = worded("option %(option)s is given twice; once is enough", option=option)
            faults.append(Fault("MB026", message, found.span()))
        seen.add(option)
    return tuple(faults)


def _option_meant(word: str) -> str:
    """Options written with blanks round the ``=``, with a colon, or with commas between them, as they must be."""
    near = " ".join(re.sub(r"[ \t]*[=:][ \t]*", "=", word).replace(",", " ").split())
    return near if re.fullmatch("[^ =]+=[^ =]+(?: [^ =]+=[^ =]+)*", near) else ""


_CHECKS = {"Ruleset": _ruleset, "Date": _date, "Options": _options}
