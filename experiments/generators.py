"""What the random generators give: how many levels are solvable, how long solutions are, how many attempts succeed.

    python experiments/generators.py --boards 50 --seed 1 --out RECORD.json --plot PLOT.svg

draws for every kind of board and 1 to 5 boxes so many levels in four ways: boxes and player on random squares; random
pulls from a solved state; a random state of all that can be solved; the farthest state after 30 changes of the board.
Each is solved for pushes. Then it counts what share of the attempts of `sokospec generate random` comes to a level, by
the least length that is asked for, without changes of the board and with them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median

from common import runs
from common.levels import numbers
from sokogen.random.benchmark_levels import AttemptOutcome, LevelWish, attempts
from sokogen.random.random_levels import FloorKind, random_level, solvable_level
from sokosolve.machine_code import library_of
from sokosolve.solver import solve
from sokospec import Level
from sokospec.answer import Answer, Objective
from sokospec.limits import Limits

NAME = "generators"
SIDE, SHARE = 5, 0.2
BOXES = 3
LENGTHS = "5,10,15,20,25,30"
CHANGES = (0, 30)
PULLS = 20
SECONDS = 10.0
STATES = 20_000

WAYS = ("random squares", "random pulls", "states that can be solved", "farthest state, curated")


@dataclass(frozen=True, slots=True)
class Row:
    """One way of making levels: how many of the attempts came to what, and the lengths of the shortest solutions."""

    way: str
    kind: str
    boxes: int
    min_length: int
    changes: int
    attempts: int
    outcomes: dict[str, int]
    lengths: tuple[int, ...]

    @property
    def share(self) -> float:
        """The share of the attempts that gave a level with a solution."""
        return len(self.lengths) / self.attempts


def asked(level: Level, objective: Objective = Objective.PUSHES) -> Answer:
    """Return what the fast engine says of a level; raises `KeyboardInterrupt` on Ctrl-C."""
    return solve(level, objective, Limits(SECONDS))


def drawn(way: str, kind: FloorKind, boxes: int, boards: int, seed: int) -> Row:
    """Draw levels at random, without regard to what is found out about them, and solve them."""

    def level(rng: Random) -> Level:
        if way == "random pulls":
            return solvable_level(
                rng, kind=kind, height=SIDE, width=SIDE, boxes=boxes, wall_share=SHARE, pulls=PULLS
            ).level
        return random_level(rng, kind=kind, height=SIDE, width=SIDE, boxes=boxes, wall_share=SHARE)

    answers = [asked(level(Random(f"{seed} {way} {kind} {boxes} {number}"))) for number in range(boards)]
    lengths = tuple(answer.pushes for answer in answers if answer.pushes is not None)
    return Row(way, kind, boxes, 0, 0, boards, dict(Counter(answer.verdict for answer in answers)), lengths)


def ordered(
    kind: FloorKind, boxes: int, boards: int, seed: int, *, min_length: int = 1, changes: int = 0, curated: bool = False
) -> Row:
    """Make attempts as `sokospec generate random` does."""
    squares = round((1 - SHARE) * SIDE * SIDE)
    wish = LevelWish(SIDE, SIDE, squares, boxes, kind, Objective.PUSHES, min_length, changes, curated, STATES)
    made = list(islice(attempts(wish, seed, asked), boards))
    lengths = [one.answer.pushes for one in made if one.outcome is AttemptOutcome.TAKEN and one.answer is not None]
    return Row(
        WAYS[3] if curated else WAYS[2], kind, boxes, min_length, changes, boards,
        dict(Counter(one.outcome for one in made)), tuple(length for length in lengths if length is not None),
    )  # fmt: skip


def measured(boards: int, seed: int, most_boxes: int, lengths: Sequence[int]) -> Iterator[Row]:
    """Yield a row for each way, kind and number of boxes, and then for each least length."""
    for boxes in range(1, most_boxes + 1):
        for kind in FloorKind:
            for way in WAYS[:2]:
                yield drawn(way, kind, boxes, boards, seed)
            yield ordered(kind, boxes, boards, seed)
            yield ordered(kind, boxes, boards, seed, changes=CHANGES[1], curated=True)
    for min_length in lengths:
        for kind in FloorKind:
            for changes in CHANGES:
                yield ordered(kind, min(BOXES, most_boxes), boards, seed, min_length=min_length, changes=changes)


def by_way(rows: Sequence[Row]) -> str:
    """Return as a Markdown table, for each way and number of boxes, the share of solvable levels, and lengths."""
    lines = ["| way | boxes | attempts | levels with a solution | median pushes | a tenth has | longest |"]
    lines.append("|---|--:|--:|--:|--:|--:|--:|")
    chosen = [row for row in rows if row.min_length <= 1]
    for way in WAYS:
        for boxes in sorted({row.boxes for row in chosen}):
            mine = [row for row in chosen if (row.way, row.boxes) == (way, boxes)]
            lengths = sorted(length for row in mine for length in row.lengths)
            tried = sum(row.attempts for row in mine)
            figures = f"{median(lengths):g} | {lengths[len(lengths) * 9 // 10]} | {lengths[-1]}" if lengths else "| |"
            lines.append(f"| {way} | {boxes} | {tried:,} | {len(lengths) / tried:.1%} | {figures} |")
    return "\n".join(lines)


def by_kind(rows: Sequence[Row]) -> str:
    """Return as a Markdown table what share of the levels with everything on random squares is solvable."""
    chosen = [row for row in rows if row.way == WAYS[0]]
    counts = sorted({row.boxes for row in chosen})
    lines = [f"| kind | {' | '.join(f'{boxes} boxes' if boxes > 1 else '1 box' for boxes in counts)} |"]
    lines.append("|---|" + "--:|" * len(counts))
    for kind in FloorKind:
        shares = [f"{row.share:.1%}" for row in sorted(chosen, key=lambda row: row.boxes) if row.kind == kind]
        lines.append(f"| {kind} | {' | '.join(shares)} |")
    return "\n".join(lines)


def by_length(rows: Sequence[Row]) -> str:
    """Return as a Markdown table what share of the attempts succeeds, by least length; the record has all outcomes."""
    chosen = [row for row in rows if row.min_length > 1]
    lengths = sorted({row.min_length for row in chosen})
    lines = [f"| kind | changes | {' | '.join(f'{length} pushes' for length in lengths)} |"]
    lines.append("|---|--:|" + "--:|" * len(lengths))
    for kind, changes in sorted({(row.kind, row.changes) for row in chosen}):
        mine = {row.min_length: f"{row.share:.0%}" for row in chosen if (row.kind, row.changes) == (kind, changes)}
        lines.append(f"| {kind} | {changes} | {' | '.join(mine.get(length, '') for length in lengths)} |")
    return "\n".join(lines)


def draw(rows: Sequence[Row], path: Path) -> None:
    """Plot lengths by way, solvable levels by boxes and kind, and successful attempts by least length and kind."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import PercentFormatter

    from common.pictures import COLOURS, MARKERS, save, style

    with style():
        figure = Figure(figsize=(13, 4.6), layout="constrained")
        spread, solvable, success = figure.subplots(1, 3)
        boxes = min(BOXES, max(row.boxes for row in rows))
        for colour, way in zip(COLOURS, WAYS, strict=False):
            mine = [row for row in rows if (row.way, row.boxes) == (way, boxes) and row.min_length <= 1]
            lengths = [length for row in mine for length in row.lengths]
            if lengths:
                places = range(max(lengths) + 2)
                shares = [sum(length >= place for length in lengths) / len(lengths) for place in places]
                spread.step(list(places), shares, where="post", color=colour, label=way)
        spread.set(xlabel="pushes", ylabel="levels that need at least so many")
        spread.set_title(f"lengths, {boxes} boxes, levels with a solution", loc="left", fontsize=10)
        for colour, marker, kind in zip(COLOURS, MARKERS, FloorKind, strict=False):
            mine = [row for row in rows if (row.way, row.kind) == (WAYS[0], kind)]
            solvable.plot(
                [row.boxes for row in mine], [row.share for row in mine], marker + "-", color=colour, label=kind.value
            )
            for changes, dash in zip(CHANGES, (":", "-"), strict=True):
                mine = [row for row in rows if row.min_length > 1 and (row.kind, row.changes) == (kind, changes)]
                success.plot(
                    [row.min_length for row in mine], [row.share for row in mine], marker + dash, color=colour,
                    label=f"{kind}, {changes} changes",
                )  # fmt: skip
        solvable.set(xlabel="boxes", ylabel="solvable")
        solvable.set_xticks(sorted({row.boxes for row in rows}))
        solvable.set_title("boxes and player on random squares", loc="left", fontsize=10)
        success.set(xlabel="least number of pushes", ylabel="attempts that succeed")
        success.set_title(f"generate random, {boxes} boxes", loc="left", fontsize=10)
        for axes in (spread, solvable, success):
            axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
            axes.set_ylim(bottom=0)
            axes.legend(fontsize=8)
        save(figure, path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(description="What the random generators give.")
    parser.add_argument("--boards", type=int, default=50, metavar="N", help="attempts for each row (%(default)s)")
    parser.add_argument("--boxes", type=int, choices=range(1, 9), default=5, metavar="K", help="up to so many (5)")
    parser.add_argument("--lengths", type=numbers, default=numbers(LENGTHS), metavar="LIST", help=f"least ({LENGTHS})")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which levels (%(default)s)")
    runs.add_options(parser)
    options = parser.parse_args(given)
    if options.boards < 1:
        parser.error("--boards is 1 or more")
    started = time.monotonic()
    parameters: dict[str, object] = {"boards": options.boards, "seed": options.seed}
    rows: list[Row] = []
    if options.record is not None:
        found = runs.recorded(parser, options.record, NAME)
        parameters = found["parameters"]
        rows = [Row(**row | {"lengths": tuple(row["lengths"])}) for row in found["rows"]]
    else:
        library_of("sokosolve").load()
        with runs.until_interrupted():
            for row in measured(options.boards, options.seed, options.boxes, sorted(options.lengths)):
                rows.append(row)
                least = f", at least {row.min_length} pushes, {row.changes} changes" if row.min_length else ""
                runs.told(f"{row.way}, {row.kind}, {row.boxes} boxes{least}: {row.share:.1%}")
    print("\n\n".join((by_way(rows), by_kind(rows), by_length(rows))))
    if options.out is not None:
        runs.save(options.out, NAME, given, parameters, rows, started)
    if options.plot is not None and rows:
        draw(rows, options.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
