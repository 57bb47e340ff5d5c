"""Follow-ons: violations whose only cause is an earlier one (spec/codes.md#follow-ons).

Three kinds are recognised. A play that would break nothing if an earlier illegal play were void follows
from that play. A claim or a total that is off by exactly what earlier violations explain follows from them.
A card counted once too often stays so until the end of its hand. Everything else stands for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from bornes.findings import Finding
from bornes.registry import CODES
from bornes.report import HandResult
from bornes.ruleset import Ruleset

Treatments: TypeAlias = Mapping[int, Mapping[int, str]]
"""What becomes of events, by line and by index on the line: `void` as in spec/rulesets.md 2.2."""

Rejudge: TypeAlias = Callable[[Treatments], Sequence[Finding]]
"""Judges the same record again under such treatments."""

SUSPECTS_MAX = 6
"""How many illegal plays of a record are tried as causes; a record with more is beyond folding."""

_NOT_VOIDABLE = frozenset({"U-ORDER", "U-DRAW", "U-EXT", "U-HAND-OVER", "U-COPIES", "U-HOLD"})
_COPIES = "U-COPIES"


def note_causes(
    findings: Sequence[Finding], hands: Sequence[HandResult], ruleset: Ruleset, rejudge: Rejudge
) -> None:
    """Marks each follow-on with its cause; `findings` are those of one record in the order of its lines."""
    if len(findings) < 2:
        return
    _explain_copies(findings)
    _explain_claims(findings, hands, ruleset)
    _explain_totals(findings, hands)
    _explain_plays(findings, rejudge)


def _explain_copies(findings: Sequence[Finding]) -> None:
    first: dict[tuple[int | None, str | None], Finding] = {}
    for finding in findings:
        if CODES[finding.code].rule != _COPIES or finding.card is None:
            continue
        earlier = first.setdefault((finding.hand, finding.card), finding)
        if earlier is not finding:
            finding.caused_by = (earlier.line.line, earlier.code)


def _explain_claims(findings: Sequence[Finding], hands: Sequence[HandResult], ruleset: Ruleset) -> None:
    """A claim that counts coups fourrés which were none."""
    results = {hand.number: hand for hand in hands}
    false_coups: dict[tuple[int | None, str], list[Finding]] = {}
    for finding in findings:
        if CODES[finding.code].rule == "U-COUP" and finding.seat:
            false_coups.setdefault((finding.hand, finding.seat[0]), []).append(finding)
    for finding in findings:
        false = false_coups.get((finding.hand, finding.side or ""))
        if finding.code != "MB401" or not false or finding.side is None or finding.hand not in results:
            continue
        side = results[finding.hand].sides[finding.side]
        difference = (side.claimed or 0) - side.total
        if difference in {ruleset.score_coup_fourre * (count + 1) for count in range(len(false))}:
            finding.caused_by = (false[0].line.line, false[0].code)


def _explain_totals(findings: Sequence[Finding], hands: Sequence[HandResult]) -> None:
    """A total that is off by what the claims of the hands are off."""
    claims: dict[str, Finding] = {}
    for finding in findings:
        if finding.code == "MB401" and finding.side is not None:
            claims.setdefault(finding.side, finding)
    off_by = _claims_off_by(hands)
    for finding in findings:
        if finding.code not in ("MB402", "MB414") or finding.side not in claims:
            continue
        claim = claims[finding.side]
        if off_by.get((finding.hand, finding.side)) == finding.off_by:
            finding.caused_by = (claim.line.line, claim.code)


def _claims_off_by(hands: Sequence[HandResult]) -> dict[tuple[int | None, str], int]:
    """By how much the claims of each side are off before each hand, and (hand None) in all."""
    sums: dict[str, int] = {}
    found: dict[tuple[int | None, str], int] = {}
    for hand in hands:
        for letter, side in hand.sides.items():
            found[hand.number, letter] = sums.get(letter, 0)
            if hand.counts and side.claimed is not None:
                sums[letter] = sums.get(letter, 0) + side.claimed - side.total
    return found | {(None, letter): points for letter, points in sums.items()}


def _explain_plays(findings: Sequence[Finding], rejudge: Rejudge) -> None:
    suspects = [
        finding
        for finding in findings
        if finding.event is not None
        and finding.ruled_verb is None
        and finding.caused_by is None
        and CODES[finding.code].rule not in _NOT_VOIDABLE
    ]
    if len(suspects) > SUSPECTS_MAX:
        return
    for suspect in suspects:
        assert suspect.event is not None
        later = [one for one in findings if one.line.line > suspect.line.line and not one.caused_by]
        if suspect.caused_by is not None or not later:
            continue
        left = {_key(one) for one in rejudge({suspect.line.line: {suspect.event: "void"}})}
        for finding in later:
            if _key(finding) not in left:
                finding.caused_by = (suspect.line.line, suspect.code)


def _key(finding: Finding) -> tuple[int, int]:
    return (finding.line.line, finding.columns[0])
