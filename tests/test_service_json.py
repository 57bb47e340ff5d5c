"""JSON is read strictly: what other readers take silently is refused, with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bornes_api.service.jsonplaces import places_of, pointer_of
from bornes_api.service.problems import Place, ProblemError
from bornes_api.service.strictjson import DEPTH, DIGITS, read_json

REFUSED = [
    ("{", "json-syntax", 1, 2),
    ("", "json-syntax", 1, 1),
    ("[1,]", "json-syntax", 1, 4),
    ("[1]\n[2]", "json-syntax", 2, 1),
    ('{"a":1}x', "json-syntax", 1, 8),
    ("\ufeff[]", "json-syntax", 1, 1),
    ("['a']", "json-syntax", 1, 2),
    ('["a\nb"]', "json-syntax", 1, 4),
    ("[01]", "json-syntax", 1, 3),
    ('{"a":1,\n "a":2}', "json-duplicate-key", 2, 2),
    ('{"b":{"a":1,"\\u0061":2}}', "json-duplicate-key", 1, 13),
    ('[{"a":[{"a":1}],"a":NaN}]', "json-duplicate-key", 1, 17),
    ("[1,\n NaN]", "json-constant", 2, 2),
    ("-Infinity", "json-constant", 1, 1),
    ('{"NaN":Infinity}', "json-constant", 1, 8),
    (f"[{'9' * (DIGITS + 1)}]", "json-number", 1, 2),
    (f"[1, -{'9' * 5000}]", "json-number", 1, 5),
    ("[1e999]", "json-number", 1, 2),
    ('["\\ud800"]', "json-surrogate", 1, 3),
    ('["\\udc00\\ud800"]', "json-surrogate", 1, 3),
    ('["\\\\\\ud800x"]', "json-surrogate", 1, 5),
    ('["\\ud83d\\ude00", "\\uDFFF"]', "json-surrogate", 1, 19),
    ("[" * (DEPTH + 1) + "]" * (DEPTH + 1), "json-depth", 1, DEPTH + 1),
    ("[" + "[]," * 40 + "[" * DEPTH + "]" * DEPTH + "]", "json-depth", 1, 121 + DEPTH),
    ("[" * 2000, "json-depth", 1, DEPTH + 1),
    ('{"a":' * 100_000, "json-depth", 1, 5 * DEPTH + 1),
]
READ: list[Any] = [
    [],
    {"a": 1, "b": {"a": 1}},
    "NaN",
    "\\ud800",
    "\U0001f600",
    10**DIGITS - 1,
    -(10**DIGITS - 1),
    0.5,
    [{"a": 1}, {"a": 2}],
    "[" * 100,
    [[]] * 100,
    None,
    True,
]


@pytest.mark.parametrize(("text", "code", "line", "column"), REFUSED)
def test_refused_with_its_place(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(ProblemError) as caught:
        read_json(text)

    assert (caught.value.problem.code, caught.value.problem.place) == (code, Place(line, column))


@pytest.mark.parametrize("value", READ)
def test_read(value: Any) -> None:
    assert read_json(json.dumps(value)) == value
    assert read_json(json.dumps(value, ensure_ascii=False, indent=1)) == value


def test_depth_up_to_the_bound_is_read() -> None:
    text = "[" * DEPTH + "]" * DEPTH

    assert json.dumps(read_json(text)) == text


def test_lines_are_counted_from_where_the_text_stands() -> None:
    with pytest.raises(ProblemError) as caught:
        read_json("[1\n,NaN]", first_line=7)

    assert caught.value.problem.place == Place(8, 2)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**14), 10**14)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text('ab"\\/~', max_size=3), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(values, st.sampled_from([None, 1]), st.booleans())
def test_every_value_is_read_as_json_has_it(value: Any, indent: int | None, ascii_only: bool) -> None:
    assert read_json(json.dumps(value, indent=indent, ensure_ascii=ascii_only)) == value


@given(st.text('[]{},:"\\u0d8cN1e-. \n', max_size=30))
def test_what_is_read_is_what_json_says_and_all_else_is_a_problem(text: str) -> None:
    try:
        value = read_json(text)
    except ProblemError as error:
        place = error.problem.place
    else:
        place = Place(1, 1)
        assert value == json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    assert place is not None


def test_places_of_the_parts() -> None:
    text = '[{"a~/b": [1,\n  {"c": "x:{"}]},\n 3]'
    paths = [(), (0,), (0, "a~/b"), (0, "a~/b", 1, "c"), (1,), (0, "none", 3)]

    places = places_of(text, paths)

    assert [tuple(places[path]) for path in paths] == [(1, 1), (1, 2), (1, 11), (2, 9), (3, 2), (1, 2)]
    assert pointer_of((0, "a~/b", 1)) == "/0/a~0~1b/1"


@given(values)
def test_every_part_is_where_its_place_says(value: Any) -> None:
    text = json.dumps(value, indent=1)
    paths: list[tuple[str | int, ...]] = []

    def collect(node: Any, path: tuple[str | int, ...]) -> None:
        paths.append(path)
        inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for key, each in inner:
            collect(each, (*path, key))

    collect(value, ())
    lines = text.split("\n")
    for path, place in places_of(text, paths).items():
        part = value
        for key in path:
            part = part[key]
        rest = "\n".join([lines[place.line - 1][place.column - 1 :], *lines[place.line :]])
        assert json.JSONDecoder().raw_decode(rest)[0] == part
