"""How far search gets with levels that are hard by construction: optimal lengths against predicted ones, and the cost.

    python experiments/families.py --family fibonacci --sizes 4-9 --time-limit 60 --out RECORD.json --plot PLOT.svg

solves each level for moves and for pushes with the fast engine, up to --oracle also with the oracle, and with
--certificates writes and checks a certificate of each answer. Exit code 1 when an optimum differs from the prediction.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from levels import numbers
from sokogen.families import FAMILIES
from sokosolve.certificate import solve_with_certificate
from sokosolve.solver import solve
from sokosolve.warm import warm_up
from sokospec import Level
from sokospec.answer import Answer, Objective, Verdict
from sokospec.certificates.verify import verify
from sokospec.limits import Limits
from sokospec.oracle import solve as solve_by_oracle


@dataclass(frozen=True, slots=True)
class Row:
    """One search: what was predicted and found, and what it took."""

    engine: str
    objective: str
    size: int
    squares: int
    predicted: int
    found: int | None
    verdict: str
    expanded: int
    cpu_seconds: float
    certificate_states: int | None = None
    accepted: bool | None = None

    @property
    def differs(self) -> bool:
        """Whether the search found another optimum than was predicted, or its certificate was rejected."""
        wrong = self.verdict in (Verdict.OPTIMAL, Verdict.UNSOLVABLE) and self.found != self.predicted
        return wrong or self.accepted is False


def searched(
    engine: str, objective: Objective, size: int, level: Level, predicted: int, limits: Limits, certificate: bool
) -> Row:
    """Search one level."""
    before = time.process_time()
    text: list[bytes] = []
    answer: Answer
    if engine == "oracle":
        answer = solve_by_oracle(level, objective, limits)
    elif certificate:
        answer = solve_with_certificate(level, objective, text.append, limits)
    else:
        answer = solve(level, objective, limits)
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
    lines = ["| size | objective | engine | predicted | found | states expanded | CPU s | certificate |"]
    lines.append("|--:|---|---|--:|--:|--:|--:|---|")
    for row in rows:
        shown = "" if row.accepted is None else f"{row.certificate_states:,} states, "
        shown += "" if row.accepted is None else "accepted" if row.accepted else "REJECTED"
        found = row.verdict if row.found is None else f"{row.found:,}"
        lines.append(
            f"| {row.size} | {row.objective} | {row.engine} | {row.predicted:,} | {found} | {row.expanded:,} "
            f"| {row.cpu_seconds:.2f} | {shown} |"
        )
    return "\n".join(lines)


def draw(rows: Sequence[Row], family: str, path: Path) -> None:
    """Plot predicted and found lengths, and the states expanded, against the size, on a logarithmic scale."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    for objective in sorted({row.objective for row in rows}):
        chosen = [row for row in rows if row.objective == objective and row.engine == "fast"]
        [line] = axes.plot(
            [row.size for row in chosen], [row.predicted for row in chosen], label=f"{objective}, predicted"
        )
        met = [row for row in chosen if row.found is not None]
        axes.plot(
            [row.size for row in met], [row.found or 0 for row in met], "o", color=line.get_color(), label=objective
        )
        axes.plot(
            [row.size for row in met], [max(1, row.expanded) for row in met], ":", color=line.get_color(),
            label=f"states expanded for {objective}",
        )  # fmt: skip
    axes.set_yscale("log")
    axes.set_xticks(sorted({row.size for row in rows}))
    axes.set_xlabel(f"size ({FAMILIES[family].parameter})")
    axes.set_ylabel("optimal length; states")
    axes.set_title(f"The {family} family")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code."""
    parser = argparse.ArgumentParser(description="How far search gets with levels that are hard by construction.")
    parser.add_argument("--family", choices=list(FAMILIES), default="fibonacci", help="which family (%(default)s)")
    parser.add_argument(
        "--sizes", type=numbers, default=numbers("4-8"), metavar="LIST", help="sizes, such as 4-8 or 4,6"
    )
    parser.add_argument("--oracle", type=int, default=6, metavar="N", help="the oracle too, up to this size (6)")
    parser.add_argument("--certificates", action="store_true", help="write and check certificates too")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S", help="seconds for each search (60)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the record, as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="where to draw the plot, as SVG or PNG")
    options = parser.parse_args(arguments)
    warm_up(lambda name, number: None)
    rows: list[Row] = []
    limits = Limits(options.time_limit)
    for size in sorted(options.sizes):
        member = FAMILIES[options.family].member(size)
        for objective, predicted in ((Objective.MOVES, member.moves), (Objective.PUSHES, member.pushes)):
            for engine in ("fast", "oracle") if size <= options.oracle else ("fast",):
                row = searched(engine, objective, size, member.level, predicted, limits, options.certificates)
                rows.append(row)
                print(f"{engine} {objective} {size}: {row.verdict} {row.found}", file=sys.stderr)
    print(table(rows))
    if options.out is not None:
        record = {"family": options.family, "time_limit": options.time_limit, "rows": [asdict(row) for row in rows]}
        options.out.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    if options.plot is not None:
        draw(rows, options.family, options.plot)
    return int(any(row.differs for row in rows))


if __name__ == "__main__":
    sys.exit(main())
