"""`sokospec perft`: counts of states by distance from the start."""

from __future__ import annotations

from itertools import islice

import click

from sokocheck.application.guard import GRACE, Guard
from sokocheck.application.terminal_text import warn
from sokocheck.application.vocabulary import INTERRUPTED, text_of
from sokocli import inputs
from sokocli.inputs import Request
from sokocli.options import choice_option
from sokocli.results import Exit, emit, show_search, worst
from sokospec.limits import LimitReached
from sokospec.oracle.perft import Metric, perft_counts

_MOST_DEPTH = 1_000_000
"""A greater distance would print little but zeros: the states so far away do not fit into memory."""


@click.command()
@inputs.files_argument
@inputs.level_option
@click.option(
    "--depth",
    type=click.IntRange(0, _MOST_DEPTH),
    required=True,
    metavar="D",
    help="Maximal distance from the start.",
)
@choice_option("--metric", "pushes", ["pushes", "moves"], "Unit of the distance.")
@inputs.request_options(None)
def command(request: Request, depth: int, metric: str) -> int:
    """Count the states at each exact distance from 0 to D.

    The metric pushes counts normalised states: two states are one if the player can walk from one to the other. The
    metric moves counts states by boxes and player. (Perft is a chess programmers' test: compare the counts of two
    engines to find a wrong move generator.)
    """
    codes: list[int] = []
    guard, limited = Guard(request.limits, GRACE), request.limit_teller(codes)
    for found in request.levels(codes, guard, limited):
        counts: list[int] = []
        why = ""
        try:
            with show_search(found.name, guard, "distance") as watch, guard:
                for count in islice(perft_counts(found.level, Metric(metric), watch.limits), depth + 1):
                    counts.append(count)
        except (LimitReached, KeyboardInterrupt) as reached:
            why = text_of(reached.verdict) if isinstance(reached, LimitReached) else INTERRUPTED.text
            known = f"after distance {len(counts) - 1}; the counts up to there are exact"
            warn(f"{found.name}: {why} {known if counts else 'before the first count'}")
        codes.append(Exit.UNKNOWN if why else Exit.YES)
        record = {**found.record, "metric": metric, "counts": counts}
        emit(record, f"{found.name}: {' '.join(str(count) for count in counts)}", as_json=request.as_json)
        if why == INTERRUPTED.text:
            break
    return worst(codes)
