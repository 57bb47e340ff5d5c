"""What is asked of every record of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bornes.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of every record, and in which form the answer is wanted.

    Attributes:
        ruleset: Replaces the one of the record.
        policy: As for `bornes.validate`.
        form: A form of output, or ``count``: nothing but what the tally says.
        everything: Whether follow-ons and style are shown.
        colours: Whether text is coloured.
        language: In which text is worded, and what is complained of.
    """

    ruleset: Ruleset | None
    policy: str
    form: str
    everything: bool = False
    colours: bool = False
    language: str = "en"
