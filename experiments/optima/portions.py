"""Resumable computation of a table of optima, in portions of levels."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from optima.proved_rows import Wish, prove_row
from sokocheck.batch.pool import Workers
from sokocheck.batch.results_file import Record, ResultsFile
from sokocheck.checkers.all_checkers import FAST
from sokocheck.optima.certified import Wrong
from sokospec import clock
from sokospec.answer import Verdict
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.limits import Limits

PORTION = 25
"""Levels that a worker is given at once: a second or two of work, so that handing it over does not count."""

_OF_A_PORTION = ("first", "rows", "wrong", "certificates", "bytes", "cpu_seconds")


@dataclass(frozen=True, slots=True)
class Portion:
    """Consecutive levels of a file from number `first`."""

    file: str
    first: int
    levels: tuple[Level, ...]
    wish: Wish
    cpu_a_search: float | None
    mib: float | None

    @property
    def name(self) -> str:
        """The name for messages."""
        return f"{self.file}:{self.first}"

    @property
    def seconds(self) -> None:
        """None: there is no limit by the clock."""

    @property
    def cpu(self) -> float | None:
        """The limit of all searches together."""
        searches = len(self.levels) * (len(self.wish.objectives) + 1)
        return None if self.cpu_a_search is None else self.cpu_a_search * searches

    def warm(self) -> None:
        """Load the machine code."""
        from sokosolve.machine_code import load_libraries

        load_libraries("sokosolve", "sokoverify")

    def perform(self) -> Record:
        """Return the lines of the table, and errors for levels without one."""
        before = clock.cpu()
        limits = Limits(cpu=self.cpu_a_search, mib=self.mib)
        rows: list[list[str]] = []
        wrong: list[str] = []
        certificates = size = 0
        for number, level in enumerate(self.levels, start=self.first):
            try:
                found = prove_row(self.file, number, level, self.wish, limits)
            except Wrong as error:
                wrong.append(f"{self.file}:{number}: {error}")
                continue
            except Exception:
                last = traceback.format_exc().strip().split("\n")
                wrong.append(f"{self.file}:{number}: internal error, please report it: {last[-1]}")
                continue
            rows.append(found.cells(self.wish))
            certificates += sum(bool(digest) for digest in found.proved.digests)
            size += found.proved.bytes
        seconds = round(clock.cpu() - before, 3)
        return self._record(rows, wrong, certificates, size, seconds)

    def failure(self, verdict: Verdict, reason: str) -> Record:
        """Return the record of a failed portion, which the next run repeats."""
        return {**self._record([], [], 0, 0, 0.0), "failed": f"{verdict}: {reason}"}

    def _record(
        self, rows: list[list[str]], wrong: list[str], certificates: int, size: int, seconds: float
    ) -> dict[str, object]:
        values = (self.first, rows, wrong, certificates, size, seconds)
        return {"file": self.file, **dict(zip(_OF_A_PORTION, values, strict=True)), "wish": list(self.wish)}


def portions(
    file: str, levels: Iterable[Level], wish: Wish, limits: Limits, *, checker: str = FAST, checker_each: int = 1
) -> Iterator[Portion]:
    """Yield a file's levels in portions; the first and every `reference_each`-th also use the reference checker."""
    each = iter(levels)
    first = 1
    while some := tuple(islice(each, PORTION)):
        name = FAST if (first // PORTION) % checker_each else checker
        yield Portion(file, first, some, wish._replace(checker=name), limits.cpu, limits.mib)
        first += len(some)


class _Place(NamedTuple):
    file: str
    first: int


@dataclass(slots=True)
class Sums:
    """Totals over portions; `wrong` lists contradictions by level."""

    levels: int = 0
    optimal: Counter[str] = field(default_factory=Counter)
    certificates: int = 0
    bytes: int = 0
    cpu_seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def add(self, record: Record) -> None:
        """Add a portion's record."""
        self.levels += len(record["rows"])
        self.certificates += record["certificates"]
        self.bytes += record["bytes"]
        self.cpu_seconds += record["cpu_seconds"]
        self.wrong += record["wrong"]
        if "failed" in record:
            self.failed.append(f"{record['file']}:{record['first']}: {record['failed']}")


class TableRun:
    """Run that resumes from its results file; `tell` is called with each new record."""

    def __init__(
        self, results: ResultsFile, workers: Workers[Portion], tell: Callable[[Record], None] = lambda _: None
    ) -> None:
        self.done: dict[_Place, Record] = {}
        self._results = results
        self._workers = workers
        self._tell = tell
        self._running = 0
        for record in results.records():
            self._learn(record)

    def through(self, wanted: Iterable[Portion]) -> None:
        """Do every missing portion. Raises `SokobanError` for one done with another wish."""
        for portion in wanted:
            before = self.done.get(_Place(portion.file, portion.first))
            if before is None or "failed" in before:
                while self._workers.room() <= 0:
                    self._collect()
                self._workers.submit(portion)
                self._running += 1
            elif before["wish"] != list(portion.wish):
                raise SokobanError(
                    f"{self._results.path}: it holds {portion.name}, made with other options "
                    f"({Wish(*before['wish'])}); name another folder with --out"
                )
        while self._running:
            self._collect()

    def _collect(self) -> None:
        for _, record in self._workers.collect():
            self._running -= 1
            self._results.append(record)
            self._learn(record)
            self._tell(record)

    def _learn(self, record: Record) -> None:
        if not {"file", "wish", *_OF_A_PORTION} <= record.keys():
            raise SokobanError(f"{self._results.path}: it holds other records than those of tables; name another --out")
        self.done[_Place(record["file"], record["first"])] = record


def lines_of(records: Sequence[Record]) -> list[list[str]]:
    """Return the table lines of portions, in order."""
    in_order = sorted(records, key=lambda record: (record["file"], record["first"]))
    return [cells for record in in_order for cells in record["rows"]]
