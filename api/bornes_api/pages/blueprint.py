"""The routes of the pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request
from werkzeug.exceptions import HTTPException

from bornes_api.language.available import languages
from bornes_api.language.catalogues import choose, translations
from bornes_api.pages import views
from bornes_api.pages.asked import Asked, AskedError
from bornes_api.pages.environment import asset, asset_name, render
from bornes_api.pages.examples import EXAMPLES
from bornes_api.pages.request import asked_of, keep_record
from bornes_api.pages.tournaments.routes import add_tournaments
from bornes_api.service.problems import ProblemError
from bornes_api.service.service import Service
from bornes_notation.wording import worded

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

ASSETS = {"pages.css": "text/css", "pages.js": "text/javascript", "icon.svg": "image/svg+xml"}
COOKIE = "lang"
_YEAR = 365 * 24 * 3600


def make_blueprint(service: Service) -> Blueprint:
    """The pages of a service."""
    pages = Blueprint("pages", __name__)
    _add_lookups(pages)
    _add_records(pages, service)
    add_tournaments(pages, service, _page)
    pages.register_error_handler(AskedError, lambda error: _refusal(error.message, error.status))
    pages.register_error_handler(ProblemError, _problem)
    pages.register_error_handler(HTTPException, _http_fault)
    service.replay_page = _kept_page
    return pages


def _add_lookups(pages: Blueprint) -> None:
    """What does not depend on a record: rulesets, codes, stylesheet and script, the choice of a language."""

    @pages.get("/rules")
    def rules() -> Response:
        return _page("rules.html", "rules", views.all_rulesets())

    @pages.get("/rules/<name>")
    def ruleset(name: str) -> Response:
        return _page("ruleset.html", "rules", views.ruleset(name, request.args.get("beside", "")))

    @pages.get("/codes")
    def codes() -> Response:
        return _page("codes.html", "codes", views.codes())

    @pages.get("/codes/<name>")
    def code(name: str) -> Response:
        return _page("code.html", "codes", views.code(name))

    @pages.get("/assets/<name>")
    def assets(name: str) -> Response:
        known = {asset_name(each): each for each in ASSETS}
        if name not in known:
            raise AskedError(worded("there is no file %(name)r", name=name[:80]), 404)
        response = Response(asset(known[name]), content_type=f"{ASSETS[known[name]]}; charset=utf-8")
        response.cache_control.public = True
        response.cache_control.max_age = _YEAR
        response.cache_control.immutable = True
        return response

    @pages.get("/language/<code>")
    def language(code: str) -> AnyResponse:
        if code not in languages():
            raise AskedError(
                worded(
                    "these pages are not in %(code)r; there are %(languages)s",
                    code=code[:20],
                    languages=", ".join(languages()),
                ),
                404,
            )
        response = redirect(_back(), 303)
        response.set_cookie(COOKIE, code, max_age=_YEAR, samesite="Lax", httponly=True)
        return response


def _add_records(pages: Blueprint, service: Service) -> None:
    """What is about a record."""
    keeps = service.store is not None

    @pages.route("/", methods=["GET", "POST"])
    def check() -> AnyResponse:
        def check_page(asked: Asked | None) -> Response:
            return _page("check.html", "check", views.check(asked) | {"keeps": keeps})

        return _about(service, check_page, empty=True)

    @pages.route("/replay", methods=["GET", "POST"])
    def replay() -> AnyResponse:
        return _about(service, lambda asked: _replay(asked, keeps=keeps))

    @pages.route("/compare", methods=["GET", "POST"])
    def compare() -> AnyResponse:
        def shown(asked: Asked) -> Response:
            return _page("compare.html", "compare", views.compare(asked, request.values.getlist("with")))

        return _about(service, shown)

    @pages.post("/records")
    def keep() -> AnyResponse:
        asked = asked_of(request, service)
        if asked is None:
            raise AskedError(worded("there is no record to keep"))
        return redirect(f"/records/{keep_record(asked, service)}", 303)

    @pages.get("/records/<name>")
    def record(name: str) -> Response:
        asked = asked_of(request, service, name)
        assert asked is not None
        return _replay(asked, keeps=False)


def _about(service: Service, page: Callable[[Any], Response], *, empty: bool = False) -> AnyResponse:
    """A page about the record of the request; without one, the page that asks for it (`empty`: the page itself).

    A record that was posted and is small enough is sent to an address of its own, so that what is shown can be
    linked, reloaded and gone back to.
    """
    asked = asked_of(request, service)
    if asked is None:
        return page(None) if empty else _start()
    if request.method == "POST" and asked.has_address:
        return redirect(f"{request.path}?{urlencode(_query(asked))}", 303)
    with service.admission.admit(request.remote_addr or "", len(asked.data)):
        return page(asked)


def _query(asked: Asked) -> list[tuple[str, str]]:
    further = [(name, each) for name in ("at", "with") for each in request.form.getlist(name) if each]
    return [*asked.fields, *further]


def _replay(asked: Asked, *, keeps: bool) -> Response:
    values = views.replay(asked, request.values.get("at", ""))
    return _page("replay.html", "replay", values | {"keeps": keeps})


def _kept_page(name: str, text: str) -> str:
    values = views.replay(Asked(text.encode(), "kept", name), request.args.get("at", ""))
    return render("replay.html", _language(), page="replay", keeps=False, **values)


def _start() -> Response:
    _ = translations(_language()).gettext
    titles = {
        "/replay": (_("Replay"), _("Every state of the table, one after the other, with what was wrong.")),
        "/compare": (_("Compare rulesets"), _("One record, judged by several editions side by side.")),
    }
    title, lead = titles[request.path]
    values = {"title": title, "lead": lead, "action": request.path, "examples": EXAMPLES}
    return _page("start.html", request.path[1:], values)


def _page(template: str, page: str, values: Mapping[str, Any], status: int = 200) -> Response:
    response = Response(
        render(template, _language(), page=page, **values), status, content_type="text/html; charset=utf-8"
    )
    response.headers["Content-Language"] = _language()
    response.vary.update(("Accept-Language", "Cookie"))
    response.cache_control.no_cache = True
    return response


def _language() -> str:
    accepted = [language for language, _quality in request.accept_languages]
    return choose(request.args.get("lang"), request.cookies.get(COOKIE), accepted)


def _back() -> str:
    """The page one came from, on this site."""
    there = request.referrer or ""
    return there if there.startswith(request.host_url) else "/"


def _refusal(message: str, status: int) -> Response:
    return _page("problem.html", "", {"message": message, "status": status}, status)


def _problem(error: ProblemError) -> Response:
    response = _refusal(error.problem.detail, error.problem.status)
    response.headers.extend(error.problem.headers)
    return response


def _http_fault(error: HTTPException) -> Response:
    response = _refusal(error.description or error.name, error.code or 500)
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response
