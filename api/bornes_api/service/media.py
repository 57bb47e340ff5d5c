"""The media types of the service."""

from __future__ import annotations

from typing import Final

MBN: Final = "text/vnd.mille-bornes-notation"
TEXT: Final = "text/plain"
HTML: Final = "text/html"
JSON: Final = "application/json"
JSON_LINES: Final = "application/jsonl"
SARIF: Final = "application/sarif+json"


def content_type(media_type: str) -> str:
    """The value of Content-Type: text says its character set, JSON has none to say."""
    return f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type
