"""A board for searches: sets of squares are the bits of integers, and boxes that never move may stand as walls."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, lru_cache

from sokospec.board import Board, Square
from sokospec.certificates.grid import bits

Node = tuple[int, int]
"""Boxes, and the part of the rest of the floor where the player is; with one box, a box alone on the board."""


class Field:
    """A board, and perhaps boxes that have become walls; a square is an integer with one bit.

    Rows are laid out one after the other with a wall between them, and with a row of walls before the first one, so
    that a step is a shift and leads from the edge of the grid to a wall.

    >>> from sokospec import Level, Square
    >>> field = Field(Level.parse("#####\\n#@$.#\\n#####").board)
    >>> [tuple(square) for square in field.squares(field.goals)]
    [(1, 3)]
    """

    def __init__(self, board: Board, walls: Collection[Square] = ()) -> None:
        """Read the board; the squares of `walls`, with the goals on them, are no floor."""
        self.board = board
        self.walls = frozenset(walls)
        self.row = board.width + 1
        self.steps = (-self.row, self.row, -1, 1)  # in the order of `Direction`
        self.floor = self.mask(square for square in board.floor if square not in self.walls)
        self.goals = self.mask(board.goals) & self.floor

    def mask(self, squares: Iterable[tuple[int, int]]) -> int:
        """Return squares of the grid as a mask."""
        found = 0
        for row, column in squares:
            found |= 1 << (row + 1) * self.row + column
        return found

    def squares(self, mask: int) -> list[Square]:
        """Return the squares of a mask, in row order."""
        places = [bit.bit_length() - 1 for bit in bits(mask)]
        return [Square(place // self.row - 1, place % self.row) for place in places]

    def region(self, player: int, boxes: int) -> int:
        """Return where the player can walk to; equals `sokospec.rules.reachable`."""
        free = self.floor & ~boxes
        row = self.row
        found, last = player, 0
        while found != last:
            last = found
            found |= (found << 1 | found >> 1 | found << row | found >> row) & free
        return found

    def regions(self, boxes: int) -> list[int]:
        """Return the parts into which boxes divide the floor."""
        found = []
        rest = self.floor & ~boxes
        while rest:
            found.append(self.region(rest & -rest, boxes))
            rest &= ~found[-1]
        return found

    def around(self, mask: int) -> int:
        """Return the floor squares beside those of a mask; some may be in the mask themselves."""
        return (mask << 1 | mask >> 1 | mask << self.row | mask >> self.row) & self.floor

    def pushes(self, boxes: int, region: int) -> Iterator[tuple[int, int]]:
        """Yield each push as a box's square and the one it lands on; equals `sokospec.rules.pushes`."""
        free = self.floor & ~boxes
        for step in self.steps:
            if step > 0:
                landings = (region << step & boxes) << step & free
                for landing in bits(landings):
                    yield landing >> step, landing
            else:
                landings = (region >> -step & boxes) >> -step & free
                for landing in bits(landings):
                    yield landing << -step, landing

    def pulls(self, boxes: int, region: int) -> Iterator[tuple[int, int, int]]:
        """Yield each push that may have come last, as the box's old square, its new one, and the pusher's old one."""
        free = self.floor & ~boxes
        for step in self.steps:
            if step > 0:
                starts = (boxes >> step & region) & (free << step)
                for start in bits(starts):
                    yield start, start << step, start >> step
            else:
                starts = (boxes << -step & region) & (free >> -step)
                for start in bits(starts):
                    yield start, start >> -step, start << -step

    @cached_property
    def sides(self) -> dict[int, list[int]]:
        """For each floor square, the parts into which a box there divides the rest of the floor."""
        return {square: self.regions(square) for square in bits(self.floor)}

    def side(self, box: int, player: int) -> int:
        """Return the part where the player is when the box is alone on the board."""
        for part in self.sides[box]:
            if part & player:
                return part
        raise ValueError("the player stands on a wall or on the box")

    @cached_property
    def attainable(self) -> dict[Node, int]:
        """For each box alone on the board, with the player's side of it, the goals to which it can be pushed.

        One search backwards from each goal, with the player on any side of it. O(goals * floor) steps.
        """
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
        """Return the goals to which a box, were it alone, could be pushed by the player from where he is."""
        return self.attainable[box, self.side(box, player)]

    @cached_property
    def live(self) -> int:
        """The squares from which a box alone can get to a goal if its player may stand anywhere: reverse pushes.

        A box on any other square is dead.
        """
        found, last = self.goals, 0
        while found != last:
            last = found
            for step in self.steps:
                if step > 0:
                    found |= (found >> step & self.floor) & (self.floor << step)
                else:
                    found |= (found << -step & self.floor) & (self.floor >> -step)
        return found


@lru_cache(maxsize=64)
def field_of(board: Board, walls: frozenset[Square] = frozenset()) -> Field:
    """Return the field of a board; the latest ones are kept, since detectors are asked about many states of one board.

    >>> from sokospec import Level
    >>> board = Level.parse("#####\\n#@$.#\\n#####").board
    >>> field_of(board) is field_of(board)
    True
    """
    return Field(board, walls)
