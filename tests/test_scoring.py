"""The score sheets of spec/rulesets.md 6, the counts and ceilings of section 7: read from the page itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

import bornes
from bornes.car import Car
from bornes.drawpile import DrawPile
from bornes.holding import Holding
from bornes.loading import load_ruleset, read_options, ruleset_ids
from bornes.rules.claims import difference_words
from bornes.ruleset import Ruleset
from bornes.scoring import hand_winners, score_hand
from bornes.table import Game, Over, Table
from bornes_notation.cards import DISTANCES, HAZARDS, REMEDIES, SAFETIES, Card
from ruleset_tables import SHORT
from tables import judged

PAGE = (Path(__file__).parent.parent / "spec/rulesets.md").read_text(encoding="utf-8")
ID_OF = {short: ruleset_id for ruleset_id, short in SHORT.items()}


class Facts(NamedTuple):
    """The facts of an example: its seating, the cars, and how the hand ended."""

    seats: str
    cars: Mapping[str, Car]
    over: Over
    caller: str | None = None
    target: int = 1000


def car(km: int = 0, *, two_hundreds: int = 0, safeties: int = 0, coups: int = 0, bonus: int = 0) -> Car:
    out = SAFETIES[:safeties]
    return Car(
        km=km, two_hundreds=two_hundreds, has_100=True, bonus_km=bonus, safeties=out, coups=out[:coups]
    )


TWO, THREE, TEAMS = "X Y", "X Y Z", "X1 Y1 X2 Y2"
STOPPED = Over("exhausted", exhausted=True)
FIRST = Over("trip", 0)

EXAMPLES: dict[str, list[Facts]] = {
    "E1": [Facts(TEAMS, {"X": car(1000, safeties=4, coups=2), "Y": car(450, two_hundreds=1)}, FIRST)],
    "E2": [
        Facts(
            THREE,
            {"X": car(700, two_hundreds=1, safeties=1), "Y": car(0, safeties=1, coups=1), "Z": car()},
            FIRST,
            target=700,
        )
    ],
    "E3": [Facts(THREE, {"X": car(700, two_hundreds=1), "Y": car(), "Z": car(325)}, FIRST, target=700)],
    "E4": [Facts(TWO, {"X": car(900, safeties=1), "Y": car(650, safeties=1, coups=1)}, STOPPED, "X")],
    "E5": [
        Facts(
            THREE,
            {"X": car(925), "Y": car(1000), "Z": car(600)},
            Over("trip", 1, exhausted=True, drawless=True),
            "X",
        )
    ],
    "E6": [Facts(TWO, {"X": car(1000, two_hundreds=1), "Y": car(550)}, Over("trip", 0, exhausted=True), "X")],
    "E7": [Facts(TEAMS, {"X": car(900), "Y": car(825, two_hundreds=1, safeties=2)}, STOPPED)],
    "E8": [
        Facts(TEAMS, {"X": car(825), "Y": car(825, two_hundreds=1)}, STOPPED),
        Facts(THREE, {"X": car(825), "Y": car(825), "Z": car(700)}, STOPPED),
    ],
    "E9": [Facts(TEAMS, {"X": car(500), "Y": car(0, safeties=1)}, STOPPED)],
    "E10": [Facts(TEAMS, {"X": car(0, safeties=2, coups=1), "Y": car()}, STOPPED)],
    "E11": [
        Facts(
            TWO,
            {
                "X": car(925, safeties=1, bonus=100),
                "Y": car(700, two_hundreds=1, safeties=2, coups=2, bonus=200),
            },
            FIRST,
        )
    ],
    "E12": [Facts(TEAMS, {"X": car(600, safeties=1, coups=1, bonus=400), "Y": car(750)}, FIRST)],
    "E13": [
        Facts(TEAMS, {"X": car(350, safeties=2, coups=1), "Y": car(825, safeties=1)}, STOPPED),
        Facts(TEAMS, {"X": car(1000, two_hundreds=1, safeties=2, coups=2), "Y": car(950, safeties=1)}, FIRST),
        Facts(
            TEAMS,
            {"X": car(1000, safeties=3), "Y": car(275, safeties=1, coups=1)},
            Over("trip", 0, exhausted=True, drawless=True),
        ),
    ],
}


class Sheet(NamedTuple):
    """A line of section 6."""

    facts: Facts
    ruleset: str
    options: str
    scores: Mapping[str, Mapping[str, int]]
    totals: Mapping[str, int]
    outcome: str


def sheets() -> Iterator[Sheet]:
    """Every score sheet of section 6 with the facts it belongs to."""
    section = PAGE.split("\n## 6. ")[1].split("\n## 7. ")[0]
    facts: list[Facts] = []
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        anchor = re.search(r'<a id="(E\d+)">', line)
        if anchor:
            facts = list(EXAMPLES[anchor[1]])
        if len(cells) != 2 or "**" not in cells[1]:
            if cells[-1].startswith("*3x1") and not anchor:
                facts = EXAMPLES["E8"][1:]
            continue
        yield from _sheets_of(cells[0], cells[1], facts[0])
        if len(facts) > 1 and cells[0] == "DC, WM":
            facts = facts[1:]  # E13: a line each


def _sheets_of(names: str, text: str, facts: Facts) -> Iterator[Sheet]:
    text, _, outcome = text.partition(" → ")
    scores, totals = {}, {}
    for part in text.split(" · "):
        side, rest = part.split(" ", 1)
        components, total = rest.split(" = ")
        scores[side] = {
            word[0]: int(word[1])
            for word in (component.rsplit(" ", 1) for component in components.split(" + "))
            if len(word) == 2
        }
        totals[side] = int(total.strip("* "))
    options = "".join(re.findall(r"`(.*)`", names))
    for name in re.sub(r"`.*`", "", names).split(","):
        if name.strip():
            yield Sheet(facts, ID_OF[name.strip()], options, scores, totals, outcome)


SHEETS = list(sheets())


def game_of(facts: Facts, ruleset_id: str, options: str = "") -> Game:
    ruleset = bornes.load_ruleset(ruleset_id)
    if options:
        ruleset, errors = read_options(ruleset, options)
        assert not errors
    seats = tuple(facts.seats.split())
    sides = len({seat[0] for seat in seats})
    seating = ruleset.seating(sides, len(seats) // sides)
    assert seating is not None
    return Game(ruleset, seating, seats)


def table_of(game: Game, facts: Facts) -> Table:
    return Table(
        cars=tuple(facts.cars[side] for side in game.sides),
        holdings=(Holding(),) * len(game.seats),
        pile=DrawPile(),
        target=facts.target,
        caller=None if facts.caller is None else game.sides.index(facts.caller),
        penalties=(0,) * len(game.sides),
        over=facts.over,
    )


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda s: f"{s.ruleset}-{s.totals}")
def test_sheet(sheet: Sheet) -> None:
    game = game_of(sheet.facts, sheet.ruleset, sheet.options)
    scores = score_hand(game, table_of(game, sheet.facts))

    assert dict(zip(game.sides, scores, strict=True)) == sheet.scores
    assert {side: sum(score.values()) for side, score in sheet.scores.items()} == sheet.totals


def test_every_example_and_every_line_is_read() -> None:
    section = PAGE.split("\n## 6. ")[1].split("\n## 7. ")[0]
    lines = [line for line in section.splitlines() if "**" in line]

    assert set(EXAMPLES) == set(re.findall(r'<a id="(E\d+)">', section))
    assert len(lines) == 29
    assert len(SHEETS) == sum(
        len(re.sub(r"`.*`", "", line.split("|")[1]).strip(" ,").split(",")) for line in lines
    )


# ---- the same examples as records
def setup(side: str, its: Car) -> str:
    safeties = ",".join(f"{card}{'!' if card in its.coups else ''}" for card in its.safeties) or "-"
    return f"setup {side} km={its.km} bonus={its.bonus_km} safeties={safeties} 200s={its.two_hundreds}"


@pytest.mark.parametrize(
    "sheet",
    [sheet for sheet in SHEETS if sheet.facts.over.how == "exhausted"],
    ids=lambda s: f"{s.ruleset}-{s.totals}",
)
def test_sheet_of_a_record_nobody_finished(sheet: Sheet) -> None:
    rest = f"setup pile=0 target=1000 caller={sheet.facts.caller or '-'}"
    lines = [*(setup(side, its) for side, its in sheet.facts.cars.items()), rest, "end exhausted"]
    claims = " ".join(f"{side} {total}" for side, total in sheet.totals.items())
    done = judged(
        "\n".join(lines) + " " + claims, sheet.ruleset, seats=sheet.facts.seats, options=sheet.options
    )

    assert {side: done.score(side) for side in sheet.totals} == sheet.scores
    assert "- U-SCORE" not in done.found
    match = done.report.match
    assert match is not None
    if sheet.outcome:
        won = sheet.outcome.split()[1:] if sheet.outcome.startswith("won") else []
        assert match.ended
        assert list(match.winners) == (won or ["X", "Y"])
        assert judged("\n".join([*lines, f"result {sheet.outcome}"]), sheet.ruleset,
                      seats=sheet.facts.seats).found.count("- U-MATCH") == 0  # fmt: skip


FINISHES = [
    # what happens, ruleset, options, seats, the scores
    ("E1", "setup X km=975 battle=R+ safeties=A*!,F*!,T*,R*\nsetup Y km=450\nX1 (25) 25", "dujardin-classic", "", TEAMS),
    ("E2", "setup X km=675 200s=1 battle=R+ safeties=A*\nsetup Y safeties=F*!\nX (25) 25 noext", "dujardin-classic", "",
     THREE),
    ("E2", "setup X km=675 200s=1 battle=R+ safeties=A*\nsetup Y safeties=F*!\nX (25) 25 noext", "winning-moves", "",
     THREE),
    ("E2", "setup X km=675 200s=1 battle=R+ safeties=A*\nsetup Y safeties=F*!\nX (25) 25", "points-5000", "", THREE),
    ("E3", "setup X km=650 200s=1 battle=R+\nsetup Z km=325\nX (50) 50 noext", "parker-1988", "", THREE),
    ("E5", "setup X km=925\nsetup Y km=950 battle=R+\nsetup Z km=600\nsetup pile=0 target=1000 caller=X next=Y\nY (-) 50",
     "parker-1988", "", THREE),
    ("E6", "setup X km=950 200s=1 battle=R+\nsetup Y km=550\nsetup pile=1 target=1000 caller=X\nX (50) 50",
     "bsd-mille", "", TWO),
    ("E6", "setup X km=950 200s=1 battle=R+\nsetup Y km=550\nsetup pile=1 target=1000 caller=X\nX (50) 50",
     "winning-moves", "score.delayed_action_when=after_failed_draw", TWO),
    ("E11", "setup X km=925\nsetup Y km=700 bonus=200 200s=1 safeties=A*!,F*!\nX (25) T*", "asmodee-2014", "", TWO),
    ("E12", "setup X km=600 battle=R+\nsetup Y km=750 battle=R+\nsetup next=Y2\nY2 (25) A->X X1! A* (25)", "kilometres", "",
     TEAMS),
]  # fmt: skip


@pytest.mark.parametrize(("example", "lines", "ruleset", "options", "seats"), FINISHES)
def test_finish_as_a_record(example: str, lines: str, ruleset: str, options: str, seats: str) -> None:
    (sheet,) = (
        sheet
        for sheet in SHEETS
        if sheet.facts in EXAMPLES[example] and (sheet.ruleset, sheet.options) == (ruleset, options)
    )
    claims = " ".join(f"{side} {total}" for side, total in sheet.totals.items())
    done = judged(f"{lines}\nend trip {claims}", ruleset, options=options, seats=seats)

    assert done.found == []
    assert {side: done.score(side) for side in sheet.totals} == sheet.scores
    assert done.report.match is not None
    if sheet.outcome:
        assert done.report.match.winners == (sheet.outcome[-1],)


def test_e12_without_bonus_the_hand_goes_on() -> None:
    lines = "setup X km=600 battle=R+\nsetup Y km=750 battle=R+\nsetup next=Y2\nY2 (25) A->X X1! A* (25)\nX1 (25) 25"
    done = judged(lines, "points-5000", seats=TEAMS)

    assert done.found == []
    assert done.hand.sides["X"].miles == 625


# ---- 7.1
def counts(text: str) -> dict[str, int]:
    """The counts of the page: ``25 ×10`` and ``A-` 3, `F-` 3``."""
    found = {name: int(count) for name, count in re.findall(r"(\d+) ×(\d+)", text)}
    for names, count in re.findall(r"`([^`]+)` (\d+)", text):
        found.update(dict.fromkeys(names.split(), int(count)))
    return found


def test_the_pack() -> None:
    paragraph = next(line for line in PAGE.splitlines() if line.startswith("7.1 "))
    full, reduced = paragraph.split(": **106**")
    pack = bornes.load_ruleset("winning-moves").deck_cards

    assert {str(card): count for card, count in pack.items()} == counts(
        full.split("`deck.cards=standard`:")[1]
    )
    assert sum(pack.values()) == 106
    assert sum(pack[card] for card in DISTANCES) == 46
    assert sum(pack[card] * card.km for card in DISTANCES) == 3500
    assert [sum(pack[card] for card in kind) for kind in (HAZARDS, REMEDIES, SAFETIES)] == [18, 38, 4]
    game = game_of(Facts(TWO, {}, FIRST), "winning-moves")
    assert {str(card): game.pack[card] for card in HAZARDS} == counts(reduced.split("(13)")[0])
    assert game.pack_size == 101


DEALT = [
    line for line in PAGE.splitlines() if line.startswith(("| draw pile after", "| full pack", "| junior ("))
]


@pytest.mark.parametrize("column", range(1, 10))
def test_draw_pile_after_the_deal(column: int) -> None:
    head, full, junior = ([cell.strip() for cell in line.strip("| ").split("|")] for line in DEALT)
    sides, each = map(int, head[column].split("x"))
    seats = " ".join(
        "XYZWVUQP"[side] + (str(n + 1) if each > 1 else "") for n in range(each) for side in range(sides)
    )
    any_seating = "seatings=any target=1000"
    expected, *reduced = re.findall(r"\d+", full[column])

    assert judged("", options=f"{any_seating} reduced_deck=no", seats=seats).state["pile"] == expected
    if reduced:
        assert judged("", options=f"{any_seating} reduced_deck=yes", seats=seats).state["pile"] == reduced[0]
    if junior[column] != "–":
        assert judged("", "junior", seats=seats).state["pile"] == junior[column]
        assert judged("", "junior", seats=seats).state["X"] == "0 R+ - - 0"


# ---- the greatest possible hand of one side
def ceiling_sheets() -> list[tuple[str, str, int]]:
    """(ruleset, seating, sum) of the table of section 7."""
    found = []
    for line in PAGE.split("| ruleset | sum by seating")[1].splitlines()[2:]:
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if len(cells) != 3:
            break
        where = ""
        for name in re.split(r"[,;]", cells[0]):
            short, *only = name.split()
            ruleset = bornes.load_ruleset(ID_OF[short])
            all_seatings = " ".join(ruleset.seatings or ())
            for part in cells[1].split(" · "):
                where, *total = part.split("**")
                if total:
                    names = all_seatings if where.strip() == "all" else where
                    allowed = [seating for seating in names.split() if seating in (ruleset.seatings or ())]
                    found += [(ruleset.id, s, int(total[0])) for s in allowed if not only or s in only]
    return found


def best(ruleset: Ruleset, sides: int, each: int, *, extension: bool) -> int:
    """A finish with everything that pays, all others without a distance card."""
    letters = "XYZWVUQP"[:sides]
    seats = tuple(f"{letter}{n + 1}" if each > 1 else letter for n in range(each) for letter in letters)
    seating = ruleset.seating(sides, each)
    assert seating is not None
    game = Game(ruleset, seating, seats)
    target = seating.extension_miles if extension and seating.extension_miles else seating.target_miles
    bonus = 4 * ruleset.safety_km
    km, two_hundreds = (775, 1) if ruleset.id == "asmodee-2014" else (target - bonus, 0)
    mine = Car(km=km, two_hundreds=two_hundreds, bonus_km=bonus, safeties=SAFETIES, coups=SAFETIES)
    facts = Facts(
        " ".join(seats),
        {letter: mine if letter == "X" else Car() for letter in letters},
        Over("trip", 0, exhausted=True, drawless=True),
        "X" if target != seating.target_miles else None,
        target,
    )
    return sum(score_hand(game, table_of(game, facts))[0].values())


@pytest.mark.parametrize(("ruleset_id", "seating", "total"), ceiling_sheets())
def test_ceiling(ruleset_id: str, seating: str, total: int) -> None:
    ruleset = bornes.load_ruleset(ruleset_id)
    sides, each = map(int, seating.split("x"))

    assert best(ruleset, sides, each, extension=True) == total


def test_ceilings_are_read() -> None:
    rulesets = {ruleset_id for ruleset_id, _, _ in ceiling_sheets()}
    assert rulesets == {ID_OF[short] for short in ("DC", "PB", "WM", "BSD", "P5", "TZ", "D24P", "A14")}


@pytest.mark.parametrize(
    "ruleset_id", ["dujardin-2014", "dujardin-2024", "dujardin-2025", "kilometres", "junior"]
)
def test_a_race_is_worth_its_miles(ruleset_id: str) -> None:
    ruleset = bornes.load_ruleset(ruleset_id)
    for seating in ruleset.seatings or ():
        sides, each = map(int, seating.split("x"))
        terms = ruleset.seating(sides, each)
        assert terms is not None
        assert best(ruleset, sides, each, extension=False) == terms.target_miles


def test_winners() -> None:
    for ruleset_id in ruleset_ids():
        facts = Facts(TWO, {"X": car(500), "Y": car(500)}, STOPPED)
        game = game_of(facts, ruleset_id)
        shared = game.ruleset.nobody_finishes == "furthest_wins" and game.ruleset.furthest_tie == "shared"
        assert hand_winners(game, table_of(game, facts)) == ((0, 1) if shared else ())
    nothing = Facts(TWO, {"X": car(), "Y": car()}, STOPPED)
    game = game_of(nothing, "dujardin-2024")
    assert hand_winners(game, table_of(game, nothing)) == (), "the most miles, but not 0"


def test_no_200_no_100() -> None:
    for has, points in ((0, 500), (1, None)):
        hundred = "100" if has else "75"
        lines = f"""
            deal X 75 75 75 75 100 100
            X (R+) R+
            Y (?) /?
            X ({hundred}) {hundred}
        """
        done = judged(f"{lines}end trip", options=f"target={hundred} extension=none score.no_200_no_100=500")
        assert done.score("X").get("no_200_no_100") == points
    unknown = judged(
        "setup X km=675 battle=R+\nX (25) 25\nend trip", options="score.no_200_no_100=500 extension=none"
    )
    assert "no_200_no_100" in unknown.hand.sides["X"].unverified


@pytest.mark.parametrize("card", [card for card in Card if card.km])
def test_a_km_is_a_point(card: Card) -> None:
    done = judged(f"setup X battle=R+\nX (?) {card}", options="target=1000 extension=none")
    assert done.score("X") == {"distance": card.km}


@pytest.mark.parametrize(
    ("score", "difference", "words"),
    [
        ({"distance": 300, "penalty": -100}, 100, "without penalty (-100)"),
        ({"distance": 300, "penalty": -100}, -100, "with penalty twice (-100)"),
        ({"distance": 300}, 100, "with one safety (100)"),
        ({"distance": 700, "trip": 400, "safe_trip": 300}, 400, "with trip twice (400)"),
        (
            {"distance": 700, "trip": 400, "safe_trip": 300},
            -700,
            "without trip (400) and without safe_trip (300)",
        ),
        ({"distance": 200, "safety": 100}, 100, "with one safety more (100)"),
        ({"distance": 300}, 75, "with 75 more distance"),
    ],
)
def test_a_claim_is_explained_by_what_is_there_first(
    score: dict[str, int], difference: int, words: str
) -> None:
    assert difference_words(load_ruleset("winning-moves"), score, difference) == words
