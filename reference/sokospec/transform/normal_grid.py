"""Mutable level of flat arrays for the steps of the normal form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import gt

from sokospec.board import Board, Level, Square, State
from sokospec.transform.symmetry import SYMMETRIES, Symmetry

Marks = bytearray
"""One byte per square, 1 for marked squares."""

_LEAST_SOLVED = "####\n#@*#\n####"


class LevelGrid:
    """Level within a ring of walls; squares are numbered row by row, ring included.

    `room` marks the floor that the player could walk to without boxes, stale until `settle`. *In play* are the room and
    the squares of boxes and goals. `suspects` may have become dead ends. `walked` tells that he was moved in his
    region.
    """

    def __init__(
        self, level: Level, *, free_player: bool = False, solution_of: Callable[[Level], str | None] = lambda _: None
    ) -> None:
        self.free_player, self.solution_of = free_player, solution_of
        self.walked = False
        self.symmetry = SYMMETRIES[0]
        self.title = level.title
        self.load(level)

    def load(self, level: Level) -> None:
        """Replace the level."""
        self.height, self.width = level.board.height, level.board.width
        self.stride = self.width + 2
        self.floor = self.inside()
        for square in self._numbers(level.walls):
            self.floor[square] = 0
        self.boxes, self.goals = set(self._numbers(level.boxes)), set(self._numbers(level.goals))
        (self.player,) = self._numbers([level.player])
        self.room = self.flood([self.player], self.floor)
        self.cut_off = False
        self.suspects = self.list_marked(self.room)

    def _numbers(self, squares: Iterable[Square]) -> list[int]:
        return [(row + 1) * self.stride + column + 1 for row, column in squares]

    def level(self) -> Level:
        """Return the current level."""
        walls = self.squares(self.list_marked(Marks(map(gt, self.inside(), self.floor))))
        (player,) = self.squares([self.player])
        board = Board(self.width, self.height, walls, self.squares(self.goals))
        return Level(board, State(self.squares(self.boxes), player), self.title)

    def squares(self, numbers: Iterable[int]) -> frozenset[Square]:
        """Return numbered squares in the coordinates of the level."""
        return frozenset(Square(number // self.stride - 1, number % self.stride - 1) for number in numbers)

    def around(self, square: int) -> tuple[int, int, int, int]:
        """Return the four neighbours."""
        return square - self.stride, square + self.stride, square - 1, square + 1

    def inside(self) -> Marks:
        """Mark all squares except the ring."""
        row = b"\0" + b"\1" * self.width + b"\0"
        return Marks(bytes(self.stride) + row * self.height + bytes(self.stride))

    def list_marked(self, marks: Marks) -> list[int]:
        """Return the marked squares in row order."""
        return [square for square, marked in enumerate(marks) if marked]

    def flood(self, starts: Iterable[int], through: Marks) -> Marks:
        """Mark the squares connected to these through marked ones, which must not touch the ring."""
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
        """Recompute the room if new walls may have cut it."""
        if self.cut_off:
            self.room = self.flood([self.player], self.room)
            self.cut_off = False

    def region(self) -> Marks:
        """Mark the player's region."""
        free = Marks(self.floor)
        for box in self.boxes:
            free[box] = 0
        return self.flood([self.player], free)

    def in_play(self) -> Marks:
        """Mark the squares in play."""
        self.settle()
        found = Marks(self.room)
        for square in self.boxes | self.goals:
            found[square] = 1
        return found

    def outside(self, through: Marks) -> Marks:
        """Mark what these marks connect to the edge."""
        rows = range(self.stride, self.stride * (self.height + 1), self.stride)
        edge = [row + column for row in rows for column in (1, self.width)]
        edge += [row + column for row in (rows[0], rows[-1]) for column in range(1, self.width + 1)]
        return self.flood(edge, through)

    def fill(self, square: int) -> None:
        """Turn floor into wall."""
        self.floor[square] = self.room[square] = 0
        self.suspects.extend(self.around(square))

    def remove(self, boxes: set[int]) -> bool:
        """Turn immovable boxes on goals into walls; without any other box, become the smallest solved level."""
        if boxes == self.boxes:
            self.settle()
            if len(boxes) == 1 and sum(self.room) == 2 and any(self.room[box] for box in boxes):
                return False
            self.load(Level.parse(_LEAST_SOLVED))
            return True
        for box in boxes:
            self.fill(box)
        self.boxes -= boxes
        self.goals -= boxes
        self.cut_off |= bool(boxes)
        return bool(boxes)

    def walk(self, square: int) -> None:
        """Move the player within his region."""
        self.player = square
        self.walked = True

    def frame(self, top: int, bottom: int, left: int, right: int) -> bool:
        """Keep these rows and columns, inclusive, counted with the ring."""
        if (top, bottom, left, right) == (1, self.height, 1, self.width):
            return False
        rows, width, old = range(top, bottom + 1), right + 1 - left, self.stride

        def cut(marks: Marks) -> Marks:
            kept = b"\0\0".join(bytes(marks[row * old + left : row * old + right + 1]) for row in rows)
            return Marks(bytes(width + 3) + kept + bytes(width + 3))

        def move(square: int) -> int:
            return (square // old - top + 1) * (width + 2) + square % old - left + 1

        self.floor, self.room = cut(self.floor), cut(self.room)
        self._renumber(move)
        self.height, self.width, self.stride = len(rows), width, width + 2
        return True

    def turn(self, symmetry: Symmetry) -> None:
        """Apply a symmetry."""
        self.floor, self.room = (self.turn_marks(marks, symmetry) for marks in (self.floor, self.room))
        self._renumber(lambda square: self.image(square, symmetry))
        if symmetry.transpose:
            self.height, self.width, self.stride = self.width, self.height, self.height + 2
        self.symmetry = self.symmetry.then(symmetry)

    def turn_marks(self, marks: Marks, symmetry: Symmetry) -> Marks:
        """Return marks after a symmetry."""
        stride = self.stride
        if symmetry.transpose:
            rows = [marks[column::stride] for column in range(stride)]
        else:
            rows = [marks[first : first + stride] for first in range(0, len(marks), stride)]
        if symmetry.flip_rows:
            rows.reverse()
        return Marks().join([row[::-1] for row in rows] if symmetry.flip_columns else rows)

    def image(self, square: int, symmetry: Symmetry) -> int:
        """Return a square after a symmetry."""
        row, column = symmetry.square(Square(*divmod(square, self.stride)), self.height + 2, self.stride)
        return row * (self.height + 2 if symmetry.transpose else self.stride) + column

    def _renumber(self, moved: Callable[[int], int]) -> None:
        self.player = moved(self.player)
        self.boxes, self.goals = set(map(moved, self.boxes)), set(map(moved, self.goals))
        self.suspects = []
