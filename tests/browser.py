"""A real browser for the tests: an installed Chromium, with everything that scripts do wrong written down."""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from werkzeug.serving import make_server

from bornes_api.service.app import create_app
from bornes_api.service.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ABSENT = "no Chromium is installed (BORNES_CHROMIUM names one that is not on the PATH)"
CRITERIA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def chromium() -> str | None:
    """The path of the browser, None if there is none."""
    return os.environ.get("BORNES_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def running_browser() -> Iterator[Browser]:
    """The browser, without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # --no-sandbox: the tests may run as root, for whom Chromium has no sandbox; it opens only our own pages.
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def running_service(folder: Path, **settings: Any) -> Iterator[str]:
    """The service on a free port of this machine; gives its address."""
    app = create_app(Settings(store=str(folder / "kept.db"), log="nothing", **settings))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@dataclass
class Tab:
    """A page of the browser, and what went wrong in it."""

    page: Page
    context: BrowserContext
    wrong: list[str] = field(default_factory=list)

    def findings(self) -> list[str]:
        """What axe finds, a line each."""
        self.page.evaluate(_axe())
        found: list[dict[str, Any]] = self.page.evaluate(
            "tags => axe.run(document, {runOnly: tags}).then(result => result.violations)", CRITERIA
        )
        return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]

    def titled(self, part: str) -> None:
        """Waits until the title of the page holds this, and its script is there."""
        from playwright.sync_api import expect

        expect(self.page).to_have_title(re.compile(re.escape(part)))
        self.page.wait_for_load_state()

    @property
    def width(self) -> int:
        """How wide the page is; wider than the window means that one has to scroll sideways."""
        width: int = self.page.evaluate("document.documentElement.scrollWidth")
        return width


@contextmanager
def tab(browser: Browser, **options: Any) -> Iterator[Tab]:
    """A tab of its own; every dialog, exception, refused script and request to elsewhere is noted."""
    context = browser.new_context(**options)
    page = context.new_page()
    opened = Tab(page, context)

    def note(what: str) -> None:
        opened.wrong.append(what)

    def dismiss(dialog: Any) -> None:
        note(f"dialog: {dialog.message}")
        dialog.dismiss()

    page.on("dialog", dismiss)
    page.on("pageerror", lambda error: note(f"exception: {error}"))
    page.on("console", lambda said: note(f"console: {said.text}") if said.type == "error" else None)
    page.on("request", lambda request: None if _ours(request.url) else note(f"asked for {request.url}"))
    try:
        yield opened
    finally:
        context.close()


def _ours(url: str) -> bool:
    return url.startswith(("http://127.0.0.1:", "file:", "data:", "blob:"))


@lru_cache(maxsize=1)
def _axe() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
