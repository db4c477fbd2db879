"""Board for searches: sets of squares as bits of integers.

The rules are written here once more, so that a fault in those of the checker does not hide in the detectors too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

from sokospec.board import Board, Square
from sokospec.certificates import Pattern
from sokospec.certificates.grid import bits, shift

Node = tuple[int, int]
"""Boxes, and the part of the rest of the floor where the player is; with one box, a box alone on the board."""


class Field:
    r"""Board with optional additional walls; a square is an integer with one bit.

    Rows are concatenated with a wall between them and a row of walls before the first, so a step is a shift that never
    wraps.

    >>> from sokospec import Level, Square
    >>> field = Field(Level.parse("#####\n#@$.#\n#####").board)
    >>> [tuple(square) for square in field.squares(field.goals)]
    [(1, 3)]
    """

    def __init__(self, board: Board, walls: frozenset[Square] = frozenset()) -> None:
        self.board, self.walls = board, walls
        self.row = board.width + 1
        self.steps = (-self.row, self.row, -1, 1)  # in the order of `Direction`
        self.floor = self.mask(set(board.floor) - walls)
        self.goals = self.mask(board.goals) & self.floor

    def mask(self, squares: Iterable[tuple[int, int]]) -> int:
        """Return squares as a mask."""
        found = 0
        for row, column in squares:
            found |= 1 << (row + 1) * self.row + column
        return found

    def squares(self, mask: int) -> list[Square]:
        """Return the squares of a mask in row order."""
        places = [bit.bit_length() - 1 for bit in bits(mask)]
        return [Square(place // self.row - 1, place % self.row) for place in places]

    def reachable(self, player: int, boxes: int) -> int:
        """Return the squares that the player can walk to; equals `sokospec.rules.reachable`."""
        free = self.floor & ~boxes
        row = self.row
        found, last = player, 0
        while found != last:
            last = found
            found |= (found << 1 | found >> 1 | found << row | found >> row) & free
        return found

    def parts(self, boxes: int) -> list[int]:
        """Return the components into which boxes divide the floor."""
        found = []
        rest = self.floor & ~boxes
        while rest:
            found.append(self.reachable(rest & -rest, boxes))
            rest &= ~found[-1]
        return found

    def pushes(self, boxes: int, region: int) -> Iterator[tuple[int, int]]:
        """Yield the square of the box before and after each push; equals `sokospec.rules.pushes`."""
        free = self.floor & ~boxes
        for step in self.steps:
            for landing in bits(shift(shift(region, step) & boxes, step) & free):
                yield shift(landing, -step), landing

    def pulls(self, boxes: int, region: int) -> Iterator[tuple[int, int, int]]:
        """Yield the squares of the box now and before each possible last push, and of the player before it."""
        free = self.floor & ~boxes
        for step in self.steps:
            for start in bits(shift(boxes, -step) & region & shift(free, step)):
                yield shift(start, step), start, shift(start, -step)

    def pattern(self, boxes: int, region: int) -> Pattern:
        """Return a pattern with the player on the first square of the region."""
        [player] = self.squares(region & -region)
        return Pattern(frozenset(self.squares(boxes)), player)

    def around(self, mask: int) -> int:
        """Return the floor squares adjacent to a mask."""
        return (mask << 1 | mask >> 1 | mask << self.row | mask >> self.row) & self.floor

    @cached_property
    def sides(self) -> dict[int, list[int]]:
        """Rest of the floor in components for each box."""
        return {square: self.parts(square) for square in bits(self.floor)}

    def side(self, box: int, player: int) -> int:
        """Return the player's component when the box is alone."""
        for part in self.sides[box]:
            if part & player:
                return part
        raise ValueError("the player stands on a wall or on the box")

    @cached_property
    def attainable(self) -> dict[Node, int]:
        """Goals a single box reaches, by its square and the player's side."""
        before: dict[Node, list[Node]] = {}
        for box, parts in self.sides.items():
            for part in parts:
                for pushed, landing in self.pushes(box, part):
                    before.setdefault((landing, self.side(landing, pushed)), []).append((box, part))
        found = {(box, part): 0 for box, parts in self.sides.items() for part in parts}
        for goal in bits(self.goals):
            waiting = [(goal, part) for part in self.sides[goal]]
            while waiting:
                node = waiting.pop()
                if not found[node] & goal:
                    found[node] |= goal
                    waiting.extend(before.get(node, ()))
        return found

    def goals_of(self, box: int, player: int) -> int:
        """Return the goals that a box alone can reach."""
        return self.attainable[box, self.side(box, player)]

    @cached_property
    def live(self) -> int:
        """Squares that reverse pushes from goals reach."""
        found, last = self.goals, 0
        while found != last:
            last = found
            for step in self.steps:
                found |= shift(found, -step) & self.floor & shift(self.floor, step)
        return found


@lru_cache(maxsize=64)
def field_of(board: Board, walls: frozenset[Square] = frozenset()) -> Field:
    """Return the cached field of a board."""
    return Field(board, walls)
