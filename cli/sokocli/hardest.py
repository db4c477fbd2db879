"""`sokospec hardest`: the level with the longest shortest solution for a number of floor squares."""

from __future__ import annotations

import os
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sokocheck.application import outputs
from sokocheck.application.terminal_text import warn
from sokocheck.batch.pool import Lost
from sokocli import results
from sokocli.options import choice_option, number_option, path_option, read_number
from sokocli.results import Exit, emit, show_work
from sokospec.errors import quantify

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from sokogen.hardest.all_floors import Record


def _part(_context: click.Context, _parameter: click.Parameter, value: str) -> tuple[int, int]:
    """Return part I of K, written `I/K`, with 1 <= I <= K."""
    number, _, parts = value.partition("/")
    try:
        part, of = read_number(number), read_number(parts)
    except ValueError:
        part = of = 0
    if not 1 <= part <= of:
        raise click.BadParameter(f"{value[:80]!r} is not a part such as 2/5")
    return part, of


def _describe(record: Record, seconds: float) -> tuple[dict[str, object], str]:
    length = None if record.best is None else record.best.length
    level = None if record.best is None else str(record.best.level)
    next_seconds = record.next_cpu_seconds
    figures: dict[str, object] = {
        "squares": record.squares,
        "metric": record.metric,
        "part": None if record.part.of == 1 else str(record.part),
        "length": length,
        "boards": record.boards,
        "floors": record.floors,
        "done": record.done,
        "states": sum(record.states.values()),
        "xsb": level,
        "seconds": round(seconds, 3),
        "cpu_seconds": round(record.cpu_seconds, 3),
        "next_cpu_seconds": None if next_seconds is None else round(next_seconds, 3),
    }
    far = "" if record.done == record.floors else f", {record.done:,} of them done"
    part = "" if record.part.of == 1 else f", part {record.part}"
    longest = "no level" if length is None else quantify(length, "move" if record.metric == "moves" else "push")
    text = f"{record.squares} squares{part}, {longest}, {quantify(record.boards, 'shape')}, "
    text += f"{quantify(record.floors, 'floor')} searched{far}" + ("" if level is None else f"\n{level}")
    if next_seconds is not None:
        text += f"\n{record.cpu_seconds:,.0f} s of one core; {record.squares + 1} squares would take "
        text += f"about {next_seconds:,.0f} s"
    return figures, text


@click.command()
@click.option(
    "--squares", type=click.IntRange(3, 16), required=True, metavar="N", help="Number of floor squares, 3 to 16."
)
@choice_option("--metric", "moves", ["moves", "pushes"], "Quantity to maximise.")
@number_option("--jobs", None, "Number of worker processes; by default, one per CPU.", least=1, most=256)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Run on the workers of this Dask scheduler, such as tcp://HOST:8786."
)
@click.option("--part", callback=_part, default="1/1", metavar="I/K", help="Search only part I of K independent parts.")
@path_option(
    "--merge FILE",
    "Merge the files that --out saved for each part, without a search (repeat it).",
    exists=True,
    several=True,
)
@path_option("--out FILE", "Save the state of the search in this file, and resume from it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    squares: int,
    metric: str,
    jobs: int | None,
    scheduler: str | None,
    part: tuple[int, int],
    merge: tuple[Path, ...],
    out: Path | None,
    *,
    as_json: bool,
) -> int:
    """Search all levels with N floor squares, of any shape, with any number of boxes, for the longest optimal solution.

    12 squares take ten seconds of one core; each further square about seven times as long. Exit code 3 when
    interrupted.
    """
    from sokogen.hardest.all_floors import SearchPart, load, merge_records, search  # takes a while to import

    if jobs is not None and scheduler is not None:
        raise click.UsageError("--jobs cannot be used with --scheduler, which decides the number of workers.")
    started = time.monotonic()

    def keep(record: Record) -> None:
        if out is not None:
            outputs.write_text(out, record.text)

    if out is not None:
        outputs.regular_or_new(out)
        outputs.check(out)
    if merge:
        record = merge_records([load(path) for path in merge], squares, metric)
        keep(record)
        emit(*_describe(record, time.monotonic() - started), as_json=as_json)
        return Exit.YES
    past = load(out) if out is not None and out.exists() else None
    last = [] if past is None else [past]

    def report(record: Record) -> None:
        last[:] = [record]
        best = None if record.best is None else record.best.length
        display.show(
            f"{record.done:,} of {record.floors:,} floors, {best} {metric}, {time.monotonic() - started:.0f} s"
        )

    try:
        with (
            show_work(f"floors of {squares} squares", results.EVERY) as display,
            _crew(jobs, scheduler) as (executor, at_once),
        ):
            record = search(
                squares, by_moves=metric == "moves", jobs=at_once, part=SearchPart(*part), past=past, report=report,
                keep=keep, executor=executor,
            )  # fmt: skip
    except (KeyboardInterrupt, Lost) as ended:
        for record in last:
            emit(*_describe(record, time.monotonic() - started), as_json=as_json)
        warn(str(ended) or "interrupted")
        return Exit.UNKNOWN
    emit(*_describe(record, time.monotonic() - started), as_json=as_json)
    return Exit.YES


def _crew(jobs: int | None, scheduler: str | None) -> AbstractContextManager[tuple[Executor | None, int]]:
    if scheduler is None:
        return nullcontext((None, jobs or os.cpu_count() or 1))
    from sokocheck.batch.cluster import executor_of

    return executor_of(scheduler)
