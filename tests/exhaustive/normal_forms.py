"""The law of normal forms: for every subset of the steps the label is true, and doing it twice changes nothing.

The suite has time for some of the small levels; as a script this tries more:

    python tests/exhaustive/normal_forms.py 2 3                   every level with an inside of 2 x 3, up to symmetry
    python tests/exhaustive/normal_forms.py 3 3 --subsets 2       every level with 3 x 3, under two random subsets each
    python tests/exhaustive/normal_forms.py 3 4 --boxes 2 --stride 50     every 50th with 3 x 4 and up to two boxes
    python tests/exhaustive/normal_forms.py --random 10000        random ones, larger, under a random subset each

Each small level is tried twice, within walls and without, where the edge of the grid is all that stops the player.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from random import Random
from typing import NamedTuple

from sokogen.random.random_levels import random_mixed_level
from sokogen.small.small_levels import boards_with_goals
from sokospec import Board, Level, Square, State, replay
from sokospec.limits import Limits
from sokospec.oracle import Answer, Metric, Objective, search_exhaustively, state_graph
from sokospec.rules import is_push, normalise, steps
from sokospec.transform.normal_form import STEPS, NormalForm, Preserves, normal_form
from sokospec.transform.symmetry import SYMMETRIES

ALL = frozenset(STEPS)
Distances = dict[State, int | None]


class Truth:
    """What the oracle says about levels; it is asked once for each state of a board."""

    def __init__(self) -> None:
        self._tables: dict[tuple[Board, Metric], Distances] = {}
        self._answers: dict[Level, Answer] = {}

    def _distances(self, level: Level, metric: Metric) -> Distances:
        if len(self._tables) > 1000:
            self._tables.clear()
        table = self._tables.setdefault((level.board, metric), {})
        state = normalise(level.board, level.state) if metric is Metric.PUSHES else level.state
        if state not in table:
            graph = state_graph(level, metric)
            table.update(zip(graph.states, graph.distance, strict=True))
        return table

    def moves(self, level: Level) -> int | None:
        return self._distances(level, Metric.MOVES)[level.state]

    def pushes(self, level: Level) -> int | None:
        return self._distances(level, Metric.PUSHES)[normalise(level.board, level.state)]

    def solution(self, level: Level) -> str:
        """Return a solution with the fewest moves."""
        table, state, lurd = self._distances(level, Metric.MOVES), level.state, ""
        while left := table[state]:
            direction, after = next(
                (direction, after) for direction, after in steps(level.board, state) if table[after] == left - 1
            )
            lurd += direction.letter.upper() if is_push(state, after) else direction.letter
            state = after
        return lurd

    def solve(self, level: Level, objective: Objective, limits: Limits) -> Answer:
        """Answer for step `solution`."""
        if len(self._answers) > 100_000:
            self._answers.clear()
        if level not in self._answers:
            self._answers[level] = search_exhaustively(level, objective, limits)
        return self._answers[level]


def false_labels(level: Level, form: NormalForm, truth: Truth) -> Iterator[str]:
    """Yield what a form promises and does not keep."""
    moves, solvable = truth.moves(form.level), truth.moves(level) is not None
    if (moves is not None) != solvable:
        yield "solvability"
    if Preserves.OPTIMAL_PUSHES in form.preserves and truth.pushes(form.level) != truth.pushes(level):
        yield f"{truth.pushes(level)} pushes became {truth.pushes(form.level)}"
    if Preserves.OPTIMAL_MOVES in form.preserves:
        if moves != truth.moves(level):
            yield f"{truth.moves(level)} moves became {moves}"
        elif moves is not None and not replay(form.symmetry.level(level), truth.solution(form.level)).valid:
            yield f"{truth.solution(form.level)} solves the result alone"


def twice(form: NormalForm, names: Iterable[str], truth: Truth) -> Iterator[str]:
    """Yield what normalising a normal form changes."""
    again = normal_form(form.level, tuple(names), solve=truth.solve)
    if (again.level, again.changed, again.symmetry) != (form.level, (), SYMMETRIES[0]):
        yield f"done twice it changes {again.changed} with {again.symmetry}"


def faults(level: Level, names: frozenset[str], truth: Truth) -> tuple[NormalForm, list[str]]:
    """Return the form of a level, and everything that is wrong with it."""
    form = normal_form(level, names, solve=truth.solve)
    return form, [*false_labels(level, form, truth), *twice(form, names, truth)]


def telling_subsets(level: Level, truth: Truth) -> Iterator[tuple[frozenset[str], list[str]]]:
    """Yield subsets of the steps that stand for all of them, each with its faults.

    A step that changed nothing can be left out, the result stays. Only `player` is tried both ways: that he may walk
    can keep a dead end open although he does not.
    """
    waiting = [ALL, ALL - {"player"}]
    seen = set(waiting)
    while waiting:
        names = waiting.pop()
        form, wrong = faults(level, names, truth)
        yield names, wrong
        for name in form.changed:
            if name != "player" and names - {name} not in seen:
                seen.add(names - {name})
                waiting.append(names - {name})


def opened(level: Level) -> Level:
    """Return a level without its outermost rows and columns, which are wall."""
    height, width = level.board.height - 2, level.board.width - 2

    def moved(squares: Iterable[Square]) -> frozenset[Square]:
        inside = (Square(row - 1, column - 1) for row, column in squares)
        return frozenset(square for square in inside if 0 <= square.row < height and 0 <= square.column < width)

    (player,) = moved([level.player])
    return Level(Board(width, height, moved(level.walls), moved(level.goals)), State(moved(level.boxes), player))


def random_subset(rng: Random) -> frozenset[str]:
    return frozenset(name for name in STEPS if rng.random() < 0.7)


class Trial:
    """Counts what was tried, and keeps the faults with their levels."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.truth = Truth()
        self.levels = self.forms = 0
        self.faults: list[str] = []

    def try_level(self, level: Level, subsets: int | None = 1) -> None:
        """Try so many random subsets of the steps, or as many as stand for all of them."""
        self.levels += 1
        if subsets is None:
            chosen = telling_subsets(level, self.truth)
        else:
            names = [random_subset(self.rng) for _ in range(subsets)]
            chosen = ((subset, faults(level, subset, self.truth)[1]) for subset in names)
        for subset, wrong in chosen:
            self.forms += 1
            self.faults += [f"{', '.join(sorted(subset))}: {fault}\n{level}" for fault in wrong]


class Part(NamedTuple):
    """A share of the levels of one size, for one process."""

    height: int
    width: int
    boxes: int = 99
    stride: int = 1
    subsets: int | None = None
    number: int = 0
    parts: int = 1

    def tried(self) -> Trial:
        trial = Trial(self.number)
        boards = islice(boards_with_goals(self.height, self.width, self.boxes), self.number, None, self.parts)
        for level in islice((level for board in boards for level in board.levels()), 0, None, self.stride):
            for drawn in (level, opened(level)):
                trial.try_level(drawn, self.subsets)
        return trial


def random_levels(count: int, seed: int) -> Trial:
    trial = Trial(seed)
    for _ in range(count):
        level = random_mixed_level(trial.rng, max_height=6, max_width=6, max_boxes=2)
        trial.try_level(opened(level) if trial.rng.random() < 0.3 else level)
    return trial


def main() -> None:
    """Try the levels that the command line names, and say what came of it."""
    parser = argparse.ArgumentParser(description="Put the law of normal forms to the test.")
    parser.add_argument("size", nargs="*", type=int, metavar="N", help="height and width of the inside")
    parser.add_argument("--boxes", type=int, default=99, help="the largest number of boxes")
    parser.add_argument("--stride", type=int, default=1, help="take one level in so many")
    parser.add_argument("--subsets", type=int, help="take so many random subsets of the steps; by default all")
    parser.add_argument("--random", type=int, default=0, help="try so many random levels instead")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    options = parser.parse_args()
    parts = 40
    levels = forms = 0
    found: list[str] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        if options.random:
            trials = pool.map(partial(random_levels, -(-options.random // parts)), range(parts))
        else:
            height, width = options.size
            one = Part(height, width, options.boxes, options.stride, options.subsets, 0, parts)
            trials = pool.map(Part.tried, [one._replace(number=number) for number in range(parts)])
        for done, trial in enumerate(trials, start=1):
            levels, forms = levels + trial.levels, forms + trial.forms
            found += trial.faults
            print(f"{done}/{parts}: {levels:,} levels, {forms:,} forms, {len(found)} faults", flush=True)
    if found:
        sys.exit("\n\n".join(found[:10]))


if __name__ == "__main__":
    main()
