"""The levels on which claims are settled: every board of few squares, every set of goals, every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from random import Random

from sokogen.random.random_levels import random_mixed_level
from sokospec import Board, Level, Square, State
from sokospec.limits import LimitReached, Limits
from sokospec.oracle import Metric, state_graph
from sokospec.rules import normalise, pushes, reachable
from sokospec.transform.symmetry import SYMMETRIES

Node = State
"""A box alone on the board: the state with this box only, normalised."""


class Table:
    """A board with goals and every state with as many boxes on it, labelled by the oracle when it is asked."""

    def __init__(self, board: Board, start: Level | None = None) -> None:
        """Take every state of the board, or with `start` those that can be reached from this level's."""
        self.board = board
        self.start = start

    @cached_property
    def distance(self) -> dict[State, int | None]:
        """The least pushes from each normalised state to a solution; None for the dead."""
        found: dict[State, int | None] = {}
        if self.start is not None:
            graph = state_graph(self.start, limits=Limits(seconds=20))
            return dict(zip(graph.states, graph.distance, strict=True))
        for state in self.states:
            if state not in found:
                graph = state_graph(Level(self.board, state))
                found.update(zip(graph.states, graph.distance, strict=True))
        return found

    @cached_property
    def moves(self) -> dict[State, int | None]:
        """The least moves from each state, with the player's exact square, to a solution; None for the dead."""
        found: dict[State, int | None] = {}
        for first in self.states:
            for player in sorted(reachable(self.board, first)):
                if State(first.boxes, player) not in found:
                    graph = state_graph(Level(self.board, State(first.boxes, player)), Metric.MOVES)
                    found.update(zip(graph.states, graph.distance, strict=True))
        return found

    @cached_property
    def states(self) -> list[State]:
        """The normalised states, by boxes and player in row order."""
        if self.start is not None:
            return list(self.distance)
        found = []
        for boxes in combinations(self.board.floor, len(self.board.goals)):
            left = set(self.board.floor).difference(boxes)
            while left:
                state = State(frozenset(boxes), min(left))
                left -= reachable(self.board, state)
                found.append(state)
        return found

    def dead(self, state: State) -> bool:
        """Say whether a state is dead."""
        return self.distance[normalise(self.board, state)] is None

    @cached_property
    def goals_of(self) -> dict[Node, frozenset[Square]]:
        """For a box alone, with the player in each part of the floor, the goals to which it can be pushed."""
        after = {}
        for box in self.board.floor:
            left = set(self.board.floor) - {box}
            while left:
                node = State(frozenset({box}), min(left))
                left -= reachable(self.board, node)
                after[node] = [normalise(self.board, pushed) for _, pushed in pushes(self.board, node)]
        found = {node: frozenset(node.boxes & self.board.goals) for node in after}
        changed = True
        while changed:
            changed = False
            for node, following in after.items():
                more = found[node].union(*(found[other] for other in following))
                if more != found[node]:
                    found[node], changed = more, True
        return found

    def alone(self, box: Square, player: Square) -> Node:
        """Return the node of a box and the player's square."""
        return normalise(self.board, State(frozenset({box}), player))


@cache
def floors(squares: int) -> tuple[frozenset[Square], ...]:
    """Return every connected floor of so many squares, one of those that are turned or mirrored forms of each other."""
    if squares == 1:
        return (frozenset({Square(0, 0)}),)
    grown = set()
    for floor in floors(squares - 1):
        for row, column in floor:
            for ahead in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if ahead not in floor:
                    grown.add(min(_images(floor | {Square(*ahead)})))
    return tuple(frozenset(floor) for floor in sorted(grown))


def _images(floor: frozenset[Square]) -> Iterator[tuple[Square, ...]]:
    for symmetry in SYMMETRIES:
        turned = [symmetry.square(square, 0, 0) for square in floor]
        top, left = min(square.row for square in turned), min(square.column for square in turned)
        yield tuple(sorted(Square(row - top, column - left) for row, column in turned))


def closed(floor: frozenset[Square], goals: Sequence[Square]) -> Board:
    """Return the board with this floor, walled in."""
    height, width = max(square.row for square in floor) + 3, max(square.column for square in floor) + 3
    moved = {Square(row + 1, column + 1) for row, column in floor}
    grid = {Square(row, column) for row in range(height) for column in range(width)}
    return Board(
        width, height, frozenset(grid - moved), frozenset(Square(row + 1, column + 1) for row, column in goals)
    )


@dataclass(frozen=True)
class Scope:
    """Every level with a connected floor of a few squares and a few boxes, and some random ones.

    `most_boxes[n]` is the largest number of boxes for a floor of n squares. Of the levels of a family it has all, or
    the first.
    """

    most_boxes: dict[int, int]
    random_levels: int = 0
    seed: int = 1
    whole_families: bool = False

    def tables(self, keep: Callable[[int, int], bool] = lambda squares, boxes: True) -> Iterator[Table]:
        """Yield the tables, those with few squares first, then those with few boxes."""
        for squares, most in sorted(self.most_boxes.items()):
            for boxes in range(1, min(most, squares - 1) + 1):
                if keep(squares, boxes):
                    for floor in floors(squares):
                        for goals in combinations(sorted(floor), boxes):
                            yield Table(closed(floor, goals))

    def random_tables(self) -> Iterator[Table]:
        """Yield tables of the states that random levels reach."""
        rng = Random(self.seed)
        for _ in range(self.random_levels):
            level = random_mixed_level(rng)
            try:
                table = Table(level.board, level)
                if len(table.distance) <= 3000:
                    yield table
            except LimitReached:
                continue
