"""Heuristics that are not admissible: how often does A* with a weighted bound miss the fewest pushes, and by how much?

    python experiments/lessons/weighted_astar.py --levels 2000 --seed 1

draws random solvable levels of up to 6 x 6 squares and three boxes, and solves each by A* with the sum of the pushes
that each box needs alone to its nearest goal, times a weight. Weight 1 is admissible. The table has a row for each
weight: how many solutions are longer than the shortest, by how many pushes, and the states expanded beside weight 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from random import Random

if __name__ == "__main__":  # run as a script: make the folder `experiments` importable
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from common import markdown
from sokogen.random.random_levels import FloorKind, solvable_level
from sokospec import Level, Square, State, normalise, pushes
from sokospec.oracle import box_distances

WEIGHTS = (1.0, 1.5, 2.0, 3.0, 5.0)
MOST_STATES = 20_000
"""Levels for which some weight expands more states are left out."""


@dataclass(frozen=True, slots=True)
class Row:
    """What a weight made of all levels: solutions longer than the shortest, their excess, and the states expanded."""

    weight: float
    levels: int
    longer: int
    excess: int
    largest_excess: int
    expanded: int


def draw_levels(number: int, seed: int) -> Iterator[Level]:
    """Yield random solvable levels."""
    rng = Random(seed)
    for _ in range(number):
        height, width, boxes = rng.randint(3, 6), rng.randint(3, 6), rng.randint(1, 3)
        kind = rng.choice(list(FloorKind))
        yield solvable_level(
            rng, kind=kind, height=height, width=width, boxes=boxes, wall_share=0.2, pulls=rng.randint(5, 40)
        ).level


def nearest_goals(level: Level) -> dict[Square, int]:
    """Return for each square the fewest pushes of a lone box from there to a goal, whoever is on which side."""
    least: dict[Square, int] = {}
    for square in level.board.floor:
        for player in level.board.beyond[square]:
            if player is None:
                continue
            distances = box_distances(level.board, State(frozenset({square}), player), square)
            reached = [distances[goal] for goal in level.goals if goal in distances]
            if reached:
                least[square] = min([*reached, least.get(square, min(reached))])
    return least


def search(level: Level, least: dict[Square, int], weight: float) -> tuple[int, int] | None:
    """Return the pushes of the solution that weighted A* finds, and the states that it expands; None beyond a limit."""
    board, order = level.board, count()
    queue, closed = [(0.0, next(order), 0, normalise(board, level.state))], set[State]()
    while queue and len(closed) < MOST_STATES:
        _, _, cost, state = heappop(queue)
        if state in closed:
            continue
        if state.boxes <= board.goals:
            return cost, len(closed)
        closed.add(state)
        for _, pushed in pushes(board, state):
            after = normalise(board, pushed)
            if after not in closed and all(box in least for box in after.boxes):
                bound = weight * sum(least[box] for box in after.boxes)
                heappush(queue, (cost + 1 + bound, next(order), cost + 1, after))
    return None


def measure(number: int, seed: int) -> list[Row]:
    """Return a row for each weight."""
    answers_of: dict[float, list[tuple[int, int]]] = {weight: [] for weight in WEIGHTS}
    shortest: list[int] = []
    for level in draw_levels(number, seed):
        least = nearest_goals(level)
        answers = [answer for weight in WEIGHTS if (answer := search(level, least, weight)) is not None]
        if len(answers) < len(WEIGHTS):
            continue
        shortest.append(answers[0][0])
        for weight, answer in zip(WEIGHTS, answers, strict=True):
            answers_of[weight].append(answer)
    rows = []
    for weight, answers in answers_of.items():
        excess = [cost - best for (cost, _), best in zip(answers, shortest, strict=True)]
        expanded = sum(states for _, states in answers)
        rows.append(Row(weight, len(shortest), sum(map(bool, excess)), sum(excess), max(excess, default=0), expanded))
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", type=int, default=2_000, metavar="N", help="how many levels (2,000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which levels (1)")
    options = parser.parse_args(arguments)
    rows = measure(options.levels, options.seed)
    head = "weight | levels | longer than the shortest | by pushes, on average | at most | states expanded"
    print(
        markdown.table(
            head,
            [
                (
                    f"{row.weight:g}",
                    f"{row.levels:,}",
                    f"{row.longer:,} ({row.longer / row.levels:.1%})",
                    f"{row.excess / max(1, row.longer):.1f}",
                    str(row.largest_excess),
                    f"{row.expanded:,} ({row.expanded / rows[0].expanded:.2f})",
                )
                for row in rows
            ],
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
