"""A source that is cut into spans gives the reports of the source in one piece."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import bornes
from bornes import archive
from bornes.archive import judge_file, judge_span
from bornes.report import Report
from bornes_notation import read
from bornes_notation.lines import physical_lines, whole_lines
from bornes_notation.spans import RecordSpan, begun_records, count_lines, cut_spans, split_span

ROOT = Path(__file__).parent.parent
PEERS = sorted((ROOT / "fixtures/peers").glob("*.mbn"))

LINES = st.sampled_from(
    [
        b"MBN 1",
        b"MBN 1",
        b"MBN 1",
        b"MBN 2",
        b"MBN",
        b"mBn 1 ; x",
        b" \tMBN 1",
        b"\xef\xbb\xbfMBN 1",
        b"\xef\xbb\xbf MBN 1",
        b"\xef\xbb\xbf\xef\xbb\xbfMBN 1",
        b"\xef\xbb\xbf",
        b"MBN 1 \xff",
        b"MBN 1\x00",
        b"MBN: 1",
        b"MBN-1",
        b"MBNA",
        b"Event: MBN 1 MBN 1",
        b"; MBN 1",
        b"",
        b"; a word",
        b"junk",
        b"Ruleset: winning-moves",
        b"X: a",
        b"Y: b",
        b"hand 1 first X",
        b"1. X 200",
        b"1. X R+",
        b"\xed\xa0\x80",
        b"\xff\xfe",
    ]
)
ENDS = st.sampled_from([b"\n", b"\n", b"\n", b"\r\n", b"\r", b""])
TEXTS = st.one_of(
    st.lists(st.tuples(LINES, ENDS), max_size=30).map(
        lambda lines: b"".join(line + end for line, end in lines)
    ),
    st.lists(LINES, max_size=30).map(b"\n".join),
    st.lists(LINES, max_size=30).map(b"\r\n".join),
    st.binary(max_size=60),
)


def whole(data: bytes) -> list[Report]:
    return [each.report for each in judge_file(data)]


def by_spans(data: bytes, size: int, held_max: int = 1 << 22) -> list[Report]:
    return [each.report for span in cut_spans(data, size, held_max) for each in judge_span(span)]


@settings(deadline=None)
@given(TEXTS, st.integers(1, 400), st.sampled_from([0, 40, 1 << 22]))
@example(b"MBN 1\n" + b"MBN 1" * 3 + b"\nMBN 1\n", 1, 0)
@example(b"junk\nMBN 1\nX: a\nMBN 1\nMBN 1\n", 5, 0)
@example(b"", 1, 0)
def test_spans_give_the_reports_of_the_whole(data: bytes, size: int, held_max: int) -> None:
    assert by_spans(data, size, held_max) == whole(data)


@pytest.mark.parametrize(
    ("path", "end"), [*((path, b"\n") for path in PEERS), (PEERS[0], b"\r\n"), (PEERS[0], b"\r")]
)
def test_spans_of_a_file_give_its_reports(path: Path, end: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "RECORDS_WITHOUT_TABLE", 0)
    data = path.read_bytes()[:60_000].replace(b"\n", end)

    assert by_spans(data, 1_000, held_max=3_000) == whole(data)


@given(TEXTS, st.integers(1, 400))
def test_a_span_says_how_many_records_begin_in_it(data: bytes, size: int) -> None:
    records = [each.record for each in read(data) if each.record is not None]
    spans = list(cut_spans(data, size))

    assert sum(span.records or 0 for span in spans) == len(records)
    assert begun_records(data) == len(records)
    assert [span.records_before for span in spans] == [
        sum(span.records or 0 for span in spans[:at]) for at in range(len(spans))
    ]


@given(TEXTS, st.integers(1, 400))
def test_pieces_of_whole_lines_hold_the_lines_of_the_source(data: bytes, size: int) -> None:
    pieces = list(whole_lines(data, size))

    assert [line for piece in pieces for line in physical_lines(piece)] == list(physical_lines(data))
    assert sum(map(count_lines, pieces)) == sum(
        isinstance(line, str) or line.end != "" for line in physical_lines(data)
    )


def test_spans_are_about_as_long_as_was_asked_for() -> None:
    data = "".join(bornes.play("winning-moves", 2, 1, 1, seed) for seed in range(60)).encode()
    spans = [span.data for span in cut_spans(data, 20_000)]

    assert b"".join(each for each in spans if isinstance(each, bytes)) == data
    assert len(spans) > 4
    assert all(len(each) < 40_000 for each in spans if isinstance(each, bytes))


def long_record(lines: int) -> Iterator[bytes]:
    yield b"MBN 1\nRuleset: winning-moves\nX: a\nY: b\n"
    for _ in range(lines):
        yield b"; nobody holds so much at once\n" * 1_000
    yield b"MBN 1\nX: c\n"


@pytest.mark.parametrize("read_it", [True, False], ids=["read", "left"])
def test_a_record_too_long_to_be_held_is_handed_on_in_pieces(read_it: bool) -> None:
    longest = total = 0
    last = RecordSpan(b"")
    for last in cut_spans(long_record(1_000), 1 << 16, 1 << 18):
        if read_it and not isinstance(last.data, bytes):
            assert last.records is None
            for piece in last.data:
                assert isinstance(piece, bytes)
                longest = max(longest, len(piece))
                total += len(piece)

    assert last == RecordSpan(b"MBN 1\nX: c\n", 1_000_005, 1, 1)
    if read_it:
        assert total == 31_000_039
        assert longest < 1 << 19


def test_a_file_is_cut_like_its_bytes() -> None:
    data = PEERS[0].read_bytes()

    assert list(cut_spans(io.BytesIO(data), 900)) == list(cut_spans(data, 900))
    assert list(cut_spans(data.decode(), 900)) == list(cut_spans(data, 900))


@pytest.mark.parametrize(
    "line", [b"MBN 1", b"\xef\xbb\xbf mbn 3", b" MBN\t; x", b"MBN 1\xff", b"MBN: 1", b"x MBN 1", b"MBN 1\x01"]
)
def test_a_record_is_counted_where_the_reader_begins_one(line: bytes) -> None:
    data = b"MBN 1\nX: a\n" + line + b"\n"

    assert begun_records(data) == sum(isinstance(each.record, bornes.Record) for each in read(data))


@pytest.mark.parametrize("size", [100, 65_536, 1 << 20])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("length", [65_536, 65_537, 200_000])
def test_the_longest_line_and_longer_ones_begin_a_record_or_not(length: int, end: bytes, size: int) -> None:
    data = b"MBN 1" + end + b"MBN 2".ljust(length, b"-") + end + b"MBN 1" + end

    assert by_spans(data, size) == whole(data)
    assert by_spans(data, size, held_max=1_000) == whole(data)


@settings(deadline=None)
@given(TEXTS, st.integers(1, 400))
def test_a_span_is_split_into_its_records(data: bytes, size: int) -> None:
    parts = [part for span in cut_spans(data, size) for part in split_span(span)]

    assert [each.report for part in parts for each in judge_span(part)] == whole(data)
    assert all(part.records == 1 for part in parts[1:])
    assert len(parts) == max(1, begun_records(data))


def broken(data: bytes) -> Iterator[bytes]:
    yield data
    raise OSError("broke off")


@settings(deadline=None)
@given(TEXTS, TEXTS, st.integers(1, 400), st.sampled_from([40, 1 << 22]))
def test_of_a_source_that_breaks_off_the_records_before_the_last_are_given(
    before: bytes, after: bytes, size: int, held_max: int
) -> None:
    data = before + b"\nMBN 1\n" + after + b"\nMBN 1\nX: a"
    reports = []
    with pytest.raises(OSError, match="broke off"):  # noqa: PT012 - what came before the error counts
        for span in cut_spans(broken(data), size, held_max):
            for each in judge_span(span):
                reports.append(each.report)  # noqa: PERF401 - an error must not lose what was there

    records = whole(data)
    assert reports == records[: len(reports)]
    assert len(reports) >= begun_records(data) - 1
