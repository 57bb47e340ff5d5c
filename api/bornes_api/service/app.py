"""The Flask application: what every request goes through, and what comes out when one fails."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module, util

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, SecurityError
from werkzeug.middleware.proxy_fix import ProxyFix

from bornes_api.service.admission import refuse_if_queued
from bornes_api.service.problems import MEDIA_TYPE, ProblemError
from bornes_api.service.requestlog import log_failure, log_requests
from bornes_api.service.security import HEADERS
from bornes_api.service.service import Service
from bornes_api.service.settings import Settings, from_environment
from bornes_api.service.views import add_views


def create_app(settings: Settings | None = None) -> Flask:
    """The application under these settings; without any, under those of the environment.

    Raises:
        SettingsError: the environment asks for something that there is not.
    """
    service = Service(from_environment() if settings is None else settings)
    app = Flask("bornes_api.service", static_folder=None, template_folder=None)
    app.config["TRUSTED_HOSTS"] = _hosts(service.settings)
    app.url_map.merge_slashes = False
    app.extensions["bornes"] = service
    app.register_error_handler(ProblemError, _problem)
    app.register_error_handler(HTTPException, _http_fault)
    app.register_error_handler(Exception, _own_fault)
    app.before_request(_guarded(service))
    app.after_request(_secured)
    log_requests(app, service.settings)
    add_views(app, service)
    _add_pages(app, service)
    if service.settings.proxies:
        count = service.settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, count, count, count)  # type: ignore[method-assign]  # Flask's way
    return app


def _hosts(settings: Settings) -> list[str] | None:
    return None if "*" in settings.trusted_hosts else list(settings.trusted_hosts)


def _add_pages(app: Flask, service: Service) -> None:
    """The HTML pages, where that part is installed."""
    if util.find_spec("bornes_api.pages") is not None:
        app.register_blueprint(import_module("bornes_api.pages.blueprint").make_blueprint(service))


def _guarded(service: Service) -> Callable[[], None]:
    def guard() -> None:
        settings = service.settings
        refuse_if_queued(service.waiting(), settings.queue)
        asked = len(request.environ["PATH_INFO"]) + len(request.query_string)
        if asked > settings.uri_bytes:
            raise ProblemError(
                "uri-too-long", f"an address of {asked} bytes; at most {settings.uri_bytes} are read"
            )

    return guard


def _problem(error: ProblemError) -> Response:
    problem = error.problem
    return Response(
        problem.body(),
        problem.status,
        {"Cache-Control": "no-store", **problem.headers},
        content_type=MEDIA_TYPE,
    )


def _http_fault(error: HTTPException) -> Response:
    """What Flask itself refuses."""
    if isinstance(error, NotFound):
        return _problem(ProblemError("no-such-page", f"there is no page {request.path[:80]!r}"))
    if isinstance(error, MethodNotAllowed):
        allowed = sorted(error.valid_methods or ())
        return _problem(
            ProblemError(
                "method",
                f"{request.path[:80]} has no method {request.method[:20]}; it has {', '.join(allowed)}",
                allowed=allowed,
                headers={"Allow": ", ".join(allowed)},
            )
        )
    if isinstance(error, SecurityError):
        return _problem(ProblemError("host", "this service is not called by that name"))
    if error.code is not None and error.code < 500:
        return _problem(ProblemError("bad-request", error.description or error.name))
    return _own_fault(error)


def _own_fault(error: Exception) -> Response:
    """A bug of ours: told as one, and written down with its traceback."""
    log_failure(error)
    return _problem(
        ProblemError("internal", "this is a fault of bornes, not of the request; please report it")
    )


def _secured(response: Response) -> Response:
    response.headers.extend({name: value for name, value in HEADERS.items() if name not in response.headers})
    return response
