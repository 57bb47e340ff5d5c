"""A record inside an address: packed small enough, every state of its replay can be linked without a store."""

from __future__ import annotations

import base64
import binascii
import zlib

_WORDS = (
    b"MBN 1\nEvent: Date: Round: Site: Options: Ruleset: dujardin-classic\nRuleset: winning-moves\nX: Y: Z: X1: Y1: X2: Y2: "
    b"\n\nhand 1 first X\nsetup X battle=R+ speed=L- safeties=A* km=\npile \nruling retract \nend exhausted X Y \nend trip X \n"
    b"result X Y won \n. X (R+) R+\n. Y (F+) /L+\n. X (100) 100\n. Y (75) L->X\n. X (50) A->Y\ndeal X A+ F+ T- L- 25 50 75 100 200 "
)
"""Text that records begin with, so that a short one packs well. Part of every address: never change it."""


class PackedError(ValueError):
    """What stands in an address is no packed record."""


def pack(data: bytes) -> str:
    """A record as characters that may stand in a query."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS)
    packed = packer.compress(data) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def unpack(packed: str, most_bytes: int) -> bytes:
    """A record that `pack` made.

    Raises:
        PackedError: it is not one, or unpacks to more than `most_bytes`.
    """
    try:
        data = base64.b64decode(packed.encode("ascii") + b"=" * (-len(packed) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj(-15, zdict=_WORDS)
        record = unpacker.decompress(data, most_bytes)
    except (UnicodeError, binascii.Error, zlib.error) as error:
        raise PackedError("the record in the address is damaged") from error
    if not unpacker.eof or unpacker.unused_data:
        raise PackedError(f"the record in the address is damaged, or longer than {most_bytes} bytes")
    return record
