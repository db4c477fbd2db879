"""`sokospec perft`: how many distinct states lie at each exact distance from the start."""

from __future__ import annotations

import click

from sokocli import inputs
from sokocli.results import Exit, emit, status, warn, worst
from sokospec.formats import Reading
from sokospec.oracle.limits import LimitReached, Limits, Progress
from sokospec.oracle.perft import Metric
from sokospec.oracle.perft import perft as count_states


@click.command()
@inputs.files_argument
@inputs.level_option
@click.option("--depth", type=click.IntRange(min=0), required=True, metavar="D", help="The greatest distance.")
@click.option(
    "--metric", type=click.Choice(["pushes", "moves"]), default="pushes", show_default=True, help="The distance."
)
@inputs.limit_options(None)
@inputs.reading_options
@inputs.json_option
def command(
    files: tuple[str, ...],
    level: int | None,
    depth: int,
    metric: str,
    time_limit: float | None,
    memory_limit: float,
    limit: int,
    *,
    close: bool,
    lenient: bool,
    as_json: bool,
) -> int:
    """Count the states at each exact distance 0 to D: normalised states for pushes, (boxes, player) for moves."""
    reading = Reading(lenient=lenient, close=close, limit=limit)
    codes: list[int] = []
    for file, entry in inputs.entries(files, level, reading):
        name = inputs.name_of(file, entry)
        if entry.drawn.level is None:
            inputs.tell_defects(file, entry)
            codes.append(Exit.MALFORMED)
            continue
        try:
            with status(name) as show:

                def report(progress: Progress) -> None:
                    if show is not None:
                        show(f"{progress.expanded:,} states, distance {progress.bound}, {progress.rss_mib:.0f} MiB")

                counts = count_states(entry.level, depth, Metric(metric), Limits(time_limit, memory_limit, report))
        except LimitReached as reached:
            warn(f"{name}: {reached.verdict}: raise the limit or ask for a smaller depth")
            codes.append(Exit.UNKNOWN)
            continue
        record = {"file": file, "level": entry.number, "title": entry.title, "metric": metric, "counts": counts}
        emit(record, f"{name}: {' '.join(str(count) for count in counts)}", as_json=as_json)
        codes.append(Exit.YES)
    return worst(codes)
