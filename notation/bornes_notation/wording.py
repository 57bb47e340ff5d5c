"""Sentences that remember how they were made, so that they can be said in another language too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self


class Wording(str):
    """An English sentence, equal to the plain text of it, with the parts it was made of.

    Attributes:
        template: What is translated, with its blanks, as ``%(side)s is rolling``.
        values: What stands in the blanks by their names; a `Wording` among them is translated too.
    """

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, values: Mapping[str, object]) -> Self:
        """The sentence that the template makes of the values."""
        self = super().__new__(cls, template % values)
        self.template = template
        self.values = values
        return self

    def __reduce__(self) -> tuple[type[Wording], tuple[str, Mapping[str, object]]]:
        return (Wording, (self.template, self.values))


def marked(template: str) -> str:
    """Marks a template for the catalogues that stands apart from the call that fills it."""
    return template


def worded(template: str, /, **values: object) -> Wording:
    """A sentence with its blanks filled. The template must stand in the call as it is: catalogues are made of it."""
    return Wording(template, values)


AND = marked("%(left)s and %(right)s")
OR = marked("%(left)s or %(right)s")
COMMA = "%(left)s, %(right)s"
SEMICOLON = "%(left)s; %(right)s"


def listed(items: Iterable[str], template: str = COMMA) -> str:
    """The items in a row, two and two joined by the template; "" if there are none."""
    row = ""
    for item in items:
        row = Wording(template, {"left": row, "right": item}) if row else item
    return row


def wording_of(error: BaseException) -> str:
    """What an error says, as it was worded if it was; an error that puts it together itself has it as `wording`."""
    said = getattr(error, "wording", None)
    if said is None and len(error.args) == 1:
        said = error.args[0]
    return said if isinstance(said, Wording) else str(error)
