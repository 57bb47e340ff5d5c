"""What the page of a match shows: the record as it counts, what was found, what rulings would do, its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bornes.report import Violation
from bornes.tournament.proposals import Proposal
from bornes.trial import Trial
from bornes.whatif import Outcome, Refusal
from bornes_api.pages.asked import Asked
from bornes_api.pages.checking import Checked, checked, lines_of
from bornes_api.pages.scoresheet import sheets
from bornes_api.pages.tournaments.standing import told
from bornes_api.render.rulings import cells_of, name_of, with_proposed
from bornes_api.service.problems import ProblemError
from bornes_api.service.tournaments.matches import Here, asked_of, tried, ways
from bornes_api.tournament.agreed import Agreed

MOST_TRIED = 8
"""Violations for which every kind of ruling is shown; the others can be tried one by one."""

MOST_OWN = 8
"""Alternatives of one's own that are tried at once."""

_TOLD = ("ruled", "by-policy", "offence")
"""Information that a director wants to see beside errors and warnings."""

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Way:
    """A ruling that could be made.

    Attributes:
        asked: As it is asked for; the rulings tried together joined by commas.
        name: As it would be written.
        cells: Points of hands and match; the difference in brackets.
        appear, go: Violations that come and go.
    """

    asked: str
    name: str
    cells: tuple[str, ...]
    verdict: str
    appear: tuple[Violation, ...]
    go: tuple[Violation, ...]

    @property
    def changes(self) -> tuple[tuple[str, Violation, int], ...]:
        """By `new` or `gone` and code: the first violation, and how many there are."""
        found: dict[tuple[str, str], list[Violation]] = {}
        for word, violations in (("new", self.appear), ("gone", self.go)):
            for each in violations:
                found.setdefault((word, each.code), []).append(each)
        return tuple((word, each[0], len(each)) for (word, _), each in found.items())


@dataclass(frozen=True, slots=True)
class Table:
    """Alternatives side by side, and those that do not fit.

    Attributes:
        violation: What they are about; None: what was asked for.
        agreed: What the policies of the tournament say of it, in words.
        proposed: The ruling that follows from them; empty if none does.
        titles: Of the cells.
        before: The record as it is: its cells and verdict.
        refused: (rulings, why).
    """

    violation: Violation | None
    agreed: tuple[str, ...]
    proposed: str
    titles: tuple[str, ...]
    before: tuple[str, ...]
    verdict: str
    ways: tuple[Way, ...]
    refused: tuple[tuple[str, str], ...]


def match_page(place: Here, own: str, form: Mapping[str, str], refused: str = "") -> Values:
    """The values of the page.

    Args:
        place: The table.
        own: Rulings to try besides those that are offered; empty if there are none.
        form: What was filled in, to be filled in again.
        refused: Why it was not entered; empty if nothing was.
    """
    shown = place.shown
    standings: Any = shown.standings
    row = next(each for each in standings["matches"] if (each["round"], each["table"]) == place.key)
    tables, left, wrong = _tables(place, own)
    found = [each for each in shown.gathered.findings if (each.round, each.table) == place.key]
    return {
        "shown": shown,
        "place": place,
        "row": row,
        "findings": [each for each in found if each.level != "info" or each.name in _TOLD],
        "record": _record(place),
        "asked": _asked(place),
        "sheets": sheets(place.trial.report) if place.effective else [],
        "file_lines": _file_lines(place),
        "tables": tables,
        "left": left,
        "events": told(shown, place.key),
        "standing": [each.n for each in shown.gathered.docket.standing(*place.key)],
        "now": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "own": own,
        "form": form,
        "refused": refused or wrong,
    }


def _asked(place: Here) -> Asked | None:
    """The record as it counts, for links to its replay."""
    if place.effective is None:
        return None
    return Asked(place.trial.file, "text", policy=place.shown.tournament.policy)


def _record(place: Here) -> Checked | None:
    asked = _asked(place)
    if asked is None or place.effective is None:
        return None
    texts = lines_of(asked.data)
    return checked(asked.reading, place.trial.report, texts, 1, len(texts))


def _file_lines(place: Here) -> dict[int, str]:
    """What stands beside each line of the record as it counts: its line in the file, or § and the event."""
    if place.effective is None:
        return {}
    events = dict(place.effective.put_in)
    count = len(lines_of(place.trial.file))
    trial = place.trial
    return {
        line: f"§{events[line]}" if line in events else str(trial.before(line))
        for line in range(1, count + 1)
    }


def _tables(place: Here, own: str) -> tuple[list[Table], int, str]:
    """What rulings would do; how many violations were left out; what is wrong with those asked for."""
    if place.effective is None:
        return [], 0, ""
    trial = place.trial
    open_ones = [each for each in trial.unresolved() if each.caused_by is None]
    tables, wrong = list[Table](), ""
    if own:
        try:
            asked = [asked_of(each.strip()) for each in own.split(";") if each.strip()]
            if len(asked) > MOST_OWN:
                asked, wrong = [], f"{len(asked)} alternatives; at most {MOST_OWN} are tried at once"
            if asked:
                tables.append(_table(trial, None, [tried(place, each) for each in asked]))
        except ProblemError as error:
            wrong = error.problem.detail
    agreed = agreed_in(place)
    tables += [_table_of(place, each, agreed) for each in open_ones[:MOST_TRIED]]
    return tables, max(len(open_ones) - MOST_TRIED, 0), wrong


def agreed_in(place: Here) -> Agreed:
    """The policies of the tournament, and the offences in the record of a table."""
    offences = [each for each in place.shown.gathered.offences if (each.round, each.table) == place.key]
    return Agreed(place.shown.tournament.policies, offences)


def _table_of(place: Here, violation: Violation, agreed: Agreed) -> Table:
    """Every kind of ruling on a violation, and the one that the tournament has agreed on."""
    trial = place.trial
    proposal = agreed.proposal(trial, violation)
    found = with_proposed(trial, ways(place, violation), [(violation, proposal)])
    return _table(trial, violation, found, proposal)


def _table(
    trial: Trial,
    violation: Violation | None,
    found: Sequence[Outcome | Refusal],
    proposal: Proposal | None = None,
) -> Table:
    outcomes = [each for each in found if isinstance(each, Outcome)]
    titles, rows = cells_of(trial, outcomes)
    return Table(
        violation,
        () if proposal is None else tuple(proposal.words),
        "" if proposal is None else ",".join(map(str, proposal.asked)),
        tuple(titles),
        tuple(rows[0][:-1]),
        rows[0][-1],
        tuple(
            Way(
                ",".join(map(str, each.asked)),
                name_of(each),
                tuple(row[:-1]),
                row[-1],
                each.appear,
                each.go,
            )
            for each, row in zip(outcomes, rows[1:], strict=True)
        ),
        _refused(each for each in found if isinstance(each, Refusal)),
    )


def _refused(refusals: Iterable[Refusal]) -> tuple[tuple[str, str], ...]:
    """What does not fit, by why."""
    found: dict[str, list[str]] = {}
    for each in refusals:
        why = f"{each.code} {each.message}" if each.code else each.message
        found.setdefault(why, []).append(",".join(map(str, each.asked)))
    return tuple((", ".join(names), why) for why, names in found.items())
