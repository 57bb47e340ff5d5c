"""Standings for the wall: ranks, points, tie-breaks, and what they rest on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bornes_api.paper.environment import render
from bornes_api.paper.evidence import hash_of_all

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Published:
    """A publication: its number, and the SHA-256 of its file."""

    number: int
    sha256: str


def standings_sheet(
    standings: Json,
    *,
    published: Published | None = None,
    date: str | None = None,
    records: bool = False,
    language: str = "en",
) -> str:
    """Standings as HTML.

    Args:
        standings: As exported and published (spec/schemas/standings.schema.json).
        published: The publication that they are from; None: they were computed now.
        date: As it is to be printed.
        records: Append a list of all matches with the hashes of their records.
        language: Of the sheet.
    """
    counted = [each for each in standings["matches"] if each["kind"] != "open"]
    resting = [each for each in standings["matches"] if each["sha256"]]
    return render(
        "standings.html",
        language,
        of=standings,
        rounds=max((each["round"] for each in counted), default=0),
        names={row["id"]: row["name"] for row in standings["standings"]},
        published=published,
        date=date,
        listed=standings["matches"] if records else (),
        resting=len(resting),
        ledger=_ledger(standings),
        by_policy=sum(bool(each.get("policies")) for each in standings["matches"]),
        sha256=hash_of_all(resting),
    )


def _ledger(standings: Json) -> str | None:
    """The hash of the last event of the ledger of rulings, if the tournament has one and something stands in it."""
    ledger = standings.get("ledger") or {}
    return ledger["sha256"] if ledger.get("events") else None
