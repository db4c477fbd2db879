"""Board for searches: the rules on bit masks, and what a box alone on the board can do."""

from __future__ import annotations

from functools import cached_property, lru_cache

from sokospec.board import Board, Square
from sokospec.certificates import Pattern
from sokospec.certificates.grid import Grid, bits, shift

Node = tuple[int, int]
"""Boxes, and the part of the rest of the floor where the player is; with one box, a box alone on the board."""


class Field(Grid):
    r"""Board with optional additional walls.

    >>> from sokospec import Level, Square
    >>> field = Field(Level.parse("#####\n#@$.#\n#####").board)
    >>> [tuple(square) for square in field.squares(field.goals)]
    [(1, 3)]
    """

    def __init__(self, board: Board, walls: frozenset[Square] = frozenset()) -> None:
        super().__init__(board, walls)
        self.walls = walls
        self.row = self.steps[1]

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
