"""Copies of the worked tournament, for tests that change something in it."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

WORKED = Path(__file__).parent.parent / "fixtures/tournament"
RULED = ("round-2/table-2.mbn", "ruling retract X MB230 ; seen at once by the opponent\n")
"""The first ruling that stands in a record of it: X (Novák) laid 75 on a flat tyre."""

_FAULTS = {
    "round-1/table-2.mbn": [("80. Y (75) /75\n", "")],
    "round-2/table-3.mbn": [("30. X (75) 50\n", "30. X (75) 50\nend trip X 1600 Y 650\n")],
    "round-3/table-2.mbn": [("21. Y (100) 75", "21. Y (100) /75"), ("Y 175", "Y 100")],
    "round-4/table-4.mbn": [("(75 25)", "(75)")],
    "round-6/table-3.mbn": [("20. Y (75) 75", "20. Y (75) /75"), ("Y 200", "Y 125")],
    "round-7/table-2.mbn": [(" Y! F*\nruling retract Y MB302 ; an R+ is no hazard\n", "\n")],
    "round-7/table-3.mbn": [("Y 800", "Y 500")],
    "round-7/table-4.mbn": [("78. Y (200) R+", "78. Y (200) /R+")],
}
"""What else was put into records by hand, with what stood there before."""


def edit(folder: Path, file: str, old: str, new: str) -> None:
    """Puts a text in the place of the first such one in a file, which must have it."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, (file, old)
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def copy_of(place: Path) -> Path:
    """The worked tournament, to be changed."""
    return Path(copytree(WORKED, place))


def faultless_copy(place: Path) -> Path:
    """The worked tournament without policies, without a ledger, and without faults but that of `RULED`."""
    folder = copy_of(place)
    (folder / "rulings.jsonl").unlink()
    for file, edits in _FAULTS.items():
        for old, new in edits:
            edit(folder, file, old, new)
    yaml = (folder / "tournament.yaml").read_text(encoding="utf-8")
    before, policies = yaml.split("policies:\n")
    (folder / "tournament.yaml").write_text(before + policies.split("\n\n", 1)[1], encoding="utf-8")
    return folder
