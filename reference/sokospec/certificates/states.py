"""The closed set of states: nothing that play can reach from the first one costs less than is claimed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.certificates.dead_patterns import Bound
from sokospec.certificates.evidence import Facts
from sokospec.certificates.grid import Grid
from sokospec.certificates.ground import Rejected
from sokospec.certificates.text import numbers, square

BASE = 1 << 40
"""Two counts make one cost: the first times this, plus the second; both stay far below it."""

COSTS = {
    Objective.PUSHES: (1, 0),
    Objective.MOVES: (1, 1),
    Objective.PUSHES_MOVES: (BASE + 1, 1),
    Objective.MOVES_PUSHES: (BASE + 1, BASE),
}
"""What a push costs, and each move before it; 0 where the player's square within his region does not count."""


class Entry(NamedTuple):
    """A line for a state: what it costs to get there at most, its boxes and player as masks, and the facts it names."""

    cost: int
    boxes: int
    player: int
    by: tuple[int, ...]


def one_cost(counts: Sequence[int]) -> int:
    """Return the counts of an objective as one number that compares and adds up as they do."""
    return counts[0] * BASE + counts[1] if len(counts) == 2 else counts[0]


class Reader:
    """Reads the lines of states."""

    def __init__(self, level: Level, grid: Grid, objective: Objective) -> None:
        """Know the board's squares by their numbers as text."""
        board = level.board
        self._bits = {str(row * board.width + column): grid.mask([(row, column)]) for row, column in board.floor}
        self._board = board
        self._boxes = len(level.boxes)
        self._counts = len(objective.split("-"))

    def entry(self, line: str) -> Entry:
        """Return the state of a line `cost : boxes @ player : facts`, whose last part may be missing."""
        cost, boxes, by = (*line.split(" : "), "", "")[:3]
        if line.count(" : ") not in (1, 2) or (not by and line.count(" : ") == 2):
            raise Rejected("a state has a cost, boxes, a player and facts, with ' : ' between them")
        boxes, _, player = boxes.partition(" @ ")
        mask = 0
        for name in boxes.split(" "):
            mask |= self._bit(name)
        if mask.bit_count() != self._boxes or boxes.count(" ") != self._boxes - 1:
            raise Rejected(f"a state has {self._boxes} boxes on as many squares")
        here = self._bit(player)
        if here & mask:
            raise Rejected("a state's player stands on no box")
        counts = numbers(cost)
        if len(counts) != self._counts:
            raise Rejected(f"a cost here has {self._counts} numbers")
        return Entry(one_cost(counts), mask, here, numbers(by, least=1) if by else ())

    def _bit(self, name: str) -> int:
        bit = self._bits.get(name)
        if bit is None:
            square(self._board, name)
            raise Rejected(f"{name!r} is not the number of a square")
        return bit


class ClosedSet:
    """States, each with a cost that no way to it from the first state undercuts, up to the limit.

    For each state of the set and each push: the state after it is in the set, at no more than the cost of the first one
    plus that of the push; or a fact shows that it costs the limit, all in all. The first state is in the set at cost 0,
    and a solved state in it costs the limit. So no solution costs less: along it, by induction, each state is in the
    set and costs no more there than the solution has cost so far, until a fact gives the limit, or its end does.

    Only the states of one share, out of `shares`, are kept at a time: the memory is bounded, the work multiplied.
    """

    def __init__(
        self, level: Level, facts: Facts, objective: Objective, limit: int, *, share: int, shares: int
    ) -> None:
        """Begin with no state; `limit` is the claimed cost as one number, `INFINITE` for none."""
        self._level = level
        self._facts = facts
        self._grid = facts.board_ground.grid
        self._push, self._move = COSTS[objective]
        self._limit = limit
        self._share, self._shares = share, shares
        self._size = (level.board.height + 2) * (level.board.width + 1)
        self._cost: dict[int, int] = {}

    def enter(self, entry: Entry) -> None:
        """Put a state into the set."""
        key = self._key(entry.boxes, entry.player)
        if key % self._shares != self._share:
            return
        if key in self._cost:
            raise Rejected("the state is in the set twice")
        if not entry.boxes & ~self._grid.goals and entry.cost < self._limit:
            raise Rejected("the state is solved and costs less than is claimed")
        self._cost[key] = entry.cost

    def check_start(self, by: Iterable[int]) -> None:
        """Check that the level's first state is in the set at cost 0, or shown to cost the limit."""
        boxes, player = self._grid.mask(self._level.boxes), self._grid.mask([self._level.player])
        if not self._is_settled(boxes, player, 0, self._facts.bounds(by)):
            raise Rejected("the first state is not in the set, and no fact is named that rules it out")

    def check_pushes(self, entry: Entry) -> None:
        """Check that each push from a state leads into the set, or to a state shown to cost the limit."""
        bounds = self._facts.bounds(entry.by)
        for cost, box, landing in self._pushes(entry):
            if not self._is_settled(entry.boxes ^ box ^ landing, box, cost, bounds):
                before, after = (tuple(self._grid.squares(bit)[0]) for bit in (box, landing))
                raise Rejected(f"the push from {before} to {after} leads out of the set, and no fact rules it out")

    def _key(self, boxes: int, player: int) -> int:
        if not self._move:
            region = self._grid.reachable(player, boxes)
            player = region & -region
        return boxes | player << self._size

    def _pushes(self, entry: Entry) -> Iterator[tuple[int, int, int]]:
        """Yield the cost after each push, and the box's bit before it and after it."""
        grid, boxes = self._grid, entry.boxes
        if not self._move:
            for box, landing in grid.pushes(boxes, grid.reachable(entry.player, boxes)):
                yield entry.cost + self._push, box, landing
            return
        for moves, squares in grid.walks(entry.player, boxes):
            for box, landing in grid.pushes(boxes, squares):
                yield entry.cost + self._push + moves * self._move, box, landing

    def _is_settled(self, boxes: int, player: int, cost: int, bounds: Sequence[Bound]) -> bool:
        key = self._key(boxes, player)
        if key % self._shares != self._share:
            return True  # another share's business
        known = self._cost.get(key)
        if known is not None and known <= cost:
            return True
        return any(cost + bound(boxes, player) * self._push >= self._limit for bound in bounds)
