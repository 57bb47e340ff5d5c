"""A line is put into bytes, and every other byte stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bornes_notation.editing import insert_after, line_with, lines_between
from bornes_notation.lines import OddLine, physical_lines
from bornes_notation.record import Ruling

ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])
TEXTS = st.binary(max_size=12).map(lambda raw: raw.replace(b"\r", b"").replace(b"\n", b""))


@st.composite
def files(draw: st.DrawFn) -> list[tuple[bytes, bytes]]:
    """Lines of any bytes with mixed line ends; the last may lack its own."""
    lines = [(draw(TEXTS), draw(ENDS)) for _ in range(draw(st.integers(1, 8)))]
    if lines[-1][0] and draw(st.booleans()):
        lines[-1] = (lines[-1][0], b"")
    # CR and an empty line that ends with LF are one CR LF.
    return [
        (b"x" if not text and end == b"\n" and number and lines[number - 1][1] == b"\r" else text, end)
        for number, (text, end) in enumerate(lines)
    ]


@given(files(), st.data())
def test_all_other_bytes_stay(lines: list[tuple[bytes, bytes]], data: st.DataObject) -> None:
    line = data.draw(st.integers(1, len(lines)))
    before = b"".join(text + end for text, end in lines)
    above = b"".join(text + end for text, end in lines[:line])

    after = insert_after(before, line, "ruling redeal")

    assert after.startswith(above)
    assert after.endswith(before[len(above) :])
    put_in = after[len(above) : len(after) - (len(before) - len(above))]
    own_end = lines[line - 1][1]
    last_end = next((end for _, end in reversed(lines) if end), b"\n")
    assert put_in == (b"ruling redeal" + own_end if own_end else last_end + b"ruling redeal")


@given(files(), st.data())
def test_the_reader_finds_the_line_there(lines: list[tuple[bytes, bytes]], data: st.DataObject) -> None:
    line = data.draw(st.integers(1, len(lines)))
    before = b"".join(text + end for text, end in lines)

    def texts(raw: bytes) -> list[str]:
        return [each.text if isinstance(each, OddLine) else each for each in physical_lines(raw)]

    assert texts(insert_after(before, line, "ruling redeal")) == [
        *texts(before)[:line],
        "ruling redeal",
        *texts(before)[line:],
    ]


@given(files(), st.data())
def test_parts_make_the_whole(lines: list[tuple[bytes, bytes]], data: st.DataObject) -> None:
    before = b"".join(text + end for text, end in lines)
    cut = data.draw(st.integers(1, len(lines)))

    assert lines_between(before, 1, cut) + lines_between(before, cut + 1, None) == before


def test_a_line_that_is_not_there() -> None:
    with pytest.raises(LookupError, match="line 3"):
        insert_after(b"a\nb\n", 3, "c")


@pytest.mark.parametrize(
    "comment", ["two\nlines", "a\rb", "\x1b[31m", "a\x00b", "a\u2028b", "\udce9", "x" * 65536]
)
def test_a_comment_that_cannot_stand_in_a_line(comment: str) -> None:
    with pytest.raises(ValueError, match=r"comment|longer|character"):
        line_with(Ruling("redeal"), comment)


def test_a_comment_of_any_language() -> None:
    assert line_with(Ruling("void", "Y2", None, "MB231"), " trop vite; déjà averti ") == (
        "ruling void Y2 MB231 ; trop vite; déjà averti"
    )
