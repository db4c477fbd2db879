"""Commands that do many levels in worker processes, with a record of each in a file, so that they can resume."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import click

from sokocheck.application import outputs
from sokocheck.application.guard import Guard
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.terminal_text import warn
from sokocheck.application.vocabulary import code_of
from sokocheck.batch.pool import Lost, Workers
from sokocheck.batch.results_file import Record, ResultsFile, RunFailed
from sokocheck.batch.task import Task
from sokocheck.batch.whole_run import BatchRun, Counts, open_workers
from sokocli.inputs import Command, Request
from sokocli.options import number_option
from sokocli.results import Exit, show_work, worst
from sokospec.errors import quantify

_REPAIR = "its last line was torn when a run was killed, and was taken off: that level is done again"


class Places(NamedTuple):
    """Location of the workers: processes here, or a Dask cluster."""

    jobs: int | None
    scheduler: str | None

    def workers(self) -> Workers[Task]:
        return open_workers(self.jobs or _cpus(), self.scheduler)


class Work(NamedTuple):
    """Work of a command.

    `task` returns a level's task, `invalid` the record of an invalid board. `tell` is called with each new record,
    `summarise` at the end with the counts, the seconds, and whether the run was interrupted.
    """

    task: Callable[[FileLevel], Task]
    invalid: Callable[[FileLevel], Record]
    tell: Callable[[Record], None]
    summarise: Callable[[Counts, float, bool], None]


def places_options(command: Command) -> Command:
    """Add --jobs and --scheduler; the command receives them as `places`."""

    @wraps(command)
    def command_with_places(*, jobs: int | None, scheduler: str | None, **others: Any) -> int:  # click's own values
        if jobs is not None and scheduler is not None:
            raise click.UsageError("--jobs cannot be used with --scheduler, which decides the number of workers.")
        return command(places=Places(jobs, scheduler), **others)

    jobs_option = number_option(
        "--jobs", None, "Number of worker processes; by default, one for each CPU.", least=1, most=1024
    )
    scheduler_option = click.option(
        "--scheduler", metavar="ADDRESS", help="Run on the workers of this Dask scheduler, such as tcp://HOST:8786."
    )
    return jobs_option(scheduler_option(command_with_places))


def run_levels(request: Request, records: Path, places: Places, work: Work) -> int:
    """Do all levels that have no record in the file `records`, and return the exit code."""
    outputs.not_read(records, outputs.identities(request.files))
    started = time.monotonic()
    codes: list[int] = []
    refused: list[FileLevel] = []
    read = request.levels(codes, Guard(request.limits), request.limit_teller(codes), refused.append)
    name = click.get_current_context().info_name or ""
    with ResultsFile(records) as results, show_work(name) as display, closing(places.workers()) as workers:

        def tell(record: Record, counts: Counts) -> None:
            display.show(_progress(record, counts))
            work.tell(record)

        run = BatchRun(results, workers, tell)
        if results.repair():
            display.say(f"{records}: {_REPAIR}")
        counts, interrupted = run.counts, ""
        try:
            run.through(_tasks(read, refused, work))
        except KeyboardInterrupt:
            interrupted = "interrupted"
        except Lost as error:
            interrupted = str(error)
        except RunFailed as error:
            warn(f"error: {error}; the results so far are in {records}; run the same command again to continue")
            return Exit.INTERNAL
    work.summarise(counts, time.monotonic() - started, bool(interrupted))
    if interrupted:
        warn(f"{interrupted}: the results so far are in {records}; run the same command again to continue")
        return Exit.UNKNOWN
    codes += [code_of(verdict) for verdict in counts.verdicts]
    return worst([*codes, *([Exit.INTERNAL] if counts.internal else [])])


def _tasks(read: Iterable[FileLevel], refused: list[FileLevel], work: Work) -> Iterator[Task | Record]:
    for found in read:
        yield from map(work.invalid, refused)
        refused.clear()
        yield work.task(found)
    yield from map(work.invalid, refused)


def _cpus() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _progress(record: Record, counts: Counts) -> str:
    return f"{quantify(counts.levels, 'level')} ({counts.verdicts_text}), the last {record['file']}:{record['level']}"
