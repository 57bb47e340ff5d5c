"""What the parts of a running service share."""

from __future__ import annotations

from dataclasses import dataclass

from bornes_api.service.settings import Settings


@dataclass(slots=True)
class Service:
    """A running service; the application has it as ``app.extensions["bornes"]``.

    Attributes:
        settings: How it runs.
    """

    settings: Settings
