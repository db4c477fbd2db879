"""Observations of a state."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from sokospec import Board, Level, State

Array = NDArray[np.uint8]

WALL, FLOOR, GOAL, BOX, BOX_ON_GOAL, PLAYER, PLAYER_ON_GOAL = range(7)
"""What the numbers of a symbol observation mean: the place of XSB's symbol in '# .$*@+'."""

_COLOURS = np.array(
    [(52, 58, 64), (241, 239, 233), (150, 205, 150), (192, 132, 66), (74, 140, 74), (64, 110, 190), (64, 110, 190)],
    dtype=np.uint8,
)
"""Red, green and blue of each symbol."""

_LINE = np.array((120, 124, 130), dtype=np.uint8)
"""The colour between squares, so that boxes side by side are two."""

_PIXELS = 16  # a square's side
_RING = 5  # of a goal under the player, in pixels


class Observation(StrEnum):
    """The kinds of observations, as arrays of unsigned bytes.

    `symbols`: wall, floor, goal, box, box on goal, player, player on goal as 0 to 6. `planes`: walls, goals, boxes,
    player.
    """

    SYMBOLS = "symbols"
    PLANES = "planes"

    @property
    def most(self) -> int:
        """The largest value."""
        return PLAYER_ON_GOAL if self is Observation.SYMBOLS else 1

    def shape(self, height: int, width: int) -> tuple[int, ...]:
        """Return the shape for a size."""
        return (height, width) if self is Observation.SYMBOLS else (4, height, width)


class Scene:
    """A level in a possibly larger grid of walls."""

    def __init__(self, level: Level, height: int, width: int) -> None:
        self.board: Board = level.board
        self._walls = np.ones((height, width), dtype=np.uint8)
        self._goals = np.zeros((height, width), dtype=np.uint8)
        for row, column in level.board.floor:
            self._walls[row, column] = 0
        for row, column in level.goals:
            self._goals[row, column] = 1

    def planes(self, state: State) -> Array:
        """Return the planes."""
        moving = np.zeros((2, *self._walls.shape), dtype=np.uint8)
        for row, column in state.boxes:
            moving[0, row, column] = 1
        moving[1][state.player] = 1
        return np.concatenate((self._walls[None], self._goals[None], moving))

    def symbols(self, state: State) -> Array:
        """Return each square's number."""
        drawn = np.where(self._walls, WALL, FLOOR + self._goals).astype(np.uint8)
        for square in state.boxes:
            drawn[square] = BOX + self._goals[square]
        drawn[state.player] = PLAYER + self._goals[state.player]
        return drawn

    def view(self, observation: Observation, state: State) -> Array:
        """Return an observation."""
        return self.symbols(state) if observation is Observation.SYMBOLS else self.planes(state)

    def picture(self, state: State) -> Array:
        """Return pixels of shape (16 height, 16 width, 3)."""
        picture = _COLOURS[self.symbols(state)].repeat(_PIXELS, axis=0).repeat(_PIXELS, axis=1)
        if self._goals[state.player]:
            top, left = state.player.row * _PIXELS, state.player.column * _PIXELS
            block = picture[top : top + _PIXELS, left : left + _PIXELS]
            inner = block[_RING:-_RING, _RING:-_RING].copy()
            block[:] = _COLOURS[GOAL]
            block[_RING:-_RING, _RING:-_RING] = inner
        picture[::_PIXELS] = picture[:, ::_PIXELS] = _LINE
        return picture
