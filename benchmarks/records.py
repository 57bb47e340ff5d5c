"""Makes the archives of Mille Bornes hands that are timed. What is made has been judged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random

import bornes
from dealer import PACK, RULES, Played, Turn, deal_and_play

TWO = ("X", "Y")
TEAMS = ("X1", "Y1", "X2", "Y2")

OPTIONS: dict[tuple[str, ...], str] = {TWO: "target=1000 extension=none reduced_deck=no"}
"""Two players go to 1000 with the full pack, as teams do by the rule, so that the games are as long."""

ILLEGAL_EACH = 100
"""One hand of so many is illegal in the archive that has some."""

_CHUNK = 200
_NAMES = ("Alice", "Ugo", "Luc", "Ngozi", "Pia", "Omar", "Jonas", "Maya", "Teo", "Ruth", "Sven", "Lea")
_SURNAMES = ("Moreau", "Bianchi", "Okafor", "Lindqvist", "Haddad", "Novak", "Silva", "Keller", "Petit")


def open_records(count: int) -> Iterator[str]:
    """Records of one hand of two players each: deal and draws known, points claimed."""
    return _records(TWO, count, veiled=False)


def table_records(count: int) -> Iterator[str]:
    """Records of one hand of two teams each, as everybody at the table sees it: no deal, no card drawn.

    In every other record the draws are written as unseen cards; in the rest they are not written.
    """
    return _records(TEAMS, count, veiled=True)


def with_illegal(records: Iterable[str]) -> Iterator[str]:
    """The records, of which one in `ILLEGAL_EACH` gets another card somewhere, so that it is illegal."""
    for place, text in enumerate(records):
        yield _made_illegal(text, Random(place)) if place % ILLEGAL_EACH == ILLEGAL_EACH // 2 else text


def _records(seats: tuple[str, ...], count: int, *, veiled: bool) -> Iterator[str]:
    """Records with the points that the open hand is worth.

    Raises:
        RuntimeError: if a hand is not legal or did not end as played: `dealer.py` has a fault.
    """
    for start in range(0, count, _CHUNK):
        seeds = range(start, min(start + _CHUNK, count))
        hands = [deal_and_play(seats, seed) for seed in seeds]
        text = "".join(_text(hand, seed, "", veil=0) for seed, hand in zip(seeds, hands, strict=True))
        for seed, hand, judged in zip(seeds, hands, bornes.judge_file(text), strict=True):
            report = judged.report
            if report.verdict != "legal" or report.hands[0].ended != hand.how:
                raise RuntimeError(f"hand {seed} is {report.verdict}: {report.violations} {report.errors}")
            points = "".join(f" {side} {result.total}" for side, result in report.hands[0].sides.items())
            yield _text(hand, seed, points, veil=1 + seed % 2 if veiled else 0)


def _text(hand: Played, seed: int, points: str, veil: int) -> str:
    """A record in canonical text; veil 1 hides the cards drawn, 2 also that they were drawn."""
    dice = Random(-1 - seed)
    lines = ["MBN 1", f"Event: Made-up hands, table {seed + 1}", f"Ruleset: {RULES}"]
    if hand.seats in OPTIONS:
        lines.append(f"Options: {OPTIONS[hand.seats]}")
    lines += [f"{seat}: {dice.choice(_SURNAMES)}, {dice.choice(_NAMES)}" for seat in hand.seats]
    lines += ["", f"hand 1 first {hand.seats[0]}"]
    if not veil:
        lines += [
            f"deal {seat} {' '.join(cards)}" for seat, cards in zip(hand.seats, hand.deals, strict=True)
        ]
    lines += [f"{number}. {_turn(turn, veil)}" for number, turn in enumerate(hand.turns, 1)]
    return "\n".join([*lines, f"end {hand.how}{points}", "", ""])


def _turn(turn: Turn, veil: int) -> str:
    text = f"{turn.seat}{_draw(turn.draw, veil)} {turn.action}"
    if turn.coup is None:
        return text
    seat, safety, draw = turn.coup
    return f"{text} {seat}! {safety}{_draw(draw, veil)}"


def _draw(card: str, veil: int) -> str:
    if veil == 2:
        return ""
    return " (?)" if veil and card != "-" else f" ({card})"


def _made_illegal(text: str, dice: Random) -> str:
    """The record with another card in one place of one turn, such that the judge finds a violation."""
    lines = text.split("\n")
    turns = [place for place, line in enumerate(lines) if re.match(r"\d+\. ", line)]
    while True:
        place = dice.choice(turns)
        words = lines[place].split(" ")
        word = dice.randrange(2, len(words))
        new = re.sub(r"[AFTRL][-+*]|\d+", dice.choice(list(PACK)), words[word], count=1)
        edited = "\n".join(
            [*lines[:place], " ".join([*words[:word], new, *words[word + 1 :]]), *lines[place + 1 :]]
        )
        (judged,) = bornes.judge_file(edited)
        if judged.report.verdict == "illegal":
            return edited
