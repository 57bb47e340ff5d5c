"""Why a check could not be decided: what the record does not show, with a code for each (``MB8xx``)."""

from __future__ import annotations

from typing import NamedTuple

from bornes_notation.wording import worded


class Reason(NamedTuple):
    """What evidence is missing: its code, a name, and the words that follow "not decided: "."""

    code: str
    name: str
    words: str


HAND_NOT_RECORDED = Reason("MB801", "hand-not-recorded", worded("hand not recorded"))
FACE_NOT_RECORDED = Reason("MB802", "face-not-recorded", worded("face not recorded"))
DRAW_NOT_RECORDED = Reason("MB803", "draw-not-recorded", worded("draw not recorded"))
PILE_CARD_NOT_RECORDED = Reason("MB804", "pile-card-not-recorded", worded("the pile's card is not recorded"))
CALL_NOT_WRITTEN = Reason("MB805", "call-not-written", worded("call not written"))
DISTANCE_PERHAPS_GONE = Reason(
    "MB806", "distance-perhaps-gone", worded("the draw pile perhaps holds no distance card any more")
)
COUP_IN_DOUBT = Reason("MB807", "coup-in-doubt", worded("whether the coup fourré counted is not recorded"))
HAND_PERHAPS_OVER = Reason("MB808", "hand-perhaps-over", worded("the hand was perhaps over"))
POINTS_ON_UNSEEN_CARDS = Reason("MB809", "points-on-unseen-cards", worded("points rest on cards nobody saw"))
HAND_NOT_JUDGED = Reason("MB810", "hand-not-judged", worded("a hand was not judged to its end"))
HAND_DECIDED_BY_PEOPLE = Reason("MB811", "hand-decided-by-people", worded("a hand was decided by people"))

REASONS = (
    HAND_NOT_RECORDED,
    FACE_NOT_RECORDED,
    DRAW_NOT_RECORDED,
    PILE_CARD_NOT_RECORDED,
    CALL_NOT_WRITTEN,
    DISTANCE_PERHAPS_GONE,
    COUP_IN_DOUBT,
    HAND_PERHAPS_OVER,
    POINTS_ON_UNSEEN_CARDS,
    HAND_NOT_JUDGED,
    HAND_DECIDED_BY_PEOPLE,
)
"""Every reason, by code. Codes are never renumbered or reused."""
