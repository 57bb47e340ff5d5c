"""The Flask application: what every request goes through, and what comes out when one fails."""

from __future__ import annotations

from importlib import import_module, util

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from bornes_api import __version__
from bornes_api.service.problems import MEDIA_TYPE, Problem, ProblemError
from bornes_api.service.service import Service
from bornes_api.service.settings import Settings, from_environment

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""On every answer. No Access-Control header: pages of other sites may not read what is answered."""


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
    app.after_request(_secured)
    app.add_url_rule("/healthz", "health", _health, provide_automatic_options=False)
    _add_pages(app, service)
    return app


def _hosts(settings: Settings) -> list[str] | None:
    return None if "*" in settings.trusted_hosts else list(settings.trusted_hosts)


def _add_pages(app: Flask, service: Service) -> None:
    """The HTML pages, where that part is installed."""
    if util.find_spec("bornes_api.pages") is not None:
        app.register_blueprint(import_module("bornes_api.pages.blueprint").make_blueprint(service))


def _health() -> Response:
    return Response(f'{{"status":"ok","version":"{__version__}"}}\n', mimetype="application/json")


def _problem(error: ProblemError) -> Response:
    problem = error.problem
    return Response(
        problem.body(),
        problem.status,
        {"Cache-Control": "no-store", **problem.headers},
        content_type=MEDIA_TYPE,
    )


def _http_fault(error: HTTPException) -> Response:
    code = {404: "no-such-page", 405: "method", 400: "bad-request"}.get(error.code or 500, "internal")
    return _problem(ProblemError(code, error.description or Problem(code, "").code))


def _secured(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    return response
