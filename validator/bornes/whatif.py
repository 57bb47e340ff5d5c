"""What a ruling would do: the record with the ruling in it, judged anew, and what became different."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bornes.asked import VERBS, Asked, AskedError, Place
from bornes.report import Violation
from bornes.trial import Trial, find_line, line_to_follow, with_line
from bornes_notation.editing import line_with
from bornes_notation.record import Check, Hand, Line, Ruling, Show, Turn
from bornes_notation.wording import AND, Wording, listed, worded, wording_of

_ON_A_PLAY = ("stands", "retract", "void")


@dataclass(frozen=True, slots=True)
class Written:
    """A ruling as it stands in the record: its line in the file with all of them in it, from 1, and its text."""

    line: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The record under rulings that fit it.

    Attributes:
        asked: The rulings, in the order in which they were tried.
        written: The lines put in for them, in that order.
        trial: The record with those lines, and its report.
        covered: Violations that these rulings cover; as they stand after them, like `appear`.
        appear: Violations that were not there before.
        go: Violations that were there and are no more; as they stood.
    """

    asked: tuple[Asked, ...]
    written: tuple[Written, ...]
    trial: Trial
    covered: tuple[Violation, ...]
    appear: tuple[Violation, ...]
    go: tuple[Violation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Rulings that do not fit: why, and the code that the record would get (None if it would get none)."""

    asked: tuple[Asked, ...]
    message: str
    code: str | None = None


def what_if(trial: Trial, asked: Sequence[Asked]) -> Outcome | Refusal:
    """The record under these rulings, tried one after the other; a refusal at the first that does not fit.

    Raises:
        AskedError: A place is not there, leaves open who or what is meant, or the line cannot stand there.
    """
    tried, written = trial, list[Written]()
    for one in asked:
        tried, new = _with_ruling(tried, one)
        written = [replace(each, line=each.line + (each.line >= new.line)) for each in written] + [new]
        misfit = _misfit(trial, tried)
        if misfit is not None:
            return Refusal(asked=tuple(asked), message=misfit.message, code=misfit.code)
    lines = {each.line for each in written}
    return Outcome(
        asked=tuple(asked),
        written=tuple(written),
        trial=tried,
        covered=tuple(each for each in tried.report.violations if each.ruling and each.ruling.line in lines),
        appear=_only_in(tried, trial),
        go=_only_in(trial, tried),
    )


def ways_to_rule(trial: Trial, violation: Violation, points: int) -> Iterator[Outcome | Refusal]:
    """Every kind of ruling on a violation that none covers yet: what it would do, or why it does not fit.

    Args:
        trial: The record.
        violation: One of `trial.unresolved()`.
        points: Of the penalty, with their sign.
    """
    seat = offender(trial, violation)
    place = _place(violation, seat, trial)
    for verb in VERBS:
        penalty = verb == "penalty"
        code = violation.code if penalty else None
        asked = Asked(place=place, verb=verb, points=points if penalty else None, code=code)
        yield _way(trial, violation, asked)


def _way(trial: Trial, violation: Violation, asked: Asked) -> Outcome | Refusal:
    if asked.verb in _ON_A_PLAY and violation.turn is None:
        return Refusal(
            asked=(asked,),
            message=worded("%(code)s is no fault of a play on a turn line", code=violation.code),
        )
    try:
        outcome = what_if(trial, [asked])
    except AskedError as error:
        return Refusal(asked=(asked,), message=_without_asked(error, asked))
    wanted = _key(violation, trial)
    if isinstance(outcome, Outcome) and all(_key(each, outcome.trial) != wanted for each in outcome.covered):
        return Refusal(asked=(asked,), message=worded("it would not cover %(code)s", code=violation.code))
    return outcome


def _without_asked(error: AskedError, asked: Asked) -> str:
    """What an error says, without the ruling that it names first."""
    said = wording_of(error)
    why = said.values.get("why") if isinstance(said, Wording) else None
    return why if isinstance(why, str) else said.removeprefix(f"{asked}: ")


def offender(trial: Trial, violation: Violation) -> str | None:
    """Who is ruled on for a violation: its seat, or whom its line is about; None if that is nobody.

    A wrong deal is nobody's: it is not said who dealt.
    """
    if violation.seat is not None:
        return violation.seat
    line = next((each for each in trial.record.lines if each.line == violation.line), None)
    match None if line is None else line.item:
        case Show(seat=seat):
            return seat
        case Check(who=who):
            return who
        case _:
            return None


def _place(violation: Violation, seat: str | None, trial: Trial) -> Place:
    if violation.turn is not None:
        return Place(hand=violation.hand, turn=violation.turn, seat=seat)
    return Place(line=trial.before(violation.line), seat=seat)


def _with_ruling(trial: Trial, asked: Asked) -> tuple[Trial, Written]:
    """The trial with the ruling written into it, and its line."""
    line = find_line(trial, asked.place)
    here = [each for each in trial.unresolved() if each.line == line.line]
    seat = None if asked.verb == "redeal" else asked.place.seat or _only_offender(trial, asked, line, here)
    meant = _meant(trial, asked, line, [each for each in here if _concerns(seat, offender(trial, each))])
    codes = sorted({each.code for each in meant})
    code = asked.code or (codes[0] if len(codes) == 1 else None)
    if asked.verb == "penalty" and code is None and codes:
        raise AskedError(
            _about(
                asked,
                worded(
                    "a penalty is for one fault; add one of %(codes)s, as %(asked)s:%(code)s",
                    asked=asked,
                    codes=", ".join(codes),
                    code=codes[0],
                ),
            )
        )
    ruling = Ruling(asked.verb, seat, asked.points, code)
    named = ", ".join(codes) if code is None and codes else None
    comment = ": ".join(filter(None, (named, (asked.reason or "").strip()))) or None
    try:
        text = line_with(ruling, comment)
    except ValueError as error:
        raise AskedError(_about(asked, wording_of(error))) from error
    above = line_to_follow(trial, line)
    return with_line(trial, above, text), Written(above + 1, text)


def _about(asked: Asked, why: str) -> str:
    return worded("%(asked)s: %(why)s", asked=asked, why=why)


def _concerns(named: str | None, seat: str | None) -> bool:
    """Whether a ruling on a seat or side is about a fault of this seat."""
    return named is None or (seat is not None and named in (seat, seat[0]))


def _only_offender(trial: Trial, asked: Asked, line: Line, here: Sequence[Violation]) -> str:
    """Who broke a rule on the line; if nobody did, whose turn it is."""
    seats = sorted({seat for each in here if (seat := offender(trial, each)) is not None})
    if not seats and isinstance(line.item, Turn):
        seats = [line.item.seat]
    if len(seats) == 1:
        return seats[0]
    if not seats:
        raise AskedError(
            _about(
                asked,
                worded(
                    "nobody acts there; name the seat, as %(place)s.X=%(verb)s",
                    place=asked.place,
                    verb=asked.verb,
                ),
            )
        )
    raise AskedError(
        _about(
            asked,
            worded(
                "%(seats)s broke a rule there; name one, as %(place)s.%(seat)s=%(verb)s",
                seats=listed(seats, AND),
                place=asked.place,
                seat=seats[0],
                verb=asked.verb,
            ),
        )
    )


def _meant(trial: Trial, asked: Asked, line: Line, here: list[Violation]) -> list[Violation]:
    """The violations that a ruling without a code is about: of the play, or of the hand so far if that is ended."""
    if asked.verb in (*_ON_A_PLAY, "penalty"):
        return here
    begins = max(
        each.line for each in trial.record.lines if isinstance(each.item, Hand) and each.line <= line.line
    )
    return [each for each in trial.unresolved() if begins <= each.line <= line.line]


def _misfit(trial: Trial, tried: Trial) -> Violation | None:
    """What is wrong with a ruling that was put in, or with another one because of it; None if all fit."""
    return next((each for each in _only_in(tried, trial) if each.rule == "U-RULING"), None)


def _only_in(these: Trial, others: Trial) -> tuple[Violation, ...]:
    """The violations of one report that are not in the other."""
    known = {_key(each, others) for each in others.report.violations}
    return tuple(each for each in these.report.violations if _key(each, these) not in known)


def _key(violation: Violation, trial: Trial) -> tuple[int, bool, int, str]:
    """By what a violation is known again: its line in the file as it was, column, code.

    Only a ruling's own fault is on its new line; a missing ``end`` moves there with the end of the record.
    """
    put_in = violation.rule == "U-RULING" and violation.line in trial.inserted
    return trial.before(violation.line), put_in, violation.column, violation.code


def unresolved_at(trial: Trial, place: Place) -> list[Violation]:
    """The violations at a place, of its seat if it names one, that no ruling covers.

    Raises:
        AskedError: The place is not there.
    """
    line = find_line(trial, place).line
    here = (each for each in trial.unresolved() if each.line == line)
    return [each for each in here if _concerns(place.seat, offender(trial, each))]
