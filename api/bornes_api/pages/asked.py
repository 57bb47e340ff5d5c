"""What a page is asked about: a record, where it came from, and by which rules it is to be judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bornes.ruleset import Ruleset
from bornes_api.pages.packed import pack
from bornes_notation import Reading, read
from bornes_notation.wording import worded


class AskedError(Exception):
    """A request that a page cannot answer; the message says what was found and what is allowed."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


@dataclass(frozen=True)
class Asked:
    """A record and how to judge it.

    Attributes:
        data: The bytes of the record or records.
        source: How further pages are told of it: as an `example`, as a `kept` record, or by its `text`, packed if
            that is small enough.
        key: Name of the example, or hash of the kept record.
        ruleset: Id of the ruleset to judge by; "" for the one that the record names.
        policy: as-played or void.
        number: Which record of the text, from 1.
        most_packed: Characters that a packed record may have in an address.
    """

    data: bytes
    source: str
    key: str = ""
    ruleset: str = ""
    policy: str = "as-played"
    number: int = 1
    most_packed: int = 1800

    @cached_property
    def text(self) -> str:
        """The text to show; what is not UTF-8 is shown as U+FFFD, and judged as it is."""
        return self.data.decode("utf-8", "replace")

    @cached_property
    def packed(self) -> str:
        """The record for an address; "" if it is too long for one."""
        if len(self.data) > self.most_packed * 40:
            return ""
        packed = pack(self.data)
        return packed if len(packed) <= self.most_packed else ""

    @property
    def has_address(self) -> bool:
        """Whether a page about it can be linked: it is known here, or small enough to stand in the address."""
        return self.source != "text" or bool(self.packed)

    @property
    def method(self) -> str:
        """How a form asks further pages about it."""
        return "get" if self.has_address else "post"

    @cached_property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The fields of such a form, and of an address."""
        about = {"example": (("example", self.key),), "kept": (("kept", self.key),)}.get(self.source)
        if about is None:
            about = (("r", self.packed),) if self.packed else (("record", self.text),)
        return (*about, *self.judging)

    @cached_property
    def judging(self) -> tuple[tuple[str, str], ...]:
        """The fields that say how to judge it, as far as they are not the usual ones."""
        wished = {
            "ruleset": self.ruleset,
            "policy": "" if self.policy == "as-played" else self.policy,
            "n": "" if self.number == 1 else str(self.number),
        }
        return tuple((name, value) for name, value in wished.items() if value)

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """The records of the text, and what stands outside of one."""
        return tuple(read(self.data))

    @property
    def reading(self) -> Reading:
        """The record that `number` names.

        Raises:
            AskedError: the text has none of that number.
        """
        for reading in self.readings:
            if reading.record is not None and reading.record.index == self.number:
                return reading
        count = sum(reading.record is not None for reading in self.readings)
        raise AskedError(
            worded(
                "the text has %(count)s records, and so no record %(number)s", count=count, number=self.number
            ),
            404,
        )

    @cached_property
    def chosen(self) -> Ruleset | None:
        """The ruleset to judge by, None for the one that the record names.

        Raises:
            AskedError: there is none of that name.
        """
        return ruleset_named(self.ruleset) if self.ruleset else None


def ruleset_named(name: str) -> Ruleset:
    """A built-in ruleset.

    Raises:
        AskedError: there is none of that name.
    """
    from bornes.loading import named_ruleset
    from bornes.ruleset import RulesetError

    try:
        return named_ruleset(name)
    except RulesetError as error:
        raise AskedError(error.message, 404) from error
