"""Records of `batch`, of `solve --json` and of benchmarks, as rows of one kind."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sokocli.inputs import content_of
from sokocli.many.ledger import Record
from sokospec.answer import Objective, Verdict
from sokospec.errors import SokobanError

SOLVED = (Verdict.OPTIMAL, Verdict.SOLVED)

Identity = tuple[object, ...]
"""Something that only records of the same level share, or of levels that play alike."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one run says of one level; `run` is the file of the records, with what tells several runs in it apart.

    `key` is what `batch` makes of the level's normal form, `digest` what the level itself gives; both may be missing.
    """

    run: str
    file: str
    level: int
    title: str
    objective: Objective
    verdict: str
    moves: int | None
    pushes: int | None
    lurd: str | None
    lower_bound: int | None
    expanded: int | None
    seconds: float | None
    peak_rss_mib: float | None
    key: str | None = None
    digest: str | None = None
    failed: bool = False

    @property
    def name(self) -> str:
        """The level, as texts name it."""
        return f"{self.file}:{self.level}" + (f" {self.title!r}" if self.title else "")

    @property
    def place(self) -> tuple[str, int]:
        """The name of the level's file, without folders, and its number there."""
        return Path(self.file).name, self.level

    @property
    def solved(self) -> bool:
        """Whether it has a solution."""
        return self.verdict in SOLVED

    @property
    def cost(self) -> tuple[int, ...]:
        """What the objective makes of the solution; empty without one, or if the objective is `any`."""
        if self.moves is None or self.pushes is None:
            return ()
        return self.objective.cost(self.moves, self.pushes)

    @property
    def identities(self) -> list[Identity]:
        """By what a row of the same level is known; two of one place are of two levels if their digests differ."""
        found: list[Identity] = []
        if self.digest is not None:
            found.append(("digest", self.digest))
        if self.key is not None:
            found.append(("key", self.key))
        return [*found, ("place", *self.place)]


def rows_of(path: Path) -> tuple[list[Row], list[str]]:
    """Return the rows of a file of records, and what was wrong with it though it can be read.

    Of several records of one level with the same options the last one counts. Raises `SokobanError` for a file of
    another kind.
    """
    data = content_of(str(path))
    notes: list[str] = []
    if not data.endswith(b"\n") and data:
        notes.append(f"{path}: the last line is torn, and left out")
    try:
        whole = _json(data)
        if isinstance(whole, dict) and "rows" in whole:
            return list(_benchmark(str(path), whole)), []
        return list(_lines(str(path), data)), notes
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise SokobanError(f"{path}: no records of batch, solve or a benchmark: {error!r}") from None


def _json(data: bytes) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None  # several lines, each of them a record


def _lines(run: str, data: bytes) -> Iterator[Row]:
    latest: dict[tuple[object, ...], tuple[Row, Record]] = {}
    settings: dict[str, Record] = {}  # all the options that records of this file were made with
    head: Record | None = None
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            raise ValueError(f"line {number} is not JSON") from None
        if number == 1 and "parameters" in record:  # the journal of a benchmark
            head = record
        elif head is not None:
            yield from _benchmark(run, {**head, "rows": [record]})
        else:
            row = _row(run, record)
            options = record.get("options") or {}
            settings[json.dumps(options, sort_keys=True)] = options
            latest[row.file, row.level, record.get("search", row.objective)] = row, options
    told = [name for name in _names(settings.values()) if len({str(each.get(name)) for each in settings.values()}) > 1]
    for row, options in latest.values():
        apart = ", ".join(f"{name} {options.get(name)}" for name in told if options)
        yield replace(row, run=f"{run}, {apart}") if apart else row


def _names(settings: Iterable[Record]) -> list[str]:
    return list(dict.fromkeys(name for each in settings if each for name in each))


def _row(run: str, record: Record) -> Row:
    seconds, peak = record["seconds"], record["peak_rss_mib"]
    return _checked(
        Row(
            run=run,
            file=str(record["file"]),
            level=int(record["level"]),
            title=str(record.get("title") or ""),
            objective=Objective(record["objective"]),
            verdict=str(record["verdict"]),
            moves=record["moves"],
            pushes=record["pushes"],
            lurd=record["lurd"],
            lower_bound=record["lower_bound"],
            expanded=record["expanded"],
            seconds=None if seconds is None else float(seconds),
            peak_rss_mib=None if peak is None else float(peak),
            key=record.get("key"),
            digest=record.get("digest"),
            failed="failed" in record,
        )
    )


def _benchmark(run: str, whole: dict[str, Any]) -> Iterator[Row]:  # whatever JSON holds
    objective = Objective(whole["parameters"]["objective"])
    for record in whole["rows"]:
        yield _checked(
            Row(
                run=f"{run}, {record['solver']}",
                file=str(record["file"]),
                level=int(record["level"]),
                title=str(record["title"] or ""),
                objective=objective,
                verdict=str(record["verdict"]),
                moves=record["moves"],
                pushes=record["pushes"],
                lurd=None,
                lower_bound=record["lower_bound"],
                expanded=record["expanded"],
                seconds=float(record["cpu_seconds"]),
                peak_rss_mib=float(record["peak_rss_mib"]),
                digest=record["digest"],
                failed=record["verdict"] == "CRASHED",
            )
        )


def _checked(row: Row) -> Row:
    """Return a row whose values are of the right types; raises `TypeError` otherwise."""
    for name in ("moves", "pushes", "lower_bound", "expanded"):
        if not isinstance(getattr(row, name), int | None):
            raise TypeError(f"{name} of {row.name} is no number")
    for name in ("lurd", "key", "digest"):
        if not isinstance(getattr(row, name), str | None):
            raise TypeError(f"{name} of {row.name} is no text")
    return row
