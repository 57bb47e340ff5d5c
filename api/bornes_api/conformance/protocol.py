"""The protocol "bornes-conformance 1": JSON lines to a program and back, one case after the other."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bornes_api.conformance.cases import Case, Run, record_fields
from bornes_api.conformance.process import Process, ProgramFault

VERSION = 1
_STARTS_MAX = 3
"""A program that cannot be started again so many times in a row is given up."""


class StaleAnswer(ProgramFault):
    """An answer to an earlier case, which had been answered already."""

    def __init__(self, seq: int) -> None:
        super().__init__("answered twice")
        self.seq = seq


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of asking about one case: a result, a reason for none, or a fault of the program."""

    run: Run
    result: Mapping[str, Any] | None = None
    skipped: str | None = None
    fault: str | None = None


class Conversation:
    """One program, started as often as it takes.

    Attributes:
        implementation: What the program says of itself.
    """

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self._command = command
        self._timeout = timeout
        self._process: Process | None = None
        self._asked_of_it: set[int] = set()
        self.implementation: Mapping[str, Any] = {}

    @property
    def running(self) -> bool:
        """Whether the program has been started and not been ended."""
        return self._process is not None

    def start(self) -> None:
        """Starts the program and greets it.

        Raises:
            OSError: It cannot be run.
            ProgramFault: It does not answer the greeting as it must.
        """
        self._process = Process(self._command)
        self._asked_of_it.clear()
        try:
            reply = self._exchange({"cmd": "start", "version": VERSION})
            self.implementation = _implementation(reply)
        except ProgramFault:
            self.end()
            raise

    def ask(self, seq: int, run: Run) -> Reply:
        """Asks about one case.

        Raises:
            ProgramFault: It did anything but answer it; it has been ended then.
        """
        try:
            answer = self._exchange(_question(seq, run))
            self._check_turn(seq, answer)
            reply = _reply(run, answer)
        except ProgramFault:
            self.end()
            raise
        self._asked_of_it.add(seq)
        return reply

    def _check_turn(self, seq: int, answer: Mapping[str, Any]) -> None:
        answered = answer.get("seq")
        if isinstance(answered, int) and answered in self._asked_of_it:
            raise StaleAnswer(answered)
        if answered != seq:
            raise ProgramFault(f"answered out of order: seq {_cut(answered)} where {seq} was asked")

    def stop(self) -> None:
        """Says good-bye.

        Raises:
            StaleAnswer: It had one more answer.
        """
        if self._process is None:
            return
        try:
            self._process.write(_line({"cmd": "stop"}))
            self._process.close_input()
            left_over = self._process.read(time.monotonic() + self._timeout)
        except ProgramFault:
            left_over = None  # It will not leave by itself; all it was asked it has answered.
        finally:
            self.end()
        if left_over is not None and left_over.strip():
            raise StaleAnswer(0)

    def end(self) -> None:
        """Ends the program however it is."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _exchange(self, message: Mapping[str, Any]) -> dict[str, Any]:
        assert self._process is not None
        self._process.write(_line(message))
        try:
            line = self._process.read(time.monotonic() + self._timeout)
        except ProgramFault as fault:
            raise ProgramFault(f"{fault} ({self._timeout:g} s)") from None
        if line is None:
            raise ProgramFault(self._process.how_it_ended())
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise ProgramFault(f"wrote what is not JSON: {line[:80].decode('utf-8', 'replace')!r}") from None
        if not isinstance(answer, dict):
            raise ProgramFault(f"wrote {_cut(answer)}, which is no object")
        return answer


def converse(conversation: Conversation, runs: Sequence[Run]) -> list[Reply]:
    """The replies to all runs, in order; a program that fails at one is started again for the next."""
    replies: list[Reply] = []
    failed_starts = 0
    for seq, run in enumerate(runs, 1):
        if failed_starts >= _STARTS_MAX:
            replies.append(Reply(run, fault="not asked: the program cannot be started any more"))
            continue
        try:
            if not conversation.running:
                conversation.start()
            failed_starts = 0
        except (ProgramFault, OSError) as fault:
            failed_starts += 1
            replies.append(Reply(run, fault=f"could not be started again: {fault}"))
            continue
        replies.append(_asked(conversation, seq, run, replies))
    try:
        conversation.stop()
    except StaleAnswer as fault:
        replies[-1] = Reply(replies[-1].run, fault=str(fault))
    return replies


def _asked(conversation: Conversation, seq: int, run: Run, replies: list[Reply]) -> Reply:
    """The reply to one case. An earlier one that was answered twice loses its answer, and this is asked again."""
    try:
        try:
            return conversation.ask(seq, run)
        except StaleAnswer as stale:
            replies[stale.seq - 1] = Reply(replies[stale.seq - 1].run, fault=str(stale))
            conversation.start()
            return conversation.ask(seq, run)
    except (ProgramFault, OSError) as fault:
        return Reply(run, fault=str(fault))


def _question(seq: int, run: Run) -> dict[str, Any]:
    case = run.case
    question: dict[str, Any] = {"cmd": "case", "seq": seq, "id": case.id, **record_fields(run.record)}
    question |= {"policy": case.policy, "features": list(case.features)}
    if run.ruleset is not None:
        question["ruleset"] = run.ruleset
    wants = wanted_besides(case)
    return question | ({"wants": wants} if wants else {})


def wanted_besides(case: Case) -> dict[str, Any]:
    """What a case asks of a program besides its report."""
    wants: dict[str, Any] = {extra: True for extra in ("canonical", "json") if extra in case.expect}
    if "state" in case.expect:
        wants["state"] = list(case.expect["state"])
    return wants


def _reply(run: Run, answer: Mapping[str, Any]) -> Reply:
    """What an answer says.

    Raises:
        ProgramFault: It is none of the three forms.
    """
    if isinstance(answer.get("result"), dict):
        return Reply(run, result=answer["result"])
    if answer.get("skipped") is True and str(answer.get("reason") or "").strip():
        return Reply(run, skipped=str(answer["reason"])[:400])
    if "error" in answer:
        return Reply(run, fault=f"says it failed: {str(answer['error'])[:400]}")
    raise ProgramFault(f"answered without a result, a reason for skipping or an error: {_cut(answer)}")


def _implementation(reply: Mapping[str, Any]) -> Mapping[str, Any]:
    about = reply.get("implementation", {})
    if reply.get("version") != VERSION or not isinstance(about, dict):
        raise ProgramFault(f"answered the start with {_cut(reply)}, not with version {VERSION}")
    return about


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def _cut(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:120]}…"
