"""The fast path beside the judge: every record that it accepts must get the judge's report, word by word.

``python tests/fast_path.py FIRST COUNT`` compares COUNT made-up games, each in seven variants: open, as a table
record, without its draws, and damaged four times. It names every record about which the two differ.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from random import Random

import bornes
from bornes.automaton.records import accept
from mutations import game


def variants(seed: int) -> list[str]:
    """A made-up game and what can become of it."""
    text = game(seed)
    chance = Random(seed)  # noqa: S311 -- equal seeds give equal games
    sound = [text, table_record(text), without_draws(text)]
    broken = [damaged(chance.choice(sound), chance) for _ in range(4)]
    return [each for each in (*sound, *broken) if each.count("MBN 1\n") == 1]


def table_record(text: str) -> str:
    """The same game as everybody saw it: no hand, no face of a draw."""
    text = re.sub(
        r"^deal (\S+)( \S+)+$",
        lambda deal: f"deal {deal[1]} {deal[0].count(' ') - 1}?",
        text,
        flags=re.MULTILINE,
    )
    return re.sub(r"\((<?)[^)-]+\)", r"(\1?)", text)


def without_draws(text: str) -> str:
    """The same game by somebody who wrote down only what was laid."""
    return re.sub(r" \([^)<]*\)", "", re.sub(r"^deal .*\n", "", text, flags=re.MULTILINE))


def damaged(text: str, chance: Random) -> str:
    """The game with one line lost, doubled, or changed in a card, a seat or a number."""
    lines = text.split("\n")
    at = chance.randrange(8, len(lines) - 1)
    match chance.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines[at] = re.sub(r"\b(?:25|50|75|100|200)$", chance.choice(("25", "50", "200")), lines[at])
        case 3:
            lines[at] = lines[at].replace(" X", " Y", 1)
        case _:
            lines[at] = re.sub(r"[0-9]+$", lambda number: str(int(number[0]) + 25), lines[at])
    return "\n".join(lines)


def both(text: str, policy: str = "as-played") -> tuple[bornes.Report | None, bornes.Report]:
    """What the fast path and what the judge say."""
    (reading,) = bornes.read(text)
    return accept(text.removeprefix("MBN 1\n"), 1, 1, None, policy), bornes.validate(reading, policy=policy)


def main(first: int, count: int) -> int:
    """Compares; 1 if the two differ about a record."""
    tally: Counter[str] = Counter()
    for seed in range(first, first + count):
        for index, text in enumerate(variants(seed)):
            fast, judged = both(text)
            tally["left to the judge" if fast is None else "accepted"] += 1
            if fast not in (None, judged):
                tally["differ"] += 1
                sys.stdout.write(f"seed {seed} variant {index}\n")
        game.cache_clear()
    sys.stdout.write(", ".join(f"{number} {what}" for what, number in sorted(tally.items())) + "\n")
    return 1 if tally["differ"] else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
