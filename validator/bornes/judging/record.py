"""Judges a record: reads its rules, replays its hands, adds up its match, and reports everything found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bornes.findings import Finding, Notes
from bornes.judging.causes import Treatments, note_causes
from bornes.judging.chosen import chosen, impossible_piles, note_seating, terms_unread
from bornes.judging.hand import HandReplay
from bornes.judging.hands_of import HandLines, last_line, split_hands
from bornes.judging.match import (
    Match,
    after_carried,
    after_gap,
    after_hand,
    as_result,
    note_result,
    note_start,
    perhaps_over,
)
from bornes.judging.results import other_sheets, points_in_doubt, result_of
from bornes.reasons import Reason
from bornes.registry import CODES
from bornes.report import HandResult, Report, RulingRef, Unverified, Verdict, Violation
from bornes.ruleset import Ruleset
from bornes.table import Game
from bornes_notation import Reading, Record
from bornes_notation.errors import NotationError, StyleNotice
from bornes_notation.record import Carried, Hand, Line, Result
from bornes_notation.wording import worded


def validate(reading: Reading | Record, ruleset: Ruleset | None = None, policy: str = "as-played") -> Report:
    """Judges one record. Never raises on what is written in it: that is a finding.

    Args:
        reading: A record as `bornes.read` gives it, or a `Record` without unreadable places.
        ruleset: Judges by these rules instead of those the record names; its ``Options`` then do not count.
        policy: What becomes of an illegal play that no ruling decides: ``as-played`` or ``void``
            (spec/rulesets.md 2.1, 2.2).
    """
    if isinstance(reading, Record):
        reading = Reading(reading)
    record = reading.record
    if record is None:
        return Report(index=1, verdict="unreadable", errors=reading.errors, complete=False)
    choice = chosen(record, ruleset, policy)
    refused = (error for error in choice.errors if not _told(error, reading.errors))
    errors = _in_order((*reading.errors, *refused))
    base = Report(
        index=record.index,
        event=record.header("Event"),
        line=record.line,
        policy=policy,
        verdict="unreadable",
        errors=errors,
        style=reading.style,
    )
    if choice.game is None or terms_unread(record, reading.errors, overridden=ruleset is not None):
        return replace(base, complete=False)
    game = choice.game
    base = replace(
        base,
        errors=_in_order((*errors, *impossible_piles(record, game))),
        ruleset=game.ruleset.id,
        ruleset_version=game.ruleset.version,
        options=game.ruleset.options,
    )
    return _judged(base, record, game)


def _judged(base: Report, record: Record, game: Game) -> Report:
    notes: list[Notes] = []
    # With an unreadable line in the header a seat may be missing only there.
    header_ends = record.lines[0].line if record.lines else None
    unread = any(header_ends is None or error.span.line < header_ends for error in base.errors)
    seating = None if unread else note_seating(record, game)
    if seating is not None:
        notes.append(seating)
    hands, match, claimed = _replayed(record, game, base.errors, notes, {})
    _note_causes(record, game, base.errors, notes, hands)
    violations, dropped = _violations(notes)
    unverified = Counter((check, reason) for note in notes for check, reason in note.unverified)
    unverified.update(dropped)
    ruled = sum(violation.ruling is not None for violation in violations)
    return replace(
        base,
        verdict=_verdict(base.errors, len(violations) - ruled, unverified),
        ruled=ruled,
        complete=bool(hands) and hands[-1].complete and not base.errors,
        violations=violations,
        unverified=tuple(
            Unverified(check, count, reason.words, reason.code)
            for (check, reason), count in sorted(unverified.items())
        ),
        style=(*base.style, *_style(notes)),
        hands=tuple(hands),
        match=as_result(match, claimed),
        plays=sum(note.plays for note in notes),
        draws=sum(note.draws for note in notes),
    )


def _note_causes(
    record: Record,
    game: Game,
    errors: tuple[NotationError, ...],
    notes: list[Notes],
    hands: list[HandResult],
) -> None:
    def rejudge(treatments: Treatments) -> list[Finding]:
        again: list[Notes] = []
        _replayed(record, game, errors, again, treatments)
        return [finding for note in again for finding in note.findings]

    findings = [finding for note in notes for finding in note.findings]
    findings.sort(key=lambda finding: finding.line.line)
    note_causes(findings, hands, game.ruleset, rejudge)


def _replayed(
    record: Record,
    game: Game,
    errors: Iterable[NotationError],
    notes: list[Notes],
    treatments: Treatments,
) -> tuple[list[HandResult], Match, dict[str, int]]:
    match = Match(dict.fromkeys(game.sides, 0))
    claimed: dict[str, int] = {}
    hands: list[HandResult] = []
    parts = split_hands(record, errors)
    if any(error.text.lstrip().startswith("carried") for error in errors):
        match = replace(match, known=False)
    for line in record.lines:
        if isinstance(line.item, Carried):
            match = _carried(game, match, line.item, parts)
    for index, part in enumerate(parts):
        following = parts[index + 1].head if index + 1 < len(parts) else None
        match = _play_hand(game, part, following, match, hands, notes, treatments)
    for line in record.lines:
        if isinstance(line.item, Result):
            at_result = Notes(game, line)
            notes.append(at_result)
            note_result(game, match, line, at_result)
            claimed = dict(line.item.points)
    return hands, match, claimed


def _carried(game: Game, match: Match, item: Carried, parts: list[HandLines]) -> Match:
    first = parts[0].head.item if parts else None
    earlier = first.number - 1 if isinstance(first, Hand) else 0
    totals = {**match.totals, **dict(item.points)}
    return after_carried(game, replace(match, totals=totals, hands=max(earlier, 0)))


def _play_hand(
    game: Game,
    part: HandLines,
    following: Line | None,
    match: Match,
    hands: list[HandResult],
    notes: list[Notes],
    treatments: Treatments,
) -> Match:
    assert isinstance(part.head.item, Hand)
    at_head = Notes(game, part.head, hand=part.head.item.number)
    notes.append(at_head)
    if part.after_gap:
        match = after_gap(match)
    note_start(game, match, part.head, at_head)
    if match.ended and not perhaps_over(match):
        return match
    hand = replay_hand(game, part, match, treatments)
    if part.stopped_at is None:
        hand.missing_end(following)
    hands.append(result_of(hand, None if part.stopped_at is None else last_line(part)))
    notes.extend(hand.notes)
    table = hand.closed()
    others = other_sheets(game, table, hands[-1])
    return after_hand(game, match, hands[-1], others, in_doubt=points_in_doubt(game, table))


def replay_hand(game: Game, part: HandLines, match: Match, treatments: Treatments) -> HandReplay:
    """The hand after all of its lines that can be judged."""
    hand = HandReplay.start(game, part.head, part.lines, match if match.known else None, treatments)
    for line in part.lines:
        hand.take(line)
    return hand


def _violations(notes: list[Notes]) -> tuple[tuple[Violation, ...], Counter[tuple[str, Reason]]]:
    """Everything found, in the order of the text; what hangs on an unknown end of a hand is set aside."""
    findings = [finding for note in notes for finding in note.findings]
    dropped = Counter((CODES[finding.code].rule, finding.doubt) for finding in findings if not finding.counts)
    kept = [_violation(note.game, finding) for note in notes for finding in _kept(note)]
    return tuple(sorted(kept, key=lambda found: (found.line, found.column))), dropped


def _kept(note: Notes) -> Iterator[Finding]:
    return (finding for finding in note.findings if finding.counts)


def _violation(game: Game, finding: Finding) -> Violation:
    from bornes.citations import cites

    span = finding.line.span(finding.columns)
    rule = CODES[finding.code].rule
    return Violation(
        code=finding.code,
        rule=rule,
        message=finding.message,
        hand=finding.hand,
        turn=finding.turn,
        seat=finding.seat,
        line=span.line,
        column=span.column,
        end_column=span.end_column,
        text=finding.line.text[span.column - 1 : span.end_column - 1],
        cites=cites(game.ruleset, rule),
        state=finding.state,
        legal=finding.legal,
        hand_known=finding.hand_known,
        because=finding.because,
        rests_on=finding.rests_on,
        caused_by=finding.caused_by,
        ruling=None
        if finding.ruled_verb is None
        else RulingRef(verb=finding.ruled_verb, line=finding.ruled_line),
    )


def _style(notes: list[Notes]) -> tuple[StyleNotice, ...]:
    return tuple(
        StyleNotice(code, worded("noext is not needed where nothing can be called"), note.line.span(columns))
        for note in notes
        for code, columns in note.style
    )


def _verdict(
    errors: tuple[NotationError, ...], unruled: int, unverified: Counter[tuple[str, Reason]]
) -> Verdict:
    if errors:
        return "unreadable"
    if unruled:
        return "illegal"
    return "undetermined" if unverified else "legal"


def _told(error: NotationError, earlier: tuple[NotationError, ...]) -> bool:
    """Whether the notation has refused the same words, or the whole ``Ruleset`` line, already."""
    return any(
        error.span.line == other.span.line
        and (
            error.code == "MB027"
            or (error.span.column < other.span.end_column and other.span.column < error.span.end_column)
        )
        for other in earlier
    )


def _in_order(errors: tuple[NotationError, ...]) -> tuple[NotationError, ...]:
    return tuple(sorted(errors, key=lambda error: (error.span.line, error.span.column)))
