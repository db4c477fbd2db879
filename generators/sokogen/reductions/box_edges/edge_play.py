"""A sequence of reversals as a LURD: the pushes that each reversal takes, and the shortest walks between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sokogen.reductions.box_edges.box_level import BoxLevel
from sokogen.reductions.box_edges.held_edges import HeldEdges, Shift
from sokogen.reductions.gadgets.tracing import steps_to
from sokospec.board import Square

_LETTERS = {(-1, 0): "u", (1, 0): "d", (0, -1): "l", (0, 1): "r"}


def lurd(made: BoxLevel, reversals: Sequence[int]) -> Iterator[str]:
    """Yield a solution piece by piece: the reversals, of which the last is the target's, the flag, all taken back."""
    walker = _Walker(made)
    for shift in _shifts(made, reversals):
        yield from walker.move(shift)


def moves(made: BoxLevel, reversals: Sequence[int]) -> int:
    """Return how many moves the solution has."""
    return sum(map(len, lurd(made, reversals)))


def _shifts(made: BoxLevel, reversals: Sequence[int]) -> Iterator[Shift]:
    edges = HeldEdges(made.graph, made.layout)
    kept = [edge for edge in reversals if edge in edges.head]
    for edge in kept:
        yield from edges.reverse(edge)
    yield made.flag
    for edge in reversed(kept):
        yield from edges.reverse(edge)


class _Walker:
    """The player among the boxes of a level; he walks the shortest way to each push."""

    def __init__(self, made: BoxLevel) -> None:
        self.floor = made.floor
        self.boxes = {*made.homes, made.flag[0]}
        self.player = made.player

    def move(self, shift: Shift) -> Iterator[str]:
        """Walk behind the box on the first square, and push it to the last."""
        first, second = shift[0], shift[1]
        step = second.row - first.row, second.column - first.column
        yield self._walk(Square(first.row - step[0], first.column - step[1]))
        for square, landing in pairwise(shift):
            self.boxes.remove(square)
            self.boxes.add(landing)
            self.player = square
            yield _LETTERS[step].upper()

    def _walk(self, goal: Square) -> str:
        came: dict[Square, tuple[Square, str] | None] = {self.player: None}
        waiting = deque([self.player])
        while goal not in came:
            at = waiting.popleft()
            for (down, right), letter in _LETTERS.items():
                beside = Square(at.row + down, at.column + right)
                if beside not in came and beside in self.floor and beside not in self.boxes:
                    came[beside] = at, letter
                    waiting.append(beside)
        self.player = goal
        return "".join(steps_to(goal, came))
