"""How quick it is, against other readers of game records and in itself.

    python benchmarks/run.py [--only readers] [--rounds 5] [--hands 20000] [--page]

Needs the extra `bench`, and pgn-extract; what is not there is left out, with a word. The first run makes the
games, which takes some minutes.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from figures import Part, Setting
from material import Material
from page import machine, rewrite
from processes import jobs, memory, start, whole
from readers import readers
from service import service
from tournaments import tournament

PARTS: dict[str, Callable[[Setting], Part]] = {
    "readers": readers,
    "whole": whole,
    "start": start,
    "memory": memory,
    "jobs": jobs,
    "service": service,
    "tournament": tournament,
}


def main(arguments: list[str] | None = None) -> None:
    """Measures, prints, and writes the page if it is asked to."""
    options = _options().parse_args(arguments)
    material = Material(options.folder, options.hands, options.games)
    setting = Setting(material, options.rounds, options.clock, options.compiled)
    about = machine(setting)
    print(about, end="\n\n")
    for name in options.only or PARTS:
        text = PARTS[name](setting).text()
        print(f"## {name}\n\n{text}\n", flush=True)
        if options.page:
            rewrite(name, f"{about}\n\n{text}")


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", choices=PARTS, help="this part; may be given again")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything runs, in turn (5)")
    parser.add_argument("--hands", type=int, default=20_000, help="open hands (20000)")
    parser.add_argument("--games", type=int, default=5_000, help="chess games; poker hands are 12 %% (5000)")
    parser.add_argument(
        "--clock", choices=("wall", "processor"), default="wall", help="for a busy machine: processor"
    )
    parser.add_argument("--compiled", type=Path, help="folder into which a compiled wheel was installed")
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path(tempfile.gettempdir()) / "bornes-benchmarks",
        help="where the games are kept",
    )
    parser.add_argument("--page", action="store_true", help="write the figures into spec/performance.md")
    return parser


if __name__ == "__main__":
    main()
