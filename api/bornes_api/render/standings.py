"""Standings, findings, traces and changes as lines for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from bornes.tournament.agreement import Finding
from bornes_api.language.available import SOURCE
from bornes_api.language.speaking import counted, said, spoken, translated
from bornes_api.language.words import IN_LINES, OUTCOMES_IN_LINES, TIE_BREAKS_IN_LINES
from bornes_api.render.paint import Paint, plain, printable
from bornes_notation.wording import AND, listed

Json: TypeAlias = dict[str, Any]

_ROLES = {"error": "bad", "warning": "open", "info": "dim"}


def render_standings(standings: Json) -> Iterator[str]:
    """The table of a tournament."""
    terms = standings["terms"]
    rounds = max((match["round"] for match in standings["matches"] if match["kind"] != "open"), default=0)
    yield said(
        "%(event)s, %(ruleset)s, after round %(round)s",
        event=printable(standings["event"]),
        ruleset=terms["ruleset"],
        round=rounds,
    )
    if standings["unresolved"]:
        yield said("Provisional: %(count)s violations without a ruling", count=standings["unresolved"])
    if standings["open"]:
        yield said("Matches that do not count, or not yet: %(count)s", count=standings["open"])
    by_policy = sum(bool(match["policies"]) for match in standings["matches"])
    if by_policy:
        yield said("Matches decided in part by a policy: %(count)s", count=by_policy)
    breaks = map(tie_break_word, terms["tie_breaks"])
    headings = ["", "", said("points"), *breaks, said("won"), said("tied"), said("lost")]
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
    yield said(
        "%(name)s: rank %(rank)s, %(points)s",
        name=printable(traced["name"]),
        rank=traced["rank"],
        points=_points(traced["points"]),
    )
    for part in traced["parts"]:
        yield from _part(part, names)
    for offence in traced["offences"]:
        yield _offence(offence)
    total = _sum([part["points"] for part in traced["parts"]], traced["points"])
    yield said("  points: %(sum)s", sum=total)
    for name, found in traced["tie_breaks"].items():
        if found is None:
            yield said("  %(name)s: not needed, or does not apply", name=tie_break_word(name))
            continue
        rounds = ", ".join(str(term["round"]) for term in found["terms"])
        values = [term["value"] for term in found["terms"]]
        named = f"  {tie_break_word(name)}: {_sum(values, found['value'])}"
        yield named + (said(" (rounds %(rounds)s)", rounds=rounds) if rounds else "")


def _part(part: Json, names: Mapping[str, str]) -> Iterator[str]:
    others = listed((printable(names[each]) for each in part["opponents"]), AND)
    against = said(" against %(others)s", others=others) if others else ""
    score = ""
    if part["scored"] is not None:
        score = said(" %(scored)s to %(against)s", scored=part["scored"], against=part["against"])
    outcome = said(OUTCOMES_IN_LINES[part["outcome"]])
    yield f"  {_where(part['round'], part['table'])}: {outcome}{score}{against}: {_points(part['points'])}"
    if part["kind"] == "result":
        yield said("      as the tournament file says; there is no record")
    if part["record"]:
        yield f"      {printable(part['record'])}, sha256 {part['sha256']}"
    if part["unresolved"]:
        yield said("      violations without a ruling: %(count)s", count=part["unresolved"])
    for line in part["lines"]:
        yield said("      line %(line)s: %(text)s", line=line["line"], text=printable(line["text"]))
    for each in part["rulings"]:
        yield said(
            "      event %(event)s of the ledger, after line %(line)s: %(text)s",
            event=each["event"],
            line=each["after"],
            text=printable(each["text"]),
        )
    for applied in part["policies"]:
        yield said(
            "      policy %(policy)s: %(value)s: %(about)s",
            policy=applied["policy"],
            value=applied["value"],
            about=printable(_shown(applied["about"])),
        )
        if applied["before"]:
            totals = " ".join(f"{side} {total}" for side, total in applied["before"].items())
            yield said("          without it %(totals)s", totals=totals)


def _offence(offence: Json) -> str:
    cost = offence["sanction"] or said("nothing was agreed")
    return said(
        "  offence %(number)s of %(player)s: %(where)s, %(place)s: %(codes)s: %(cost)s%(ruled)s",
        number=offence["number"],
        player=printable(offence["player"]),
        where=_where(offence["round"], offence["table"]),
        place=f"{offence['hand']}.{offence['turn']}",
        codes=", ".join(offence["codes"]),
        cost=cost,
        ruled=said("; a director ruled") if offence["ruled"] else "",
    )


def _sum(values: list[Any], total: Any) -> str:
    return f"{' + '.join(map(str, values))} = {total}" if len(values) > 1 else str(total)


def _points(number: int) -> str:
    return counted("%(count)s point", "%(count)s points", number)


def _where(number: int, table: int | None) -> str:
    if not table:
        return said("round %(round)s", round=number)
    return said("round %(round)s, table %(table)s", round=number, table=table)


def tie_break_word(name: str) -> str:
    """A tie-break: in English its name as in the tournament file, in other languages what it is called."""
    return name if spoken() == SOURCE or name not in TIE_BREAKS_IN_LINES else said(TIE_BREAKS_IN_LINES[name])


def render_findings(findings: Iterable[Finding], name: str, paint: Paint = plain) -> Iterator[str]:
    """A line for each finding, and how many there are of each level."""
    levels: Counter[str] = Counter()
    for each in findings:
        levels[each.level] += 1
        place = ":".join([each.record or name, *map(str, each.place or ())])
        where = "" if each.round is None else f" {_where(each.round, each.table)}:"
        level = paint(_ROLES[each.level], said(IN_LINES[each.level]))
        message = printable(translated(each.message))
        yield f"{paint('place', printable(place))}: {level} {each.name}:{where} {message}"
    errors = counted("%(count)s error", "%(count)s errors", levels["error"])
    warnings = counted("%(count)s warning", "%(count)s warnings", levels["warning"])
    for_information = said("%(count)s for information", count=levels["info"])
    yield f"{printable(name)}: {errors}, {warnings}, {for_information}"


def finding_to_dict(each: Finding) -> Json:
    """A finding as JSON values."""
    line, column = each.place or (None, None)
    return {
        "level": each.level,
        "name": each.name,
        "message": str(each.message),
        "round": each.round,
        "table": each.table,
        "record": each.record,
        "line": line,
        "column": column,
    }


def render_changes(changes: Iterable[Json]) -> Iterator[str]:
    """A line for each change."""
    for each in changes:
        where, old, new, why = (printable(_shown(each[key])) for key in ("where", "from", "to", "why"))
        yield f"{where}: {old} -> {new}"
        yield said("    because: %(why)s", why=why)


def _shown(value: Any) -> str:
    return translated(value) if isinstance(value, str) else str(value)
