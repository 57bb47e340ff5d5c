"""A large tournament: a folder with every record, and what a director waits for."""

from __future__ import annotations

import re
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from bornes.tournament.berger import pairs
from dealer import RULES
from figures import Part, Promise, Setting
from measure import Ratio, in_turn, timed_command
from processes import BORNES, table_of
from records import OPTIONS, TWO, open_records, with_illegal

PLAYERS = 200
ROUNDS = 9
SECONDS = 10
"""How long `standings` may take."""

_HEAD = """event: Large
ruleset: {rules}
options: "{options}"
hands: 1
points: {{by: match, win: 2, tie: 1, loss: 0}}
tie_breaks: direct sonneborn-berger buchholz wins difference
policies:
  after_hand: void
  offences: {{1: warning, 2: penalty 100, 3: forfeit}}
  missing: replayed
  contradictory: replayed
players:
"""


def tournament(setting: Setting) -> Part:
    """Standings of many players, from the folder; of few, if the run is a small one."""
    few = setting.material.hands < PLAYERS // 2 * ROUNDS
    players, rounds = (4, 2) if few else (PLAYERS, ROUNDS)
    what = f"{players} players, {rounds} rounds"
    with TemporaryDirectory() as place:
        folder = Path(place)
        make(folder, players, rounds)
        runs = in_turn(
            setting.rounds,
            {
                f"`bornes tournament {name}`, {what}": partial(
                    timed_command, [*BORNES, "tournament", name, str(folder)]
                )
                for name in ("standings", "export", "check")
            },
        )
    seconds = sorted(setting.seconds(next(iter(runs.values()))))
    measured = Ratio(seconds[len(seconds) // 2], seconds[0], seconds[-1])
    promise = Promise(f"standings of {what}, in seconds", measured, SECONDS, at_most=True)
    return Part(table_of(runs), [], [promise])


def make(folder: Path, players: int, rounds: int) -> None:
    """A tournament by Berger tables with a record for each table; the same for the same numbers.

    Args:
        folder: Empty.
        players: An even number.
        rounds: Fewer than players.
    """
    records = with_illegal(open_records(players // 2 * rounds))
    names = [f"Player {number:03}" for number in range(1, players + 1)]
    lines = [_HEAD.format(rules=RULES, options=OPTIONS[TWO])]
    lines += [f"  p{number}: {name}\n" for number, name in zip(count(1), names, strict=False)]
    lines.append("rounds:\n")
    for played in range(1, rounds + 1):
        (folder / f"round-{played}").mkdir()
        lines.append(f"  {played}:\n    tables:\n")
        for table, (x, y) in enumerate(pairs(players, played), 1):
            file = f"round-{played}/table-{table}.mbn"
            lines.append(f"      {table}: {{X: p{x}, Y: p{y}, record: {file}}}\n")
            text = re.sub(r"^X: .*$", f"X: {names[x - 1]}", next(records), count=1, flags=re.MULTILINE)
            text = re.sub(r"^Y: .*$", f"Y: {names[y - 1]}", text, count=1, flags=re.MULTILINE)
            (folder / file).write_text(text, encoding="utf-8")
    (folder / "tournament.yaml").write_text("".join(lines), encoding="utf-8")
