"""The codes of unreadable places (``MB001`` to ``MB026``) and of style notices (``MB7xx``).

A code is never renumbered or reused. Tests assert codes and places, not wording.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Code(NamedTuple):
    """What a code stands for: a name that states the fault, and one sentence."""

    name: str
    sentence: str


CODES: Final[Mapping[str, Code]] = MappingProxyType(
    {
        "MB001": Code("not-utf-8", "The bytes of the line are not UTF-8 text."),
        "MB002": Code(
            "control-character",
            "A control character other than a tab, or a line or paragraph separator, stands in the line.",
        ),
        "MB003": Code("line-too-long", "The line has more than 65536 bytes."),
        "MB004": Code(
            "look-alike-character", "A character outside the alphabet stands where a plain one is meant."
        ),
        "MB005": Code("unreadable-line", "The line has none of the forms of the notation."),
        "MB006": Code("number-too-long", "A number has more than 9 digits."),
        "MB007": Code("turn-number-leading-zero", "A turn number begins with 0; it counts from 1."),
        "MB008": Code("too-many-errors", "Further unreadable places of this record are counted, not listed."),
        "MB009": Code(
            "record-too-long", "The record has more than 100000 lines or 16 MiB; the rest of it is not read."
        ),
        "MB010": Code(
            "outside-a-record",
            "Text stands where no record is: before the first MBN line, in a file without one, "
            "or after the one record that was asked for.",
        ),
        "MB011": Code("other-version", "The record is written in a version of the notation other than 1."),
        "MB012": Code("misplaced-line", "The line is readable, but cannot stand at this place of a record."),
        "MB013": Code(
            "setup-value", "A setup line has an unknown or repeated key, or a value its key lacks."
        ),
        "MB014": Code(
            "repeated-line", "The same thing is said twice: a deal, a pile, a setup, an end, a result."
        ),
        "MB015": Code("hand-number", "Hands are not numbered 1, 2, 3 … in order."),
        "MB016": Code("turn-number", "The turns of the hand are not numbered 1, 2, 3 … in order."),
        "MB017": Code("unknown-seat", "A seat or side has no header line."),
        "MB018": Code(
            "seat-not-named", "A side of several seats stands where one of its seats must be named."
        ),
        "MB019": Code("repeated-side", "A side is named twice in one list of points or winners."),
        "MB020": Code("unknown-header", "The key of a header line is none of the notation's."),
        "MB021": Code("repeated-header", "A header key stands twice."),
        "MB022": Code("late-header", "A header line stands after the first hand has begun."),
        "MB023": Code("missing-header", "The record has no Ruleset line, or no seat line."),
        "MB024": Code("seat-numbers", "The seats of a side are not X alone, or X1, X2 … without a gap."),
        "MB025": Code("comment-in-header", "A ; stands in the value of Ruleset, Options or Date."),
        "MB026": Code("header-value", "The value of Ruleset, Options or Date is not written as it must be."),
        "MB030": Code("turn-too-long", "More than 40 cards stand on one turn line."),
        "MB701": Code("byte-order-mark", "A byte order mark stands before the line."),
        "MB702": Code("line-end", "Lines end with CR or CR LF instead of LF."),
        "MB703": Code("no-final-line-end", "The last line of the file has no line end."),
        "MB704": Code("blanks", "Tabs, several blanks, or missing blanks."),
        "MB705": Code("turn-number-missing", "The turn has no number."),
        "MB706": Code("only-seat", "The only seat of a side is written with a number (X1 for X)."),
        "MB707": Code(
            "unknown-cards", "Unknown cards are not written in the shortest form (6? for six of them)."
        ),
        "MB708": Code("number-form", "A number has leading zeros or a needless sign."),
        "MB709": Code("header-order", "A header line stands out of the usual order."),
        "MB710": Code("empty-header", "A header line has no value."),
        "MB711": Code("too-many-notices", "Further style notices of this record are counted, not listed."),
    }
)
