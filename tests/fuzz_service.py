"""Lets schemathesis ask the service whatever its document allows, and what it does not, in the same way each time.

    python tests/fuzz_service.py [--examples 30] [--seed 1]

Exit status: 0 if nothing is found and at least 3,000 cases were tried, else 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema

import bornes
from bornes_api.service.app import create_app
from bornes_api.service.settings import checked
from bornes_notation.jsonform import to_json
from tournament_folder import TOKENS, make_cup

LEAST_CASES = 3000
CORPUS = Path(__file__).parent.parent / "fixtures"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=30, help="cases of an operation, at most")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    _register_records()
    with tempfile.TemporaryDirectory() as folder:
        make_cup(Path(folder))
        here = {"tournaments": f"{folder}/tournaments", "tokens": f"{folder}/tokens"}
        app = create_app(checked(store=f"{folder}/records.db", log="nothing", **here))
        config = SchemathesisConfig.from_dict(_config(options.examples, options.seed))
        schema = schemathesis.openapi.from_wsgi("/openapi.json", app, config=config)
        return _report(from_schema(schema).execute())


def _config(examples: int, seed: int) -> dict[str, Any]:
    return {
        "seed": seed,
        "continue-on-failure": True,
        "headers": {"Authorization": f"Bearer {TOKENS['director']}"},
        "operations": [
            # Ids, rounds and tables that there are, so that not every case ends with 404.
            {
                "include-path-regex": "^/v1/tournaments/",
                "parameters": {"path.id": "cup", "path.round": 2, "path.table": 2},
            }
        ],
        "generation": {"max-examples": examples, "deterministic": True, "database": "none", "mode": "all"},
        "checks": {
            # Its probe fails by itself over WSGI; tests/test_service_contract.py asks each operation without a token.
            "ignored_auth": {"enabled": False},
            # Some of what the document cannot say is refused all the same: a record that the notation has no
            # words for, a turn that is not in it, a ruling that cannot stand. And what is not kept is not found.
            "positive_data_acceptance": {"expected-statuses": ["2xx", "304", "404", "409", "422"]},
        },
        "phases": {
            # The examples of the document are bodies of types that have a strategy of their own here, which
            # schemathesis cannot bring together; tests/test_service_contract.py sends them.
            "examples": {"enabled": False},
            "stateful": {"generation": {"max-examples": examples}},
        },
    }


def _register_records() -> None:
    """Bodies of MBN and of JSON lines: made-up games, cases of the corpus, and text of no sense."""
    games = [bornes.play("winning-moves", 2, 1, 1, seed).encode() for seed in range(1, 6)]
    written = [path.read_bytes() for path in sorted(CORPUS.glob("*.mbn"))]
    records = st.one_of(
        st.sampled_from(games + written),
        st.lists(st.sampled_from(games), min_size=2, max_size=3).map(b"".join),
        st.binary(max_size=200),
        st.text(max_size=200).map(lambda text: f"MBN 1\n{text}".encode("utf-8", "replace")),
    )
    lines = st.sampled_from(
        [json.dumps(to_json(bornes.parse(game.decode()))).encode() + b"\n" for game in games]
    )
    schemathesis.openapi.media_type("text/vnd.mille-bornes-notation", records)
    schemathesis.openapi.media_type("text/plain", records)
    schemathesis.openapi.media_type("application/jsonl", lines)
    event = (CORPUS / "tournament/tournament.yaml").read_bytes()
    schemathesis.openapi.media_type("application/yaml", st.sampled_from([event, b"event: [", b"\xff", b""]))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _report(stream: Iterator[events.EngineEvent]) -> int:
    cases: Counter[str] = Counter()
    found = 0
    for event in stream:
        if isinstance(event, events.ScenarioFinished):
            cases[event.phase.value] += len(event.recorder.cases)
            for checks in event.recorder.checks.values():
                for check in checks:
                    if check.status == Status.FAILURE:
                        found += 1
                        _say(f"{event.label}: {check.name}: {check.failure_info}"[:1500])
        elif isinstance(event, events.NonFatalError):
            found += 1
            _say(f"{event.label}: {event.value!r}"[:1500])
        elif isinstance(event, events.FatalError):
            found += 1
            _say(repr(event.exception))
    total = sum(cases.values())
    named = ", ".join(f"{count} {phase}" for phase, count in cases.items())
    _say(f"{total} cases ({named}); {found} findings")
    return int(bool(found) or total < LEAST_CASES)


if __name__ == "__main__":
    sys.exit(main())
