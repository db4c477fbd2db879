"""`sokospec batch`: thousands of levels in many processes, resumable, none searched twice."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import click

from sokocheck.application import outputs
from sokocheck.application.certificate_files import Certificates
from sokocheck.application.guard import Guard
from sokocheck.application.input_levels import FileLevel
from sokocheck.application.records import invalid_record
from sokocheck.application.terminal_text import warn
from sokocheck.application.vocabulary import code_of, counts_text
from sokocheck.batch.pool import Lost, Pool, Workers
from sokocheck.batch.results_file import REPAIR, Record, ResultsFile, RunFailed
from sokocheck.batch.task import PlainLevel, Task
from sokocheck.batch.whole_run import BatchRun, Counts
from sokocheck.engines.all_engines import Choice
from sokocli import inputs
from sokocli.engine_options import certificate_option, choice_options, objective_option
from sokocli.inputs import Request
from sokocli.results import Exit, emit, show_work, worst
from sokospec.errors import quantify


@click.command()
@inputs.files_argument
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="RESULTS.jsonl",
    help="File for the records (JSON Lines); new ones are appended.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Number of worker processes; by default, one for each CPU.",
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Run on the workers of this Dask scheduler, such as tcp://HOST:8786."
)
@inputs.level_option
@objective_option
@choice_options
@certificate_option
@inputs.request_options(None)
def command(
    request: Request,
    out: Path,
    jobs: int | None,
    scheduler: str | None,
    objective: str,
    choice: Choice,
    certificate: Path | None,
) -> int:
    """Solve all levels in FILES and keep one record of each in the file of --out.

    Run the same command again to resume an interrupted run, even after kill -9. A level that has a record with the same
    objective, engine options and limits is not searched again, even if a limit was reached. With another limit every
    level is searched again.

    Of levels that are equal when rotated or mirrored only one is searched, unless there is a --certificate; each gets a
    record. Stdout gets only the counts of the run, with --json as one object.
    """
    if jobs is not None and scheduler is not None:
        raise click.UsageError("--jobs cannot be used with --scheduler, which decides the number of workers.")
    if certificate is not None and not certificate.is_dir():
        raise click.UsageError(f"--certificate {certificate}: there is no such folder; make it first.")
    outputs.not_read(out, outputs.identities(request.files))
    certificates = None if certificate is None else Certificates(certificate, request.files, [str(out)])
    started = time.monotonic()
    codes: list[int] = []
    limits = request.limits
    guard, limited = Guard(limits), request.limit_teller(codes)
    refused: list[FileLevel] = []
    read = request.levels(codes, guard, limited, refused.append)

    def task(found: FileLevel) -> Task:
        path = None if certificates is None else str(certificates.path_for(found))
        where = found.file, found.entry.number, found.entry.title
        return Task(*where, PlainLevel.of(found.level), objective, choice, limits.seconds, limits.mib, path, limits.cpu)

    with ResultsFile(out) as results, show_work("batch") as display, closing(_workers(jobs, scheduler)) as workers:
        run = BatchRun(results, workers, lambda record, counts: display.show(_progress(record, counts)))
        if results.repair():
            display.say(f"{out}: {REPAIR}")
        counts, interrupted = run.counts, ""
        try:
            run.through(_tasks(read, refused, task, objective))
        except KeyboardInterrupt:
            interrupted = "interrupted"
        except Lost as error:
            interrupted = str(error)
        except RunFailed as error:
            warn(f"error: {error}; the results so far are in {out}; run the same command again to continue")
            return Exit.INTERNAL
    seconds = time.monotonic() - started
    emit(_record(counts, seconds, interrupted=bool(interrupted)), _text(counts, seconds), as_json=request.as_json)
    if interrupted:
        warn(f"{interrupted}: the results so far are in {out}; run the same command again to continue")
        return Exit.UNKNOWN
    codes += [code_of(verdict) for verdict in counts.verdicts]
    return worst([*codes, *([Exit.INTERNAL] if counts.internal else [])])


def _tasks(
    read: Iterable[FileLevel], refused: list[FileLevel], task: Callable[[FileLevel], Task], objective: str
) -> Iterator[Task | Record]:
    """Yield the task of each level, and the record of each malformed board, in file order."""
    for found in read:
        yield from (invalid_record(each, objective) for each in refused)
        refused.clear()
        yield task(found)
    yield from (invalid_record(each, objective) for each in refused)


def _workers(jobs: int | None, scheduler: str | None) -> Workers[Task]:
    if scheduler is None:
        return Pool(jobs or _cpus())
    from sokocheck.batch.cluster import Cluster

    return Cluster(scheduler)


def _cpus() -> int:
    """Return how many CPUs this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _progress(record: Record, counts: Counts) -> str:
    verdicts = counts_text(dict(sorted(counts.verdicts.items())))
    return f"{quantify(counts.levels, 'level')} ({verdicts}), the last {record['file']}:{record['level']}"


def _record(counts: Counts, seconds: float, *, interrupted: bool) -> dict[str, object]:
    return {
        "levels": counts.levels,
        "before": counts.before,
        "searched": counts.searched,
        "same": counts.same,
        "failed": counts.failed,
        "verdicts": dict(sorted(counts.verdicts.items())),
        "seconds": round(seconds, 3),
        "interrupted": interrupted,
    }


def _text(counts: Counts, seconds: float) -> str:
    verdicts = counts_text(dict(sorted(counts.verdicts.items())))
    how = f"{counts.before:,} were done before, {counts.searched:,} searched, {counts.same:,} play like another"
    levels = quantify(counts.levels, "level")
    return f"{levels}: {verdicts or 'no answer'}; {how}, {counts.failed:,} failed, {seconds:.1f} s"
