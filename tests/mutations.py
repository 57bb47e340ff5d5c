"""What can happen to the text of a game: faces get lost, lines go wrong. Every choice comes from a `Random`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random

import bornes
from bornes.knobs import KNOBS
from bornes.loading import ruleset_ids
from bornes_notation.cards import Card

SEATINGS = ((2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (2, 3), (4, 2), (5, 1), (8, 1))
SHORT_OPTIONS = {"hand_size": ("3", "6"), "target": ("300", "700", "1000"), "max_200": ("0", "2"),
                 "extension": ("none", "1000", "by_seating"), "safety.km": ("0", "100"),
                 "coup_fourre.km": ("0", "300"), "match.target": ("1500", "5000"), "match.hands": ("none", "2"),
                 "score.bonus_km": ("0", "1")}  # fmt: skip
"""Numbers that make games differ; other numbers only change points."""

WORDS = {
    knob.id: knob.words for knob in KNOBS if knob.words and not knob.map and knob.id not in SHORT_OPTIONS
} | SHORT_OPTIONS
"""Values of knobs that a game may be played with."""

FACE = r"(?:25|50|75|100|200|[AFTRL][-+]|[AFTR]\*)"
IN_LISTS = re.compile(r"^(?:deal|show|pile|reshuffle)\b")


@cache
def game(seed: int) -> str:
    """A legal game, known card by card, under a ruleset, seating and options drawn from the seed."""
    chance = Random(seed)  # noqa: S311 -- equal seeds give equal games
    ruleset = chance.choice(ruleset_ids())
    sides, seats = chance.choice(SEATINGS[: chance.choice((1, 4, 9))])
    options: dict[str, str] = {}
    if bornes.load_ruleset(ruleset).seating(sides, seats) is None:
        options = {"seatings": "any", "target": "1000"}
    if chance.random() < 0.6:
        options = {"seatings": "any", "target": chance.choice(("200", "400", "500"))}
    for knob in chance.sample(sorted(WORDS), chance.choice((0, 0, 1, 3, 8))):
        options.setdefault(knob, chance.choice(WORDS[knob]))
    if chance.random() < 0.4:
        options["coup_fourre.window"] = chance.choice(WORDS["coup_fourre.window"])
    if sides * seats > 6:
        options["hand_size"] = "3"
    text = " ".join(f"{knob}={value}" for knob, value in options.items())
    return bornes.play(ruleset, sides, seats, chance.choice((1, 1, 2)), seed, text)


def places(text: str) -> list[tuple[int, int]]:
    """Start and end of every face that can be hidden: dealt, drawn, shown, discarded, in the pile."""
    found = []
    start = 0
    for line in text.splitlines(keepends=True):
        if IN_LISTS.match(line):
            found += [
                (start + m.start(), start + m.end()) for m in re.finditer(rf"(?<= ){FACE}(?= |$)", line)
            ]
        elif re.match(r"(?:\d+\. )?[XYZWVUQP]", line) and ":" not in line:
            found += [
                (start + m.start(1), start + m.end(1)) for m in re.finditer(rf"(?:\(<?| /)({FACE})", line)
            ]
            found += [
                (start + m.start(1), start + m.end(1)) for m in re.finditer(rf"\([^()]* ({FACE})", line)
            ]
        start += len(line)
    return sorted(set(found))


def hidden(text: str, at: list[tuple[int, int]]) -> str:
    """The text with these faces unknown."""
    for start, end in sorted(at, reverse=True):
        text = f"{text[:start]}?{text[end:]}"
    return text


def some(chance: Random, all_places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """One place, a few, half or all of them."""
    if not all_places:
        return []
    many = len(all_places)
    how_many = chance.choice((1, 1, 2, 3, many // 4 or 1, many // 2 or 1, many))
    return chance.sample(all_places, min(how_many, many))


def damaged(text: str, chance: Random) -> str:
    """The text after one to three things went wrong in it."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        text = chance.choice(DAMAGES)(text, chance)
    return text


def _turn_lines(lines: list[str]) -> list[int]:
    return [
        index for index, line in enumerate(lines) if re.match(r"(?:\d+\. )?[XYZWVUQP][1-9]?(?: |$)", line)
    ]


def _unnumbered(line: str) -> str:
    return re.sub(r"^\d+\. ", "", line)


def _on_turn(change: Callable[[list[str], int, Random], None]) -> Callable[[str, Random], str]:
    def damage(text: str, chance: Random) -> str:
        lines = [_unnumbered(line) for line in text.splitlines()]
        turns = _turn_lines(lines)
        if turns:
            late = chance.random() < 0.4
            change(lines, chance.choice(turns[-8:] if late else turns), chance)
        return "\n".join(lines) + "\n"

    return damage


def _drop(lines: list[str], at: int, _: Random) -> None:
    del lines[at]


def _twice(lines: list[str], at: int, _: Random) -> None:
    lines.insert(at, lines[at])


def _swap(lines: list[str], at: int, _: Random) -> None:
    other = at + 1 if at + 1 in _turn_lines(lines) else at
    lines[at], lines[other] = lines[other], lines[at]


def _other_card(lines: list[str], at: int, chance: Random) -> None:
    cards = list(re.finditer(rf"(?<![A-Z*+-]){FACE}(?!>)", lines[at]))
    if cards:
        card = chance.choice(cards)
        lines[at] = lines[at][: card.start()] + chance.choice(list(Card)) + lines[at][card.end() :]
        lines[at] = re.sub(r" ([AFTRL]-)(?= |$)", r" /\1", lines[at])


def _other_seat(lines: list[str], at: int, chance: Random) -> None:
    seats = _seats(lines)
    lines[at] = re.sub(r"^\S+", chance.choice(seats), lines[at])


def _other_target(lines: list[str], at: int, chance: Random) -> None:
    side = chance.choice(_seats(lines))[0]
    lines[at] = re.sub(r">[XYZWVUQP]", f">{side}", lines[at])


def _no_draw(lines: list[str], at: int, _: Random) -> None:
    lines[at] = re.sub(r" \([^()]*\)", "", lines[at], count=1)


def _other_draw(lines: list[str], at: int, chance: Random) -> None:
    draw = chance.choice(("(-)", "(25 R+)", "(<25)", "(T*)", "(<R-)"))
    lines[at] = re.sub(r" \([^()]*\)", f" {draw}", lines[at], count=1)


def _second_action(lines: list[str], at: int, chance: Random) -> None:
    seat, *rest = lines[at].split(" ")
    draw = [part for part in rest[:1] if part.startswith("(")]
    lines[at] = " ".join([seat, *draw, chance.choice(("25", "R+", "/50", "A*", "pass")), *rest[len(draw) :]])


def _no_action(lines: list[str], at: int, _: Random) -> None:
    lines[at] = " ".join(lines[at].split(" ")[:2]) if "(" in lines[at] else lines[at].split(" ")[0]


def _shown(lines: list[str], at: int, chance: Random) -> None:
    seat = chance.choice(_seats(lines))
    safety = chance.choice(("A*", "F*", "T*", "R*", "25"))
    draw = chance.choice(("", " (-)", " (50)", " (R+)"))
    lines[at] += f" {seat}! {safety}{draw}"


def _plain(lines: list[str], at: int, _: Random) -> None:
    """The coup fourré on the line is not shown; the safety is laid on the next own turn."""
    coup = re.search(r" (\S+)! (.\*)", lines[at])
    if coup:
        lines[at] = lines[at][: coup.start()]
        lines.insert(at + 1, f"{coup[1]} (25) {coup[2]}")


def _ruled(lines: list[str], at: int, chance: Random) -> None:
    seat = lines[at].split(" ")[0]
    shown = re.search(r"(\S+)!", lines[at])
    if shown and chance.random() < 0.5:
        seat = shown[1]
    code = chance.choice(
        ("", "", " MB130", " MB131", " MB305", " MB140", " MB230", " MB303", " MB110", " MB201")
    )
    verb = chance.choice(("retract", "void", "stands", "stands"))
    ruling = f"ruling {verb} {seat}{code}"
    if chance.random() < 0.2:
        ruling = f"ruling penalty {seat} -100{code}"
    lines.insert(at + 1, ruling)


def _checked(lines: list[str], at: int, chance: Random) -> None:
    seat = chance.choice(_seats(lines))
    facts = ("pile 0", "pile 30", f"miles {seat[0]} 400", f"cards {seat} 6", f"cards {seat} 5")
    lines.insert(at, f"check {chance.choice(facts)}")


def _seen(lines: list[str], at: int, chance: Random) -> None:
    cards = " ".join(chance.choice([*Card, "?"]) for _ in range(chance.choice((1, 2, 6))))
    lines.insert(at, f"show {chance.choice(_seats(lines))} {cards}")


def _ended(lines: list[str], at: int, chance: Random) -> None:
    lines.insert(at, chance.choice(("end exhausted", "end trip", "end conceded X", "end unfinished")))


def _call(lines: list[str], at: int, chance: Random) -> None:
    if re.search(r" (no)?ext", lines[at]):
        lines[at] = re.sub(r" (no)?ext", "", lines[at])
    else:
        lines[at] += chance.choice((" ext", " noext"))


def _claim(text: str, chance: Random) -> str:
    numbers = list(re.finditer(r"(?<=[XYZWVUQP] )-?\d+(?= |$)", text, re.MULTILINE))
    numbers = [n for n in numbers if text.rfind("\n", 0, n.start()) >= 0 and not _in_turn(text, n.start())]
    if not numbers:
        return text
    number = chance.choice(numbers)
    points = int(number[0]) + chance.choice((-400, -300, -100, 25, 100, 300, 700))
    return f"{text[: number.start()]}{points}{text[number.end() :]}"


def _in_turn(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 :]
    return not line.startswith(("end", "result"))


def _no_points(text: str, _: Random) -> str:
    return re.sub(r"^(end (?:\w+)).*$", r"\1", text, flags=re.MULTILINE)


def _seats(lines: list[str]) -> list[str]:
    return [line.split(":")[0] for line in lines if re.match(r"[XYZWVUQP][1-9]?:", line)]


DAMAGES = (
    *map(
        _on_turn,
        (
            *(_drop, _twice, _swap, _other_card, _other_card, _other_card, _other_seat, _other_target),
            *(_no_draw, _other_draw, _second_action, _no_action, _shown, _plain, _plain, _ruled, _ruled),
            *(_checked, _seen, _ended, _call),
        ),
    ),
    _claim,
    _no_points,
)

HARMLESS = (*map(_on_turn, (_plain, _plain, _no_draw, _no_action, _call)), _no_points)
"""Damages after which a game may well be legal, or at least not illegal."""


def softened(text: str, chance: Random) -> str:
    """The text after harmless damages, some true sightings, and rulings on most of what is wrong with it."""
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        text = chance.choice(HARMLESS)(text, chance)
    if chance.random() < 0.5:
        text = _no_points(damaged(text, chance), chance)
    return forgiven(text, chance)


def forgiven(text: str, chance: Random) -> str:
    """The text with a ruling after each turn line that breaks a rule; its claims are gone."""
    text = _no_points(text, chance)
    text = re.sub(r"^result.*\n", "", text, flags=re.MULTILINE)
    for _ in range(4):
        reading = next(bornes.read(text))
        if reading.record is None or reading.errors:
            return text
        wrong = [each for each in bornes.validate(reading).violations if each.ruling is None and each.turn]
        if not wrong:
            return text
        first = wrong[0]
        lines = [_unnumbered(line) for line in text.splitlines()]
        code = f" {first.code}" if chance.random() < 0.4 else ""
        verb = chance.choice(("stands", "stands", "void", "retract"))
        seat = first.seat or lines[first.line - 1].split(" ")[0]
        if code and chance.random() < 0.2:
            lines.insert(first.line, f"ruling penalty {seat} -100{code}")
        else:
            lines.insert(first.line, f"ruling {verb} {seat}{code}")
        text = "\n".join(lines) + "\n"
    return text
