"""Level drawing under construction."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sokogen.reductions.layout.parts import PlacedTile, extent, squares_of
from sokogen.reductions.layout.squares import FLOOR, PLAYER_HERE, Squares, stamp
from sokosolve.level.arrays import INT32_2D
from sokospec.board import Square

Grid = INT32_2D
WALL, CORRIDOR = 0, 1
"""Owners of squares; tile number i owns squares as i + 2."""


@dataclass(slots=True)
class Sheet:
    """Owners of squares, `solid` (the owner of the rectangle around), tiles, and marks."""

    owner: Grid
    solid: Grid
    tiles: list[PlacedTile]
    marks: dict[str, Square]

    @classmethod
    def empty(cls, height: int, width: int) -> Sheet:
        return cls(np.zeros((height, width), np.int32), np.zeros((height, width), np.int32), [], {})

    def copy(self) -> Sheet:
        return Sheet(self.owner.copy(), self.solid.copy(), self.tiles[:], self.marks.copy())

    def place(self, placed: PlacedTile) -> None:
        for square in squares_of(placed).values():
            assert self.owner[square] == WALL, f"{placed} lies on something at {square}"
        self.tiles.append(placed)
        self.fill(len(self.tiles) - 1, len(self.tiles) + 1)

    def fill(self, index: int, owner: int) -> None:
        """Give the squares of a tile to an owner."""
        placed = self.tiles[index]
        tall, wide = extent(placed)
        self.solid[placed.row : placed.row + tall, placed.column : placed.column + wide] = owner
        for square in squares_of(placed).values():
            self.owner[square] = owner

    def corridor(self, square: tuple[int, int]) -> None:
        if self.owner[square] == WALL:
            self.owner[square] = CORRIDOR

    def squares(self) -> Squares:
        found = np.where(self.owner == WALL, ord("#"), FLOOR).astype(np.uint8)
        for placed in self.tiles:
            stamp(found, placed)
        if "player" in self.marks:
            found[self.marks["player"]] = PLAYER_HERE
        return found
