"""What differs between two documents of standings, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from bornes_notation.wording import AND, listed, worded

Json: TypeAlias = dict[str, Any]

_NOTHING: Json = {}


def changes(old: Json, new: Json) -> tuple[Json, ...]:
    """Every change, as ``{"what", "where", "from", "to", "why"}``.

    Terms first, then matches, then rows; the why of a row names the changed matches of its entrant.
    """
    terms = tuple(_terms(old, new))
    matches = tuple(_matches(old, new, bool(terms)))
    return (*terms, *matches, *_rows(old, new, matches, bool(terms)))


def _terms(old: Json, new: Json) -> Iterator[Json]:
    before, after = ({"event": each["event"], **each["terms"]} for each in (old, new))
    for key in after:
        if before.get(key) != after[key]:
            yield _change(
                "terms", key, before.get(key), after[key], worded("the tournament file was changed")
            )


def _matches(old: Json, new: Json, terms_changed: bool) -> Iterator[Json]:
    before, after = ({(m["round"], m["table"]): m for m in each["matches"]} for each in (old, new))
    for key in sorted(before.keys() | after.keys()):
        one, other = (_with_rulings(each.get(key, _NOTHING)) for each in (before, after))
        if one == other:
            continue
        change = _change(
            "match",
            worded("round %(round)s, table %(table)s", round=key[0], table=key[1]),
            score(one),
            score(other),
        )
        change["why"] = _why(one, other, terms_changed)
        change["entrants"] = sorted({*one.get("sides", {}).values(), *other.get("sides", {}).values()})
        yield change


def _with_rulings(match: Json) -> Json:
    """A match; what was published before there was a ledger names no rulings."""
    return {"rulings": [], **match} if match else match


def score(match: Json) -> str:
    """A match in a few words."""
    if not match:
        return worded("no such match")
    sides = match["sides"]
    if match["kind"] == "open":
        return worded("%(sides)s not counted", sides=" - ".join(sides.values()))
    if match["kind"] == "forfeit":
        lost = listed((sides[side] for side in sides if side not in match["winners"]), AND)
        return worded("%(sides)s forfeited by %(lost)s", sides=" - ".join(sides.values()), lost=lost)
    totals = " ".join(f"{sides[side]} {total}" for side, total in match["totals"].items())
    winners = listed((sides[side] for side in match["winners"]), AND)
    return worded("%(totals)s, won by %(winners)s", totals=totals, winners=winners)


def _why(one: Json, other: Json, terms_changed: bool) -> str:
    if not one or not other:
        return worded("the tournament file was changed")
    record, before, after = other["record"] or one["record"], one["sha256"], other["sha256"]
    if one["record"] != other["record"] or one["sides"] != other["sides"]:
        return worded("the tournament file was changed")
    if before and after and before != after:
        return worded(
            "%(record)s was edited (%(before)s… before, %(after)s… now)",
            record=record,
            before=before[:12],
            after=after[:12],
        )
    if after and not before:
        return worded("%(record)s came in", record=record)
    if before and not after:
        return worded("%(record)s is missing or cannot be read", record=record)
    if one["rulings"] != other["rulings"]:
        return worded(
            "rulings of the ledger: %(before)s before, %(after)s now",
            before=_events(one["rulings"]),
            after=_events(other["rulings"]),
        )
    if terms_changed:
        return worded("the terms of the tournament were changed")
    return other["why_open"] or worded("the tournament file was changed")


def _events(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers)) or "none"


def _rows(old: Json, new: Json, matches: tuple[Json, ...], terms_changed: bool) -> Iterator[Json]:
    before, after = ({row["id"]: row for row in each["standings"]} for each in (old, new))
    for entrant in dict.fromkeys([*after, *before]):
        if before.get(entrant) == after.get(entrant):
            continue
        own = [each["where"] for each in matches if entrant in each["entrants"]]
        if own:
            why = listed(own, "%(left)s; %(right)s")
        elif terms_changed:
            why = worded("the terms of the tournament were changed")
        elif matches:
            why = worded("matches of others")
        else:
            why = worded("no term and no match changed: the numbers did not follow from them")
        yield _change("row", entrant, _shown(before.get(entrant)), _shown(after.get(entrant)), why)


def _shown(row: Json | None) -> str:
    if row is None:
        return worded("not ranked")
    values = [f"{name} {found['value']}" for name, found in row["tie_breaks"].items() if found is not None]
    counts = worded("rank %(rank)s, points %(points)s", rank=row["rank"], points=row["points"])
    return listed([counts, *values])


def _change(what: str, where: str, old: Any, new: Any, why: str = "") -> Json:
    return {"what": what, "where": where, "from": old, "to": new, "why": why}
