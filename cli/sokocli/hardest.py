"""`sokospec hardest`: the level with the longest shortest solution, over all levels with so many floor squares."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click

from sokocheck import outputs
from sokocheck.shown import warn
from sokocli.options import choice_option
from sokocli.results import Exit, emit, working
from sokospec.errors import counted


@click.command()
@click.option("--squares", type=click.IntRange(3, 16), required=True, metavar="N", help="Floor squares: 3 to 16.")
@choice_option("--metric", "moves", ["moves", "pushes"], "What is counted.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=lambda: os.cpu_count() or 1,
    show_default="one a core",
    help="Worker processes.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Save the search here, and resume it from here.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(squares: int, metric: str, jobs: int, out: Path | None, *, as_json: bool) -> int:
    """Search all levels with N floor squares, of any shape, with any number of boxes, for the longest optimal solution.

    12 squares take two or three minutes of one core; each further square about ten times as long. Exit code 3 when
    interrupted.
    """
    from sokogen.hardest.all_floors import Record, load, search  # Numba takes half a second to import

    started = time.monotonic()

    def shown(record: Record) -> tuple[dict[str, object], str]:
        length = None if record.best is None else record.best.length
        level = None if record.best is None else str(record.best.level)
        figures = {
            "squares": squares,
            "metric": metric,
            "length": length,
            "boards": record.boards,
            "done": record.done,
            "xsb": level,
            "seconds": round(time.monotonic() - started, 3),
        }
        far = "" if record.done == record.boards else f", {record.done:,} of them done"
        return figures, f"{squares} squares, {length} {metric}, {counted(record.boards, 'floor')}{far}\n{level}"

    def keep(record: Record) -> None:
        if out is not None:
            outputs.write_text(out, record.text)

    past = None
    if out is not None:
        outputs.regular_or_new(out)
        outputs.check(out)
        past = load(out) if out.exists() else None
    last = [] if past is None else [past]

    def report(record: Record) -> None:
        last[:] = [record]
        best = None if record.best is None else record.best.length
        display.show(
            f"{record.done:,} of {record.boards:,} floors, {best} {metric}, {time.monotonic() - started:.0f} s"
        )

    try:
        with working(f"floors of {squares} squares") as display:
            record = search(squares, by_moves=metric == "moves", jobs=jobs, past=past, report=report, keep=keep)
    except KeyboardInterrupt:
        for record in last:
            emit(*shown(record), as_json=as_json)
        warn("interrupted")
        return Exit.UNKNOWN
    emit(*shown(record), as_json=as_json)
    return Exit.YES
