"""The hardest levels once more, by a program that only knows the rules: it plays every level from every start.

    python tests/hardest/naive.py --squares 8

plays all levels with 3 to 8 floor squares in one piece and prints the longest shortest solutions, which must be those
that the search finds. Exit code 1 when one differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from sokogen.hardest.all_floors import search
from sokospec import Board, Square, State
from sokospec.rules import is_push, steps

Shape = frozenset[tuple[int, int]]
Followers = Mapping[State, Sequence[tuple[bool, State]]]


def shapes(size: int) -> set[Shape]:
    """Return all connected shapes of so many squares; turned and reflected ones count, moved ones do not."""
    found: set[Shape] = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        found = {at_origin(shape | {near}) for shape in found for near in around(shape) - shape}
    return found


def at_origin(shape: Shape) -> Shape:
    """Move a shape so that its least row and column are 0."""
    top, left = min(row for row, _ in shape), min(column for _, column in shape)
    return frozenset((row - top, column - left) for row, column in shape)


def around(shape: Shape) -> Shape:
    """Return the squares that have a neighbour in the shape."""
    return frozenset(
        near
        for row, column in shape
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    )


def one_of_each_kind(found: set[Shape]) -> Iterator[Shape]:
    """Yield one of the shapes that turning and reflecting turn into each other."""
    met: set[Shape] = set()
    for shape in sorted(found, key=sorted):
        if shape not in met:
            yield shape
        for _ in range(4):
            shape = at_origin(frozenset((column, -row) for row, column in shape))
            met |= {shape, at_origin(frozenset((row, -column) for row, column in shape))}


def longest(shape: Shape) -> tuple[int, int]:
    """Return the most moves, and the most pushes, that the best solution of a level on this floor takes.

    Played from a start, a level is solved when its set of goals is first covered. So the hardest set of goals for a
    start is the set of boxes that comes up last.
    """
    squares = [Square(*cell) for cell in sorted(shape)]
    height, width = (max(square[axis] for square in squares) + 1 for axis in (0, 1))
    walls = frozenset(Square(row, column) for row in range(height) for column in range(width)).difference(squares)
    board = Board(width, height, walls, frozenset())
    moves = pushes = 0
    for count in range(1, len(squares)):
        after: dict[State, list[tuple[bool, State]]] = {}
        for boxes in map(frozenset, combinations(squares, count)):
            for player in squares:
                if player not in boxes:
                    state = State(boxes, player)
                    after[state] = [(is_push(state, other), other) for _, other in steps(board, state)]
        for start in after:
            moves = max(moves, last_to_come(start, after, walks=1))
            pushes = max(pushes, last_to_come(start, after, walks=0))
    return moves, pushes


def last_to_come(start: State, after: Followers, *, walks: int) -> int:
    """Return how many steps it takes until no more sets of boxes come up; walks cost 1 or 0, pushes 1."""
    costs: dict[frozenset[Square], int] = {}
    waiting, done = deque([(0, start)]), set()
    while waiting:
        cost, state = waiting.popleft()
        if state in done:
            continue
        done.add(state)
        costs.setdefault(state.boxes, cost)
        for push, other in after[state]:
            if push or walks:
                waiting.append((cost + 1, other))
            else:
                waiting.appendleft((cost, other))
    return max(costs.values())


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the two programs, size by size."""
    parser = argparse.ArgumentParser(description="The hardest levels by the rules alone, and by the search.")
    parser.add_argument("--squares", type=int, default=6, metavar="N", help="up to so many floor squares (%(default)s)")
    options = parser.parse_args(arguments)
    wrong = False
    for size in range(3, options.squares + 1):
        values = [longest(shape) for shape in one_of_each_kind(shapes(size))]
        moves, pushes = (max(value[metric] for value in values) for metric in (0, 1))
        by_search = tuple(search(size, by_moves=by_moves, jobs=1).best for by_moves in (True, False))
        agree = (moves, pushes) == tuple(0 if one is None else one.length for one in by_search)
        wrong |= not agree
        print(f"{size} squares, {len(values)} floors: {moves} moves, {pushes} pushes{'' if agree else ', WRONG'}")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
