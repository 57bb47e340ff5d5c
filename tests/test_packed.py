"""What is packed is read whole, or not taken for whole."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from click.testing import CliRunner

from bornes_api.cli import group
from bornes_api.packed import PackedError, unpacked

TEXT = (Path(__file__).parent.parent / "fixtures/club-night.mbn").read_bytes() * 3
SKIPPABLE = b"\x5a\x2a\x4d\x18\x05\x00\x00\x00index"


def gzipped(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


PACK = {"gzip": gzipped, "zstd": zstandard.compress}


def with_checksum(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True, write_content_size=False).compress(data)


def unpack(data: bytes) -> bytes:
    return b"".join(unpacked(io.BytesIO(data)))


@pytest.mark.parametrize(
    "packed",
    [
        TEXT,
        gzipped(TEXT),
        gzipped(TEXT[:500]) + gzipped(b"") + gzipped(TEXT[500:]),
        zstandard.compress(TEXT),
        with_checksum(TEXT),
        zstandard.compress(TEXT[:500]) + zstandard.compress(b"") + with_checksum(TEXT[500:]),
        SKIPPABLE + zstandard.compress(TEXT),
        SKIPPABLE * 2 + zstandard.compress(TEXT[:9]) + SKIPPABLE + zstandard.compress(TEXT[9:]) + SKIPPABLE,
    ],
)
def test_packed_text_is_read_whole(packed: bytes) -> None:
    assert unpack(packed) == TEXT


@pytest.mark.parametrize("packed", [b"", gzipped(b""), zstandard.compress(b""), SKIPPABLE])
def test_nothing_is_read_from_what_holds_nothing(packed: bytes) -> None:
    assert unpack(packed) == b""


def test_large_frames_are_read_in_pieces() -> None:
    longest = max(map(len, unpacked(io.BytesIO(zstandard.compress(bytes(200_000_000))))))

    assert longest < 1 << 25


class Dripping:
    """Gives a byte at a time, as a pipe may."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def read(self, size: int, /) -> bytes:
        return self._data.read(min(size, 1))


@pytest.mark.parametrize("pack", PACK.values(), ids=PACK)
def test_a_slow_pipe_does_not_hide_that_it_is_packed(pack: Callable[[bytes], bytes]) -> None:
    assert b"".join(unpacked(Dripping(pack(TEXT)))) == TEXT


@pytest.mark.parametrize(
    ("packed", "recognised"),
    [
        (gzipped(TEXT), 2),
        (zstandard.compress(TEXT), 4),
        (with_checksum(TEXT), 4),
        (SKIPPABLE + zstandard.compress(TEXT), 4),
    ],
    ids=["gzip", "zstd", "zstd with checksum", "skippable frame first"],
)
def test_no_truncated_file_is_taken_for_a_whole_one(packed: bytes, recognised: int) -> None:
    for end in range(1, len(packed)):
        if packed[:end] == SKIPPABLE:
            continue  # whole frames: nothing is missing that the file tells of
        if end < recognised:
            assert unpack(packed[:end]) == packed[:end]  # no record at all
        else:
            with pytest.raises(PackedError, match="damaged"):
                unpack(packed[:end])


@pytest.mark.parametrize("pack", PACK.values(), ids=PACK)
def test_no_truncated_second_part_is_taken_for_a_whole_one(pack: Callable[[bytes], bytes]) -> None:
    first, second = pack(TEXT[:500]), pack(TEXT[500:])
    for end in range(1, len(second)):
        with pytest.raises(PackedError, match="damaged"):
            unpack(first + second[:end])


@pytest.mark.parametrize("pack", PACK.values(), ids=PACK)
@pytest.mark.parametrize("junk", [b"x", b"MBN 1\n", TEXT])
def test_what_follows_packed_data_is_no_text(pack: Callable[[bytes], bytes], junk: bytes) -> None:
    with pytest.raises(PackedError, match="damaged"):
        unpack(pack(TEXT) + junk)


@pytest.mark.parametrize("pack", PACK.values(), ids=PACK)
def test_a_truncated_file_gives_exit_status_2(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "club-night.mbn"
    packed = pack(TEXT)
    for end in range(1, len(packed), len(packed) // 12):
        path.write_bytes(packed[:end])
        result = CliRunner().invoke(group, ["check", str(path)])

        assert result.exit_code == 2, end


def test_without_the_extra_zstd_is_an_error_that_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def nothing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("bornes_api.packed.import_module", nothing)
    path = tmp_path / "club-night.mbn.zst"
    path.write_bytes(zstandard.compress(TEXT))
    result = CliRunner().invoke(group, ["check", str(path)])

    assert result.exit_code == 2
    assert result.stderr == f"bornes: {path}: is packed with zstd; install bornes[zstd] to read it\n"


def test_records_before_the_damage_are_judged(tmp_path: Path) -> None:
    path = tmp_path / "club-night.mbn.gz"
    path.write_bytes(gzipped(TEXT) + b"junk")
    result = CliRunner().invoke(group, ["check", str(path)])

    assert result.exit_code == 2
    assert [line.split()[2] for line in result.stdout.splitlines() if ": record " in line] == ["1", "2"]
    assert "packed data is damaged" in result.stderr
    assert result.stderr.endswith("; judged up to line 26\n")
