"""A replay, step by step, and what could be played at one of its turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from bornes_api.language.speaking import said, translated
from bornes_api.render.jsonreport import violation_to_dict
from bornes_api.render.paint import Paint, plain, printable

if TYPE_CHECKING:
    from bornes.steps import LegalHere, Step


def render_steps(steps: Iterable[Step], name: str, paint: Paint = plain) -> Iterator[str]:
    """The lines of a replay. A position stands above the line that was played on it, if it is a new one."""
    hand = state = None
    for step in steps:
        if step.hand != hand:
            hand, state = step.hand, None
            yield f"{paint('place', f'{name}:{step.line}:')} {said('hand %(hand)s', hand=hand)}"
        if step.state != state:
            state = step.state
            yield f"        {paint('dim', state)}"
        if step.text:
            yield f"{step.line:>5} | {printable(step.text)}"
        for violation in step.violations:
            yield f"        {paint('code', violation.code)} {printable(translated(violation.message))}"


def render_legal(here: LegalHere, name: str, at: tuple[int, int], paint: Paint = plain) -> Iterator[str]:
    """A position and what could be played on it."""
    hand, turn = at
    yield f"{paint('place', f'{name}:')} {said('hand %(hand)s, turn %(turn)s', hand=hand, turn=turn)}"
    yield said("  Position: %(state)s", state=here.state)
    unknown = "" if here.hand_known else said(" (hand not recorded: what the table allows)")
    yield said("  Legal: %(cards)s", cards=" ".join(here.tokens) or said("nothing")) + unknown


def step_to_dict(step: Step, name: str | None = None) -> dict[str, Any]:
    """A step as JSON values; `state` is the position before its line."""
    return {
        "file": name,
        "hand": step.hand,
        "turn": step.turn,
        "line": step.line,
        "text": step.text,
        "state": step.state,
        "violations": [violation_to_dict(violation) for violation in step.violations],
    }


def legal_to_dict(here: LegalHere, name: str | None, at: tuple[int, int]) -> dict[str, Any]:
    """What could be played at (hand, turn), as JSON values."""
    return {
        "file": name,
        "hand": at[0],
        "turn": at[1],
        "state": here.state,
        "legal": list(here.tokens),
        "hand_known": here.hand_known,
    }
