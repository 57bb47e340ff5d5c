"""Writes spec/codes.md from the data of `bornes.codes`: ``python tests/codes_page.py``.

`test_codes.py` fails while the page differs from what this would write.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import ndiff
from itertools import groupby
from pathlib import Path

from bornes.codes import CodeEntry, entries

PAGE = Path(__file__).parent.parent / "spec" / "codes.md"

HEADINGS = {
    "0": "0xx Unreadable: characters, lines, structure, header, ruleset and options",
    "1": "1xx Seating, deal, order of play, draws, cards held and counted",
    "2": "2xx Hazards, remedies, distance cards, discards",
    "3": "3xx Cards shown out of turn: coups fourrés",
    "4": "4xx Claimed points, and what was checked at the table",
    "5": "5xx The end of a hand, the extension, the match",
    "6": "6xx Rulings",
    "7": "7xx Style",
    "8": "8xx Why a check could not be decided",
}

PREAMBLE = """\
# Codes

What a report can say of a record, code by code. `bornes explain MB231` prints an entry. A code is never
renumbered or reused; its words may improve at any time.

Codes of 0xx make a record *unreadable*, those of 1xx to 6xx make it *illegal* (unless a ruling covers them), those
of 8xx leave it *undetermined*; 7xx say something about the text only. The rules themselves are in
[rulesets.md](rulesets.md) and [notation.md](notation.md), and so are the keys of the sources (DC, WM, …:
[section 0](rulesets.md#0-grades-and-sources)).

Each entry has a whole record with its nearest neighbour: the lines with `-` belong to the record that has the
fault (the notice, the open check) and nothing else, those with `+` to the one that has not. `tests/test_codes.py`
judges them all. The same in pieces: `bornes.codes.explain("MB231")`.

## Follow-ons

A violation whose only cause is an earlier one names it (`caused_by`), and the text form folds it away:

* a play that would break nothing if the earlier illegal play were void;
* a claim or a total that is off by exactly what earlier violations explain (a coup fourré that was none, a claim
  of a hand that was wrong already);
* a card counted once too often, which stays so to the end of its hand.

Everything else stands for itself.
"""


def page() -> str:
    """The whole page."""
    parts = [PREAMBLE]
    for family, group in groupby(entries(), key=lambda entry: entry.code[2]):
        listed = list(group)
        parts.append("\n".join([f"## {HEADINGS[family]}", "", *_table(listed), ""]))
        parts.extend("\n".join([*_section(entry), ""]) for entry in listed)
    return "\n".join(parts)


def _table(listed: list[CodeEntry]) -> list[str]:
    rows = [
        f"| [{entry.code}](#{entry.code}) | `{entry.name}` | {_rule(entry)} | {entry.sentence} |"
        for entry in listed
    ]
    return ["| code | name | rule | |", "|---|---|---|---|", *rows]


def _section(entry: CodeEntry) -> Iterator[str]:
    yield f'### <a id="{entry.code}"></a>{entry.code} {entry.name}'
    yield ""
    yield f"**{entry.sentence}** {entry.why}"
    yield ""
    yield f"Rule: {_rule(entry)} · severity: {entry.severity}"
    yield ""
    if entry.cites:
        yield _cited(entry)
        yield ""
    yield _lead(entry)
    yield ""
    yield "```diff"
    yield from _difference(entry)
    yield "```"


def _rule(entry: CodeEntry) -> str:
    if entry.rule.startswith("spec/"):
        where = entry.rule.removeprefix("spec/")
        return f"[{where.partition('.')[0]}]({where})"
    return f"[`{entry.rule}`](rulesets.md#{entry.rule})"


def _cited(entry: CodeEntry) -> str:
    by_words: dict[str, list[str]] = {}
    for ruleset, words in entry.cites.items():
        by_words.setdefault(words, []).append(ruleset)
    return "Source: " + " · ".join(f"{words} ({', '.join(ids)})" for words, ids in by_words.items()) + "."


def _lead(entry: CodeEntry) -> str:
    fault, cured = entry.titles
    place = f" at {entry.place[0]}:{entry.place[1]}" if entry.place else ""
    parts = [f"{fault} (`-`){place}, {cured.lower()} (`+`)"]
    if entry.repeated:
        parts.append(f"`{_visible(entry.repeated)}` stands there {entry.times} times")
    if entry.encoding != "utf-8":
        parts.append(f"the same text, written in {entry.encoding} and in utf-8")
    if entry.besides:
        parts.append(f"with {', '.join(entry.besides)}, which cannot be avoided there")
    if entry.legal_verdict != "legal":
        parts.append(f"the neighbour is {entry.legal_verdict} for another reason")
    others = [name for name in entry.rulesets if f"Ruleset: {name}\n" not in entry.legal]
    if others:
        parts.append(f"the same under {', '.join(others)}")
    return "; ".join(parts) + "."


def _difference(entry: CodeEntry) -> Iterator[str]:
    before, after = _lines(entry.illegal), _lines(entry.legal)
    for line in ndiff(before, after):
        if line[0] != "?":
            yield f"{line[0]} {line[2:]}".rstrip()


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if lines[-1]:
        lines[-1] += "(no line end)"
    else:
        lines.pop()
    return [_visible(line) for line in lines]


def _visible(text: str) -> str:
    shown = {"\r": "(CR)", "\ufeff": "(byte order mark)", "\x07": "(BEL)", "\n": "(line end)"}
    return "".join(shown.get(character, character) for character in text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
