"""Worker processes; a task whose worker dies is retried once and then recorded as failed."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Protocol, TypeVar

from sokocheck.application.terminal_text import warn
from sokocheck.batch.results_file import Record, RunFailed
from sokocheck.batch.task import Work
from sokocheck.programs.launcher import in_use
from sokospec.answer import Verdict
from sokospec.children import block_interrupts, die_with_parent
from sokospec.limits import rss_mib

_TRIES = 2
_GRACE = 60.0
"""A search that keeps to its limit ends within twice that and these seconds; a worker that does not is ended."""

_LEFTOVER_MIB = 512.0
"""A worker that holds more than this after a task makes way for a fresh one, so that the next limit is all its own."""


Job = TypeVar("Job", bound=Work)


class Lost(Exception):  # no error of ours: what is done is kept, and the run can go on
    """The workers are out of reach."""


class Workers(Protocol[Job]):
    """Executors of one kind of task."""

    def room(self) -> int:
        """Return the number of further tasks to submit."""

    def submit(self, task: Job) -> None:
        """Submit a task."""

    def collect(self) -> Iterator[tuple[Job, Record]]:
        """Wait for an event; yield finished tasks with their records."""

    def close(self) -> None:
        """Stop all running tasks."""


@dataclass(slots=True)
class _Worker(Generic[Job]):
    process: BaseProcess
    pipe: Connection
    task: Job | None = None
    tries: int = 0
    since: float = 0.0
    cpu_since: float = 0.0

    def begin(self) -> None:
        self.since, self.cpu_since = time.monotonic(), self.cpu()

    def cpu(self) -> float:
        pid = self.process.pid
        return 0.0 if pid is None or self.task is None or self.task.cpu is None else in_use([pid])[0]


class Pool(Generic[Job]):
    """Local worker processes, started on demand, with one task each."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._context = multiprocessing.get_context("spawn")  # a fork would keep the file of results locked
        self._workers: list[_Worker[Job]] = []

    def room(self) -> int:
        return self._jobs - sum(worker.task is not None for worker in self._workers)

    def submit(self, task: Job) -> None:
        idle = next((worker for worker in self._workers if worker.task is None), None)
        if idle is None:
            idle = self._start_worker()
            self._workers.append(idle)
        self._give(idle, task, 1)

    def collect(self) -> Iterator[tuple[Job, Record]]:
        """Wait at most a second; yield tasks whose workers answered or failed finally."""
        busy = [worker for worker in self._workers if worker.task is not None]
        ready = wait([worker.pipe for worker in busy], timeout=1.0)
        for worker in busy:
            if worker.pipe in ready:
                yield from self._heard(worker)
            elif _is_overdue(worker):
                task = worker.task
                assert task is not None
                self._replace(worker)
                yield task, task.failure(Verdict.LIMIT_TIME, "it did not stop at its time limit, and was ended")

    def close(self) -> None:
        for worker in self._workers:
            _end(worker)
        self._workers.clear()

    def pids(self) -> list[int]:
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    def _heard(self, worker: _Worker[Job]) -> Iterator[tuple[Job, Record]]:
        task, tries = worker.task, worker.tries
        assert task is not None
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join(timeout=5)
            how = _death(worker.process.exitcode)
            self._replace(worker)
            if tries < _TRIES:
                warn(f"{task.name}: the worker {how}; trying once more")
                self._give(worker, task, tries + 1)
            else:
                yield task, task.failure(Verdict.FAILED, f"the worker {how}, at each of {_TRIES} tries")
            return
        if isinstance(message, RunFailed):
            raise message
        worker.task = None
        record, leftover = message
        if leftover > _LEFTOVER_MIB:
            self._replace(worker)
        yield task, record

    def _give(self, worker: _Worker[Job], task: Job, tries: int) -> None:
        worker.task, worker.tries = task, tries
        worker.begin()
        with suppress(OSError):  # it has died just now: `done` will notice
            worker.pipe.send(task)

    def _start_worker(self) -> _Worker[Job]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs,), daemon=True)
        with block_interrupts():
            process.start()
        theirs.close()  # so that the end of the process is the end of the pipe
        return _Worker(process, ours)

    def _replace(self, worker: _Worker[Job]) -> None:
        _end(worker)
        fresh = self._start_worker()
        worker.process, worker.pipe, worker.task = fresh.process, fresh.pipe, None


def _is_overdue(worker: _Worker[Any]) -> bool:
    task = worker.task
    if task is None or not worker.process.is_alive():
        return False
    if task.seconds is not None and time.monotonic() - worker.since > 2 * task.seconds + _GRACE:
        return True
    return task.cpu is not None and worker.cpu() - worker.cpu_since > 2 * task.cpu + _GRACE


def _end(worker: _Worker[Any]) -> None:
    worker.process.kill()
    worker.process.join()
    worker.pipe.close()


def _death(code: int | None) -> str:
    if code is None:
        return "closed its pipe"
    if code >= 0:
        return f"ended with exit code {code}"
    return f"was ended by {signal.Signals(-code).name}"


def _serve(pipe: Connection) -> None:
    """Run a worker process: perform tasks from a pipe until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    die_with_parent()
    warm = False
    with suppress(EOFError, OSError):
        while True:
            task: Work = pipe.recv()
            if not warm:
                task.warm()
                warm = True
            try:
                pipe.send((task.perform(), rss_mib()))
            except RunFailed as error:
                pipe.send(error)
