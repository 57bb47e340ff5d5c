"""A client for tests of the service that holds every answer to the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from bornes_api.service.document import document, operations, resolved
from bornes_api.service.security import HEADERS

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

MBN = "text/vnd.mille-bornes-notation"
JSON = "application/json"
OUTSIDE = {404, 405}
"""Statuses of what is no operation of the document: another path, another method."""


class Client:
    """Asks an application; what it answers is checked before a test sees it.

    Attributes:
        seen: (operationId, status) of every answer so far.
    """

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.seen: set[tuple[str, int]] = set()
        self._client = app.test_client()

    def get(self, path: str, **headers: str) -> TestResponse:
        """GET; names of headers with _ for -."""
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, data: str | bytes, content_type: str = MBN, **headers: str) -> TestResponse:
        """POST of a body."""
        return self.ask("POST", path, data=data, content_type=content_type, headers=headers)

    def ask(
        self, method: str, path: str, *, headers: Mapping[str, str] | None = None, **more: Any
    ) -> TestResponse:
        """Any request."""
        named = {name.replace("_", "-"): value for name, value in (headers or {}).items()}
        response = self._client.open(path, method=method, headers=named, **more)
        self._hold(response, method, path.partition("?")[0])
        return response

    def problem(self, response: TestResponse, code: str) -> dict[str, Any]:
        """The problem that an answer is; it must be this one."""
        assert response.content_type == "application/problem+json", response.data
        members: dict[str, Any] = json.loads(response.data)
        assert members["code"] == code, members
        assert members["status"] == response.status_code
        return members

    def _hold(self, response: TestResponse, method: str, path: str) -> None:
        assert HEADERS.items() <= dict(response.headers).items()
        assert not [name for name, _ in response.headers if name.startswith("Access-Control")]
        found = _operation("GET" if method == "HEAD" else method, path)
        if found is None:
            assert response.status_code in OUTSIDE | {400, 414, 503}
            return
        name, answers = found
        self.seen.add((name, response.status_code))
        assert str(response.status_code) in answers, f"{name} does not document {response.status_code}"
        answer = resolved(answers[str(response.status_code)])
        for header, written in answer.get("headers", {}).items():
            assert not resolved(written).get("required") or header in response.headers, header
        if method == "HEAD" or response.status_code == 304:
            assert response.data == b""
            return
        media_type = response.content_type.partition(";")[0]
        assert media_type in answer["content"], f"{name} does not document {media_type}"
        if media_type.endswith("json"):
            checker(json.dumps(answer["content"][media_type]["schema"])).validate(json.loads(response.data))


@lru_cache(maxsize=100)
def checker(schema: str) -> Any:
    """Holds values to a schema of the document."""
    return jsonschema_rs.validator_for({**json.loads(schema), "components": document()["components"]})


def _operation(method: str, path: str) -> tuple[str, dict[str, Any]] | None:
    wanted = path.split("/")
    for written, found, operation in operations():
        parts = written.split("/")
        if (
            found == method
            and len(parts) == len(wanted)
            and all(part.startswith("{") or part == each for part, each in zip(parts, wanted, strict=True))
        ):
            return operation["operationId"], operation["responses"]
    return None
