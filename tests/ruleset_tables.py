"""Writes the value tables of spec/rulesets.md (section 4) from the ruleset files: ``python tests/ruleset_tables.py``.

`test_rulesets.py` fails while the page differs from what this would write.
"""

from __future__ import annotations

import re
from pathlib import Path

from bornes.knobs import KNOBS
from bornes.loading import knob_values, named_ruleset, ruleset_ids

PAGE = Path(__file__).parent.parent / "spec" / "rulesets.md"

SHORT = {
    "dujardin-classic": "DC",
    "dujardin-2014": "D14",
    "asmodee-2014": "A14",
    "dujardin-2024": "D24",
    "dujardin-2024-points": "D24P",
    "dujardin-2025": "D25",
    "parker-1988": "PB",
    "winning-moves": "WM",
    "bsd-mille": "BSD",
    "kilometres": "KM",
    "points-5000": "P5",
    "teamzy": "TZ",
    "junior": "JR",
}
"""What the columns are called."""

SHORT_VALUES = {
    "discard_when": {"only_if_no_play": "no_play"},
    "coup_fourre.window": {"next_draw": "next", "own_side_draw": "side", "own_draw": "own"},
    "coup_fourre.held": {"at_landing": "landing"},
    "exhaustion": {
        "stop_when_pile_empty": "pile",
        "reshuffle": "reshuf",
        "nobody_can_play": "nobody",
        "stop_when_no_distance_left": "no_dist",
    },
    "nobody_finishes": {"no_winner": "nobody", "furthest_wins": "furthest"},
    "furthest_tie": {"no_winner": "nobody"},
    "extension.failure_to": {"each_opponent": "each", "each_if_finished": "if_fin"},
}
"""How a long value is shortened in a cell of the knob table."""

SIZES = ("2x1", "3x1", "4x1", "5x1", "6x1", "2x2", "3x2", "4x2", "2x3")
BY_SEATING = ("seatings", "target", "extension", "reduced_deck")


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _head(cells: list[str]) -> list[str]:
    return [_row(cells), "|" + "---|" * len(cells)]


def legend() -> str:
    """Which column is which ruleset."""
    names = [
        f"| {short} | [`{name}`](../validator/bornes/rulesets/{name}.yaml) | {named_ruleset(name).title} "
        f"| {named_ruleset(name).status} |"
        for name, short in SHORT.items()
    ]
    return "\n".join([*_head(["column", "id", "what it is", "what is uncertain"]), *names])


def seatings_table() -> str:
    """Table 4.1: rulesets with equal rows share one."""
    rows: dict[str, list[str]] = {}
    for name in ruleset_ids():
        ruleset = named_ruleset(name)
        cells = []
        for size in SIZES:
            seating = (ruleset.seatings or {}).get(size)
            text = "no"
            if seating is not None:
                extension = "" if seating.extension_miles is None else f">{seating.extension_miles}"
                text = f"{seating.target_miles}{extension}{'r' if seating.reduced_deck else ''}"
            cells.append(f"{text} {ruleset.sources[f'seatings.{size}'].grade}")
        rows.setdefault(" | ".join(cells), []).append(SHORT[name])
    return "\n".join([*_head(["", *SIZES]), *(f"| {', '.join(who)} | {row} |" for row, who in rows.items())])


def knobs_table() -> str:
    """Table 4.2, and how long values are shortened in it."""
    shortened = " · ".join(
        f"`{knob}` " + ", ".join(f"{short} = {word}" for word, short in words.items())
        for knob, words in SHORT_VALUES.items()
    )
    lines = [f"Short: {shortened}.", "", *_head(["knob", *SHORT.values()])]
    rulesets = [named_ruleset(name) for name in SHORT]
    for knob in KNOBS:
        if knob.id in BY_SEATING:
            continue
        words = SHORT_VALUES.get(knob.id, {})
        values = [knob_values(ruleset)[knob.id] for ruleset in rulesets]
        grades = [ruleset.sources[knob.id].grade for ruleset in rulesets]
        cells = [f"{words.get(value, value)} {grade}" for value, grade in zip(values, grades, strict=True)]
        lines.append(_row([f"[`{knob.id}`](#{knob.id})", *cells]))
    return "\n".join(lines)


def fresh(page: str) -> str:
    """The page with its generated parts as the ruleset files say."""
    for name, make in (("legend", legend), ("seatings", seatings_table), ("knobs", knobs_table)):
        begin = f"<!-- generated from validator/bornes/rulesets by tests/ruleset_tables.py: {name} -->\n"
        part = re.compile(f"({re.escape(begin)}).*?(<!-- end -->)", re.DOTALL)
        found = part.search(page)
        if found is None:
            message = f"spec/rulesets.md has lost the mark of its generated part {name}"
            raise ValueError(message)
        page = f"{page[: found.end(1)]}{make()}\n{page[found.start(2) :]}"
    return page


if __name__ == "__main__":
    PAGE.write_text(fresh(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
