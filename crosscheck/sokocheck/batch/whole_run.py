"""Batch run: levels in order, reuse of recorded answers, and searches for the rest."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from sokocheck.application.guard import Guard
from sokocheck.application.json_fields import text
from sokocheck.application.vocabulary import counts_text
from sokocheck.batch.keys import carry_over, digest, identity, level_key
from sokocheck.batch.pool import Job, Pool, Workers
from sokocheck.batch.results_file import Record, ResultsFile
from sokocheck.batch.task import Task
from sokospec.answer import Verdict
from sokospec.errors import SokobanError
from sokospec.limits import LimitReached

_Place = tuple[str, int, str]
"""File, number of a level in it, and the identity of the search: what no two records share."""

_MOST_WAITING = 10_000
"""Levels that wait for the answer to one that plays alike; with more, nothing new is begun."""


def open_workers(jobs: int, scheduler: str | None) -> Workers[Job]:
    """Return processes here, or the workers of a Dask scheduler."""
    if scheduler is None:
        return Pool(jobs)
    from sokocheck.batch.cluster import Cluster

    return Cluster(scheduler)


@dataclass(slots=True)
class Counts:
    """Counts of levels: `same` were answered by an equivalent level, `internal` failed by internal errors."""

    before: int = 0
    searched: int = 0
    same: int = 0
    failed: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    internal: int = 0

    @property
    def levels(self) -> int:
        return self.verdicts.total()

    @property
    def verdicts_text(self) -> str:
        """Count of each verdict in words."""
        return counts_text(dict(sorted(self.verdicts.items())))

    def add(self, record: Record) -> None:
        self.verdicts[Verdict(record["verdict"])] += 1
        self.failed += "failed" in record
        self.internal += record.get("failed") == "internal"


def _key(task: Task) -> str:
    try:
        with Guard(task.limits):
            return level_key(task.level, task.objective)
    except LimitReached:
        return digest(str(task.level))


class BatchRun:
    """Batch run; `tell` is called with each new record."""

    def __init__(self, results: ResultsFile, workers: Workers[Task], tell: Callable[[Record, Counts], None]) -> None:
        self.counts = Counts()
        self._results = results
        self._workers = workers
        self._tell = tell
        self._known: dict[_Place, Record] = {}
        self._answers: dict[str, Record] = {}
        self._searching: dict[str, tuple[Record, list[tuple[Task, Record]]]] = {}
        """By the identity of a search: what its record gets besides the answer, and the levels that wait for it."""
        for record in results.records():
            self._learn(record)

    def through(self, levels: Iterable[Task | Record]) -> None:
        """Process every level, given as a task, or as a record if its board is invalid."""
        for level in levels:
            if isinstance(level, Task):
                self._begin(level)
            else:
                self._refuse(level)
        while self._searching:
            self._collect()

    def _begin(self, task: Task) -> None:
        while self._workers.room() <= 0 or sum(len(waiting) for _, waiting in self._searching.values()) > _MOST_WAITING:
            self._collect()
        key, options = _key(task), task.options
        own = [task.file, task.number] if task.target is not None else None  # each writes a file of its own
        search = identity(key, task.objective, [options, own])
        added: Record = {"key": key, "digest": digest(str(task.level))[:12], "options": options, "search": search}
        if search in self._searching:
            self._searching[search][1].append((task, added))
        elif not self._is_settled(task, added):
            self._search(task, added)

    def _search(self, task: Task, added: Record) -> None:
        self._searching[added["search"]] = (added, [])
        self._workers.submit(replace(task, search=added["search"]))

    def _is_settled(self, task: Task, added: Record) -> bool:
        place = task.file, task.number, added["search"]
        if place in self._known and not task.is_done(self._known[place]):
            return False
        if self._was_there(place):
            return True
        answer = self._answers.get(added["search"])
        record = None if answer is None else carry_over(answer, task)
        if record is None:
            return False
        self._keep({**record, **added})
        self.counts.same += 1
        return True

    def _was_there(self, place: _Place) -> bool:
        before = self._known.get(place)
        if before is None:
            return False
        self.counts.before += 1
        self.counts.add(before)
        return True

    def _refuse(self, record: Record) -> None:
        key = digest(json.dumps(record["defects"]))
        search = identity(key, record["objective"], None)
        if not self._was_there((record["file"], record["level"], search)):
            self._keep({**record, "key": key, "search": search})

    def _collect(self) -> None:
        for task, record in self._workers.collect():
            added, waiting = self._searching.pop(task.search)
            self._keep({**record, **added})
            self.counts.searched += 1
            for other, its_own in waiting:
                if not self._is_settled(other, its_own):
                    self._search(other, its_own)

    def _keep(self, record: Record) -> None:
        self._results.append(record)
        self._learn(record)
        self.counts.add(record)
        self._tell(record, self.counts)

    def _learn(self, record: Record) -> None:
        try:
            place = (str(record["file"]), int(record["level"]), str(record["search"]))
            Verdict(record["verdict"])
            if record.get("lurd") is not None and text(record, "lurd").strip("udlrUDLR"):
                raise ValueError("'lurd' has other letters than steps")
        except (KeyError, ValueError, TypeError):
            raise SokobanError(
                f"{self._results.path}: the file has records of another command; name another file or folder with --out"
            ) from None
        self._known.setdefault(place, record)
        self._answers.setdefault(place[2], record)
