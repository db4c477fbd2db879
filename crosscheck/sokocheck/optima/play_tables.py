"""The files of a data set of optimal plays: a table with a row for each play, and a README about the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sokocheck.application.vocabulary import text_of
from sokocheck.batch.policy_tables import write_archive
from sokocheck.batch.results_file import Record
from sokospec import __version__
from sokospec.answer import Verdict
from sokospec.errors import quantify

_TEXTS = ("file", "digest", "objective", "lurd", "sha256", "xsb")
_NUMBERS = ("level", "moves", "pushes")
_LISTS = ("actions", "moves_to_go", "pushes_to_go")
_LETTERS = "udlr"

_Row = Mapping[str, Any]  # Any: texts, numbers and arrays


class LevelPlays(NamedTuple):
    """A level with the record of its plays, and its board if the data set is to have it."""

    record: Record
    xsb: str | None = None


def rows_of(levels: Iterable[LevelPlays]) -> list[_Row]:
    """Return a row for each play.

    Before each action, `moves_to_go` and `pushes_to_go` are what the play has left. Each part of an optimal play is
    optimal, so these are exact for the counts of its objective.
    """
    rows: list[_Row] = []
    for record, xsb in levels:
        shared = {"file": record["file"], "level": record["level"], "digest": record["digest"]}
        board = {} if xsb is None else {"xsb": xsb}
        rows += [{**shared, **play, **_steps(play["lurd"]), **board} for play in record["plays"] or []]
    return rows


def _steps(lurd: str) -> dict[str, NDArray[Any]]:  # Any: arrays of several types
    pushed = np.array([letter.isupper() for letter in lurd], dtype=np.int32)
    return {
        "actions": np.array([_LETTERS.index(letter) for letter in lurd.lower()], dtype=np.uint8),
        "moves_to_go": np.arange(len(lurd), 0, -1, dtype=np.int32),
        "pushes_to_go": pushed[::-1].cumsum(dtype=np.int32)[::-1],
    }


def _write_npz(rows: Sequence[_Row], file: BinaryIO) -> None:
    """Write a NumPy archive. The lists of all plays are joined; that of play i begins at `first[i]`."""
    columns: dict[str, NDArray[Any]] = {name: np.array([row[name] for row in rows]) for name in _names(rows, _TEXTS)}
    columns |= {name: np.array([row[name] for row in rows], dtype=np.int32) for name in _NUMBERS}
    columns["first"] = np.cumsum([0, *(row["moves"] for row in rows)], dtype=np.int64)[:-1]
    for name in _LISTS:
        empty = np.zeros(0, dtype=np.uint8 if name == "actions" else np.int32)
        columns[name] = np.concatenate([empty, *(row[name] for row in rows)])
    write_archive(columns.items(), file)


def _write_parquet(rows: Sequence[_Row], file: BinaryIO) -> None:
    """Write a Parquet file."""
    arrow: Any = import_module("pyarrow")  # Any: it has no types
    parquet: Any = import_module("pyarrow.parquet")
    types = {name: arrow.string() for name in _names(rows, _TEXTS)} | {name: arrow.int32() for name in _NUMBERS}
    types |= {name: arrow.list_(arrow.uint8() if name == "actions" else arrow.int32()) for name in _LISTS}
    columns = {name: arrow.array([row[name] for row in rows], kind) for name, kind in types.items()}
    parquet.write_table(arrow.table(columns), file)


WRITERS: Mapping[str, Callable[[Sequence[_Row], BinaryIO], None]] = {"npz": _write_npz, "parquet": _write_parquet}
"""The formats, by their suffixes."""


def _names(rows: Sequence[_Row], names: Sequence[str]) -> list[str]:
    return [name for name in names if name != "xsb" or (rows and "xsb" in rows[0])]


def datasheet(table: str, records: Sequence[Record], digests: Mapping[str, str], *, boards: bool) -> str:
    """Return the README as Markdown; `digests` has the SHA-256 of each file of levels."""
    verdicts = Counter(Verdict(record["verdict"]) for record in records)
    plays = sum(len(record["plays"] or ()) for record in records)
    certificates = sum(record.get("certificates") or 0 for record in records)
    counts = ", ".join(f"{count:,} {text_of(verdict)}" for verdict, count in sorted(verdicts.items()))
    sources = "".join(f"| `{file}` | `{digest}` |\n" for file, digest in digests.items())
    licence = "Boards (`xsb`) are included; they have the licence of their authors." if boards else _REFERENCES
    return _SHEET.format(
        levels=quantify(len(records), "level"),
        counts=counts,
        plays=f"{plays:,}",
        certificates=f"{certificates:,}",
        table=table,
        version=__version__,
        sources=sources,
        licence=licence,
        board="| `xsb` | the board |\n" if boards else "",
    )


_REFERENCES = (
    "The boards are not included, so their licence does not matter here: `file`, `level` and `digest` refer to them."
)

_SHEET = """# Optimal plays of Sokoban levels

{levels}: {counts}. {plays} plays, one for each objective: fewest pushes, fewest moves, and both in either order.

## Columns of {table}

| column | meaning |
|---|---|
| `file`, `level` | file of the level, and its number there, from 1 |
| `digest` | 12 digits of the SHA-256 of the level as XSB, as sokospec prints it |
| `objective` | `pushes`, `moves`, `pushes-moves` or `moves-pushes`: what the play minimises |
| `moves`, `pushes` | the counts of the whole play |
| `lurd` | the play: u, d, l, r; capitals push |
| `actions` | the same as numbers: 0 up, 1 down, 2 left, 3 right |
| `moves_to_go`, `pushes_to_go` | what the play has left before each action |
| `sha256` | digest of the certificate of the optimum |
{board}
Each part of an optimal play is optimal. So `moves_to_go` and `pushes_to_go` are the exact cost-to-go for the counts of
the play's objective. In a NumPy archive the lists of all plays are joined; `first` has the place where each begins.

## How it was made

The fast solver of Sokospec {version} wrote certificates of the optima, and of levels without solution. The fast checker
(`sokospec verify --fast`) accepted all {certificates}. The reference engine replayed each play. The optima of the four
objectives agree. Each certificate can be made again with this version:
`sokospec solve FILE --level N --objective OBJECTIVE --certificate CERTIFICATE`. The verdicts of all levels are in
`_records.jsonl`.

## Sources

| file | SHA-256 |
|---|---|
{sources}
{licence}
"""
