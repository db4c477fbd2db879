"""Eight symmetries of the square grid."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from sokospec.board import Board, Direction, Level, Square, State
from sokospec.replay import DIRECTION_OF


class Symmetry(NamedTuple):
    """Transpose, then mirror top and bottom, then mirror left and right, each optional.

    >>> Symmetry(flip_columns=True).direction(Direction.LEFT)
    <Direction.RIGHT: 3>
    """

    transpose: bool = False
    flip_rows: bool = False
    flip_columns: bool = False

    def square(self, square: Square, height: int, width: int) -> Square:
        """Return the image of a square of a grid of height x width."""
        row, column = square
        if self.transpose:
            row, column, height, width = column, row, width, height
        return Square(
            height - 1 - row if self.flip_rows else row,
            width - 1 - column if self.flip_columns else column,
        )

    def direction(self, direction: Direction) -> Direction:
        """Return the image of a direction."""
        if self.transpose:
            direction = Direction(direction ^ 2)  # up <-> left, down <-> right
        vertical = direction in (Direction.UP, Direction.DOWN)
        return direction.opposite if (self.flip_rows if vertical else self.flip_columns) else direction

    def then(self, other: Symmetry) -> Symmetry:
        """Return the composition, this symmetry first.

        >>> Symmetry(transpose=True).then(Symmetry(flip_rows=True)).then(Symmetry(transpose=True))
        Symmetry(transpose=False, flip_rows=False, flip_columns=True)
        """
        both = [(direction, other.direction(self.direction(direction))) for direction in Direction]
        return next(one for one in SYMMETRIES if all(one.direction(before) == after for before, after in both))

    def level(self, level: Level) -> Level:
        r"""Return the image of a level.

        >>> print(Symmetry(transpose=True).level(Level.parse("#####\n#@$.#\n#####")))
        ###
        #@#
        #$#
        #.#
        ###
        """
        board = level.board

        def move(squares: Iterable[Square]) -> frozenset[Square]:
            return frozenset(self.square(square, board.height, board.width) for square in squares)

        width, height = (board.height, board.width) if self.transpose else (board.width, board.height)
        (player,) = move([level.player])
        return Level(
            Board(width, height, move(board.walls), move(board.goals)), State(move(level.boxes), player), level.title
        )

    def lurd(self, lurd: str) -> str:
        """Return the image of a LURD.

        >>> Symmetry(transpose=True).lurd("rD")
        'dR'
        """
        image = {letter: self.direction(direction).letter for letter, direction in DIRECTION_OF.items()}
        image |= {letter.upper(): other.upper() for letter, other in image.items()}
        return "".join(image[letter] for letter in lurd)


SYMMETRIES = tuple(Symmetry(*choices) for choices in product((False, True), repeat=3))
"""All eight, the identity first."""
