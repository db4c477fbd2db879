"""What each strategy of `any` expands in a level until it is solved; with other seeds, without one, or one alone.

    python experiments/strategies.py LEVELS --seconds 60 --seed 1
    python experiments/strategies.py LEVELS --seconds 10 --without pulls "feature rooms" "advisor explorer"
    python experiments/strategies.py LEVELS --seconds 10 --without-each

The names of the strategies are those of `sokosolve.fess.any_solution`; the features and advisors that can be left out
are those of `sokosolve.fess.position` and `sokosolve.fess.advisors`. With `--without-each` all levels are tried with
all there is, and then without each of these names in turn. What is left out of a search is not left out of its packing
plan, and an advisor that goes by a feature falls silent with it. CPU seconds are those of the search.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from common import markdown, runs
from sokosolve.features import Direction, select_features
from sokosolve.fess.any_solution import HALFWAY, OVER_FEATURES, AnySolution
from sokosolve.fess.position import ADVISORS, Value
from sokosolve.level.level_tables import level_tables
from sokosolve.search import build
from sokosolve.search.budget import Budget
from sokosolve.search.solution import lurd_of
from sokospec import Level, replay
from sokospec.answer import Objective
from sokospec.errors import SokobanError
from sokospec.formats import read
from sokospec.limits import LimitReached, Limits

NAME = "strategies"
FEATURE_SPACE = ("pushes", "pulls")
"""How the names of strategies begin that search over features."""
FEATURES = {
    Value.PACKING: "packing",
    Value.OUT_OF_PLAN: "out of plan",
    Value.CONNECTIVITY: "connectivity",
    Value.ROOMS: "rooms",
    Value.HOTSPOTS: "hotspots",
    Value.FARNESS: "farness",
    Value.NEXT: "next",
}
ADVISED_BY = ("packing", "connectivity", "rooms", "hotspots", "explorer", "opener", "next", "out of plan")
"""The advisors, in the order of their bits."""
STRATEGIES = (
    "A* in a hurry",
    *OVER_FEATURES,
    *HALFWAY,
    "A* in a hurry, pulls",
    "A* without costs",
    "A*",
)
LOOK_AHEAD = "look ahead"
"""The look-ahead of the strategies over features, which is part of their turns."""
BITS = {f"feature {name}": 1 << feature for feature, name in FEATURES.items()}
BITS |= {f"advisor {name}": 1 << ADVISORS + number for number, name in enumerate(ADVISED_BY)}


@dataclass(frozen=True, slots=True)
class Row:
    """A level: the strategy that solved it, None for none; what each expanded; the pushes and the CPU seconds."""

    level: int
    title: str
    solved_by: str | None
    expanded: dict[str, int]
    pushes: int | None
    seconds: float

    @property
    def positions(self) -> int:
        """Return what the strategies expanded that search over features."""
        return sum(count for name, count in self.expanded.items() if name.startswith(FEATURE_SPACE))


@dataclass(frozen=True, slots=True)
class Without:
    """What is left out, nothing at first; the levels that are solved, of all; positions expanded in these; CPU s."""

    left_out: str
    solved: list[int]
    positions: int
    seconds: float


def solved(number: int, level: Level, seed: int, seconds: float, chosen: Sequence[str], left_out: Sequence[str]) -> Row:
    """Return what the chosen strategies, or all but those left out, do with a level."""
    budget = Budget(Limits(cpu=seconds, mib=4096))
    budget.compile()
    tables = level_tables(level, compiled=True)
    if tables is None or not len(tables.boxes) or not all(tables.floor.live[box] for box in tables.boxes):
        raise SokobanError(f"level {number} needs no search")
    world = build.world_of(tables, select_features(Objective.ANY), exact_player=False, compiled=True)
    bits = sum(BITS.get(name, 0) for name in set(left_out))
    search = AnySolution(tables, world, budget, Direction.AUTO, seed=seed, without=bits)
    names = [*(strategy.name for strategy in search.waiting), LOOK_AHEAD]
    if unknown := {*chosen, *left_out} - {*names, *BITS} | set(chosen) & {*BITS}:
        raise SokobanError(f"no {min(unknown)!r}: there are {', '.join([*names, *BITS])}")
    kept = set(chosen or names).difference(left_out)
    search.waiting = [each for each in search.waiting if each.name in kept]
    if LOOK_AHEAD not in kept:
        search.ahead = None
    if not search.waiting:
        raise SokobanError("no strategy is left")
    winner, pushes = None, None
    try:
        found = search.run()
        if found is not None:
            lurd = lurd_of(level, found)
            if not replay(level, lurd).valid:
                raise AssertionError(f"level {number}: the solution is none")
            winner, pushes = search.waiting[search.last].name, sum(letter.isupper() for letter in lurd)
    except LimitReached:
        pass
    expanded = {each.name: strategy.expanded for each, strategy in zip(search.waiting, search.strategies, strict=False)}
    if search.ahead is not None:
        expanded[LOOK_AHEAD] = search.ahead.expanded
    return Row(number, level.title, winner, expanded, pushes, round(budget.cpu_seconds, 2))


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table, and the sums below."""
    cells = []
    for row in rows:
        states = sum(row.expanded.values()) - row.positions
        by, pushes = row.solved_by or "", "" if row.pushes is None else row.pushes
        cells.append([row.level, by, f"{states:,}", f"{row.positions:,}", pushes, f"{row.seconds:.1f}"])
    heads = "level | solved by | A* states | positions | pushes | CPU s"
    lines = [markdown.table(heads, cells, left=["solved by"])]
    done = [row for row in rows if row.solved_by is not None]
    lines.append(f"\n{len(done)} of {len(rows)} solved, in {sum(row.seconds for row in done):.0f} CPU s")
    if done:
        positions = [row.positions for row in done]
        lines.append(f"positions of these: {sum(positions):,} in all, median {statistics.median(positions):,.0f}")
    for name in dict.fromkeys(name for row in rows for name in row.expanded):
        lines.append(f"{name}: {sum(row.solved_by == name for row in done)}")
    return "\n".join(lines)


def ablation(without: Sequence[Without]) -> str:
    """Return what is solved with all there is, and without each name, as a Markdown table."""
    whole = set(without[0].solved)
    cells = []
    for one in without:
        lost, won = whole.difference(one.solved), set(one.solved) - whole
        levels = ", ".join([*(f"-{level}" for level in sorted(lost)), *(f"+{level}" for level in sorted(won))])
        cells.append([one.left_out, len(one.solved), levels, f"{one.positions:,}", f"{one.seconds:.0f}"])
    heads = "without | solved | lost (-) and won (+) | positions | CPU s"
    return markdown.table(heads, cells, left=["without", "lost (-) and won (+)"])


def main(given: Sequence[str] | None = None) -> int:
    """Solve the levels, and show by what."""
    given = sys.argv[1:] if given is None else given
    parser = argparse.ArgumentParser(description="What each strategy of `any` does.")
    parser.add_argument("levels", type=Path, help="a file of levels")
    parser.add_argument("--only", type=int, nargs="+", help="only these levels")
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU seconds a level (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="decides among moves and plans that are alike (0)")
    parser.add_argument("--strategy", nargs="+", default=[], metavar="NAME", help="these strategies alone")
    parser.add_argument("--without", nargs="+", default=[], metavar="NAME", help="all but these")
    parser.add_argument("--without-each", nargs="*", metavar="NAME", help="all there is, and all but each of these")
    runs.add_out(parser)
    options = parser.parse_args(given)
    started = time.monotonic()

    def of_all(left_out: Sequence[str]) -> list[Row]:
        rows = []
        for number, level in enumerate(read(options.levels), 1):
            if options.only is None or number in options.only:
                row = solved(number, level, options.seed, options.seconds, options.strategy, left_out)
                rows.append(row)
                runs.told(f"{number}: {row.solved_by or 'not solved'}, {row.seconds} s")
        return rows

    parameters = {"seed": options.seed, "strategies": options.strategy, "without": options.without}
    results: Sequence[Row | Without]
    try:
        if options.without_each is None:
            results = rows = of_all(options.without)
            print(table(rows))
        else:
            each = list[Without]()
            for name in ("", *(options.without_each or (*STRATEGIES, LOOK_AHEAD, *BITS))):
                runs.told(f"without {name or 'nothing'}")
                rows = of_all([*options.without, *([name] if name else [])])
                done = [row for row in rows if row.solved_by is not None]
                positions, seconds = sum(row.positions for row in done), sum(row.seconds for row in rows)
                each.append(Without(name, [row.level for row in done], positions, round(seconds, 1)))
            results = each
            print(ablation(each))
    except (SokobanError, OSError) as error:
        parser.error(str(error))
    if options.out is not None:
        runs.save(options.out, NAME, given, parameters | {"seconds": options.seconds}, results, started)
    return 0


if __name__ == "__main__":
    sys.exit(main())
