"""Tables of policies: the states of a level as a NumPy archive or a Parquet file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from importlib import import_module
from itertools import chain, islice
from typing import Any, BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
from numpy.lib.format import write_array
from numpy.typing import NDArray

from sokosolve.policy.fast_policy import FastPolicy, PolicyBlock
from sokosolve.policy.policy_kernel import DEAD
from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.oracle.optimal_policy import PolicyState

_ROWS = 1 << 16
"""Rows, at least, that are converted at a time; in Parquet, a row group."""

_Columns = Mapping[str, NDArray[Any]]  # Any: the columns have several types


class Table(NamedTuple):
    """Table to write: states of a level of a file, and the objective whose counts they have."""

    file: str
    number: int
    level: Level
    objective: Objective
    states: Iterable[PolicyState] | FastPolicy


class _Size(NamedTuple):
    """Numbers of rows: all, and those of dead states."""

    states: int
    dead: int


def _write_npz(table: Table, file: BinaryIO) -> _Size:
    """Write the columns as a compressed NumPy archive, with `file`, `level`, `xsb` and `objective` as scalars."""
    blocks = list(columns_in_blocks(table))
    # The columns are joined one at a time, so that there is one copy of the table.
    columns = ((name, np.concatenate([block[name] for block in blocks])) for name in blocks[0])
    scalars = {"file": table.file, "level": table.number, **_texts(table)}
    write_archive(chain(scalars.items(), columns), file)
    return _size(block["dead"] for block in blocks)


def write_archive(columns: Iterable[tuple[str, object]], file: BinaryIO) -> None:
    """Write a compressed NumPy archive, as `numpy.savez_compressed` does, for which a column cannot be named `file`."""
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, column in columns:
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                write_array(member, np.asarray(column), allow_pickle=False)


def _write_parquet(table: Table, file: BinaryIO) -> _Size:
    """Write a Parquet file with `file` and `level` in each row, and `xsb` and `objective` as metadata."""
    arrow: Any = import_module("pyarrow")  # Any: it has no types
    parquet: Any = import_module("pyarrow.parquet")
    dead = []
    with ExitStack() as stack:
        writer: Any = None
        for block in columns_in_blocks(table):
            group = arrow.table(_arrow_columns(arrow, table, block), metadata=_texts(table))
            writer = writer or stack.enter_context(parquet.ParquetWriter(file, group.schema))
            writer.write_table(group)
            dead.append(block["dead"])
    return _size(dead)


WRITERS: Mapping[str, Callable[[Table, BinaryIO], _Size]] = {"npz": _write_npz, "parquet": _write_parquet}
"""The formats, by their suffixes."""


def _texts(table: Table) -> dict[str, str]:
    return {"xsb": str(table.level), "objective": str(table.objective)}


def columns_in_blocks(table: Table) -> Iterator[_Columns]:
    """Yield the columns of a table for some rows at a time."""
    states, counts = table.states, table.objective.counts
    for block in states.blocks(_ROWS) if isinstance(states, FastPolicy) else _blocks_of(states, len(counts)):
        yield {
            "boxes": block.boxes,
            "player": block.player,
            **{name: block.costs[:, place] for place, name in enumerate(counts)},
            "dead": block.dead,
            "actions": block.actions,
        }


def _blocks_of(states: Iterable[PolicyState], counts: int) -> Iterator[PolicyBlock]:
    rows = iter(states)
    lost = (DEAD,) * counts
    while block := list(islice(rows, _ROWS)):
        boxes, player, cost, actions = zip(*block, strict=True)
        yield PolicyBlock(
            np.array(boxes, dtype=np.uint32),
            np.array(player, dtype=np.uint32),
            np.array([lost if each is None else each for each in cost], dtype=np.int32),
            np.array([each is None for each in cost]),
            np.array(actions, dtype=np.uint8),
        )


def _size(dead: Iterable[NDArray[np.bool_]]) -> _Size:
    """Return the numbers of rows, given the column `dead` of each block."""
    every = np.concatenate(list(dead))
    return _Size(len(every), int(every.sum()))


def _arrow_columns(arrow: Any, table: Table, block: _Columns) -> dict[str, Any]:
    rows = len(block["player"])
    return {
        "file": arrow.array([table.file] * rows).dictionary_encode(),
        "level": arrow.array([table.number] * rows, arrow.uint32()),
        **{name: _arrow_column(arrow, column) for name, column in block.items()},
    }


def _arrow_column(arrow: Any, column: NDArray[Any]) -> Any:
    if column.ndim == 1:
        return arrow.array(column)
    offsets = np.arange(0, column.size + 1, column.shape[1], dtype=np.int32)
    return arrow.ListArray.from_arrays(offsets, column.ravel())
