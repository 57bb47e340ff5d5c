"""What the parts of a running service share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bornes_api.service.admission import Admission
from bornes_api.service.settings import Settings
from bornes_api.service.store.records import Store
from bornes_api.service.tournaments.shelf import Shelf

PAGE_RECORDS = 200
"""Kept records on a page of their list, at most; spec: the parameter `limit`."""


@dataclass(slots=True)
class Service:
    """A running service; the application has it as ``app.extensions["bornes"]``.

    Attributes:
        settings: How it runs.
        store: The kept records; None if none are kept.
        admission: What is being worked on.
        shelf: The tournaments; None if none are shown.
        waiting: How many requests wait for a thread, if the server can tell.
        replay_page: The HTML page of a kept record, made of its hash and its canonical text; the pages set it.
    """

    settings: Settings
    store: Store | None = field(init=False)
    admission: Admission = field(init=False)
    shelf: Shelf | None = field(init=False)
    waiting: Callable[[], int] = lambda: 0
    replay_page: Callable[[str, str], str] | None = None

    def __post_init__(self) -> None:
        settings = self.settings
        self.store = (
            Store(settings.store, settings.store_records, settings.store_wait_seconds)
            if settings.keeps
            else None
        )
        self.shelf = Shelf(settings.tournaments) if settings.tournaments else None
        self.admission = Admission(settings.bytes_at_once, settings.client_bytes_at_once)
