"""Simple mode: the program is run once for each case, record in, report out. For programs without the protocol."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bornes_api.conformance.answering import merged
from bornes_api.conformance.cases import Run
from bornes_api.conformance.process import LONGEST_LINE, Process, ProgramFault
from bornes_api.conformance.protocol import Reply

POLICY = "{policy}"
"""Where this stands in the command, the policy of the case is put."""


def run_once_each(command: Sequence[str], runs: Iterable[Run], timeout: float) -> Iterator[Reply]:
    """The replies to all runs.

    Raises:
        OSError: The program cannot be run.
    """
    says_policy = any(POLICY in argument for argument in command)
    for run in runs:
        if run.case.policy != "as-played" and not says_policy:
            yield Reply(run, skipped=f"the command does not say the policy ({POLICY})")
            continue
        arguments = [argument.replace(POLICY, run.case.policy) for argument in command]
        try:
            yield Reply(run, result=_report(_output(arguments, run.record, timeout)))
        except ProgramFault as fault:
            yield Reply(run, fault=str(fault))


def _output(command: Sequence[str], record: bytes, timeout: float) -> bytes:
    process = Process(command)
    try:
        process.write(record)
        process.close_input()
        deadline = time.monotonic() + timeout
        output = bytearray()
        while (line := _next_line(process, deadline, timeout)) is not None:
            output += line
            if len(output) > LONGEST_LINE:
                raise ProgramFault(f"wrote more than {LONGEST_LINE >> 20} MiB")
        if not output.strip():
            raise ProgramFault(f"wrote nothing and {process.how_it_ended()}")
        return bytes(output)
    finally:
        process.end()


def _next_line(process: Process, deadline: float, timeout: float) -> bytes | None:
    try:
        return process.read(deadline)
    except ProgramFault as fault:
        raise ProgramFault(f"{fault} ({timeout:g} s)") from None


def _report(output: bytes) -> dict[str, Any]:
    try:
        value = json.loads(output)
    except (ValueError, RecursionError):
        shown = output[:80].decode("utf-8", "replace")
        raise ProgramFault(f"wrote what is not JSON: {shown!r}") from None
    reports = value if isinstance(value, list) else [value]
    if not reports or not all(isinstance(report, dict) for report in reports):
        raise ProgramFault("wrote JSON that is no report")
    return merged(reports)
