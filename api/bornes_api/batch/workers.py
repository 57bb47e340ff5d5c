"""Processes that judge, a task each at a time; the answers come in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess, parent_process
from typing import Protocol, Self

from bornes_api.batch.answers import Answer, Part, answer_parts, lost, named
from bornes_api.batch.parts import Task
from bornes_api.batch.question import Question
from bornes_api.language.speaking import said, translated
from bornes_api.output import uninterrupted
from bornes_notation.spans import split_span
from bornes_notation.wording import AND, listed

AHEAD = 4
"""Tasks for each process that are read, judged or answered, and not yet taken by whoever asked: memory is bounded."""

DEATHS_MAX = 50
"""So many processes in a row may die, one after another, before it is no longer taken for the fault of a record."""


class Work(Protocol):
    """What a process does with a task."""

    def __call__(self, task: Task, question: Question, /) -> Answer:
        """The answer for it."""
        ...


@dataclass(slots=True, eq=False)
class _Slot:
    """A task in its place, with its answer once it is there."""

    task: Task
    answer: Answer | None = None
    again: bool = False


class _Worker:
    """A process, the line to it, and what it is busy with."""

    def __init__(self, work: Work, question: Question) -> None:
        # Elsewhere a fork is not safe; there, a fresh interpreter is started.
        linux = sys.platform == "linux"
        context = multiprocessing.get_context("fork") if linux else multiprocessing.get_context("spawn")
        self.line, end = context.Pipe()
        self.slot: _Slot | None = None
        self.process: BaseProcess = context.Process(target=_serve, args=(end, work, question), daemon=True)
        with uninterrupted():
            self.process.start()
        end.close()

    def take(self, slot: _Slot) -> None:
        """Begins with a task; that the process has died is seen when its answer is fetched."""
        self.slot = slot
        try:
            self.line.send(slot.task)
        except OSError:
            self.stop()

    def stop(self) -> None:
        """Ends the process, whatever it does."""
        self.process.terminate()
        self.process.join()


def _serve(line: Connection, work: Work, question: Question) -> None:
    """Answers tasks until there is nobody left to answer. Ctrl-C is for the parent, which ends this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = parent_process()
    assert parent is not None
    while line in wait([line, parent.sentinel]):
        try:
            line.send(work(line.recv(), question))
        except (EOFError, BrokenPipeError):
            return


class Crew:
    """Several processes. To be used in a ``with``, at whose end none of them is left."""

    def __init__(self, jobs: int, question: Question, work: Work = answer_parts) -> None:
        self._jobs = jobs
        self._question = question
        self._work = work
        self._workers: list[_Worker] = []
        self._slots: deque[_Slot] = deque()
        self._waiting: deque[_Slot] = deque()
        self._deaths = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.stop()

    def answers(self, tasks: Iterator[Task | Answer]) -> Iterator[Answer]:
        """The answers, in order. Only so many tasks are read ahead as the processes need.

        A process that dies over a task is replaced, and the task judged again in halves, until the record is
        found that nobody survives; that one is named, and counts as unreadable.

        Raises:
            RuntimeError: The processes die whatever they judge.
        """
        more = True
        while more or self._slots:
            while more and len(self._waiting) < self._jobs and len(self._slots) < AHEAD * self._jobs:
                more = self._read(tasks)
            self._hand_out()
            while self._slots and self._slots[0].answer is not None:
                answer = self._slots.popleft().answer
                assert answer is not None
                yield answer
            if self._slots and (self._waiting or not more or len(self._slots) >= AHEAD * self._jobs):
                self._fetch()

    def _read(self, tasks: Iterator[Task | Answer]) -> bool:
        task = next(tasks, None)
        if isinstance(task, Answer):
            self._slots.append(_Slot([], task))
        elif task is not None:
            self._slots.append(_Slot(task))
            self._waiting.append(self._slots[-1])
        return task is not None

    def _hand_out(self) -> None:
        idle = [worker for worker in self._workers if worker.slot is None]
        while self._waiting:
            if not idle:
                if len(self._workers) == self._jobs:
                    return
                self._workers.append(_Worker(self._work, self._question))
                idle.append(self._workers[-1])
            idle.pop().take(self._waiting.popleft())

    def _fetch(self) -> None:
        """Waits until a process has answered, or died."""
        busy = {worker.line: worker for worker in self._workers if worker.slot is not None}
        for line in wait(list(busy)):
            assert isinstance(line, Connection)
            worker = busy[line]
            slot, worker.slot = worker.slot, None
            assert slot is not None
            try:
                slot.answer = line.recv()
                self._deaths = 0
            except (EOFError, OSError):
                self._died(worker, slot)

    def _died(self, worker: _Worker, slot: _Slot) -> None:
        worker.process.join()
        why = said("the process that judged it died (%(cause)s)", cause=_cause(worker.process.exitcode))
        worker.line.close()
        self._workers.remove(worker)
        self._deaths += 1
        if self._deaths > DEATHS_MAX:
            raise RuntimeError(
                said(
                    "%(deaths)s processes in a row died, the last one over %(part)s",
                    deaths=self._deaths,
                    part=named(slot.task[0]),
                )
            )
        halves = _halves(slot.task)
        if not halves:
            slot.answer = lost(slot.task[0], why)
            return
        parts = [_Slot(half, again=True) for half in halves]
        self._waiting.extendleft(reversed(parts))
        if not slot.again:
            places = translated(listed(map(named, slot.task), AND))
            parts.insert(
                0,
                _Slot(
                    [],
                    Answer(complaints=[said("%(places)s: is judged again: %(why)s", places=places, why=why)]),
                ),
            )
        at = self._slots.index(slot)
        self._slots.remove(slot)
        for part in reversed(parts):
            self._slots.insert(at, part)


def _halves(task: Task) -> list[Task]:
    """A task in two; none if it is a single record."""
    if len(task) == 1:
        part = task[0]
        spans = split_span(part.span)
        task = [Part(part.name, span) for span in spans[:-1]] + [Part(part.name, spans[-1], part.weight)]
    middle = len(task) // 2
    return [task[:middle], task[middle:]] if middle else []


def _cause(exitcode: int | None) -> str:
    if exitcode is not None and exitcode < 0:
        return signal.Signals(-exitcode).name
    return said("exit status %(status)s", status=exitcode)
