"""Everything about the service that can be set, each from one variable of the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any

PREFIX = "BORNES_"
_MOST = 10**12
"""Bound of every number that has none of its own."""


class SettingsError(ValueError):
    """A variable of the environment that cannot be used; the message names it and says what is allowed."""


def _set(default: object, about: str, least: int = 0, most: int = _MOST) -> Any:
    return field(default=default, metadata={"about": about, "least": least, "most": most})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the service runs; `BORNES_` and a name in capitals is the variable (spec/service.md#settings)."""

    host: str = _set("127.0.0.1", "address to listen on")
    port: int = _set(8000, "port to listen on; 0 takes a free one", 0, 65535)
    trusted_hosts: tuple[str, ...] = _set(
        ("localhost", "127.0.0.1", "[::1]"),
        "names, separated by commas, under which the service may be called; `.example.org` stands for every "
        "name below it, `*` for any",
    )
    proxies: int = _set(0, "proxies in front whose `X-Forwarded-…` headers are believed", 0, 8)
    workers: int = _set(1, "processes that share the port", 1, 64)
    threads: int = _set(4, "requests that a process answers at once", 1, 64)
    backlog: int = _set(1024, "connections that wait to be accepted", 1, 65535)
    connections: int = _set(1000, "open connections of a process; more wait in the backlog", 1, 100_000)
    idle_seconds: int = _set(30, "a connection without traffic is closed after so long", 1, 3600)
    stop_seconds: int = _set(10, "requests that are being answered may take so long after a stop", 0, 3600)
    header_bytes: int = _set(16_384, "bytes of a request's head", 1024, 1 << 20)
    uri_bytes: int = _set(2048, "bytes of path and query", 64, 65536)
    body_bytes: int = _set(1 << 20, "bytes of a request's body as it is sent", 1, 1 << 30)
    unpacked_bytes: int = _set(2 << 20, "bytes of a body once unpacked", 1, 1 << 30)
    records: int = _set(1000, "records in a body", 1, 1_000_000)
    lines: int = _set(20_000, "lines of the records in a body", 1, 10_000_000)
    turns: int = _set(10_000, "turn lines of the records in a body", 1, 10_000_000)
    queue: int = _set(200, "requests that wait for a thread before new ones are refused", 0, 100_000)
    bytes_at_once: int = _set(1 << 20, "bytes of records that a process works on at once", 1)
    client_bytes_at_once: int = _set(1 << 18, "the same for the requests of one address", 1)
    store: str = _set("bornes.db", "file of the kept records; empty keeps none")
    store_records: int = _set(100_000, "records that are kept at most", 0)
    store_wait_seconds: int = _set(5, "how long a write waits for another process's", 0, 60)
    tournaments: str = _set("", "folder of tournament folders; empty shows none")
    tokens: str = _set(
        "", "file of tokens (`bornes token`); empty: nobody may rule, appeal, decide or upload"
    )
    tournament_files: int = _set(5000, "files that a tournament may hold", 1, 1_000_000)
    tournament_bytes: int = _set(64 << 20, "bytes of all files of a tournament", 1)
    log: str = _set("requests", "what is logged: `requests`, `errors` or `nothing`")

    @property
    def keeps(self) -> bool:
        """Whether records are kept at all."""
        return bool(self.store)


def variable_of(name: str) -> str:
    """The variable of the environment that sets a field."""
    return PREFIX + name.upper()


def from_environment(environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings that an environment asks for.

    Raises:
        SettingsError: a value that its setting does not have, or a `BORNES_` variable that there is none for.
    """
    known = {variable_of(each.name): each for each in fields(Settings)}
    given = {name: value for name, value in environ.items() if name.startswith(PREFIX)}
    strange = sorted(set(given) - set(known))
    if strange:
        raise SettingsError(f"there is no setting {strange[0]}; there are {', '.join(known)}")
    return checked(**{known[name].name: _read(name, value, known[name]) for name, value in given.items()})


def checked(**values: Any) -> Settings:
    """Settings of these values, each inside its bounds.

    Raises:
        SettingsError: a value that its setting does not have.
    """
    settings = Settings(**values)
    for each in fields(Settings):
        value = getattr(settings, each.name)
        if isinstance(value, int) and not each.metadata["least"] <= value <= each.metadata["most"]:
            raise SettingsError(
                f"{variable_of(each.name)} cannot be {value}; allowed: {each.metadata['least']} to "
                f"{each.metadata['most']}"
            )
    if settings.log not in {"requests", "errors", "nothing"}:
        raise SettingsError(f"BORNES_LOG cannot be {settings.log!r}; allowed: requests, errors, nothing")
    return settings


def _read(name: str, value: str, setting: Field[Any]) -> object:
    assert setting.default is not MISSING
    if isinstance(setting.default, tuple):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    if isinstance(setting.default, int):
        if not (value.isascii() and value.isdigit() and len(value) <= 15):
            raise SettingsError(f"{name} cannot be {value!r}; a whole number is needed")
        return int(value)
    return value
