"""What differs between two documents of standings, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

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
            yield _change("terms", key, before.get(key), after[key], "the tournament file was changed")


def _matches(old: Json, new: Json, terms_changed: bool) -> Iterator[Json]:
    before, after = ({(m["round"], m["table"]): m for m in each["matches"]} for each in (old, new))
    for key in sorted(before.keys() | after.keys()):
        one, other = (_with_rulings(each.get(key, _NOTHING)) for each in (before, after))
        if one == other:
            continue
        change = _change("match", "round {}, table {}".format(*key), score(one), score(other))
        change["why"] = _why(one, other, terms_changed)
        change["entrants"] = sorted({*one.get("sides", {}).values(), *other.get("sides", {}).values()})
        yield change


def _with_rulings(match: Json) -> Json:
    """A match; what was published before there was a ledger names no rulings."""
    return {"rulings": [], **match} if match else match


def score(match: Json) -> str:
    """A match in a few words."""
    if not match:
        return "no such match"
    sides = match["sides"]
    if match["kind"] == "open":
        return f"{' - '.join(sides.values())} not counted"
    if match["kind"] == "forfeit":
        lost = " and ".join(sides[side] for side in sides if side not in match["winners"])
        return f"{' - '.join(sides.values())} forfeited by {lost}"
    totals = " ".join(f"{sides[side]} {total}" for side, total in match["totals"].items())
    return f"{totals}, won by {' and '.join(sides[side] for side in match['winners'])}"


def _why(one: Json, other: Json, terms_changed: bool) -> str:
    if not one or not other:
        return "the tournament file was changed"
    record, before, after = other["record"] or one["record"], one["sha256"], other["sha256"]
    if one["record"] != other["record"] or one["sides"] != other["sides"]:
        return "the tournament file was changed"
    if before and after and before != after:
        return f"{record} was edited ({before[:12]}… before, {after[:12]}… now)"
    if after and not before:
        return f"{record} came in"
    if before and not after:
        return f"{record} is missing or cannot be read"
    if one["rulings"] != other["rulings"]:
        return f"rulings of the ledger: {_events(one['rulings'])} before, {_events(other['rulings'])} now"
    if terms_changed:
        return "the terms of the tournament were changed"
    return other["why_open"] or "the tournament file was changed"


def _events(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers)) or "none"


def _rows(old: Json, new: Json, matches: tuple[Json, ...], terms_changed: bool) -> Iterator[Json]:
    before, after = ({row["id"]: row for row in each["standings"]} for each in (old, new))
    for entrant in dict.fromkeys([*after, *before]):
        if before.get(entrant) == after.get(entrant):
            continue
        own = [each["where"] for each in matches if entrant in each["entrants"]]
        if own:
            why = "; ".join(own)
        elif terms_changed:
            why = "the terms of the tournament were changed"
        elif matches:
            why = "matches of others"
        else:
            why = "no term and no match changed: the numbers did not follow from them"
        yield _change("row", entrant, _shown(before.get(entrant)), _shown(after.get(entrant)), why)


def _shown(row: Json | None) -> str:
    if row is None:
        return "not ranked"
    values = [f"{name} {found['value']}" for name, found in row["tie_breaks"].items() if found is not None]
    return ", ".join([f"rank {row['rank']}", f"points {row['points']}", *values])


def _change(what: str, where: str, old: Any, new: Any, why: str = "") -> Json:
    return {"what": what, "where": where, "from": old, "to": new, "why": why}
