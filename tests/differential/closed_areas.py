"""Levels of 8 to 14 boxes with large areas that boxes close off, and the engine against a plain search of its own.

`python tests/differential/closed_areas.py --levels N --seed S` compares so many levels that the plain
search, which has everything switched off, can settle; exit code 1 says that there are differences.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from differential.fast_engine import PLAIN, Choice, Tally, Truth, ask, compile_engine, fault, some_choice
from sokogen.random.random_levels import possible_pulls
from sokosolve.features import Algorithm
from sokospec import Board, Level, Square, State
from sokospec.answer import Objective
from sokospec.rules import reachable

BOXES = range(8, 15)
CLOSED = 3  # free squares out of the player's reach, at least
MOST_PLAIN = 6_000  # states of the plain search; what it cannot settle within is not compared
MOST_EXPANDED = 100_000  # where options at random leave so much to do, only the bound so far is looked at


def rooms_in_a_row(rng: Random) -> tuple[int, int, set[Square]]:
    """Return height, width and floor of two to four rooms in a row, with a door of one square between neighbours."""
    inner = rng.choice((3, 4))
    floor: set[Square] = set()
    column = 1
    for room in range(rng.choice((2, 3, 4))):
        if room:
            floor.add(Square(rng.randint(1, inner), column))
            column += 1
        width = rng.choice((2, 3, 3, 4))
        floor |= {Square(row, column + place) for row in range(1, inner + 1) for place in range(width)}
        column += width
    for square in rng.sample(sorted(floor), rng.randint(0, 3)):
        floor.discard(square)
    return inner + 2, column + 1, floor


def out_of_reach(board: Board, state: State) -> int:
    """Return how many free squares the player cannot reach."""
    return len(set(board.floor) - state.boxes) - len(reachable(board, state))


def draw(rng: Random) -> Level | None:
    """Return a level whose boxes close off some floor, None if this draw makes none.

    Pulled from the goals mostly, so that it has a solution, else with boxes anywhere, or with one box moved away.
    """
    height, width, floor = rooms_in_a_row(rng)
    count = rng.choice(BOXES)
    if count + 6 > len(floor):
        return None
    squares = sorted(floor)
    walls = {Square(row, column) for row in range(height) for column in range(width)} - floor
    goals = frozenset(rng.sample(squares, count))
    board = Board(width, height, frozenset(walls), goals)
    state = State(goals, rng.choice([square for square in squares if square not in goals]))
    best, most = state, -1
    for _ in range(rng.choice((5, 10, 20, 40))):
        pulls = [before for _, before in possible_pulls(board, state)]
        if not pulls:
            break
        state = rng.choice(pulls)
        if (closed := out_of_reach(board, state)) >= most:
            best, most = state, closed
    if rng.random() < 0.3:
        free = [square for square in squares if square not in best.boxes and square != best.player]
        best = State(best.boxes - {rng.choice(sorted(best.boxes))} | {rng.choice(free)}, best.player)
    if out_of_reach(board, best) < CLOSED or best.boxes == goals:
        return None
    return Level(board, best)


def truth_of(level: Level, objective: Objective) -> Truth | None:
    """Return the least cost by a plain search of the engine, with nothing that it knows; None if that takes long."""
    answer = ask(level, objective, PLAIN._replace(most_expanded=MOST_PLAIN))
    if answer.interrupted or answer.expanded >= MOST_PLAIN:
        return None
    if answer.moves is None or answer.pushes is None:
        return Truth(None)
    return Truth({objective: objective.cost(answer.moves, answer.pushes)})


@dataclass
class Areas(Tally):
    """What was compared; `unsettled` are levels too large for the plain search, and of `stopped` answers there is a
    bound alone."""

    stopped: int = 0

    def __str__(self) -> str:
        """All on one line."""
        return (
            f"{self.solvable + self.unsolvable} levels: {self.solvable} solvable, {self.unsolvable} unsolvable, "
            f"{self.unsettled} more too large for a plain search; {self.comparisons} answers, {self.stopped} of them "
            f"stopped, {len(self.differences)} differences"
        )


def compare(seed: str, number: int) -> Areas:
    """Compare on so many levels, each for one objective, as the engine is and with options at random."""
    rng = Random(f"closed areas {seed}")
    tally = Areas()
    while tally.solvable + tally.unsolvable < number:
        level = draw(rng)
        if level is None:
            continue
        objective = rng.choice([each for each in Objective if each is not Objective.ANY])
        truth = truth_of(level, objective)
        if truth is None:
            tally.unsettled += 1
            continue
        tally.solvable += truth.costs is not None
        tally.unsolvable += truth.costs is None
        other = some_choice(rng)._replace(algorithm=Algorithm.ASTAR, stop_after=None, most_expanded=MOST_EXPANDED)
        for choice in (Choice(), other):
            answer = ask(level, objective, choice)
            tally.comparisons += 1
            tally.stopped += answer.interrupted
            wrong = fault(level, answer, truth)
            if wrong is not None:
                tally.differences.append(f"{level}\n{objective}: {wrong}; asked with {choice}")
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, and print every difference."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--levels", type=int, default=1_000, metavar="N", help="how many levels (%(default)s)")
    parser.add_argument("--seed", default="1", metavar="S", help="which levels (%(default)s)")
    options = parser.parse_args(arguments)
    compile_engine()
    started = time.monotonic()
    total, part = Areas(), 100
    for first in range(0, options.levels, part):
        more = compare(f"{options.seed} {first}", min(part, options.levels - first))
        total.add(more)
        for difference in more.differences:
            print(f"\n{difference}", flush=True)
        print(f"{total}, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    return 1 if total.differences else 0


if __name__ == "__main__":
    sys.exit(main())
