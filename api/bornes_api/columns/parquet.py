"""Rows as Arrow tables, and tables as one Parquet file: row groups of equal size, memory flat."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO
from uuid import uuid4

from bornes_api import __version__
from bornes_api.columns.schema import arrow, arrow_schema

GROUP_ROWS = 16_384
"""Rows of a row group: some 40 MB while it is made, half a megabyte on disk. Only the last group of a file has fewer."""


UNFINISHED = ".part"
"""How the name of a file ends that is being written."""


def table_of(rows: Sequence[dict[str, Any]]) -> Any:
    """The rows as a `pyarrow.Table` of `arrow_schema`.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    schema = arrow_schema()
    columns = [_array([row[field.name] for row in rows], field.type) for field in schema]
    return arrow().Table.from_arrays(columns, schema=schema)


def _array(values: list[Any], kind: Any) -> Any:
    """The values as an Arrow array, member by member: several times as quick as row by row."""
    pa = arrow()
    if pa.types.is_list(kind):
        offsets = [0]
        for value in values:
            offsets.append(offsets[-1] + len(value))
        items = _array([item for value in values for item in value], kind.value_type)
        return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), items, type=kind)
    if pa.types.is_struct(kind):
        members = [_array([value[field.name] for value in values], field.type) for field in kind]
        return pa.StructArray.from_arrays(members, fields=list(kind))
    return pa.array(values, kind)


def in_groups(tables: Iterable[Any], rows: int = GROUP_ROWS) -> Iterator[Any]:
    """The same rows in tables of so many each, the last one perhaps of fewer; none if there is no row.

    So the bytes of a file do not depend on how its rows were brought together.
    """
    pa = arrow()
    held: list[Any] = []
    count = 0
    for table in tables:
        held.append(table)
        count += table.num_rows
        while count >= rows:
            whole = pa.concat_tables(held)
            yield whole.slice(0, rows).combine_chunks()
            held = [whole.slice(rows)]
            count -= rows
    if count:
        yield pa.concat_tables(held).combine_chunks()


def write_parquet(tables: Iterable[Any], sink: BinaryIO) -> int:
    """Writes the tables as one Parquet file; how many rows that were.

    Equal rows give equal bytes (with the same pyarrow). The metadata of the file names the version of bornes
    (``bornes.version``), that of the columns (``bornes.columns``) and the rulesets that the records were
    judged by (``bornes.rulesets``: ``bsd-mille@1 winning-moves@1``).

    Raises:
        MissingExtraError: pyarrow is not installed.
        OSError: The file cannot be written.
    """
    parquet, compute = arrow("pyarrow.parquet"), arrow("pyarrow.compute")
    rulesets: set[str] = set()
    count = 0
    with parquet.ParquetWriter(sink, arrow_schema(), compression="zstd") as writer:
        for table in in_groups(tables):
            names = compute.binary_join_element_wise(table["ruleset"], table["ruleset_version"], "@")
            rulesets.update(name for name in compute.unique(names).to_pylist() if name is not None)
            writer.write_table(table, row_group_size=GROUP_ROWS)
            count += table.num_rows
        writer.add_key_value_metadata(
            {"bornes.version": __version__, "bornes.rulesets": " ".join(sorted(rulesets))}
        )
    return count


@contextmanager
def finished_or_absent(path: str) -> Iterator[BinaryIO]:
    """A file that gets its name when all of it is written, and vanishes if that fails.

    What exists and is no file (a pipe, a device) is written to as it is.

    Raises:
        OSError: It cannot be written.
    """
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):  # noqa: PTH110, PTH113 - a plain path, as everywhere here
        with open(target, "wb") as stream:  # noqa: PTH123 - the same
            yield stream
        return
    # Two machines may write the same file at the same time.
    unfinished = f"{target}.{uuid4().hex}{UNFINISHED}"
    try:
        with open(unfinished, "wb") as stream:  # noqa: PTH123 - the same
            yield stream
        os.replace(unfinished, target)  # noqa: PTH105 - the same
    finally:
        with suppress(FileNotFoundError):
            os.unlink(unfinished)  # noqa: PTH108 - the same


def write_to(path: str | None, tables: Iterable[Any]) -> int:
    """Writes the tables to a file, or to standard output if the path is None; how many rows that were.

    Raises:
        MissingExtraError: pyarrow is not installed.
        OSError: The file cannot be written.
    """
    if path is None:
        return write_parquet(tables, sys.stdout.buffer)
    with finished_or_absent(path) as stream:
        return write_parquet(tables, stream)
