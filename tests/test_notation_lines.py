"""Physical lines and hostile bytes: nothing raises, lines are counted right, memory stays flat."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bornes_notation import read
from bornes_notation.lines import OddLine, physical_lines

quick = settings(max_examples=100, derandomize=True, deadline=None, database=None)
START = b"MBN 1\nRuleset: a\nX: A\nY: B\n\nhand 1 first X\n"


def texts(source: object) -> list[str]:
    lines = physical_lines(source)  # type: ignore[arg-type]
    return [line.text if isinstance(line, OddLine) else line for line in lines]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\r\nb\rc\nd", ["a", "b", "c", "d"]),
        (b"a\n\nb\r\r\n\n", ["a", "", "b", "", ""]),
        (b"\r", [""]),
        ("a\x0bb\x0cc\x1cd\x85e\u2028f\n".encode(), ["a\x0bb\x0cc\x1cd\x85e\u2028f"]),
    ],
)
def test_lines_end_at_lf_cr_lf_or_cr_and_nowhere_else(data: bytes, expected: list[str]) -> None:
    assert texts(data) == expected
    assert texts(data.decode()) == expected
    assert texts(io.BytesIO(data)) == expected
    assert texts(data[index : index + 1] for index in range(len(data))) == expected


def test_a_text_file_is_a_source() -> None:
    [reading] = read(io.StringIO(START.decode()))
    assert reading.errors == ()


def test_other_sources_are_refused() -> None:
    with pytest.raises(TypeError):
        list(read([1, 2]))  # type: ignore[arg-type]


def test_cr_lf_across_blocks_is_one_line_end() -> None:
    block = b"x" * ((1 << 18) - 1)
    assert len(texts(block + b"\r\ny")) == 2
    assert len(texts(block[:1000] + b"\r" + b"\n" + block)) == 2


@quick
@given(st.binary(max_size=60))
def test_any_bytes_are_read(data: bytes) -> None:
    for source in (data, START + data, b"MBN 1\n" + data.replace(b"\x00", b"\n")):
        readings = list(read(source))
        assert readings
        whole = source.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        for reading in readings:
            spans = [error.span for error in reading.errors] + [notice.span for notice in reading.style]
            for span in spans:
                assert 1 <= span.line <= whole.count(b"\n") + 1
                assert 1 <= span.column <= span.end_column


@quick
@given(st.text(max_size=40))
def test_any_text_is_read(text: str) -> None:
    for source in (text, START.decode() + text):
        assert list(read(source))


def test_lone_surrogates_are_unreadable() -> None:
    [reading] = read(START.decode() + "1. X \ud800\n")
    assert [(error.code, str(error.span)) for error in reading.errors] == [("MB001", "7:6")]


@quick
@given(
    st.lists(st.sampled_from([b"a", b"\n", b"\r", b"\r\n", "é".encode(), b"\xff"]), max_size=12), st.data()
)
def test_blocks_do_not_matter(pieces: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(pieces)
    cut = data.draw(st.integers(0, len(whole)))
    assert list(physical_lines(iter([whole[:cut], whole[cut:]]))) == list(physical_lines(whole))


def peak(chunks: Iterator[bytes]) -> int:
    """Peak bytes while a source is read to its end."""
    tracemalloc.start()
    for _ in read(chunks):
        pass
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def test_a_long_line_is_cut_and_the_next_is_counted_right() -> None:
    chunks = iter([START, *([b"x" * 100_000] * 100), b"\r", b"\n1. X 50\nfoo\n"])
    [reading] = read(chunks)
    assert [(error.code, error.span.line) for error in reading.errors] == [("MB003", 7), ("MB005", 9)]


@pytest.mark.parametrize(
    "chunk",
    [b"x" * 65_536, b"foo\n" * 16_384, b"\x00\xff\r" * 21_845, b"; note\n" * 9_362, b"X-A: b\n" * 9_362],
)
def test_memory_stays_flat(chunk: bytes) -> None:
    once = peak(iter([START, *[chunk] * 2]))
    assert peak(iter([START, *[chunk] * 6])) < once + 15_000_000
