"""How much quicker the line reader is than the same grammar over the whole file.

    python benchmarks/reading.py [HANDS]

Both read the same open two-player hands and are timed in turn; the medians are compared. The promise is a
factor of at least 10.
"""

# a script: it stands alone, and prints

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable
from time import perf_counter

from lark import Lark

from bornes_notation import read
from bornes_notation.builder import LineBuilder
from bornes_notation.cards import Card, Kind
from bornes_notation.grammar import grammar_text

PROMISE = 10
ROUNDS = 5
_COPIES = {
    Card.KM_25: 10,
    Card.KM_50: 10,
    Card.KM_75: 10,
    Card.KM_100: 12,
    Card.KM_200: 4,
    Card.ROLL: 14,
    Card.ACCIDENT: 3,
    Card.OUT_OF_GAS: 3,
    Card.FLAT_TYRE: 3,
    Card.STOP: 5,
    Card.SPEED_LIMIT: 4,
}
_OTHER_REMEDY, _SAFETY = 6, 1


def plausible_hands(count: int, seed: int = 1) -> str:
    """Open records of two players, one hand each: every card once, no rule asked."""
    dice = random.Random(seed)
    return "\n".join(_record(dice, number) for number in range(1, count + 1))


def _record(dice: random.Random, number: int) -> str:
    pack = [card for card in Card for _ in range(_copies(card))]
    dice.shuffle(pack)
    hands = {"X": pack[:6], "Y": pack[6:12]}
    lines = [
        "MBN 1",
        f"Event: Timing {number}",
        "Ruleset: winning-moves",
        "X: Moreau, Alice",
        "Y: Bianchi, Ugo",
    ]
    lines += ["", "hand 1 first X", *(f"deal {seat} {' '.join(hands[seat])}" for seat in hands)]
    miles = {"X": 0, "Y": 0}
    for turn, drawn in enumerate(pack[12 : 12 + dice.randint(60, 94)], 1):
        seat, other = ("X", "Y") if turn % 2 else ("Y", "X")
        hand = hands[seat]
        hand.append(drawn)
        card = hand.pop(dice.randrange(len(hand)))
        action = (
            f"/{card}" if dice.random() < 0.4 else f"{card}>{other}" if card.kind is Kind.HAZARD else card
        )
        miles[seat] += 0 if action[0] == "/" else card.km
        lines.append(f"{turn}. {seat} ({drawn}) {action}")
    return "\n".join([*lines, f"end exhausted X {miles['X']} Y {miles['Y']}", ""])


def _copies(card: Card) -> int:
    return _COPIES.get(card, _SAFETY if card.kind is Kind.SAFETY else _OTHER_REMEDY)


def whole_file_parser() -> Lark:
    """The same grammar, the same items, over a whole file at once."""
    grammar = grammar_text() + "\nfile: (line _LINE_END)*\n_LINE_END: /\\n/\n"
    return Lark(grammar, start="file", parser="lalr", lexer="contextual", transformer=_FileBuilder())


class _FileBuilder(LineBuilder):
    def file(self, lines: list[object]) -> int:
        """The number of lines; the items are let go."""
        return len(lines)


def main(hands: int) -> int:
    """Prints both speeds; 1 if the promise is broken."""
    text = plausible_hands(hands)
    parser = whole_file_parser()
    times: dict[str, list[float]] = {"whole file": [], "line reader": []}
    for _ in range(ROUNDS):
        times["whole file"].append(_seconds(lambda: parser.parse(text)))
        times["line reader"].append(_seconds(lambda: _faultless(text)))
    for name, seconds in times.items():
        print(f"{name}: {hands / statistics.median(seconds):,.0f} hands a second")
    factor = statistics.median(times["whole file"]) / statistics.median(times["line reader"])
    print(f"factor {factor:.1f} (promised: {PROMISE})")
    return 0 if factor >= PROMISE else 1


def _faultless(text: str) -> None:
    for reading in read(text):
        if reading.errors or reading.style:
            raise RuntimeError(f"the generated text has faults: {reading.errors} {reading.style}")


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
