"""A run of a program over a corpus: every case asked, every answer compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from bornes_api.conformance.cases import Case, Corpus, Problem, Run, runs_of
from bornes_api.conformance.checking import check_cases
from bornes_api.conformance.comparing import (
    Differences,
    MalformedResultError,
    compare,
    not_compared,
)
from bornes_api.conformance.manifest import stale_cases
from bornes_api.conformance.mapping import Names
from bornes_api.conformance.process import ProgramFault
from bornes_api.conformance.protocol import Conversation, Reply, converse

Kind: TypeAlias = Literal["answered", "skipped", "fault", "corpus"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one case under one ruleset.

    Attributes:
        kind: answered; skipped by the program; fault of the program; or the case itself is broken.
        message: Why there is no answer; else empty.
        differences: By level; of what was answered only.
        extras: What the case asks besides and the program did not give.
    """

    case: str
    ruleset: str | None
    family: str
    level: str
    kind: Kind
    message: str = ""
    differences: Differences = field(default_factory=dict)
    extras: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """As messages call it."""
        return self.case if self.ruleset is None else f"{self.case} [{self.ruleset}]"

    def passed(self, level: int) -> bool:
        """Whether it was answered without a difference at this level and those below."""
        return self.kind == "answered" and not any(
            self.differences[each] for each in self.differences if each <= level
        )

    def counts_against(self, level: int) -> bool:
        """Whether it makes a run fail: what the sources leave open does not, unless the program broke down."""
        if self.kind == "answered":
            return self.level != "open" and not self.passed(level)
        return self.kind != "skipped"


@dataclass(frozen=True, slots=True)
class Result:
    """A whole run.

    Attributes:
        implementation: What the program says of itself.
        problems: What is wrong with the corpus and is no single case's fault.
    """

    version: str
    implementation: Mapping[str, Any]
    outcomes: tuple[Outcome, ...]
    problems: tuple[Problem, ...]


class NoProgramError(Exception):
    """The program cannot be started at all; the message says why."""


def sound_cases(corpus: Corpus, families: Sequence[str]) -> tuple[list[Case], list[Problem]]:
    """The cases of these families (of all, if none is named) that can be run, and what is wrong with others."""
    problems = [*corpus.problems, *stale_cases(corpus)]
    suspicious = {problem.case for problem in problems}
    unlisted = None in suspicious  # a manifest that cannot be read vouches for no case
    problems += check_cases(corpus, [case for case in corpus.cases if unlisted or case.id in suspicious])
    broken = {problem.case for problem in problems}
    chosen = [case for case in corpus.cases if not families or case.family in families]
    return [case for case in chosen if case.id not in broken], problems


def run_corpus(
    corpus: Corpus,
    command: Sequence[str],
    *,
    families: Sequence[str] = (),
    simple: bool = False,
    names: Names,
    timeout: float,
) -> Result:
    """Asks a program about every case.

    Raises:
        NoProgramError: It cannot be started.
    """
    cases, problems = sound_cases(corpus, families)
    runs = [run for case in cases for run in runs_of(case)]
    replies, implementation = _replies(command, runs, timeout, simple=simple)
    outcomes = [outcome_of(reply, names) for reply in replies]
    by_id = {case.id: case for case in corpus.cases}
    broken = [_broken(problem, by_id.get(problem.case)) for problem in problems if problem.case]
    if families:
        broken = [outcome for outcome in broken if outcome.family in (*families, "?")]
    general = tuple(problem for problem in problems if problem.case is None)
    return Result(corpus.version, implementation, (*outcomes, *broken), general)


def outcome_of(reply: Reply, names: Names) -> Outcome:
    """What a reply is worth."""
    expect = reply.run.case.expect
    if reply.skipped is not None:
        return _outcome(reply.run, "skipped", reply.skipped)
    if reply.result is None:
        return _outcome(reply.run, "fault", reply.fault or "")
    try:
        differences = compare(expect, reply.result, names)
    except MalformedResultError as error:
        return _outcome(reply.run, "fault", str(error))
    extras = not_compared(expect, reply.result)
    return replace(_outcome(reply.run, "answered"), differences=differences, extras=extras)


def _outcome(run: Run, kind: Kind, message: str = "") -> Outcome:
    return Outcome(run.case.id, run.ruleset, run.case.family, run.case.level, kind, message)


def _broken(problem: Problem, case: Case | None) -> Outcome:
    family = "?" if case is None else case.family
    level = "required" if case is None else case.level
    assert problem.case is not None
    return Outcome(problem.case, None, family, level, "corpus", f"{problem.file}: {problem.message}")


def _replies(
    command: Sequence[str], runs: Sequence[Run], timeout: float, *, simple: bool
) -> tuple[Iterable[Reply], Mapping[str, Any]]:
    try:
        if simple:
            from bornes_api.conformance.simple import run_once_each

            return list(run_once_each(command, runs, timeout)), {}
        conversation = Conversation(command, timeout)
        conversation.start()
        try:
            return converse(conversation, runs), conversation.implementation
        finally:
            conversation.end()
    except OSError as error:
        raise NoProgramError(f"{command[0]} cannot be run: {error.strerror or error}") from error
    except ProgramFault as fault:
        raise NoProgramError(f"{command[0]} {fault}") from fault
