"""Background searches: a process for each, a queue, progress, and cancellation."""

from __future__ import annotations

import multiprocessing
import secrets
import signal
import threading
import time
import traceback
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from http import HTTPStatus
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from sokocheck.application.records import answer_record
from sokocheck.engines.all_engines import Choice, Watch
from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.children import block_interrupts, die_with_parent
from sokospec.limits import Limits, Progress
from sokoview.serving.refusal import RequestRefused

_MOST_WAITING = 16
"""The most levels that wait for a process; others are refused."""

_MOST_KEPT = 64
"""The most finished jobs whose answers are kept."""

_GRACE = 120.0
"""Seconds beyond twice the limit after which a search is killed."""


class _JobPhase(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(slots=True)
class _Job:
    level: Level
    objective: Objective
    name: str = field(default_factory=lambda: secrets.token_hex(8))
    phase: _JobPhase = _JobPhase.QUEUED
    news: Progress | None = None
    note: str | None = None
    record: dict[str, object] | None = None
    started: float = 0.0
    heard: float = 0.0
    """When it said last that it compiles, which is no time of the search; when it was started otherwise."""
    process: BaseProcess | None = None
    pipe: Connection | None = None

    @property
    def status(self) -> dict[str, object]:
        seconds = time.monotonic() - self.started if self.phase is _JobPhase.RUNNING else 0.0
        news = self.news or Progress(0, 0, 0, seconds, 0.0)
        return {
            "id": self.name,
            "state": self.phase,
            "expanded": news.expanded,
            "generated": news.generated,
            "bound": news.bound,
            "seconds": round(max(seconds, news.seconds), 3),
            "rss_mib": round(news.rss_mib, 1),
            "note": self.note,
            "result": self.record,
        }


class Jobs:
    """All jobs of a server; one thread starts and monitors their processes."""

    def __init__(self, choice: Choice, limits: Limits, processes: int, waiting: int = _MOST_WAITING) -> None:
        self._choice = choice
        self._limits = limits
        self._processes = processes
        self._waiting = waiting
        self._context = multiprocessing.get_context("spawn")  # a fork would keep connections open
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        self._closing = False
        self._bell, self._ring = self._context.Pipe(duplex=False)
        self._thread = threading.Thread(target=self._work, name="jobs", daemon=True)
        self._thread.start()

    def submit(self, level: Level, objective: Objective) -> dict[str, object]:
        """Queue a level and return its job's state. Raises `Refused`, 429, if too many wait."""
        job = _Job(level, objective)
        with self._lock:
            if self._closing:
                raise RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE, "the server is ending")
            active = sum(job.phase in (_JobPhase.QUEUED, _JobPhase.RUNNING) for job in self._jobs.values())
            if active >= self._processes + self._waiting:
                raise RequestRefused(
                    HTTPStatus.TOO_MANY_REQUESTS, f"{active} levels are being solved already; try again later"
                )
            self._jobs[job.name] = job
            self._forget()
            self._ring.send_bytes(b"!")
            return job.status

    def status_of(self, name: str) -> dict[str, object]:
        """Return a job's state. Raises `Refused`, 404."""
        with self._lock:
            return self._job(name).status

    def cancel(self, name: str) -> dict[str, object]:
        """Cancel a job unless it is over; return its state. Raises `Refused`, 404."""
        with self._lock:
            job = self._job(name)
            if job.phase in (_JobPhase.QUEUED, _JobPhase.RUNNING):
                job.phase = _JobPhase.CANCELLED
                if job.process is not None:
                    job.process.kill()
                self._ring.send_bytes(b"!")
            return job.status

    def close(self) -> None:
        with self._lock:
            if self._closing:
                return
            self._closing = True
            for job in self._jobs.values():
                if job.process is not None:
                    job.process.kill()
            self._ring.send_bytes(b"!")
        self._thread.join()
        self._bell.close()
        self._ring.close()

    def pids(self) -> list[int]:
        with self._lock:
            return [job.process.pid for job in self._jobs.values() if job.process is not None and job.process.pid]

    def _job(self, name: str) -> _Job:
        job = self._jobs.get(name)
        if job is None:
            raise RequestRefused(HTTPStatus.NOT_FOUND, "there is no such job, or it has been over for long")
        return job

    def _forget(self) -> None:
        over = [name for name, job in self._jobs.items() if job.process is None and job.phase is not _JobPhase.QUEUED]
        for name in over[: max(0, len(over) - _MOST_KEPT)]:
            del self._jobs[name]

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._closing:
                    self._start_waiting()
                running = {job.pipe: job for job in self._jobs.values() if job.pipe is not None}
                if self._closing and not running:
                    return
            ready = wait([self._bell, *running], timeout=1.0)
            while self._bell.poll():
                self._bell.recv_bytes()
            with self._lock:
                for pipe, job in running.items():
                    if pipe in ready:
                        self._hear(job, pipe)
                    self._end_if_overdue(job)

    def _start_waiting(self) -> None:
        busy = sum(job.process is not None for job in self._jobs.values())
        for job in self._jobs.values():
            if busy >= self._processes:
                return
            if job.phase is _JobPhase.QUEUED:
                ours, theirs = self._context.Pipe(duplex=False)
                arguments = (theirs, job.level, job.objective, self._choice, self._limits)
                process = self._context.Process(target=_search, args=arguments, daemon=True)
                try:
                    with block_interrupts():
                        process.start()
                except OSError as error:
                    job.phase, job.note = _JobPhase.FAILED, f"no process could be started: {error.strerror}"
                    ours.close()
                    continue
                finally:
                    theirs.close()  # so that the end of the process is the end of the pipe
                job.process, job.pipe = process, ours
                job.phase, job.started = _JobPhase.RUNNING, time.monotonic()
                job.heard = job.started
                busy += 1

    def _hear(self, job: _Job, pipe: Connection) -> None:
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            message = None
        if isinstance(message, Progress):
            job.news, job.note = message, None
            return
        if isinstance(message, str):
            job.note, job.heard = message, time.monotonic()
            return
        assert job.process is not None
        if job.phase is _JobPhase.RUNNING:
            job.phase = _JobPhase.FAILED if message is None or "failed" in message else _JobPhase.DONE
            job.record = message
            job.note = None
            if message is None:
                job.note = "the process that searched has ended without an answer; the system may be out of memory"
            elif "failed" in message:
                job.note, job.record = str(message["failed"]), None
        job.process.kill()
        job.process.join()
        pipe.close()
        job.process = job.pipe = None

    def _end_if_overdue(self, job: _Job) -> None:
        limit = self._limits.seconds
        if limit is not None and job.process is not None and time.monotonic() - job.heard > 2 * limit + _GRACE:
            job.process.kill()


def _search(pipe: Connection, level: Level, objective: Objective, choice: Choice, limits: Limits) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    die_with_parent()
    with suppress(BrokenPipeError):
        watch = Watch(replace(limits, report=pipe.send), pipe.send)
        try:
            pipe.send(answer_record(choice.create().solve(level, objective, watch)))
        except MemoryError:
            pipe.send({"failed": "the system had no more memory to give"})
        except Exception:
            last = traceback.format_exc().strip().split("\n")[-1]
            pipe.send({"failed": f"internal error, please report it: {last}"})
