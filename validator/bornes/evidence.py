"""The three answers a check can give: yes, no, and that the record cannot show it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class Answer(Enum):
    """Yes, no, or unverified: the record does not show it."""

    YES = "yes"
    NO = "no"
    UNVERIFIED = "unverified"

    @classmethod
    def of(cls, truth: bool) -> Answer:
        """The answer to a question that is decided."""
        return cls.YES if truth else cls.NO


def any_of(answers: Iterable[Answer]) -> Answer:
    """Yes if one is yes; else unverified if one is; else no."""
    result = Answer.NO
    for answer in answers:
        if answer is Answer.YES:
            return Answer.YES
        if answer is Answer.UNVERIFIED:
            result = Answer.UNVERIFIED
    return result
