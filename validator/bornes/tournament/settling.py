"""What the policies of a tournament make of a match: each number that one of them gave says which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bornes.report import Report, Violation
from bornes.tournament.matches import Applied, Match, best_of, open_match
from bornes.tournament.model import Table
from bornes.tournament.offences import Offence
from bornes.tournament.policies import Policies, Question, question_of
from bornes_notation.wording import listed, worded


@dataclass(frozen=True, slots=True)
class Case:
    """A record before the policies.

    Attributes:
        table: What the tournament file says of it.
        report: The record judged under `policies.judged_by`.
        as_played: The record judged as it was played, as far as nobody has ruled.
    """

    table: Table
    report: Report
    as_played: Report
    policies: Policies

    def answer(self, violation: Violation) -> tuple[Question, str] | None:
        """The policy that decides about a violation without a ruling, and what it says; None if none does.

        A claim that is right for what was played, and wrong only because a policy has undone a play, contradicts
        nothing: the policy about the play decides.
        """
        question = question_of(violation)
        if question == "contradictory" and _place(violation) not in map(_place, self.as_played.violations):
            question = "after_hand"
        if question is None:
            return None
        value: str | None = getattr(self.policies, question)
        return None if value is None else (question, value)

    def unresolved(self) -> tuple[Violation, ...]:
        """The violations that neither a ruling nor a policy decides about."""
        return tuple(each for each in self._without_ruling() if self.answer(each) is None)

    def _without_ruling(self) -> tuple[Violation, ...]:
        return tuple(each for each in self.report.violations if each.severity == "error" and not each.ruling)

    def questions(self) -> Mapping[Question, str]:
        """The policies that have something to decide, in the order in which they are asked, and what about."""
        about: dict[Question, list[str]] = {"after_hand": [], "missing": [], "contradictory": []}
        for violation in self._without_ruling():
            if answer := self.answer(violation):
                about[answer[0]].append(_placed(violation.code, violation.hand, violation.turn))
        if self.policies.contradictory and self.file_differs():
            about["contradictory"].append(worded("the totals claimed in the tournament file"))
        if self.policies.missing and not about["missing"] and self.claims() is None:
            about["missing"].append(worded("no score is claimed for every side"))
        return {each: listed(dict.fromkeys(what)) for each, what in about.items() if what}

    def end_missing(self) -> bool:
        """Whether an ``end`` line is missing that nobody ruled on."""
        return any(question_of(each) == "missing" for each in self._without_ruling())

    def file_differs(self) -> bool:
        """Whether the tournament file claims other totals than were played."""
        match = self.as_played.match
        return bool(self.table.result) and match is not None and dict(self.table.result) != dict(match.totals)

    def claims(self) -> Mapping[str, int] | None:
        """The totals as they are claimed; None if they are not, or not of every side.

        The tournament file goes before the ``result`` line, and that before the sum of the ``end`` lines.
        """
        if self.table.result:
            return self.table.result
        match = self.report.match
        if match is not None and set(match.claimed) == set(self.table.sides):
            return match.claimed
        totals = dict.fromkeys(self.table.sides, 0)
        for hand in self.report.hands:
            for letter, side in hand.sides.items():
                if hand.counts and side.claimed is None:
                    return None
                totals[letter] += (side.claimed or 0) if hand.counts else 0
        return totals


def _placed(codes: str, hand: int | None, turn: int | None) -> str:
    """Codes with a place in the game, which stays when blank lines are put into the record, as its hash does."""
    if turn is not None:
        return worded("%(codes)s in %(hand)s.%(turn)s", codes=codes, hand=hand, turn=turn)
    return codes if hand is None else worded("%(codes)s in hand %(hand)s", codes=codes, hand=hand)


def _place(violation: Violation) -> tuple[int, int, str]:
    return violation.line, violation.column, violation.code


def settled(match: Match, case: Case, offences: Sequence[Offence]) -> Match:
    """A match that rests on a record, with what the policies add, change, or leave open.

    Args:
        match: Of the record, as the judge has it.
        case: Its record.
        offences: In this record.
    """
    if match.kind != "record":
        return match
    questions = case.questions()
    for question, about in questions.items():
        if getattr(case.policies, question) == "open":
            why = worded("policies.%(question)s is open: %(about)s", question=question, about=about)
            return open_match(match.round, case.table, why)
    for question, about in questions.items():
        match = _answered(match, case, question, about)
    for offence in offences:
        match = _sanctioned(match, offence, case.policies)
    return match


def _answered(match: Match, case: Case, question: Question, about: str) -> Match:
    applied = Applied(question, str(getattr(case.policies, question)), about)
    played = {} if case.as_played.match is None else case.as_played.match.totals
    if question == "after_hand" and dict(played) != dict(match.totals):
        applied = replace(applied, before=played)
    claims = case.claims()
    if applied.value == "claimed" and case.report.ruled:
        about = worded("%(about)s; a ruling goes before claims", about=about)
        applied = replace(applied, value="replayed", about=about)
    elif applied.value == "claimed" and claims is not None and dict(claims) != dict(played):
        # What is claimed beyond what was played, on top of what counts of it.
        totals = {side: total + claims[side] - played[side] for side, total in match.totals.items()}
        applied = replace(applied, before=match.totals)
        match = replace(match, totals=totals, winners=best_of(totals))
    return replace(match, policies=(*match.policies, applied))


def _sanctioned(match: Match, offence: Offence, policies: Policies) -> Match:
    """A match after what an offence costs in it; a director who ruled on the offence has decided about that too."""
    sanction = offence.sanction
    if sanction is None or offence.ruled or policies.after_hand is None:
        return match
    codes = _placed(", ".join(offence.codes), offence.hand, offence.turn)
    about = worded("%(offence)s, %(codes)s", offence=offence.title, codes=codes)
    applied = Applied("offences", str(sanction), about, offence.side)
    if sanction.kind == "forfeit":
        # Who has forfeited already stays so.
        left = match.winners if match.kind == "forfeit" else tuple(match.sides)
        winners = tuple(side for side in left if side != offence.side)
        applied = replace(applied, before=match.totals)
        match = replace(match, kind="forfeit", totals={}, hands={}, winners=winners)
    elif sanction.kind == "penalty" and match.kind == "record":
        totals = {**match.totals, offence.side: match.totals[offence.side] - sanction.points}
        applied = replace(applied, before=match.totals)
        match = replace(match, totals=totals, winners=best_of(totals))
    return replace(match, policies=(*match.policies, applied))
