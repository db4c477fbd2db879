"""Uniform rows from records of `batch`, `solve --json` and benchmarks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sokocheck.application import json_fields
from sokocheck.application.input_levels import content_of
from sokocheck.application.terminal_text import in_a_line
from sokocheck.batch.results_file import Record
from sokospec.answer import Objective, Verdict
from sokospec.errors import SokobanError

_SOLVED = (Verdict.OPTIMAL, Verdict.SOLVED)

Identity = tuple[object, ...]
"""Something that only records of the same level share, or of levels that play alike."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One run's answer for one level; `run` is the records' file with distinguishing options.

    `key`: of the level's normal form; `digest`: of the level itself. `superseded`: a later record exists.
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
    superseded: bool = False

    @property
    def name(self) -> str:
        return f"{in_a_line(self.file)}:{self.level}" + (f" {self.title!r}" if self.title else "")

    @property
    def place(self) -> tuple[str, int]:
        return Path(self.file).name, self.level

    @property
    def is_solved(self) -> bool:
        return self.verdict in _SOLVED

    @property
    def cost(self) -> tuple[int, ...]:
        """The solution's cost for the objective; empty without one."""
        if self.moves is None or self.pushes is None:
            return ()
        return self.objective.cost(self.moves, self.pushes)

    @property
    def identities(self) -> list[Identity]:
        """Keys that identify the level; rows of one place with different digests are different levels."""
        found: list[Identity] = []
        if self.digest is not None:
            found.append(("digest", self.digest))
        if self.key is not None:
            found.append(("key", self.key))
        return [*found, ("place", *self.place)]


def rows_of(path: Path) -> tuple[list[ResultRow], list[str]]:
    """Return the rows of a file of records, and warnings.

    Of several records of one level with equal options the last one counts.
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
    except KeyError as error:
        why = f"there is no {error}"
    except ValueError as error:
        why = str(error)
    raise SokobanError(f"{path}: not records of batch, solve or a benchmark: {why}")


def _json(data: bytes) -> object:
    try:
        return json_fields.json_value(data)
    except ValueError:
        return None  # several lines, each of them a record


def _lines(run: str, data: bytes) -> Iterator[ResultRow]:
    found: list[tuple[ResultRow, Record]] = []
    latest: dict[tuple[object, ...], int] = {}  # where in `found` the last record of a search is
    settings: dict[str, Record] = {}  # all the options that records of this file were made with
    head: Record | None = None
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        try:
            value = json_fields.json_value(line)
        except ValueError as error:
            raise ValueError(f"line {number} is {error}") from None
        record = json_fields.as_object(value, f"line {number}")
        if number == 1 and "parameters" in record:  # the journal of a benchmark
            head = record
        elif head is not None:
            yield from _benchmark(run, {**head, "rows": [record]})
        else:
            row = _row(run, record)
            options = json_fields.as_object(record.get("options") or {}, "'options'")
            settings[json.dumps(options, sort_keys=True)] = options
            latest[row.file, row.level, str(record.get("search", row.objective))] = len(found)
            found.append((row, options))
    told = [name for name in _names(settings.values()) if len({str(each.get(name)) for each in settings.values()}) > 1]
    counting = set(latest.values())
    for number, (row, options) in enumerate(found):
        apart = ", ".join(f"{name} {options.get(name)}" for name in told if options)
        yield replace(row, run=f"{run}, {apart}" if apart else run, superseded=number not in counting)


def _names(settings: Iterable[Record]) -> list[str]:
    return list(dict.fromkeys(name for each in settings if each for name in each))


def _row(run: str, record: Record, *, seconds: str = "seconds") -> ResultRow:
    row = ResultRow(
        run=run,
        file=str(record["file"]),
        level=json_fields.number(record, "level"),
        title=str(record.get("title") or ""),
        objective=Objective(record["objective"]),
        verdict=str(record["verdict"]),
        moves=json_fields.number_or_none(record, "moves"),
        pushes=json_fields.number_or_none(record, "pushes"),
        lurd=json_fields.text_or_none(record, "lurd"),
        lower_bound=json_fields.number_or_none(record, "lower_bound"),
        expanded=json_fields.number_or_none(record, "expanded"),
        seconds=json_fields.measure(record, seconds),
        peak_rss_mib=json_fields.measure(record, "peak_rss_mib"),
        key=json_fields.text_or_none({"key": None} | record, "key"),
        digest=json_fields.text_or_none({"digest": None} | record, "digest"),
        failed="failed" in record,
    )
    if (row.moves is None) is not (row.pushes is None):
        raise ValueError("'moves' and 'pushes' are of one solution, but one of them is null")
    return row


def _benchmark(run: str, whole: Record) -> Iterator[ResultRow]:
    objective = Objective(json_fields.as_object(whole["parameters"], "'parameters'")["objective"])
    common = {"objective": objective, "lurd": None, "key": None}
    for each in whole["rows"] if isinstance(whole["rows"], list) else ():
        record = json_fields.as_object(each, "a row")
        run_of_solver = f"{run}, {record['solver']}"
        needed = {name: record[name] for name in ("title", "digest")}  # optional in records of batch
        row = _row(run_of_solver, {**record, **needed, **common}, seconds="cpu_seconds")
        yield replace(row, failed=record["verdict"] == "CRASHED")
