"""What a case expects beside what a program says, at each of the four levels.

1: accepts or rejects. 2: scores. 3: which rules are broken, which lines are unreadable. 4: every code and
place, and whatever else the case states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from bornes_api.conformance.mapping import Names

LEVELS = {1: "verdict", 2: "scores", 3: "rules", 4: "places"}
ANSWERS = {"legal": "accept", "undetermined": "accept", "illegal": "reject", "unreadable": "unreadable"}
"""What each verdict comes to: a program need not tell legal from undetermined to pass level 1."""

Differences: TypeAlias = dict[int, tuple[str, ...]]
"""For each level that the case has something to say at: how the program differs; empty if it does not."""

Value: TypeAlias = Mapping[str, Any]

_PLACE = ("code", "rule", "hand", "turn", "seat", "line", "column", "ruling")
_DETAILS = ("end_column", "text", "state", "legal", "hand_known", "because", "rests_on")
"""What a case may state besides of a violation; compared if the program says anything of it."""

_EXTRAS = ("canonical", "json", "state")


class MalformedResultError(ValueError):
    """A result that is not a report; the message says why."""


def compare(expect: Value, result: Value, names: Names) -> Differences:
    """How a result differs from what is expected.

    Raises:
        MalformedResultError: The result has no verdict, or a part of it is of another kind.
    """
    check_form(result)
    levels = {
        1: tuple(_level_1(expect, result)),
        2: tuple(_level_2(expect, result)),
        3: tuple(_level_3(expect, result, names)),
        4: tuple(_level_4(expect, result, names)),
    }
    if "hands" not in expect and "match" not in expect:
        del levels[2]
    return levels


def not_compared(expect: Value, result: Value) -> tuple[str, ...]:
    """What the case asks besides and the program does not give: canonical, json, state."""
    return tuple(extra for extra in _EXTRAS if extra in expect and extra not in result)


def check_form(result: Value) -> None:
    """Whether a result can be compared at all.

    Raises:
        MalformedResultError: It cannot.
    """
    verdict = result.get("verdict")
    if verdict not in ANSWERS:
        raise MalformedResultError(f"the verdict of its result is {verdict!r}, not {', '.join(ANSWERS)}")
    for key in ("violations", "errors", "style", "unverified", "hands"):
        part = result.get(key, [])
        if not isinstance(part, list) or not all(isinstance(entry, dict) for entry in part):
            raise MalformedResultError(f"{key} of its result is no list of objects")
    if not isinstance(result.get("match", {}), dict | None):
        raise MalformedResultError("match of its result is no object")


def _level_1(expect: Value, result: Value) -> Iterator[str]:
    wanted, found = ANSWERS[expect["verdict"]], ANSWERS[result["verdict"]]
    if wanted != found:
        yield f"{_said(wanted)} it, but it says {result['verdict']}"


def _said(answer: str) -> str:
    return {"accept": "must accept", "reject": "must reject", "unreadable": "must not be able to read"}[
        answer
    ]


def _level_2(expect: Value, result: Value) -> Iterator[str]:
    found = {str(hand.get("number")): hand for hand in result.get("hands", [])}
    for number, hand in expect.get("hands", {}).items():
        if not hand.keys() - {"judged_to_line"}:
            continue
        if number not in found:
            yield f"hand {number} is missing"
            continue
        yield from _differing(f"hand {number}: ", hand, found[number], but=("sides", "judged_to_line"))
        for side, wanted in hand.get("sides", {}).items():
            has = (found[number].get("sides") or {}).get(side)
            if not isinstance(has, dict):
                yield f"hand {number}: side {side} is missing"
            else:
                yield from _differing(f"hand {number}, {side}: ", wanted, has, but=("unverified",))
    yield from _differing("match: ", expect.get("match", {}), result.get("match") or {})


def _differing(where: str, wanted: Value, has: Value, but: tuple[str, ...] = ()) -> Iterator[str]:
    for key in wanted:
        value, found = _comparable(key, wanted[key]), _comparable(key, has.get(key))
        if key not in but and value != found:
            yield f"{where}{key} is {_shown(value)}, not {_shown(found)}"


def _comparable(key: str, value: Any) -> Any:
    """The value in the form in which equal ones are equal: no components of 0, lists in one order."""
    if key == "score" and isinstance(value, dict):
        return {component: points for component, points in value.items() if points}
    if key == "because" and isinstance(value, list):
        return sorted(str(each.get("line") if isinstance(each, dict) else each) for each in value)
    if key in ("winners", "legal", "unverified") and isinstance(value, list):
        return sorted(map(str, value))
    return value


def _level_3(expect: Value, result: Value, names: Names) -> Iterator[str]:
    wanted = {violation["rule"] for violation in expect.get("violations", ())}
    found = set()
    for violation in result.get("violations", []):
        possible = names.possible_rules(violation)
        found.add(next((rule for rule in possible if rule in wanted), possible[0] if possible else "?"))
    yield from _set_difference("breaks", wanted, found)
    lines = {error["line"] for error in expect.get("errors", ())}
    yield from _set_difference(
        "is unreadable in line", lines, {e.get("line") for e in result.get("errors", [])}
    )


def _set_difference(says: str, wanted: set[Any], found: set[Any]) -> Iterator[str]:
    yield from (f"it {says} {each}, which is not found" for each in sorted(wanted - found, key=str))
    yield from (f"it is said that it {says} {each}" for each in sorted(found - wanted, key=str))


def _level_4(expect: Value, result: Value, names: Names) -> Iterator[str]:
    if expect["verdict"] != result["verdict"]:
        yield f"the verdict is {expect['verdict']}, not {result['verdict']}"
    yield from _list_difference("", expect.get("violations", ()), _violations(result, names))
    yield from _list_difference("unreadable: ", expect.get("errors", ()), _places(result, "errors", names))
    if "style" in expect:
        asked = {key for notice in expect["style"] for key in notice} or {"code", "line"}
        found = [{key: each.get(key) for key in asked} for each in _places(result, "style", names)]
        yield from _list_difference("style: ", expect["style"], found)
    if "unverified" in expect:
        yield from _undecided(expect["unverified"], result.get("unverified", []))
    stated = {key: expect[key] for key in ("ruled", "complete") if key in expect}
    yield from _differing("", stated, result)
    if isinstance(result.get("checked"), dict):
        yield from _given("", expect.get("checked", {}), result["checked"])
    yield from _hand_details(expect, result)
    extras = {key: expect[key] for key in ("canonical", "json") if key in expect and key in result}
    yield from _differing("", extras, result)
    if isinstance(result.get("state"), dict):
        yield from _differing("state ", expect.get("state", {}), result["state"])


def _undecided(wanted: Any, entries: Iterable[Value]) -> Iterator[str]:
    """The checks; how often each, if the case says it and the program does."""
    counts: Counter[str] = Counter()
    counted = True
    for entry in entries:
        count = entry.get("count")
        counted = counted and isinstance(count, int)
        counts[str(entry.get("check"))] += count if isinstance(count, int) else 1
    yield from _set_difference("leaves undecided", set(wanted), set(counts))
    if isinstance(wanted, dict) and counted:
        both = {check: count for check, count in wanted.items() if check in counts}
        yield from _differing("times undecided: ", both, counts)


def _hand_details(expect: Value, result: Value) -> Iterator[str]:
    """What a case says of a hand and is no score: how far it was judged, which points are in doubt."""
    found = {str(hand.get("number")): hand for hand in result.get("hands", [])}
    for number, hand in expect.get("hands", {}).items():
        has = found.get(number, {})
        yield from _given(f"hand {number}: ", hand, has, ("judged_to_line",))
        for side, wanted in hand.get("sides", {}).items():
            whole = (has.get("sides") or {}).get(side) or {}
            yield from _given(f"hand {number}, {side}: ", wanted, whole, ("unverified",))


def _given(where: str, wanted: Value, has: Value, keys: Iterable[str] | None = None) -> Iterator[str]:
    """As `_differing`, of these keys, and only of what the program gives."""
    asked = wanted if keys is None else keys
    yield from _differing(where, {key: wanted[key] for key in asked if key in wanted and key in has}, has)


def _violations(result: Value, names: Names) -> list[dict[str, Any]]:
    found = []
    for violation in result.get("violations", []):
        ruling = violation.get("ruling")
        rule = names.possible_rules(violation)[:1]
        ours = {
            "code": names.code(violation) or violation.get("code"),
            "rule": rule[0] if rule else None,
            "ruling": ruling.get("verb") if isinstance(ruling, dict) else ruling,
        }
        found.append({**violation, **ours})
    return found


def _places(result: Value, key: str, names: Names) -> list[dict[str, Any]]:
    return [
        {**{place: each[place] for place in ("line", "column", "end_column") if place in each}, **ours}
        for each in result.get(key, [])
        for ours in ({"code": names.code(each) or each.get("code")},)
    ]


def _list_difference(says: str, wanted: Any, found: Any) -> Iterator[str]:
    """Entries that are missing or too many, or say other things; their order counts only where places are equal."""
    expected = [(_place(each), each) for each in wanted]
    for entry in found:
        place = _place(entry)
        twin = next((each for each in expected if each[0] == place), None)
        if twin is None:
            yield f"{says}{place} is found, and should not be"
        else:
            expected.remove(twin)
            yield from _given(f"{says}{place}: ", twin[1], entry, _DETAILS)
    yield from (f"{says}{place} is not found" for place, _ in expected)


def _place(entry: Value) -> str:
    """One violation, error or notice as a message names it, everything that is compared in it."""
    parts = [f"{key} {entry[key]}" for key in _PLACE[2:5] if entry.get(key) is not None]
    column = entry.get("column")
    parts.append(f"{entry.get('line')}:{column}" if column is not None else f"line {entry.get('line')}")
    rule = f" ({entry['rule']})" if entry.get("rule") else ""
    ruling = f", ruled: {entry['ruling']}" if entry.get("ruling") else ""
    return f"{entry.get('code')}{rule} at {', '.join(parts)}{ruling}"


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 400 else f"{text[:400]}…"
