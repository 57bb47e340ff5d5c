"""Every request of the API, from Flask to its route and back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from hashlib import sha256

from flask import Flask, Response, request

from bornes_api.service.access import by_header
from bornes_api.service.bodies import read_body
from bornes_api.service.calls import Answer, Call, Route
from bornes_api.service.contract import Operation, all_operations
from bornes_api.service.media import content_type
from bornes_api.service.negotiation import chosen
from bornes_api.service.routes import entering, judge, kept, knowledge, rewrite, tournaments
from bornes_api.service.service import Service

ROUTES: dict[str, Route] = (
    judge.ROUTES | rewrite.ROUTES | knowledge.ROUTES | kept.ROUTES | tournaments.ROUTES | entering.ROUTES
)
"""The function of every operation of the document, by its operationId."""


def add_views(app: Flask, service: Service) -> None:
    """Gives the application every operation of the document, and nothing else."""
    for operation in all_operations():
        app.add_url_rule(
            operation.path.replace("{path}", "<path:path>").replace("{", "<").replace("}", ">"),
            operation.name,
            _view(operation, ROUTES[operation.name], service),
            methods=[operation.method],
            provide_automatic_options=False,
        )


def _view(operation: Operation, route: Route, service: Service) -> Callable[..., Response]:
    def view(**path: str) -> Response:
        form = chosen(request.headers.get("Accept"), operation.offers)
        query = operation.parameters(request.args.items(multi=True))
        who = by_header(service.settings, request.headers.get("Authorization"), operation.roles)
        body = read_body(request, operation.bodies, service.settings) if operation.bodies else None
        match = request.headers.get("If-Match", "").strip().strip('"') or None
        call = Call(service, operation, form, query, path, request.remote_addr or "", body, who, match)
        with nullcontext() if body is None else call.admitted(len(body.data)):
            answer = route(call)
        return _response(answer, operation)

    return view


def _response(answer: Answer, operation: Operation) -> Response:
    response = Response(
        answer.body, answer.status, answer.headers, content_type=content_type(answer.media_type)
    )
    response.headers["Vary"] = "Accept"
    if operation.method != "GET":
        response.headers["Cache-Control"] = "no-store"
        return response
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(etag_of(answer))
    response.make_conditional(request)
    return response


def etag_of(answer: Answer) -> str:
    """A strong tag: equal for the same bytes of the same media type and for nothing else."""
    return sha256(answer.media_type.encode() + b"\n" + answer.body).hexdigest()
