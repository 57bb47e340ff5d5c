"""The routes of the pages about tournaments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, redirect, request

from bornes_api.pages.asked import AskedError
from bornes_api.pages.tournaments import standing
from bornes_api.pages.tournaments.matching import match_page
from bornes_api.pages.tournaments.posted import FIELDS, Upload, enter, upload
from bornes_api.service.problems import ProblemError
from bornes_api.service.service import Service
from bornes_api.service.tournaments.matches import Here, here
from bornes_api.service.tournaments.shelf import Shelf, Shown

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

Page = Callable[[str, str, Mapping[str, Any], int], Response]
_LONGEST_FIELD = 4000


def add_tournaments(pages: Blueprint, service: Service, page: Page) -> None:
    """The pages of a service; `page` makes one of template, name of the page, values and status."""

    def shown(name: str) -> Shown:
        shelf = _shelf(service)
        size = min(shelf.size(name), service.settings.client_bytes_at_once)
        with service.admission.admit(request.remote_addr or "", size):
            return shelf.shown(name)

    def simple(template: str, values: Mapping[str, Any]) -> Response:
        return page(template, "tournaments", values, 200)

    @pages.route("/tournaments", methods=["GET", "POST"])
    def tournaments() -> AnyResponse:
        return _list(service, page)

    @pages.get("/tournaments/<name>")
    def tournament(name: str) -> Response:
        return simple("tournament.html", standing.standings_page(shown(name)))

    @pages.get("/tournaments/<name>/rounds/<number>")
    def round_(name: str, number: str) -> Response:
        return simple("round.html", standing.round_page(shown(name), number))

    @pages.get("/tournaments/<name>/entrants/<entrant>")
    def entrant(name: str, entrant: str) -> Response:
        return simple("entrant.html", standing.entrant_page(shown(name), entrant))

    @pages.get("/tournaments/<name>/ledger")
    def ledger(name: str) -> Response:
        return simple("ledger.html", standing.ledger_page(shown(name)))

    @pages.route("/tournaments/<name>/matches/<played>/<table>", methods=["GET", "POST"])
    def match(name: str, played: str, table: str) -> AnyResponse:
        _bound(service)
        place = here(shown(name), played, table)
        if request.method == "POST":
            return _posted(service, place, page)
        filled = {each: request.args.get(each, "") for each in FIELDS}
        return _match(service, place, page, filled, "", 200)


def _list(service: Service, page: Page) -> AnyResponse:
    result, name = Upload(), request.args.get("id", "")
    if request.method == "POST":
        _bound(service, service.settings.tournament_files)
        name = request.form.get("id", "").strip()
        result = upload(service, _shelf(service), request.form, request.files.getlist("file"))
        if not result.refused:
            return redirect(f"/tournaments/{name}", 303)
    listed = standing.tournament_list(service.shelf)
    values = {**listed, "refused": result.refused, "taken": result.taken, "id": name[:64]}
    return page("tournaments.html", "tournaments", values, result.status)


def _posted(service: Service, place: Here, page: Page) -> AnyResponse:
    form = request.form.to_dict()
    try:
        event = enter(service.settings, _shelf(service), place, form)
    except (AskedError, ProblemError) as error:
        message, status = (
            (error.message, error.status)
            if isinstance(error, AskedError)
            else (error.problem.detail, error.problem.status)
        )
        filled = {each: form.get(each, "") for each in FIELDS}
        return _match(service, place, page, filled, message, status)
    return redirect(f"{request.path}#event-{event.n}", 303)


def _match(
    service: Service, place: Here, page: Page, filled: Mapping[str, str], refused: str, status: int
) -> Response:
    own = "" if request.method == "POST" and refused == "" else filled["own"].strip()
    with service.admission.admit(request.remote_addr or "", len(place.data or b"")):
        values = match_page(place, own[:_LONGEST_FIELD], filled, refused)
    return page("match.html", "tournaments", values, status)


def _shelf(service: Service) -> Shelf:
    if service.shelf is None:
        raise AskedError("this service shows no tournaments", 404)
    return service.shelf


def _bound(service: Service, parts: int = 64) -> None:
    request.max_content_length = service.settings.body_bytes
    request.max_form_memory_size = service.settings.body_bytes
    request.max_form_parts = parts
