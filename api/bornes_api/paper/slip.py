"""The ruling slip: what was found, what was decided, what it does to the score, and how to appeal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import bornes
from bornes.codes import explain
from bornes.report import HandResult, Report, Violation
from bornes.ruled import Ruled
from bornes.trial import Trial
from bornes_api.drawing.scene import Scene, scene
from bornes_api.drawing.tally import with_laid
from bornes_api.language.cardnames import card_names
from bornes_api.language.catalogues import translations
from bornes_api.pages.sentences import told
from bornes_api.paper.environment import render
from bornes_api.paper.evidence import record_hash
from bornes_api.paper.scoresheet import players
from bornes_api.paper.wording import Names, play_in_words
from bornes_notation import Record
from bornes_notation.cards import Card
from bornes_notation.record import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What a record does not say of a ruling. None leaves room to write it by hand.

    Attributes:
        event, round, table: Where; None for event and round: as the record has them.
        date: Of the ruling, as it is to be printed.
        director: Who ruled.
        appeal: Until when, and to whom an appeal goes, in words.
        received: The record as it was received, if the rulings are not in it; its hash is printed.
    """

    event: str | None = None
    round: str | None = None
    table: str | None = None
    date: str | None = None
    director: str | None = None
    appeal: str | None = None
    received: Record | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """Points of a side before and after the rulings; None where there are none."""

    side: str
    hand: tuple[int | None, int | None]
    match: tuple[int | None, int | None]
    open: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """A violation with the name of its code, the lines that cause it, (number, text), and what could have been played."""

    violation: Violation
    name: str
    because: tuple[tuple[int, str], ...]
    plays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip, ready to be printed.

    Attributes:
        ruled: The rulings of one place.
        hand: Number of the hand.
        what: What was done there, in words.
        scene: The table before it.
        faults: The violations that the rulings cover.
        decisions: (in words, as written, reason) of each ruling.
        changes: Of the points, by side.
    """

    ruled: Ruled
    hand: int
    what: str
    scene: Scene
    faults: tuple[Fault, ...]
    decisions: tuple[tuple[str, str, str], ...]
    changes: tuple[Change, ...]


def ruling_slips(
    trial: Trial,
    ruled: Iterable[Ruled],
    circumstances: Circumstances = Circumstances(),
    *,
    language: str = "en",
    cards: Names | None = None,
) -> str:
    """Slips as HTML, each on a page of its own.

    Args:
        trial: The record with its rulings in it.
        ruled: What was ruled, from `bornes.ruled`.
        circumstances: What the record does not say.
        language: Of the slips.
        cards: Names of the cards; None: those of the edition in that language.
    """
    names = card_names(language, trial.report.ruleset) if cards is None else cards
    return render(
        "ruling.html",
        language,
        record=trial.record,
        report=trial.report,
        sides=players(trial.record),
        slips=[_slip(trial, each, names, language) for each in ruled],
        around=circumstances,
        card=lambda token: names[Card(token)].text,
        sha256=record_hash(circumstances.received or trial.record),
    )


def _slip(trial: Trial, ruled: Ruled, names: Names, language: str) -> Slip:
    gettext = translations(language).gettext
    so_far = [line for line in trial.record.lines if line.line <= ruled.line.line]
    numbers = [line.item.number for line in so_far if isinstance(line.item, Hand)]
    return Slip(
        ruled,
        numbers[-1],
        told(ruled.line.item, gettext, names),
        _scene(trial, ruled),
        tuple(_fault(trial.record, each, names) for each in ruled.covered),
        tuple((told(each.item, gettext, names), each.text, each.comment or "") for each in ruled.rulings),
        tuple(_changes(ruled, len(numbers) - 1)),
    )


def _scene(trial: Trial, ruled: Ruled) -> Scene:
    """The table before the line that was ruled on."""
    seats = {
        seat: trial.record.header(seat) or trial.record.header(f"{seat}1") or ""
        for seat in trial.record.seats
    }
    for step, laid in with_laid(bornes.replay(trial.record, trial.ruleset, trial.policy)):
        if step.line == ruled.line.line and step.text:
            return scene(step.game, step.table, laid, seats)
    raise AssertionError("a line that was ruled on stands in a hand")


def _fault(record: Record, violation: Violation, names: Names) -> Fault:
    plays = tuple(play_in_words(token, names) for token in violation.legal)
    because = tuple((line.line, line.text) for line in record.lines if line.line in violation.because)
    return Fault(violation, explain(violation.code).name, because, plays)


def _changes(ruled: Ruled, at: int) -> Iterator[Change]:
    """The points of each side, in the hand at this position of the report and in the match."""
    before, after = (_hand(each, at) for each in (ruled.before, ruled.after))
    for side in {**_totals(ruled.before), **_totals(ruled.after)}:
        results = [None if hand is None else hand.sides.get(side) for hand in (before, after)]
        yield Change(
            side,
            _pair([None if each is None else each.total for each in results]),
            _pair([_totals(each).get(side) for each in (ruled.before, ruled.after)]),
            any(each is not None and bool(each.unverified) for each in results),
        )


def _pair(values: Sequence[int | None]) -> tuple[int | None, int | None]:
    return values[0], values[1]


def _hand(report: Report, at: int) -> HandResult | None:
    """None for a hand after the end of the match: it is not judged."""
    return report.hands[at] if at < len(report.hands) else None


def _totals(report: Report) -> dict[str, int]:
    return {} if report.match is None else dict(report.match.totals)
