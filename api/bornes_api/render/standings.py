"""Standings, findings, traces and changes as lines for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from bornes.tournament.agreement import Finding
from bornes_api.render.paint import Paint, plain, printable

Json: TypeAlias = dict[str, Any]

_ROLES = {"error": "bad", "warning": "open", "info": "dim"}


def render_standings(standings: Json) -> Iterator[str]:
    """The table of a tournament."""
    terms = standings["terms"]
    rounds = max((match["round"] for match in standings["matches"] if match["kind"] != "open"), default=0)
    yield f"{printable(standings['event'])}, {terms['ruleset']}, after round {rounds}"
    if standings["unresolved"]:
        yield f"Provisional: {standings['unresolved']} violations without a ruling"
    if standings["open"]:
        yield f"Matches that do not count, or not yet: {standings['open']}"
    by_policy = sum(bool(match["policies"]) for match in standings["matches"])
    if by_policy:
        yield f"Matches decided in part by a policy: {by_policy}"
    headings = ["", "", "points", *terms["tie_breaks"], "won", "tied", "lost"]
    lines = [headings, *map(_cells, standings["standings"])]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    for line in lines:
        cells = [
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _cells(row: Json) -> list[str]:
    values = ["-" if found is None else str(found["value"]) for found in row["tie_breaks"].values()]
    counts = [str(row[outcome]) for outcome in ("won", "tied", "lost")]
    return [str(row["rank"]), printable(row["name"]), str(row["points"]), *values, *counts]


def render_trace(traced: Json, names: Mapping[str, str]) -> Iterator[str]:
    """The numbers of one entrant, and where each comes from."""
    yield f"{printable(traced['name'])}: rank {traced['rank']}, {_counted(traced['points'], 'point')}"
    for part in traced["parts"]:
        yield from _part(part, names)
    for offence in traced["offences"]:
        yield from _offence(offence)
    yield f"  points: {_sum([part['points'] for part in traced['parts']], traced['points'])}"
    for name, found in traced["tie_breaks"].items():
        if found is None:
            yield f"  {name}: not needed, or does not apply"
            continue
        rounds = ", ".join(str(term["round"]) for term in found["terms"])
        values = [term["value"] for term in found["terms"]]
        yield f"  {name}: {_sum(values, found['value'])}" + (f" (rounds {rounds})" if rounds else "")


def _part(part: Json, names: Mapping[str, str]) -> Iterator[str]:
    where = f"round {part['round']}" + (f", table {part['table']}" if part["table"] else "")
    others = " and ".join(printable(names[each]) for each in part["opponents"])
    against = f" against {others}" if others else ""
    score = "" if part["scored"] is None else f" {part['scored']} to {part['against']}"
    yield f"  {where}: {part['outcome']}{score}{against}: {_counted(part['points'], 'point')}"
    if part["kind"] == "result":
        yield "      as the tournament file says; there is no record"
    if part["record"]:
        yield f"      {printable(part['record'])}, sha256 {part['sha256']}"
    if part["unresolved"]:
        yield f"      violations without a ruling: {part['unresolved']}"
    for line in part["lines"]:
        yield f"      line {line['line']}: {printable(line['text'])}"
    for each in part["rulings"]:
        yield f"      event {each['event']} of the ledger, after line {each['after']}: {printable(each['text'])}"
    for applied in part["policies"]:
        yield f"      policy {applied['policy']}: {applied['value']}: {printable(applied['about'])}"
        if applied["before"]:
            totals = " ".join(f"{side} {total}" for side, total in applied["before"].items())
            yield f"          without it {totals}"


def _offence(offence: Json) -> Iterator[str]:
    where = f"round {offence['round']}, table {offence['table']}, {offence['hand']}.{offence['turn']}"
    cost = offence["sanction"] or "nothing was agreed"
    ruled = "; a director ruled" if offence["ruled"] else ""
    codes = ", ".join(offence["codes"])
    yield f"  offence {offence['number']} of {printable(offence['player'])}: {where}: {codes}: {cost}{ruled}"


def _sum(values: list[Any], total: Any) -> str:
    return f"{' + '.join(map(str, values))} = {total}" if len(values) > 1 else str(total)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if abs(number) == 1 else f"{number} {what}s"


def render_findings(findings: Iterable[Finding], name: str, paint: Paint = plain) -> Iterator[str]:
    """A line for each finding, and how many there are of each level."""
    levels: Counter[str] = Counter()
    for each in findings:
        levels[each.level] += 1
        place = ":".join([each.record or name, *map(str, each.place or ())])
        where = "" if each.round is None else f" round {each.round}"
        where += "" if each.table is None else f", table {each.table}"
        level = paint(_ROLES[each.level], each.level)
        yield f"{paint('place', printable(place))}: {level} {each.name}:{where}{':' if where else ''} {printable(each.message)}"
    counted = ", ".join(
        _counted(levels[level], what) for level, what in (("error", "error"), ("warning", "warning"))
    )
    yield f"{printable(name)}: {counted}, {levels['info']} for information"


def finding_to_dict(each: Finding) -> Json:
    """A finding as JSON values."""
    line, column = each.place or (None, None)
    return {
        "level": each.level,
        "name": each.name,
        "message": each.message,
        "round": each.round,
        "table": each.table,
        "record": each.record,
        "line": line,
        "column": column,
    }


def render_changes(changes: Iterable[Json]) -> Iterator[str]:
    """A line for each change."""
    for each in changes:
        yield f"{printable(each['where'])}: {printable(str(each['from']))} -> {printable(str(each['to']))}"
        yield f"    because: {printable(each['why'])}"
