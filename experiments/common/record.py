"""The record of a benchmark: one row for each solver and level, kept as it comes, so that no crash loses a result."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO, TypeAlias

from sokocheck.application.outputs import write_text
from sokospec.errors import SokobanError

SCHEMA = 1
RECORD, JOURNAL = "record.json", "rows.jsonl"

Key: TypeAlias = tuple[str, str, int, str]
"""What a row is about: solver, file, level, digest of the level."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """What must be the same for two rows to be comparable: objective, and CPU seconds and MiB for each level."""

    objective: str
    time_limit: float
    memory_limit: float


@dataclass(frozen=True, slots=True)
class Row:
    """What one solver did on one level.

    `without` names what was switched off in our solver and is None for somebody else's. `verdict` is one of Sokospec's,
    or `INVALID` (its solution is none), `NOTHING` (it gave none), `CRASHED`; `note` says more about these. `squares`
    counts the floor that the player could walk on if no box stood there. `digest` identifies the level, `commit` our
    code, `lurd` our solution.
    """

    solver: str
    without: tuple[str, ...] | None
    file: str
    level: int
    title: str
    digest: str
    boxes: int
    squares: int
    verdict: str
    moves: int | None
    pushes: int | None
    lower_bound: int | None
    cpu_seconds: float
    wall_seconds: float
    peak_rss_mib: float
    expanded: int | None
    generated: int | None
    note: str
    commit: str
    lurd: str | None = None

    @property
    def place(self) -> tuple[str, int, str]:
        """The level that the row is about."""
        return self.file, self.level, self.digest

    @property
    def key(self) -> Key:
        """What no second row may share."""
        return self.solver, *self.place


@dataclass(frozen=True, slots=True)
class Run:
    """One call of the benchmark: when, with which options, of which code, on what machine."""

    date: str
    arguments: tuple[str, ...]
    commit: str
    machine: dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Record:
    """All rows that were measured with the same parameters, and the runs that measured them."""

    parameters: Parameters
    runs: tuple[Run, ...]
    rows: tuple[Row, ...]


def load(path: Path) -> Record:
    """Return the record of a JSON file; raises `SokobanError` for a file that is none."""
    text = path.read_text(encoding="utf-8")
    try:
        return _record(_unfinished(text) if path.name == JOURNAL else json.loads(text))
    except (ValueError, LookupError, TypeError) as error:
        raise SokobanError(f"{path}: no record of a benchmark that this version reads: {error!r}") from None


def save(record: Record, path: Path) -> None:
    """Write a record, a row to a line; the file holds the old record or the new one, never half of one."""
    head = {"schema": SCHEMA, "parameters": asdict(record.parameters), "runs": [asdict(run) for run in record.runs]}
    rows = ",\n".join(f"    {json.dumps(asdict(row))}" for row in record.rows)
    text = json.dumps(head, indent=2).removesuffix("\n}") + f',\n  "rows": [\n{rows}\n  ]\n}}\n'
    write_text(path, text)


class Journal:
    """The record while it grows: each row is added to a file of lines at once, and `fold` makes these the record.

    Without a folder the rows are kept in memory alone. Where the folder holds a record already, it is continued.
    """

    def __init__(self, folder: Path | None, parameters: Parameters, run: Run) -> None:
        """Read what the folder holds; raises `SokobanError` when it was measured with other parameters."""
        self.folder = folder
        self.parameters = parameters
        self.runs: list[Run] = []
        self.rows: dict[Key, Row] = {}
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            for path in (folder / RECORD, folder / JOURNAL):
                if path.exists():
                    self._take(load(path))
        self.runs.append(run)
        self.fold()  # what a crash left behind is safe now
        if folder is not None:
            head = {"schema": SCHEMA, "parameters": asdict(parameters), "runs": [asdict(run)]}
            write_text(folder / JOURNAL, json.dumps(head) + "\n")

    def add(self, row: Row) -> None:
        """Keep a row; it is on the disk when this returns."""
        self.rows[row.key] = row
        if self.folder is not None:
            with (self.folder / JOURNAL).open("a", encoding="utf-8") as file:
                _write(file, json.dumps(asdict(row)) + "\n")

    def record(self) -> Record:
        """Return all rows so far, in the order in which they came."""
        return Record(self.parameters, tuple(self.runs), tuple(self.rows.values()))

    def fold(self) -> None:
        """Write the record and drop the lines."""
        if self.folder is not None:
            save(self.record(), self.folder / RECORD)
            (self.folder / JOURNAL).unlink(missing_ok=True)

    def _take(self, past: Record) -> None:
        if past.parameters != self.parameters:
            raise SokobanError(f"{self.folder} holds results for {past.parameters}; choose another folder")
        self.runs.extend(run for run in past.runs if run not in self.runs)
        self.rows.update((row.key, row) for row in past.rows)


def _unfinished(lines: str) -> dict[str, Any]:  # as `_record` takes it
    """Return what a journal holds: its head, then rows; a crash may have torn the last line."""
    head, *rows = map(json.loads, lines.split("\n")[:-1])
    return {**head, "rows": rows}


def _record(found: Any) -> Record:  # whatever a file holds
    if found["schema"] != SCHEMA:
        raise ValueError(f"schema {found['schema']} is not {SCHEMA}")
    return Record(
        Parameters(**found["parameters"]),
        tuple(Run(**run | {"arguments": tuple(run["arguments"])}) for run in found["runs"]),
        tuple(
            Row(**row | {"without": None if row["without"] is None else tuple(row["without"])}) for row in found["rows"]
        ),
    )


def _write(file: TextIO, text: str) -> None:
    """Write a text and wait until it is on the disk."""
    file.write(text)
    file.flush()
    os.fsync(file.fileno())
