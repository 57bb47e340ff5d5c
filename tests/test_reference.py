"""The second checker, written from spec/ alone, says of every record what the judge says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reference import NODE, SecondChecker, differences, variants

pytestmark = pytest.mark.skipif(NODE is None, reason="the second checker needs Node, which is not installed")

GAMES = 40
PEERS = sorted((Path(__file__).parent.parent / "fixtures/peers").glob("*.mbn"))


@pytest.fixture(scope="module")
def second() -> Iterator[SecondChecker]:
    checker = SecondChecker()
    yield checker
    checker.close()


@pytest.mark.parametrize("seed", range(GAMES))
def test_made_up_games(second: SecondChecker, seed: int) -> None:
    for text, policy in variants(seed):
        assert differences(text, second, policy) == [], text


@pytest.mark.parametrize("path", PEERS, ids=lambda path: path.stem)
def test_games_of_other_programs(second: SecondChecker, path: Path) -> None:
    records = path.read_text(encoding="utf-8").split("MBN 1\n")[1:]

    for record in records[:6]:
        assert differences(f"MBN 1\n{record}", second) == []
