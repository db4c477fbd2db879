"""States that can be solved, by construction: pulls from solved states, each the way back of a push."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from sokospec.board import Board, Direction, Level, State
from sokospec.certificates.grid import Grid, bits
from sokospec.oracle.search import push_path_lurd
from sokospec.rules import Push

SAME_BOX = 0.4
"""How often the box that was pulled last is pulled on, where it can be."""


_T = TypeVar("_T")


def below(rng: Random, bound: int) -> int:
    """Return a number from 0 to `bound` - 1; by `rng.random()` alone, that each version of Python draws the same."""
    return int(rng.random() * bound)


def any_of(rng: Random, items: Sequence[_T]) -> _T:
    """Return one of the items."""
    return items[below(rng, len(items))]


class Met(NamedTuple):
    """A level, and the pushes that solve it."""

    level: Level
    pushes: tuple[Push, ...]

    def solution(self) -> str:
        """Return the pushes with a shortest walk before each, as LURD."""
        return push_path_lurd(self.level, self.pushes)


class Backward:
    """A board seen from its solved states."""

    def __init__(self, board: Board) -> None:
        """Number the squares of the board."""
        self._board = board
        self._grid = Grid(board)
        stride = board.width + 1
        self._square = {1 << (square.row + 1) * stride + square.column: square for square in board.floor}
        self._direction = dict(zip(self._grid.steps, Direction, strict=True))

    def walk(self, rng: Random, pulls: int) -> list[Met]:
        """Return what the second half of a random walk from a solved state meets: up to `pulls` pulls, no state twice.

        >>> board = Level.parse("######\\n#@$ .#\\n######").board
        >>> for met in Backward(board).walk(Random(1), pulls=2):
        ...     print(str(met.level).splitlines()[1], met.solution())
        #@ $.# rR
        #@$ .# RR
        """
        boxes, region = self._grid.goals, self._first_region(rng)
        trail: list[tuple[int, int]] = [(boxes, region)]
        path: list[Push] = []
        last = 0
        for _ in range(pulls if region else 0):
            fresh = [pull for pull in self._pulls(boxes, region) if pull[2] not in trail]
            if not fresh:
                break
            same = [pull for pull in fresh if pull[0] == last]
            box, last, node = any_of(rng, same if same and rng.random() < SAME_BOX else fresh)
            path.append(Push(self._square[last], self._direction[box.bit_length() - last.bit_length()]))
            trail.append(node)
            boxes, region = node
        return [
            self._met(rng, *trail[made], path[:made]) for made in range((len(path) + 1) // 2, len(path) + 1) if made
        ]

    def _pulls(self, boxes: int, region: int) -> Iterator[tuple[int, int, tuple[int, int]]]:
        """Yield each pull as the box's square, the one to which it is pulled, and the state that it leads to."""
        for box, before, player in self._grid.pulls(boxes, region):
            earlier = boxes ^ box ^ before
            yield box, before, (earlier, self._grid.reachable(player, earlier))

    def _first_region(self, rng: Random) -> int:
        """Return a part of the floor that boxes on all goals leave: in most cases the largest; 0 if there is none."""
        parts = []
        rest = self._grid.floor & ~self._grid.goals
        while rest:
            parts.append(self._grid.reachable(rest & -rest, self._grid.goals))
            rest &= ~parts[-1]
        if parts and rng.random() < 0.2:
            return any_of(rng, parts)
        return max(parts, key=int.bit_count, default=0)

    def _met(self, rng: Random, boxes: int, region: int, pulled: Sequence[Push]) -> Met:
        player = self._square[any_of(rng, list(bits(region)))]
        state = State(frozenset(self._square[box] for box in bits(boxes)), player)
        return Met(Level(self._board, state), tuple(reversed(pulled)))
