"""How far search gets with levels that are hard by construction: optimal lengths against predicted ones, and the cost.

    python experiments/families.py --family fibonacci --sizes 4-9 --time-limit 60 --out RECORD.json --plot PLOT.svg

solves each level for moves and for pushes with the fast engine, up to --oracle also with the oracle, and with
--certificates writes and checks a certificate of each answer. What the search leaves open is drawn as predicted. Exit
code 1 when an optimum differs from the prediction.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from common import markdown, runs
from common.family_search import Search
from common.levels import numbers
from sokogen.families.catalogue import FAMILIES
from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.features import Direction
from sokosolve.machine_code import library_of
from sokosolve.solver import solve
from sokospec import Level
from sokospec.answer import Answer, Objective, Verdict
from sokospec.certificates.verify import verify
from sokospec.limits import Limits
from sokospec.oracle import search_exhaustively

NAME = "families"


@dataclass(frozen=True, slots=True)
class Row(Search):
    """One search, and what came of its certificate."""

    certificate_states: int | None = None
    accepted: bool | None = None

    @property
    def differs(self) -> bool:
        """Whether the search found another optimum than was predicted, or its certificate was rejected."""
        return (self.settled and self.found != self.predicted) or self.accepted is False


def searched(
    engine: str,
    objective: Objective,
    size: int,
    level: Level,
    predicted: int,
    limits: Limits,
    certificate: bool,
    direction: Direction = Direction.AUTO,
) -> Row:
    """Search one level."""
    before = time.process_time()
    text: list[bytes] = []
    answer: Answer
    if engine == "oracle":
        answer = search_exhaustively(level, objective, limits)
    elif certificate:
        answer = solve_with_certificate(level, objective, text.append, limits)
    else:
        answer = solve(level, objective, limits, direction=direction)
    seconds = time.process_time() - before
    states = accepted = None
    if text and answer.verdict is Verdict.OPTIMAL:
        outcome = verify(io.BytesIO(b"".join(text)), level)
        states, accepted = outcome.states, outcome.accepted
    found = answer.moves if objective is Objective.MOVES else answer.pushes
    return Row(
        engine, objective, size, len(level.board.floor), predicted, found, answer.verdict, answer.expanded,
        round(seconds, 3), states, accepted,
    )  # fmt: skip


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table."""
    cells = []
    for row in rows:
        shown = "" if row.accepted is None else f"{row.certificate_states:,} states, "
        shown += "" if row.accepted is None else "accepted" if row.accepted else "REJECTED"
        found = row.verdict if row.found is None else f"{row.found:,}"
        lengths = f"{row.predicted:,}", found
        cells.append(
            [row.size, row.objective, row.engine, *lengths, f"{row.expanded:,}", f"{row.cpu_seconds:.2f}", shown]
        )
    heads = "size | objective | engine | predicted | found | states expanded | CPU s | certificate"
    return markdown.table(heads, cells, left=["objective", "engine", "certificate"])


def draw(rows: Sequence[Row], family: str, path: Path) -> None:
    """Plot lengths against the size, and states expanded against lengths, on logarithmic scales.

    A line is what was predicted, a mark what search has found.
    """
    from matplotlib.figure import Figure

    from common.pictures import COLOURS, MARKERS, plain_ticks, save, style

    with style():
        figure = Figure(figsize=(10, 4.8), layout="constrained")
        lengths, states = figure.subplots(1, 2)
        for look, objective in enumerate(sorted({row.objective for row in rows})):
            fast = [row for row in rows if row.objective == objective and row.engine == "fast"]
            met = [row for row in fast if row.found is not None]
            lengths.plot(
                [row.size for row in fast], [row.predicted for row in fast], "--", color=COLOURS[look],
                label=f"{objective}, predicted",
            )  # fmt: skip
            lengths.plot(
                [row.size for row in met], [row.found or 0 for row in met], MARKERS[look], color=COLOURS[look],
                label=f"{objective}, found optimal",
            )  # fmt: skip
            for engine, dash in (("fast", "-"), ("oracle", ":")):
                met = [row for row in rows if (row.objective, row.engine) == (objective, engine) and row.found]
                states.plot(
                    [row.found or 0 for row in met], [max(1, row.expanded) for row in met], MARKERS[look] + dash,
                    color=COLOURS[look], label=f"{objective}, {engine}",
                )  # fmt: skip
                for row in met if engine == "fast" else []:
                    states.annotate(
                        str(row.size), (row.found or 0, max(1, row.expanded)), (5, -10), textcoords="offset points",
                        fontsize=8, color=COLOURS[look],
                    )  # fmt: skip
        lengths.set(yscale="log", xlabel=f"size ({FAMILIES[family].parameter})", ylabel="length of a shortest solution")
        lengths.set_xticks(sorted({row.size for row in rows}))
        states.set(xscale="log", yscale="log", xlabel="length of a shortest solution", ylabel="states expanded")
        plain_ticks(lengths.yaxis, (1, 2, 5))
        plain_ticks(states.xaxis, (1, 2, 5))
        plain_ticks(states.yaxis, (1,))
        lengths.set_title(f"The {family} family", loc="left", fontsize=10)
        states.set_title("what search takes (numbers: size)", loc="left", fontsize=10)
        lengths.legend()
        states.legend(loc="lower right")
        save(figure, path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(description="How far search gets with levels that are hard by construction.")
    parser.add_argument("--family", choices=list(FAMILIES), default="fibonacci", help="which family (%(default)s)")
    parser.add_argument(
        "--sizes", type=numbers, default=numbers("4-8"), metavar="LIST", help="sizes, such as 4-8 or 4,6"
    )
    parser.add_argument("--oracle", type=int, default=6, metavar="N", help="the oracle too, up to this size (6)")
    parser.add_argument("--certificates", action="store_true", help="write and check certificates too")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S", help="CPU seconds for each search (60)")
    parser.add_argument(
        "--direction", type=Direction, default=Direction.AUTO, metavar="D", help="of the fast engine: auto, backward, …"
    )
    runs.add_options(parser)
    options = parser.parse_args(given)
    started, family = time.monotonic(), options.family
    if options.certificates and options.direction is not Direction.AUTO:
        parser.error("with --certificates the engine chooses the direction itself")
    rows: list[Row] = []
    if options.record is not None:
        found = runs.recorded(parser, options.record, NAME)
        family = found["parameters"]["family"]
        rows = [Row(**row) for row in found["rows"]]
    else:
        library_of("sokosolve").load()
        with runs.until_interrupted():
            measure(options, rows)
    print(table(rows))
    if options.out is not None:
        parameters = {"family": family, "time_limit": options.time_limit, "direction": options.direction}
        runs.save(options.out, NAME, given, parameters, rows, started)
    if options.plot is not None and rows:
        draw(rows, family, options.plot)
    return int(any(row.differs for row in rows))


def measure(options: argparse.Namespace, rows: list[Row]) -> None:
    """Search the levels, and append a row for each search."""
    limits = Limits(cpu=options.time_limit)
    for size in sorted(options.sizes):
        member = FAMILIES[options.family].member(size)
        for objective, predicted in ((Objective.MOVES, member.moves), (Objective.PUSHES, member.pushes)):
            for engine in ("fast", "oracle") if size <= options.oracle else ("fast",):
                row = searched(
                    engine, objective, size, member.level, predicted, limits, options.certificates, options.direction
                )
                rows.append(row)
                runs.told(f"{engine} {objective} {size}: {row.verdict} {row.found}")


if __name__ == "__main__":
    sys.exit(main())
