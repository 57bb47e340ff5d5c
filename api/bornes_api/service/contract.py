"""Requests held against the OpenAPI document: parameters, media types, JSON bodies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from bornes_api.service.document import document, operations, published_schema, resolved
from bornes_api.service.problems import ProblemError

if TYPE_CHECKING:
    from jsonschema.protocols import Validator


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the query, as the document has it."""

    name: str
    required: bool
    kind: str | None
    allowed: tuple[str, ...]
    about: str
    default: Any
    checker: Validator

    def read(self, text: str) -> Any:
        """Its value.

        Raises:
            ProblemError: query-value.
        """
        value: Any = text
        if self.kind == "integer" and text.isascii() and text.isdigit() and len(text) <= 9:
            value = int(text)
        elif self.kind == "boolean":
            value = {"true": True, "false": False}.get(text, text)
        fault = next(self.checker.iter_errors(value), None)
        if fault is not None:
            wanted = f"allowed: {', '.join(self.allowed)}" if self.allowed else self.about
            raise ProblemError(
                "query-value", f"{self.name} cannot be {text[:60]!r}; {wanted}", allowed=self.allowed
            )
        return value


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked.

    Attributes:
        name: Its operationId.
        path: As the document writes it, ``/v1/codes/{code}``.
        method: In capitals.
        query: Its parameters by name.
        bodies: Media types of its body; empty if it has none.
        offers: Media types of a good answer, the one that is given without Accept first.
        roles: Of the tokens with which it may be asked; empty if it needs none.
    """

    name: str
    path: str
    method: str
    query: Mapping[str, Parameter]
    bodies: tuple[str, ...]
    offers: tuple[str, ...]
    roles: tuple[str, ...] = ()

    def parameters(self, given: Iterable[tuple[str, str]]) -> dict[str, Any]:
        """The values of the query; those with a default are always there.

        Raises:
            ProblemError: query-unknown, query-repeated, query-value, query-missing.
        """
        found = {name: each.default for name, each in self.query.items() if each.default is not None}
        seen: set[str] = set()
        for name, text in given:
            if name not in self.query:
                there = f"there is {', '.join(self.query)}" if self.query else "this page has none"
                raise ProblemError(
                    "query-unknown", f"there is no parameter {name[:60]!r}; {there}", allowed=self.query
                )
            if name in seen:
                raise ProblemError("query-repeated", f"the parameter {name} is given twice")
            seen.add(name)
            found[name] = self.query[name].read(text)
        for name, each in self.query.items():
            if each.required and name not in seen:
                raise ProblemError("query-missing", f"the parameter {name} is needed: {each.about}")
        return found


@lru_cache(maxsize=1)
def all_operations() -> tuple[Operation, ...]:
    """Everything that the document lists."""
    return tuple(_operation(path, method, written) for path, method, written in operations())


def _operation(path: str, method: str, written: dict[str, Any]) -> Operation:
    parameters = [resolved(each) for each in written.get("parameters", ())]
    body = resolved(written.get("requestBody", {}))
    answers = [resolved(answer) for status, answer in written["responses"].items() if status.startswith("2")]
    return Operation(
        written["operationId"],
        path,
        method,
        {each["name"]: _parameter(each) for each in parameters if each["in"] == "query"},
        tuple(body.get("content", ())),
        tuple(answers[0]["content"]),
        tuple(role for needed in written.get("security", ()) for role in needed["token"]),
    )


def _parameter(written: dict[str, Any]) -> Parameter:
    schema = written["schema"]
    kind = schema.get("type")
    allowed = ("true", "false") if kind == "boolean" else tuple(schema.get("enum", ()))
    bounds = f" ({schema['minimum']} to {schema['maximum']})" if "minimum" in schema else ""
    return Parameter(
        written["name"],
        written.get("required", False),
        kind,
        allowed,
        written["description"] + bounds,
        schema.get("default"),
        Draft202012Validator(schema),
    )


def faults_of_record(value: Any) -> Iterator[ValidationError]:
    """Where a JSON value departs from the published schema of records."""
    return record_checker().iter_errors(value)


@lru_cache(maxsize=8)
def checker_of(name: str) -> Validator:
    """Holds a value to a schema of the document."""
    components = document()["components"]
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": components})


@lru_cache(maxsize=1)
def record_checker() -> Validator:
    """Holds a value to the schema of records; see `_one_of`."""
    quick: Any = extend(Draft202012Validator, {"oneOf": _one_of})  # type: ignore[no-untyped-call]  # its stubs lag
    checker: Validator = quick(published_schema("record"))
    return checker


def _one_of(
    checker: Any, branches: list[dict[str, Any]], value: Any, schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """``oneOf``, of branches that differ by a constant ``type`` looking only at the one that is meant.

    It says the same as looking at all of them: no value fits another branch. It is quicker, and says what is
    wrong with the line instead of that no line is like it.
    """
    references = tuple(branch.get("$ref", "") for branch in branches)
    by_type = _by_type(references) if all(references) else None
    if by_type is None or not isinstance(value, dict):
        yield from Draft202012Validator.VALIDATORS["oneOf"](checker, branches, value, schema)
        return
    name = value.get("type")
    if isinstance(name, str) and name in by_type:
        yield from checker.descend(value, by_type[name])
    else:
        yield ValidationError(f"an object is needed with a type out of: {', '.join(by_type)}")


@lru_cache(maxsize=16)
def _by_type(references: tuple[str, ...]) -> dict[str, dict[str, Any]] | None:
    """Branches, each a reference, by their constant ``type``; None if one has none, or does not need it."""
    found: dict[str, dict[str, Any]] = {}
    for reference in references:
        target: dict[str, Any] = published_schema("record")
        for key in reference.removeprefix("#/").split("/"):
            target = target[key]
        name = target.get("properties", {}).get("type", {}).get("const")
        if not isinstance(name, str) or "type" not in target.get("required", ()):
            return None
        found[name] = {"$ref": reference}
    return found if len(found) == len(references) else None
