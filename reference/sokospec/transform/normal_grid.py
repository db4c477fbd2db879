"""What the steps of the normal form work on: a level as flat arrays that change in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import gt

from sokospec.board import Board, Level, Square, State
from sokospec.transform.symmetry import SYMMETRIES, Symmetry

Marks = bytearray
"""One byte a square: 1 for the squares that are meant, 0 for the others."""

LEAST_SOLVED = "####\n#@*#\n####"


class Grid:
    """A level within a ring of wall; the squares, those of the ring too, are numbered row by row.

    `floor` marks the floor; `room` marks the floor that the player could walk to if there were no boxes, and perhaps,
    until `settle` is called, more that boxes turned into walls have cut off. *In play* are the squares of the room and
    those with a box or a goal; no step ever touches another, whether it is drawn as wall or as floor.

    `suspects` are the squares that may have become dead ends. `free_player` says that the player may be put anywhere in
    his region, `walked` that he was. `solve` finds an optimal solution, None if there is none. `symmetry` is what has
    been applied so far.
    """

    def __init__(
        self, level: Level, *, free_player: bool = False, solution_of: Callable[[Level], str | None] = lambda _: None
    ) -> None:
        """Copy a level. O(area)."""
        self.free_player, self.solution_of = free_player, solution_of
        self.walked = False
        self.symmetry = SYMMETRIES[0]
        self.title = level.title
        self.load(level)

    def load(self, level: Level) -> None:
        """Put a level in the place of the one that is here. O(area)."""
        self.height, self.width = level.board.height, level.board.width
        self.stride = self.width + 2
        self.floor = self.inside()
        for square in self._numbers(level.walls):
            self.floor[square] = 0
        self.boxes, self.goals = set(self._numbers(level.boxes)), set(self._numbers(level.goals))
        (self.player,) = self._numbers([level.player])
        self.room = self.connected([self.player], self.floor)
        self.cut_off = False
        self.suspects = self.marked(self.room)

    def _numbers(self, squares: Iterable[Square]) -> list[int]:
        return [(row + 1) * self.stride + column + 1 for row, column in squares]

    def level(self) -> Level:
        """Return the level as it is now. O(area)."""
        walls = self.squares(self.marked(Marks(map(gt, self.inside(), self.floor))))
        (player,) = self.squares([self.player])
        board = Board(self.width, self.height, walls, self.squares(self.goals))
        return Level(board, State(self.squares(self.boxes), player), self.title)

    def squares(self, numbers: Iterable[int]) -> frozenset[Square]:
        """Return the squares with these numbers, as the level calls them."""
        return frozenset(Square(number // self.stride - 1, number % self.stride - 1) for number in numbers)

    def around(self, square: int) -> tuple[int, int, int, int]:
        """Return the four neighbours of a square."""
        return square - self.stride, square + self.stride, square - 1, square + 1

    def inside(self) -> Marks:
        """Mark all squares but the ring."""
        row = b"\0" + b"\1" * self.width + b"\0"
        return Marks(bytes(self.stride) + row * self.height + bytes(self.stride))

    def marked(self, marks: Marks) -> list[int]:
        """Return the numbers of the marked squares, in row order. O(area)."""
        return [square for square, marked in enumerate(marks) if marked]

    def connected(self, starts: Iterable[int], through: Marks) -> Marks:
        """Mark what can be reached from these squares through marked ones, none of them on the ring. O(area)."""
        found, stride = Marks(len(through)), self.stride
        frontier = [square for square in starts if through[square]]
        for square in frontier:
            found[square] = 1
        while frontier:
            square = frontier.pop()
            for ahead in (square - stride, square + stride, square - 1, square + 1):
                if through[ahead] and not found[ahead]:
                    found[ahead] = 1
                    frontier.append(ahead)
        return found

    def settle(self) -> None:
        """Find the room anew if boxes that became walls may have cut off a part of it. O(area)."""
        if self.cut_off:
            self.room = self.connected([self.player], self.room)
            self.cut_off = False

    def region(self) -> Marks:
        """Mark the squares that the player can walk to as the boxes stand. O(area)."""
        free = Marks(self.floor)
        for box in self.boxes:
            free[box] = 0
        return self.connected([self.player], free)

    def in_play(self) -> Marks:
        """Mark the squares in play. O(area)."""
        self.settle()
        found = Marks(self.room)
        for square in self.boxes | self.goals:
            found[square] = 1
        return found

    def outside(self, through: Marks) -> Marks:
        """Mark what is connected to the edge of the grid through these marks. O(area)."""
        rows = range(self.stride, self.stride * (self.height + 1), self.stride)
        edge = [row + column for row in rows for column in (1, self.width)]
        edge += [row + column for row in (rows[0], rows[-1]) for column in range(1, self.width + 1)]
        return self.connected(edge, through)

    def fill(self, square: int) -> None:
        """Turn floor into wall."""
        self.floor[square] = self.room[square] = 0
        self.suspects.extend(self.around(square))

    def remove(self, boxes: set[int]) -> bool:
        """Turn boxes on goals into walls, boxes that nobody can ever push; say whether anything changed.

        Where no box would be left, the level is solved and nothing can be played: it becomes the least such level.
        """
        if boxes == self.boxes:
            self.settle()
            if len(boxes) == 1 and sum(self.room) == 2 and any(self.room[box] for box in boxes):
                return False
            self.load(Level.parse(LEAST_SOLVED))
            return True
        for box in boxes:
            self.fill(box)
        self.boxes -= boxes
        self.goals -= boxes
        self.cut_off |= bool(boxes)
        return bool(boxes)

    def walk(self, square: int) -> None:
        """Put the player on another square of his region."""
        self.player = square
        self.walked = True

    def frame(self, top: int, bottom: int, left: int, right: int) -> bool:
        """Keep these rows and columns, first to last, counted with the ring; say whether anything changed. O(area)."""
        if (top, bottom, left, right) == (1, self.height, 1, self.width):
            return False
        rows, width, old = range(top, bottom + 1), right + 1 - left, self.stride

        def framed(marks: Marks) -> Marks:
            kept = b"\0\0".join(bytes(marks[row * old + left : row * old + right + 1]) for row in rows)
            return Marks(bytes(width + 3) + kept + bytes(width + 3))

        def moved(square: int) -> int:
            return (square // old - top + 1) * (width + 2) + square % old - left + 1

        self.floor, self.room = framed(self.floor), framed(self.room)
        self._renumber(moved)
        self.height, self.width, self.stride = len(rows), width, width + 2
        return True

    def turn(self, symmetry: Symmetry) -> None:
        """Apply a symmetry. O(area)."""
        self.floor, self.room = (self.turned(marks, symmetry) for marks in (self.floor, self.room))
        self._renumber(lambda square: self.image(square, symmetry))
        if symmetry.transpose:
            self.height, self.width, self.stride = self.width, self.height, self.height + 2
        self.symmetry = self.symmetry.then(symmetry)

    def turned(self, marks: Marks, symmetry: Symmetry) -> Marks:
        """Return what a symmetry makes of marks. O(area)."""
        stride = self.stride
        if symmetry.transpose:
            rows = [marks[column::stride] for column in range(stride)]
        else:
            rows = [marks[first : first + stride] for first in range(0, len(marks), stride)]
        if symmetry.flip_rows:
            rows.reverse()
        return Marks().join([row[::-1] for row in rows] if symmetry.flip_columns else rows)

    def image(self, square: int, symmetry: Symmetry) -> int:
        """Return where a symmetry takes a square."""
        row, column = symmetry.square(Square(*divmod(square, self.stride)), self.height + 2, self.stride)
        return row * (self.height + 2 if symmetry.transpose else self.stride) + column

    def _renumber(self, moved: Callable[[int], int]) -> None:
        self.player = moved(self.player)
        self.boxes, self.goals = set(map(moved, self.boxes)), set(map(moved, self.goals))
        self.suspects = []
