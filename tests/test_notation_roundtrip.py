"""Text, record and JSON say the same; the quick ways of reading say what the grammar says."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import UnexpectedInput

from bornes_notation import Line, Record, Turn, parse, read
from bornes_notation import format as canonical_text
from bornes_notation.builder import LineBuilder
from bornes_notation.grammar import grammar_text, parse_line
from bornes_notation.jsonform import from_json, to_json
from bornes_notation.names import only_seats, with_canonical_names
from bornes_notation.parsed import HeaderText, Parsed, Version
from bornes_notation.record import NOWHERE
from strategies import records, token_lines

quick = settings(
    max_examples=20,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
START = "MBN 1\nRuleset: winning-moves\nX1: A\nY: B\nX2: C\n\nhand 1 first Y\n"
UNREADABLE = {"MB004", "MB005", "MB006", "MB007"}


@quick
@given(records())
def test_a_record_is_its_canonical_text_read_back(record: Record) -> None:
    text = canonical_text(record)
    [reading] = read(text)
    assert reading.errors == ()
    assert reading.style == ()
    assert reading.record == record
    assert canonical_text(parse(text)) == text


@quick
@given(records())
def test_json_loses_nothing(record: Record) -> None:
    assert from_json(json.loads(json.dumps(to_json(record)))) == record


@quick
@given(records(), st.randoms(use_true_random=False))
def test_style_changes_nothing_and_is_noticed(record: Record, dice: Any) -> None:
    lines = canonical_text(record).split("\n")
    changed = [line for line in range(len(lines)) if lines[line].strip() and dice.random() < 0.3]
    for line in changed:
        lines[line] = dice.choice([" {}", "\t{}", "{} ", "{}\t"]).format(lines[line])
    [reading] = read("\n".join(lines))
    assert reading.errors == ()
    assert reading.record == record
    first_hundred = [line + 1 for line in changed][:100]
    assert [notice.span.line for notice in reading.style][:100] == first_hundred


@quick
@given(st.lists(records(), min_size=1, max_size=3))
def test_joined_records_are_read_one_by_one(several: list[Record]) -> None:
    several = [replace(record, first_comments=()) for record in several]
    text = "\n".join(map(canonical_text, several))
    assert [reading.record for reading in read(text)] == several


@quick
@given(records(), st.sampled_from(["\r\n", "\r"]))
def test_all_line_ends_mean_the_same(record: Record, end: str) -> None:
    [reading] = read(canonical_text(record).replace("\n", end))
    assert reading.errors == ()
    assert reading.record == record
    assert [notice.code for notice in reading.style] == ["MB702"]


def moved(value: Any, shift: int) -> Any:
    """An item with all its columns moved to the right."""
    if isinstance(value, tuple):
        return tuple(moved(element, shift) for element in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changes = {}
    for field in fields(value):
        old = getattr(value, field.name)
        if field.name == "points_columns":
            changes[field.name] = tuple((start + shift, end + shift) for start, end in old)
        elif field.name.endswith("columns"):
            changes[field.name] = old if old == NOWHERE else (old[0] + shift, old[1] + shift)
        else:
            changes[field.name] = moved(old, shift)
    return replace(value, **changes)


def assert_same_as_grammar(text: str) -> None:
    """The reader keeps what the grammar gives for the whole line, and refuses what it refuses."""
    [reading] = read(START + text + "\n")
    assert reading.record is not None
    here = [error for error in reading.errors if error.span.line == START.count("\n") + 1]
    lines = reading.record.lines[1:]
    try:
        parsed = parse_line(text)
    except UnexpectedInput:
        assert lines == ()
        assert {error.code for error in here} <= UNREADABLE
        assert here
        return
    if parsed.item is None or isinstance(parsed.item, HeaderText | Version):
        assert not {error.code for error in here} & UNREADABLE
    elif lines:
        [line] = lines
        assert_same_line(parsed, line)
    else:
        assert here
        assert not {error.code for error in here} & UNREADABLE


def assert_same_line(parsed: Parsed, line: Line) -> None:
    assert parsed.item is not None
    assert not isinstance(parsed.item, HeaderText | Version)
    expected = with_canonical_names(parsed.item, only_seats(("Y",)))
    # By their text, so that columns count as well.
    assert repr(moved(line.item, line.shift)) == repr(expected)
    assert (line.number, line.comment) == (parsed.number, parsed.comment)


@settings(quick, max_examples=500)
@given(token_lines())
def test_any_line_is_read_as_the_grammar_reads_it(text: str) -> None:
    if parses_as_version(text):
        return
    assert_same_as_grammar(text)
    assert_same_as_grammar(text)  # once more, from the dict


def parses_as_version(text: str) -> bool:
    return text.strip(" \t").startswith("MBN")


@quick
@given(records(), st.sampled_from(["{}", " {}", "{} ", "\t{} ; note", "{};", "7. {}", "3.{}"]))
def test_lines_of_records_are_read_as_the_grammar_reads_them(record: Record, form: str) -> None:
    for line in canonical_text(record).split("\n"):
        if not parses_as_version(line):
            assert_same_as_grammar(form.format(line))


class FileBuilder(LineBuilder):
    def file(self, lines: list[Any]) -> list[Parsed]:
        return lines


@cache
def file_parser() -> Lark:
    grammar = grammar_text() + "\nfile: (line _LINE_END)*\n_LINE_END: /\\n/\n"
    return Lark(grammar, start="file", parser="lalr", transformer=FileBuilder())


@quick
@given(records())
def test_a_whole_file_by_the_grammar_is_its_lines_read_alone(record: Record) -> None:
    text = canonical_text(record)
    whole = file_parser().parse(text)
    assert isinstance(whole, list)
    items = [line.item for line in whole if line.item and not isinstance(line.item, HeaderText | Version)]
    assert items == [line.item for line in record.lines]
    numbers = [line.number for line in whole if isinstance(line.item, Turn)]
    [reading] = read(text)
    assert reading.record is not None
    assert numbers == [line.number for line in reading.record.lines if isinstance(line.item, Turn)]
