"""The JSON form: its schema and its reader refuse the same things; what is wrong has a path."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from bornes_notation import parse
from bornes_notation.jsonform import JsonFormError, from_json, to_json
from bornes_notation.jsonparts import JsonFault
from strategies import records

SCHEMA = json.loads(
    (Path(__file__).parent.parent / "spec/schemas/record.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = Draft202012Validator(SCHEMA)
TEXT = """; first
MBN 1 ; version
Event: Coupe
Ruleset: winning-moves
X: Moreau, Alice
Y: Bianchi, Ugo

hand 1 first X
deal X 6?
setup Y km=25 battle=R+
1. X (50) T->Y Y! T* (-)
2. Y (<25) /? ext ; a note
; above
ruling penalty X -100 MB231
check pile 0
x-time 21:40
end trip X 25

result X 25 won X
; last
"""
FORM = to_json(parse(TEXT))
quick = settings(
    max_examples=20,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def test_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_the_form_of_a_record() -> None:
    VALIDATOR.validate(FORM)
    assert from_json(FORM) == parse(TEXT)
    assert FORM["lines"][3] == {
        "type": "turn",
        "seat": "X",
        "draw": {"cards": ["50"]},
        "actions": [{"lay": "T-", "on": "Y"}],
        "interrupts": [{"seat": "Y", "lay": "T*", "draw": {"cards": []}}],
    }


@quick
@given(records())
def test_every_form_fits_the_schema(record: Any) -> None:
    VALIDATOR.validate(to_json(record))


def changed(path: tuple[str | int, ...], value: Any) -> Any:
    form = copy.deepcopy(FORM)
    inner: Any = form
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return form


WRONG: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("mbn",), 2, "$.mbn"),
    (("headers",), None, "$.headers"),
    (("more",), 1, "$"),
    (("headers", 0, "key"), 7, "$.headers[0].key"),
    (("headers", 0, "value"), "a\nb", "$.headers[0].value"),
    (("headers", 0, "above"), "x", "$.headers[0].above"),
    (("lines", 0), "hand", "$.lines[0]"),
    (("lines", 0, "type"), "foo", "$.lines[0]"),
    (("lines", 0, "number"), "1", "$.lines[0].number"),
    (("lines", 0, "number"), True, "$.lines[0].number"),
    (("lines", 0, "number"), 1.5, "$.lines[0].number"),
    (("lines", 0, "number"), 1_000_000_000, "$.lines[0].number"),
    (("lines", 1, "cards", 2), "150", "$.lines[1].cards[2]"),
    (("lines", 2, "values"), [], "$.lines[2].values"),
    (("lines", 3, "draw"), {}, "$.lines[3].draw"),
    (("lines", 3, "draw", "from"), "hand", "$.lines[3].draw.from"),
    (("lines", 3, "actions", 0), {"lay": "T-", "discard": "T-"}, "$.lines[3].actions[0]"),
    (("lines", 3, "actions", 0), {"pass": False}, "$.lines[3].actions[0]"),
    (("lines", 4, "call"), True, "$.lines[4].call"),
    (("lines", 4, "comment"), "a\x00", "$.lines[4].comment"),
]


@pytest.mark.parametrize(("path", "value", "place"), WRONG)
def test_wrong_shape_is_refused_with_its_path(path: tuple[str | int, ...], value: Any, place: str) -> None:
    form = changed(path, value)
    with pytest.raises(JsonFormError) as caught:
        from_json(form)
    assert place in [error.path for error in caught.value.errors]
    assert not VALIDATOR.is_valid(form)


UNSAYABLE: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("headers", 0, "value"), " padded", "$.headers[0]"),
    (("headers", 0, "key"), "Evnt", "$.headers[0]"),
    (("headers", 2, "key"), "Ruleset", "$.headers[2]"),
    (("lines", 0, "first"), "Z", "$.lines[0]"),
    (("lines", 3, "seat"), "X (50)", "$.lines[3]"),
    (("lines", 3, "actions", 0), {"lay": "T-"}, "$.lines[3]"),
    (("lines", 3, "actions", 0), {"lay": "75", "on": "Y"}, "$.lines[3]"),
    (("lines", 5, "verb"), "scold", "$.lines[5]"),
    (("lines", 4, "comment"), "padded ", "$.lines[4]"),
    (("lines", 7, "text"), "", "$.lines[7]"),
    (("lines", 7, "text"), "x-a ; b", "$.lines[7]"),
    (("first_comments", 0), " padded", "$.first_comments"),
]


@pytest.mark.parametrize(("path", "value", "place"), UNSAYABLE)
def test_what_the_notation_cannot_say_is_refused(path: tuple[str | int, ...], value: Any, place: str) -> None:
    with pytest.raises(JsonFormError) as caught:
        from_json(changed(path, value))
    assert caught.value.errors[0].path == place


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "X", "50", "turn", "?"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "seat", "cards", "mbn", "lines", "headers", "lay"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@settings(quick, max_examples=150)
@given(
    JSON, st.sampled_from([(), ("lines", 3), ("lines", 3, "draw"), ("lines", 3, "actions"), ("headers", 0)])
)
def test_any_json_gives_a_record_or_readable_errors(value: Any, path: tuple[str | int, ...]) -> None:
    form = changed(path, value) if path else value
    faults: tuple[JsonFault, ...] = ()
    try:
        record = from_json(form)
    except JsonFormError as error:
        faults = error.errors
    else:
        assert from_json(to_json(record)) == record
        return
    assert faults
    assert all(fault.path.startswith("$") and fault.message for fault in faults)
