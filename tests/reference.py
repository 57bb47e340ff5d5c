"""Two readings of one text: the judge and the second checker (`reference-js/`) on the same records.

``python tests/reference.py FIRST COUNT`` compares COUNT made-up games, each in six variants (open, as a
table record, partly hidden, and damaged three ways), and prints every disagreement; ``--corpus`` compares
every case of the corpus under each of its rulesets; ``--files`` the records of files.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import bornes
from mutations import game

HERE = Path(__file__).parent
NODE = shutil.which("node")


class Answer(NamedTuple):
    """What both checkers must say alike of a record."""

    verdict: str
    violations: tuple[tuple[Any, ...], ...]
    unverified: tuple[str, ...]
    hands: tuple[Any, ...]
    match: Any


class SecondChecker:
    """The JavaScript program, running."""

    def __init__(self) -> None:
        assert NODE is not None
        command = [NODE, str(HERE / "reference-js/check.mjs"), "--jsonl"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, record: str, policy: str = "as-played") -> Answer:
        """Its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        question = {"id": 1, "record": record, "ruleset": None, "policy": policy}
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        said = json.loads(self._process.stdout.readline())
        return Answer(
            said["verdict"],
            _sorted(
                (v["code"], v["line"], v.get("hand"), v.get("turn"), v.get("seat"), bool(v.get("ruled")))
                for v in said["violations"]
            ),
            tuple(sorted({each["check"] for each in said.get("unverified", ())})),
            tuple(_hand(hand) for hand in said["hands"]),
            _match(said.get("match")),
        )

    def close(self) -> None:
        """Ends it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)
        if self._process.stdout is not None:
            self._process.stdout.close()


def judge(record: str, policy: str = "as-played") -> Answer:
    """Our answer."""
    from bornes_api.render.jsonreport import report_to_dict

    (reading,) = bornes.read(record)
    report = bornes.validate(reading, policy=policy)
    said = report_to_dict(report)
    return Answer(
        report.verdict,
        _sorted((v.code, v.line, v.hand, v.turn, v.seat, v.ruling is not None) for v in report.violations),
        tuple(sorted({each.check for each in report.unverified})),
        tuple(_hand(hand) for hand in said["hands"]),
        _match(said["match"]),
    )


def differences(record: str, second: SecondChecker, policy: str = "as-played") -> list[str]:
    """Where the two differ, in words; of an unreadable record only the verdict is compared."""
    ours, theirs = judge(record, policy), second.ask(record, policy)
    if "unreadable" in (ours.verdict, theirs.verdict):
        return [] if ours.verdict == theirs.verdict else [f"verdict: {ours.verdict} / {theirs.verdict}"]
    return [
        f"{name}: {_only(mine, other)} / {_only(other, mine)}"
        for name, mine, other in zip(Answer._fields, ours, theirs, strict=True)
        if mine != other
    ]


def variants(seed: int) -> list[tuple[str, str]]:
    """A made-up game and what can become of it, each with the policy to judge it by."""
    chance = Random(seed)  # noqa: S311 -- equal seeds give equal games
    text = game(seed)
    sound = [text, as_table_record(text), partly_hidden(text, chance)]
    broken = [damaged(chance.choice(sound), chance) for _ in range(2)]
    twice = damaged(damaged(text, chance), chance)
    return [(each, "as-played") for each in (*sound, *broken)] + [
        (twice, "void" if seed % 3 == 0 else "as-played")
    ]


def as_table_record(text: str) -> str:
    """The same game as everybody saw it."""
    text = re.sub(
        r"^deal (\S+)( \S+)+$",
        lambda deal: f"deal {deal[1]} {deal[0].count(' ') - 1}?".replace(" 1?", " ?"),
        text,
        flags=re.MULTILINE,
    )
    return re.sub(r"\((<?)[^)-]+\)", r"(\1?)", text)


def partly_hidden(text: str, chance: Random) -> str:
    """The same game with some draws unseen."""
    return re.sub(r"\((<?)[^)-]+\)", lambda draw: f"({draw[1]}?)" if chance.random() < 0.3 else draw[0], text)


def damaged(text: str, chance: Random) -> str:
    """The game with one line lost, doubled or changed, or a ruling put in; turns are numbered anew."""
    lines = text.split("\n")
    at = chance.randrange(6, max(7, len(lines) - 1))
    lines[at : at + 1] = _changed(lines[at], chance)
    return "\n".join(_numbered(lines))


def _changed(line: str, chance: Random) -> list[str]:
    seat = re.match(r"\d+\. (\S+)", line)
    card = chance.choice(("25", "50", "75", "100", "200"))
    draw = chance.choice(("25", "R+", "T*", "-", "?"))
    ruling = chance.choice(("void", "retract", "stands"))
    match chance.randrange(8):
        case 0:
            return []
        case 1:
            return [line, line]
        case 2:
            return [re.sub(r"\b(25|50|75|100|200)$", card, line)]
        case 3:
            return [line.replace(" X", " Y", 1)]
        case 4:
            return [re.sub(r"\d+$", lambda number: str(int(number[0]) + 25), line)]
        case 5:
            return [re.sub(r"\(\S+\)", f"({draw})", line)]
        case 6:
            return [re.sub("->[XYZ]", f"->{chance.choice('XY')}", line)]
    return [line, f"ruling {ruling} {seat[1]}"] if seat else [line]


def _numbered(lines: list[str]) -> Iterator[str]:
    turn = 0
    for line in lines:
        found = re.match(r"\d+\. (.*)", line)
        turn = 0 if line.startswith("hand ") else turn + bool(found)
        yield f"{turn}. {found[1]}" if found else line


def _sorted(rows: Any) -> tuple[tuple[Any, ...], ...]:
    return tuple(sorted(rows, key=lambda row: tuple(str(each) for each in row)))


def _hand(hand: dict[str, Any]) -> tuple[Any, ...]:
    sides = {
        letter: (side["miles"], side["total"], sorted((n, p) for n, p in side["score"].items() if p))
        for letter, side in hand["sides"].items()
    }
    return (
        *(hand["number"], hand["ended"], sorted(hand["winners"]), hand["target"], hand["caller"]),
        sorted(sides.items()),
    )


def _match(match: dict[str, Any] | None) -> Any:
    return match and (sorted(match["totals"].items()), sorted(match["winners"]), match["ended"])


def _only(mine: Any, other: Any) -> str:
    if isinstance(mine, tuple) and isinstance(other, tuple):
        return str([each for each in mine if each not in other])[:300]
    return str(mine)[:300]


def _records(arguments: list[str]) -> Iterator[tuple[str, str, str]]:
    """Name, text and policy of the records to compare."""
    if arguments[0] == "--corpus":
        yield from _cases()
    elif arguments[0] == "--files":
        for path in arguments[1:]:
            for number, part in enumerate(Path(path).read_text("utf-8").split("MBN 1\n")[1:], 1):
                yield f"{path}:{number}", f"MBN 1\n{part}", "as-played"
    else:
        first, count = map(int, arguments)
        for seed in range(first, first + count):
            for index, (text, policy) in enumerate(variants(seed)):
                yield f"seed {seed} variant {index} {policy}", text, policy


def _cases() -> Iterator[tuple[str, str, str]]:
    """The cases of the corpus that are one record of UTF-8 text, under each of their rulesets."""
    from bornes_api.conformance.cases import load_corpus, runs_of

    for case in load_corpus(HERE.parent / "fixtures").cases:
        for run in runs_of(case):
            text = run.record.decode("utf-8", "replace")
            if len(list(bornes.read(run.record))) == 1 and text.encode() == run.record:
                yield run.name, text, case.policy


def main() -> int:
    """Compares what the arguments name; 1 if anything differs."""
    second = SecondChecker()
    count: Counter[str] = Counter()
    for name, text, policy in _records(sys.argv[1:]):
        found = differences(text, second, policy)
        count["differ" if found else "agree"] += 1
        if found:
            sys.stdout.write("\n    ".join((name, *found)) + "\n")
    second.close()
    sys.stdout.write(f"{count['agree']} agree, {count['differ']} differ\n")
    return 1 if count["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
